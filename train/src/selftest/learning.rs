//! Records, targets, network and trainer against the truth.

use core::ops::ControlFlow;
use std::sync::Arc;

use bingwa_engine::{Outcome, Position, Ruleset, Side};
use bingwa_models::{Evaluation, Evaluator, NativeNetwork, Uniform, Value};
use bingwa_selfplay::records::GameRecord;
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::worker::{SelfPlay, SelfPlayConfig};

use super::Check;
use super::known::{self, Known};
use crate::config::TrainConfig;
use crate::error::TrainError;
use crate::examples::Examples;
use crate::targets::examples;
use crate::trainer::Trainer;
use crate::window::Window;

const GAMES: u64 = 400;
const STEPS: u64 = 300;

pub(super) fn checks(rules: &Ruleset, known: &[Known]) -> Result<Vec<Check>, TrainError> {
    let worker = SelfPlay {
        rules,
        search: SearchConfig::default(),
        config: SelfPlayConfig {
            simulations: 16,
            quick_simulations: 8,
            ..SelfPlayConfig::default()
        },
        seed: 1,
        generation: 0,
    };
    let games = match worker.play_games(0..GAMES, 8, &Uniform) {
        Ok(games) => games,
        Err(fault) => {
            let mut check = Check::new("self-play");
            check.case(false, || fault.to_string());
            return Ok(vec![check]);
        }
    };
    let mut checks = vec![results(rules, &games), proven(rules, &games)];
    checks.push(learned(rules, &games, known)?);
    Ok(checks)
}

/// The targets of both seats follow the result that the engine gives.
fn results(rules: &Ruleset, games: &[GameRecord]) -> Check {
    let mut check = Check::new("results as targets: for the mover of each position");
    for game in games.iter().take(50) {
        let Ok((positions, outcome)) = game.replay(rules) else {
            check.case(false, || format!("game {} does not replay", game.index));
            continue;
        };
        let mut movers = positions.iter();
        let told = examples(game, rules, 0.0, |example| {
            let position = movers.next();
            let side = position.map(Position::mover);
            let right = match outcome {
                Outcome::Win(winner) => example.value == f32::from(u8::from(Some(winner) == side)),
                Outcome::Draw => example.value == 0.5,
            };
            check.case(right, || {
                format!(
                    "game {}: {outcome}, {side:?} learns {}",
                    game.index, example.value
                )
            });
        });
        check.case(told.is_ok(), || format!("game {}: {told:?}", game.index));
    }
    check
}

/// What the search proved is true, for positions and for their children.
fn proven(rules: &Ruleset, games: &[GameRecord]) -> Check {
    let mut check = Check::new("proven search values as targets: positions and their children");
    let wrong = |check: &mut Check, what: &str, position: &Position, target: f32, depth| {
        if target != 0.0 && target != 1.0 {
            return;
        }
        if let Some(truth) = known::solve(rules, position, depth)
            && !matches!(truth, Value::Draw(_))
        {
            check.case(target == truth.probability(), || {
                format!("{what} {position}: {truth:?}, learns {target}")
            });
        }
    };
    for game in games.iter().take(50) {
        let Ok((positions, _)) = game.replay(rules) else {
            continue;
        };
        let last = positions.len().saturating_sub(4);
        let mut movers = positions.iter().enumerate();
        let _ = examples(game, rules, 1.0, |example| {
            let Some((ply, position)) = movers.next() else {
                return;
            };
            if ply < last {
                return;
            }
            wrong(&mut check, "position", position, example.value, 3);
            let mut open = Vec::new();
            rules.children(position, |_, played| {
                if rules.decided_by_move(&played).is_none() {
                    open.push(played.position);
                }
            });
            for (child, position) in example.children.iter().zip(&open) {
                if let Some(value) = child.value {
                    wrong(&mut check, "child", position, value, 2);
                }
            }
        });
    }
    check
}

/// A network trained on those games thinks better of won positions than of lost
/// ones, whoever is to move.
fn learned(rules: &Ruleset, games: &[GameRecord], known: &[Known]) -> Result<Check, TrainError> {
    let mut check = Check::new("a network trained on them tells won from lost, for both seats");
    let config = TrainConfig {
        hidden: [32, 32],
        learning_rate: 3e-3,
        ..TrainConfig::default()
    };
    let (examples, faults) = Examples::of_games(games, rules, &config, 1);
    check.case(faults.is_empty(), || format!("{faults:?}"));
    let window = Window::new(1, vec![Arc::new(examples)]);
    let mut trainer = Trainer::new(config, *rules, None, 1)?;
    trainer.train(&window, STEPS, &mut |_| ControlFlow::Continue(()))?;
    let mut network = NativeNetwork::new(trainer.weights());
    for side in Side::ALL {
        let mut mean = |won: bool| {
            let of_kind = known
                .iter()
                .filter(|known| known.position.mover() == side && known.is_won() == won);
            let positions: Vec<Position> = of_kind.map(|known| known.position).collect();
            let mut out = vec![Evaluation::EVEN; positions.len()];
            network.evaluate(&positions, &mut out);
            out.iter().map(|e| e.value).sum::<f32>() / out.len().max(1) as f32
        };
        let (won, lost) = (mean(true), mean(false));
        check.case(won > lost, || {
            format!("{side} to move: {won:.3} for won positions, {lost:.3} for lost ones")
        });
    }
    Ok(check)
}
