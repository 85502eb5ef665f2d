//! A run as a loop to trust: its plan and status, its limits, the gate, and the
//! doctor before it.

mod common;

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_models::Model;
use bingwa_selfplay::records::{Shard, shard_paths};
use common::{refused, run, stderr, stdout, text};
use serde_json::Value;

const TINY: &str = "ruleset = \"kujifunza\"\ngenerations = 2\ngames = 40\n\
[selfplay]\nsimulations = 8\nquick_simulations = 4\n\
[train]\nhidden = [32, 32]\nbatch = 64\n\
[match]\ngames = 4\nfinal_games = 4\nsimulations = 8\nanchors = [\"greedy\"]\n";

fn config(folder: &Path, content: &str) -> (String, PathBuf) {
    let path = folder.join("tiny.toml");
    fs::write(&path, content).unwrap();
    (text(&path).to_owned(), folder.join("run"))
}

fn json(args: &[&str]) -> Value {
    serde_json::from_str(&stdout(args)).unwrap()
}

fn names(folder: &Path) -> Vec<String> {
    let files = common::files(folder).into_iter();
    files.map(|(name, _)| name).collect()
}

#[test]
fn the_plan_is_told_and_writes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let odd = TINY.replace("simulations = 8\nquick", "simulations = 3\nquick");
    let (config, out) = config(folder.path(), &odd);
    let plan = json(&["run", &config, "--out", text(&out), "--plan", "--json"]);
    assert!(!out.exists());
    assert_eq!(plan["from"]["generation"], 1);
    assert_eq!(plan["from"]["step"], "self_play");
    let ends: Vec<f64> = serde_json::from_value(plan["ends"].clone()).unwrap();
    assert!(ends.len() == 2 && 0.0 < ends[0] && ends[0] < ends[1]);
    assert!(plan["seconds"].as_f64().unwrap() > ends[1], "final matches");
    for size in ["disk_bytes", "memory_bytes", "memory_free_bytes"] {
        assert!(plan[size].as_u64().unwrap() > 10_000, "{size}: {plan}");
    }
    let notes = plan["notes"].to_string();
    assert!(notes.contains("selfplay.quick_simulations = 4"), "{notes}");
    let told = stdout(&[
        "run",
        &config,
        "--out",
        text(&out),
        "--plan",
        "--hours",
        "1",
    ]);
    for part in [
        "games/s",
        "g1 after",
        "of disk",
        "1 h 00 min left",
        "note: ",
    ] {
        assert!(told.contains(part), "no `{part}`: {told}");
    }
}

#[test]
fn generations_and_hours_of_one_call_end_a_run_that_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let (config, out) = config(folder.path(), TINY);
    let (out, at) = (text(&out), out.as_path());
    let status = || json(&["run", out, "--status", "--json"]);
    // No hour: the first model is never reached.
    let begin = ["run", &config, "--out", out];
    let early = [&begin[..], &["--hours", "1e-9"]].concat();
    refused(&early, "", &["time is up", "before the first model"]);
    assert_eq!(status()["standing"]["step"], "self_play");
    stdout(&[&begin[..], &["--generations", "1"]].concat());
    assert_eq!(names(&at.join("models")), ["g001.bingwa"]);
    assert_eq!(status()["finished"], true, "as far as it was asked for");
    let longer = json(&[
        "run",
        &config,
        "--out",
        out,
        "--status",
        "--json",
        "--generations",
        "2",
    ]);
    assert_eq!(longer["standing"]["generation"], 2);
    // The folder alone is enough to go on.
    stdout(&["run", out]);
    assert_eq!(names(&at.join("models")).len(), 2);
    assert_eq!(status()["finished"], true);
    // Hours count over all sessions.
    let state = fs::read_to_string(at.join("state.json")).unwrap();
    let mut state: Value = serde_json::from_str(&state).unwrap();
    assert!(state["seconds"].as_f64().unwrap() > 0.0);
    state["seconds"] = 7200.0.into();
    fs::write(at.join("state.json"), state.to_string()).unwrap();
    let longer = ["run", out, "--generations", "4", "--hours"];
    let over = run(&[&longer[..], &["2"]].concat());
    assert!(over.status.success(), "{}", stderr(&over));
    assert!(stderr(&over).contains("time is up"), "{}", stderr(&over));
    assert!(
        String::from_utf8(over.stdout)
            .unwrap()
            .contains("g002.bingwa")
    );
    assert_eq!(names(&at.join("models")).len(), 2);
    stdout(&[&longer[..], &["3"]].concat());
    assert_eq!(names(&at.join("models")).len(), 4);
    // What the clock cut short came out the same.
    let whole = folder.path().join("whole/run");
    stdout(&["run", &config, "--out", text(&whole), "--generations", "4"]);
    let models = |run: &Path| common::files(&run.join("models"));
    assert!(models(at) == models(&whole), "the models differ");
}

