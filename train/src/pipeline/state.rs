//! What the files of a run cannot tell: the time it has taken, and what it was
//! last asked for.

use std::fs;
use std::io;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::error::RunError;
use super::folder::RunPaths;
use super::json;

/// `state.json` of a run's folder.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunState {
    /// Seconds of the clock that all sessions took together. A killed session
    /// may lack its last ten.
    pub seconds: f64,
    /// Generations the last session was asked for.
    pub generations: u32,
    /// Hours it was asked to stay within, all sessions together; 0: no limit.
    pub hours: f64,
}

/// Killed at any moment, a session loses at most so much of its time.
const SAVE_EVERY: Duration = Duration::from_secs(10);

impl RunState {
    /// Reads the state of a run; the first one if there is none yet.
    ///
    /// # Errors
    /// [`RunError::File`] if there is one that cannot be read: its time is not
    /// to be given twice.
    pub fn read(paths: &RunPaths) -> Result<Self, RunError> {
        let path = paths.state();
        let wrong = |source| RunError::File {
            path: path.clone(),
            source,
        };
        match fs::read(&path) {
            Ok(bytes) => {
                let state: Self =
                    serde_json::from_slice(&bytes).map_err(|error| wrong(error.into()))?;
                if state.seconds.is_finite() && state.seconds >= 0.0 {
                    Ok(state)
                } else {
                    Err(wrong(io::Error::other("seconds must be 0 or more")))
                }
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Self::default()),
            Err(error) => Err(wrong(error)),
        }
    }

    fn write(&self, paths: &RunPaths) -> Result<(), RunError> {
        json::keep(&paths.state(), self)
    }
}

/// The run's clock: counts on from where the last session ended.
#[derive(Debug)]
pub(super) struct Clock<'a> {
    paths: &'a RunPaths,
    before: RunState,
    began: Instant,
    saved: Instant,
}

impl<'a> Clock<'a> {
    /// Begins a session that was asked for so much.
    pub(super) fn begin(
        paths: &'a RunPaths,
        generations: u32,
        hours: f64,
    ) -> Result<Self, RunError> {
        let before = RunState {
            generations,
            hours,
            ..RunState::read(paths)?
        };
        let now = Instant::now();
        let mut clock = Self {
            paths,
            before,
            began: now,
            saved: now,
        };
        clock.save()?;
        Ok(clock)
    }

    /// Seconds of all sessions.
    pub(super) fn seconds(&self) -> f64 {
        self.before.seconds + self.began.elapsed().as_secs_f64()
    }

    /// Whether the hours are used up.
    pub(super) fn is_over(&self) -> bool {
        self.before.hours > 0.0 && self.seconds() >= 3600.0 * self.before.hours
    }

    /// Whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        self.saved.elapsed() >= SAVE_EVERY
    }

    /// Writes the time to the folder.
    pub(super) fn save(&mut self) -> Result<(), RunError> {
        self.saved = Instant::now();
        let seconds = self.seconds();
        RunState {
            seconds,
            ..self.before
        }
        .write(self.paths)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_adds_up_over_sessions_and_a_damaged_state_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let paths = RunPaths::new(folder.path());
        assert_eq!(RunState::read(&paths).unwrap(), RunState::default());
        let spent = RunState {
            seconds: 3599.0,
            ..RunState::default()
        };
        spent.write(&paths).unwrap();
        assert!(!Clock::begin(&paths, 2, 2.0).unwrap().is_over());
        assert!(!Clock::begin(&paths, 2, 0.0).unwrap().is_over(), "no limit");
        let mut clock = Clock::begin(&paths, 2, 0.5).unwrap();
        assert!(clock.is_over());
        clock.save().unwrap();
        let state = RunState::read(&paths).unwrap();
        assert!(state.seconds >= 3599.0 && state.hours == 0.5 && state.generations == 2);
        for damaged in ["", "{\"seconds\":-1,\"generations\":1,\"hours\":0}"] {
            fs::write(paths.state(), damaged).unwrap();
            let error = RunState::read(&paths).unwrap_err().to_string();
            assert!(error.contains("state.json"), "{error}");
        }
    }
}
