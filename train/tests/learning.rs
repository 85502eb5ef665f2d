//! A network learns a simple rule from games of random play.

mod support;

use core::ops::ControlFlow;

use bingwa_engine::Ruleset;
use bingwa_train::{MetricsWriter, Split, TrainConfig, Trainer, validate};

#[test]
fn it_learns_to_prefer_captures_and_to_tell_who_wins() {
    for rules in [Ruleset::KISWAHILI, Ruleset::LEAFLET] {
        let config = TrainConfig {
            batch: 128,
            learning_rate: 3e-3,
            search_value_weight: 0.0,
            ..TrainConfig::default()
        };
        let window = support::window(&rules, &config, 2000);
        let mut trainer = Trainer::new(config, rules, None, 1).unwrap();
        let before = validate(
            trainer.weights(),
            window.views(Split::Validation).take(5000),
        )
        .unwrap()
        .unwrap();
        assert!((before.value_loss - core::f64::consts::LN_2).abs() < 1e-6);
        assert!((before.policy_accuracy - before.chance_accuracy).abs() < 1e-9);

        let folder = tempfile::tempdir().unwrap();
        let mut metrics = MetricsWriter::open(folder.path()).unwrap();
        let mut losses = Vec::new();
        let done = trainer.train(&window, 400, &mut |step| {
            metrics.step(step).unwrap();
            losses.push(step.losses.total);
            ControlFlow::Continue(())
        });
        assert!(done.unwrap());
        let mean = |part: &[f32]| part.iter().sum::<f32>() / part.len() as f32;
        assert!(mean(&losses[380..]) < 0.9 * mean(&losses[..20]));

        let after = validate(
            trainer.weights(),
            window.views(Split::Validation).take(5000),
        )
        .unwrap()
        .unwrap();
        metrics
            .validation(trainer.progress().total_steps, &after)
            .unwrap();
        println!("{rules}\n{before:#?}\n{after:#?}");
        assert!(after.value_loss < before.value_loss, "{after:?}");
        assert!(after.policy_kl < 0.5 * before.policy_kl, "{after:?}");
        assert!(
            after.policy_accuracy > 0.5 * (1.0 + before.chance_accuracy),
            "{after:?}"
        );
        assert!(after.calibration_error.all < 0.1, "{after:?}");
    }
}
