//! The report of a run through the real program: what is on the page, that it
//! is whole and stands alone, and that nothing in the folder can break it.

mod common;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use common::{refused, stderr, stdout, text};

const TINY: &str = "# <script>alert(1)</script> & more\nruleset = \"kujifunza\"\ngenerations = 2\n\
games = 40\n\
[selfplay]\nsimulations = 8\nquick_simulations = 4\n\
[train]\nhidden = [32, 32]\nbatch = 64\n\
[match]\ngames = 10\nfinal_games = 10\nsimulations = 8\n";

/// A finished run, played once for all tests.
fn finished() -> &'static Path {
    static RUN: OnceLock<(tempfile::TempDir, PathBuf)> = OnceLock::new();
    let (_, run) = RUN.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("tiny.toml");
        fs::write(&config, TINY).unwrap();
        let run = folder.path().join("run");
        stdout(&["run", text(&config), "--out", text(&run)]);
        (folder, run)
    });
    run
}

/// A copy to damage, called so.
fn copy(into: &Path, name: &str) -> PathBuf {
    let to = into.join(name);
    for part in ["games", "models", "matches", "metrics", "health"] {
        fs::create_dir_all(to.join(part)).unwrap();
        for (name, content) in common::files(&finished().join(part)) {
            fs::write(to.join(part).join(name), content).unwrap();
        }
    }
    for file in ["config.toml", "state.json"] {
        fs::copy(finished().join(file), to.join(file)).unwrap();
    }
    to
}

/// Writes the report of a folder; gives what the program said, and the page.
fn report(run: &Path) -> (String, String) {
    let told = stdout(&["report", text(run)]);
    let page = fs::read_to_string(run.join("report.html")).unwrap();
    well_formed(&page);
    (told, page)
}

/// Every element is closed where it was opened, and every attribute is quoted.
fn well_formed(page: &str) {
    const VOID: [&str; 1] = ["meta"];
    let mut open: Vec<&str> = Vec::new();
    let mut rest = page
        .strip_prefix("<!DOCTYPE html>")
        .expect("a document type");
    while let Some(at) = rest.find('<') {
        assert!(!rest[..at].contains('>'), "a bare > before {}", &rest[at..]);
        let end = rest.find('>').expect("a tag without an end");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop(), Some(name), "closed by </{name}>");
            continue;
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "<{tag}>");
        let name = tag.split_whitespace().next().unwrap_or_default();
        assert!(name.bytes().all(|b| b.is_ascii_alphanumeric()), "<{tag}>");
        if name == "style" {
            rest = &rest[rest.find("</style>").expect("the style's end")..];
        }
        if !VOID.contains(&name) {
            open.push(name);
        }
    }
    assert_eq!(open, Vec::<&str>::new(), "left open");
}

#[test]
fn a_run_leaves_a_page_with_ratings_curves_health_and_games() {
    let page = fs::read_to_string(finished().join("report.html")).unwrap();
    well_formed(&page);
    for part in [
        "all 2 models trained",
        "Rating by generation",
        "Against random",
        "Against greedy",
        "Value loss",
        "Margin loss",
        "Gradient norm",
        "Policy accuracy",
        "duplicate games",
        "of generation 1, of the usual length",
        "South&#39;s chance|South's chance",
        "Told lap by lap",
        "hidden = [32, 32]",
    ] {
        let found = part.split('|').any(|part| page.contains(part));
        assert!(found, "the page lacks {part}");
    }
    for (name, content) in common::files(&finished().join("matches")) {
        let met: serde_json::Value = serde_json::from_slice(&content).unwrap();
        for player in met["players"].as_array().unwrap() {
            assert!(page.contains(player.as_str().unwrap()), "{name}");
        }
    }
    assert!(!page.contains("Damaged files"));
    assert!(page.len() < 1 << 20, "{} bytes", page.len());
    // Nothing from elsewhere, nothing that runs, nothing of this machine.
    for part in ["://", "<script", "src=", "@import", "url("] {
        assert!(!page.contains(part), "the page has {part}");
    }
    let home = finished().parent().unwrap();
    assert!(
        !page.contains(text(home)),
        "the page names a folder of the machine"
    );
}

#[test]
fn the_same_folder_gives_the_same_page_anywhere() {
    let folder = tempfile::tempdir().unwrap();
    let run = copy(folder.path(), "run");
    let (told, page) = report(&run);
    assert!(
        told.contains("report.html") && !told.contains("damage"),
        "{told}"
    );
    assert_eq!(
        page,
        fs::read_to_string(finished().join("report.html")).unwrap()
    );
    let elsewhere = folder.path().join("new/page.html");
    stdout(&["report", text(&run), "--out", text(&elsewhere)]);
    assert_eq!(page, fs::read_to_string(elsewhere).unwrap());
}

#[test]
fn names_and_texts_of_the_folder_cannot_become_part_of_the_page() {
    let folder = tempfile::tempdir().unwrap();
    let run = copy(folder.path(), "<script>alert('x')<script> & \"q\"");
    let greedy = run.join("matches/g002-greedy.json");
    let met = fs::read_to_string(&greedy).unwrap();
    fs::write(
        &greedy,
        met.replace("\"greedy\"", "\"<img src=x>\\\" onload=\\\"y\""),
    )
    .unwrap();
    fs::write(
        run.join("metrics/more.jsonl"),
        "{\"step\":1,\"train/</title><script>_loss\":0.5,\"train/value_loss\":null}\n",
    )
    .unwrap();
    let (_, page) = report(&run);
    assert!(page.contains("&lt;script&gt;alert"), "the name is told");
    assert!(page.contains("&lt;img src=x&gt;&quot; onload=&quot;y"));
    assert!(page.contains("train/value_loss</code> was not finite 1 time"));
    for part in ["<script", "<img"] {
        assert!(!page.contains(part), "{part}");
    }
}

