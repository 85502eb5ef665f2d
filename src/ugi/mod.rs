//! `bingwa ugi`: the engine for other programs, by lines of text.
//!
//! [`command`] reads a line, [`session`] answers it, [`thinking`] searches in a
//! thread of its own while the next lines are read, as long as [`plan`] says.

mod command;
mod plan;
mod session;
mod thinking;

use std::io::{self, BufRead};
use std::path::PathBuf;

use anyhow::Context;
use bingwa_engine::Ruleset;

use crate::args;
use crate::judge::Judge;

/// Speak UGI, the protocol of game engines after chess's UCI, on standard input
/// and output.
///
/// Other programs set up positions and ask for moves. docs/PROTOCOL.md tells
/// every command and answer.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  printf 'position startpos\\ngo simulations 400\\n' | bingwa ugi
  bingwa ugi --model runs/quick/models/g006.bingwa

A conversation (> to the engine, < from it):
  > ugi
  < id name Bingwa ... option name ... ugiok
  > position startpos moves A6>
  > go wtime 60000 btime 60000
  < info simulations 40213 nodes 187320 time 500 score winprob 0.5471 pv A6> ...
  < bestmove A6>")]
pub(crate) struct Args {
    /// The rule set [default: that of the model, else kiswahili]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// The model that judges positions [default: the released one of the rule set,
    /// where there is none the handwritten evaluation]
    #[arg(long, value_name = "FILE")]
    model: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let judge = Judge::new(args.ruleset, args.model.as_deref())?;
    let mut session = session::Session::new(judge);
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.context("reading standard input")? == 0 {
            session.finish();
            return Ok(());
        }
        let text = String::from_utf8_lossy(&line);
        if text.trim().is_empty() {
            continue;
        }
        let goes_on = match command::parse(&text) {
            Ok(command) => session.answer(command)?,
            Err(error) => {
                thinking::refuse(&error)?;
                true
            }
        };
        if !goes_on {
            return Ok(());
        }
    }
}
