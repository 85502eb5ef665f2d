//! `bingwa doctor`: whether everything is as it should be.

mod config;
mod disk;
mod models;
mod system;

use std::io::{self, Write};
use std::path::PathBuf;

use serde::Serialize;

/// Check the machine, the disk, a config and models.
///
/// Each line is ok, a note (it works, but look at it) or wrong, with what to do.
/// Exit code 1 if something is wrong.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa doctor                                machine, disk, released models
  bingwa doctor configs/laptop.toml            and a config
  bingwa doctor --model runs/quick/models/g006.bingwa --folder /data/runs
  bingwa doctor --json | jq '.[] | select(.state != \"ok\")'")]
pub(crate) struct Args {
    /// A config to check
    config: Option<PathBuf>,
    /// A model file to check, besides the released ones; may come several times
    #[arg(long, value_name = "FILE")]
    model: Vec<PathBuf>,
    /// Folder in which runs are to lie: its disk is tried
    #[arg(long, value_name = "DIR", default_value = ".")]
    folder: PathBuf,
    /// Print an array of checks as JSON
    #[arg(long)]
    json: bool,
}

/// How a check came out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum State {
    Ok,
    Note,
    Wrong,
}

/// One thing that was looked at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Check {
    name: String,
    state: State,
    /// What was found.
    found: String,
    /// What to do, unless it is ok.
    #[serde(skip_serializing_if = "Option::is_none")]
    todo: Option<String>,
}

impl Check {
    fn ok(name: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            state: State::Ok,
            found: found.into(),
            todo: None,
        }
    }

    /// The same, as a note with what to do.
    fn note(self, todo: impl Into<String>) -> Self {
        Self {
            state: State::Note,
            todo: Some(todo.into()),
            ..self
        }
    }

    /// The same, as wrong with what to do.
    fn wrong(self, todo: impl Into<String>) -> Self {
        Self {
            state: State::Wrong,
            todo: Some(todo.into()),
            ..self
        }
    }
}

/// Some checks came out wrong.
#[derive(Debug, thiserror::Error)]
#[error("{0} of {1} checks are wrong")]
pub(crate) struct Unwell(usize, usize);

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let mut checks = system::checks();
    checks.extend(disk::checks(&args.folder));
    if let Some(config) = &args.config {
        checks.extend(config::checks(config));
    }
    checks.extend(models::released());
    checks.extend(args.model.iter().map(|path| models::file(path)));
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&checks)?)?;
    } else {
        tell(&mut out, &checks)?;
    }
    let wrong = checks.iter().filter(|check| check.state == State::Wrong);
    match wrong.count() {
        0 => Ok(()),
        wrong => Err(Unwell(wrong, checks.len()).into()),
    }
}

fn tell(out: &mut impl Write, checks: &[Check]) -> io::Result<()> {
    let width = checks.iter().map(|check| check.name.chars().count()).max();
    let width = width.unwrap_or_default();
    for check in checks {
        let state = match check.state {
            State::Ok => "ok   ",
            State::Note => "note ",
            State::Wrong => "WRONG",
        };
        writeln!(out, "{state}  {:<width$}  {}", check.name, check.found)?;
        if let Some(todo) = &check.todo {
            writeln!(out, "{:1$}  → {todo}", "", width + 7)?;
        }
    }
    Ok(())
}
