//! Df-pn: depth-first proof-number search (Nagai 2002), on a stack of its own.
//!
//! It always works on the position where the least is missing to decide the
//! root, and stays below a node until that is no longer there. Thresholds leave
//! some slack, so that it does not jump to and fro (the 1 + ε trick: Pawlewicz
//! and Lew, "Improving depth-first PN-search: 1 + ε trick", 2007).
//!
//! Nothing it finds is believed before the engine has checked it. A position that
//! comes back on its own path counts as reached by the defender: the attacker has
//! got nowhere. The disproofs that follow from it hold on that path only (the
//! graph history interaction problem: Kishimoto and Müller, "A solution to the GHI
//! problem for depth-first proof-number search", 2005) and are kept all the same:
//! one of them can hide a win, never make one. (In Bao a game hardly ever repeats
//! a position: none of 420,000 random games did.)

use bingwa_engine::{Move, Outcome, Played, Position, Ruleset, Side};

use super::ProveError;
use super::estimate::estimate;
use super::key::{Key, Keys};
use super::limits::{Meter, Stopped};
use super::numbers::{INFINITE, Numbers, all};
use super::table::{Known, Table};

/// One over ε of the 1 + ε trick. (1, 4 and 8 decide a little less.)
const SLACK: u32 = 2;

/// A search for a win of one player under one rule set.
#[derive(Debug)]
pub(super) struct Search {
    rules: Ruleset,
    attacker: Side,
    keys: Keys,
    table: Table,
    frames: Vec<Frame>,
    /// The children of all frames, one after another.
    children: Vec<Child>,
}

/// A position on the path.
#[derive(Debug)]
struct Frame {
    key: Key,
    /// It is left when its numbers reach these.
    threshold: Numbers,
    /// Where its children begin.
    first: usize,
    /// Its place among the children; means nothing for the root.
    at: usize,
    work: u64,
}

#[derive(Clone, Copy, Debug)]
struct Child {
    position: Position,
    key: Key,
    mv: Move,
    numbers: Numbers,
}

/// What a position is worth by its children, and which child to look at.
struct Summary {
    numbers: Numbers,
    /// The child with the least delta.
    best: usize,
    /// The second least delta of the children.
    second: u32,
}

impl Search {
    /// A search with a table of so many bytes; `exact_plies` is for roots near the
    /// move limit.
    pub(super) fn new(
        rules: &Ruleset,
        attacker: Side,
        exact_plies: bool,
        bytes: usize,
    ) -> Result<Self, ProveError> {
        Ok(Self {
            rules: *rules,
            attacker,
            keys: Keys::new(rules, exact_plies),
            table: Table::new(bytes)?,
            frames: Vec::new(),
            children: Vec::new(),
        })
    }

    /// Who reaches its goal from a position that is not over: the attacker a win,
    /// the defender that there is none.
    pub(super) fn run(&mut self, root: &Position, meter: &mut Meter<'_>) -> Result<Side, Stopped> {
        self.frames.clear();
        self.children.clear();
        let attacks = root.mover() == self.attacker;
        let never = Numbers {
            phi: INFINITE,
            delta: INFINITE,
        };
        self.enter(root, self.keys.of(root), 0, never);
        let mut ended = Ok(());
        while let Some(frame) = self.frames.last() {
            let summary = summary(&self.children, frame.first);
            let threshold = frame.threshold;
            let Numbers { phi, delta } = summary.numbers;
            if ended.is_err() || phi >= threshold.phi || delta >= threshold.delta {
                self.leave(&summary);
                if let (true, Some(reached)) = (self.frames.is_empty(), summary.numbers.decided()) {
                    let mover = root.mover();
                    return Ok(if reached { mover } else { mover.opponent() });
                }
                continue;
            }
            let child = self.children[summary.best];
            let repeats = |frame: &Frame| frame.key.bits == child.key.bits;
            if self.frames.iter().any(repeats) {
                self.children[summary.best].numbers = self.defended(child.position.mover());
                continue;
            }
            let below = Numbers {
                phi: match threshold.delta {
                    INFINITE => INFINITE,
                    limit => limit - delta + child.numbers.phi,
                },
                delta: threshold.phi.min(with_slack(summary.second)),
            };
            self.enter(&child.position, child.key, summary.best, below);
            let moves = self.children.len() - self.frames.last().map_or(0, |frame| frame.first);
            ended = meter.count(moves, || self.root_numbers(attacks));
        }
        Err(ended.err().unwrap_or(Stopped::Interrupted))
    }

