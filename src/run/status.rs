//! `bingwa run --status`: where a run stands.

use std::io::{self, Write};

use anyhow::bail;
use bingwa_train::pipeline::{RunConfig, RunPaths, RunState, Standing};
use serde_json::json;

use crate::screen::amount::time;

/// Prints it; `options` is how the run was asked for last.
pub(super) fn print(
    config: &RunConfig,
    paths: &RunPaths,
    options: &str,
    json: bool,
) -> anyhow::Result<()> {
    let folder = paths.path().display();
    if !paths.path().is_dir() {
        bail!("there is no run in {folder}: name its folder, or give --out");
    }
    let standing = Standing::of(paths, config)?;
    let state = RunState::read(paths)?;
    let owner = paths.owner();
    let mut out = io::stdout().lock();
    if json {
        let status = json!({
            "folder": paths.path(),
            "standing": standing,
            "finished": standing.is_finished(),
            "seconds": state.seconds,
            "hours": config.hours,
            "process": owner,
        });
        writeln!(out, "{status}")?;
        return Ok(());
    }
    writeln!(out, "{folder}: {}, {standing}", config.ruleset)?;
    let limit = match config.hours > 0.0 {
        true => format!(" of {}", time(3600.0 * config.hours)),
        false => String::new(),
    };
    writeln!(out, "time used: {}{limit}", time(state.seconds))?;
    match owner {
        Some(process) => writeln!(out, "at work: process {process}")?,
        None if standing.is_finished() => {}
        None => writeln!(out, "not at work: go on with  bingwa run {folder}{options}")?,
    }
    Ok(())
}
