//! Where every random draw comes from.
//!
//! One generator per purpose, keyed by what it is for and not by when it is
//! asked: the same games come out whatever the thread count or order.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// The generator all of Bingwa draws from: named, so that it never changes
/// under us, and counter-based, so that nearby keys give unrelated streams.
pub type Random = ChaCha8Rng;

/// What a stream of random numbers is for; keeps streams apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u64)]
pub enum Purpose {
    /// One self-play game.
    SelfPlay = 1,
    /// The openings of a match.
    Openings = 2,
    /// One game of a match.
    Match = 3,
    /// Shuffling and splitting training data.
    Training = 4,
    /// A person's opponent.
    Play = 5,
}

/// The generator for item `index` of `generation` in a run with `seed`.
#[must_use]
pub fn stream(seed: u64, purpose: Purpose, generation: u32, index: u64) -> Random {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key[8..16].copy_from_slice(&(purpose as u64).to_le_bytes());
    key[16..24].copy_from_slice(&u64::from(generation).to_le_bytes());
    key[24..].copy_from_slice(&index.to_le_bytes());
    Random::from_seed(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_chacha::rand_core::Rng;

    #[test]
    fn every_part_of_the_key_counts_and_the_same_key_repeats() {
        let first =
            |seed, purpose, generation, index| stream(seed, purpose, generation, index).next_u64();
        let base = first(1, Purpose::SelfPlay, 2, 3);
        assert_eq!(base, first(1, Purpose::SelfPlay, 2, 3));
        assert_ne!(base, first(2, Purpose::SelfPlay, 2, 3));
        assert_ne!(base, first(1, Purpose::Match, 2, 3));
        assert_ne!(base, first(1, Purpose::SelfPlay, 3, 3));
        assert_ne!(base, first(1, Purpose::SelfPlay, 2, 4));
    }
}
