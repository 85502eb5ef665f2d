//! An anchor that sees one move deep: captures the most.

use bingwa_engine::{Move, Outcome, Position, Ruleset};
use rand::RngExt;

use super::Player;
use crate::seeds::Random;

/// Plays a move that wins at once if there is one, else one that captures the
/// most seeds and does not lose at once; ties are drawn.
#[derive(Clone, Copy, Debug, Default)]
pub struct Greedy;

impl Player for Greedy {
    fn choose(
        &mut self,
        rules: &Ruleset,
        position: &Position,
        random: &mut Random,
    ) -> Option<Move> {
        let mut best = Vec::new();
        let mut best_score = i32::MIN;
        for &mv in rules.legal_moves(position).iter() {
            let played = rules.play(position, mv);
            let score = match rules.outcome_after(&played) {
                Some(Outcome::Win(side)) if side == position.mover() => 1000,
                Some(Outcome::Win(_)) => -1,
                Some(Outcome::Draw) | None => i32::from(played.turn.captured),
            };
            if score > best_score {
                best.clear();
                best_score = score;
            }
            if score == best_score {
                best.push(mv);
            }
        }
        (!best.is_empty()).then(|| best[random.random_range(0..best.len())])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::seeds::{Purpose, stream};

    #[test]
    fn it_takes_the_most_seeds() {
        let rules = Ruleset::KUJIFUNZA;
        let start = Position::start(&rules);
        let most = rules
            .legal_moves(&start)
            .iter()
            .map(|&mv| rules.play(&start, mv).turn.captured)
            .max();
        for index in 0..10 {
            let mut random = stream(0, Purpose::Play, 0, index);
            let mv = Greedy.choose(&rules, &start, &mut random).unwrap();
            assert_eq!(Some(rules.play(&start, mv).turn.captured), most);
        }
    }
}
