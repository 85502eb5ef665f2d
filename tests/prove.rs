//! `bingwa prove`: proofs found, written, checked, and refused once tampered with.

mod common;

use std::fs;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

use bingwa_engine::{Position, Ruleset, Side};
use bingwa_selfplay::prover::Proof;
use common::{bingwa, refused, run, stderr, stdout, text};

/// Mtaji, South to move: won in 17 moves.
const ENDGAME: &str =
    "1,0,5,0,1,4,0,4/0,0,0,11,1,1,1,0/1,4,2,1,1,6,0,0/2,4,4,2,3,2,1,2 S 0,0 - - 46";

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap()
}

#[test]
fn a_proof_is_found_written_and_checked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("endgame.proof");
    let said = stdout(&["prove", ENDGAME, "--memory", "16", "--out", text(&path)]);
    assert!(
        said.starts_with("South wins this position of kiswahili: proof of "),
        "{said}"
    );
    assert!(said.contains("\nfirst move "), "{said}");
    let checked = stdout(&["prove", "--check", text(&path)]);
    assert!(
        checked.contains("the proof holds: South wins") && checked.contains(ENDGAME),
        "{checked}"
    );
    let as_json = json(&stdout(&["prove", "--check", text(&path), "--json"]));
    assert_eq!(as_json["holds"], true);
    assert_eq!(as_json["winner"], "S");
    let again = json(&stdout(&["prove", ENDGAME, "--memory", "16", "--json"]));
    for key in ["winner", "winner_positions", "other_positions", "depth"] {
        assert_eq!(again[key], as_json[key], "{key}");
    }
}

#[test]
fn kujifunza_is_won_by_south_from_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kujifunza.proof");
    let args = ["prove", "--ruleset", "kujifunza", "start", "--out"];
    let said = stdout(&[&args[..], &[text(&path)]].concat());
    assert!(
        said.starts_with("South wins from the start of kujifunza"),
        "{said}"
    );
    let proof = Proof::load(&path).unwrap();
    assert_eq!(proof.root, Position::start(&Ruleset::KUJIFUNZA));
    assert_eq!(proof.winner, Side::South);
    assert!(stdout(&["prove", "--check", text(&path)]).contains("South wins kujifunza"));
}

/// Found once and kept: whoever changes rules or checker hears of it.
#[test]
fn the_kept_proof_of_easy_holds() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fixtures/easy.proof");
    let checked = stdout(&["prove", "--check", path]);
    assert!(checked.contains("North wins easy"), "{checked}");
}

#[test]
fn damaged_and_tampered_proofs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.proof");
    let args = ["prove", "--ruleset", "kujifunza", "--out", text(&path)];
    stdout(&args);
    let not_proved = |says: &str| {
        let output = run(&["prove", "--check", text(&path)]);
        assert_eq!(output.status.code(), Some(1));
        assert!(output.stdout.is_empty());
        let said = stderr(&output);
        assert!(said.contains("a.proof") && said.contains(says), "{said}");
        let output = run(&["prove", "--check", text(&path), "--json"]);
        assert_eq!(output.status.code(), Some(1));
        let said = json(std::str::from_utf8(&output.stdout).unwrap());
        assert_eq!(said["holds"], false);
        assert!(said["why"].as_str().unwrap().contains(says), "{said}");
    };
    let good = fs::read(&path).unwrap();
    for at in [0, 9, 40, good.len() - 40, good.len() - 1] {
        let mut bytes = good.clone();
        bytes[at] ^= 4;
        fs::write(&path, &bytes).unwrap();
        not_proved(match at {
            0 => "no proof file",
            9 => "version",
            _ => "checksum",
        });
    }
    fs::write(&path, &good[..20]).unwrap();
    not_proved("length");
    let mut proof = Proof::from_bytes(&good).unwrap();
    proof.moves.pop();
    proof.save(&path).unwrap();
    not_proved("the proof has no move for the position there");
    let mut proof = Proof::from_bytes(&good).unwrap();
    proof.moves.swap(0, 1);
    proof.save(&path).unwrap();
    not_proved("does not hold");
}

#[test]
fn what_was_not_decided_is_said_so() {
    let undecided = ["prove", "--seconds", "0", "--memory", "1"];
    let output = run(&undecided);
    assert_eq!(output.status.code(), Some(1));
    let said = stderr(&output);
    assert!(said.contains("undecided: the time was up after "), "{said}");
    let output = run(&[&undecided[..], &["--json"]].concat());
    let said = json(std::str::from_utf8(&output.stdout).unwrap());
    assert_eq!(said["verdict"], "undecided");
    assert!(said["proof_number"].as_u64().unwrap() > 0);
    // A drawn board: neither player can force a win.
    let drawn = "2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2/2,2,2,2,2,2,2,2 S 0,0 - - 500";
    let output = run(&["prove", "--ruleset", "easy", drawn]);
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("neither South nor North can force a win"));
}

#[test]
fn wrong_arguments_are_refused() {
    refused(&["prove", "begin"], "", &["six fields"]);
    refused(
        &[
            "prove",
            "--ruleset",
            "easy",
            &ENDGAME.replace("- -", "SN -"),
        ],
        "",
        &["nyumba"],
    );
    refused(&["prove", "--winner", "South"], "", &["S or N"]);
    refused(&["prove", "--seconds=-1"], "", &["seconds"]);
    refused(&["prove", "--memory", "4294967295"], "", &["memory"]);
    refused(&["prove", "--check", "none.proof"], "", &["none.proof"]);
    refused(
        &["prove", "--check", "a.proof", "--winner", "S"],
        "",
        &["--winner"],
    );
}

/// An interrupt ends it cleanly, whatever it was doing.
#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search() {
    let mut child = bingwa(&["prove", "--ruleset", "kiswahili", "--seconds", "1000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // It listens before it says what it is doing.
    let mut said = BufReader::new(child.stderr.take().unwrap());
    let mut line = String::new();
    said.read_line(&mut line).unwrap();
    assert!(line.contains("looking for a win of South"), "{line}");
    common::interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    let mut rest = String::new();
    said.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("nothing was proved"), "{rest}");
}
