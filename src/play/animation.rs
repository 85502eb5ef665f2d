//! A move as a film: the board after each seed that falls.

use std::time::Duration;

use bingwa_engine::{Event, Move, Pit, Position, Ruleset, Side};

/// The board at one moment of a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    /// Seeds in the pits of South and of North, by ring index.
    pub(super) pits: [[u8; 16]; 2],
    /// Seeds kept for namua.
    pub(super) stores: [u8; 2],
    /// Seeds that the mover holds and has yet to sow.
    pub(super) hand: u8,
    /// Where the hand is.
    pub(super) at: Option<(Side, Pit)>,
    /// Handfuls sown so far, the one under way included.
    pub(super) lap: u16,
    /// Seeds captured so far.
    pub(super) captured: u8,
    /// How long it is shown, in beats.
    pub(super) beats: u32,
}

impl Frame {
    /// A position at rest.
    pub(super) fn still(position: &Position) -> Self {
        let pits = Side::ALL.map(|side| {
            let mut pits = [0; 16];
            for pit in Pit::all() {
                pits[pit.index()] = position.seeds(side, pit);
            }
            pits
        });
        Self {
            pits,
            stores: Side::ALL.map(|side| position.hand(side)),
            hand: 0,
            at: None,
            lap: 0,
            captured: 0,
            beats: 1,
        }
    }
}

/// Laps shown seed by seed; of a longer move the rest is shown lap by lap.
const SEED_BY_SEED: u16 = 12;
/// Laps shown at all; moves of hundreds of laps exist, and nobody waits for them.
const LAP_BY_LAP: u16 = 60;

/// Beats that a capture and the lifting of a pit are shown.
const PAUSE: u32 = 3;

/// The moments of a legal move. The last one is the board after it.
pub(super) fn frames(rules: &Ruleset, position: &Position, mv: Move) -> Vec<Frame> {
    let mut events = Vec::new();
    let played = rules.play_observed(position, mv, &mut events);
    let mover = position.mover();
    let (own, other) = (mover as usize, mover.opponent() as usize);
    let mut now = Frame::still(position);
    now.at = Some((mover, mv.pit()));
    now.beats = PAUSE;
    let mut film = vec![now.clone()];
    for event in events {
        match event {
            Event::Placed { pit } => {
                now.stores[own] = now.stores[own].saturating_sub(1);
                now.pits[own][pit.index()] += 1;
                now.at = Some((mover, pit));
            }
            Event::Lifted { pit, seeds } => {
                now.pits[own][pit.index()] -= seeds;
                now.hand += seeds;
                now.at = Some((mover, pit));
            }
            Event::Captured { from, seeds } => {
                now.pits[other][from.index()] -= seeds;
                now.hand += seeds;
                now.captured += seeds;
                now.at = Some((mover.opponent(), from));
            }
            Event::Sown {
                first,
                direction,
                seeds,
                ..
            } => {
                now.lap += 1;
                let mut pit = first;
                for fallen in 1..=seeds {
                    now.pits[own][pit.index()] += 1;
                    now.hand -= 1;
                    now.at = Some((mover, pit));
                    now.beats = 1;
                    let is_last = fallen == seeds;
                    if now.lap <= SEED_BY_SEED || (is_last && now.lap <= LAP_BY_LAP) {
                        film.push(now.clone());
                    }
                    pit = pit.next(direction);
                }
                continue;
            }
            Event::Stopped | Event::Safari | Event::Ended(_) => continue,
        }
        now.beats = PAUSE;
        if now.lap < SEED_BY_SEED {
            film.push(now.clone());
        }
    }
    let mut end = Frame::still(&played.position);
    (end.lap, end.captured, end.at, end.hand) = (now.lap, now.captured, now.at, now.hand);
    film.push(end);
    film
}

/// How fast moves are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speed {
    Slow,
    Normal,
    Fast,
    /// Moves are not shown at all.
    Off,
}

impl Speed {
    const ALL: [Self; 4] = [Self::Slow, Self::Normal, Self::Fast, Self::Off];

