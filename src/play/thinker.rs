//! The computer thinks in a thread of its own: the screen never waits.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread;

use anyhow::bail;
use bingwa_engine::{Move, Position};
use bingwa_selfplay::search::SearchResult;

use super::opponent::Opponent;

/// Something to think about.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Task {
    /// Which move the computer plays.
    Move(Position),
    /// What a position is worth, by so many simulations of a full search.
    Judge(Position, u32),
}

/// What came of it.
#[derive(Clone, Debug)]
pub(super) enum Answer {
    Move(Option<Move>),
    Judged(SearchResult),
}

/// A task with the flag that ends it early.
struct Order {
    task: Task,
    stop: Arc<AtomicBool>,
}

/// The thread, and what it is about.
pub(super) struct Thinker {
    orders: Sender<Order>,
    answers: Receiver<Answer>,
    busy: Option<Order>,
}

impl Thinker {
    pub(super) fn new(mut opponent: Opponent) -> Self {
        let (orders, inbox) = mpsc::channel::<Order>();
        let (outbox, answers) = mpsc::channel();
        // It ends when the sending side is dropped.
        thread::spawn(move || {
            for Order { task, stop } in inbox {
                let answer = match task {
                    Task::Move(position) => Answer::Move(opponent.choose(&position, &stop)),
                    Task::Judge(position, simulations) => {
                        Answer::Judged(opponent.advise(&position, simulations, &stop))
                    }
                };
                if outbox.send(answer).is_err() {
                    return;
                }
            }
        });
        Self {
            orders,
            answers,
            busy: None,
        }
    }

    /// Sees to it that it thinks about this and nothing else, and gives what it
    /// has found out.
    pub(super) fn think(&mut self, wanted: Option<Task>) -> anyhow::Result<Option<(Task, Answer)>> {
        if let Some(order) = &self.busy {
            let is_wanted = wanted == Some(order.task);
            if !is_wanted {
                order.stop.store(true, Ordering::Relaxed);
            }
            match self.answers.try_recv() {
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => bail!("the search has broken down"),
                Ok(answer) => {
                    let stopped = order.stop.load(Ordering::Relaxed);
                    let task = order.task;
                    self.busy = None;
                    // A search cut short says less than it should.
                    if !stopped {
                        return Ok(Some((task, answer)));
                    }
                }
            }
        }
        if let Some(task) = wanted {
            let stop = Arc::new(AtomicBool::new(false));
            let theirs = Arc::clone(&stop);
            if self.orders.send(Order { task, stop: theirs }).is_err() {
                bail!("the search has broken down");
            }
            self.busy = Some(Order { task, stop });
        }
        Ok(None)
    }

    pub(super) fn is_busy(&self) -> bool {
        self.busy.is_some()
    }
}

impl Drop for Thinker {
    fn drop(&mut self) {
        if let Some(order) = &self.busy {
            order.stop.store(true, Ordering::Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use bingwa_engine::Ruleset;

    use super::*;
    use crate::judge::Judge;
    use crate::levels::Level;
    use crate::play::opponent::Strength;

    /// Asks again until there is an answer.
    fn wait(thinker: &mut Thinker, task: Task) -> Answer {
        loop {
            if let Some((of, answer)) = thinker.think(Some(task)).unwrap() {
                assert_eq!(of, task);
                return answer;
            }
            thread::yield_now();
        }
    }

    #[test]
    fn it_answers_what_is_wanted_and_drops_what_is_not() {
        let rules = Ruleset::KUJIFUNZA;
        let judge = Judge::handwritten(rules);
        let opponent = Opponent::new(&judge, Strength::Level(Level::Strong), 1);
        let mut thinker = Thinker::new(opponent);
        let start = Position::start(&rules);
        // Far too much for a test: only a stop can end it.
        let endless = Task::Judge(start, u32::MAX);
        assert!(thinker.think(Some(endless)).unwrap().is_none());
        assert!(thinker.is_busy());
        let Answer::Move(mv) = wait(&mut thinker, Task::Move(start)) else {
            panic!("a move was asked for");
        };
        assert!(mv.is_some_and(|mv| rules.is_legal(&start, mv)));
        let Answer::Judged(found) = wait(&mut thinker, Task::Judge(start, 50)) else {
            panic!("a judgement was asked for");
        };
        assert!(found.simulations <= 50 && !found.variation.is_empty());
        assert!(thinker.think(None).unwrap().is_none() && !thinker.is_busy());
    }
}
