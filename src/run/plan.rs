//! What a run will take: tried out, reckoned, compared with what the machine
//! has, and told.

use std::io::{self, Write};
use std::sync::atomic::AtomicBool;

use bingwa_models::Model;
use bingwa_train::pipeline::{Plan, RunConfig, RunPaths, RunState, Standing, Trial};
use serde_json::json;

use crate::machine;
use crate::screen::amount::{bytes, time};

/// Tries a run that stands so out for about two seconds; `None` when stopped.
pub(super) fn make(
    config: &RunConfig,
    paths: &RunPaths,
    standing: Standing,
    stop: &AtomicBool,
) -> anyhow::Result<Option<Plan>> {
    let newest = paths.newest_model(config.generations);
    let newest = newest.map(|path| Model::load_for(&path, &config.rules()));
    let newest = newest.transpose()?;
    let Some(trial) = Trial::run(config, newest.as_ref(), stop)? else {
        return Ok(None);
    };
    let used = RunState::read(paths)?.seconds;
    let mut plan = Plan::new(config, standing, trial, used, machine::cores());
    let room = machine::free_disk(paths.path());
    if room.is_some_and(|room| room < plan.disk_bytes) {
        let needed = bytes(plan.disk_bytes);
        plan.notes.push(format!(
            "the disk has too little room for it: about {needed} are needed"
        ));
    }
    if machine::free_memory() < plan.memory_bytes {
        let needed = bytes(plan.memory_bytes);
        plan.notes.push(format!(
            "memory may run short, about {needed} are needed: lower games or train.window_positions"
        ));
    }
    Ok(Some(plan))
}

pub(super) fn print(
    config: &RunConfig,
    paths: &RunPaths,
    plan: &Plan,
    json: bool,
) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    if json {
        let mut plan = json!(plan);
        plan["disk_free_bytes"] = json!(machine::free_disk(paths.path()));
        plan["memory_free_bytes"] = json!(machine::free_memory());
        writeln!(out, "{plan}")?;
    } else {
        tell(&mut out, config, paths, plan)?;
    }
    Ok(())
}

/// The plan in a few lines.
pub(super) fn tell(
    out: &mut impl Write,
    config: &RunConfig,
    paths: &RunPaths,
    plan: &Plan,
) -> io::Result<()> {
    let later = u64::from(config.generations - 1) * config.games;
    writeln!(
        out,
        "{}: {} generations, {} self-play games, network {}, into {}",
        config.ruleset,
        config.generations,
        config.games_of(0) + later,
        config.train.architecture(),
        paths.path().display()
    )?;
    let trial = &plan.trial;
    writeln!(
        out,
        "  a short trial: {:.0} games/s without a network, {:.0} with one, {:.0} steps/s of training",
        trial.first.games_per_second, trial.later.games_per_second, trial.steps_per_second
    )?;
    writeln!(out, "  stands at: {}", plan.from)?;
    if !plan.ends.is_empty() {
        writeln!(out, "  ends, reckoned from now: {}", ends(plan))?;
    }
    if let Some(left) = plan.seconds_left {
        let within = match plan.reached() {
            all if all == config.generations => "enough for all generations".to_owned(),
            0 => "no generation ends within them".to_owned(),
            last => format!("generation {last} is the last to end within them"),
        };
        writeln!(
            out,
            "  hours: {} of {} left, {within}",
            time(left),
            time(3600.0 * config.hours)
        )?;
    }
    let free = |room: Option<u64>| room.map_or_else(|| "unknown".to_owned(), bytes);
    writeln!(
        out,
        "  needs about {} of disk ({} free) and {} of memory ({} free)",
        bytes(plan.disk_bytes),
        free(machine::free_disk(paths.path())),
        bytes(plan.memory_bytes),
        free(Some(machine::free_memory()))
    )?;
    for note in &plan.notes {
        writeln!(out, "  note: {note}")?;
    }
    Ok(())
}

/// The first generations, and the last with its final matches.
fn ends(plan: &Plan) -> String {
    /// Generations told one by one.
    const TOLD: usize = 3;
    let first = plan.from.generations - plan.ends.len() as u32 + 1;
    let mut told: Vec<String> = (first..)
        .zip(&plan.ends)
        .take(TOLD)
        .map(|(generation, &end)| format!("g{generation} after {}", time(end)))
        .collect();
    told.push(format!("all after {}", time(plan.seconds)));
    told.join(", ")
}