#[test]
fn only_a_model_that_passes_the_gate_plays_the_next_games() {
    let folder = tempfile::tempdir().unwrap();
    // Elo no model can miss, and none can reach.
    for (elo, promoted) in [
        ("elo0 = -900\nelo1 = -800", true),
        ("elo0 = 800\nelo1 = 900", false),
    ] {
        let gate = format!("[promotion]\nrule = \"gated\"\n{elo}\ngames = 60\nsimulations = 4\n");
        let (config, _) = config(folder.path(), &format!("{TINY}{gate}"));
        let out = folder.path().join(format!("run-{promoted}"));
        let told = run(&["run", &config, "--out", text(&out), "--generations", "3"]);
        let told = stderr(&told);
        assert!(told.contains("gate g2 – g1: "), "{told}");
        assert!(told.contains("g1 plays on") != promoted, "{told}");
        let report = fs::read_to_string(out.join("promotions/g002.json")).unwrap();
        let report: Value = serde_json::from_str(&report).unwrap();
        assert_eq!(
            (&report["promoted"], &report["decided"]),
            (&promoted.into(), &true.into())
        );
        let lines = fs::read_to_string(out.join("metrics/metrics.jsonl")).unwrap();
        assert_eq!(lines.matches("promotion/promoted").count(), 2, "{lines}");
        let expected = out.join(format!("models/g00{}.bingwa", if promoted { 2 } else { 1 }));
        let expected = Model::load(&expected).unwrap().short_hash();
        let games = shard_paths(&out.join("games")).unwrap();
        let played = games.iter().map(|path| Shard::open(path).unwrap());
        let mut played = played.filter(|shard| shard.header().generation == 2);
        assert!(played.all(|shard| shard.header().model == expected));
        // Again, nothing is played and the same is said.
        let before = common::files(&out.join("promotions"));
        stdout(&["run", &config, "--out", text(&out), "--generations", "3"]);
        assert_eq!(common::files(&out.join("promotions")), before);
        let other = fs::read_to_string(&config)
            .unwrap()
            .replace("games = 60", "games = 62");
        let other = self::config(folder.path(), &other).0;
        refused(
            &["run", &other, "--out", text(&out)],
            "",
            &["another config"],
        );
    }
}

#[test]
fn every_generation_has_its_health() {
    let folder = tempfile::tempdir().unwrap();
    let (config, out) = config(folder.path(), TINY);
    let told = stderr(&run(&["run", &config, "--out", text(&out)]));
    assert_eq!(names(&out.join("health")), ["g001.json", "g002.json"]);
    assert!(told.contains("health of generation 2: "), "{told}");
    let health = fs::read_to_string(out.join("health/g002.json")).unwrap();
    let health: Value = serde_json::from_str(&health).unwrap();
    let figure = |part: &str, name: &str| {
        let figures = health[part].as_array().unwrap().iter();
        let mut named = figures.filter(|figure| figure["name"] == name);
        named.next().unwrap()["value"].clone()
    };
    assert!(figure("games", "mean_length").as_f64().unwrap() > 3.0);
    let reuse = figure("run", "reuse").as_f64().unwrap();
    assert!((4.0..5.5).contains(&reuse), "{reuse}");
    let metrics = fs::read_to_string(out.join("metrics/metrics.jsonl")).unwrap();
    for name in [
        "health/outside_limits",
        "health/reuse",
        "selfplay/games_per_second",
    ] {
        assert_eq!(metrics.matches(name).count(), 2, "{name}: {metrics}");
    }
}

