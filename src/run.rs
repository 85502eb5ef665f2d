//! `bingwa run`: the whole loop.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bingwa_train::pipeline::{self, Ended, RunConfig, Stage, Watcher};

use crate::interrupt::{self, Interrupted};
use crate::report;
use crate::screen::progress::Progress;

/// Play, learn and compare, generation after generation, in one folder.
///
/// Each generation plays itself, a new model is trained on the games of the
/// last generations, and meets its predecessor and fixed opponents. Stop it at
/// any time (Ctrl-C); the same command goes on where it was.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa run configs/quick.toml                 into runs/quick, under ten minutes
  bingwa run configs/laptop.toml --out runs/first
  bingwa run runs/first/config.toml --out runs/first    go on with a run

The folder of a run:
  games/        game files            bingwa games show runs/quick/games
  models/       one per generation    bingwa play --model runs/quick/models/g006.bingwa
  matches/      results as JSON
  metrics/      TensorBoard           tensorboard --logdir runs/quick/metrics
  checkpoints/  to go on training from
  report.html   all of it as one page, written after each generation")]
pub(crate) struct Args {
    /// The config: a TOML file, like those in configs/
    config: PathBuf,
    /// Folder of the run [default: runs/ and the config's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let (config, text) = RunConfig::load(&args.config)?;
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| PathBuf::from("runs").join(args.config.file_stem().unwrap_or_default()));
    let stop = interrupt::listen()?;
    plan(&config, &out);
    let mut screen = Screen::of(&out);
    let ended = pipeline::run(&config, &text, &out, stop, &mut screen)?;
    screen.report();
    match ended {
        Ended::Finished(reports) => {
            let mut table = io::stdout().lock();
            for report in reports {
                writeln!(table, "{}", report.line())?;
            }
            let last = out.join(format!("models/g{:03}.bingwa", config.generations));
            writeln!(
                table,
                "done: play against it with  bingwa play --model {}",
                last.display()
            )?;
            Ok(())
        }
        Ended::Stopped => Err(Interrupted(format!(
            "what was finished is kept; go on with  bingwa run {} --out {}",
            args.config.display(),
            out.display()
        ))
        .into()),
    }
}

fn plan(config: &RunConfig, out: &Path) {
    let later = u64::from(config.generations - 1) * config.games;
    eprintln!(
        "{}: {} generations, {} self-play games, network {}, into {}",
        config.ruleset,
        config.generations,
        config.games_of(0) + later,
        config.train.architecture(),
        out.display()
    );
}

/// Shows the stages of a run, one after the other, and keeps its report.
#[derive(Default)]
pub(crate) struct Screen {
    stage: Option<Progress>,
    /// The folder to write reports of, if any.
    run: Option<PathBuf>,
}

impl Screen {
    /// A screen that also writes the run's report after each generation.
    fn of(run: &Path) -> Self {
        Self {
            stage: None,
            run: Some(run.to_owned()),
        }
    }

    /// Writes the report; a run does not end because that fails.
    fn report(&self) {
        if let Some(Err(error)) = self.run.as_deref().map(report::write_into) {
            eprintln!("no report: {error:#}");
        }
    }
}

impl Watcher for Screen {
    fn begin(&mut self, stage: &Stage, from: u64, total: u64) {
        // Playing with a model begins when its generation is done.
        if matches!(stage, Stage::SelfPlay { generation: 1.. }) {
            self.report();
        }
        self.stage = Some(Progress::new(&stage.to_string(), stage.unit(), from, total));
    }

    fn advance(&mut self, done: u64, note: &str) {
        if let Some(stage) = &mut self.stage {
            stage.set(done, note);
        }
    }

    fn end(&mut self, note: &str) {
        if let Some(stage) = self.stage.take() {
            stage.finish(note);
        }
    }

    fn say(&mut self, line: &str) {
        eprintln!("{line}");
    }
}
