//! The page: its parts in order, and the one style sheet.

mod config;
mod games;
mod head;
mod health;
mod learning;
mod models;
mod strength;
mod words;

use bingwa_selfplay::matches::Rating;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use super::read::{Damage, Found};
use super::standing::{Standing, generation, standing};

const STYLE: &str = include_str!("style.css");

/// What the page may do: show itself, and nothing else.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// The whole page.
pub(super) fn page(found: &Found) -> Markup {
    let rated = standing(&found.matches);
    let standing = rated.as_ref().ok().and_then(Option::as_ref);
    let ruleset = found.ruleset();
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                title {
                    (found.name)
                    @if let Some(ruleset) = &ruleset { " · " (ruleset) }
                    " · Bingwa"
                }
                style { (PreEscaped(STYLE)) }
            }
            body {
                (head::head(found, standing))
                main {
                    (damages(&found.damages))
                    (strength::strength(found, rated.as_ref()))
                    (learning::learning(found))
                    (health::health(found))
                    (games::games(&found.games))
                    (models::models(&found.models, standing))
                    (config::config(found.text.as_deref()))
                }
                footer { "Written by bingwa " (env!("CARGO_PKG_VERSION")) " from the files in the folder of the run." }
            }
        }
    }
}

fn damages(damages: &[Damage]) -> Markup {
    html! {
        @if !damages.is_empty() {
            section.damages {
                h2 { "Damaged files" }
                p { "These could not be read, or not all of them. Everything else is on this page." }
                ul {
                    @for damage in damages {
                        li { code { (damage.file) } ": " (damage.why) }
                    }
                }
            }
        }
    }
}

/// The newest model's rating, if it has one.
fn newest<'a>(found: &Found, standing: &'a Standing) -> Option<&'a Rating> {
    let models = standing.rated.iter().filter_map(|rated| {
        let generation = generation(&rated.player)?;
        (generation <= found.newest().max(1)).then_some((generation, rated))
    });
    models
        .max_by_key(|(generation, _)| *generation)
        .map(|(_, rated)| rated)
}
