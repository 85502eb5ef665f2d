//! `bingwa ugi`: conversations with the real program.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

use bingwa_engine::{Game, Move, Position, Ruleset};
use common::{MODEL, bingwa, refused, run_with, stderr};

/// The program at the other end of two pipes.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(args: &[&str]) -> Self {
        let mut child = bingwa(&[&["ugi"], args].concat())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        Self {
            input: child.stdin.take().unwrap(),
            output: BufReader::new(child.stdout.take().unwrap()),
            child,
        }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
    }

    fn hear(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.output.read_line(&mut line).unwrap(), 0, "it has ended");
        line.trim_end().to_owned()
    }

    /// Everything up to a line that begins so.
    fn hear_until(&mut self, begins: &str) -> Vec<String> {
        let mut lines = Vec::new();
        while !lines
            .last()
            .is_some_and(|line: &String| line.starts_with(begins))
        {
            lines.push(self.hear());
        }
        lines
    }

    /// It must end well and have nothing more to say.
    fn end(mut self) {
        drop(self.input);
        let rest: Vec<String> = self.output.lines().map(Result::unwrap).collect();
        assert!(rest.is_empty(), "{rest:?}");
        assert!(self.child.wait().unwrap().success());
    }
}

/// A line without what differs from run to run.
fn without_time(line: &str) -> String {
    let mut words: Vec<&str> = line.split(' ').collect();
    if line.starts_with("info simulations") {
        let place = words.iter().position(|&word| word == "time").unwrap();
        words[place + 1] = "…";
    }
    words.join(" ")
}

fn assert_legal(best: &str, game: &Game) {
    let mv: Move = best.strip_prefix("bestmove ").unwrap().parse().unwrap();
    assert!(game.legal_moves().contains(&mv), "{best}");
}

#[test]
fn the_documented_conversation_is_the_real_one() {
    let document = include_str!("../docs/PROTOCOL.md");
    let (_, transcript) = document.split_once("```transcript\n").unwrap();
    let (transcript, _) = transcript.split_once("```").unwrap();
    let mut engine = Engine::start(&[]);
    let mut exchanges: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in transcript.lines() {
        match line.split_at(2) {
            ("> ", said) => exchanges.push((said, Vec::new())),
            ("< ", answer) => exchanges.last_mut().unwrap().1.push(answer),
            _ => panic!("{line}"),
        }
    }
    assert!(exchanges.len() > 20);
    for (said, expected) in exchanges {
        engine.say(said);
        let mut heard: Vec<String> = Vec::new();
        while heard.len() < expected.len() {
            let line = without_time(&engine.hear());
            // On a slow machine a search tells more often.
            let info = "info simulations";
            if line.starts_with(info) && heard.last().is_some_and(|last| last.starts_with(info)) {
                heard.pop();
            }
            heard.push(line);
        }
        let expected: Vec<String> = expected.iter().map(|line| without_time(line)).collect();
        assert_eq!(heard, expected, "{said}");
    }
    engine.end();
}

#[test]
fn a_search_without_end_is_stopped_at_any_time() {
    let mut engine = Engine::start(&["--model", MODEL]);
    engine.say("position startpos moves A6>");
    engine.say("go infinite");
    engine.hear_until("info simulations");
    // While it searches it listens, and refuses what would disturb it.
    engine.say("isready");
    engine.hear_until("readyok");
    engine.say("position startpos");
    let refusal = engine.hear_until("error").pop().unwrap();
    assert!(refusal.contains("send stop"), "{refusal}");
    engine.say("stop");
    let best = engine.hear_until("bestmove").pop().unwrap();
    let mut game = Game::new(Ruleset::KISWAHILI);
    game.push("A6>".parse().unwrap()).unwrap();
    assert_legal(&best, &game);
    // And at once, before it has told anything.
    engine.say("position startpos");
    engine.say("go infinite");
    engine.say("stop");
    let best = engine.hear_until("bestmove").pop().unwrap();
    assert_legal(&best, &Game::new(Ruleset::KISWAHILI));
    engine.end();
}

