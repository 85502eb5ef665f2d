//! One search in a thread of its own, which tells what it finds and can be
//! stopped at any moment.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Value;
use bingwa_selfplay::search::{Limits, Search, SearchResult, Time};

use super::plan::Plan;
use crate::analyze::study;
use crate::judge::BoxedEvaluator;

/// How often a search tells where it is.
const TELL_EVERY: Duration = Duration::from_millis(500);

/// The searcher of a game, with its tree.
pub(super) type Searcher = Search<BoxedEvaluator>;

/// A search under way.
pub(super) struct Thinking {
    thread: JoinHandle<Searcher>,
    signals: Arc<Signals>,
    waits: bool,
}

#[derive(Default)]
struct Signals {
    /// The search shall end.
    stop: AtomicBool,
    /// The move is being told: the searcher is free in a moment.
    done: AtomicBool,
}

impl Thinking {
    /// Begins.
    pub(super) fn begin(
        searcher: Searcher,
        rules: Ruleset,
        position: Position,
        plan: Plan,
    ) -> Self {
        let signals = Arc::new(Signals::default());
        let theirs = Arc::clone(&signals);
        Self {
            thread: thread::spawn(move || think(searcher, &rules, &position, plan, &theirs)),
            signals,
            waits: plan.waits,
        }
    }

    /// Whether its move has been told.
    pub(super) fn is_done(&self) -> bool {
        self.signals.done.load(Ordering::Acquire) || self.thread.is_finished()
    }

    /// Makes it tell its move now.
    pub(super) fn stop(&self) {
        self.signals.stop.store(true, Ordering::Release);
        self.thread.thread().unpark();
    }

    /// Waits for its move, without end if it waits for `stop`: then it is
    /// stopped. `None` if the search broke down.
    pub(super) fn finish(self) -> Option<Searcher> {
        if self.waits {
            self.stop();
        }
        self.thread.join().ok()
    }
}

fn think(
    mut searcher: Searcher,
    rules: &Ruleset,
    position: &Position,
    plan: Plan,
    signals: &Signals,
) -> Searcher {
    let started = Instant::now();
    searcher.start(rules, position, plan.known_simulations(), None);
    // Nodes of a kept tree were evaluated before.
    let known = searcher.result().nodes;
    let nodes = plan.nodes.map(|nodes| known.saturating_add(nodes));
    let stopped = || signals.stop.load(Ordering::Acquire);
    let found = loop {
        let left = plan.time.map(|time| time.saturating_sub(started.elapsed()));
        let limits = Limits {
            simulations: plan.simulations,
            nodes,
            time: Some(Time::Wall(left.unwrap_or(TELL_EVERY).min(TELL_EVERY))),
            stop: Some(&signals.stop),
        };
        let more = searcher.go_on(rules, limits);
        let found = searcher.result();
        let spent = plan
            .simulations
            .is_some_and(|most| found.simulations >= most)
            || nodes.is_some_and(|most| found.nodes >= most)
            || plan.time.is_some_and(|most| started.elapsed() >= most);
        let told = say(&info(&found, started.elapsed()));
        if !more && !found.value.is_proven() && !spent {
            let _ = say("info string the tree is full: setoption name Hash gives it more memory");
        }
        if !more || spent || stopped() || told.is_err() {
            break found;
        }
    };
    while plan.waits && !stopped() {
        thread::park();
    }
    signals.done.store(true, Ordering::Release);
    // Nobody listens any more if this fails: the reading side will see it.
    let _ = say(&best_move(found.best));
    searcher
}

/// Writes one line at once.
pub(super) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// The longest text of an error: what was wrong may be a line without end.
const LONGEST: usize = 400;

/// Says on one line what was wrong.
pub(super) fn refuse(text: &str) -> io::Result<()> {
    let text = text.replace(char::is_control, " ");
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => say(&format!("error {} …", &text[..end])),
        None => say(&format!("error {text}")),
    }
}

/// `bestmove A5>`; `none` where the game is over.
pub(super) fn best_move(best: Option<Move>) -> String {
    match best {
        Some(mv) => format!("bestmove {mv}"),
        None => "bestmove none".to_owned(),
    }
}

fn info(found: &SearchResult, time: Duration) -> String {
    let mut line = format!(
        "info simulations {} nodes {} time {} score {}",
        found.simulations,
        found.nodes,
        time.as_millis(),
        score(found.value)
    );
    if !found.variation.is_empty() {
        line += &format!(" pv {}", study::text(&found.variation));
    }
    line
}

/// For the player to move.
fn score(value: Value) -> String {
    match value {
        Value::Estimate(p) => format!("winprob {p:.4}"),
        Value::Win(moves) => format!("win in {moves}"),
        Value::Loss(moves) => format!("loss in {moves}"),
        Value::Draw(moves) => format!("draw in {moves}"),
    }
}
