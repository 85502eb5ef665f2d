//! A match kept in a file while it is played, so that it can go on.

mod format;
mod lock;
#[cfg(test)]
mod tests;

use core::sync::atomic::AtomicBool;
use core::time::Duration;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

use bingwa_engine::Position;
use bingwa_models::whole_file;

use super::play::{Match, MatchGame};
use super::sprt::Sprt;
use crate::file_lock::FileLock;
pub use format::{MatchHeader, MatchPlayer};

/// Least time between two writings: a match of quick games would do little else.
const WRITE_EVERY: Duration = Duration::from_secs(1);

/// A match that is kept in a file: who plays, and the pairs played so far, each
/// with its opening. Killed at any moment, it goes on after the last pairs
/// written, and since every game draws from a stream of its own it ends as if it
/// had never stopped. One process at a time plays it.
#[derive(Debug)]
pub struct SavedMatch {
    path: PathBuf,
    /// What is played.
    pub header: MatchHeader,
    openings: Vec<Position>,
    games: Vec<MatchGame>,
    /// Held by who plays; who only reads needs none.
    lock: Option<FileLock>,
}

/// A file that does not hold the match.
#[derive(Debug, thiserror::Error)]
pub enum SavedMatchError {
    /// The file system says no.
    #[error("match file {}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What was said.
        source: io::Error,
    },
    /// It is no match, or a damaged one.
    #[error("match file {}, line {line}: {message}", path.display())]
    Form {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// It holds another match.
    #[error(
        "match file {} holds another match: its {what} is {saved}, not {asked}; go on with that \
         one, or name another file",
        path.display()
    )]
    Other {
        /// The file.
        path: PathBuf,
        /// What differs.
        what: String,
        /// As it is in the file.
        saved: String,
        /// As it was asked for.
        asked: String,
    },
    /// Another process plays it.
    #[error(
        "match file {}: in use by process {owner}, which plays it: wait for it, or name another \
         file",
        path.display()
    )]
    InUse {
        /// The file.
        path: PathBuf,
        /// The process, as it has written itself down.
        owner: String,
    },
}

impl SavedMatch {
    /// Reads a match from its file, playing every game over.
    ///
    /// # Errors
    /// [`SavedMatchError::Io`], [`SavedMatchError::Form`].
    pub fn read(path: &Path) -> Result<Self, SavedMatchError> {
        let text = fs::read_to_string(path).map_err(|source| SavedMatchError::Io {
            path: path.to_owned(),
            source,
        })?;
        let form = |line, message| SavedMatchError::Form {
            path: path.to_owned(),
            line,
            message,
        };
        let mut lines = text.lines();
        let header = format::parse_header(lines.next().unwrap_or_default())
            .map_err(|message| form(1, message))?;
        let rules = format::rules(&header).map_err(|message| form(1, message))?;
        let mut saved = Self {
            path: path.to_owned(),
            header,
            openings: Vec::new(),
            games: Vec::new(),
            lock: None,
        };
        for (number, line) in lines.enumerate() {
            let (opening, games) = format::parse_pair(line, number, &rules)
                .map_err(|message| form(number + 2, message))?;
            saved.openings.push(opening);
            saved.games.extend(games);
        }
        Ok(saved)
    }

    /// The match in its file, or a new one if there is no such file. No other
    /// process can open it while the value lives: of that a file `.NAME.lock`
    /// stays beside it.
    ///
    /// # Errors
    /// [`SavedMatchError`]; [`SavedMatchError::Other`] if the file's match is not
    /// this one as far as it goes: its length may differ.
    pub fn open(path: &Path, contest: &Match<'_>) -> Result<Self, SavedMatchError> {
        let asked = MatchHeader::of(contest).map_err(|error| SavedMatchError::Io {
            path: path.to_owned(),
            source: error.into(),
        })?;
        let lock = Some(lock::take(path)?);
        let mut saved = match Self::read(path) {
            Err(SavedMatchError::Io { source, .. }) if source.kind() == io::ErrorKind::NotFound => {
                return Ok(Self {
                    path: path.to_owned(),
                    header: asked,
                    openings: Vec::new(),
                    games: Vec::new(),
                    lock,
                });
            }
            saved => saved?,
        };
        saved.lock = lock;
        let other_opening = || {
            let mut both = saved.openings.iter().zip(contest.openings);
            let at = both.position(|(here, there)| here != there)?;
            let texts = [saved.openings[at], contest.openings[at]].map(|o| o.to_string());
            let [here, there] = texts;
            Some((format!("opening {}", at + 1), here, there))
        };
        match saved.header.difference(&asked).or_else(other_opening) {
            None => Ok(saved),
            Some((what, saved, asked)) => Err(SavedMatchError::Other {
                path: path.to_owned(),
                what,
                saved,
                asked,
            }),
        }
    }

    /// Removes a match that nobody plays any more, if it is there.
    ///
    /// # Errors
    /// [`SavedMatchError::Io`].
    pub fn remove(path: &Path) -> Result<(), SavedMatchError> {
        for file in [path, &lock::path(path)] {
            match fs::remove_file(file) {
                Err(source) if source.kind() != io::ErrorKind::NotFound => {
                    let path = file.to_owned();
                    return Err(SavedMatchError::Io { path, source });
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The games played so far, two of each opening.
    #[must_use]
    pub fn games(&self) -> &[MatchGame] {
        &self.games
    }

    /// Goes on with the match (see [`Match::go_on`]) and keeps its games, at least
    /// those of a second ago; all of them when it stops or ends.
    ///
    /// # Errors
    /// [`SavedMatchError::Io`] when the file cannot be written.
    pub fn play(
        &mut self,
        contest: &Match<'_>,
        test: Option<&Sprt>,
        stop: &AtomicBool,
        mut progress: impl FnMut(&[MatchGame]),
    ) -> Result<Option<Vec<MatchGame>>, SavedMatchError> {
        let mut written = None::<Instant>;
        let kept = self.games.clone();
        let ended = contest.go_on(kept, test, stop, |games| {
            self.games.extend_from_slice(&games[self.games.len()..]);
            progress(games);
            if written.is_some_and(|at| at.elapsed() < WRITE_EVERY) {
                return Ok(());
            }
            written = Some(Instant::now());
            self.write(contest)
        })?;
        if written.is_some() || !self.path.exists() {
            self.write(contest)?;
        }
        Ok(ended)
    }

    fn write(&mut self, contest: &Match<'_>) -> Result<(), SavedMatchError> {
        let new = self.openings.len()..self.games.len() / 2;
        self.openings.extend_from_slice(&contest.openings[new]);
        let mut text =
            serde_json::to_string(&self.header).map_err(|error| self.unwritten(error.into()))?;
        text.push('\n');
        for (opening, pair) in self.openings.iter().zip(self.games.as_chunks().0) {
            let line = format::pair_line(opening, pair);
            text += &line.map_err(|error| self.unwritten(error.into()))?;
            text.push('\n');
        }
        whole_file::write(&self.path, text.as_bytes()).map_err(|error| self.unwritten(error))
    }

    fn unwritten(&self, source: io::Error) -> SavedMatchError {
        SavedMatchError::Io {
            path: self.path.clone(),
            source,
        }
    }
}
