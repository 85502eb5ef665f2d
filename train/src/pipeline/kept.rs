//! A match that goes on where an earlier session left it.

use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use bingwa_selfplay::matches::{Match, MatchGame, MatchResult, SavedMatch, SavedMatchError, Sprt};
use serde::Serialize;

use super::error::RunError;
use super::json;
use super::watcher::{Stage, Watcher};

/// Plays a match, or what an earlier session has left of it, until all pairs are
/// played or `test` is decided; `note` is told beside the games so far. Until it
/// is over its games lie beside `result`, the place of its result: see
/// [`finish`]. `None` when stopped.
///
/// A file that cannot be read, or that holds another match, is begun again.
pub(super) fn play(
    result: &Path,
    stage: &Stage,
    contest: &Match<'_>,
    test: Option<&Sprt>,
    stop: &AtomicBool,
    watcher: &mut dyn Watcher,
    note: impl Fn(&[MatchGame]) -> String,
) -> Result<Option<MatchResult>, RunError> {
    watcher.begin(stage, 0, 2 * contest.openings.len() as u64);
    let path = underway(result);
    let mut saved = match SavedMatch::open(&path, contest) {
        Err(SavedMatchError::Form { .. } | SavedMatchError::Other { .. }) => {
            forget(result)?;
            SavedMatch::open(&path, contest)
        }
        other => other,
    }?;
    let progress = |games: &[MatchGame]| watcher.advance(games.len() as u64, &note(games));
    let Some(games) = saved.play(contest, test, stop, progress)? else {
        watcher.end("stopped");
        return Ok(None);
    };
    Ok(Some(MatchResult::of(&games)))
}

/// Keeps the result of a match that is over, and removes its games.
pub(super) fn finish(result: &Path, report: &impl Serialize) -> Result<(), RunError> {
    json::keep(result, report)?;
    forget(result)
}

/// Removes the games of a match that is over.
pub(super) fn forget(result: &Path) -> Result<(), RunError> {
    Ok(SavedMatch::remove(&underway(result))?)
}

fn underway(result: &Path) -> PathBuf {
    result.with_extension("underway.match")
}
