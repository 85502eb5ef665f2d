//! Scores of matches as text.

use bingwa_engine::Side;
use bingwa_selfplay::matches::{MatchResult, Score, interval};

/// `81.2 % (77.1–84.8)`: the share of points with its 95 % interval.
pub(crate) fn share(score: &Score) -> String {
    let (low, high) = interval(score.share(), score.games());
    format!(
        "{:.1} % ({:.1}–{:.1})",
        100.0 * score.share(),
        100.0 * low,
        100.0 * high
    )
}

/// The lines of a finished match, for its first player.
pub(crate) fn lines(names: [&str; 2], result: &MatchResult) -> Vec<String> {
    let line = |label: String, score: &Score| {
        format!(
            "{label:<9} {:>5} games  +{} ={} -{}  {}",
            score.games(),
            score.wins,
            score.draws,
            score.losses,
            share(score)
        )
    };
    let mut lines = vec![format!("{} against {}", names[0], names[1])];
    for seat in Side::ALL {
        lines.push(line(format!("as {seat}"), &result.by_seat[seat as usize]));
    }
    lines.push(line("together".to_owned(), &result.total()));
    lines.push(format!(
        "pairs by points 0 ½ 1 1½ 2: {}; {} distinct games",
        result.pairs.map(|n| n.to_string()).join(" "),
        result.distinct
    ));
    lines
}
