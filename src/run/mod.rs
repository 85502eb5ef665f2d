//! `bingwa run`: the whole loop.

mod plan;
mod screen;
mod status;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use bingwa_train::pipeline::{
    self, Ended, MatchReport, RunConfig, RunFolder, RunPaths, RunState, Standing,
};

use crate::interrupt::{self, Interrupted};
use crate::screen::amount::time;
pub(crate) use screen::Screen;

/// Play, learn and compare, generation after generation, in one folder.
///
/// Each generation plays itself, a new model is trained on the games of the
/// last generations, and meets its predecessor and fixed opponents. Before, a
/// short trial tells how long it will take. Stop it at any time (Ctrl-C, or
/// worse); the same command goes on where it was.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa run configs/quick.toml                 into runs/quick, under ten minutes
  bingwa run configs/laptop.toml --out runs/first
  bingwa run runs/first                         go on with a run
  bingwa run runs/first --status                where it is, also while it is at work
  bingwa run configs/laptop.toml --plan         how long it takes, and stop
  bingwa run configs/laptop.toml --hours 2      as many generations as two hours allow

The folder of a run:
  games/        game files            bingwa games show runs/quick/games
  models/       one per generation    bingwa play --model runs/quick/models/g006.bingwa
  matches/      results as JSON
  promotions/   results of the gate, with [promotion] rule = \"gated\"
  health/       figures per generation: docs/HEALTH.md
  metrics/      TensorBoard           tensorboard --logdir runs/quick/metrics
  checkpoints/  to go on training from
  state.json    the time it has taken
  report.html   all of it as one page, written after each generation")]
pub(crate) struct Args {
    /// The config: a TOML file, like those in configs/, or the folder of a run
    config: PathBuf,
    /// Folder of the run [default: runs/ and the config's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Models to train, in place of the config's `generations`; only for this
    /// call
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    generations: Option<u32>,
    /// Hours of the clock the run may take, in place of the config's `hours`
    ///
    /// All sessions of the run count together, as state.json keeps them: one
    /// that is resumed gets no new hour. When they are used up, self-play ends
    /// with the games under way, training or matches under way are finished, and
    /// the last model plays its final matches. Call again with more to go on.
    #[arg(long, value_name = "H", value_parser = hours)]
    hours: Option<f64>,
    /// Print the plan and stop; nothing is written
    #[arg(long)]
    plan: bool,
    /// Print where the run stands, as it was last asked for, and stop; it may be
    /// at work
    #[arg(long, conflicts_with = "plan")]
    status: bool,
    /// Print plan or status as JSON
    #[arg(long)]
    json: bool,
}

fn hours(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(hours) if hours > 0.0 && f64::is_finite(hours) => Ok(hours),
        _ => Err("hours above 0, like 1.5".to_owned()),
    }
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let (path, out) = places(args);
    let (own, text) = RunConfig::load(&path)?;
    let mut config = own.clone();
    if let Some(generations) = args.generations {
        config.generations = generations;
    }
    if let Some(hours) = args.hours {
        config.hours = hours;
    }
    let paths = RunPaths::new(&out);
    if args.status {
        let asked = RunState::read(&paths)?;
        if asked.generations > 0 {
            config.generations = args.generations.unwrap_or(asked.generations);
            config.hours = args.hours.unwrap_or(asked.hours);
        }
        return status::print(&config, &paths, &as_asked(&config, &own), args.json);
    }
    let stop = interrupt::listen()?;
    if args.plan {
        let standing = Standing::of(&paths, &config)?;
        return match plan::make(&config, &paths, standing, stop)? {
            Some(plan) => plan::print(&config, &paths, &plan, args.json),
            None => Err(Interrupted("nothing was begun".to_owned()).into()),
        };
    }
    if args.json {
        bail!(
            "--json is for --plan and --status; a run leaves JSON in {}",
            out.display()
        );
    }
    let folder = RunFolder::open(&out, &config, &text)?;
    let standing = Standing::of(&folder, &config)?;
    if !standing.is_finished()
        && let Some(plan) = plan::make(&config, &folder, standing, stop)?
    {
        plan::tell(&mut io::stderr().lock(), &config, &folder, &plan)?;
    }
    let mut again = format!("bingwa run {}", out.display());
    if let Some(generations) = args.generations {
        again += &format!(" --generations {generations}");
    }
    let mut screen = Screen::of(folder.path());
    let ended = pipeline::run(&config, &folder, stop, &mut screen)?;
    screen.report();
    match ended {
        Ended::Finished(reports) => done(&reports, &folder, config.generations),
        Ended::TimeUp {
            generation,
            reports,
        } => {
            eprintln!(
                "time is up: the {} of the run are used; go on with  {again} --hours {}",
                time(3600.0 * config.hours),
                2.0 * config.hours
            );
            if generation == 0 {
                bail!("the hours ended before the first model was there: its games are kept");
            }
            done(&reports, &folder, generation)
        }
        Ended::Stopped => {
            if let Some(hours) = args.hours {
                again += &format!(" --hours {hours}");
            }
            let kept = format!("what was finished is kept; go on with  {again}");
            Err(Interrupted(kept).into())
        }
    }
}

/// The config file and the run's folder.
fn places(args: &Args) -> (PathBuf, PathBuf) {
    if args.config.is_dir() {
        let out = args.out.clone().unwrap_or_else(|| args.config.clone());
        return (RunPaths::new(&args.config).config(), out);
    }
    let named = || Path::new("runs").join(args.config.file_stem().unwrap_or_default());
    (args.config.clone(), args.out.clone().unwrap_or_else(named))
}

/// The options by which a run was asked for other than its config says.
fn as_asked(asked: &RunConfig, own: &RunConfig) -> String {
    let mut options = String::new();
    if asked.generations != own.generations {
        options += &format!(" --generations {}", asked.generations);
    }
    if asked.hours != own.hours {
        options += &format!(" --hours {}", asked.hours);
    }
    options
}

fn done(reports: &[MatchReport], folder: &RunFolder, generation: u32) -> anyhow::Result<()> {
    let mut table = io::stdout().lock();
    for report in reports {
        writeln!(table, "{}", report.line())?;
    }
    writeln!(
        table,
        "done: play against it with  bingwa play --model {}",
        folder.model(generation).display()
    )?;
    Ok(())
}
