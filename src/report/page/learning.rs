//! How training went: a chart for each kind of metric.

use maud::{Markup, html};

use super::words::counted;
use crate::report::panels::panels;
use crate::report::read::Found;

pub(super) fn learning(found: &Found) -> Markup {
    let charts = panels(&found.metrics);
    let not_finite = &found.metrics.not_finite;
    html! {
        section {
            h2 { "Learning" }
            @if charts.is_empty() {
                p.empty { "Nothing has been trained yet." }
            } @else {
                p {
                    "By training steps over all generations. Lines with many points are drawn as means of "
                    "equal stretches; vertical lines are where a generation begins. Validation is on games "
                    "that were kept from training."
                }
            }
            @for (name, &times) in not_finite {
                p.warning { code { (name) } " was not finite " (counted(times, "time")) "." }
            }
            div.charts { @for chart in &charts { (chart.figure()) } }
        }
    }
}
