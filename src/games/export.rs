//! `bingwa games export`: games for other programs.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bingwa_models::whole_file;
use bingwa_selfplay::records::{self, Arrays};

use super::for_each;

/// Write the games for other programs.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games export runs/quick/games --format jsonl > games.jsonl
  bingwa games export runs/quick/games --format npz --out games.npz
In Python: numpy.load(\"games.npz\")[\"pits\"]. docs/FORMATS.md names fields and arrays.")]
pub(super) struct Args {
    /// A game file or a folder
    path: PathBuf,
    /// The form
    #[arg(long, value_enum)]
    format: Format,
    /// The new file, which npz needs; jsonl goes to standard output
    #[arg(long, value_name = "FILE", required_if_eq("format", "npz"))]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// One JSON object for each game and line
    Jsonl,
    /// Arrays for numpy
    Npz,
}

pub(super) fn run(args: &Args) -> anyhow::Result<()> {
    match (args.format, &args.out) {
        (Format::Jsonl, None) => jsonl(&args.path),
        (Format::Jsonl, Some(_)) => {
            bail!("--out is for npz: jsonl goes to standard output, write `> FILE`")
        }
        (Format::Npz, Some(out)) => npz(&args.path, out),
        (Format::Npz, None) => bail!("npz needs --out FILE"),
    }
}

fn jsonl(path: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = for_each(path, |header, game| {
        writeln!(out, "{}", records::to_json(header, &game)?).context("writing the games")?;
        Ok(())
    });
    out.flush().context("writing the games")?;
    written
}

fn npz(path: &Path, out: &Path) -> anyhow::Result<()> {
    let mut arrays = Arrays::default();
    let mut rules = None;
    let mut games = 0_u64;
    let mut refused = false;
    let read = for_each(path, |header, game| {
        // Until this game has found its place.
        refused = true;
        if *rules.get_or_insert(header.ruleset) != header.ruleset {
            bail!(
                "{} holds games of several rule sets: one .npz file has one, export them file by \
                 file",
                path.display()
            );
        }
        arrays.add(header, &game)?;
        games += 1;
        refused = false;
        Ok(())
    });
    if !refused && (games > 0 || read.is_ok()) {
        let bytes = arrays.to_npz()?;
        whole_file::write(out, &bytes).with_context(|| format!("writing {}", out.display()))?;
        eprintln!("{games} games in {}", out.display());
    }
    read
}
