//! `bingwa games check` and `salvage`: damage, and what is sound in spite of it.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::bail;
use bingwa_selfplay::records::{self, Report};

use super::files;

/// Read everything, replay every game, name all damage.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games check runs/quick/games      exit code 2 if anything is damaged")]
pub(super) struct CheckArgs {
    /// A game file or a folder
    path: PathBuf,
}

/// Write what is sound in a damaged file to a new one.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa games salvage damaged.games sound.games")]
pub(super) struct SalvageArgs {
    /// The damaged file, which stays as it is
    from: PathBuf,
    /// The new file
    to: PathBuf,
}

pub(super) fn check(args: &CheckArgs) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let (mut sound, mut lost, mut bad) = (0, 0_u64, 0);
    for file in files(&args.path)? {
        match records::check(&file) {
            Ok(report) => {
                sound += report.sound;
                lost = lost.saturating_add(report.lost());
                bad += u64::from(!report.is_sound());
                writeln!(
                    out,
                    "{}: {} of {} games sound",
                    file.display(),
                    report.sound,
                    report.written
                )?;
                tell(&mut out, &report)?;
            }
            Err(error) => {
                bad += 1;
                writeln!(out, "{error}")?;
            }
        }
    }
    writeln!(out, "{sound} sound games")?;
    if bad > 0 {
        bail!(
            "{bad} files are damaged, {lost} games known to be lost: `bingwa games salvage` keeps \
             what is sound in them"
        );
    }
    Ok(())
}

pub(super) fn salvage(args: &SalvageArgs) -> anyhow::Result<()> {
    let report = records::salvage(&args.from, &args.to)?;
    let mut out = io::stdout().lock();
    tell(&mut out, &report)?;
    writeln!(
        out,
        "{} of {} games kept in {}",
        report.sound,
        report.written,
        args.to.display()
    )?;
    Ok(())
}

fn tell(out: &mut impl Write, report: &Report) -> io::Result<()> {
    for damage in &report.damages {
        writeln!(out, "  {damage}")?;
    }
    for (index, fault) in &report.refused {
        writeln!(out, "  game {index}: {fault}")?;
    }
    Ok(())
}
