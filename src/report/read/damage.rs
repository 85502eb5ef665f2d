//! What could not be read, to be named on the page.

use core::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;

/// A file that could not be read, or not all of it.
pub(in crate::report) struct Damage {
    /// Its path in the run's folder.
    pub(in crate::report) file: String,
    /// What is wrong.
    pub(in crate::report) why: String,
}

/// Collects damage.
pub(super) struct Damages {
    run: PathBuf,
    list: Vec<Damage>,
}

impl Damages {
    pub(super) fn of(run: &Path) -> Self {
        Self {
            run: run.to_owned(),
            list: Vec::new(),
        }
    }

    /// Names a file. The page is to be passed on, so that paths of the machine,
    /// which most errors tell, are cut down to those in the run's folder.
    pub(super) fn add(&mut self, path: &Path, why: impl Display) {
        let file = path.strip_prefix(&self.run).unwrap_or(path);
        let file = file.display().to_string();
        let folder = format!("{}/", self.run.display());
        let why = why.to_string().replace(&folder, "");
        // What stands before is the file's kind: its path says that, too.
        let why = match why.split_once(&format!("{file}: ")) {
            Some((_, why)) => why.to_owned(),
            None => why,
        };
        self.list.push(Damage { file, why });
    }

    /// What was found; a fault is named.
    pub(super) fn sound<T>(&mut self, path: &Path, found: Result<T, impl Display>) -> Option<T> {
        found.map_err(|fault| self.add(path, fault)).ok()
    }

    pub(super) fn into_list(self) -> Vec<Damage> {
        self.list
    }
}

/// What a JSON file holds.
pub(super) fn json<T: DeserializeOwned>(path: &Path) -> anyhow::Result<T> {
    Ok(serde_json::from_slice(&fs::read(path)?)?)
}
