//! Exact proofs: who wins a position, whatever the other player does.
//!
//! [`prove`] looks for a forced win with df-pn (`search`), a depth-first
//! proof-number search in a table of fixed size. What it finds is written out as
//! one winning move for every position of the winner (`extract`) and played
//! through by [`check`], which knows the engine and nothing of the search: only
//! what passes is called proved.

mod check;
mod estimate;
mod extract;
mod key;
mod limits;
mod numbers;
mod proof;
mod search;
mod situation;
mod table;

use std::time::Instant;

use bingwa_engine::{Move, Outcome, Position, PositionError, Ruleset, Side};

pub use check::{Checked, Flaw, FlawKind, check};
pub use limits::{Limits, Status, Stopped};
pub use proof::{Proof, ProofFault, ProofFileError};

use extract::Strategy;
use limits::Meter;
use search::Search;

/// From so many moves before the move limit on, positions are told apart by the
/// number of moves played. The longest game in the proofs of whole rule sets is
/// shorter (easy's: 98 moves).
const NEAR_LIMIT: u16 = 150;

/// How a search for a win ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The attacker wins, or the other player does: the proof, and what the
    /// engine says about it.
    Proved(Proof, Checked),
    /// The search says that the attacker does not win, but what it found is no
    /// win of the other player: the game may have no end. Without a proof.
    NotWon,
    /// Neither, within the limits.
    Undecided(Stopped),
}

/// Why there is no verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ProveError {
    /// The position cannot occur.
    #[error(transparent)]
    Position(#[from] PositionError),
    /// The table does not fit.
    #[error("{0} bytes of memory cannot be had: ask for less")]
    Memory(usize),
    /// What the search found leads round in a circle.
    #[error("the search found a win that repeats positions: give it more memory")]
    Circle,
    /// What the search found cannot be found again.
    #[error("the search found a win that it could not find again: give it more memory")]
    Lost,
    /// What the search found does not hold.
    #[error("the search found a win that does not hold: {0}")]
    Flaw(#[from] Flaw),
    /// The limits were reached while the proof was written out.
    #[error("a win was found, but while it was written out {0}")]
    Stopped(#[from] Stopped),
}

/// Looks for a proof that `attacker` wins from `root`, with a table of `memory`
/// bytes. `progress` is told now and then, and
/// once the search is over. Why the attacker cannot win is mostly
/// that the other player does: then the proof is of that.
///
/// Without a deadline or stop flag the result depends on nothing but the
/// arguments.
///
/// ```
/// use bingwa_engine::{Position, Ruleset, Side};
/// use bingwa_selfplay::prover::{Limits, Verdict, check, prove};
///
/// let rules = Ruleset::KUJIFUNZA;
/// let start = Position::start(&rules);
/// let verdict = prove(&rules, &start, Side::South, 1 << 24, Limits::default(), &mut |_| {})?;
/// let Verdict::Proved(proof, checked) = verdict else {
///     panic!("South wins kujifunza");
/// };
/// assert_eq!(check(&proof), Ok(checked));
/// # Ok::<(), bingwa_selfplay::prover::ProveError>(())
/// ```
///
/// # Errors
/// [`ProveError`]; limits reached while still searching are no error.
pub fn prove(
    rules: &Ruleset,
    root: &Position,
    attacker: Side,
    memory: usize,
    limits: Limits<'_>,
    progress: &mut dyn FnMut(&Status),
) -> Result<Verdict, ProveError> {
    root.check(rules)?;
    match rules.outcome(root) {
        None => {}
        Some(Outcome::Win(winner)) => return proved(rules, root, winner, Vec::new()),
        Some(Outcome::Draw) => return Ok(Verdict::NotWon),
    }
    let near_limit = root.plies().saturating_add(NEAR_LIMIT) >= rules.ply_limit;
    let mut search = Search::new(rules, attacker, near_limit, memory)?;
    let mut meter = Meter::new(limits, progress);
    let started = Instant::now();
    let found = search.run(root, &mut meter);
    meter.tell();
    meter.write_out(started.elapsed());
    let winner = match found {
        Ok(winner) => winner,
        Err(stopped) => return Ok(Verdict::Undecided(stopped)),
    };
    let verdict = Strategy::extract(rules, winner, root, &mut search, &mut meter)
        .and_then(|strategy| proved(rules, root, winner, strategy.in_order(root)));
    match verdict {
        // The defender need not win to hold: nothing went wrong.
        Err(ProveError::Circle | ProveError::Lost | ProveError::Flaw(_)) if winner != attacker => {
            Ok(Verdict::NotWon)
        }
        Err(ProveError::Stopped(Stopped::Interrupted)) => {
            Ok(Verdict::Undecided(Stopped::Interrupted))
        }
        verdict => verdict,
    }
}

fn proved(
    rules: &Ruleset,
    root: &Position,
    winner: Side,
    moves: Vec<Move>,
) -> Result<Verdict, ProveError> {
    let proof = Proof {
        rules: *rules,
        root: *root,
        winner,
        moves,
    };
    let checked = check(&proof)?;
    Ok(Verdict::Proved(proof, checked))
}
