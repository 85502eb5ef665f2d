//! Records of schema 1, which are still read, and written where a damaged file
//! of that schema is saved. Field by field as bincode has them.

use serde::{Deserialize, Serialize};

use super::game::{GameRecord, MoveRecord, SearchedMove};
use super::proof::Proof;

/// A game.
#[derive(Serialize, Deserialize)]
pub(super) struct Stored {
    generation: u32,
    index: u64,
    start: String,
    moves: Vec<StoredMove>,
    result: String,
}

#[derive(Serialize, Deserialize)]
struct StoredMove {
    mv: u8,
    simulations: u32,
    full: bool,
    value: u16,
    network_value: u16,
    policy: Vec<StoredSearched>,
}

#[derive(Serialize, Deserialize)]
struct StoredSearched {
    mv: u8,
    share: u16,
    value: u16,
}

impl From<&GameRecord> for Stored {
    fn from(game: &GameRecord) -> Self {
        let searched = |found: &SearchedMove| StoredSearched {
            mv: found.mv,
            share: found.share,
            value: found.value,
        };
        let stored = |mv: &MoveRecord| StoredMove {
            mv: mv.mv,
            simulations: mv.simulations,
            full: mv.full,
            value: mv.value,
            network_value: mv.network_value,
            policy: mv.policy.iter().map(searched).collect(),
        };
        Self {
            generation: game.generation,
            index: game.index,
            start: game.start.clone(),
            moves: game.moves.iter().map(stored).collect(),
            result: game.result.clone(),
        }
    }
}

impl From<Stored> for GameRecord {
    fn from(stored: Stored) -> Self {
        let searched = |found: StoredSearched| SearchedMove {
            mv: found.mv,
            share: found.share,
            value: found.value,
            proof: Proof::Open,
            visits: 0,
            prior: 0,
        };
        let moves = stored.moves.into_iter().map(|mv| MoveRecord {
            mv: mv.mv,
            laps: None,
            simulations: mv.simulations,
            full: mv.full,
            value: mv.value,
            proof: Proof::Open,
            network_value: mv.network_value,
            policy: mv.policy.into_iter().map(searched).collect(),
        });
        Self {
            generation: stored.generation,
            index: stored.index,
            start: stored.start,
            moves: moves.collect(),
            result: stored.result,
        }
    }
}
