//! Where two records of one game part.

use core::fmt;

use bingwa_engine::Move;

use crate::records::{GameRecord, MoveRecord, unpack};

/// The first thing in which a game differs from its record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Generation of the game.
    pub generation: u32,
    /// Number of the game in its generation.
    pub index: u64,
    /// Number of the move, from 1; `None` if it is nothing about a move.
    pub ply: Option<usize>,
    /// What it is.
    pub what: String,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} of generation {}", self.index, self.generation)?;
        if let Some(ply) = self.ply {
            write!(f, ", move {ply}")?;
        }
        write!(f, ": {}", self.what)
    }
}

impl Difference {
    /// The first difference between a recorded game and the same game played
    /// now; `None` if there is none.
    #[must_use]
    pub fn first(recorded: &GameRecord, now: &GameRecord) -> Option<Self> {
        if recorded == now {
            return None;
        }
        let moves = recorded.moves.iter().zip(&now.moves);
        let (ply, what) = (1..)
            .zip(moves)
            .find_map(|(ply, (recorded, now))| Some((Some(ply), of_move(recorded, now)?)))
            .unwrap_or_else(|| {
                let length = ("number of moves", recorded.moves.len(), now.moves.len());
                let what = parts(length.0, length.1, length.2)
                    .or_else(|| parts("start", &recorded.start, &now.start))
                    .or_else(|| parts("result", &recorded.result, &now.result))
                    .unwrap_or_else(|| "it has another number".to_owned());
                (None, what)
            });
        Some(Self {
            generation: recorded.generation,
            index: recorded.index,
            ply,
            what,
        })
    }
}

/// What the network says comes first: it is what the search builds on.
fn of_move(recorded: &MoveRecord, now: &MoveRecord) -> Option<String> {
    let (old, new) = (recorded, now);
    probability("network value", old.network_value, new.network_value)
        .or_else(|| parts("full search", old.full, new.full))
        .or_else(|| parts("simulations", old.simulations, new.simulations))
        .or_else(|| parts("legal moves", old.policy.len(), new.policy.len()))
        .or_else(|| {
            let pairs = old.policy.iter().zip(&new.policy);
            pairs.into_iter().find_map(|(old, new)| {
                let of = |what| format!("{what} of {}", name(old.mv));
                parts("legal move", name(old.mv), name(new.mv))
                    .or_else(|| probability(&of("prior"), old.prior, new.prior))
                    .or_else(|| parts(&of("visits"), old.visits, new.visits))
                    .or_else(|| parts(&of("proof"), old.proof, new.proof))
                    .or_else(|| probability(&of("value"), old.value, new.value))
                    .or_else(|| probability(&of("share"), old.share, new.share))
            })
        })
        .or_else(|| parts("proof", old.proof, new.proof))
        .or_else(|| probability("value", old.value, new.value))
        .or_else(|| parts("move", name(old.mv), name(new.mv)))
        .or_else(|| parts("laps", old.laps, new.laps))
}

fn parts<T: PartialEq + fmt::Debug>(what: &str, recorded: T, now: T) -> Option<String> {
    (recorded != now).then(|| format!("{what} {recorded:?} recorded, {now:?} now"))
}

fn probability(what: &str, recorded: u16, now: u16) -> Option<String> {
    let (old, new) = (unpack(recorded), unpack(now));
    (recorded != now).then(|| format!("{what} {old:.5} recorded, {new:.5} now"))
}

fn name(mv: u8) -> String {
    Move::from_index(mv).map_or_else(|| mv.to_string(), |mv| mv.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{Proof, SearchedMove};

    type Spoil = fn(&mut GameRecord);

    fn game() -> GameRecord {
        let searched = |mv| SearchedMove {
            mv,
            share: 32768,
            value: 1000,
            proof: Proof::Open,
            visits: 4,
            prior: 32768,
        };
        let mv = MoveRecord {
            mv: 0,
            laps: Some(3),
            simulations: 8,
            full: true,
            value: 1000,
            proof: Proof::Open,
            network_value: 2000,
            policy: vec![searched(0), searched(2)],
        };
        GameRecord {
            generation: 1,
            index: 7,
            start: "start".to_owned(),
            moves: vec![mv; 3],
            result: "S".to_owned(),
        }
    }

    #[test]
    fn every_field_can_be_the_difference_and_is_named_with_its_move() {
        let spoils: [(&str, Spoil); 17] = [
            ("move 2: network value 0.03052 recorded, 0.03053 now", |g| {
                g.moves[1].network_value += 1;
            }),
            ("move 2: full search true recorded, false now", |g| {
                g.moves[1].full = false;
            }),
            ("move 2: simulations 8 recorded, 9 now", |g| {
                g.moves[1].simulations = 9;
            }),
            ("move 3: legal moves 2 recorded, 1 now", |g| {
                g.moves[2].policy.truncate(1);
            }),
            ("move 3: legal move \"A1<\" recorded, \"A2>\" now", |g| {
                g.moves[2].policy[1].mv = 4;
            }),
            ("move 3: prior of A1< 0.50001 recorded", |g| {
                g.moves[2].policy[1].prior = 0;
            }),
            ("move 3: visits of A1< 4 recorded, 5 now", |g| {
                g.moves[2].policy[1].visits = 5;
            }),
            ("move 3: proof of A1< Open recorded, Win(3) now", |g| {
                g.moves[2].policy[1].proof = Proof::Win(3);
            }),
            ("move 3: value of A1> 0.01526", |g| {
                g.moves[2].policy[0].value = 3;
            }),
            ("move 3: share of A1> 0.50001", |g| {
                g.moves[2].policy[0].share = 3;
            }),
            ("move 1: proof Open", |g| g.moves[0].proof = Proof::Loss(2)),
            ("move 1: value 0.01526", |g| g.moves[0].value = 2),
            ("move 1: move \"A1>\" recorded, \"A1<\" now", |g| {
                g.moves[0].mv = 2;
            }),
            ("move 1: laps", |g| g.moves[0].laps = Some(4)),
            ("generation 1: number of moves 3 recorded, 2 now", |g| {
                g.moves.truncate(2);
            }),
            ("generation 1: start", |g| g.start.clear()),
            ("generation 1: result \"S\" recorded, \"N\" now", |g| {
                "N".clone_into(&mut g.result);
            }),
        ];
        assert_eq!(Difference::first(&game(), &game()), None);
        for (says, spoil) in spoils {
            let mut now = game();
            spoil(&mut now);
            let text = Difference::first(&game(), &now).unwrap().to_string();
            assert!(text.starts_with("game 7 of generation 1"), "{text}");
            assert!(text.contains(says), "{text} does not say {says}");
        }
    }
}
