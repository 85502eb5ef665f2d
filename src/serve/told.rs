//! Positions and moves as the page wants them: pits by their place in the ring
//! of their owner (0–7 inner row, 8–15 outer row), sides as `S` and `N`.

use bingwa_engine::{
    Direction, Ending, Event, Game, Move, Outcome, Pit, Played, Position, Ruleset, Side,
};
use serde::Serialize;

use crate::preview::Preview;

/// A board with its marks.
#[derive(Serialize)]
pub(super) struct Board {
    south: [u8; 16],
    north: [u8; 16],
    hands: [u8; 2],
    nyumba: [bool; 2],
    /// The mover's pit under takasia.
    takasia: Option<usize>,
    mover: char,
    namua: bool,
}

impl Board {
    pub(super) fn of(position: &Position) -> Self {
        let mut counts = [[0; 16]; 2];
        for (side, counts) in Side::ALL.into_iter().zip(&mut counts) {
            for pit in Pit::all() {
                counts[pit.index()] = position.seeds(side, pit);
            }
        }
        let [south, north] = counts;
        Self {
            south,
            north,
            hands: Side::ALL.map(|side| position.hand(side)),
            nyumba: Side::ALL.map(|side| position.owns_nyumba(side)),
            takasia: position.takasia().map(Pit::index),
            mover: position.mover().letter(),
            namua: position.in_namua(),
        }
    }
}

/// One thing that happens during a move.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "lowercase")]
enum Step {
    Placed {
        pit: usize,
    },
    Lifted {
        pit: usize,
        seeds: u8,
    },
    /// From the opponent's pit.
    Captured {
        pit: usize,
        seeds: u8,
    },
    /// `step` is +1 or −1, round the ring.
    Sown {
        first: usize,
        step: i8,
        seeds: u8,
    },
    Stopped,
    Safari,
    Ended,
}

impl From<&Event> for Step {
    fn from(event: &Event) -> Self {
        match *event {
            Event::Placed { pit } => Self::Placed { pit: pit.index() },
            Event::Lifted { pit, seeds } => Self::Lifted {
                pit: pit.index(),
                seeds,
            },
            Event::Captured { from, seeds } => Self::Captured {
                pit: from.index(),
                seeds,
            },
            Event::Sown {
                first,
                direction,
                seeds,
                ..
            } => Self::Sown {
                first: first.index(),
                step: match direction {
                    Direction::Clockwise => 1,
                    Direction::Anticlockwise => -1,
                },
                seeds,
            },
            Event::Stopped => Self::Stopped,
            Event::Safari => Self::Safari,
            Event::Ended(_) => Self::Ended,
        }
    }
}

/// A move that may be played, and what it does.
#[derive(Serialize)]
pub(super) struct Choice {
    #[serde(rename = "move")]
    mv: String,
    pit: usize,
    /// Which way the hand goes as the mover sees it: +1 right, −1 left.
    way: i8,
    safari: bool,
    laps: u16,
    captured: u8,
    /// The opponent's pits it captures from, in order, each once.
    taken: Vec<usize>,
    /// Where the last seed falls.
    last: Option<usize>,
    /// The result, where the move ends the game.
    result: Option<&'static str>,
}

impl Choice {
    pub(super) fn of(rules: &Ruleset, position: &Position, mv: Move) -> Self {
        let preview = Preview::new(rules, position, mv);
        let rightwards = mv.pit().is_inner() == (mv.direction() == Direction::Clockwise);
        Self {
            mv: mv.to_string(),
            pit: mv.pit().index(),
            way: if rightwards { 1 } else { -1 },
            safari: mv.safari(),
            laps: preview.laps,
            captured: preview.captured,
            taken: preview.taken.into_iter().map(Pit::index).collect(),
            last: preview.last.map(Pit::index),
            result: preview.outcome.map(Outcome::text),
        }
    }
}

/// The last move, for drawing it seed by seed.
#[derive(Serialize)]
pub(super) struct Last {
    #[serde(rename = "move")]
    mv: String,
    mover: char,
    before: Board,
    laps: u16,
    captured: u8,
    events: Vec<Step>,
}

impl Last {
    fn of(rules: &Ruleset, before: &Position, mv: Move) -> Self {
        let mut events = Vec::new();
        let played = rules.play_observed(before, mv, &mut events);
        Self {
            mv: mv.to_string(),
            mover: before.mover().letter(),
            before: Board::of(before),
            laps: played.turn.laps,
            captured: played.turn.captured,
            events: events.iter().map(Step::from).collect(),
        }
    }
}

/// Why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Reason {
    /// The loser's inner row is empty, or stood empty during its move.
    InnerRow,
    NoMove,
    Endless,
    MoveLimit,
}

