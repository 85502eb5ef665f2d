//! The positions of one step, laid out for the network and the losses.

use core::ops::Range;

use bingwa_models::network::ACTIONS;
use serde::Serialize;

use crate::examples::View;
use crate::mirror::Mirror;

/// Evaluations with their targets: first the positions, then the children of
/// each position that teaches the policy.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Batch {
    /// Active rows of all evaluations, one after the other.
    pub rows: Vec<u16>,
    /// Where the rows of each evaluation end in `rows`.
    pub ends: Vec<usize>,
    /// Value target of each evaluation, 0 to 1, for its own mover.
    pub values: Vec<f32>,
    /// Whether the value target counts.
    pub valued: Vec<bool>,
    /// Policy share of each evaluation; 0 for the positions.
    pub shares: Vec<f32>,
    /// Moves left of each position, in units of 64 moves.
    pub moves_left: Vec<f32>,
    /// Final lead of the mover of each position, in units of 64 seeds.
    pub margins: Vec<f32>,
    /// The other player's answer to each position by action index, `[positions,
    /// ACTIONS]`, a row of zeros where it is not known; empty if it is nowhere.
    pub replies: Vec<f32>,
    /// How many of the evaluations are positions.
    pub positions: usize,
    /// Evaluations of the children of each position that teaches the policy.
    pub families: Vec<Range<usize>>,
    /// Weight of each family's policy loss, above 0 to 1.
    pub masses: Vec<f32>,
}

impl Batch {
    /// Lays out examples; those marked `true` are mirrored where that is
    /// allowed.
    #[must_use]
    pub fn of<'a>(
        examples: impl Iterator<Item = (View<'a>, bool)> + Clone,
        mirror: &Mirror,
    ) -> Self {
        let mut batch = Self::default();
        let turned = |view: &View<'_>, mirrored: bool| mirrored && view.mirrorable;
        for (view, mirrored) in examples.clone() {
            let (own, _) = split_rows(&view);
            batch.push_rows(own, turned(&view, mirrored).then_some(mirror));
            batch.push_target(&view, 0);
            batch.moves_left.push(view.moves_left);
            batch.margins.push(view.margin);
            batch.push_replies(&view, turned(&view, mirrored).then_some(mirror));
            batch.positions += 1;
        }
        if !batch.replies.is_empty() {
            batch.replies.resize(batch.positions * ACTIONS, 0.0);
        }
        for (view, mirrored) in examples {
            let first = batch.ends.len();
            let (_, mut rows) = split_rows(&view);
            for (child, &length) in (1..).zip(view.lengths.iter().skip(1)) {
                let (own, rest) = rows.split_at(usize::from(length));
                rows = rest;
                batch.push_rows(own, turned(&view, mirrored).then_some(mirror));
                batch.push_target(&view, child);
            }
            if batch.ends.len() > first {
                batch.families.push(first..batch.ends.len());
                batch.masses.push(view.mass);
            }
        }
        batch
    }

    /// How many evaluations there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is none.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The active rows of an evaluation.
    #[inline]
    #[must_use]
    pub fn rows_of(&self, evaluation: usize) -> &[u16] {
        let start = match evaluation {
            0 => 0,
            _ => self.ends[evaluation - 1],
        };
        &self.rows[start..self.ends[evaluation]]
    }

    fn push_rows(&mut self, rows: &[u16], mirror: Option<&Mirror>) {
        match mirror {
            Some(mirror) => self.rows.extend(rows.iter().map(|&row| mirror.row(row))),
            None => self.rows.extend_from_slice(rows),
        }
        self.ends.push(self.rows.len());
    }

    /// Answers to the position that comes next.
    fn push_replies(&mut self, view: &View<'_>, mirror: Option<&Mirror>) {
        if view.replies.is_empty() {
            return;
        }
        let row = self.positions * ACTIONS;
        self.replies.resize(row + ACTIONS, 0.0);
        for reply in view.replies {
            let action = mirror.map_or(reply.action, |mirror| mirror.action(reply.action));
            self.replies[row + usize::from(action)] += reply.share;
        }
    }

    fn push_target(&mut self, view: &View<'_>, evaluation: usize) {
        self.values.push(view.values[evaluation]);
        self.valued.push(view.valued[evaluation]);
        self.shares.push(view.shares[evaluation]);
    }
}

/// The position's rows, and its children's.
fn split_rows<'a>(view: &View<'a>) -> (&'a [u16], &'a [u16]) {
    let own = view.lengths.first().copied().map_or(0, usize::from);
    view.rows.split_at(own)
}
