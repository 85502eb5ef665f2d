//! Figures of a run made by hand.

use super::*;
use crate::initial::initial_weights;
use bingwa_engine::Ruleset;
use bingwa_models::whole_file;
use bingwa_models::{Architecture, Card};
use bingwa_selfplay::health::{Limits, Unit};
use serde_json::json;

const TEXT: &str = "ruleset = \"easy\"\ngenerations = 9\ngames = 4000\n\
                    [train]\nhidden = [32, 32]\n";

/// A run of four generations in a folder, made by hand. Each generation of
/// games has an entropy, games a second, and the mean length 10.
fn run_with(entropies: [f64; 4], speeds: [f64; 4], shares: [u32; 4]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let paths = RunPaths::new(folder.path());
    let mut lines = String::new();
    for generation in 1..=4 {
        let games = generation - 1;
        let place = games as usize;
        let figure = |name, value| Limits::of(name, Unit::Moves).judge(Some(value), true);
        let health = Health {
            generation: games,
            ruleset: "easy".to_owned(),
            games: 4000,
            moves: 40_000,
            searched: 0,
            left_out: 0,
            judged: true,
            figures: vec![
                figure("policy_entropy", entropies[place]),
                figure("mean_length", 10.0),
            ],
        };
        health.write(&paths.games()).unwrap();
        // Two sessions for each.
        for _ in 0..2 {
            let line = json!({
                "step": 0,
                "selfplay/generation": f64::from(games),
                "selfplay/games": 50.0 * speeds[place],
                "selfplay/seconds": 50.0,
            });
            lines += &format!("{line}\n");
        }
        let steps = u64::from(100 * generation);
        let line = json!({
            "step": steps, "validation/bias": 0.01, "validation/bias_south": 0.2,
            "validation/bias_north": -0.2, "validation/bias_namua": null,
            REUSE_METRIC: 4.0,
        });
        lines += &format!("{line}\n");
        let model = Model {
            ruleset: Ruleset::EASY,
            card: Card {
                steps,
                ..Card::default()
            },
            weights: initial_weights(Architecture { hidden: [32, 32] }, 1).unwrap(),
        };
        model.save(&paths.model(generation)).unwrap();
        if generation > 1 {
            let half = |wins| json!({"wins": wins, "draws": 0, "losses": 50 - wins});
            let report = json!({
                "players": ["a", "b"], "ruleset": "easy", "seed": 1,
                "south": half(shares[place]), "north": half(shares[place]),
                "pairs": [0, 0, 50, 0, 0], "distinct": 100,
            });
            let path = paths.match_result(&predecessor_match(generation));
            whole_file::write(&path, report.to_string().as_bytes()).unwrap();
        }
    }
    // Half a line, as a killed run leaves it.
    lines += "{\"step\": 40";
    whole_file::write(&paths.metrics().join(LINES), lines.as_bytes()).unwrap();
    folder
}

fn health(folder: &Path, generation: u32) -> RunHealth {
    let config = RunConfig::parse(Path::new("t.toml"), TEXT).unwrap();
    let look_over = LookOver {
        paths: &RunPaths::new(folder),
        config: &config,
        generation,
    };
    look_over.health()
}

fn warned(health: &RunHealth) -> Vec<&str> {
    let warned = health.figures().filter(|of| of.warning.is_some());
    warned.map(|of| of.name.as_str()).collect()
}

fn value(health: &RunHealth, name: &str) -> Option<f64> {
    health.figures().find(|of| of.name == name)?.value
}

#[test]
fn what_goes_wrong_over_the_generations_is_named_and_nothing_else() {
    let folder = run_with(
        [0.8, 0.4, 0.3, 0.1],
        [900.0, 200.0, 190.0, 130.0],
        [0, 20, 25, 24],
    );
    let last = health(folder.path(), 4);
    let names = [
        "value_bias_south",
        "value_bias_north",
        "entropy_kept",
        "speed_kept",
    ];
    assert_eq!(warned(&last), names, "25 of 50 is no defeat");
    assert_eq!(value(&last, "entropy_kept"), Some(0.25));
    assert_eq!(value(&last, "speed_kept"), Some(0.65));
    assert_eq!(value(&last, "reuse"), Some(4.0));
    assert_eq!(value(&last, "progress"), Some(0.5));
    assert_eq!(value(&last, "value_bias_namua"), None);
    let lines = last.lines();
    assert_eq!(lines.len(), 5);
    assert!(
        lines[3].contains("speed kept 65.0 %, below 70.0 %"),
        "{}",
        lines[3]
    );
    assert!(
        lines[4].ends_with("4 of 11 figures outside their limits"),
        "{}",
        lines[4]
    );
    // Generation 0 played without a network: nothing to compare with.
    for generation in [1, 2] {
        let early = health(folder.path(), generation);
        assert_eq!(warned(&early), names[..2]);
        assert_eq!(value(&early, "speed_kept"), None);
    }
}

#[test]
fn strength_that_does_not_rise_is_told_after_three_matches() {
    let folder = run_with([0.4; 4], [200.0; 4], [0, 20, 24, 24]);
    let last = health(folder.path(), 4);
    assert!(warned(&last).contains(&"progress"), "{last:?}");
    assert!(!warned(&health(folder.path(), 3)).contains(&"progress"));
}

#[test]
fn it_is_kept_whole_and_a_folder_without_files_says_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let paths = RunPaths::new(folder.path());
    let nothing = health(folder.path(), 3);
    assert!(nothing.run.iter().all(|of| of.value.is_none()));
    assert_eq!(nothing.lines(), ["health of generation 3: fine"]);
    assert_eq!(RunHealth::read(&paths, 3), None);
    nothing.write(&paths).unwrap();
    assert_eq!(RunHealth::read(&paths, 3), Some(nothing));
}