/// A rule set that is no preset: what the page knows of presets already.
#[derive(Serialize)]
struct Custom {
    switches: Ruleset,
    explained: Vec<(&'static str, String)>,
}

impl Custom {
    fn of(rules: &Ruleset) -> Option<Self> {
        (rules.name() == "custom").then(|| Self {
            switches: *rules,
            explained: rules.explain(),
        })
    }
}

/// A game as far as it has come.
#[derive(Serialize)]
pub(super) struct Told {
    rules: String,
    custom: Option<Custom>,
    /// Where it starts, unless that is where the rules say.
    start: Option<String>,
    moves: Vec<String>,
    position: String,
    plies: u16,
    board: Board,
    legal: Vec<Choice>,
    result: Option<&'static str>,
    reason: Option<Reason>,
    last: Option<Last>,
    headers: Vec<(String, String)>,
    /// The game as text, to be saved.
    text: String,
}

impl Told {
    pub(super) fn of(game: &Game) -> Self {
        let rules = game.rules();
        let position = game.position();
        let start = game.start();
        // The position before the last move, and that move.
        let before = game.positions().iter().rev().nth(1);
        let last = before.zip(game.moves().last().copied());
        let own_start = *start != Position::start(rules);
        Self {
            rules: rules.to_string(),
            custom: Custom::of(rules),
            start: own_start.then(|| start.to_string()),
            moves: game.moves().iter().map(Move::to_string).collect(),
            position: position.to_string(),
            plies: position.plies(),
            board: Board::of(position),
            legal: game
                .legal_moves()
                .iter()
                .map(|&mv| Choice::of(rules, position, mv))
                .collect(),
            result: game.outcome().map(Outcome::text),
            reason: game.outcome().map(|outcome| {
                reason(
                    rules,
                    position,
                    outcome,
                    last.map(|(before, mv)| rules.play(before, mv)),
                )
            }),
            last: last.map(|(before, mv)| Last::of(rules, before, mv)),
            headers: game
                .headers()
                .map(|(name, value)| (name.to_owned(), value.to_owned()))
                .collect(),
            text: game.to_string(),
        }
    }
}

fn reason(rules: &Ruleset, position: &Position, outcome: Outcome, last: Option<Played>) -> Reason {
    let decided = last.filter(|played| rules.decided_by_move(played).is_some());
    match decided.map(|played| played.turn.ending) {
        Some(Ending::Endless) if rules.inner_row_outcome(position).is_none() => Reason::Endless,
        Some(_) => Reason::InnerRow,
        None if rules.inner_row_outcome(position).is_some() => Reason::InnerRow,
        None if outcome == Outcome::Draw => Reason::MoveLimit,
        None => Reason::NoMove,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    fn told(rules: &str, start: &str, moves: &[&str]) -> Told {
        let rules = args::ruleset(rules).unwrap();
        let mut game = Game::from_position(rules, start.parse().unwrap()).unwrap();
        for mv in moves {
            game.push(mv.parse().unwrap()).unwrap();
        }
        Told::of(&game)
    }

    const NOTHING: &str = "0,0,0,0,0,0,0,0";
    /// A move of North from it, `A3<`, never ends.
    const ENDLESS: &str = "4,5,1,0,1,2,1,6/1,17,1,0,3,2,13,1/0,0,0,0,0,0,1,0/1,0,1,0,0,1,1,1 \
                           N 0,0 - - 40";

    #[test]
    fn the_reason_of_a_result_is_told() {
        let singles = format!("{NOTHING}/1,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0/{NOTHING} S 0,0 - - 4");
        let emptied = format!("2,0,0,0,0,0,0,0/{NOTHING}/2,0,0,0,0,0,0,0/{NOTHING} S 0,0 - - 4");
        let late = ENDLESS.replace("40", "500");
        let cases = [
            (told("kujifunza", &singles, &[]), "N", Reason::NoMove),
            (told("kujifunza", &emptied, &[]), "S", Reason::InnerRow),
            (told("kujifunza", &late, &[]), "draw", Reason::MoveLimit),
            (
                told("kujifunza endless=loss", ENDLESS, &["A3<"]),
                "S",
                Reason::Endless,
            ),
        ];
        for (told, result, reason) in cases {
            assert_eq!((told.result, told.reason), (Some(result), Some(reason)));
            assert!(told.legal.is_empty());
        }
        assert_eq!(told("kujifunza", ENDLESS, &[]).reason, None);
    }

    #[test]
    fn a_choice_says_what_the_move_does() {
        let rules = Ruleset::KUJIFUNZA;
        let choice = Choice::of(&rules, &Position::start(&rules), "A1>".parse().unwrap());
        assert_eq!((choice.pit, choice.way, choice.safari), (0, 1, false));
        assert_eq!((choice.laps, choice.captured), (10, 8));
        assert!(!choice.taken.is_empty() && choice.taken.iter().all(|&pit| pit < 8));
    }
}
