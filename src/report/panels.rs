//! Which metrics share a chart, in which unit, and what the chart means.
//!
//! A metric's name is `source/name`. Names listed here have a chart of their own
//! words; every other metric gets one by itself, so that a new metric is shown
//! before anyone lists it.

use std::collections::BTreeMap;

use super::chart::{COLOURS, Chart, Line, Mark};
use super::read::Metrics;

/// A chart of metrics that are known.
struct Known {
    title: &'static str,
    note: &'static str,
    unit: Unit,
    /// Names without source; one that ends in `*` stands for all that begin so.
    names: &'static [&'static str],
}

/// What is written at the axis, and how often it goes into the metric's 1.
#[derive(Clone, Copy)]
struct Unit(&'static str, f64);

const NATS: Unit = Unit("nats", 1.0);
const SHARE: Unit = Unit("%", 100.0);
const POINTS: Unit = Unit("% points", 100.0);
const PLAIN: Unit = Unit("", 1.0);

const KNOWN: [Known; 11] = [
    Known {
        title: "Value loss",
        note: "Cross-entropy of the chance to win; 0.693 is a coin's.",
        unit: NATS,
        names: &["value_loss", "child_value_loss"],
    },
    Known {
        title: "Policy loss",
        note: "Cross-entropy with the search's choice of moves.",
        unit: NATS,
        names: &["policy_loss"],
    },
    Known {
        title: "Policy accuracy",
        note: "How often the network alone prefers the search's move; chance is a guess's accuracy.",
        unit: SHARE,
        names: &["policy_accuracy", "chance_accuracy"],
    },
    Known {
        title: "Distance to the targets",
        note: "Kullback-Leibler divergence: what is left to learn of each loss.",
        unit: NATS,
        names: &["value_kl", "policy_kl"],
    },
    Known {
        title: "Calibration error",
        note: "How far chances are from how often such positions are won.",
        unit: POINTS,
        names: &["calibration*"],
    },
    Known {
        title: "Bias of the value",
        note: "Mean chance less mean result: 0 is right, above it the mover hopes too much.",
        unit: POINTS,
        names: &["bias*"],
    },
    Known {
        title: "Whole loss",
        note: "All heads by their weights: what training brings down.",
        unit: NATS,
        names: &["loss"],
    },
    Known {
        title: "Gradient norm",
        note: "Before clipping. A sudden rise is a sign of trouble.",
        unit: PLAIN,
        names: &["gradient_norm"],
    },
    Known {
        title: "Learning rate",
        note: "",
        unit: PLAIN,
        names: &["learning_rate"],
    },
    Known {
        title: "Training speed",
        note: "Positions learned from; evaluations count their children, too.",
        unit: Unit("a second", 1.0),
        names: &["samples_per_second", "evaluations_per_second"],
    },
    Known {
        title: "Time not spent learning",
        note: "Share of a step's time that goes into awaiting its batch.",
        unit: SHARE,
        names: &["waiting_share"],
    },
];

/// Metrics that are shown as marks along the axis.
const MARKS: &str = "train/generation";

/// Metrics that the table of health shows.
const HEALTH: &str = "health/";

/// All charts of the metrics: known ones first, in a fixed order.
pub(super) fn panels(metrics: &Metrics) -> Vec<Chart> {
    let names = metrics
        .names()
        .filter(|name| *name != MARKS && !name.starts_with(HEALTH));
    // By chart, and in it by the order of the names.
    let mut known: BTreeMap<usize, Vec<(usize, &str)>> = BTreeMap::new();
    let mut unknown: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for name in names {
        match place(name) {
            Some((chart, order)) => known.entry(chart).or_default().push((order, name)),
            None => unknown.entry(heading(name)).or_default().push(name),
        }
    }
    let known = known.into_iter().flat_map(|(place, mut names)| {
        names.sort_unstable();
        let names = names.into_iter().map(|(_, name)| name).collect();
        let Known {
            title, note, unit, ..
        } = &KNOWN[place];
        charts(metrics, title, note, *unit, names)
    });
    let unknown = unknown.into_iter().flat_map(|(heading, names)| {
        let unit = names.first().map_or(PLAIN, |name| unit(name));
        let title = match &*names {
            [only] if heading.contains(' ') => sentence(only),
            _ => sentence(&heading),
        };
        charts(metrics, &title, "", unit, names)
    });
    known.chain(unknown).collect()
}

/// The known chart of a metric, and which of the chart's names it has.
fn place(name: &str) -> Option<(usize, usize)> {
    let own = split(name).1;
    let fits = |pattern: &&str| match pattern.strip_suffix('*') {
        Some(begin) => own.starts_with(begin),
        None => own == *pattern,
    };
    let mut charts = KNOWN.iter().enumerate();
    charts.find_map(|(chart, known)| Some((chart, known.names.iter().position(fits)?)))
}

/// What unlisted metrics must share to share a chart: the name behind training
/// and validation; of any other source the last word, since numbers of another
/// kind are of another size.
fn heading(name: &str) -> String {
    match split(name) {
        ("train" | "validation" | "", own) => own.to_owned(),
        (source, own) => format!("{source} {}", own.rsplit('_').next().unwrap_or(own)),
    }
}

/// The unit that a name tells by its end.
fn unit(name: &str) -> Unit {
    let ends = |end: &str| name.ends_with(end);
    if ends("moves_left_loss") || ends("margin_loss") {
        PLAIN
    } else if ["_loss", "_kl", "_nats", "_gap", "_likelihood_ratio"]
        .into_iter()
        .any(ends)
    {
        NATS
    } else if ends("share") || ends("_accuracy") {
        SHARE
    } else if ends("_per_second") {
        Unit("per second", 1.0)
    } else if ends("seconds") {
        Unit("seconds", 1.0)
    } else if ends("bytes") {
        Unit("MB", 1e-6)
    } else {
        PLAIN
    }
}

/// As many charts as the lines need with a colour each.
fn charts(metrics: &Metrics, title: &str, note: &str, unit: Unit, names: Vec<&str>) -> Vec<Chart> {
    let labels = labels(&names);
    let lines: Vec<(&str, String)> = names.into_iter().zip(labels).collect();
    let chart = |lines: &[(&str, String)]| Chart {
        title: title.to_owned(),
        note: note.to_owned(),
        axes: ["training steps".to_owned(), unit.0.to_owned()],
        lines: lines
            .iter()
            .map(|(name, label)| line(metrics, name, label, unit))
            .collect(),
        levels: Vec::new(),
        marks: marks(metrics),
        least: None,
        whole: false,
    };
    lines.chunks(COLOURS).map(chart).collect()
}

fn line(metrics: &Metrics, name: &str, label: &str, unit: Unit) -> Line {
    let points = metrics.of(name).into_iter();
    Line {
        name: label.to_owned(),
        points: points
            .map(|(step, number)| (step, unit.1 * number).into())
            .collect(),
    }
}

fn marks(metrics: &Metrics) -> Vec<Mark> {
    let begins = metrics.generations().into_iter();
    begins
        .map(|(x, generation)| Mark {
            name: format!("g{generation}"),
            x,
        })
        .collect()
}

/// What lines of one chart are called: what tells them apart.
fn labels(names: &[&str]) -> Vec<String> {
    let parts: Vec<(&str, &str)> = names.iter().map(|name| split(name)).collect();
    let one_source = parts.iter().all(|part| part.0 == parts[0].0);
    let one_name = parts.iter().all(|part| part.1 == parts[0].1);
    let label = |&(source, own): &(&str, &str)| match (one_source, one_name) {
        (_, true) => said(source),
        (true, false) => own.replace('_', " "),
        (false, false) => format!("{} ({})", own.replace('_', " "), said(source)),
    };
    parts.iter().map(label).collect()
}

fn said(source: &str) -> String {
    match source {
        "train" => "training".to_owned(),
        source => source.replace('_', " "),
    }
}

/// Source and own name.
fn split(name: &str) -> (&str, &str) {
    name.split_once('/').unwrap_or(("", name))
}

/// Words with a capital letter.
fn sentence(name: &str) -> String {
    capital(&name.replace(['_', '/'], " "))
}

/// With a capital letter.
pub(super) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().to_string());
    format!("{}{}", first.unwrap_or_default(), letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_called_by_what_tells_them_apart() {
        assert_eq!(
            labels(&["train/a_loss", "validation/a_loss"]),
            ["training", "validation"]
        );
        assert_eq!(
            labels(&["validation/bias", "validation/bias_south"]),
            ["bias", "bias south"]
        );
        let mixed = labels(&["train/value_loss", "validation/child_value_loss"]);
        assert_eq!(
            mixed,
            ["value loss (training)", "child value loss (validation)"]
        );
    }

    #[test]
    fn a_metric_nobody_has_listed_still_has_a_heading_and_a_unit() {
        assert_eq!(
            place("validation/calibration_error_south_namua"),
            Some((4, 0))
        );
        assert_eq!(place("validation/child_value_loss"), Some((0, 1)));
        assert_eq!(place("weights/first_largest"), None);
        assert_eq!(heading("weights/first_bias_largest"), "weights largest");
        assert_eq!(heading("window/bytes"), "window bytes");
        assert_eq!(heading("validation/margin_loss"), "margin_loss");
        assert_eq!(sentence("margin_loss"), "Margin loss");
        assert_eq!(unit("train/reply_loss").0, "nats");
        assert_eq!(unit("train/margin_loss").0, "", "a mean square");
        assert_eq!(unit("alone").0, "");
    }
}
