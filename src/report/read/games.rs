//! The game files: how many games there are, and some of the newest in full.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use bingwa_engine::{Move, Outcome, Position, Ruleset, Side};
use bingwa_selfplay::health::Health;
use bingwa_selfplay::records::{GameRecord, MoveRecord, Proof, Shard, parse_shard_name, unpack};

use super::damage::Damages;
use super::listing::listing;

/// What is known of a run's games.
#[derive(Default)]
pub(in crate::report) struct Games {
    /// Games by generation.
    pub(in crate::report) counts: BTreeMap<u32, u64>,
    /// Sound games of one file of the newest generation.
    pub(in crate::report) newest: Vec<Told>,
}

impl Games {
    /// Games of all generations.
    pub(in crate::report) fn total(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// A game, played again.
pub(in crate::report) struct Told {
    pub(in crate::report) generation: u32,
    pub(in crate::report) index: u64,
    /// Hash of the model that played; empty before there was one.
    pub(in crate::report) model: String,
    pub(in crate::report) rules: Ruleset,
    pub(in crate::report) turns: Vec<Turn>,
    pub(in crate::report) end: Position,
    pub(in crate::report) outcome: Outcome,
}

/// One move of a game.
pub(in crate::report) struct Turn {
    /// The position it was played in.
    pub(in crate::report) position: Position,
    pub(in crate::report) mv: Move,
    /// South's chance to win before the move, 0 to 1, by the search; `None` if
    /// nothing was searched.
    pub(in crate::report) south: Option<f64>,
    /// The player who has a proven win before the move.
    pub(in crate::report) proven: Option<Side>,
}

/// Counts all games and reads one file of the newest generation.
///
/// Generations whose health is written are complete: their health tells how
/// many games there are, and their files are not opened, since a long run has
/// gigabytes of them.
pub(super) fn read(folder: &Path, health: &[Health], damages: &mut Damages) -> Games {
    let mut games = Games::default();
    let mut files: BTreeMap<u32, Vec<PathBuf>> = BTreeMap::new();
    for path in listing(folder, "g", ".games", damages) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        match parse_shard_name(&name) {
            Some((generation, _)) => files.entry(generation).or_default().push(path),
            None => damages.add(&path, "its name is not that of a run's game file; left out"),
        }
    }
    let counted = health
        .iter()
        .map(|health| (health.generation, health.games));
    games.counts.extend(counted);
    for (&generation, paths) in files.iter().rev() {
        let is_wanted = games.newest.is_empty();
        let is_counted = games.counts.contains_key(&generation);
        if is_counted && !is_wanted {
            continue;
        }
        let mut written = 0;
        for path in paths {
            match Shard::open(path) {
                Ok(shard) => {
                    written += shard.written();
                    if games.newest.is_empty() {
                        games.newest = told(&shard, damages);
                    }
                }
                Err(error) => damages.add(path, error),
            }
        }
        games.counts.entry(generation).or_insert(written);
    }
    games
}

/// The sound games of a file; its damage is named.
fn told(shard: &Shard, damages: &mut Damages) -> Vec<Told> {
    let header = shard.header();
    let mut all = Vec::new();
    for game in shard {
        match game {
            Ok(record) => match replayed(&record, &header.ruleset) {
                Ok((turns, end, outcome)) => all.push(Told {
                    generation: record.generation,
                    index: record.index,
                    model: header.model.clone(),
                    rules: header.ruleset,
                    turns,
                    end,
                    outcome,
                }),
                Err(why) => damages.add(shard.path(), format!("game {}: {why}", record.index)),
            },
            Err(damage) => damages.add(shard.path(), damage),
        }
    }
    all
}

fn replayed(
    record: &GameRecord,
    rules: &Ruleset,
) -> Result<(Vec<Turn>, Position, Outcome), String> {
    let mut turns = Vec::with_capacity(record.moves.len());
    let mut end = None;
    let walked = record.walk(rules, |position, played, record| {
        end = Some(played.position);
        // A move above 63 ends the walk before it comes here.
        turns.extend(Move::from_index(record.mv).map(|mv| turn(position, mv, record)));
    });
    let outcome = walked.map_err(|fault| fault.to_string())?;
    let end = end.ok_or("it has no move")?;
    Ok((turns, end, outcome))
}

fn turn(position: &Position, mv: Move, record: &MoveRecord) -> Turn {
    let mover = position.mover();
    let chance = f64::from(unpack(record.value));
    let is_searched = !record.policy.is_empty();
    Turn {
        position: *position,
        mv,
        south: is_searched.then_some(match mover {
            Side::South => chance,
            Side::North => 1.0 - chance,
        }),
        proven: match record.proof {
            Proof::Win(_) => Some(mover),
            Proof::Loss(_) => Some(mover.opponent()),
            Proof::Open | Proof::Draw(_) => None,
        },
    }
}
