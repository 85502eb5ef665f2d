//! Scores of matches as text.

use bingwa_engine::Side;
use bingwa_selfplay::matches::{EloDifference, MatchResult, Score, Sprt, TooFewGames, Verdict};

/// `81.2 % (77.1–84.8)`: the share of points with its 95 % interval.
pub(crate) fn share(score: &Score) -> String {
    let (low, high) = score.interval();
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

/// `Elo +123 (+80 to +170)`, or why there is none.
pub(crate) fn elo(found: &Result<EloDifference, TooFewGames>) -> String {
    match found {
        Ok(found) if found.high.is_infinite() => {
            format!("Elo above {:+.0}: no point was lost", found.low)
        }
        Ok(found) if found.low.is_infinite() => {
            format!("Elo below {:+.0}: no point was won", found.high)
        }
        Ok(EloDifference { elo, low, high }) => format!("Elo {elo:+.0} ({low:+.0} to {high:+.0})"),
        Err(why) => why.to_string(),
    }
}

/// What a sequential test found.
pub(crate) fn sprt(test: &Sprt, result: &MatchResult) -> String {
    let ([elo0, elo1], [low, high]) = (test.hypotheses(), test.bounds());
    let found = match test.verdict(result) {
        Some(Verdict::H0) => format!("{elo0} believed"),
        Some(Verdict::H1) => format!("{elo1} believed"),
        None => "undecided".to_owned(),
    };
    format!(
        "test of Elo {elo0} against {elo1}: {found} after {} games; LLR {:.2}, bounds {low:.2} \
         and {high:.2}",
        result.total().games(),
        test.llr(&result.pairs)
    )
}
