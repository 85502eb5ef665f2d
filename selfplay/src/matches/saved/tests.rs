use std::sync::atomic::Ordering;

use bingwa_engine::Ruleset;

use super::*;
use crate::openings::distinct_openings;
use crate::players::{PlayerFactory, PlayerSpec};
use crate::search::SearchConfig;

const RULES: Ruleset = Ruleset::KUJIFUNZA;

fn player(spec: &str) -> PlayerFactory {
    let spec: PlayerSpec = spec.parse().unwrap();
    spec.load(&RULES, SearchConfig::default(), 10).unwrap()
}

struct Setup {
    players: [PlayerFactory; 2],
    openings: Vec<Position>,
}

impl Setup {
    fn new(players: [&str; 2], pairs: usize) -> Self {
        Self {
            players: players.map(player),
            openings: distinct_openings(&RULES, 4, pairs),
        }
    }

    fn contest(&self) -> Match<'_> {
        Match {
            rules: &RULES,
            players: self.players.each_ref(),
            openings: &self.openings,
            seed: 9,
        }
    }
}

/// Plays until the games are at least so many, as if it were killed then: what
/// was written last is what is left.
fn play_some(path: &Path, contest: &Match<'_>, test: Option<&Sprt>, games: usize) {
    let stop = AtomicBool::new(false);
    let mut saved = SavedMatch::open(path, contest).unwrap();
    let tell = |played: &[MatchGame]| {
        if played.len() >= games {
            stop.store(true, Ordering::Relaxed);
        }
    };
    // Every thread plays a pair before the first look at the stop.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build();
    let ended = pool
        .unwrap()
        .install(|| saved.play(contest, test, &stop, tell));
    assert_eq!(ended.unwrap(), None);
}

#[test]
fn a_match_that_stops_and_goes_on_ends_as_one_that_never_stopped() {
    let setup = Setup::new(["untrained:8", "mcts:8"], 70);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.match");
    let (contest, stop) = (setup.contest(), AtomicBool::new(false));
    let whole = contest.play(&stop, |_| {}).unwrap();
    play_some(&path, &contest, None, 2);
    play_some(&path, &contest, None, 30);
    let kept = SavedMatch::read(&path).unwrap();
    assert!((30..140).contains(&kept.games().len()));
    // The file may end after any pair: a killed program leaves any of these.
    let text = fs::read_to_string(&path).unwrap();
    let first: Vec<&str> = text.lines().take(4).collect();
    fs::write(&path, first.join("\n")).unwrap();
    let mut saved = SavedMatch::open(&path, &contest).unwrap();
    assert_eq!(saved.games(), &whole[..6]);
    let games = saved.play(&contest, None, &stop, |_| {}).unwrap().unwrap();
    assert_eq!(games, whole);
    drop(saved);
    // Finished, it is read and not played; the stop is not even looked at.
    let mut saved = SavedMatch::open(&path, &contest).unwrap();
    stop.store(true, Ordering::Relaxed);
    let again = saved.play(&contest, None, &stop, |_| unreachable!());
    assert_eq!(again.unwrap().unwrap(), whole);
}

#[test]
fn with_a_test_it_ends_at_the_same_pair_and_a_shorter_or_longer_match_goes_on() {
    let setup = Setup::new(["greedy", "random"], 200);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.match");
    let (contest, stop) = (setup.contest(), AtomicBool::new(false));
    let test: Sprt = "0,80".parse().unwrap();
    let keep = |_: &[MatchGame]| Ok::<(), io::Error>(());
    let whole = contest.go_on(Vec::new(), Some(&test), &stop, keep);
    let whole = whole.unwrap().unwrap();
    play_some(&path, &contest, Some(&test), 4);
    let mut saved = SavedMatch::open(&path, &contest).unwrap();
    let games = saved.play(&contest, Some(&test), &stop, |_| {}).unwrap();
    assert_eq!(games.unwrap(), whole);
    drop(saved);

    let short = Setup::new(["greedy", "random"], 5);
    let mut saved = SavedMatch::open(&path, &short.contest()).unwrap();
    let games = saved.play(&short.contest(), None, &stop, |_| {}).unwrap();
    assert_eq!(games.unwrap(), whole[..10]);
}

