//! `bingwa rate`: one scale for all players of a run.

mod budget;
mod results;
mod searches;
mod table;

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use bingwa_selfplay::players::PlayerSpec;
use bingwa_selfplay::records::FolderLock;
use bingwa_train::pipeline::{RunConfig, RunPaths};

use crate::args::Threads;
use results::Results;

/// Rate all players of a run on one scale, in Elo, from all their matches.
///
/// The matches are those that the run played (RUN/matches) and those kept in
/// RUN/ratings, which `--budget` and `bingwa match --save` write. The ratings are
/// the likeliest under the model of Bradley and Terry, with 95 % intervals of the
/// distance to the anchor, who stands at 0. `>` and `<` stand where a player always
/// won or always lost: then no game bounds the other end.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa rate runs/quick                      the table of what was played
  bingwa rate runs/quick --budget 2000        play until RUN/ratings holds 2,000 games
  bingwa rate runs/quick --budget 2000 --opponents random,greedy,alphabeta:4
  bingwa rate runs/quick --json
  bingwa match runs/quick/models/g006.bingwa alphabeta:6 --save runs/quick/ratings/a6.match

With --budget every generation of the run and every opponent can play. Matches of 20
games are played one after another, each between the two whose games are expected to
narrow all intervals most. A budget is a number of games and not of seconds, so that
the same command plays the same games on every machine; it counts what is there
already. Stop it at any time (Ctrl-C, kill): the same command goes on and ends with
the same games.")]
pub(crate) struct Args {
    /// Folder of the run
    #[arg(value_name = "RUN")]
    run: PathBuf,
    /// The player who stands at 0 Elo [default: random, else greedy]
    #[arg(long, value_name = "PLAYER")]
    anchor: Option<String>,
    /// Play until RUN/ratings holds so many games, in matches of 20
    #[arg(long, value_name = "GAMES", value_parser = clap::value_parser!(u32).range(1..))]
    budget: Option<u32>,
    /// Who plays besides the generations with --budget; the first generation is
    /// always among those
    #[arg(
        long,
        value_name = "PLAYERS",
        value_delimiter = ',',
        default_value = "random,greedy,alphabeta:2,alphabeta:4,alphabeta:6,mcts:100,mcts:1000,mcts:10000"
    )]
    opponents: Vec<PlayerSpec>,
    #[command(flatten)]
    threads: Threads,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let paths = RunPaths::new(&args.run);
    let (config, _) = RunConfig::load(&paths.config())?;
    let rules = config.rules();
    let folder = args.run.join("ratings");
    // Who plays reads what is there when nobody else can add to it.
    let _lock = match args.budget {
        Some(_) => Some(FolderLock::take(&folder)?),
        None => None,
    };
    let matches = args.run.join("matches");
    let mut results = Results::read(&matches, &folder, &rules, &config.search)?;
    if let Some(games) = args.budget {
        let contestants = budget::Contestants::load(&paths, &config, &rules, &args.opponents)?;
        contestants.note_searches(&mut results.searches)?;
        let mut known = contestants.names();
        known.extend(results.table.players());
        let anchor = anchor(args.anchor.as_deref(), &known)?;
        contestants.play(&mut results, &anchor, games, &args.threads.pool()?)?;
    }
    let anchor = anchor(args.anchor.as_deref(), &results.table.players())?;
    let (connected, unrated) = results.table.connected_with(&anchor);
    let ratings = connected.rate(&anchor, 0.0)?;
    let rated = table::Table {
        run: &args.run,
        rules: rules.to_string(),
        anchor: &anchor,
        games: connected.games(),
        ratings: &ratings,
        unrated: &unrated,
    };
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", rated.json())?;
    } else {
        for line in rated.lines() {
            writeln!(out, "{line}")?;
        }
    }
    Ok(())
}

const RANDOM: &str = "random";
const GREEDY: &str = "greedy";

/// The player who stands at 0, one of these.
fn anchor(asked: Option<&str>, players: &[&str]) -> anyhow::Result<String> {
    let known = |name: &&str| players.contains(name);
    match asked {
        Some(name) if known(&name) => Ok(name.to_owned()),
        None if players.is_empty() => {
            bail!("no game was played: the run has no matches yet; --budget plays some")
        }
        None => match [RANDOM, GREEDY].into_iter().find(known) {
            Some(name) => Ok(name.to_owned()),
            None => bail!(
                "neither {RANDOM} nor {GREEDY} played: name an --anchor, one of {}",
                players.join(", ")
            ),
        },
        Some(name) => bail!(
            "the anchor {name} played no game; these did: {}",
            players.join(", ")
        ),
    }
}
