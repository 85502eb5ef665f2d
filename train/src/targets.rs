//! What one position of a game teaches: the network's inputs and what it should
//! have said.
//!
//! The sign rule: a value is always for the mover of its own position. The
//! result and the search's value of a position are for its mover; the search's
//! value of a *move* is for the player who makes it, so the position after it,
//! where the other player is to move, gets one minus it.

use bingwa_engine::{Position, Ruleset, Side};
use bingwa_models::features::Rows;
use bingwa_selfplay::records::{GameRecord, MoveRecord, RecordFault, unpack};

/// A position with its targets, and its children if it teaches the policy.
#[derive(Clone, Debug)]
pub struct Example {
    /// The network's input.
    pub rows: Rows,
    /// Target of the value head, 0 to 1, for the mover of the position.
    pub value: f32,
    /// Result of the game for the mover of the position: 0, ½ or 1.
    pub result: f32,
    /// Whether the same position with left and right exchanged teaches the same.
    pub mirrorable: bool,
    /// Whether seeds are in hand.
    pub namua: bool,
    /// The player to move.
    pub mover: Side,
    /// Moves of both players from here to the end, in units of 64 moves.
    pub moves_left: f32,
    /// Seeds of the mover less those of the other player at the end of the game,
    /// in units of 64 seeds: −1 to 1.
    pub margin: f32,
    /// The children that the network has to tell apart, by action index; empty,
    /// or at least two.
    pub children: Vec<Child>,
    /// Share of the search's policy that lies on `children`, 0 to 1: the weight
    /// of this example's policy loss. What lies on moves that decide the game at
    /// once needs no network; by the chain rule of entropy the rest of the
    /// policy counts by its mass.
    pub mass: f32,
}

/// A possible answer of the other player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reply {
    /// Its action index, 0–63, as that player counts.
    pub action: u8,
    /// Its share of the policy target, 0 to 1; the shares of an example sum to 1.
    pub share: f32,
}

/// A position one move later.
#[derive(Clone, Debug)]
pub struct Child {
    /// The network's input.
    pub rows: Rows,
    /// Target of the policy, 0 to 1; the shares of an example sum to 1.
    pub share: f32,
    /// Target of the value head, 0 to 1, for the mover of the child; `None`
    /// where the search did not look.
    pub value: Option<f32>,
}

/// Below this mass the children would cost more than they teach.
const LEAST_MASS: f32 = 0.01;

/// Gives every position of a game as an example, in order.
///
/// `search_value_weight` (0 to 1) is how much the search's value counts in the
/// value target where a search was made; the result of the game has the rest.
///
/// # Errors
/// The first thing in the record that no sound game leaves; nothing is given
/// then.
pub fn examples(
    record: &GameRecord,
    rules: &Ruleset,
    search_value_weight: f32,
    mut give: impl FnMut(Example),
) -> Result<(), RecordFault> {
    let (mut positions, mut end) = (Vec::with_capacity(record.moves.len()), None);
    let outcome = record.walk(rules, |position, played, _| {
        positions.push(*position);
        end = Some(played.position);
    })?;
    let lead = end.as_ref().map_or(0.0, souths_lead);
    for (ply, (position, searched)) in positions.iter().zip(&record.moves).enumerate() {
        let result = outcome.score(position.mover());
        let mut example = Example {
            rows: Rows::of(position),
            value: value_target(result, searched, search_value_weight),
            result,
            mirrorable: is_mirrorable(position, rules),
            namua: position.in_namua(),
            mover: position.mover(),
            moves_left: (positions.len() - ply) as f32 / UNIT,
            margin: match position.mover() {
                Side::South => lead / UNIT,
                Side::North => -lead / UNIT,
            },
            children: Vec::new(),
            mass: 0.0,
        };
        if searched.full {
            (example.children, example.mass) = children(position, rules, searched);
        }
        give(example);
    }
    Ok(())
}

/// Moves and seeds of the auxiliary targets are counted in this unit.
const UNIT: f32 = 64.0;

/// South's seeds less North's, on the board and in hand.
fn souths_lead(position: &Position) -> f32 {
    let on_board = |pits: [u8; 16]| pits.iter().map(|&n| f32::from(n)).sum::<f32>();
    let hand = |side| f32::from(position.hand(side));
    let mover = position.mover();
    let own = on_board(position.own_pits()) + hand(mover);
    let other = on_board(position.other_pits()) + hand(mover.opponent());
    match mover {
        Side::South => own - other,
        Side::North => other - own,
    }
}

fn value_target(result: f32, searched: &MoveRecord, search_value_weight: f32) -> f32 {
    if searched.simulations == 0 {
        return result;
    }
    (1.0 - search_value_weight) * result + search_value_weight * unpack(searched.value)
}

/// Left and right may be exchanged where the rules are symmetric, and with a
/// nyumba where nobody owns one (nobody can gain one).
fn is_mirrorable(position: &Position, rules: &Ruleset) -> bool {
    rules.is_mirror_symmetric() || !Side::ALL.iter().any(|&side| position.owns_nyumba(side))
}

/// The other player's answer to a position, as the search of the next one chose
/// it; empty where that was no full search.
pub(crate) fn replies(next: &MoveRecord) -> Vec<Reply> {
    let total: f32 = next.policy.iter().map(|mv| unpack(mv.share)).sum();
    if !next.full || total <= 0.0 {
        return Vec::new();
    }
    let chosen = next.policy.iter().filter(|mv| mv.share > 0);
    chosen
        .map(|mv| Reply {
            action: mv.mv,
            share: unpack(mv.share) / total,
        })
        .collect()
}

/// The children that no rule decides at once, with shares that sum to 1, and
/// the share of the policy they had before; none if there is nothing to learn.
///
/// A replayed record lists the same moves in the same order as the engine.
fn children(position: &Position, rules: &Ruleset, searched: &MoveRecord) -> (Vec<Child>, f32) {
    let mut children = Vec::with_capacity(searched.policy.len());
    let mut moves = searched.policy.iter();
    rules.children(position, |_, played| {
        let Some(found) = moves.next() else { return };
        if rules.decided_by_move(&played).is_none() {
            children.push(Child {
                rows: Rows::of(&played.position),
                share: unpack(found.share),
                value: found.is_known(searched).then(|| 1.0 - unpack(found.value)),
            });
        }
    });
    let mass: f32 = children.iter().map(|child| child.share).sum();
    if children.len() < 2 || mass < LEAST_MASS {
        return (Vec::new(), 0.0);
    }
    for child in &mut children {
        child.share /= mass;
    }
    (children, mass.min(1.0))
}
