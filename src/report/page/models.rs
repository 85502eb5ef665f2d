//! The models of the run, as their cards tell.

use maud::{Markup, html};

use super::words::{grouped, rating};
use crate::report::read::ModelEntry;
use crate::report::standing::Standing;

pub(super) fn models(models: &[ModelEntry], standing: Option<&Standing>) -> Markup {
    html! {
        section {
            h2 { "Models" }
            @if models.is_empty() {
                p.empty { "No model has been trained yet." }
            } @else {
                details {
                    summary { "All models, with what they learned from" }
                    div.scroll {
                        table {
                            thead { tr {
                                th.number { "Generation" } th { "Hash" } th { "Network" } th.number { "Games" }
                                th.number { "Steps" } th.number { "Elo" } th { "Config" }
                            } }
                            tbody {
                                @for model in models {
                                    tr {
                                        td.number { (model.generation) }
                                        td { code { (model.hash) } }
                                        td { (model.network) }
                                        td.number { (grouped(model.card.games)) }
                                        td.number { (grouped(model.card.steps)) }
                                        td.number { (elo(model, standing)) }
                                        td { code { (model.card.config) } }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn elo(model: &ModelEntry, standing: Option<&Standing>) -> String {
    let rated = standing.and_then(|standing| {
        let mut rated = standing.rated.iter();
        rated.find(|rated| rated.player.contains(&format!("@{}", model.hash)))
    });
    rated.map_or_else(|| "–".to_owned(), |rated| rating(rated).0)
}
