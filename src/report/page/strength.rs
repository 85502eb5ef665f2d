//! How strong the models are: ratings, and scores by seat.

use std::collections::BTreeMap;

use bingwa_selfplay::matches::{RatingError, Score};
use bingwa_train::pipeline::MatchReport;
use maud::{Markup, html};

use super::words::{grouped, percent, rating, within};
use crate::report::chart::{Chart, Level, Line, Point};
use crate::report::read::Found;
use crate::report::standing::{Standing, generation, short};

pub(super) fn strength(found: &Found, standing: Result<&Option<Standing>, &RatingError>) -> Markup {
    html! {
        section {
            h2 { "Strength" }
            @match standing {
                Ok(Some(standing)) => (ratings(standing)),
                Ok(None) => p.empty { "No match has been played yet." },
                Err(error) => p.empty { "The players could not be rated: " (error) "." },
            }
            @if !found.matches.is_empty() {
                h3 { "Scores by seat" }
                (by_seat(&found.matches))
                details {
                    summary { "Results of all matches: " (found.matches.len()) }
                    (table(&found.matches.iter().collect::<Vec<_>>()))
                }
            }
        }
    }
}

fn ratings(standing: &Standing) -> Markup {
    html! {
        p {
            "Bradley–Terry ratings over all matches of the run, with 95 % intervals of the distance to "
            strong { (short(&standing.zero)) } ", who stands at 0. 100 Elo are 64 % of the points."
        }
        @if !standing.unrated.is_empty() {
            p {
                "Not rated, since no chain of games leads to " (short(&standing.zero)) ": "
                (standing.unrated.iter().map(|name| short(name)).collect::<Vec<_>>().join(", ")) "."
            }
        }
        div.pair {
            (rating_chart(standing).figure())
            div.scroll.tall {
                table {
                    thead { tr {
                        th { "Player" } th.number { "Elo" } th { "95 % interval" }
                        th.number { "Games" } th.number { "Points" }
                    } }
                    tbody {
                        @for rated in &standing.rated {
                            @let (elo, interval) = rating(rated);
                            tr {
                                td title=(rated.player) { (short(&rated.player)) }
                                td.number { (elo) }
                                td { (interval) }
                                td.number { (grouped(rated.games().into())) }
                                td.number { (percent(&rated.total())) }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Ratings by generation. Fixed players are levels; who is not bounded on both
/// sides is left to the table, since where it stands is a guess.
fn rating_chart(standing: &Standing) -> Chart {
    let bounded = || {
        let rated = standing.rated.iter();
        rated.filter(|rated| rated.is_bounded())
    };
    let models = bounded().filter_map(|rated| {
        Some(Point {
            x: f64::from(generation(&rated.player)?),
            y: rated.elo,
            interval: Some((rated.low, rated.high)),
        })
    });
    let mut points: Vec<Point> = models.collect();
    points.sort_by(|a, b| a.x.total_cmp(&b.x));
    let levels = bounded()
        .filter(|rated| generation(&rated.player).is_none())
        .map(|rated| Level {
            name: rated.player.clone(),
            y: rated.elo,
        });
    Chart {
        title: "Rating by generation".to_owned(),
        note: "Bars are 95 % intervals; dashed lines are fixed players.".to_owned(),
        axes: [
            "generation".to_owned(),
            format!("Elo above {}", short(&standing.zero)),
        ],
        lines: vec![Line {
            name: "models".to_owned(),
            points,
        }],
        levels: levels.collect(),
        marks: Vec::new(),
        least: None,
        whole: true,
    }
}

type ByGeneration<'a> = BTreeMap<u32, Vec<&'a MatchReport>>;

/// The matches of models against each fixed player, and against their
/// predecessors.
fn by_opponent(matches: &[MatchReport]) -> BTreeMap<String, ByGeneration<'_>> {
    let mut all: BTreeMap<String, ByGeneration<'_>> = BTreeMap::new();
    for met in matches {
        let [first, second] = &met.players;
        let Some(own) = generation(first) else {
            continue;
        };
        let opponent = match generation(second) {
            None => second.clone(),
            Some(other) if other + 1 == own => "the model before".to_owned(),
            Some(_) => continue,
        };
        all.entry(opponent)
            .or_default()
            .entry(own)
            .or_default()
            .push(met);
    }
    all
}

/// A chart for each opponent of several generations, a table for the others.
fn by_seat(matches: &[MatchReport]) -> Markup {
    let (often, once): (BTreeMap<_, _>, BTreeMap<_, _>) = by_opponent(matches)
        .into_iter()
        .partition(|(_, met)| met.len() > 1);
    let once: Vec<&MatchReport> = once
        .values()
        .flat_map(BTreeMap::values)
        .flatten()
        .copied()
        .collect();
    html! {
        @if !often.is_empty() {
            div.charts {
                @for (opponent, met) in &often { (scores(opponent, met).figure()) }
            }
        }
        @if !once.is_empty() { (table(&once)) }
    }
}

fn scores(opponent: &str, met: &ByGeneration<'_>) -> Chart {
    let line = |name: &str, shift: f64, of: fn(&MatchReport) -> Score| {
        let points = met.iter().map(|(&generation, met)| {
            let score = met
                .iter()
                .fold(Score::default(), |sum, met| sum.plus(of(met)));
            let (low, high) = score.interval();
            Point {
                // Beside each other, so that both intervals are seen.
                x: f64::from(generation) + shift,
                y: 100.0 * score.share(),
                interval: Some((100.0 * low, 100.0 * high)),
            }
        });
        Line {
            name: name.to_owned(),
            points: points.collect(),
        }
    };
    Chart {
        title: format!("Against {opponent}"),
        note: String::new(),
        axes: ["generation".to_owned(), "% of the points".to_owned()],
        lines: vec![
            line("as South, who begins", -0.08, |met| met.south),
            line("as North", 0.08, |met| met.north),
        ],
        levels: Vec::new(),
        marks: Vec::new(),
        least: Some((0.0, 100.0)),
        whole: true,
    }
}

fn table(matches: &[&MatchReport]) -> Markup {
    html! {
        div.scroll {
            table {
                thead { tr {
                    th { "Player" } th { "Opponent" } th.number { "Points" } th { "95 % interval" }
                    th.number { "as South" } th.number { "as North" } th.number { "Games" }
                    th.number { "Distinct" }
                } }
                tbody {
                    @for met in matches {
                        @let total = met.total();
                        tr {
                            td { (met.players[0]) } td { (met.players[1]) }
                            td.number { (percent(&total)) } td { (within(&total)) }
                            td.number { (percent(&met.south)) } td.number { (percent(&met.north)) }
                            td.number { (grouped(total.games().into())) }
                            td.number { (grouped(met.distinct as u64)) }
                        }
                    }
                }
            }
        }
    }
}
