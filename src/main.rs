//! Bingwa: learns Bao from nothing, plays it, and studies it.
//!
//! One subcommand a file; what they have in common is in [`args`], drawing and
//! progress in [`screen`]. The program holds no rules, search or learning of its
//! own.
#![forbid(unsafe_code)]

mod ablate;
mod analyze;
mod args;
mod bench;
mod doctor;
mod games;
mod interrupt;
mod judge;
mod levels;
mod machine;
mod matches;
mod model;
mod moves;
mod perft;
mod play;
mod preview;
mod prove;
mod rate;
mod released;
mod report;
mod rules;
mod run;
mod screen;
mod selfplay;
mod selftest;
mod serve;
mod show;
mod train;
mod ugi;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Learns Bao, East Africa's great mancala, from nothing: plays itself, trains a
/// network on its games, pits generations against each other, and plays people.
#[derive(Parser)]
#[command(version, after_help = EXAMPLES)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  bingwa run configs/quick.toml                learn kiswahili in under ten minutes
  bingwa play                                  against the model that comes with it
  bingwa match runs/quick/models/g006.bingwa greedy --games 400
  bingwa rules kiswahili                       the rules in plain words
  bingwa help run                              more about one command";

#[derive(Subcommand)]
enum Command {
    /// Play, learn and compare, generation after generation, in one folder
    Run(run::Args),
    /// Measure what each technique is worth: runs and matches by a list
    Ablate(ablate::Args),
    /// Write a run as one page: ratings, curves, health, games, config
    Report(report::Args),
    /// Play games against itself and write them to a folder
    Selfplay(selfplay::Args),
    /// Train a model on a folder of game files
    Train(train::Args),
    /// Play two players against each other, each opening from both seats
    Match(matches::Args),
    /// Rate all players of a run on one scale, and play what narrows it most
    Rate(rate::Args),
    /// Play against the computer in the terminal
    Play(play::Args),
    /// Show how strong the levels of play are, or measure it
    Levels(levels::Args),
    /// Serve a page to play in the browser
    Serve(serve::Args),
    /// Study a position or a game: best moves, chances, mistakes
    Analyze(analyze::Args),
    /// Serve other programs by a line protocol after UCI
    Ugi(ugi::Args),
    /// Look at game files: show, export, check, salvage, stats, health, replay
    Games(games::Args),
    /// Look at a model file
    Model(model::Args),
    /// Explain the rule sets
    Rules(rules::Args),
    /// Draw a position, tell a move in words
    Show(show::Args),
    /// Count positions by depth, to check and time the rules
    Perft(perft::Args),
    /// Answer positions with their legal moves, line by line, for other programs
    Moves(moves::Args),
    /// Check that all parts agree on who wins
    Selftest(selftest::Args),
    /// Prove who wins a position, or check such a proof
    Prove(prove::Args),
    /// Measure the speed of rules, search and self-play on this machine
    Bench(bench::Args),
    /// Check machine, disk, config and models
    Doctor(doctor::Args),
}

fn main() -> ExitCode {
    let outcome = match Cli::parse().command {
        Command::Run(args) => run::run(&args),
        Command::Ablate(args) => ablate::run(&args),
        Command::Report(args) => report::run(&args),
        Command::Selfplay(args) => selfplay::run(&args),
        Command::Train(args) => train::run(&args),
        Command::Match(args) => matches::run(&args),
        Command::Rate(args) => rate::run(&args),
        Command::Play(args) => play::run(&args),
        Command::Levels(args) => levels::run(&args),
        Command::Serve(args) => serve::run(&args),
        Command::Analyze(args) => analyze::run(&args),
        Command::Ugi(args) => ugi::run(&args),
        Command::Games(args) => games::run(&args),
        Command::Model(args) => model::run(&args),
        Command::Rules(args) => rules::run(&args),
        Command::Show(args) => show::run(&args),
        Command::Perft(args) => perft::run(&args),
        Command::Moves(args) => moves::run(&args),
        Command::Selftest(args) => selftest::run(&args),
        Command::Prove(args) => prove::run(&args),
        Command::Bench(args) => bench::run(&args),
        Command::Doctor(args) => doctor::run(&args),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) if error.is::<interrupt::Interrupted>() => {
            eprintln!("{error}");
            ExitCode::from(130)
        }
        Err(error) if is_a_finding(&error) => {
            eprintln!("{error}");
            ExitCode::from(1)
        }
        Err(error) => {
            eprintln!("error: {}", told(&error));
            ExitCode::from(2)
        }
    }
}

/// What was looked at is not as it should be: no failure of the program.
fn is_a_finding(error: &anyhow::Error) -> bool {
    error.is::<games::Differs>() || error.is::<prove::NotProved>() || error.is::<doctor::Unwell>()
}

/// An error with its causes, each said once: many say their cause themselves.
fn told(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    text
}

/// Whoever reads our output has seen enough: no failure.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .downcast_ref::<io::Error>()
        .is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
