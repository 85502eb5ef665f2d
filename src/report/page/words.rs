//! Numbers as the page says them.

use bingwa_selfplay::matches::{Rating, Score};

/// `18,791`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `2,000 games`.
pub(super) fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(number))
}

/// Elo with its sign, in whole points.
pub(super) fn elo(elo: f64) -> String {
    let rounded = elo.round();
    match rounded {
        _ if rounded > 0.0 => format!("+{rounded:.0}"),
        _ if rounded < 0.0 => format!("−{:.0}", rounded.abs()),
        _ => "0".to_owned(),
    }
}

/// A share of points in per cent: `81.2 %`.
pub(super) fn percent(score: &Score) -> String {
    format!("{:.1} %", 100.0 * score.share())
}

/// The 95 % interval of a share in per cent: `77.1 to 84.8`.
pub(super) fn within(score: &Score) -> String {
    let (low, high) = score.interval();
    format!("{:.1} to {:.1}", 100.0 * low, 100.0 * high)
}

/// A rating, and its interval; where no game bounds it on one side, the end that
/// is known.
pub(super) fn rating(rating: &Rating) -> (String, String) {
    let Rating { low, high, .. } = *rating;
    match (low.is_finite(), high.is_finite()) {
        (true, true) if low == high => (elo(rating.elo), "the zero".to_owned()),
        (true, true) => (elo(rating.elo), format!("{} to {}", elo(low), elo(high))),
        (true, false) => (
            format!("above {}", elo(low)),
            "no game bounds it above".to_owned(),
        ),
        (false, true) => (
            format!("below {}", elo(high)),
            "no game bounds it below".to_owned(),
        ),
        (false, false) => ("–".to_owned(), "no game bounds it".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_easy_to_read() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(counted(1, "game"), "1 game");
        assert_eq!(elo(-0.4), "0");
        assert_eq!(elo(-12.6), "−13");
        assert_eq!(elo(99.5), "+100");
    }
}
