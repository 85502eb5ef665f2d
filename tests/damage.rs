//! Self-play that is killed, doubled or without room on the disk loses nothing
//! that was written, names what is wrong, and goes on where it was.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Child, Output, Stdio};

use bingwa_selfplay::records::shard_paths;
use common::{bingwa, refused, run, stderr, stdout, text};

/// So many that several files are written one after another, each of 1,024.
const GAMES: &str = "3000";

/// Quick games: two simulations a move.
fn selfplay(games: &'static str, out: &Path) -> Vec<String> {
    let args = [
        "selfplay",
        "--ruleset",
        "kujifunza",
        "--games",
        games,
        "--simulations",
        "2",
        "--seed",
        "9",
        "--threads",
        "2",
        "--out",
        text(out),
    ];
    args.map(str::to_owned).to_vec()
}

fn borrowed(args: &[String]) -> Vec<&str> {
    args.iter().map(String::as_str).collect()
}

fn play(games: &'static str, out: &Path) -> Output {
    run(&borrowed(&selfplay(games, out)))
}

fn start(games: &'static str, out: &Path) -> Child {
    bingwa(&borrowed(&selfplay(games, out)))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

fn exported(folder: &Path) -> String {
    stdout(&["games", "export", text(folder), "--format", "jsonl"])
}

fn files(folder: &Path) -> usize {
    shard_paths(folder).map_or(0, |paths| paths.len())
}

/// Waits until so many game files are there, or the program has ended by itself.
/// `false` if it has.
fn runs_until(child: &mut Child, folder: &Path, count: usize) -> bool {
    while files(folder) < count {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        std::thread::yield_now();
    }
    child.try_wait().unwrap().is_none()
}

#[test]
fn killed_ten_times_at_random_moments_it_ends_with_the_same_games() {
    let folder = tempfile::tempdir().unwrap();
    let whole = folder.path().join("whole");
    assert!(play(GAMES, &whole).status.success());
    let expected = exported(&whole);
    let mut random = fastrand::Rng::with_seed(2026);
    let mut kills = 0;
    // A folder serves until all its games are there.
    for number in 0.. {
        let out = folder.path().join(format!("killed{number}"));
        fs::create_dir(&out).unwrap();
        while kills < 10 {
            let mut child = start(GAMES, &out);
            let wanted = files(&out) + random.usize(0..3);
            let running = runs_until(&mut child, &out, wanted);
            // Somewhere on the way to the next file.
            for _ in 0..random.usize(0..400) {
                files(&out);
            }
            if !running || child.try_wait().unwrap().is_some() {
                assert!(child.wait().unwrap().success());
                break;
            }
            child.kill().unwrap();
            child.wait().unwrap();
            kills += 1;
            if files(&out) > 0 {
                let checked = run(&["games", "check", text(&out)]);
                assert!(
                    checked.status.success(),
                    "kill {kills}: {}",
                    stderr(&checked)
                );
            }
        }
        assert!(play(GAMES, &out).status.success());
        assert!(
            exported(&out) == expected,
            "folder {number} holds other games"
        );
        let left = fs::read_dir(&out).unwrap().flatten();
        let left = left.filter(|entry| entry.file_name().to_string_lossy().ends_with(".tmp"));
        assert_eq!(left.count(), 0, "nothing unfinished is left lying about");
        if kills == 10 {
            break;
        }
    }
}

#[test]
fn a_second_program_in_one_folder_is_refused_and_harms_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    let mut first = start("1000000000", &out);
    assert!(runs_until(&mut first, &out, 1));
    let second = selfplay("50", &out);
    let pid = first.id().to_string();
    refused(
        &borrowed(&second),
        "",
        &["in use by process", &pid, "another folder"],
    );
    assert!(first.try_wait().unwrap().is_none(), "the first goes on");
    let now = files(&out);
    assert!(runs_until(&mut first, &out, now + 1));
    first.kill().unwrap();
    first.wait().unwrap();
    assert!(stdout(&["games", "check", text(&out)]).contains("sound games"));
    // The lock has gone with the process.
    assert!(play("50", &out).status.success());
}

/// Runs self-play with files limited to some kilobytes: writing fails as on a
/// full disk, wherever the disk is.
#[cfg(target_os = "linux")]
fn play_without_room(games: &'static str, out: &Path) -> Output {
    let script = "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"";
    std::process::Command::new("sh")
        .args(["-c", script, env!("CARGO_BIN_EXE_bingwa")])
        .args(selfplay(games, out))
        .output()
        .unwrap()
}

#[test]
#[cfg(target_os = "linux")]
fn without_room_it_names_the_file_keeps_what_was_written_and_goes_on_later() {
    let folder = tempfile::tempdir().unwrap();
    let (out, whole) = (folder.path().join("games"), folder.path().join("whole"));
    assert!(play("10", &out).status.success());
    let before = exported(&out);
    let failed = play_without_room("3000", &out);
    let said = stderr(&failed);
    assert_eq!(failed.status.code(), Some(2), "{said}");
    assert!(said.contains("g000-0000010.games: "), "{said}");
    assert!(said.contains("File too large"), "{said}");
    assert_eq!(exported(&out), before);
    assert_eq!(files(&out), 1);
    assert!(run(&["games", "check", text(&out)]).status.success());
    assert!(play("3000", &out).status.success());
    assert!(play("3000", &whole).status.success());
    assert!(exported(&out) == exported(&whole));
}

#[test]
#[cfg(target_os = "linux")]
fn output_that_finds_no_room_is_an_error_and_no_panic() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("games");
    assert!(play("30", &out).status.success());
    let tools: [&[&str]; 6] = [
        &["export", text(&out), "--format", "jsonl"],
        &["show", text(&out)],
        &["show", text(&out), "--game", "3"],
        &["check", text(&out)],
        &["stats", text(&out)],
        &["health", text(&out)],
    ];
    for tool in tools {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let failed = bingwa(&[&["games"], tool].concat())
            .stdout(full)
            .stderr(Stdio::piped())
            .output()
            .unwrap();
        let said = stderr(&failed);
        assert_eq!(failed.status.code(), Some(2), "{tool:?}: {said}");
        assert!(
            said.contains("No space left") && !said.contains("panicked"),
            "{said}"
        );
    }
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let failed = bingwa(&borrowed(&selfplay("40", &out)))
        .stdout(full)
        .output()
        .unwrap();
    assert_eq!(failed.status.code(), Some(2), "{}", stderr(&failed));
    // Its games are there all the same.
    assert_eq!(exported(&out).lines().count(), 40);
}
