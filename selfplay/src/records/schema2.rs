//! Records of schema 2: columns of equal things, which pack to fewer bytes than
//! one move after the other.

use serde::{Deserialize, Serialize};

use super::game::{GameRecord, MoveRecord, SearchedMove};
use super::proof::Proof;

/// A game. Columns have an item for each move.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Stored {
    generation: u32,
    index: u64,
    start: String,
    result: String,
    moves: Vec<u8>,
    laps: Vec<u16>,
    simulations: Vec<u32>,
    full: Vec<bool>,
    network_values: Planes,
    values: Values,
    /// How many legal moves each move had; 0 if it was not searched.
    legal: Vec<u8>,
    found: Found,
}

/// Columns with an item for each legal move of the searched positions.
#[derive(Default, Serialize, Deserialize)]
struct Found {
    moves: Vec<u8>,
    visits: Vec<u32>,
    shares: Planes,
    priors: Planes,
    values: Values,
}

/// Values with their proofs; a proven value is what its proof says.
#[derive(Default, Serialize, Deserialize)]
struct Values {
    proofs: Vec<u32>,
    /// Those of the open ones.
    values: Planes,
}

/// Numbers of 16 bits: their high bytes, then their low bytes.
#[derive(Default, Serialize, Deserialize)]
struct Planes {
    high: Vec<u8>,
    low: Vec<u8>,
}

impl TryFrom<&GameRecord> for Stored {
    type Error = String;

    fn try_from(game: &GameRecord) -> Result<Self, String> {
        let mut stored = Self {
            generation: game.generation,
            index: game.index,
            start: game.start.clone(),
            result: game.result.clone(),
            ..Self::default()
        };
        for mv in &game.moves {
            stored.moves.push(mv.mv);
            stored
                .laps
                .push(mv.laps.ok_or("the laps of a move were not counted")?);
            stored.simulations.push(mv.simulations);
            stored.full.push(mv.full);
            stored.network_values.push(mv.network_value);
            stored.values.push(mv.proof, mv.value);
            let legal = u8::try_from(mv.policy.len());
            stored.legal.push(legal.map_err(|error| error.to_string())?);
            for found in &mv.policy {
                stored.found.moves.push(found.mv);
                stored.found.visits.push(found.visits);
                stored.found.shares.push(found.share);
                stored.found.priors.push(found.prior);
                stored.found.values.push(found.proof, found.value);
            }
        }
        Ok(stored)
    }
}

impl Stored {
    /// The game; `None` if the columns do not go together.
    pub(super) fn game(self) -> Option<GameRecord> {
        let moves = self.moves.len();
        let columns = [
            self.laps.len(),
            self.simulations.len(),
            self.full.len(),
            self.legal.len(),
        ];
        if columns.iter().any(|&length| length != moves) {
            return None;
        }
        let values = self.values.read(moves)?;
        let network_values = self.network_values.read(moves)?;
        let mut found = self.found.moves()?.into_iter();
        if self.legal.iter().map(|&n| usize::from(n)).sum::<usize>() != found.len() {
            return None;
        }
        let rows = self.moves.into_iter().zip(self.laps);
        let searches = self.simulations.into_iter().zip(self.full);
        let judged = values.into_iter().zip(network_values);
        let moves = rows.zip(searches).zip(judged).zip(&self.legal).map(
            |((((mv, laps), (simulations, full)), ((proof, value), network_value)), &legal)| {
                MoveRecord {
                    mv,
                    laps: Some(laps),
                    simulations,
                    full,
                    value,
                    proof,
                    network_value,
                    policy: found.by_ref().take(usize::from(legal)).collect(),
                }
            },
        );
        Some(GameRecord {
            generation: self.generation,
            index: self.index,
            start: self.start,
            moves: moves.collect(),
            result: self.result,
        })
    }
}

impl Found {
    fn moves(self) -> Option<Vec<SearchedMove>> {
        let count = self.moves.len();
        if self.visits.len() != count {
            return None;
        }
        let shares = self.shares.read(count)?;
        let priors = self.priors.read(count)?;
        let values = self.values.read(count)?;
        let packed = shares.into_iter().zip(priors).zip(values);
        let found = self.moves.into_iter().zip(self.visits).zip(packed).map(
            |((mv, visits), ((share, prior), (proof, value)))| SearchedMove {
                mv,
                share,
                value,
                proof,
                visits,
                prior,
            },
        );
        Some(found.collect())
    }
}

