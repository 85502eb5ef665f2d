//! What each move of a game gave away.

use std::io::Write;

use bingwa_engine::{Drawing, Game, Move, Position, Side};
use bingwa_models::Value;
use bingwa_selfplay::search::SearchResult;
use serde_json::{Value as Json, json};

use super::study::{Line, Study, line_json, rounded, text, worth};
use super::{Args, percent};
use crate::judge::Judge;
use crate::screen::progress::Progress;

/// A move that gives away less is no mistake: the judgement itself is that
/// uncertain.
const MISTAKE: f32 = 0.05;

/// A move that was played, beside the best that was found.
struct Judged {
    number: usize,
    position: Position,
    played: Line,
    /// The move that the search prefers: often the same.
    best: Line,
}

impl Judged {
    /// The chance of winning given away, 0 to 1.
    fn lost(&self) -> f32 {
        (self.best.value.probability() - self.played.value.probability()).max(0.0)
    }

    fn side(&self) -> Side {
        self.position.mover()
    }
}

pub(super) fn analyze(
    args: &Args,
    judge: &Judge,
    study: &mut Study,
    game: &Game,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let judged = judge_moves(study, game)?;
    let mut worst: Vec<&Judged> = judged.iter().filter(|mv| mv.lost() >= MISTAKE).collect();
    worst.sort_by(|a, b| b.lost().total_cmp(&a.lost()));
    let mistakes = worst.len();
    worst.truncate(args.lines.into());
    if args.json {
        writeln!(out, "{}", object(args, judge, game, &judged))?;
        return Ok(());
    }
    writeln!(
        out,
        "{}: {}, {} simulations for each position",
        judge.rules,
        judge.name(),
        args.simulations
    )?;
    let names = ["South", "North"].map(|side| {
        game.header(side)
            .map_or(side.to_owned(), |name| format!("{name} ({side})"))
    });
    let result = game
        .result()
        .map_or("not finished".to_owned(), |outcome| outcome.to_string());
    writeln!(out, "{} against {}: {result}\n", names[0], names[1])?;
    if judged.is_empty() {
        writeln!(out, "no move was played")?;
        return Ok(());
    }
    table(&judged, out)?;
    writeln!(out)?;
    for side in Side::ALL {
        writeln!(out, "{}", summary(side, &judged))?;
    }
    if worst.is_empty() {
        writeln!(out, "\nno move gave away {} or more", percent(MISTAKE))?;
        return Ok(());
    }
    match mistakes - worst.len() {
        0 => writeln!(out, "\nthe biggest mistakes:")?,
        more => writeln!(
            out,
            "\nthe biggest mistakes ({more} smaller ones in the table):"
        )?,
    }
    for judged in worst {
        writeln!(out, "\n{}\n", told(judged))?;
        let position = &judged.position;
        write!(
            out,
            "{}",
            Drawing::new(position).mark(judged.side(), judged.played.mv.pit())
        )?;
        writeln!(out, "  {position}")?;
    }
    Ok(())
}

fn judge_moves(study: &mut Study, game: &Game) -> anyhow::Result<Vec<Judged>> {
    let total = game.moves().len() as u64;
    let mut progress = Progress::new("analysing", "moves", 0, total);
    let mut judged: Vec<Judged> = Vec::new();
    // What a move leads to is the next position to judge.
    let mut here: Option<SearchResult> = None;
    for (done, (position, mv, _)) in game.replay().enumerate() {
        progress.set(done as u64, "");
        let found = match here.take() {
            Some(found) => found,
            None => study.search(position)?,
        };
        let (mut played, after) = study.line(position, mv, &found)?;
        here = after;
        let mut best = match found.best {
            Some(best) if best != mv => study.line(position, best, &found)?.0,
            _ => played.clone(),
        };
        // The move before has won for certain: no answer holds, even where the
        // search of the answer alone does not see it.
        if let Some(Value::Win(moves)) = judged.last().map(|before| before.played.value) {
            for line in [&mut played, &mut best] {
                if !line.value.is_proven() {
                    line.value = Value::Loss(moves.saturating_sub(1));
                }
            }
        }
        judged.push(Judged {
            number: game.number(done).0,
            position: *position,
            // What looks better when searched is better, whatever looked so.
            best: if played.value.preference(best.value).is_gt() {
                played.clone()
            } else {
                best
            },
            played,
        });
    }
    progress.set(total, "");
    progress.finish("");
    Ok(judged)
}

fn table(judged: &[Judged], out: &mut impl Write) -> anyhow::Result<()> {
    writeln!(out, "   no  side   move   chance after  gave away  better")?;
    for mv in judged {
        let better = if mv.best.mv == mv.played.mv || mv.lost() < 5e-4 {
            String::new()
        } else {
            format!("{:<5} {}", mv.best.mv.to_string(), worth(&mv.best))
        };
        let lost = match mv.lost() {
            lost if lost < 5e-4 => "-".to_owned(),
            lost => percent(lost),
        };
        let mark = if mv.lost() >= MISTAKE { '!' } else { ' ' };
        let line = format!(
            " {mark} {:>3} {:<6} {:<6} {:>12} {lost:>10}  {better}",
            format!("{}.", mv.number),
            mv.side().to_string(),
            mv.played.mv.to_string(),
            worth(&mv.played)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn summary(side: Side, judged: &[Judged]) -> String {
    let own: Vec<&Judged> = judged.iter().filter(|mv| mv.side() == side).collect();
    let lost: f32 = own.iter().map(|mv| mv.lost()).sum();
    let mistakes = own.iter().filter(|mv| mv.lost() >= MISTAKE).count();
    let plural = |count: usize, what: &str| match count {
        1 => format!("1 {what}"),
        count => format!("{count} {what}s"),
    };
    format!(
        "{side}: {}, {} given away on average, {} of {} or more",
        plural(own.len(), "move"),
        percent(lost / own.len().max(1) as f32),
        plural(mistakes, "mistake"),
        percent(MISTAKE)
    )
}

fn told(judged: &Judged) -> String {
    let Judged { played, best, .. } = judged;
    let expected: &[Move] = best.variation.get(..6).unwrap_or(&best.variation);
    format!(
        "move {} of {}: {} gave away {} ({} instead of {})\n  better was {}",
        judged.number,
        judged.side(),
        played.mv,
        percent(judged.lost()),
        worth(played),
        worth(best),
        text(expected)
    )
}

fn object(args: &Args, judge: &Judge, game: &Game, judged: &[Judged]) -> Json {
    let moves: Vec<Json> = judged
        .iter()
        .map(|mv| {
            json!({
                "number": mv.number,
                "side": mv.side().letter().to_string(),
                "position": mv.position.to_string(),
                "played": line_json(&mv.played),
                "best": line_json(&mv.best),
                "lost": rounded(mv.lost()),
                "mistake": mv.lost() >= MISTAKE,
            })
        })
        .collect();
    json!({
        "ruleset": judge.rules.to_string(),
        "start": game.start().to_string(),
        "result": game.result().map(bingwa_engine::Outcome::text),
        "evaluator": judge.name(),
        "simulations": args.simulations,
        "moves": moves,
    })
}
