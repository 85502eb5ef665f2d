//! The weights before anything is learned.

use bingwa_models::features::{INPUTS, MAX_ACTIVE};
use bingwa_models::{Architecture, Weights};
use bingwa_selfplay::seeds::{Purpose, stream};
use rand::RngExt;

/// Random weights for a run with `seed`; `None` for widths that cannot be run.
///
/// Uniform between ±1/√*n*, *n* the inputs that can be active at once (LeCun and
/// others, Efficient BackProp, 1998, section 4.6, with the bound that
/// `torch.nn.Linear` uses); biases 0. The heads are 0, so that the untrained
/// network is the uniform evaluator: every position even, every move alike.
///
/// Drawn from the run's own generator: burn's is one for the whole process.
#[must_use]
pub fn initial_weights(architecture: Architecture, seed: u64) -> Option<Weights> {
    let mut random = stream(seed, Purpose::Training, 0, 0);
    let [first, second] = architecture.hidden.map(|width| width as usize);
    let mut layer = |inputs: usize, outputs: usize, active: usize| -> Vec<f32> {
        let bound = 1.0 / (active as f32).sqrt();
        (0..inputs * outputs)
            .map(|_| random.random_range(-bound..bound))
            .collect()
    };
    let arrays = [
        layer(INPUTS, first, MAX_ACTIVE),
        vec![0.0; first],
        layer(first, second, first),
        vec![0.0; second],
        vec![0.0; 2 * second],
        vec![0.0; 2],
    ];
    Weights::new(architecture, arrays)
}
