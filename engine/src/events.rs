//! What happens during a move, lap by lap, for whoever draws or counts it.

use crate::pit::{Direction, Pit};

/// One thing that happens while a move is played, in the mover's ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A seed goes from the hand into a pit (namua).
    Placed {
        /// The mover's pit.
        pit: Pit,
    },
    /// Seeds are lifted from one of the mover's own pits.
    Lifted {
        /// The mover's pit.
        pit: Pit,
        /// How many.
        seeds: u8,
    },
    /// The facing pit is emptied.
    Captured {
        /// The opponent's pit.
        from: Pit,
        /// How many.
        seeds: u8,
    },
    /// The seeds in hand are sown, one into each following pit.
    Sown {
        /// The pit the first seed falls into.
        first: Pit,
        /// Which way.
        direction: Direction,
        /// How many.
        seeds: u8,
        /// The pit the last seed falls into.
        last: Pit,
    },
    /// The mover stops in its nyumba, although it could have gone on safari.
    Stopped,
    /// The mover goes on safari.
    Safari,
    /// The move is over.
    Ended(Ending),
}

/// How a move ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// In an empty pit, a nyumba or a pit under takasia.
    Rest,
    /// The opponent's inner row was captured empty: the mover has won.
    OpponentEmptied,
    /// The mover's own inner row stood empty while sowing: the mover has lost.
    OwnEmptied,
    /// It made `lap_limit` laps without ending; see
    /// [`Ruleset::endless`](crate::Ruleset::endless).
    Endless,
}

/// Takes part in a move as it is played. `()` watches nothing and costs nothing.
pub trait Observer {
    /// Called for each event in order.
    fn event(&mut self, event: Event);
}

impl Observer for () {
    #[inline]
    fn event(&mut self, _: Event) {}
}

impl Observer for Vec<Event> {
    fn event(&mut self, event: Event) {
        self.push(event);
    }
}
