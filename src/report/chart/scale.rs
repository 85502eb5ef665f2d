//! Where the ticks of an axis stand, and what is written at them.

/// Round numbers in a range.
pub(in crate::report) struct Ticks {
    step: f64,
    /// The ticks, ascending.
    pub(super) at: Vec<f64>,
}

impl Ticks {
    /// About `count` ticks between two ends, 1, 2 or 5 times a power of ten
    /// apart; `least` is the smallest step allowed.
    pub(super) fn within(low: f64, high: f64, count: f64, least: f64) -> Self {
        let wanted = ((high - low) / count).max(least);
        let power = 10_f64.powf(wanted.log10().floor());
        let times = [1.0, 2.0, 5.0, 10.0];
        let step = times.map(|times| times * power);
        let step = step.into_iter().find(|&step| step >= 0.999 * wanted);
        let step = step.unwrap_or(wanted);
        let first = (low / step - 1e-6).ceil() as i64;
        let last = (high / step + 1e-6).floor() as i64;
        Self {
            step,
            at: (first..=last).map(|n| n as f64 * step).collect(),
        }
    }

    /// What is written at a tick.
    pub(super) fn label(&self, value: f64) -> String {
        let size = self.at.iter().fold(0.0, |most: f64, at| most.max(at.abs()));
        let (scale, suffix) = match size {
            _ if size >= 2e6 => (1e6, "M"),
            _ if size >= 1e4 => (1e3, "k"),
            _ => (1.0, ""),
        };
        if value == 0.0 && size < 0.0011 {
            return "0".to_owned();
        }
        if size < 0.0011 {
            let power = value.abs().log10().floor();
            let digits = (power - self.step.log10().floor()).max(0.0) as usize;
            let text = format!("{value:.digits$e}");
            let (number, power) = text.split_once('e').unwrap_or((&text, "0"));
            return minus(format!("{}e{power}", trimmed(number)));
        }
        let digits = (-(self.step / scale).log10().floor()).clamp(0.0, 6.0) as usize;
        minus(format!("{:.digits$}{suffix}", value / scale))
    }

    /// A number in a sentence: four digits that matter.
    pub(in crate::report) fn exactly(value: f64) -> String {
        if value == 0.0 || !value.is_finite() {
            return value.to_string();
        }
        let digits = (3.0 - value.abs().log10().floor()).clamp(0.0, 8.0) as usize;
        minus(trimmed(&format!("{value:.digits$}")).to_owned())
    }
}

/// Without zeros behind the point that say nothing.
fn trimmed(number: &str) -> &str {
    match number.contains('.') {
        true => number.trim_end_matches('0').trim_end_matches('.'),
        false => number,
    }
}

/// With the sign that is as wide as a plus.
fn minus(text: String) -> String {
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn labels(low: f64, high: f64, least: f64) -> Vec<String> {
        let ticks = Ticks::within(low, high, 4.0, least);
        ticks.at.iter().map(|&at| ticks.label(at)).collect()
    }

    #[test]
    fn ticks_are_round_and_short() {
        assert_eq!(labels(0.0, 1.0, 0.0), ["0.0", "0.5", "1.0"]);
        assert_eq!(labels(0.43, 0.69, 0.0), ["0.5", "0.6"]);
        assert_eq!(labels(0.0, 18_791.0, 0.0), ["0k", "5k", "10k", "15k"]);
        assert_eq!(labels(1.0, 6.0, 1.0), ["2", "4", "6"]);
        assert_eq!(labels(1.0, 3.0, 1.0), ["1", "2", "3"]);
        assert_eq!(labels(0.0, 0.001, 0.0), ["0", "5e−4", "1e−3"]);
        assert_eq!(labels(-400.0, 300.0, 0.0), ["−400", "−200", "0", "200"]);
    }

    #[test]
    fn numbers_in_sentences_keep_what_matters() {
        assert_eq!(Ticks::exactly(0.58876), "0.5888");
        assert_eq!(Ticks::exactly(18791.0), "18791");
        assert_eq!(Ticks::exactly(-12.0), "−12");
        assert_eq!(Ticks::exactly(0.0), "0");
        assert_eq!(Ticks::exactly(100.0), "100");
    }
}
