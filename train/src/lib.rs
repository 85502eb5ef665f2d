//! Replay window, loss, training loop, checkpoints, the run
