//! `bingwa match`: two players, many openings, both seats.

use std::io::{self, Write};

use anyhow::bail;
use bingwa_engine::{Outcome, Ruleset};
use bingwa_models::Model;
use bingwa_selfplay::matches::{Match, MatchGame, MatchResult, Sprt, Verdict, elo_difference};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::players::PlayerSpec;
use bingwa_selfplay::search::SearchConfig;
use serde_json::json;

use crate::args::{self, Threads};
use crate::interrupt;
use crate::screen::{progress::Progress, score};

/// Play two players against each other: distinct seeded openings of a few
/// random moves, each played from both seats; print the score of the first, per
/// seat, and how much stronger it is in Elo, with 95 % intervals.
#[derive(clap::Args)]
#[command(after_help = "\
Players:
  random                any legal move
  greedy                captures most
  mcts:N                rollout MCTS, N random games a move
  alphabeta:N           alpha-beta to depth N; alphabeta:5000e makes 5,000 evaluations a
                        move, alphabeta:20ms thinks for 20 milliseconds of CPU time
  bestfirst:N           best-first minimax, N evaluations a move; bestfirst:20ms likewise
  untrained:N           network search without a network, N simulations a move
  FILE, FILE:N          a model, N simulations a move; FILE:5000e makes 5,000 evaluations,
                        FILE:20ms thinks for 20 milliseconds of CPU time
  FILE:64,root=puct,exploration=0.3
                        with search settings, those of [search] in a run's config;
                        network=f32 computes in floating point
  alphabeta:N:FILE, bestfirst:N:FILE
                        the minimax players on a model, not on the handwritten evaluation

Examples:
  bingwa match greedy random --games 400 --ruleset kujifunza
  bingwa match runs/quick/models/g006.bingwa runs/quick/models/g001.bingwa
  bingwa match runs/quick/models/g006.bingwa:800 mcts:1000 --games 200 --seed 7
  bingwa match alphabeta:20ms bestfirst:20ms:runs/quick/models/g006.bingwa

A sequential test plays only as long as it must. Is A 30 Elo stronger, or no
stronger at all? Each answer is given in about 5 % of the matches where the other
is true. A match so stopped overstates the Elo: play a fixed number of games
to measure it.
  bingwa match g006.bingwa g005.bingwa --sprt 0,30 --games 4000")]
pub(crate) struct Args {
    /// The player whose score is counted
    #[arg(value_name = "A")]
    first: PlayerSpec,
    /// Its opponent
    #[arg(value_name = "B")]
    second: PlayerSpec,
    /// Games to play, two of each opening
    #[arg(long, default_value_t = 200, value_parser = clap::value_parser!(u32).range(2..))]
    games: u32,
    /// Stop as soon as a sequential test of the pairs believes one of these two
    /// strengths of A above B, with error rates of 5 %; --games is the most it plays
    #[arg(long, value_name = "ELO0,ELO1", allow_hyphen_values = true)]
    sprt: Option<Sprt>,
    /// The rule set [default: that of a model that plays, else kiswahili]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// Simulations a move of a model that names none
    #[arg(long, default_value_t = 64)]
    simulations: u32,
    /// Seed of openings and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &match args.ruleset {
        Some(rules) => rules,
        None => ruleset_of([&args.first, &args.second])?,
    };
    let load = |spec: &PlayerSpec| spec.load(rules, SearchConfig::default(), args.simulations);
    let (first, second) = (load(&args.first)?, load(&args.second)?);
    let pairs = args.games.div_ceil(2) as usize;
    let openings = distinct_openings(rules, args.seed, pairs);
    if openings.len() < pairs {
        bail!(
            "{rules} has only {} distinct openings: ask for at most {} games",
            openings.len(),
            2 * openings.len()
        );
    }
    let contest = Match {
        rules,
        players: [&first, &second],
        openings: &openings,
        seed: args.seed,
    };
    let games = play(&contest, args.sprt.as_ref(), &args.threads.pool()?)?;
    let result = MatchResult::of(&games);
    let elo = elo_difference(&result);
    let mut out = io::stdout().lock();
    if args.json {
        let seats = result.by_seat.map(|score| json!(score));
        writeln!(
            out,
            "{}",
            json!({
                "ruleset": rules.to_string(),
                "players": [first.name, second.name],
                "seed": args.seed,
                "games": result.total().games(),
                "share": result.total().share(),
                "south": seats[0],
                "north": seats[1],
                "pairs": result.pairs,
                "distinct": result.distinct,
                "elo": elo.ok(),
                "sprt": args.sprt.map(|test| told(&test, &result)),
            })
        )?;
    } else {
        for line in score::lines([&first.name, &second.name], &result) {
            writeln!(out, "{line}")?;
        }
        writeln!(out, "{}", score::elo(&elo))?;
        if let Some(test) = &args.sprt {
            writeln!(out, "{}", score::sprt(test, &result))?;
        }
    }
    Ok(())
}

/// A test and what it found, for programs.
fn told(test: &Sprt, result: &MatchResult) -> serde_json::Value {
    let verdict = test.verdict(result).map(|verdict| match verdict {
        Verdict::H0 => "H0",
        Verdict::H1 => "H1",
    });
    json!({
        "hypotheses": test.hypotheses(),
        "error_rates": test.error_rates(),
        "bounds": test.bounds(),
        "llr": test.llr(&result.pairs),
        "verdict": verdict,
    })
}

/// Plays the pairs, all or until the test is decided, with a progress bar;
/// Ctrl-C stops between batches.
fn play(
    contest: &Match<'_>,
    test: Option<&Sprt>,
    pool: &rayon::ThreadPool,
) -> anyhow::Result<Vec<MatchGame>> {
    let stop = interrupt::listen()?;
    let total = 2 * contest.openings.len();
    let mut progress = Progress::new("match", "games", 0, total as u64);
    let mut played = 0;
    let mut tell = |games: &[MatchGame], llr: Option<f64>| {
        played = games.len();
        let won = games
            .iter()
            .filter(|game| game.outcome == Outcome::Win(game.seat))
            .count();
        let mut note = format!("{:.0} % won", 100.0 * won as f64 / played as f64);
        if let Some(llr) = llr {
            note += &format!(", LLR {llr:.2}");
        }
        progress.set(played as u64, &note);
    };
    let games = pool.install(|| match test {
        Some(test) => contest.play_until_decided(test, stop, |games, llr| tell(games, Some(llr))),
        None => contest.play(stop, |games| tell(games, None)),
    });
    let Some(games) = games else {
        let note = format!(
            "{played} of {total} games played; a match is played in one go: start it again"
        );
        return Err(interrupt::Interrupted(note).into());
    };
    progress.finish("");
    Ok(games)
}

/// The rule set of the first model among the players, else kiswahili.
fn ruleset_of(specs: [&PlayerSpec; 2]) -> anyhow::Result<Ruleset> {
    for spec in specs {
        if let Some(path) = spec.model_file() {
            return Ok(Model::load(path)?.ruleset);
        }
    }
    Ok(Ruleset::KISWAHILI)
}