#[test]
fn a_full_tree_and_a_proof_wait_for_stop() {
    let mut engine = Engine::start(&[]);
    engine.say("setoption name Hash value 16");
    engine.say("go infinite");
    engine.hear_until("info string the tree is full");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    engine.say("stop");
    let best = engine.hear();
    assert_legal(&best, &Game::new(Ruleset::KISWAHILI));

    let won = "4,1,5,0,5,6,3,0/1,1,11,3,4,6,1,1/1,1,0,0,0,0,0,1/1,0,1,1,0,3,1,2 N 0,0 - - 77";
    engine.say(&format!("position pos {won}"));
    engine.say("go infinite");
    let told = engine.hear_until("info simulations").pop().unwrap();
    assert!(told.contains("score win in 3 pv"), "{told}");
    engine.say("isready");
    assert_eq!(engine.hear(), "readyok");
    engine.say("quit");
    assert!(engine.hear().starts_with("bestmove "));
    engine.end();
}

#[test]
fn it_plays_a_whole_game_on_the_clock_and_says_who_has_won() {
    let mut engine = Engine::start(&["--ruleset", "kujifunza"]);
    let mut game = Game::new(Ruleset::KUJIFUNZA);
    while game.outcome().is_none() {
        let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
        engine.say(&format!("position startpos moves {}", moves.join(" ")));
        engine.say("go nodes 500 wtime 60000 btime 60000");
        let best = engine.hear_until("bestmove").pop().unwrap();
        assert_legal(&best, &game);
        let mv = best.strip_prefix("bestmove ").unwrap().parse().unwrap();
        game.push(mv).unwrap();
    }
    let moves: Vec<String> = game.moves().iter().map(Move::to_string).collect();
    engine.say(&format!("position startpos moves {}", moves.join(" ")));
    engine.say("query gameover");
    assert_eq!(engine.hear(), "response true");
    engine.say("query moves");
    assert_eq!(engine.hear(), "response none");
    engine.say("query position");
    let position: Position = engine.hear()["response ".len()..].parse().unwrap();
    assert_eq!(position, *game.position());
    engine.end();
}

#[test]
fn the_end_of_input_finishes_a_search_with_limits_and_ends_one_without() {
    for go in ["go simulations 50", "go movetime 5", "go infinite", "go"] {
        let output = run_with(&["ugi"], &format!("position startpos\n{go}\n"));
        assert!(output.status.success(), "{}", stderr(&output));
        let text = String::from_utf8(output.stdout).unwrap();
        let last = text.lines().last().unwrap();
        assert_legal(last, &Game::new(Ruleset::KISWAHILI));
    }
}

#[test]
fn lines_that_are_no_text_are_answered() {
    let mut engine = Engine::start(&[]);
    engine
        .input
        .write_all(b"\xff\xfe\0\r\n\r\n  isready  \r\n")
        .unwrap();
    assert!(engine.hear().starts_with("error"));
    assert_eq!(engine.hear(), "readyok");
    let longest = "x".repeat(1 << 20);
    engine.say(&longest);
    let answer = engine.hear();
    assert!(
        answer.starts_with("error") && answer.len() < 500,
        "{answer}"
    );
    engine.end();
}

#[test]
fn a_model_for_other_rules_is_refused() {
    let mut engine = Engine::start(&["--ruleset", "easy"]);
    engine.say(&format!("setoption name Model value {MODEL}"));
    let answer = engine.hear();
    assert!(
        answer.contains("setoption name RuleSet value kiswahili"),
        "{answer}"
    );
    // What was there before goes on.
    engine.say("go simulations 16");
    engine.hear_until("bestmove");
    engine.end();
    let args = ["ugi", "--ruleset", "easy", "--model", MODEL];
    refused(&args, "", &["kiswahili", "easy"]);
}
