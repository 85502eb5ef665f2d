//! What goes on at the board: all that the keys change and the screen shows.
//!
//! It neither draws nor waits nor searches: [`super::screen`] shows it and asks
//! what it [`wants`](Session::wants) to be thought about.

use std::cell::Cell;
use std::sync::Arc;
use std::time::Duration;

use bingwa_engine::{Game, Move, Outcome, Pit, Position, Ruleset, Side};
use bingwa_models::Value;

use super::Seat;
use super::animation::{Animation, Frame, Speed};
use super::choice::Choice;
use super::form::Form;
use super::opponent::{Opponent, Strength};
use super::prompt::Prompt;
use super::table::Table;
use super::thinker::{Answer, Task};
use crate::judge::Judge;
use crate::preview::Preview;

/// Simulations for the chances: about a hundredth of a second.
const GLANCE: u32 = 2_000;
/// Simulations for a hint: some tenths of a second.
const HINT: u32 = 50_000;

/// What lies over the board.
pub(super) enum View {
    Board,
    /// The help, scrolled down by so many lines. Only the drawing knows how far
    /// it can be scrolled, and puts it right.
    Help(Cell<usize>),
    NewGame(Form),
    File(Prompt),
}

/// Whether the person leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Leaving {
    No,
    /// Asked once: the game is not over.
    Asked,
    Yes,
    /// By Ctrl-C.
    Interrupted,
}

/// What a search has said of a position.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Judged {
    /// For South.
    pub(super) chance: f32,
    /// For the mover.
    pub(super) value: Value,
    pub(super) line: Vec<Move>,
    /// What was asked for; proofs take fewer.
    simulations: u32,
}

/// A game with everything around it.
pub(super) struct Session {
    pub(super) table: Table,
    pub(super) judge: Arc<Judge>,
    /// The judge of the command line: it comes back with its rule set.
    pub(super) given: Arc<Judge>,
    pub(super) strength: Strength,
    /// Another for each opponent: with each, the thinking begins anew.
    pub(super) seed: u64,
    pub(super) choice: Choice,
    pub(super) preview: Option<Preview>,
    pub(super) animation: Option<Animation>,
    /// For the start and after each move.
    pub(super) judged: Vec<Option<Judged>>,
    pub(super) speed: Speed,
    pub(super) shows_chances: bool,
    pub(super) hints: bool,
    /// The row of a pit that is being typed.
    pub(super) typed: Option<char>,
    pub(super) message: String,
    pub(super) view: View,
    pub(super) leaving: Leaving,
}

impl Session {
    pub(super) fn new(game: Game, judge: Judge, strength: Strength, seat: Seat, seed: u64) -> Self {
        let judge = Arc::new(judge);
        let mut session = Self {
            table: Table::new(game, seat),
            given: Arc::clone(&judge),
            judge,
            strength,
            seed,
            choice: Choice::default(),
            preview: None,
            animation: None,
            judged: Vec::new(),
            speed: Speed::Normal,
            shows_chances: true,
            hints: false,
            typed: None,
            message: String::new(),
            view: View::Board,
            leaving: Leaving::No,
        };
        session.settle();
        session
    }

    pub(super) fn rules(&self) -> &Ruleset {
        self.table.game().rules()
    }

    /// Which side sits at the lower edge of the screen.
    pub(super) fn below(&self) -> Side {
        self.table.seat().person().unwrap_or(Side::South)
    }

    /// The board to be shown.
    pub(super) fn frame(&self) -> Frame {
        match &self.animation {
            Some(animation) => animation.frame().clone(),
            None => Frame::still(self.table.position()),
        }
    }

    /// Whether a person is to choose a move now.
    pub(super) fn is_choosing(&self) -> bool {
        self.animation.is_none() && self.table.waits_for_person()
    }

    /// Whether the computer is to choose a move now.
    pub(super) fn is_waiting(&self) -> bool {
        self.animation.is_none() && self.table.waits_for_computer()
    }

    /// The judgement of the position on the board, if there is one.
    pub(super) fn judgement(&self) -> Option<&Judged> {
        self.judged.last()?.as_ref()
    }

    /// Whether a hint is still being looked for.
    pub(super) fn is_looking(&self) -> bool {
        self.hints && self.is_choosing() && self.judgement().is_none_or(|judged| judged.is_rough())
    }

    /// An opponent as the session has it now.
    pub(super) fn opponent(&self) -> Opponent {
        Opponent::new(&self.judge, self.strength, self.seed)
    }

    /// What should be thought about now: the chances on the board, then the
    /// computer's move or a hint, then the chances of the game so far.
    pub(super) fn wants(&self) -> Option<Task> {
        if self.animation.is_some() || !matches!(self.view, View::Board) {
            return None;
        }
        let position = *self.table.position();
        if self.judgement().is_none() {
            return Some(Task::Judge(position, GLANCE));
        }
        if self.table.waits_for_computer() {
            return Some(Task::Move(position));
        }
        if self.is_looking() {
            return Some(Task::Judge(position, HINT));
        }
        let unknown = self.judged.iter().rposition(Option::is_none)?;
        Some(Task::Judge(self.table.game().positions()[unknown], GLANCE))
    }