    pub(super) fn next(self) -> Self {
        let place = Self::ALL.iter().position(|&speed| speed == self);
        Self::ALL[(place.unwrap_or(0) + 1) % Self::ALL.len()]
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Slow => "slow",
            Self::Normal => "normal",
            Self::Fast => "fast",
            Self::Off => "off",
        }
    }

    fn beat(self) -> Duration {
        Duration::from_millis(match self {
            Self::Slow => 240,
            Self::Normal => 100,
            Self::Fast => 35,
            Self::Off => 0,
        })
    }
}

/// A film that is being shown.
#[derive(Clone, Debug)]
pub(super) struct Animation {
    film: Vec<Frame>,
    shown: usize,
    /// How long the frame has been on the screen.
    for_now: Duration,
    pub(super) mv: Move,
    pub(super) mover: Side,
}

impl Animation {
    pub(super) fn new(rules: &Ruleset, position: &Position, mv: Move) -> Self {
        Self {
            film: frames(rules, position, mv),
            shown: 0,
            for_now: Duration::ZERO,
            mv,
            mover: position.mover(),
        }
    }

    pub(super) fn frame(&self) -> &Frame {
        &self.film[self.shown]
    }

    /// Lets time pass; `false` when the film is over.
    pub(super) fn advance(&mut self, elapsed: Duration, speed: Speed) -> bool {
        self.for_now += elapsed;
        loop {
            let lasts = speed.beat() * self.frame().beats;
            if self.for_now < lasts {
                return true;
            }
            if self.shown + 1 == self.film.len() {
                return false;
            }
            self.for_now -= lasts;
            self.shown += 1;
        }
    }

    /// Until the next frame.
    pub(super) fn left(&self, speed: Speed) -> Duration {
        (speed.beat() * self.frame().beats).saturating_sub(self.for_now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays a game by the moves that some digits choose, checking each film.
    fn check_game(rules: &Ruleset, mut dice: u32) {
        let mut position = Position::start(rules);
        loop {
            let moves = rules.legal_moves(&position);
            if moves.is_empty() {
                return;
            }
            dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let mv = moves[dice as usize / 7 % moves.len()];
            let played = rules.play(&position, mv);
            let film = frames(rules, &position, mv);
            let end = film.last().unwrap();
            let still = Frame::still(&played.position);
            assert_eq!(
                (end.pits, end.stores),
                (still.pits, still.stores),
                "{position} {mv}"
            );
            assert_eq!(
                (end.lap, end.captured),
                (played.turn.laps, played.turn.captured)
            );
            // The films's own count comes to the same board: no seed is lost.
            let total = |frame: &Frame| {
                let pits = frame
                    .pits
                    .iter()
                    .flatten()
                    .map(|&n| u32::from(n))
                    .sum::<u32>();
                pits + frame.stores.iter().map(|&n| u32::from(n)).sum::<u32>()
                    + u32::from(frame.hand)
            };
            for frame in &film {
                assert_eq!(total(frame), total(&film[0]), "{position} {mv}");
            }
            if rules.outcome_after(&played).is_some() {
                return;
            }
            position = played.position;
        }
    }

    #[test]
    fn a_film_ends_with_the_board_after_the_move_in_every_rule_set() {
        for (_, rules) in Ruleset::PRESETS {
            for dice in 0..20 {
                check_game(&rules, dice);
            }
        }
    }

    #[test]
    fn a_film_takes_its_time_and_no_time_when_it_is_off() {
        let rules = Ruleset::KUJIFUNZA;
        let start = Position::start(&rules);
        let mut film = Animation::new(&rules, &start, "A1>".parse().unwrap());
        assert_eq!(film.frame().pits, Frame::still(&start).pits);
        assert!(film.advance(Duration::from_millis(299), Speed::Normal));
        assert_eq!(
            (film.shown, film.left(Speed::Normal)),
            (0, Duration::from_millis(1))
        );
        assert!(film.advance(Duration::from_millis(1), Speed::Normal));
        assert_eq!(film.shown, 1);
        assert!(!film.advance(Duration::ZERO, Speed::Off));
        assert_eq!((film.frame().lap, film.frame().captured), (10, 8));
    }
}