#[test]
fn another_match_is_refused_and_what_differs_is_named() {
    let setup = Setup::new(["greedy", "untrained:4"], 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.match");
    let stop = AtomicBool::new(false);
    let contest = setup.contest();
    SavedMatch::open(&path, &contest)
        .unwrap()
        .play(&contest, None, &stop, |_| {})
        .unwrap();
    let told = |contest: &Match<'_>| SavedMatch::open(&path, contest).unwrap_err().to_string();
    let seed = Match {
        seed: 1,
        ..setup.contest()
    };
    let seed = told(&seed);
    assert!(seed.contains("its seed is 9, not 1"), "{seed}");
    let others = Setup::new(["greedy", "untrained:5"], 3);
    assert!(told(&others.contest()).contains("its second player is untrained:4, not untrained:5"));
    let mut other = SearchConfig::default();
    other.exploration *= 2.0;
    let spec: PlayerSpec = "untrained:4".parse().unwrap();
    let settings = Setup {
        players: [player("greedy"), spec.load(&RULES, other, 10).unwrap()],
        openings: setup.openings.clone(),
    };
    assert!(told(&settings.contest()).contains("second player's search"));
    let mut openings = setup.openings.clone();
    openings.swap(1, 2);
    let moved = Match {
        openings: &openings,
        ..setup.contest()
    };
    assert!(told(&moved).contains("its opening 2 is "));
    let rules = Match {
        rules: &Ruleset::EASY,
        ..setup.contest()
    };
    assert!(told(&rules).contains("its rule set is kujifunza, not easy"));
}

#[test]
fn one_at_a_time_and_what_was_left_of_it_goes() {
    let setup = Setup::new(["greedy", "random"], 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("new/m.match");
    let (contest, stop) = (setup.contest(), AtomicBool::new(false));
    let mut first = SavedMatch::open(&path, &contest).unwrap();
    let told = SavedMatch::open(&path, &contest).unwrap_err().to_string();
    let own = format!("in use by process {}", std::process::id());
    assert!(told.contains("m.match") && told.contains(&own), "{told}");
    first.play(&contest, None, &stop, |_| {}).unwrap();
    let left = [".m.match.77-0.tmp", ".mm.match.77-0.tmp"].map(|name| path.with_file_name(name));
    for file in &left {
        fs::write(file, "x").unwrap();
    }
    assert_eq!(SavedMatch::read(&path).unwrap().games().len(), 6);
    assert!(left.iter().all(|file| file.exists()));
    drop(first);
    drop(SavedMatch::open(&path, &contest).unwrap());
    assert_eq!(left.map(|file| file.exists()), [false, true]);
    SavedMatch::remove(&path).unwrap();
    SavedMatch::remove(&path).unwrap();
    assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
}

#[test]
fn a_damaged_file_is_refused_with_its_line() {
    let setup = Setup::new(["greedy", "random"], 3);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("m.match");
    let (contest, stop) = (setup.contest(), AtomicBool::new(false));
    let mut saved = SavedMatch::open(&path, &contest).unwrap();
    saved.play(&contest, None, &stop, |_| {}).unwrap();
    drop(saved);
    let text = fs::read_to_string(&path).unwrap();
    let told = |text: &str| {
        fs::write(&path, text).unwrap();
        SavedMatch::open(&path, &contest).unwrap_err().to_string()
    };
    assert!(told("").contains("line 1"));
    assert!(told(&text.replacen("bingwa_match\":1", "bingwa_match\":2", 1)).contains("version 2"));
    assert!(told(text.trim_end().strip_suffix('}').unwrap()).contains("line 4"));
    let turned = text.replace("\"result\":\"S\"", "\"result\":\"N\"");
    assert!(told(&turned).contains("do not lead to the result N"));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    lines[2] = lines[2].replacen("\"moves\":\"", "\"moves\":\"B8>+ ", 1);
    assert!(told(&lines.join("\n")).contains("line 3: B8>+ is no legal move 1"));
}
