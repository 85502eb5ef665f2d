//! `bingwa games`: what game files hold.

use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bingwa_engine::{Drawing, Move};
use bingwa_selfplay::records::{
    self, Collector, GameRecord, Shard, ShardHeader, shard_paths, unpack,
};

/// Look at game files. PATH is one file or a folder of them.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// List the games, or draw one move by move
    #[command(after_help = "\
Examples:
  bingwa games show runs/quick/games
  bingwa games show runs/quick/games/g001-0000000.games --game 7")]
    Show {
        /// A game file or a folder
        path: PathBuf,
        /// Draw the game with this number
        #[arg(long, value_name = "INDEX")]
        game: Option<u64>,
    },
    /// Write the games for other programs
    #[command(after_help = "\
Examples:
  bingwa games export runs/quick/games --format jsonl > games.jsonl
docs/FORMATS.md names the fields.")]
    Export {
        /// A game file or a folder
        path: PathBuf,
        /// The form: one JSON object a line
        #[arg(long, value_enum)]
        format: Format,
    },
    /// Read everything, replay every game, name all damage
    #[command(after_help = "\
Examples:
  bingwa games check runs/quick/games      exit code 2 if anything is damaged")]
    Check {
        /// A game file or a folder
        path: PathBuf,
    },
    /// Write what is sound in a damaged file to a new one
    #[command(after_help = "\
Examples:
  bingwa games salvage damaged.games sound.games")]
    Salvage {
        /// The damaged file, which stays as it is
        from: PathBuf,
        /// The new file
        to: PathBuf,
    },
    /// Figures about the games
    #[command(after_help = "\
Examples:
  bingwa games stats runs/quick/games")]
    Stats {
        /// A game file or a folder
        path: PathBuf,
    },
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// One JSON object for each game and line
    Jsonl,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Show { path, game: None } => list(path),
        Command::Show {
            path,
            game: Some(index),
        } => draw(path, *index),
        Command::Export {
            path,
            format: Format::Jsonl,
        } => export(path),
        Command::Check { path } => check(path),
        Command::Salvage { from, to } => salvage(from, to),
        Command::Stats { path } => stats(path),
    }
}

/// The files a path means.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let files = shard_paths(path)?;
    if files.is_empty() {
        bail!("no game files (*.games) in {}", path.display());
    }
    Ok(files)
}

/// Tells `each` every sound game of a path; damage is named on standard error
/// as it is met, and an error in the end.
fn for_each(
    path: &Path,
    mut each: impl FnMut(&ShardHeader, &GameRecord) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let (mut damaged, mut lost) = (0, 0);
    for file in files(path)? {
        let shard = match Shard::open(&file) {
            Ok(shard) => shard,
            Err(error) => {
                eprintln!("skipped: {error}");
                damaged += 1;
                continue;
            }
        };
        for game in shard.games() {
            match game {
                Ok(game) => each(shard.header(), &game)?,
                Err(damage) => {
                    eprintln!("damaged: {damage}");
                    damaged += 1;
                    lost += damage.lost;
                }
            }
        }
    }
    if damaged > 0 {
        bail!(
            "{}: {damaged} damaged parts, {lost} games known to be lost; all sound games were \
             read: `bingwa games salvage` keeps them in a new file",
            path.display()
        );
    }
    Ok(())
}

fn list(path: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    writeln!(
        out,
        "generation  game      rule set     moves  searched  result"
    )?;
    let shown = for_each(path, |header, game| {
        let searched = game.moves.iter().filter(|mv| mv.simulations > 0).count();
        writeln!(
            out,
            "{:<11} {:<9} {:<12} {:<6} {:<9} {}",
            game.generation,
            game.index,
            header.ruleset.name(),
            game.moves.len(),
            searched,
            game.result
        )?;
        Ok(())
    });
    out.flush()?;
    shown
}

