use super::*;
use crate::matches::{Match, MatchGame};
use crate::openings::distinct_openings;
use crate::players::{PlayerFactory, PlayerSpec};
use crate::search::SearchConfig;
use bingwa_engine::{Outcome, Side};

const RULES: Ruleset = Ruleset::KUJIFUNZA;

/// A shell script as an engine: `$line` is what it was told.
fn spec(answers: &str) -> EngineSpec {
    let script = format!("while read -r line; do case \"$line\" in {answers} esac; done");
    EngineSpec {
        command: ["sh", "-c", &script].map(str::to_owned).to_vec(),
        limit: SearchLimit::Within(Budget::Evaluations(100)),
        patience: Duration::from_secs(20),
    }
}

const INTRODUCTION: &str = "ugi) echo id name Shell; echo ugiok;; isready) echo readyok;; \
     quit) exit;;";

/// Two games of the engine against the greedy player.
fn play(spec: EngineSpec) -> (String, Vec<MatchGame>) {
    let engine = PlayerFactory::engine(spec, &RULES).unwrap();
    let greedy: PlayerSpec = "greedy".parse().unwrap();
    let greedy = greedy.load(&RULES, SearchConfig::default(), 1).unwrap();
    let openings = distinct_openings(&RULES, 1, 1);
    let contest = Match {
        rules: &RULES,
        players: [&engine, &greedy],
        openings: &openings,
        seed: 1,
    };
    (engine.name.clone(), contest.play_pairs(0..1))
}

/// Both games are lost, and this is said of them.
fn lost_by(spec: EngineSpec, says: &str) {
    for game in play(spec).1 {
        assert_eq!(game.outcome, Outcome::Win(game.seat.opponent()));
        let fault = game.fault.unwrap();
        assert!(fault.contains(says), "{fault}");
    }
}

fn failing(go: &str) -> EngineSpec {
    spec(&format!("{INTRODUCTION} go*) {go};;"))
}

#[test]
fn a_move_that_is_not_legal_loses_and_so_does_none() {
    lost_by(
        failing("echo bestmove B8\\>+"),
        "played `B8>+`, which is not legal in",
    );
    lost_by(
        failing("echo info string hm; echo bestmove none"),
        "played `none`",
    );
    lost_by(failing("echo bestmove"), "played ``");
    lost_by(
        failing("echo error I am tired"),
        "answered `error I am tired`",
    );
}

#[test]
fn a_crash_loses_and_the_next_game_gets_another_process() {
    lost_by(failing("kill -9 $$"), "ended when `bestmove` was awaited");
    lost_by(failing("exec >&-"), "ended when `bestmove` was awaited");
}

#[test]
fn silence_loses_in_time_and_so_does_talk_without_end() {
    for go in ["exec sleep 60", "exec yes info string thinking"] {
        let patience = Duration::from_secs(2);
        let spec = EngineSpec {
            patience,
            ..failing(go)
        };
        lost_by(spec, "gave no `bestmove` in 2s");
    }
}

#[test]
fn one_that_never_reads_does_not_hold_up_anything() {
    let script = "echo ugiok; exec yes readyok".to_owned();
    let silent = EngineSpec {
        command: vec!["sh".to_owned(), "-c".to_owned(), script],
        patience: Duration::from_secs(2),
        ..failing("")
    };
    lost_by(silent, "gave no `bestmove`");
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_has_started_ends_with_it() {
    let script = "sleep 60 & echo started $!; wait";
    let command = ["sh", "-c", script].map(str::to_owned);
    let mut process = Process::start(&command).unwrap();
    let patience = Duration::from_secs(20);
    let line = process.hear("started", patience, |_| {}).unwrap();
    let sleeper = line.split_whitespace().nth(1).unwrap();
    let status = std::path::Path::new("/proc").join(sleeper).join("status");
    // Killed, it is gone or waits for who has adopted it.
    let is_alive =
        || std::fs::read_to_string(&status).is_ok_and(|text| !text.contains("\nState:\tZ"));
    assert!(is_alive());
    drop(process);
    let killed = std::time::Instant::now();
    while is_alive() {
        assert!(killed.elapsed() < patience, "process {sleeper} lives on");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn what_cannot_play_is_known_before_the_match() {
    let told = |spec| PlayerFactory::engine(spec, &RULES).unwrap_err().to_string();
    let command = |words: &[&str]| EngineSpec {
        command: words.iter().map(|&word| word.to_owned()).collect(),
        ..spec("")
    };
    assert!(told(command(&[])).contains("command of an engine is empty"));
    assert!(told(command(&["/no/such/program"])).contains("cannot be started"));
    assert!(told(command(&["true"])).contains("ended when `ugiok`"));
    let rules = "ugi) echo option name RuleSet type string; echo ugiok;; \
         setoption*kujifunza) echo error only chess;; isready) echo readyok;;";
    assert!(told(spec(rules)).contains("answered `error only chess`"));
}

/// It is asked for one move only that it knows; after that it loses.
#[test]
fn an_engine_that_plays_is_named_and_its_moves_count() {
    let opening = distinct_openings(&RULES, 1, 1)[0];
    let first = RULES.legal_moves(&opening)[0];
    let spec = failing(&format!(
        "echo bestmove '{}'",
        first.to_string().to_lowercase()
    ));
    let (name, games) = play(spec);
    assert_eq!(name, "Shell:100e");
    let to_move = games.iter().find(|game| game.seat == opening.mover());
    assert_eq!(to_move.unwrap().moves[0], first);
    assert_eq!(games[0].seat, Side::South);
}
