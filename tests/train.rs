//! `bingwa train` through the real program: from any folder of games, killed and
//! gone on with, on top of another model.

mod common;

use std::fs;
use std::path::Path;

use bingwa_models::whole_file;
use common::{refused, selfplay, stdout, text};

fn args<'a>(games: &'a Path, out: &'a Path, more: &[&'a str]) -> Vec<&'a str> {
    let mut args = vec!["train", "--ruleset", "kujifunza", "--games", text(games)];
    args.extend(["--out", text(out), "--hidden", "32,32"]);
    args.extend(more);
    args
}

#[test]
fn killed_and_gone_on_with_it_ends_with_the_same_weights_to_the_bit() {
    let folder = tempfile::tempdir().unwrap();
    let games = folder.path().join("games");
    assert!(selfplay("kujifunza", "60", "2", &games).status.success());
    // About 5,000 steps; a checkpoint is due every 2,000.
    let more = ["--batch", "4", "--samples-per-position", "10"];
    let model = |name: &str| {
        let place = folder.path().join(name);
        fs::create_dir(&place).unwrap();
        place.join("model.bingwa")
    };
    let (straight, killed) = (model("straight"), model("killed"));
    let told = stdout(&args(&games, &straight, &more));
    let checkpoints = killed.with_file_name("model.bingwa.checkpoints");
    // Written whole: what is there under its name is finished.
    let saved = || {
        let names = fs::read_dir(&checkpoints).into_iter().flatten().flatten();
        let mut names = names.map(|entry| entry.file_name().to_string_lossy().into_owned());
        names.any(|name| whole_file::temporary_of(&name).is_none())
    };
    let works = common::killed_when(&args(&games, &killed, &more), saved);
    assert!(works, "it ended unseen");
    assert!(!killed.exists() && saved());
    // With other settings it is no longer the same training.
    let other = ["--batch", "8", "--samples-per-position", "10"];
    refused(&args(&games, &killed, &other), "", &["other settings"]);
    let again = stdout(&args(&games, &killed, &more));
    let hash = |told: &str| told.split_whitespace().last().unwrap().to_owned();
    assert_eq!(hash(&told), hash(&again));
    assert_eq!(fs::read(&straight).unwrap(), fs::read(&killed).unwrap());
    assert!(!checkpoints.exists(), "nothing is left over");
}

#[test]
fn a_model_goes_on_from_another_and_metrics_are_written_where_asked() {
    let folder = tempfile::tempdir().unwrap();
    let (games, metrics) = (folder.path().join("games"), folder.path().join("metrics"));
    assert!(selfplay("kujifunza", "20", "2", &games).status.success());
    let (first, second) = (
        folder.path().join("1.bingwa"),
        folder.path().join("2.bingwa"),
    );
    stdout(&args(&games, &first, &["--metrics", text(&metrics)]));
    let lines = fs::read_to_string(metrics.join("metrics.jsonl")).unwrap();
    for name in [
        "train/waiting_share",
        "validation/calibration_error_south",
        "overfit/value_gap",
        "weights/first_largest",
    ] {
        assert!(lines.contains(name), "{name} is missing: {lines}");
    }
    stdout(&args(&games, &second, &["--init-from", text(&first)]));
    let shown = stdout(&["model", "show", text(&second)]);
    assert!(shown.contains("generation  2"), "{shown}");
    refused(
        &[
            "train",
            "--ruleset",
            "easy",
            "--games",
            text(&games),
            "--out",
            "x.bingwa",
        ],
        "",
        &["kujifunza"],
    );
}
