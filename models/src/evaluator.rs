//! The seam between search and network: positions in, evaluations out.

use bingwa_engine::Position;

/// What an evaluator says of one position.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// Probability that the mover of the position wins, 0 to 1.
    pub value: f32,
    /// How good it was for the *other* player to move here: a logit. The policy
    /// at a position is the softmax of its children's arrival logits.
    pub arrival: f32,
}

impl Evaluation {
    /// What one who knows nothing says; also fills room for evaluations to come.
    pub const EVEN: Self = Self {
        value: 0.5,
        arrival: 0.0,
    };
}

/// Judges positions. The same position always gets the same bits, whatever the
/// batch it comes in.
pub trait Evaluator {
    /// Evaluates `positions` into `out`, one for one.
    ///
    /// Positions of finished games are not asked for; if they are, the answer
    /// means nothing. Extra room in `out` is left alone.
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]);
}

/// Knows nothing: every position is even and every move equally likely. The
/// evaluator of generation 0, before anything was learned.
#[derive(Clone, Copy, Debug, Default)]
pub struct Uniform;

impl Evaluator for Uniform {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        out.iter_mut()
            .take(positions.len())
            .for_each(|evaluation| *evaluation = Evaluation::EVEN);
    }
}

impl<E: Evaluator + ?Sized> Evaluator for Box<E> {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        (**self).evaluate(positions, out);
    }
}
