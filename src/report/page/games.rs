//! Sample games: South's chances, boards at the moments that mattered, all
//! moves.

use std::collections::BTreeMap;

use bingwa_engine::Side;
use maud::{Markup, html};

use crate::report::board::board;
use crate::report::chart::{Chart, Level, Line, Mark};
use crate::report::read::games::Turn;
use crate::report::read::{Games, Told};
use crate::report::samples::{Moment, Sample, moments, samples};

pub(super) fn games(games: &Games) -> Markup {
    let shown = samples(&games.newest);
    html! {
        section {
            h2 { "Games" }
            (counts(&games.counts))
            @if shown.is_empty() {
                p.empty { "No game could be read yet." }
            } @else {
                p {
                    "Self-play games of the newest generation. The chance is that of the search before each "
                    "move. A ring is the pit a move starts from; a square is an owned nyumba."
                }
            }
            @for (place, sample) in shown.iter().enumerate() { (sampled(sample, place == 0)) }
        }
    }
}

fn counts(counts: &BTreeMap<u32, u64>) -> Markup {
    let total: u64 = counts.values().sum();
    html! {
        @if total > 0 {
            details {
                summary { "Games by generation" }
                div.scroll { table {
                    thead { tr { th.number { "Generation" } th.number { "Games" } } }
                    tbody { @for (generation, games) in counts {
                        tr { td.number { (generation) } td.number { (super::words::grouped(*games)) } }
                    } }
                } }
            }
        }
    }
}

/// A game; opened, or to be opened by the reader.
fn sampled(sample: &Sample<'_>, is_open: bool) -> Markup {
    let game = sample.game;
    let moments = moments(game);
    let player = match &*game.model {
        "" => "without a model".to_owned(),
        hash => format!("by model {hash}"),
    };
    html! {
        details.game open[is_open] {
            summary { "Game " (game.index) " of generation " (game.generation) ", " (sample.why) }
            p { (game.outcome) " after " (game.turns.len()) " moves; played " (player) "." }
            div.pair { (chances(game, &moments).figure()) (boards(game, &moments)) }
            (moves(game))
        }
    }
}

fn chances(game: &Told, moments: &[Moment]) -> Chart {
    let turns = (1..).zip(&game.turns);
    let points = turns.filter_map(|(number, turn)| Some((f64::from(number), 100.0 * turn.south?)));
    Chart {
        title: "South's chance to win".to_owned(),
        note: "Vertical lines are the moves whose boards are shown.".to_owned(),
        axes: ["move".to_owned(), "%".to_owned()],
        lines: vec![Line {
            name: "South's chance".to_owned(),
            points: points.map(Into::into).collect(),
        }],
        levels: vec![Level {
            name: String::new(),
            y: 50.0,
        }],
        marks: moments
            .iter()
            .map(|moment| Mark {
                name: (moment.ply + 1).to_string(),
                x: moment.ply as f64 + 1.0,
            })
            .collect(),
        least: Some((0.0, 100.0)),
        whole: true,
    }
}

/// The start, the moments, the end.
fn boards(game: &Told, moments: &[Moment]) -> Markup {
    html! {
        div.boards {
            @if let Some(first) = game.turns.first() {
                figure {
                    (board("The start", &first.position, None))
                    figcaption { strong { "Start. " } (hands(first)) }
                }
            }
            @for moment in moments {
                @if let Some(turn) = game.turns.get(moment.ply) { (moment_board(game, moment, turn)) }
            }
            figure {
                (board("The end", &game.end, None))
                figcaption { strong { "End. " } (game.outcome) "." }
            }
        }
    }
}

fn moment_board(game: &Told, moment: &Moment, turn: &Turn) -> Markup {
    let mover = turn.position.mover();
    let number = moment.ply + 1;
    let after = game.turns.get(number).and_then(|turn| turn.south);
    let chance = |south: Option<f64>| {
        south.map_or_else(String::new, |south| format!("{:.0} %", 100.0 * south))
    };
    html! {
        figure {
            (board(&format!("Before move {number}"), &turn.position, Some((mover, turn.mv.pit()))))
            figcaption {
                strong { "Move " (number) ": " (mover) " plays " (turn.mv) ". " }
                "South's chance goes from " (chance(turn.south)) " to " (chance(after)) ". "
                (hands(turn))
            }
        }
    }
}

/// The seeds in hand, if there are any.
fn hands(turn: &Turn) -> String {
    let position = &turn.position;
    if !position.in_namua() {
        return String::new();
    }
    let [south, north] = Side::ALL.map(|side| position.hand(side));
    format!("In hand: South {south}, North {north}.")
}

/// Every move, with the chance before it.
fn moves(game: &Told) -> Markup {
    html! {
        details {
            summary { "All " (game.turns.len()) " moves" }
            ol.moves {
                @for turn in &game.turns {
                    li {
                        span class=(if turn.position.mover() == Side::South { "south" } else { "north" }) {
                            (turn.position.mover().letter())
                        }
                        " " b { (turn.mv) } " " span.note { (thought(turn)) }
                    }
                }
            }
            details {
                summary { "Told lap by lap" }
                ol.told {
                    @for turn in &game.turns {
                        li { (game.rules.narrate(&turn.position, turn.mv).join("; ")) "." }
                    }
                }
            }
        }
    }
}

fn thought(turn: &Turn) -> String {
    match (turn.proven, turn.south) {
        (Some(winner), _) => format!("{winner} has a proven win"),
        (None, Some(south)) => format!("{:.0} %", 100.0 * south),
        (None, None) => "not searched".to_owned(),
    }
}
