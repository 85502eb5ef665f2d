//! Training can be repeated, stopped, saved, damaged and resumed.

mod support;

use core::ops::ControlFlow;
use std::fs;
use std::path::Path;

use bingwa_engine::Ruleset;
use bingwa_models::{Architecture, Weights};
use bingwa_train::checkpoint::{CheckpointError, CheckpointFault, checkpoints};
use bingwa_train::{FirstLayer, TrainConfig, TrainError, Trainer, Window};

const RULES: Ruleset = Ruleset::KISWAHILI;
const STEPS: u64 = 12;

fn config() -> TrainConfig {
    TrainConfig {
        batch: 32,
        ..TrainConfig::default()
    }
}

fn window() -> Window {
    support::window(&RULES, &config(), 40)
}

fn trainer(config: TrainConfig, seed: u64) -> Trainer {
    Trainer::new(config, RULES, None, seed).unwrap()
}

/// Trains until `stop` steps of the generation have been made.
fn train_to(trainer: &mut Trainer, window: &Window, stop: u64) -> bool {
    let done = trainer.train(window, STEPS, &mut |step| {
        if step.step + 1 == stop {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    done.unwrap()
}

fn both(trainer: &Trainer) -> [Weights; 2] {
    [trainer.weights().clone(), trainer.last_weights().unwrap()]
}

#[test]
fn the_same_seed_gives_the_same_bits_on_any_number_of_threads_and_another_does_not() {
    let window = window();
    for first_layer in [FirstLayer::Sparse, FirstLayer::Dense] {
        let config = TrainConfig {
            batch: 256,
            first_layer,
            ..config()
        };
        let trained = |seed, threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            pool.build().unwrap().install(|| {
                let mut trainer = trainer(config.clone(), seed);
                assert!(train_to(&mut trainer, &window, STEPS));
                both(&trainer)
            })
        };
        let once = trained(1, 1);
        assert!(once == trained(1, 1), "{first_layer:?}");
        assert!(once == trained(1, 3), "{first_layer:?}");
        assert!(once != trained(2, 1), "{first_layer:?}");
    }
}

#[test]
fn stopping_saving_and_resuming_changes_no_bit() {
    let window = window();
    let mut straight = trainer(config(), 1);
    assert!(train_to(&mut straight, &window, STEPS));
    let folder = tempfile::tempdir().unwrap();
    for stop in [1, 5, 11] {
        let mut first = trainer(config(), 1);
        assert!(!train_to(&mut first, &window, stop));
        let path = first.save(folder.path()).unwrap();
        drop(first);
        let mut second = Trainer::resume(&path).unwrap();
        assert_eq!(second.progress().step, stop);
        assert_eq!(second.config(), &config());
        assert_eq!(second.rules(), &RULES);
        assert!(train_to(&mut second, &window, STEPS));
        assert!(both(&second) == both(&straight), "stopped after {stop}");
        assert_eq!(second.progress(), straight.progress());
    }
}

#[test]
fn the_next_generation_goes_on_with_weights_and_optimiser_also_after_a_resume() {
    let (first, second) = (window(), {
        let games: Vec<_> = (40..80).map(|i| support::greedy_game(&RULES, i)).collect();
        let (examples, _) = bingwa_train::Examples::of_games(&games, &RULES, &config(), 5);
        Window::new(2, vec![std::sync::Arc::new(examples)])
    });
    let mut straight = trainer(config(), 1);
    assert!(train_to(&mut straight, &first, STEPS));
    let bytes = straight.to_checkpoint().unwrap();
    assert!(train_to(&mut straight, &second, STEPS));
    let mut resumed = Trainer::from_checkpoint(&bytes).unwrap();
    // Done is done: nothing moves.
    assert!(train_to(&mut resumed, &first, STEPS));
    assert!(train_to(&mut resumed, &second, STEPS));
    assert!(both(&resumed) == both(&straight));
    let progress = straight.progress();
    assert_eq!((progress.generation, progress.step), (2, STEPS));
    assert_eq!(progress.total_steps, 2 * STEPS);
    assert_eq!(progress.total_samples, 2 * STEPS * 32);
}

#[test]
fn a_generation_in_progress_wants_its_window_and_its_plan() {
    let window = window();
    let mut trainer = trainer(config(), 1);
    assert!(!train_to(&mut trainer, &window, 3));
    let other = support::window(&RULES, &config(), 41);
    let mut go = |window, steps| trainer.train(window, steps, &mut |_| ControlFlow::Break(()));
    let what = |result| match result {
        Err(TrainError::Changed { what, done: 3, .. }) => what,
        other => panic!("{other:?}"),
    };
    assert_eq!(what(go(&other, STEPS)), "the window");
    assert_eq!(what(go(&window, STEPS + 1)), "the number of steps");
    assert!(matches!(go(&window, STEPS), Ok(false)));
    let empty = Window::new(1, Vec::new());
    assert!(matches!(
        go(&empty, STEPS),
        Err(TrainError::NoPositions { generation: 1 })
    ));
}

#[test]
fn a_network_of_other_widths_is_refused() {
    let architecture = Architecture { hidden: [32, 32] };
    let weights = bingwa_train::initial::initial_weights(architecture, 1).unwrap();
    let fault = Trainer::new(config(), RULES, Some(&weights), 1)
        .err()
        .unwrap();
    assert!(matches!(fault, TrainError::Architecture { .. }));
    let config = TrainConfig {
        hidden: [32, 32],
        ..config()
    };
    let trainer = Trainer::new(config, RULES, Some(&weights), 1).unwrap();
    assert_eq!(trainer.weights(), &weights);
    assert_eq!(trainer.last_weights().unwrap(), weights);
}

#[test]
fn what_is_not_finite_stops_with_the_batch_saved_and_the_weights_as_they_were() {
    let architecture = config().architecture();
    let weights = bingwa_train::initial::initial_weights(architecture, 1).unwrap();
    let mut arrays = weights.arrays().clone();
    arrays[5][1] = f32::INFINITY; // the bias of all arrival logits
    let broken = Weights::new(architecture, arrays).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut trainer = Trainer::new(config(), RULES, Some(&broken), 1)
        .unwrap()
        .with_evidence(folder.path().to_owned());
    let fault = trainer
        .train(&window(), STEPS, &mut |_| ControlFlow::Continue(()))
        .unwrap_err();
    let TrainError::NotFinite {
        generation: 1,
        step: 0,
        saved: Some(saved),
        ..
    } = &fault
    else {
        panic!("{fault:?}");
    };
    let text = fs::read_to_string(saved).unwrap();
    let batch: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(batch["positions"], 32);
    assert!(
        fault.to_string().contains("step 0 of generation 1"),
        "{fault}"
    );
    assert_eq!(trainer.progress().step, 0);
    assert_eq!(trainer.last_weights().unwrap(), broken);
}

fn damage(path: &Path) -> CheckpointFault {
    match Trainer::resume(path) {
        Err(CheckpointError::Damaged { fault, .. }) => fault,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("damage went unnoticed"),
    }
}

#[test]
fn damage_is_named_and_the_checkpoint_before_it_offered() {
    let window = window();
    let folder = tempfile::tempdir().unwrap();
    let mut trainer = trainer(config(), 1);
    let mut saved = Vec::new();
    for stop in [2, 4, 6] {
        train_to(&mut trainer, &window, stop);
        saved.push(trainer.save(folder.path()).unwrap());
    }
    saved.reverse();
    // Two are kept.
    assert_eq!(checkpoints(folder.path()).unwrap(), saved[..2]);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 2);

    let newest = &saved[0];
    let good = fs::read(newest).unwrap();
    for at in (0..good.len()).step_by(good.len() / 50) {
        let mut bad = good.clone();
        bad[at] ^= 4;
        fs::write(newest, &bad).unwrap();
        damage(newest);
        fs::write(newest, &good[..at]).unwrap();
        damage(newest);
    }
    let Err(CheckpointError::Damaged {
        previous: Some(previous),
        ..
    }) = Trainer::resume(newest)
    else {
        panic!("nothing is offered");
    };
    assert_eq!(previous, saved[1]);
    assert_eq!(Trainer::resume(&previous).unwrap().progress().step, 4);
    assert!(checkpoints(&folder.path().join("none")).unwrap().is_empty());
}
