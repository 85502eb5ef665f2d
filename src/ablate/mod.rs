//! `bingwa ablate`: what each technique is worth.

mod list;
mod table;

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bingwa_engine::{Position, Ruleset};
use bingwa_models::whole_file;
use bingwa_selfplay::matches::{Match, MatchResult};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::players::PlayerSpec;
use bingwa_train::pipeline::{self, Ended, RunConfig, RunFolder, RunState};

use crate::args;
use crate::interrupt::{self, Interrupted};
use crate::matches;
use crate::run::Screen;
use list::{Change, List};
use table::Row;

/// Measure what each technique is worth: learn once as a base config says, once
/// more for each change of a list, and play every change against the base.
///
/// A change may be of the run (another network, another search in self-play) or
/// of the player alone (search settings in the match, on the base's model).
/// Stopped or killed, the same command goes on; what is there is not done again.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa ablate configs/ablations.toml                     into runs/ablations
  bingwa ablate configs/ablations.toml --ruleset kujifunza --out runs/ablations-kujifunza

The folder:
  base/, CHANGE/     runs, as of bingwa run
  CHANGE.match       the games of a match
  table.md           the results")]
pub(crate) struct Args {
    /// The list of changes, a TOML file like configs/ablations.toml
    list: PathBuf,
    /// Folder for runs and matches [default: runs/ and the list's name]
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The rule set, in place of the base config's
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let list = List::load(&args.list, args.ruleset)?;
    let named = || Path::new("runs").join(args.list.file_stem().unwrap_or_default());
    let out = args.out.clone().unwrap_or_else(named);
    let mut again = format!(
        "bingwa ablate {} --out {}",
        args.list.display(),
        out.display()
    );
    if let Some(rules) = args.ruleset {
        again += &format!(" --ruleset \"{rules}\"");
    }
    let base = learn(&list.base, &out.join("base"), &again)?;
    let rules = list.base.rules();
    let openings = distinct_openings(&rules, list.seed, list.games.div_ceil(2) as usize);
    let mut rows = Vec::new();
    for change in &list.changes {
        eprintln!("{}:", change.name);
        rows.push(measure(&list, change, &base, &openings, &out, &again)?);
    }
    let table = table::table(&list, &base, &rows);
    let path = out.join("table.md");
    whole_file::write(&path, table.as_bytes())
        .with_context(|| format!("writing {}", path.display()))?;
    print!("{table}");
    Ok(())
}

/// A model and the time its run took.
struct Learned {
    model: PathBuf,
    /// Seconds by the clock, over all sessions.
    seconds: f64,
}

/// Does a run, or what is left of it.
fn learn(config: &RunConfig, out: &Path, again: &str) -> anyhow::Result<Learned> {
    let text = toml::to_string(config).context("writing the config down")?;
    let folder = RunFolder::open(out, config, &text)?;
    let ended = pipeline::run(
        config,
        &folder,
        interrupt::listen()?,
        &mut Screen::default(),
    )?;
    let generation = match ended {
        Ended::Finished(_) => config.generations,
        Ended::TimeUp { generation: 0, .. } => bail!(
            "{}: the hours ended before the first model was there",
            out.display()
        ),
        Ended::TimeUp { generation, .. } => generation,
        Ended::Stopped => {
            let kept = format!("what was finished is kept; go on with  {again}");
            return Err(Interrupted(kept).into());
        }
    };
    Ok(Learned {
        model: folder.model(generation),
        seconds: RunState::read(&folder)?.seconds,
    })
}

/// Learns with a change, where it needs that, and plays it against the base.
fn measure(
    list: &List,
    change: &Change,
    base: &Learned,
    openings: &[Position],
    out: &Path,
    again: &str,
) -> anyhow::Result<Row> {
    let own = match &change.config {
        Some(config) => Some(learn(config, &out.join(&change.folder), again)?),
        None => None,
    };
    let rules = &list.base.rules();
    let search = change.config.as_ref().unwrap_or(&list.base).search;
    let player = |model: &Path, settings: &str| -> Result<PlayerSpec, _> {
        format!("{}:{}{settings}", model.display(), change.effort).parse()
    };
    let model = own.as_ref().map_or(&base.model, |own| &own.model);
    let changed = player(model, &change.settings)?.load(rules, search, 1)?;
    let plain = player(&base.model, "")?.load(rules, list.base.search, 1)?;
    let contest = Match {
        rules,
        players: [&changed, &plain],
        openings,
        seed: list.seed,
    };
    let pool = args::pool(list.base.threads)?;
    let save = out.join(format!("{}.match", change.folder));
    let games = matches::play(&contest, None, Some(&save), &pool)?;
    let row = Row {
        name: change.name.clone(),
        effort: change.effort.clone(),
        seconds: own.map(|own| own.seconds),
        result: MatchResult::of(&games),
    };
    eprintln!("{}", row.line());
    Ok(row)
}
