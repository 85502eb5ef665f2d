//! The whole loop through the real program: the same games at every thread
//! count, a run that goes on after it was killed, and what it leaves.

mod common;

use std::fs;
use std::path::Path;

use bingwa_train::pipeline::RunConfig;
use common::{files, run, selfplay, stderr, stdout, text};

const TINY: &str = "ruleset = \"kujifunza\"\ngenerations = 2\ngames = 60\n\
[selfplay]\nsimulations = 8\nquick_simulations = 4\n\
[train]\nhidden = [32, 32]\nbatch = 64\n\
[match]\ngames = 10\nfinal_games = 10\nsimulations = 8\n";

fn tiny(folder: &Path) -> String {
    let path = folder.join("tiny.toml");
    fs::write(&path, TINY).unwrap();
    text(&path).to_owned()
}

/// The game files of a folder.
fn shards(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files = files(folder);
    files.retain(|(name, _)| name.ends_with(".games"));
    files
}

fn games_of(folder: &Path) -> String {
    stdout(&["games", "export", text(folder), "--format", "jsonl"])
}

#[test]
fn self_play_gives_the_same_games_at_every_thread_count() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("one"), folder.path().join("two"));
    assert!(selfplay("kiswahili", "20", "1", &one).status.success());
    assert!(selfplay("kiswahili", "20", "3", &two).status.success());
    let games = games_of(&one);
    assert_eq!(games.lines().count(), 20);
    assert_eq!(games, games_of(&two));
    let first: serde_json::Value = serde_json::from_str(games.lines().next().unwrap()).unwrap();
    assert_eq!(first["ruleset"], "kiswahili");
    assert!(first["moves"].as_array().unwrap().len() > 4);
}

#[test]
fn self_play_again_plays_only_what_is_missing() {
    let folder = tempfile::tempdir().unwrap();
    let (parts, whole) = (folder.path().join("parts"), folder.path().join("whole"));
    assert!(selfplay("easy", "10", "2", &parts).status.success());
    let before = shards(&parts);
    let output = selfplay("easy", "25", "2", &parts);
    assert!(
        stderr(&output).contains("15 games in"),
        "{}",
        stderr(&output)
    );
    assert_eq!(
        shards(&parts)[..1],
        before[..],
        "what was there is untouched"
    );
    assert!(selfplay("easy", "25", "1", &whole).status.success());
    assert_eq!(games_of(&parts), games_of(&whole));
}

#[test]
fn a_run_leaves_models_games_results_and_metrics_and_repeats_itself() {
    let folder = tempfile::tempdir().unwrap();
    let config = tiny(folder.path());
    let (first, second) = (folder.path().join("first"), folder.path().join("second"));
    let told = stdout(&["run", &config, "--out", text(&first)]);
    assert!(told.contains("g002@") && told.contains("random"), "{told}");
    stdout(&["run", &config, "--out", text(&second)]);
    for model in ["models/g001.bingwa", "models/g002.bingwa"] {
        let bytes = fs::read(first.join(model)).unwrap();
        // The card names the run: compare what the model plays like.
        let show = |run: &Path| {
            stdout(&["model", "show", text(&run.join(model))])
                .lines()
                .filter(|line| {
                    !["file", "hash", "run"]
                        .iter()
                        .any(|key| line.starts_with(key))
                })
                .collect::<String>()
        };
        assert!(!bytes.is_empty());
        assert_eq!(show(&first), show(&second));
    }
    assert_eq!(shards(&first.join("games")).len(), 2);
    for health in ["health-g000.json", "health-g001.json"] {
        assert!(first.join("games").join(health).exists());
    }
    assert!(
        files(&first.join("matches"))
            .iter()
            .any(|(name, _)| name.contains("final-greedy"))
    );
    let metrics = files(&first.join("metrics"));
    assert!(
        metrics.iter().any(|(name, _)| name.contains("tfevents")),
        "TensorBoard"
    );
    assert!(
        metrics
            .iter()
            .any(|(name, content)| name.ends_with(".jsonl") && !content.is_empty())
    );
    assert_eq!(
        fs::read_to_string(first.join("config.toml")).unwrap(),
        TINY,
        "the config travels with the run"
    );
    // A finished run has nothing to do and says the same.
    let before = files(&first.join("models"));
    assert_eq!(stdout(&["run", &config, "--out", text(&first)]), told);
    assert_eq!(files(&first.join("models")), before);
}