impl Values {
    fn push(&mut self, proof: Proof, value: u16) {
        self.proofs.push(proof.code());
        if !proof.is_proven() {
            self.values.push(value);
        }
    }

    fn read(&self, count: usize) -> Option<Vec<(Proof, u16)>> {
        if self.proofs.len() != count {
            return None;
        }
        let open = self.proofs.iter().filter(|&&code| code == 0).count();
        let mut values = self.values.read(open)?.into_iter();
        self.proofs
            .iter()
            .map(|&code| {
                let proof = Proof::from_code(code)?;
                Some((proof, proof.value().or_else(|| values.next())?))
            })
            .collect()
    }
}

impl Planes {
    fn push(&mut self, number: u16) {
        let [high, low] = number.to_be_bytes();
        self.high.push(high);
        self.low.push(low);
    }

    fn read(&self, count: usize) -> Option<Vec<u16>> {
        let pairs = self.high.iter().zip(&self.low);
        ([self.high.len(), self.low.len()] == [count; 2]).then(|| {
            pairs
                .map(|(&high, &low)| u16::from_be_bytes([high, low]))
                .collect()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stored() -> Stored {
        let searched = |proof, value| SearchedMove {
            mv: 1,
            share: 2,
            value,
            proof,
            visits: 4,
            prior: 5,
        };
        let mv = MoveRecord {
            mv: 6,
            laps: Some(7),
            simulations: 8,
            full: true,
            value: 9,
            proof: Proof::Open,
            network_value: 10,
            policy: vec![searched(Proof::Open, 3), searched(Proof::Loss(2), 0)],
        };
        let game = GameRecord {
            generation: 0,
            index: 0,
            start: String::new(),
            moves: vec![mv; 2],
            result: String::new(),
        };
        assert_eq!(Stored::try_from(&game).unwrap().game(), Some(game.clone()));
        Stored::try_from(&game).unwrap()
    }

    type Column<T> = fn(&mut Stored) -> &mut Vec<T>;

    fn refuses_other_lengths<T: Default>(column: Column<T>) {
        let (mut short, mut long) = (stored(), stored());
        column(&mut short).pop();
        assert_eq!(short.game(), None);
        column(&mut long).push(T::default());
        assert_eq!(long.game(), None);
    }

    #[test]
    fn a_column_too_short_or_too_long_makes_no_game() {
        let bytes: [Column<u8>; 12] = [
            |s| &mut s.moves,
            |s| &mut s.legal,
            |s| &mut s.network_values.high,
            |s| &mut s.network_values.low,
            |s| &mut s.values.values.high,
            |s| &mut s.values.values.low,
            |s| &mut s.found.moves,
            |s| &mut s.found.shares.high,
            |s| &mut s.found.shares.low,
            |s| &mut s.found.priors.low,
            |s| &mut s.found.values.values.high,
            |s| &mut s.found.values.values.low,
        ];
        bytes.into_iter().for_each(refuses_other_lengths);
        let numbers: [Column<u32>; 4] = [
            |s| &mut s.simulations,
            |s| &mut s.values.proofs,
            |s| &mut s.found.visits,
            |s| &mut s.found.values.proofs,
        ];
        numbers.into_iter().for_each(refuses_other_lengths);
        // The last move was not searched: the sum of the moves still fits.
        let mut short = stored();
        short.moves.push(6);
        short.laps.push(7);
        short.simulations.push(0);
        short.full.push(false);
        short.network_values.high.push(0);
        short.network_values.low.push(0);
        short.values.proofs.push(0);
        short.values.values.high.push(0);
        short.values.values.low.push(0);
        assert_eq!(short.game(), None);
        let mut long = stored();
        long.laps.push(1);
        assert_eq!(long.game(), None);
        let mut long = stored();
        long.full.push(true);
        assert_eq!(long.game(), None);
    }
}
