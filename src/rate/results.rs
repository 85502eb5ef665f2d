//! What was played: the matches of a run, and those kept in its ratings folder.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use bingwa_engine::Ruleset;
use bingwa_selfplay::matches::{MatchResult, ResultTable, SavedMatch};
use bingwa_selfplay::search::SearchConfig;
use bingwa_train::pipeline::MatchReport;

use super::searches::Searches;

/// All results of a run.
pub(super) struct Results {
    pub(super) table: ResultTable,
    /// How everyone searched, as far as the files say it.
    pub(super) searches: Searches,
    /// Where matches of its own are kept.
    pub(super) folder: PathBuf,
    /// Games in that folder.
    pub(super) kept: u32,
}

impl Results {
    /// Reads them; a file that is none is refused. The run's own players search by
    /// its config.
    pub(super) fn read(
        matches: &Path,
        folder: &Path,
        rules: &Ruleset,
        search: &SearchConfig,
    ) -> anyhow::Result<Self> {
        let search = serde_json::to_string(search)?;
        let mut results = Self {
            table: ResultTable::default(),
            searches: Searches::default(),
            folder: folder.to_owned(),
            kept: 0,
        };
        for path in files(matches, "json")? {
            let text = fs::read(&path).with_context(|| format!("reading {}", path.display()))?;
            let report: MatchReport = serde_json::from_slice(&text)
                .with_context(|| format!("{} is no result of a match", path.display()))?;
            same_rules(&path, &report.ruleset, rules)?;
            let place = path.display().to_string();
            for name in report
                .players
                .iter()
                .filter(|name| searches_by_config(name))
            {
                results.searches.note(name, &search, &place)?;
            }
            let [first, second] = &report.players;
            let by_seat = [report.south, report.north];
            results.table.add(first, second, &by_seat)?;
        }
        for path in files(folder, "match")? {
            let saved = SavedMatch::read(&path)?;
            same_rules(&path, &saved.header.ruleset, rules)?;
            let place = path.display().to_string();
            for player in &saved.header.players {
                let (name, search) = (&player.name, &player.settings);
                results.searches.note(name, search, &place)?;
            }
            let [first, second] = &saved.header.players;
            let result = MatchResult::of(saved.games());
            results.kept += result.total().games();
            results
                .table
                .add(&first.name, &second.name, &result.by_seat)?;
        }
        Ok(results)
    }
}

/// Whether a player so called is a network without settings of its own, which
/// would stand behind its name.
fn searches_by_config(name: &str) -> bool {
    let minimax = ["alphabeta:", "bestfirst:"];
    let is_network = name.starts_with("untrained:")
        || name.contains('@') && !minimax.iter().any(|kind| name.starts_with(kind));
    is_network && !name.contains(',')
}

/// Strength under other rules says nothing here.
fn same_rules(path: &Path, played: &str, rules: &Ruleset) -> anyhow::Result<()> {
    ensure!(
        played == rules.to_string(),
        "{} is a match of {played}, the run is of {rules}: move it away",
        path.display()
    );
    Ok(())
}

/// The files of a folder with this extension, in order of their names; none if
/// there is no folder.
fn files(folder: &Path, extension: &str) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("reading {}", folder.display()))?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry
            .with_context(|| format!("reading {}", folder.display()))?
            .path();
        let is_hidden = path
            .file_name()
            .is_some_and(|name| name.to_string_lossy().starts_with('.'));
        if !is_hidden && path.extension().is_some_and(|end| end == extension) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
