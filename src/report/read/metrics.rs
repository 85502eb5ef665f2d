//! The numbers of a run by step, from its JSON lines.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use serde_json::{Map, Value};

use super::damage::Damages;
use super::listing::listing;

/// Named numbers by training step.
#[derive(Default)]
pub(in crate::report) struct Metrics {
    series: BTreeMap<String, BTreeMap<u64, f64>>,
    /// How often a number was none (`null`): a loss that was not finite.
    pub(in crate::report) not_finite: BTreeMap<String, u64>,
    /// Seconds since 1970 of the first and the last line.
    times: Option<(f64, f64)>,
}

impl Metrics {
    /// The names, in order.
    pub(in crate::report) fn names(&self) -> impl Iterator<Item = &str> {
        self.series.keys().map(String::as_str)
    }

    /// The numbers of a name, by step.
    pub(in crate::report) fn of(&self, name: &str) -> Vec<(f64, f64)> {
        let series = self.series.get(name);
        let points = series.into_iter().flatten();
        points
            .map(|(&step, &number)| (step as f64, number))
            .collect()
    }

    /// The newest number of a name.
    pub(in crate::report) fn last(&self, name: &str) -> Option<f64> {
        let (_, &number) = self.series.get(name)?.last_key_value()?;
        Some(number)
    }

    /// The last step of any name.
    pub(in crate::report) fn last_step(&self) -> u64 {
        let last = |series: &BTreeMap<u64, f64>| series.keys().next_back().copied();
        self.series.values().filter_map(last).max().unwrap_or(0)
    }

    /// Hours between the first and the last line.
    pub(in crate::report) fn hours(&self) -> Option<f64> {
        self.times.map(|(first, last)| (last - first) / 3600.0)
    }

    /// The first step of each generation, with the generation's number.
    pub(in crate::report) fn generations(&self) -> Vec<(f64, u32)> {
        let mut begins: Vec<(f64, u32)> = Vec::new();
        for (step, generation) in self.of("train/generation") {
            let generation = generation as u32;
            if begins.last().is_none_or(|&(_, last)| last != generation) {
                begins.push((step, generation));
            }
        }
        begins
    }

    /// Counts a line in; `None` if it is none.
    fn add(&mut self, line: &[u8]) -> Option<()> {
        let numbers: Map<String, Value> = serde_json::from_slice(line).ok()?;
        let step = numbers.get("step")?.as_u64()?;
        if let Some(time) = numbers.get("time").and_then(Value::as_f64) {
            let (first, last) = self.times.unwrap_or((time, time));
            self.times = Some((first.min(time), last.max(time)));
        }
        for (name, value) in &numbers {
            if name == "step" || name == "time" {
                continue;
            }
            // A step that was made again after a crash: its later line counts.
            if let Some(number) = value.as_f64() {
                let series = self.series.entry(name.clone()).or_default();
                series.insert(step, number);
            } else {
                *self.not_finite.entry(name.clone()).or_default() += 1;
            }
        }
        Some(())
    }
}

pub(super) fn read(folder: &Path, damages: &mut Damages) -> Metrics {
    let mut metrics = Metrics::default();
    for path in listing(folder, "", ".jsonl", damages) {
        if let Err(error) = read_lines(&path, &mut metrics, damages) {
            damages.add(&path, error);
        }
    }
    metrics
}

fn read_lines(path: &Path, metrics: &mut Metrics, damages: &mut Damages) -> io::Result<()> {
    let mut lines = BufReader::new(File::open(path)?);
    let (mut bad, mut first_bad, mut line) = (0_u64, 0_u64, Vec::new());
    for number in 1.. {
        line.clear();
        lines.read_until(b'\n', &mut line)?;
        // A last line without its end is being written just now.
        if line.last() != Some(&b'\n') {
            break;
        }
        if metrics.add(&line).is_none() {
            bad += 1;
            if bad == 1 {
                first_bad = number;
            }
        }
    }
    if bad > 0 {
        let lines = if bad == 1 { "line is" } else { "lines are" };
        damages.add(
            path,
            format!("{bad} {lines} no metrics and left out, the first is line {first_bad}"),
        );
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> (Metrics, Vec<super::super::Damage>) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("metrics.jsonl"), text).unwrap();
        let mut damages = Damages::of(folder.path());
        let metrics = read(folder.path(), &mut damages);
        (metrics, damages.into_list())
    }

    #[test]
    fn the_later_line_of_a_step_counts_and_a_half_line_is_being_written() {
        let (metrics, damages) = of("{\"step\":0,\"time\":10,\"a/x\":1}\n\
             {\"step\":5,\"time\":20,\"a/x\":2}\n\
             {\"step\":5,\"time\":3610,\"a/x\":3,\"a/y\":null}\n\
             {\"step\":9,\"ti");
        assert_eq!(metrics.of("a/x"), [(0.0, 1.0), (5.0, 3.0)]);
        assert_eq!(metrics.last("a/x"), Some(3.0));
        assert_eq!(metrics.last_step(), 5);
        assert_eq!(metrics.hours(), Some(1.0));
        assert_eq!(metrics.not_finite["a/y"], 1);
        assert!(metrics.of("a/y").is_empty() && damages.is_empty());
    }

    #[test]
    fn bad_lines_are_counted_and_the_rest_is_read() {
        let (metrics, damages) = of("{\"step\":0,\"a\":1}\n\u{0}\n[]\n{\"step\":1,\"a\":2}\n");
        assert_eq!(metrics.of("a").len(), 2);
        assert_eq!(damages.len(), 1);
        assert!(damages[0].why.contains("2 lines are no metrics"));
        assert!(damages[0].why.contains("line 2"), "{}", damages[0].why);
        assert_eq!(damages[0].file, "metrics.jsonl");
    }
}
