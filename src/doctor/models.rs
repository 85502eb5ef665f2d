//! Models: whether they load, and whether both arithmetics agree on what they
//! say.

use std::path::Path;

use bingwa_engine::{Position, Ruleset};
use bingwa_models::{Evaluation, Evaluator, Model};

use super::Check;
use crate::released;

/// Positions compared, from random games.
const POSITIONS: usize = 500;

/// How far integers may be from f32: trained networks stay within 0.001.
const VALUE: f32 = 0.005;

pub(super) fn released() -> Vec<Check> {
    let check = |(rules, model): (Ruleset, Result<Model, _>)| {
        let name = format!("released model for {rules}");
        match model {
            Ok(model) => parity(name, &model),
            Err(error) => Check::ok(name, format!("{error}"))
                .wrong("this program is damaged: build or fetch it again"),
        }
    };
    released::all().map(check).collect()
}

pub(super) fn file(path: &Path) -> Check {
    let name = format!("model {}", path.display());
    match Model::load(path) {
        Ok(model) => parity(name, &model),
        Err(error) => Check::ok(name, error.to_string())
            .wrong("use another file, or train the generation again"),
    }
}

fn parity(name: String, model: &Model) -> Check {
    let positions = positions(&model.ruleset);
    let by = |network: &mut dyn Evaluator| {
        let mut out = vec![Evaluation::EVEN; positions.len()];
        network.evaluate(&positions, &mut out);
        out
    };
    let (exact, integer) = (by(&mut model.network()), by(&mut model.quantised()));
    let is_sound = |e: &Evaluation| e.arrival.is_finite() && (0.0..=1.0).contains(&e.value);
    let sound = exact.iter().chain(&integer).all(is_sound);
    let apart = exact
        .iter()
        .zip(&integer)
        .map(|(a, b)| (a.value - b.value).abs());
    let apart = apart.fold(0.0, f32::max);
    let found = format!(
        "{}, {}, network {}; integers within {apart:.5} of f32 on {} positions",
        model.short_hash(),
        model.ruleset,
        model.weights.architecture(),
        positions.len()
    );
    let check = Check::ok(name, found);
    match (sound, apart <= VALUE) {
        (false, _) => check.wrong("its values are no probabilities: do not use it"),
        (true, false) => check.wrong(
            "the two should say the same: its weights are too uneven for integers, use network=f32 \
             in matches, and a smaller weight_limit or learning_rate when training",
        ),
        (true, true) => check,
    }
}

/// Positions of random games, the same ones every time.
fn positions(rules: &Ruleset) -> Vec<Position> {
    let mut dice = fastrand::Rng::with_seed(1);
    let mut positions = Vec::with_capacity(POSITIONS);
    let mut here = Position::start(rules);
    while positions.len() < POSITIONS {
        positions.push(here);
        let moves = rules.legal_moves(&here);
        let next = dice.choice(&moves[..]).map(|&mv| rules.play(&here, mv));
        here = match next {
            Some(next) if rules.outcome_after(&next).is_none() => next.position,
            _ => Position::start(rules),
        };
    }
    positions
}

#[cfg(test)]
mod tests {
    use super::super::State;
    use super::*;
    use bingwa_models::{Architecture, Card, Weights};

    fn model(weight: f32) -> Model {
        let architecture = Architecture { hidden: [32, 32] };
        let mut arrays = architecture.lengths().map(|length| vec![0.1; length]);
        arrays[4][0] = weight;
        Model {
            ruleset: Ruleset::EASY,
            card: Card::default(),
            weights: Weights::new(architecture, arrays).unwrap(),
        }
    }

    #[test]
    fn sound_weights_are_ok_and_weights_that_are_no_numbers_are_wrong() {
        assert_eq!(parity("m".to_owned(), &model(0.1)).state, State::Ok);
        assert_eq!(parity("m".to_owned(), &model(f32::NAN)).state, State::Wrong);
        assert!(released().iter().all(|check| check.state == State::Ok));
    }
}
