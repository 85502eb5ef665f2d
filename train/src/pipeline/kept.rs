//! A match that goes on where an earlier session left it.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bingwa_selfplay::matches::{Match, MatchGame, SavedMatch, SavedMatchError, Sprt};

use super::error::RunError;

/// Plays a match, or what an earlier session has left of it, until all pairs are
/// played or `test` is decided; tells `progress` the games so far. Until it is
/// over its games lie beside `result`, the place of its result; [`forget`] them
/// once that is written. `None` when stopped.
///
/// A file that cannot be read, or that holds another match, is begun again.
pub(super) fn play(
    result: &Path,
    contest: &Match<'_>,
    test: Option<&Sprt>,
    stop: &AtomicBool,
    progress: impl FnMut(&[MatchGame]),
) -> Result<Option<Vec<MatchGame>>, RunError> {
    let path = result.with_extension("underway.match");
    let mut saved = match SavedMatch::open(&path, contest) {
        Err(SavedMatchError::Form { .. } | SavedMatchError::Other { .. }) => {
            forget(result)?;
            SavedMatch::open(&path, contest)
        }
        other => other,
    }?;
    Ok(saved.play(contest, test, stop, progress)?)
}

/// Removes the games of a match that is over.
pub(super) fn forget(result: &Path) -> Result<(), RunError> {
    Ok(SavedMatch::remove(
        &result.with_extension("underway.match"),
    )?)
}