    /// Takes the answer to what it wanted.
    pub(super) fn take(&mut self, task: Task, answer: Answer) {
        match (task, answer) {
            (Task::Move(of), Answer::Move(Some(mv))) if of == *self.table.position() => {
                self.play(mv);
            }
            (Task::Judge(of, simulations), Answer::Judged(found)) => {
                let positions = self.table.game().positions();
                for (position, judged) in positions.iter().zip(&mut self.judged) {
                    if *position == of {
                        *judged = Some(Judged {
                            chance: found.value.chance_of_south(of.mover()),
                            value: found.value,
                            line: found.variation.clone(),
                            simulations,
                        });
                    }
                }
            }
            _ => {}
        }
    }

    /// Lets time pass.
    pub(super) fn tick(&mut self, elapsed: Duration) {
        if let Some(animation) = &mut self.animation
            && !animation.advance(elapsed, self.speed)
        {
            self.animation = None;
        }
    }

    /// Until something changes by itself.
    pub(super) fn left(&self) -> Option<Duration> {
        let animation = self.animation.as_ref()?;
        Some(animation.left(self.speed))
    }

    /// Plays a move and begins to show it.
    pub(super) fn play(&mut self, mv: Move) {
        let before = *self.table.position();
        let preview = Preview::new(self.rules(), &before, mv);
        if let Err(error) = self.table.play(mv) {
            self.message = error.to_string();
            return;
        }
        if self.speed != Speed::Off {
            self.animation = Some(Animation::new(self.rules(), &before, mv));
        }
        self.hints = false;
        self.settle();
        self.message = match self.table.game().outcome() {
            Some(_) => self.end_words(&before, mv),
            None => format!("{} played {mv}: {}", before.mover(), preview.words()),
        };
    }

    /// Why the game is over.
    fn end_words(&self, before: &Position, mv: Move) -> String {
        let told = self.rules().narrate(before, mv);
        let why = told.get(told.len().saturating_sub(2)..).unwrap_or(&told);
        let verdict = match (self.table.game().outcome(), self.table.seat().person()) {
            (Some(Outcome::Win(side)), Some(person)) if side == person => " You have won!",
            (Some(Outcome::Win(_)), Some(_)) => " The computer has won.",
            _ => "",
        };
        format!(
            "{} played {mv}. {}.{verdict}",
            before.mover(),
            why.join(": ")
        )
    }

    pub(super) fn undo(&mut self) {
        if self.table.undo() {
            self.message = "Taken back; r plays it again.".to_owned();
            self.settle();
        } else {
            self.message = "There is no move of yours to take back.".to_owned();
        }
    }

    pub(super) fn redo(&mut self) {
        if self.table.redo() {
            self.message = "Played again.".to_owned();
            self.settle();
        } else {
            self.message = "There is nothing to play again.".to_owned();
        }
    }

    /// Begins another game.
    pub(super) fn begin(&mut self, game: Game, seat: Seat, strength: Strength) {
        let rules = *game.rules();
        if rules != self.judge.rules {
            self.judge = judge_for(&self.given, rules);
        }
        self.strength = strength;
        // The same moves of a person shall not get the same answers for ever.
        self.seed = self.seed.wrapping_add(1);
        self.table = Table::new(game, seat);
        self.judged.clear();
        self.animation = None;
        self.hints = false;
        self.settle();
    }

    /// Makes choice and judgements fit the position.
    fn settle(&mut self) {
        let game = self.table.game();
        // What was judged of moves that were taken back says nothing any more.
        self.judged.truncate(game.moves().len());
        self.judged.resize(game.positions().len(), None);
        if let (Some(outcome), Some(last)) = (game.outcome(), self.judged.last_mut()) {
            *last = Some(Judged {
                chance: outcome.score(Side::South),
                value: Value::of_outcome(outcome, game.position().mover()),
                line: Vec::new(),
                simulations: u32::MAX,
            });
        }
        self.choice = Choice::new(&game.legal_moves());
        self.typed = None;
        self.leaving = Leaving::No;
        self.look();
    }

    /// Looks at what the chosen move will do.
    pub(super) fn look(&mut self) {
        let (rules, position) = (self.rules(), self.table.position());
        self.preview = self
            .choice
            .chosen()
            .map(|mv| Preview::new(rules, position, mv));
    }

    /// The name of who plays a side.
    pub(super) fn player(&self, side: Side) -> String {
        match (self.table.seat().is(side), self.table.seat()) {
            (_, Seat::Both) => String::new(),
            (true, _) => "you".to_owned(),
            (false, _) => self.strength.name(&self.judge),
        }
    }

    /// The game as text, with who played it.
    pub(super) fn text(&self) -> String {
        let mut game = self.table.game().clone();
        for side in Side::ALL {
            let name = side.to_string();
            if !self.table.seat().is(side) && game.header(&name).is_none() {
                let computer = self.strength.name(&self.judge);
                let player = format!("bingwa, {computer}, {}", self.judge.name());
                // Neither name nor value can be refused: no control characters.
                let _ = game.set_header(&name, &player);
            }
        }
        game.to_string()
    }

    /// Whether this pit can be chosen now.
    pub(super) fn can_start(&self, side: Side, pit: Pit) -> bool {
        self.is_choosing()
            && side == self.table.position().mover()
            && self.choice.pits().any(|start| start == pit)
    }
}

impl Judged {
    /// Whether a hint deserves a longer look.
    fn is_rough(&self) -> bool {
        self.simulations < HINT && !self.value.is_proven()
    }
}

/// The judge of the command line where it fits the rules, else the released one.
pub(super) fn judge_for(given: &Arc<Judge>, rules: Ruleset) -> Arc<Judge> {
    if rules == given.rules {
        Arc::clone(given)
    } else {
        Arc::new(Judge::released(rules))
    }
}