#[test]
fn damaged_checkpoints_are_put_aside_and_the_newest_model_is_gone_on_from() {
    let folder = tempfile::tempdir().unwrap();
    let (config, out) = config(folder.path(), TINY);
    stdout(&["run", &config, "--out", text(&out)]);
    let steps = |name: &str| Model::load(&out.join(name)).unwrap().card.steps;
    let before = steps("models/g002.bingwa");
    let checkpoints = out.join("checkpoints");
    for (name, mut bytes) in common::files(&checkpoints) {
        bytes[40] ^= 1;
        fs::write(checkpoints.join(name), bytes).unwrap();
    }
    let longer = ["run", text(&out), "--generations", "3"];
    let output = run(&longer);
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("put aside as").count(), 2);
    assert!(steps("models/g003.bingwa") > before, "steps count on");
    let kept = names(&checkpoints);
    let kept: Vec<_> = kept.iter().filter(|name| name.ends_with(".bin")).collect();
    assert!(!kept.is_empty(), "what was trained since is kept");
}

#[test]
fn final_matches_play_games_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let content = format!("{TINY}final_anchors = [\"greedy\"]\n");
    let (config, out) = config(folder.path(), &content);
    stdout(&["run", &config, "--out", text(&out)]);
    let seed = |name: &str| -> Value {
        let bytes = fs::read(out.join("matches").join(name)).unwrap();
        serde_json::from_slice::<Value>(&bytes).unwrap()["seed"].clone()
    };
    assert_ne!(seed("g002-greedy.json"), seed("g002-final-greedy.json"));
}

#[test]
fn a_run_that_is_not_there_has_no_status() {
    let folder = tempfile::tempdir().unwrap();
    let (config, out) = config(folder.path(), TINY);
    refused(
        &["run", &config, "--out", text(&out), "--status"],
        "",
        &["there is no run in"],
    );
    assert!(!out.exists());
    refused(&["run", &config, "--hours", "0"], "", &["hours above 0"]);
}

#[test]
fn the_doctor_finds_nothing_wrong_here_and_names_what_is() {
    let folder = tempfile::tempdir().unwrap();
    let (config, _) = config(folder.path(), &TINY.replace("games = 4\n", "games = 0\n"));
    let folder = text(folder.path());
    let sound = ["doctor", &config, "--folder", folder];
    let checks = json(&[&sound[..], &["--json"]].concat());
    let states: Vec<&str> = checks
        .as_array()
        .unwrap()
        .iter()
        .map(|c| c["state"].as_str().unwrap())
        .collect();
    assert!(states.len() >= 8 && !states.contains(&"wrong"), "{checks}");
    assert!(checks.to_string().contains("integers within"), "{checks}");
    assert!(checks.to_string().contains("games = 40"), "{checks}");
    // Notes are not wrong: the exit code is 0, as `stdout` has seen.
    let broken = Path::new(folder).join("broken.bingwa");
    fs::write(&broken, "no model").unwrap();
    let nowhere = Path::new(folder).join("nowhere");
    let args = [
        "doctor",
        text(&broken),
        "--model",
        text(&broken),
        "--folder",
        text(&nowhere),
    ];
    let output = run(&args);
    let told = String::from_utf8_lossy(&output.stdout).into_owned();
    assert_eq!(output.status.code(), Some(1), "{told}");
    assert_eq!(
        told.matches("WRONG").count(),
        3,
        "config, model and folder: {told}"
    );
    assert!(stderr(&output).contains("3 of "), "{}", stderr(&output));
}
