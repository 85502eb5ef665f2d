//! The round robin that rates the levels.

use std::sync::Arc;

use anyhow::{Context, bail};
use bingwa_engine::Ruleset;
use bingwa_selfplay::matches::{Match, MatchResult, Rating, ResultTable};
use bingwa_selfplay::players::{PlayerFactory, PlayerSpec};
use bingwa_selfplay::search::SearchConfig;

use super::ratings::{Measured, Rated};
use super::{Args, Level};
use crate::interrupt::{self, Interrupted};
use crate::judge::Judge;
use crate::matches::openings;
use crate::screen::progress::Progress;

/// Who the others are measured by, and its Elo. Random play would not do: it
/// loses to nearly everybody, which says little about how far away they are.
pub(super) const ANCHOR: (&str, i32) = ("greedy", 1000);
/// Players that never change, whatever models are released.
const FIXED: [&str; 5] = ["random", ANCHOR.0, "mcts:100", "alphabeta:2", "alphabeta:4"];

/// Plays every pairing and rates the players.
pub(super) fn round_robin(args: &Args, judge: Judge) -> anyhow::Result<Measured> {
    let judge = Arc::new(judge);
    let rules = judge.rules;
    let players = players(&judge)?;
    let games = 2 * args.games.div_ceil(2);
    let openings = openings::of_pairs(&rules, args.seed, games as usize / 2)?;
    let (pool, stop) = (args.threads.pool()?, interrupt::listen()?);
    let pairings = players.len() * (players.len() - 1) / 2;
    let total = pairings as u64 * u64::from(games);
    let mut progress = Progress::new("levels", "games", 0, total);
    let (mut results, mut done) = (ResultTable::default(), 0);
    for (number, first) in players.iter().enumerate() {
        for second in &players[number + 1..] {
            let contest = Match {
                rules: &rules,
                players: [first, second],
                openings: &openings,
                seed: args.seed,
            };
            let note = format!("{} against {}", first.name, second.name);
            let played = pool.install(|| {
                contest.play(stop, |games| progress.set(done + games.len() as u64, &note))
            });
            let Some(played) = played else {
                let note = "nothing is written: a round robin is played in one go";
                return Err(Interrupted(note.to_owned()).into());
            };
            done += played.len() as u64;
            results.add(&first.name, &second.name, &MatchResult::of(&played).by_seat)?;
        }
    }
    progress.finish("");
    let ratings = results
        .rate(ANCHOR.0, ANCHOR.1.into())
        .context("rating the levels")?;
    let is_open = |rating: &&Rating| !rating.is_bounded();
    if let Some(open) = ratings.iter().find(is_open) {
        bail!(
            "{games} games a pairing do not tell how far {} is from {}: one always won; \
             play more --games",
            open.player,
            ANCHOR.0
        );
    }
    Ok(Measured {
        ruleset: rules.to_string(),
        evaluator: judge.name(),
        games,
        seed: args.seed,
        ratings: ratings.iter().map(Rated::from).collect(),
    })
}

fn players(judge: &Arc<Judge>) -> anyhow::Result<Vec<PlayerFactory>> {
    let fixed = |name: &&str| fixed(name, &judge.rules);
    let mut players = FIXED
        .iter()
        .map(fixed)
        .collect::<anyhow::Result<Vec<_>>>()?;
    players.extend(Level::ALL.map(|level| {
        let judge = Arc::clone(judge);
        PlayerFactory::own(level.name().to_owned(), move || {
            Box::new(level.player(&judge))
        })
    }));
    Ok(players)
}

fn fixed(name: &str, rules: &Ruleset) -> anyhow::Result<PlayerFactory> {
    let spec: PlayerSpec = name.parse()?;
    // The simulations are for models alone.
    Ok(spec.load(rules, SearchConfig::default(), 1)?)
}