    /// The move by which the mover is known to reach its goal here.
    pub(super) fn winning_move(&self, position: &Position) -> Option<Move> {
        let key = self.keys.of(position);
        let known = self.table.get(key.bits)?;
        let best = known
            .best
            .filter(|_| known.numbers.decided() == Some(true))?;
        Some(if key.mirrored { best.mirrored() } else { best })
    }

    /// Puts a position on the path, with all its children.
    fn enter(&mut self, position: &Position, key: Key, at: usize, threshold: Numbers) {
        let first = self.children.len();
        let work = self.table.get(key.bits).map_or(1, |known| known.work);
        let (rules, attacker, keys) = (&self.rules, self.attacker, self.keys);
        let children = &mut self.children;
        rules.children(position, |mv, played| {
            let numbers = first_look(rules, attacker, &played);
            children.push(Child {
                position: played.position,
                key: keys.of(&played.position),
                mv,
                numbers,
            });
        });
        // All moves first, then all look-ups: those then wait for memory together.
        for child in &mut children[first..] {
            if child.numbers.decided().is_none()
                && let Some(known) = self.table.get(child.key.bits)
            {
                child.numbers = known.numbers;
            }
        }
        self.frames.push(Frame {
            key,
            threshold,
            first,
            at,
            work,
        });
    }

    /// Takes the last position off the path, keeps what is known about it and
    /// tells the one before.
    fn leave(&mut self, summary: &Summary) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let best = (summary.numbers.decided() == Some(true)).then(|| {
            let mv = self.children[summary.best].mv;
            if frame.key.mirrored {
                mv.mirrored()
            } else {
                mv
            }
        });
        self.table.put(
            frame.key.bits,
            &Known {
                numbers: summary.numbers,
                best,
                work: frame.work,
            },
        );
        self.children.truncate(frame.first);
        if let Some(above) = self.frames.last_mut() {
            above.work += frame.work;
            self.children[frame.at].numbers = summary.numbers;
        }
    }

    /// Proof and disproof number of the root, as its children's stand.
    fn root_numbers(&self, attacks: bool) -> (u32, u32) {
        let end = self
            .frames
            .get(1)
            .map_or(self.children.len(), |frame| frame.first);
        let Numbers { phi, delta } = summary(&self.children[..end], 0).numbers;
        if attacks { (phi, delta) } else { (delta, phi) }
    }

    /// The numbers of a position in which the defender has reached its goal.
    fn defended(&self, mover: Side) -> Numbers {
        if mover == self.attacker {
            Numbers::FAILED
        } else {
            Numbers::REACHED
        }
    }
}

/// What the children from `first` on make of the position above them.
fn summary(children: &[Child], first: usize) -> Summary {
    let mut summary = Summary {
        numbers: Numbers::FAILED,
        best: first,
        second: INFINITE,
    };
    for (at, child) in (first..).zip(&children[first..]) {
        let Numbers { phi, delta } = child.numbers;
        summary.numbers.delta = all(summary.numbers.delta, phi);
        if delta < summary.numbers.phi {
            summary.second = summary.numbers.phi;
            summary.numbers.phi = delta;
            summary.best = at;
        } else {
            summary.second = summary.second.min(delta);
        }
    }
    summary
}

/// The threshold that lets a child go a little beyond the second best.
fn with_slack(second: u32) -> u32 {
    second.saturating_add(second / SLACK).saturating_add(1)
}

/// The numbers of a position just reached, by the rules or by its mobility.
fn first_look(rules: &Ruleset, attacker: Side, played: &Played) -> Numbers {
    let position = &played.position;
    let mover = position.mover();
    let won_by = |winner: Side| {
        if winner == mover {
            Numbers::REACHED
        } else {
            Numbers::FAILED
        }
    };
    if let Some(Outcome::Win(winner)) = rules.decided_by_move(played) {
        return won_by(winner);
    }
    let moves = rules.starts(position).len();
    if moves == 0 {
        return won_by(mover.opponent());
    }
    if position.plies() >= rules.ply_limit && rules.has_move(position) {
        return won_by(attacker.opponent());
    }
    estimate(position.own_pits(), position.other_pits(), moves)
}