#[test]
fn damaged_files_are_named_and_the_rest_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let run = copy(folder.path(), "run");
    let half = |path: &str| {
        let bytes = fs::read(run.join(path)).unwrap();
        fs::write(run.join(path), &bytes[..bytes.len() / 2]).unwrap();
    };
    let damaged = [
        "games/g001-0000000.games",
        "games/health-g000.json",
        "models/g001.bingwa",
        "matches/g001-random.json",
    ];
    damaged.iter().for_each(|path| half(path));
    fs::write(run.join("metrics/noise.jsonl"), b"\xff\xfe\nnot json\n").unwrap();
    fs::write(run.join("config.toml"), "ruleset = \"easy\"\nsed = 3\n").unwrap();
    let (told, page) = report(&run);
    assert!(told.contains("damages named on it"), "{told}");
    assert!(page.contains("Damaged files"));
    for path in damaged
        .iter()
        .chain(&["metrics/noise.jsonl", "config.toml"])
    {
        assert!(
            page.contains(&format!("<code>{path}</code>")),
            "{path} is not named"
        );
    }
    assert!(
        page.contains("did you mean `seed`"),
        "the config's own error"
    );
    assert!(page.contains("Rating by generation") && page.contains("Value loss"));
    assert!(!page.contains(text(folder.path())), "a path of the machine");
}

#[test]
fn parts_of_a_run_are_enough_but_there_must_be_one() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("part");
    refused(&["report", text(&run)], "", &["part"]);
    fs::create_dir(&run).unwrap();
    refused(&["report", text(&run)], "", &["is no run", "config.toml"]);
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    refused(&["report", text(&file)], "", &["is no folder"]);
    // As it grows: one part after the other.
    fs::create_dir(run.join("games")).unwrap();
    let (_, page) = report(&run);
    for part in [
        "unknown rules",
        "No match has been played yet",
        "Nothing has been trained yet",
        "No generation",
        "No game could be read yet",
        "No model has been trained yet",
        "no config.toml",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for (name, content) in common::files(&finished().join("games")) {
        if name.starts_with("g000") {
            fs::write(run.join("games").join(name), content).unwrap();
        }
    }
    let (_, page) = report(&run);
    assert!(page.contains("40") && page.contains("Game ") && page.contains("without a model"));
    fs::create_dir(run.join("metrics")).unwrap();
    fs::write(
        run.join("metrics/metrics.jsonl"),
        "{\"step\":0,\"train/loss\":1}\n{\"st",
    )
    .unwrap();
    let (_, page) = report(&run);
    assert!(page.contains("Whole loss") && !page.contains("Damaged files"));
}

#[test]
fn health_and_time_of_the_run_are_shown_where_it_has_kept_them() {
    let folder = tempfile::tempdir().unwrap();
    let run = copy(folder.path(), "run");
    for (generation, warning) in [(1, "null"), (2, "\"speed kept 40.0 %: look for heat\"")] {
        let health = format!(
            "{{\"generation\":{generation},\"games\":[],\"run\":[{{\"name\":\"speed_kept\",\
             \"unit\":\"share\",\"value\":0.4,\"low\":0.7,\"high\":null,\"warning\":{warning}}}]}}"
        );
        fs::write(run.join(format!("health/g00{generation}.json")), health).unwrap();
    }
    fs::write(
        run.join("state.json"),
        "{\"seconds\":9000,\"generations\":3,\"hours\":0}",
    )
    .unwrap();
    let (_, page) = report(&run);
    assert!(page.contains("2.5 hours of work") && page.contains("2 of 3 models trained"));
    assert!(page.contains("Training, speed and matches of generation 2"));
    assert!(
        page.contains("Speed kept 40.0 %: look for heat.") && page.contains("at least 70.0\u{a0}%")
    );
    assert!(!page.contains("Damaged files"));
}

#[test]
fn matches_kept_beside_those_of_the_run_count_and_others_are_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let run = copy(folder.path(), "run");
    let model = run.join("models/g001.bingwa");
    let saved = run.join("ratings/alphabeta.match");
    fs::create_dir(run.join("ratings")).unwrap();
    let few = ["--games", "4", "--simulations", "8"];
    let versus = ["match", "alphabeta:1", text(&model), "--save", text(&saved)];
    stdout(&[&versus[..], &few].concat());
    let greedy = fs::read_to_string(run.join("matches/g001-greedy.json")).unwrap();
    let other = greedy.replace("kujifunza", "malawi");
    fs::write(run.join("matches/other.json"), other).unwrap();
    let (_, page) = report(&run);
    assert!(page.contains("<td>alphabeta:1</td>"));
    assert!(page.contains("matches/other.json</code>: left out: a match of other rules, malawi"));
}

#[test]
fn a_page_that_cannot_be_written_is_a_named_error() {
    let folder = tempfile::tempdir().unwrap();
    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let out = blocked.join("page.html");
    let output = refused(
        &["report", text(finished()), "--out", text(&out)],
        "",
        &["page.html"],
    );
    assert!(!stderr(&output).is_empty());
}
