//! `bingwa match`: two players, many openings, both seats.

pub(crate) mod openings;
mod players;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bingwa_engine::{Outcome, Ruleset};
use bingwa_selfplay::matches::{
    Match, MatchGame, MatchResult, SavedMatch, Sprt, Verdict, elo_difference,
};
use serde_json::json;

use crate::args::{self, Threads};
use crate::interrupt;
use crate::screen::{progress::Progress, score};
use players::Players;

/// Play two players against each other: distinct seeded openings of a few
/// random moves, even for a search, each played from both seats; print the score
/// of the first, per seat, and how much stronger it is in Elo, with 95 % intervals.
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

Limits of time need quiet cores: never more games at once than cores. Without them
the same command plays the same games.

A long match may be stopped and killed: the same command goes on with what is saved.
  bingwa match g006.bingwa g005.bingwa --games 4000 --save g006-g005.match

Any program that speaks UGI (docs/PROTOCOL.md) can be the opponent, one process for
each game under way. If it crashes, plays an illegal move or does not answer, the
game is lost, the result says why, and the next game gets a new process.
  bingwa match g006.bingwa:800 --engine \"other/engine --fast\" --engine-limit 100ms
  bingwa match greedy --engine \"bingwa ugi --model g006.bingwa\" --engine-limit 64

A sequential test plays only as long as it must. Is A 30 Elo stronger, or no
stronger at all? Each answer is given in about 5 % of the matches where the other
is true. A match so stopped overstates the Elo: play a fixed number of games
to measure it.
  bingwa match g006.bingwa g005.bingwa --sprt 0,30 --games 4000")]
pub(crate) struct Args {
    #[command(flatten)]
    players: Players,
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
    /// Seed of openings and players
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Keep the games in this file while they are played, and go on with those
    /// that are in it
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// Print one JSON object instead of a table
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &match args.ruleset {
        Some(rules) => rules,
        None => args.players.ruleset()?,
    };
    if args.players.think_by_time() {
        args.threads.each_needs_a_core()?;
    }
    let [first, second] = args.players.load(rules)?;
    let pairs = args.games.div_ceil(2) as usize;
    let openings = openings::of_pairs(rules, args.seed, pairs)?;
    let contest = Match {
        rules,
        players: [&first, &second],
        openings: &openings,
        seed: args.seed,
    };
    let pool = args.threads.pool()?;
    let games = play(&contest, args.sprt.as_ref(), args.save.as_deref(), &pool)?;
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
                "faults": faults(&games).map(|reasons| reasons.len()),
            })
        )?;
    } else {
        for line in score::lines([&first.name, &second.name], &result) {
            writeln!(out, "{line}")?;
        }
        for (name, reasons) in [&first.name, &second.name].into_iter().zip(faults(&games)) {
            if let Some(reason) = reasons.first() {
                let lost = match reasons.len() {
                    1 => "1 game".to_owned(),
                    games => format!("{games} games"),
                };
                writeln!(
                    out,
                    "{name} lost {lost} by fault; the first time it {reason}"
                )?;
            }
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

/// Why each player lost games without the rules, one reason a game.
fn faults(games: &[MatchGame]) -> [Vec<&str>; 2] {
    let mut faults = [Vec::new(), Vec::new()];
    for game in games {
        if let Some(reason) = &game.fault {
            let first_lost = game.outcome != Outcome::Win(game.seat);
            faults[usize::from(!first_lost)].push(reason.as_str());
        }
    }
    faults
}

/// Plays the pairs, all or until the test is decided, with a progress bar, and
/// keeps them in a file if there is one; Ctrl-C stops between batches.
pub(crate) fn play(
    contest: &Match<'_>,
    test: Option<&Sprt>,
    save: Option<&Path>,
    pool: &rayon::ThreadPool,
) -> anyhow::Result<Vec<MatchGame>> {
    let stop = interrupt::listen()?;
    let mut saved = save
        .map(|path| SavedMatch::open(path, contest))
        .transpose()?;
    let total = 2 * contest.openings.len();
    let kept = saved.as_ref().map_or(0, |saved| saved.games().len());
    let mut progress = Progress::new("match", "games", kept.min(total) as u64, total as u64);
    let mut played = kept;
    let tell = |games: &[MatchGame]| {
        played = games.len();
        let won = games
            .iter()
            .filter(|game| game.outcome == Outcome::Win(game.seat))
            .count();
        let mut note = format!("{:.0} % won", 100.0 * won as f64 / played as f64);
        if let Some(test) = test {
            note += &format!(", LLR {:.2}", test.llr(&MatchResult::of(games).pairs));
        }
        let lost = games.iter().filter(|game| game.fault.is_some()).count();
        if lost > 0 {
            note += &format!(", {lost} lost by fault");
        }
        progress.set(played as u64, &note);
    };
    let games = pool.install(|| match &mut saved {
        Some(saved) => saved.play(contest, test, stop, tell),
        None => {
            let mut tell = tell;
            contest.go_on(Vec::new(), test, stop, |games| {
                tell(games);
                Ok(())
            })
        }
    })?;
    let Some(games) = games else {
        let how = match save {
            Some(path) => format!("kept in {}: the same command goes on", path.display()),
            None => "start it again, with --save FILE to keep what is played".to_owned(),
        };
        let note = format!("{played} of {total} games played; {how}");
        return Err(interrupt::Interrupted(note).into());
    };
    progress.finish("");
    Ok(games)
}
