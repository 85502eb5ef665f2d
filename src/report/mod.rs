//! `bingwa report`: a run as one page.
//!
//! [`read`] takes what the folder holds, [`standing`] rates the players,
//! [`panels`] shares the metrics out to charts, [`samples`] chooses games;
//! [`page`] says it all in HTML that needs no other file.

mod board;
mod chart;
mod page;
mod panels;
mod read;
mod samples;
mod standing;

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use bingwa_models::whole_file;

use read::Found;

/// The page in a run's folder.
const NAME: &str = "report.html";

/// Write a run as one page: ratings, curves, health, games, config.
///
/// The page is one file without anything from elsewhere: open it in a browser,
/// or pass it on. It shows what lies in the folder, also of a run that is going
/// on or was copied in part; damaged files are named on it. `bingwa run` writes
/// it by itself after each generation.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa report runs/quick                   writes runs/quick/report.html
  bingwa report runs/quick --out quick.html")]
pub(crate) struct Args {
    /// The folder of a run
    run: PathBuf,
    /// The file to write; one that is there is replaced [default: report.html
    /// in the folder]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let out = args.out.clone().unwrap_or_else(|| args.run.join(NAME));
    let damaged = write(&args.run, &out)?;
    let damaged = match damaged {
        0 => String::new(),
        1 => ", 1 damage named on it".to_owned(),
        count => format!(", {count} damages named on it"),
    };
    writeln!(io::stdout(), "written to {}{damaged}", out.display())?;
    Ok(())
}

/// Writes the page into the folder of its run.
///
/// # Errors
/// As [`write()`].
pub(crate) fn write_into(run: &Path) -> anyhow::Result<()> {
    write(run, &run.join(NAME)).map(drop)
}

/// Writes the page; gives how many files or parts of files are damaged.
///
/// # Errors
/// If the folder is none of a run, or the page cannot be written.
fn write(run: &Path, out: &Path) -> anyhow::Result<usize> {
    let found = Found::read(run)?;
    let page = page::page(&found).into_string();
    whole_file::write(out, page.as_bytes()).with_context(|| format!("report {}", out.display()))?;
    Ok(found.damages.len())
}
