//! Playing a move: laps until it ends.

use crate::events::{Ending, Event, Observer};
use crate::moves::{Move, MoveList};
use crate::options::{Capture, Endless};
use crate::pit::Pit;
use crate::position::Position;
use crate::ruleset::Ruleset;
use crate::sowing::Sowing;

/// A move as it was played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Played {
    /// The position after it, the other player to move.
    pub position: Position,
    /// What happened on the way.
    pub turn: Turn,
}

/// What happened during a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    /// Handfuls sown.
    pub laps: u16,
    /// Seeds taken from the opponent.
    pub captured: u8,
    /// Whether the nyumba choice arose: only then is the move with safari legal.
    pub choice: bool,
    /// How it ended.
    pub ending: Ending,
}

impl Turn {
    /// Whether the rules refuse the move because it never ends.
    #[inline]
    #[must_use]
    pub fn is_refused(&self, rules: &Ruleset) -> bool {
        self.ending == Ending::Endless && rules.endless == Endless::Illegal
    }
}

/// A move that may not be played, with the moves that may.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{mv} is not legal here: {}", legal_list(legal))]
pub struct IllegalMove {
    /// The move asked for.
    pub mv: Move,
    /// Every legal move of the position.
    pub legal: Vec<Move>,
}

fn legal_list(legal: &[Move]) -> String {
    if legal.is_empty() {
        return "the game is over".to_owned();
    }
    let names: Vec<String> = legal.iter().map(Move::to_string).collect();
    format!("the legal moves are {}", names.join(" "))
}

impl Ruleset {
    /// Plays a legal move.
    ///
    /// Legality is the caller's business: an illegal start is played as if it
    /// were legal (never a panic, never unbounded), and the position after it
    /// means nothing. [`try_play`](Self::try_play) checks.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let rules = Ruleset::KUJIFUNZA;
    /// let played = rules.play(&Position::start(&rules), "A1>".parse()?);
    /// assert_eq!((played.turn.captured, played.turn.laps), (8, 10));
    /// # Ok::<(), bingwa_engine::ParseMoveError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn play(&self, position: &Position, mv: Move) -> Played {
        self.play_observed(position, mv, &mut ())
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`IllegalMove`] with the legal ones.
    pub fn try_play(&self, position: &Position, mv: Move) -> Result<Played, IllegalMove> {
        if self.is_legal(position, mv) {
            Ok(self.play(position, mv))
        } else {
            let legal = self.legal_moves(position).to_vec();
            Err(IllegalMove { mv, legal })
        }
    }

    /// Whether a move may be played.
    #[must_use]
    pub fn is_legal(&self, position: &Position, mv: Move) -> bool {
        if self.inner_row_outcome(position).is_some()
            || position.plies() >= self.ply_limit
            || !self.starts(position).contains(mv)
        {
            return false;
        }
        let turn = self.play(position, mv).turn;
        !turn.is_refused(self) && (turn.choice || !mv.safari())
    }

    /// Every legal move, by action index; none when the game is over.
    #[must_use]
    pub fn legal_moves(&self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        if self.outcome(position).is_none() {
            self.children(position, |mv, _| moves.push(mv));
        }
        moves
    }

    /// Plays every move of a position that is not over, by action index.
    #[inline]
    pub fn children(&self, position: &Position, mut child: impl FnMut(Move, Played)) {
        for mv in self.starts(position) {
            let played = self.play(position, mv);
            if !played.turn.is_refused(self) {
                child(mv, played);
            }
            if played.turn.choice {
                let mv = mv.with_safari();
                let played = self.play(position, mv);
                if !played.turn.is_refused(self) {
                    child(mv, played);
                }
            }
        }
    }

    /// Plays a legal move and tells `observer` each lap.
    #[inline]
    pub fn play_observed<O: Observer>(
        &self,
        position: &Position,
        mv: Move,
        observer: &mut O,
    ) -> Played {
        let mut sowing = Sowing {
            rules: self,
            own: position.own,
            other: position.other,
            own_nyumba: position.own_nyumba,
            namua: position.in_namua(),
            takasia: position.takasia,
            safari: mv.safari(),
            laps: 0,
            choice: false,
            cut_before_capture: false,
            observer,
        };
        let ending = match self.capture {
            Capture::Kichwa => sowing.kichwa_turn(mv),
            Capture::Pickup => sowing.pickup_turn(mv),
        };
        sowing.observer.event(Event::Ended(ending));
        // The other player's pits only lose seeds, and only whole.
        let captured = position.other.inner_total() - sowing.other.inner_total();
        let capture_turn = captured > 0 || sowing.cut_before_capture;
        let nyumba_taken =
            position.other.get(Pit::NYUMBA.index()) != sowing.other.get(Pit::NYUMBA.index());
        let mut played = Played {
            position: Position {
                own: sowing.other,
                other: sowing.own,
                own_hand: position.other_hand,
                other_hand: position.own_hand.saturating_sub(u8::from(sowing.namua)),
                own_nyumba: position.other_nyumba && !nyumba_taken,
                other_nyumba: sowing.own_nyumba,
                takasia: 0,
                mover: position.mover.opponent(),
                plies: position.plies.saturating_add(1),
            },
            turn: Turn {
                laps: sowing.laps,
                captured,
                choice: sowing.choice,
                ending,
            },
        };
        if self.takasia
            && !position.in_namua()
            && !capture_turn
            && self.decided_by_move(&played).is_none()
        {
            played.position.takasia = self.takasia_mark(&played.position);
        }
        played
    }
}
