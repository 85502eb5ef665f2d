//! How long one search may take: the limits as written and the clocks.

use std::time::Duration;

use bingwa_engine::Side;

use super::command::Go;

/// Moves of its own that a player on a clock plans for, at any stage: a game
/// between good players takes some twenty a side.
const MOVES_LEFT: u32 = 20;

/// Kept back for the way to the other program and back.
const RESERVE: Duration = Duration::from_millis(30);

/// When a search ends; without any limit, when it is told to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    pub(super) simulations: Option<u32>,
    /// Positions evaluated in this search.
    pub(super) nodes: Option<u32>,
    pub(super) time: Option<Duration>,
    /// The move is told after `stop`, not before.
    pub(super) waits: bool,
}

impl Plan {
    /// For the player to move; `nodes` is the limit of a `go` without one.
    pub(super) fn new(go: &Go, mover: Side, nodes: u32) -> Result<Self, String> {
        if *go == Go::default() {
            let nodes = Some(nodes);
            return Ok(Self {
                nodes,
                ..Self::default()
            });
        }
        let seat = mover as usize;
        let clock = match (go.clocks[seat], go.clocks[1 - seat]) {
            (Some(left), _) => Some(share(left, go.increments[seat])),
            (None, Some(_)) => {
                let word = ["wtime", "btime"][seat];
                return Err(format!("{mover} is to move: give its clock, {word} MS"));
            }
            (None, None) if go.increments != [0, 0] => {
                return Err("winc and binc need wtime and btime".to_owned());
            }
            (None, None) => None,
        };
        let movetime = go.movetime.map(|ms| Duration::from_millis(ms.into()));
        Ok(Self {
            simulations: go.simulations,
            nodes: go.nodes,
            time: [clock, movetime].into_iter().flatten().min(),
            waits: go.infinite,
        })
    }

    /// How many simulations there will be, if nothing else can end the search:
    /// sequential halving shares them out beforehand.
    pub(super) fn known_simulations(&self) -> Option<u32> {
        self.simulations
            .filter(|_| self.nodes.is_none() && self.time.is_none())
    }
}

/// The time for one move of a clock with `left` and `increment` milliseconds:
/// its share and most of the increment, never more than half of the clock.
fn share(left: u32, increment: u32) -> Duration {
    let left = Duration::from_millis(left.into()).saturating_sub(RESERVE);
    let increment = Duration::from_millis(increment.into());
    (left / MOVES_LEFT + increment * 4 / 5).min(left / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CLOCKS: Go = Go {
        simulations: None,
        nodes: None,
        movetime: None,
        clocks: [Some(60_030), Some(1_030)],
        increments: [0, 5_000],
        infinite: false,
    };

    #[test]
    fn a_player_on_the_clock_takes_its_share() {
        let time = |side| Plan::new(&CLOCKS, side, 1).unwrap().time.unwrap();
        assert_eq!(time(Side::South), Duration::from_secs(3));
        // A big increment is no reason to lose on time.
        assert_eq!(time(Side::North), Duration::from_millis(500));
        assert_eq!(share(0, 0), Duration::ZERO);
    }

    #[test]
    fn the_movers_own_clock_is_needed() {
        let mut go = CLOCKS;
        go.clocks[1] = None;
        let error = Plan::new(&go, Side::North, 1).unwrap_err();
        assert!(error.contains("btime"), "{error}");
        assert!(Plan::new(&go, Side::South, 1).is_ok());
    }

    #[test]
    fn no_limit_means_the_nodes_of_the_option_and_infinite_none() {
        let plain = Plan::new(&Go::default(), Side::South, 77).unwrap();
        assert_eq!((plain.nodes, plain.waits), (Some(77), false));
        let infinite = Go {
            infinite: true,
            ..Go::default()
        };
        let plan = Plan::new(&infinite, Side::South, 77).unwrap();
        assert_eq!((plan.nodes, plan.time, plan.waits), (None, None, true));
    }

    #[test]
    fn simulations_are_shared_out_only_where_they_alone_end_the_search() {
        let mut go = Go {
            simulations: Some(64),
            ..Go::default()
        };
        let known = |go: &Go| Plan::new(go, Side::South, 1).unwrap().known_simulations();
        assert_eq!(known(&go), Some(64));
        go.movetime = Some(10);
        assert_eq!(known(&go), None);
    }
}
