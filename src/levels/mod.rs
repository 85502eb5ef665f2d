//! The levels of play, by name, and `bingwa levels`.
//!
//! What a level is stands here, how strong it is was measured: [`ratings`] reads
//! the figures, [`measure`] makes them.

mod measure;
mod ratings;

use std::io::{self, Write};
use std::path::PathBuf;

use bingwa_engine::Ruleset;
use bingwa_selfplay::players::{Restraint, Weakened};
use bingwa_selfplay::search::SearchConfig;

use crate::args::{self, Threads};
use crate::judge::{BoxedEvaluator, Judge};
pub(crate) use ratings::Rated;

/// How strong the computer plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Level {
    /// Mostly plays anything: a child beats it
    Beginner,
    /// Sees something, overlooks much
    Easy,
    /// Slips now and then
    Medium,
    /// Looks a little ahead, seldom slips
    Strong,
    /// Searches well
    Expert,
    /// Searches four times as long as an expert
    Master,
    /// Champion: as strong as it gets within a moment
    Bingwa,
}

impl Level {
    /// All, the weakest first.
    pub(crate) const ALL: [Self; 7] = [
        Self::Beginner,
        Self::Easy,
        Self::Medium,
        Self::Strong,
        Self::Expert,
        Self::Master,
        Self::Bingwa,
    ];

    /// Its name, as it is typed and shown.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Beginner => "beginner",
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Strong => "strong",
            Self::Expert => "expert",
            Self::Master => "master",
            Self::Bingwa => "bingwa",
        }
    }

    /// What it is held to. Spaced by matches in kiswahili.
    pub(crate) const fn restraint(self) -> Restraint {
        let (simulations, temperature, blunders) = match self {
            Self::Beginner => (2, 1.0, 0.85),
            Self::Easy => (2, 1.0, 0.5),
            Self::Medium => (4, 1.0, 0.2),
            Self::Strong => (8, 1.0, 0.05),
            Self::Expert => (32, 0.0, 0.0),
            Self::Master => (128, 0.0, 0.0),
            Self::Bingwa => (5000, 0.0, 0.0),
        };
        Restraint {
            simulations,
            temperature,
            blunders,
        }
    }

    /// The player of this level.
    pub(crate) fn player(self, judge: &Judge) -> Weakened<BoxedEvaluator> {
        Weakened::new(SearchConfig::default(), judge.evaluator(), self.restraint())
    }

    /// How strong it was measured to be with this judge, if it was.
    pub(crate) fn rated(self, judge: &Judge) -> Option<Rated> {
        ratings::of(judge)?.player(self.name())
    }
}

/// Show how strong the levels of `bingwa play` are, or measure it.
///
/// Ratings are in Elo: 1000 is greedy, who takes the most seeds he can; 200 more
/// win about three games in four, 400 more ten in eleven. They were measured by a round robin of
/// all levels and fixed opponents, each opening from both seats; the intervals
/// hold the truth 95 times in 100.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa levels                                        the levels of kiswahili
  bingwa levels --ruleset kujifunza
  bingwa levels --measure --games 40 --out levels.json   play 66 pairings of 40 games")]
pub(crate) struct Args {
    /// The rule set [default: kiswahili]
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Option<Ruleset>,
    /// Measure them: play the round robin and write its ratings to --out
    #[arg(long, requires = "out")]
    measure: bool,
    /// The model that the levels play with [default: the released one of the rule
    /// set, where there is none the handwritten evaluation]
    #[arg(long, value_name = "FILE", requires = "measure")]
    model: Option<PathBuf>,
    /// Games of each pairing, two of each opening
    #[arg(long, value_name = "N", default_value = "40", requires = "measure",
          value_parser = clap::value_parser!(u32).range(2..=100_000))]
    games: u32,
    /// The file to write; other rule sets in it are kept
    #[arg(long, value_name = "FILE", requires = "measure")]
    out: Option<PathBuf>,
    /// Seed of openings and players
    #[arg(long, default_value_t = 1, requires = "measure")]
    seed: u64,
    #[command(flatten)]
    threads: Threads,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let judge = Judge::new(args.ruleset, args.model.as_deref())?;
    let mut out = io::stdout().lock();
    if let Some(path) = &args.out {
        // An unreadable file shall not be found out after the games.
        let mut table = ratings::Table::read_or_new(path)?;
        let measured = measure::round_robin(args, judge)?;
        writeln!(out, "{measured}")?;
        table.put(measured);
        table.write(path)?;
        return Ok(());
    }
    match ratings::of(&judge) {
        Some(measured) => writeln!(out, "{measured}")?,
        None => {
            writeln!(
                out,
                "{}, {}: not measured (see --measure)",
                judge.rules,
                judge.name()
            )?;
            for level in Level::ALL {
                writeln!(out, "  {}", level.name())?;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bingwa_engine::Position;
    use bingwa_selfplay::players::Player;
    use bingwa_selfplay::seeds::{Purpose, stream};
    use clap::ValueEnum;

    use super::*;

    #[test]
    fn every_level_is_found_by_its_name_and_plays_everywhere() {
        for (_, rules) in Ruleset::PRESETS {
            let judge = Judge::released(rules);
            let start = Position::start(&rules);
            for level in Level::ALL {
                assert_eq!(Level::from_str(level.name(), false), Ok(level));
                let mut random = stream(1, Purpose::Play, 0, 0);
                let mv = level.player(&judge).choose(&rules, &start, &mut random);
                assert!(mv.is_some_and(|mv| rules.is_legal(&start, mv)));
            }
        }
    }
}
