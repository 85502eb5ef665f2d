//! Proofs: no claim that a plain search contradicts, no tampered proof accepted.

mod claims;
mod minimax;
mod positions;
mod tamper;