#[test]
fn a_killed_run_goes_on_and_comes_to_the_same_models() {
    let folder = tempfile::tempdir().unwrap();
    let config = folder.path().join("gated.toml");
    let gate = "[promotion]\nrule = \"gated\"\ngames = 30\nsimulations = 4\n";
    fs::write(&config, format!("{TINY}{gate}")).unwrap();
    let config = text(&config).to_owned();
    // One name for both, since models carry it.
    let (whole, killed) = (folder.path().join("a/run"), folder.path().join("b/run"));
    stdout(&["run", &config, "--out", text(&whole)]);
    // Kill it as soon as each of these appears: in or after every kind of step.
    for sign in [
        "lock",
        "state.json",
        "games",
        "checkpoints",
        "models/g001.bingwa",
        "matches",
        "health/g001.json",
        "games/g001-0000000.games",
        "models/g002.bingwa",
        "matches/g002-greedy.json",
        "promotions/g002.json",
        "health/g002.json",
        "matches/g002-final-random.json",
    ] {
        let args = ["run", &config, "--out", text(&killed)];
        common::killed_when(&args, || killed.join(sign).exists());
        // However it lies there, it can be told where it stands.
        let status = stdout(&["run", &config, "--out", text(&killed), "--status"]);
        assert!(status.contains("time used"), "{sign}: {status}");
    }
    stdout(&["run", &config, "--out", text(&killed)]);
    let models = |run: &Path| files(&run.join("models"));
    assert_eq!(models(&whole).len(), 2);
    assert!(models(&whole) == models(&killed), "the models differ");
    let promotions = |run: &Path| files(&run.join("promotions"));
    assert_eq!(promotions(&whole).len(), 1);
    assert!(
        promotions(&whole) == promotions(&killed),
        "the gates differ"
    );
    assert_eq!(
        games_of(&whole.join("games")),
        games_of(&killed.join("games"))
    );
}

#[test]
fn a_second_run_in_one_folder_and_another_config_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let config = tiny(folder.path());
    let out = folder.path().join("run");
    stdout(&["run", &config, "--out", text(&out)]);
    let other = folder.path().join("other.toml");
    fs::write(&other, TINY.replace("games = 60", "games = 61")).unwrap();
    common::refused(
        &["run", text(&other), "--out", text(&out)],
        "",
        &["another config", "--out"],
    );
    let lock = fs::File::open(out.join("lock")).unwrap();
    lock.lock().unwrap();
    common::refused(
        &["run", &config, "--out", text(&out)],
        "",
        &["in use by process"],
    );
}

#[test]
fn the_model_plays_matches_and_people() {
    let folder = tempfile::tempdir().unwrap();
    let config = tiny(folder.path());
    let out = folder.path().join("run");
    stdout(&["run", &config, "--out", text(&out)]);
    let model = out.join("models/g002.bingwa");
    let versus = [
        "match",
        text(&model),
        "greedy",
        "--games",
        "8",
        "--simulations",
        "8",
    ];
    let table = stdout(&versus);
    assert!(
        table.contains("as South") && table.contains("as North"),
        "{table}"
    );
    let json = stdout(&[&versus[..], &["--json", "--threads", "1"]].concat());
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["games"], 8);
    assert_eq!(json["ruleset"], "kujifunza");
    let json_two = stdout(&[&versus[..], &["--json", "--threads", "2"]].concat());
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&json_two).unwrap(),
        json
    );
    let played = common::run_with(
        &[
            "play",
            "--model",
            text(&model),
            "--side",
            "nobody",
            "--simulations",
            "8",
        ],
        "",
    );
    let told = String::from_utf8(played.stdout).unwrap();
    assert!(
        told.contains("wins after") || told.contains("draw after"),
        "{told}"
    );
    let shown = stdout(&["games", "show", text(&out.join("games")), "--game", "3"]);
    assert!(shown.contains("1. ") && shown.contains("sows"), "{shown}");
    assert!(stdout(&["games", "stats", text(&out.join("games"))]).contains("120"));
}

#[test]
fn every_config_of_the_project_explains_every_key() {
    let configs = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs");
    let mut seen = 0;
    for (name, _) in files(&configs) {
        if name == "ablations.toml" {
            // A list for `bingwa ablate`.
            continue;
        }
        let path = configs.join(&name);
        let (config, content) = RunConfig::load(&path).unwrap();
        let all = toml::Table::try_from(&config).unwrap();
        for table in [Some(&all)]
            .into_iter()
            .chain(all.values().map(toml::Value::as_table))
        {
            for key in table.into_iter().flat_map(|table| table.keys()) {
                let line = content
                    .lines()
                    .position(|line| {
                        line.starts_with(&format!("{key} ="))
                            || line.contains(&format!("[{key}]"))
                            || line.contains(&format!(".{key}]"))
                    })
                    .unwrap_or_else(|| panic!("{name} lacks {key}"));
                let lines: Vec<&str> = content.lines().collect();
                let explained =
                    lines[line].starts_with('[') || lines[line.saturating_sub(1)].starts_with('#');
                assert!(explained, "{name}: {key} is not explained");
            }
        }
        seen += 1;
    }
    assert!(seen >= 3);
    assert!(run(&["run", "--help"]).status.success());
}
