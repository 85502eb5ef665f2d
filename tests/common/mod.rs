//! Driving the real program.
#![allow(dead_code)]

use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

/// A model of kiswahili.
pub(crate) const MODEL: &str = "models/tests/fixtures/kiswahili.bingwa";

/// The program with these arguments, ready to run.
pub(crate) fn bingwa(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bingwa"));
    command.args(args).env_remove("RUST_BACKTRACE");
    command
}

/// Runs the program; standard input is `input`.
pub(crate) fn run_with(args: &[&str], input: &str) -> Output {
    use std::io::Write;

    let mut child = bingwa(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that fails early reads nothing: that is for the test to judge.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

/// Runs the program and kills it as soon as `sign` is seen; whether it was still
/// at work then, since it may just have ended by itself.
pub(crate) fn killed_when(args: &[&str], mut sign: impl FnMut() -> bool) -> bool {
    let mut child = bingwa(args)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut works = true;
    while works && !sign() {
        std::thread::yield_now();
        works = child.try_wait().unwrap().is_none();
    }
    let _ = child.kill();
    child.wait().unwrap();
    works
}

/// Runs the program without input.
pub(crate) fn run(args: &[&str]) -> Output {
    run_with(args, "")
}

/// Runs the program, which must succeed, and gives what it printed.
pub(crate) fn stdout(args: &[&str]) -> String {
    let output = run(args);
    assert!(output.status.success(), "{args:?}: {}", stderr(&output));
    String::from_utf8(output.stdout).unwrap()
}

/// What a program said on standard error.
pub(crate) fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// Presses Ctrl-C for a program that runs.
pub(crate) fn interrupt(child: &Child) {
    let id = child.id().to_string();
    let told = Command::new("kill").args(["-INT", &id]).status();
    assert!(told.unwrap().success());
}

/// Runs the program, which must refuse with exit code 2 and say all of `says`.
pub(crate) fn refused(args: &[&str], input: &str, says: &[&str]) -> Output {
    let output = run_with(args, input);
    let text = stderr(&output);
    assert_eq!(output.status.code(), Some(2), "{args:?}: {text}");
    for part in says {
        assert!(
            text.contains(part),
            "{args:?} does not say `{part}`: {text}"
        );
    }
    assert!(!text.contains("panicked"), "{text}");
    output
}

/// A path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Self-play of a few quick games.
pub(crate) fn selfplay(ruleset: &str, games: &str, threads: &str, out: &Path) -> Output {
    run(&[
        "selfplay",
        "--ruleset",
        ruleset,
        "--games",
        games,
        "--simulations",
        "8",
        "--seed",
        "5",
        "--threads",
        threads,
        "--out",
        text(out),
    ])
}

/// Every file of a folder with its content, by name.
pub(crate) fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(&path).unwrap_or_default())
        })
        .collect();
    files.sort();
    files
}
