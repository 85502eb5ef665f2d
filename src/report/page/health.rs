//! Whether the run is healthy: every figure of the newest generation with its
//! limits, and the sentences of all limits that were ever crossed.

use bingwa_selfplay::health::{Figure, all_fine, crossed};
use maud::{Markup, html};

use super::words::counted;
use crate::report::panels::capital;
use crate::report::read::Found;

/// The figures of one kind.
struct Panel<'a> {
    /// By generation; never empty.
    all: Vec<(u32, &'a [Figure])>,
    /// Whether the newest were judged by their limits.
    judged: bool,
}

pub(super) fn health(found: &Found) -> Markup {
    let games = found.health.last().map(|newest| Panel {
        all: found
            .health
            .iter()
            .map(|health| (health.generation, &*health.figures))
            .collect(),
        judged: newest.judged,
    });
    let run = (!found.run_health.is_empty()).then(|| Panel {
        all: found
            .run_health
            .iter()
            .map(|health| (health.generation, &*health.run))
            .collect(),
        judged: true,
    });
    html! {
        section {
            h2 { "Health" }
            @if games.is_none() && run.is_none() {
                p.empty { "No generation's games are complete yet." }
            } @else {
                p.note { "The small lines are the values of all generations, the dot is the newest." }
            }
            @if let (Some(games), Some(newest)) = (games, found.health.last()) {
                h3 {
                    "The games of generation " (newest.generation) ", " (counted(newest.games, "game"))
                    @if !newest.judged { ": too few to be judged" }
                }
                (panel(&games))
            }
            @if let (Some(run), Some(newest)) = (run, found.run_health.last()) {
                h3 { "Training, speed and matches of generation " (newest.generation) }
                (panel(&run))
            }
        }
    }
}

fn panel(panel: &Panel<'_>) -> Markup {
    let Some((_, newest)) = panel.all.last() else {
        return html! {};
    };
    html! {
        @for sentence in newest.iter().filter_map(|figure| figure.warning.as_ref()) {
            p.warning { (capital(sentence)) "." }
        }
        @if panel.judged && all_fine(*newest) {
            p.fine { "Every figure is within its limits." }
        }
        div.scroll { (table(newest, panel)) }
        (earlier(&panel.all))
    }
}

fn table(newest: &[Figure], panel: &Panel<'_>) -> Markup {
    html! {
        table.health {
            thead { tr {
                th { "" } th { "Figure" } th.number { "Value" } th { "Healthy" }
            } }
            tbody {
                @for figure in newest {
                    tr {
                        td { (mark(panel.judged, figure)) }
                        td.figure { (figure.name.replace('_', " ")) span.note { (meaning(&figure.name)) } }
                        td.number {
                            (figure.value.map_or_else(|| "–".to_owned(), |value| figure.unit.text(value)))
                            @if panel.all.len() > 1 { (so_far(&figure.name, &panel.all)) }
                        }
                        // A number and its sign stay together on a narrow page.
                        td.limits { (limits(figure).replace(" %", "\u{a0}%")) }
                    }
                }
            }
        }
    }
}

/// Fine, crossed, or without limits; said in words for those who see no colour.
fn mark(judged: bool, figure: &Figure) -> Markup {
    let has_limits = figure.low.is_some() || figure.high.is_some();
    html! {
        @if figure.warning.is_some() {
            span.mark.bad role="img" aria-label="outside its limits" { "!" }
        } @else if judged && has_limits && figure.is_healthy() {
            span.mark.good role="img" aria-label="within its limits" { "✓" }
        }
    }
}

fn limits(figure: &Figure) -> String {
    let text = |value| figure.unit.text(value);
    match (figure.low.map(text), figure.high.map(text)) {
        (Some(low), Some(high)) => format!("{low} to {high}"),
        (Some(low), None) => format!("at least {low}"),
        (None, Some(high)) => format!("at most {high}"),
        (None, None) => String::new(),
    }
}

/// A figure over the generations, as a small line without axes.
fn so_far(name: &str, all: &[(u32, &[Figure])]) -> Markup {
    let figures = all
        .iter()
        .filter_map(|(_, figures)| figures.iter().find(|figure| figure.name == name));
    let values: Vec<f64> = figures.filter_map(|figure| figure.value).collect();
    let low = values.iter().copied().fold(f64::INFINITY, f64::min);
    let high = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let (Some(first), Some(last)) = (values.first(), values.last()) else {
        return html! {};
    };
    let across = |place: usize| 3.0 + 74.0 * place as f64 / (values.len() - 1).max(1) as f64;
    let up = |value: f64| match high > low {
        true => 17.0 - 14.0 * (value - low) / (high - low),
        false => 10.0,
    };
    let places = values.iter().enumerate();
    let places: Vec<String> = places
        .map(|(place, &value)| format!("{:.1} {:.1}", across(place), up(value)))
        .collect();
    let told = format!("from {first:.3} to {last:.3}");
    html! {
        svg.spark viewBox="0 0 80 20" role="img" aria-label=(told) {
            path d=(format!("M{}", places.join("L"))) {}
            circle cx=(format!("{:.1}", across(values.len() - 1))) cy=(format!("{:.1}", up(*last))) r="2" {}
        }
    }
}

/// The limits that were crossed before the newest generation.
fn earlier(all: &[(u32, &[Figure])]) -> Markup {
    let before = &all[..all.len().saturating_sub(1)];
    let count: usize = before.iter().map(|(_, figures)| crossed(*figures)).sum();
    html! {
        @if count > 0 {
            details {
                summary { (counted(count as u64, "warning")) " of earlier generations" }
                ul {
                    @for (generation, figures) in before {
                        @for sentence in figures.iter().filter_map(|figure| figure.warning.as_ref()) {
                            li { "Generation " (generation) ": " (sentence) "." }
                        }
                    }
                }
            }
        }
    }
}

/// What a figure is, as in docs/HEALTH.md; nothing if its name says it.
fn meaning(name: &str) -> &'static str {
    match name {
        "duplicate_games" => "games with start and moves of an earlier one",
        "duplicate_positions" => "searched positions that were searched before",
        "distinct_openings" => "positions after eight moves that differ",
        "first_player_share" => "points of the player who begins",
        "draws" => "games that reach the limit of moves",
        "mean_length" => "of a game",
        "shortest" => "the shortest game",
        "longest" => "the longest game",
        "mean_laps" => "of a move",
        "most_laps" => "of the longest move",
        "endless_offered" => "moves that would never end, of all that could be begun",
        "endless_played" => "endless moves that were played",
        "proven_share" => "searched positions whose result was proven",
        "policy_entropy" => "of the search's choice, of the most it could be",
        "policy_divergence" => "of the network's policy from the search's",
        "value_bias" => "mean chance less mean result, of the mover",
        "entropy_kept" => "policy entropy, of that of the first generation with a network",
        "speed_kept" => "of self-play, of that of the first generation with a network",
        "reuse" => "how often each new position is learned from",
        "progress" => "best score of the last models against the one before",
        _ => "",
    }
}
