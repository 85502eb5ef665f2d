//! The head of the page: what the run is, how far it is, and its strongest
//! figures.

use bingwa_selfplay::health::crossed;
use bingwa_selfplay::matches::Score;
use bingwa_train::pipeline::MatchReport;
use maud::{Markup, html};

use super::newest;
use super::words::{counted, grouped, percent, rating, within};
use crate::report::read::Found;
use crate::report::standing::{Standing, generation, short};

pub(super) fn head(found: &Found, standing: Option<&Standing>) -> Markup {
    html! {
        header {
            p.kind { "A run of Bingwa" }
            h1 { (found.name) }
            p.lead { (lead(found)) }
            div.tiles {
                @if let Some(standing) = standing { (strength(found, standing)) }
                @if let Some((opponent, score)) = hardest(found) {
                    (tile(
                        &format!("Score against {opponent}"),
                        &percent(&score),
                        &format!("{} of {}", within(&score), counted(score.games().into(), "game")),
                    ))
                }
                @if let Some(accuracy) = found.metrics.last("validation/policy_accuracy") {
                    (tile(
                        "Agrees with the search",
                        &format!("{:.0} %", 100.0 * accuracy),
                        "the network alone, in games kept from training",
                    ))
                }
                (tile("Games played", &grouped(found.games.total()), &played(found)))
                (health(found))
            }
        }
    }
}

fn tile(label: &str, figure: &str, note: &str) -> Markup {
    html! {
        div.tile {
            span.label { (label) }
            span.figure { (figure) }
            span.note { (note) }
        }
    }
}

/// One sentence on what it is and how far.
fn lead(found: &Found) -> String {
    let ruleset = found
        .ruleset()
        .unwrap_or_else(|| "unknown rules".to_owned());
    let made = found.newest();
    let models = match wanted(found) {
        Some(wanted) if made >= wanted => {
            format!("all {} trained", counted(wanted.into(), "model"))
        }
        Some(wanted) => format!("{made} of {} trained", counted(wanted.into(), "model")),
        None => format!("{} trained", counted(made.into(), "model")),
    };
    let mut parts = vec![ruleset, models];
    if let Some(model) = found.models.last() {
        parts.push(format!("network {}", model.network));
    }
    let steps = found.metrics.last_step();
    if steps > 0 {
        parts.push(counted(steps, "training step"));
    }
    let between = || Some((found.metrics.hours()?, " from first to last step"));
    let kept = found
        .state
        .map(|state| (state.seconds / 3600.0, " of work"));
    if let Some((hours, what)) = kept.or_else(between).filter(|(hours, _)| *hours > 0.0) {
        let time = if hours < 1.0 {
            counted((60.0 * hours).round() as u64, "minute")
        } else {
            format!("{hours:.1} hours")
        };
        parts.push(time + what);
    }
    format!("{}.", parts.join(" · "))
}

/// Generations the last session was asked for, else those of the config.
fn wanted(found: &Found) -> Option<u32> {
    let asked = found.state.map(|state| state.generations);
    let planned = found.config.as_ref().map(|config| config.generations);
    asked.filter(|&generations| generations > 0).or(planned)
}

fn strength(found: &Found, standing: &Standing) -> Markup {
    let Some(rated) = newest(found, standing) else {
        return html! {};
    };
    let (elo, interval) = rating(rated);
    let zero = short(&standing.zero);
    let label = format!("Elo of {}", short(&rated.player));
    tile(&label, &elo, &format!("{interval}; {zero} is 0"))
}

/// The newest model's match against the fixed player who took most from it.
fn hardest(found: &Found) -> Option<(String, Score)> {
    let last = |met: &&MatchReport| {
        generation(&met.players[0]).filter(|_| generation(&met.players[1]).is_none())
    };
    let newest = found.matches.iter().filter_map(|met| last(&met)).max()?;
    let of_newest = found.matches.iter().filter(|met| last(met) == Some(newest));
    let hardest = of_newest.min_by(|a, b| a.total().share().total_cmp(&b.total().share()))?;
    Some((hardest.players[1].clone(), hardest.total()))
}

fn played(found: &Found) -> String {
    match found.games.counts.keys().next_back() {
        Some(newest) => format!("against itself, the last by generation {newest}"),
        None => "against itself".to_owned(),
    }
}

fn health(found: &Found) -> Markup {
    let Some(last) = found.health.last() else {
        return html! {};
    };
    let of_run = found.run_health.last();
    let figure = match crossed(&last.figures) + of_run.map_or(0, |of_run| crossed(&of_run.run)) {
        0 if !last.judged => "not judged".to_owned(),
        0 => "fine".to_owned(),
        count => counted(count as u64, "warning"),
    };
    let note = format!("games of generation {}: see below", last.generation);
    tile("Health", &figure, &note)
}