fn draw(path: &Path, index: u64) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let mut found = false;
    for_each(path, |header, game| {
        if game.index == index && !found {
            found = true;
            draw_game(&mut out, header, game)?;
        }
        Ok(())
    })?;
    out.flush()?;
    if !found {
        bail!("no game {index} in {}", path.display());
    }
    Ok(())
}

fn draw_game(out: &mut impl Write, header: &ShardHeader, game: &GameRecord) -> anyhow::Result<()> {
    let rules = &header.ruleset;
    let (positions, outcome) = game.replay(rules)?;
    for ((ply, position), record) in (1..).zip(&positions).zip(&game.moves) {
        let mv = Move::from_index(record.mv).context("a move above 63")?;
        writeln!(out, "{}", Drawing::new(position))?;
        let thought = if record.simulations == 0 {
            "a random opening move".to_owned()
        } else {
            format!(
                "{} simulations, win probability {:.0} % (network alone {:.0} %)",
                record.simulations,
                100.0 * unpack(record.value),
                100.0 * unpack(record.network_value)
            )
        };
        writeln!(out, "{ply}. {mv}  {thought}")?;
        for line in rules.narrate(position, mv) {
            writeln!(out, "   {line}")?;
        }
        writeln!(out)?;
    }
    writeln!(out, "{outcome}")?;
    Ok(())
}

fn export(path: &Path) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    let written = for_each(path, |header, game| {
        writeln!(out, "{}", records::to_json(header, game)?)?;
        Ok(())
    });
    out.flush()?;
    written
}

fn check(path: &Path) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    let (mut sound, mut bad) = (0, 0);
    for file in files(path)? {
        match records::check(&file) {
            Ok(report) => {
                sound += report.sound;
                writeln!(
                    out,
                    "{}: {} of {} games sound",
                    file.display(),
                    report.sound,
                    report.written
                )?;
                bad += u64::from(!report.is_sound());
                for damage in &report.damages {
                    writeln!(out, "  {damage}")?;
                }
                for (index, fault) in &report.refused {
                    writeln!(out, "  game {index}: {fault}")?;
                }
            }
            Err(error) => {
                bad += 1;
                writeln!(out, "{error}")?;
            }
        }
    }
    writeln!(out, "{sound} sound games")?;
    if bad > 0 {
        bail!("{bad} files are damaged: `bingwa games salvage` keeps what is sound in them");
    }
    Ok(())
}

fn salvage(from: &Path, to: &Path) -> anyhow::Result<()> {
    let report = records::salvage(from, to)?;
    for damage in &report.damages {
        println!("  {damage}");
    }
    for (index, fault) in &report.refused {
        println!("  game {index}: {fault}");
    }
    println!(
        "{} of {} games kept in {}",
        report.sound,
        report.written,
        to.display()
    );
    Ok(())
}

fn stats(path: &Path) -> anyhow::Result<()> {
    let mut collector = Collector::default();
    let read = for_each(path, |header, game| {
        collector.add(&header.ruleset, game)?;
        Ok(())
    });
    let stats = collector.stats();
    let mut out = io::stdout().lock();
    let share = |n: u64| 100.0 * n as f64 / stats.games.max(1) as f64;
    writeln!(out, "games             {}", stats.games)?;
    writeln!(
        out,
        "results           South {:.1} %, North {:.1} %, draws {:.1} %",
        share(stats.south_wins),
        share(stats.north_wins),
        share(stats.draws)
    )?;
    writeln!(
        out,
        "moves a game      {:.1} ({} to {})",
        stats.mean_length, stats.shortest, stats.longest
    )?;
    writeln!(
        out,
        "searched moves    {} of {}, {} of them fully",
        stats.searched_moves, stats.plies, stats.full_searches
    )?;
    writeln!(out, "policy entropy    {:.3} nats", stats.policy_entropy)?;
    writeln!(
        out,
        "repeated          {} games, {} final boards",
        stats.repeated_games, stats.repeated_finals
    )?;
    drop(out);
    read
}
