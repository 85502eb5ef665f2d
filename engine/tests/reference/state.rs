//! Section 1 (the board) and section 8 (text of pits and positions).

use super::switches::Switches;
use std::fmt;

/// Section 1: the nyumba is pit 4 of its owner's ring.
pub const NYUMBA: usize = 4;

/// The left and the right kichwa.
pub const LEFT_KICHWA: usize = 0;
pub const RIGHT_KICHWA: usize = 7;

/// A player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    South,
    North,
}

impl Side {
    pub fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }

    pub fn letter(self) -> &'static str {
        match self {
            Side::South => "S",
            Side::North => "N",
        }
    }

    fn index(self) -> usize {
        match self {
            Side::South => 0,
            Side::North => 1,
        }
    }
}

/// The way round a ring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    Clockwise,
    Anticlockwise,
}

impl Direction {
    pub const BOTH: [Direction; 2] = [Direction::Clockwise, Direction::Anticlockwise];

    /// Section 1: +1 is clockwise, -1 anticlockwise.
    pub fn next_pit(self, pit: usize) -> usize {
        match self {
            Direction::Clockwise => (pit + 1) % 16,
            Direction::Anticlockwise => (pit + 15) % 16,
        }
    }
}

/// Section 1: ring pits 0 to 7 are the inner row.
pub fn is_inner(pit: usize) -> bool {
    pit < 8
}

/// Section 1: inner pit i faces the opponent's inner pit 7 - i.
pub fn facing(inner_pit: usize) -> usize {
    assert!(is_inner(inner_pit), "only inner pits face a pit");
    7 - inner_pit
}

/// Section 8: ring 0-7 = A1-A8, ring 8-15 = B8-B1.
pub fn pit_name(pit: usize) -> String {
    if is_inner(pit) {
        format!("A{}", pit + 1)
    } else {
        format!("B{}", 16 - pit)
    }
}

/// The inverse of [`pit_name`].
pub fn pit_named(name: &str) -> Option<usize> {
    (0..16).find(|&pit| pit_name(pit) == name)
}

/// One player's part of a position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Half {
    /// Seeds in the pits of the player's own ring.
    pits: [u32; 16],
    hand: u32,
    owns_nyumba: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// South's half, North's half.
    halves: [Half; 2],
    pub mover: Side,
    /// The mover's pit under takasia.
    pub takasia: Option<usize>,
    pub moves_played: u32,
}

impl State {
    /// The start position of a rule set (section 7). South starts.
    pub fn start(switches: &Switches) -> State {
        let mut pits = [0; 16];
        for column in 0..8 {
            // Inner row A1..A8 = ring 0..7; outer row B1..B8 = ring 15..8.
            pits[column] = u32::from(switches.start_inner[column]);
            pits[15 - column] = u32::from(switches.start_outer[column]);
        }
        let half = Half {
            pits,
            hand: u32::from(switches.hand),
            owns_nyumba: switches.nyumba,
        };
        State {
            halves: [half.clone(), half],
            mover: Side::South,
            takasia: None,
            moves_played: 0,
        }
    }

    /// Seeds in a pit, by its owner's ring numbering.
    pub fn seeds(&self, side: Side, pit: usize) -> u32 {
        self.halves[side.index()].pits[pit]
    }

    pub fn set_seeds(&mut self, side: Side, pit: usize, seeds: u32) {
        self.halves[side.index()].pits[pit] = seeds;
    }

    pub fn hand(&self, side: Side) -> u32 {
        self.halves[side.index()].hand
    }

    pub fn set_hand(&mut self, side: Side, seeds: u32) {
        self.halves[side.index()].hand = seeds;
    }

    pub fn owns_nyumba(&self, side: Side) -> bool {
        self.halves[side.index()].owns_nyumba
    }

    /// Section 3: ownership never comes back, so it can only be taken away.
    pub fn lose_nyumba(&mut self, side: Side) {
        self.halves[side.index()].owns_nyumba = false;
    }

    pub fn inner_row_is_empty(&self, side: Side) -> bool {
        (0..8).all(|pit| self.seeds(side, pit) == 0)
    }

    /// Whether `pit` is filled and no other inner pit is.
    pub fn is_only_filled_inner_pit(&self, side: Side, pit: usize) -> bool {
        self.seeds(side, pit) > 0
            && (0..8).all(|other| other == pit || self.seeds(side, other) == 0)
    }

    /// Reads the text form of section 8.
    pub fn parse(text: &str) -> Result<State, String> {
        let fields: Vec<&str> = text.split_whitespace().collect();
        let [rows, mover, hands, owned, takasia, moves] = fields[..] else {
            return Err(format!("six fields expected: {text}"));
        };

        let rows: Vec<&str> = rows.split('/').collect();
        if rows.len() != 4 {
            return Err(format!("four rows expected: {text}"));
        }
        let hands = numbers(hands, 2)?;
        let mut halves = [hands[0], hands[1]].map(|hand| Half {
            pits: [0; 16],
            hand,
            owns_nyumba: false,
        });
        for (row, (side, inner)) in rows.iter().zip(ROWS_FROM_THE_TOP) {
            for (column, seeds) in numbers(row, 8)?.into_iter().enumerate() {
                halves[side.index()].pits[ring_pit_at(side, inner, column)] = seeds;
            }
        }
        // cases/README.md: 1 to 64 seeds. Case AP5 has 26 on the board and 44 in
        // hand, so this is about the board.
        let seeds_on_board: u32 = halves
            .iter()
            .map(|half| half.pits.iter().sum::<u32>())
            .sum();
        if !(1..=64).contains(&seeds_on_board) {
            return Err(format!("{seeds_on_board} seeds on the board: {text}"));
        }

        let mover = match mover {
            "S" => Side::South,
            "N" => Side::North,
            _ => return Err(format!("mover {mover}")),
        };
        let (south_owns, north_owns) = match owned {
            "SN" => (true, true),
            "S" => (true, false),
            "N" => (false, true),
            "-" => (false, false),
            _ => return Err(format!("owned nyumba {owned}")),
        };
        halves[0].owns_nyumba = south_owns;
        halves[1].owns_nyumba = north_owns;
        let takasia = match takasia {
            "-" => None,
            name => Some(pit_named(name).ok_or_else(|| format!("takasia {name}"))?),
        };
        Ok(State {
            halves,
            mover,
            takasia,
            moves_played: numbers(moves, 1)?[0],
        })
    }
}

/// Section 8: "four rows from North's outer row down to South's outer row";
/// the second value says whether it is an inner row.
const ROWS_FROM_THE_TOP: [(Side, bool); 4] = [
    (Side::North, false),
    (Side::North, true),
    (Side::South, true),
    (Side::South, false),
];

/// The ring pit in a row and column, columns left to right as South sees them.
fn ring_pit_at(side: Side, inner: bool, column: usize) -> usize {
    let column_of_owner = match side {
        Side::South => column,
        Side::North => 7 - column,
    };
    if inner {
        column_of_owner
    } else {
        // B1 (leftmost) is ring 15, B8 is ring 8.
        15 - column_of_owner
    }
}

fn numbers(text: &str, count: usize) -> Result<Vec<u32>, String> {
    let mut found = Vec::new();
    for word in text.split(',') {
        let number: u16 = word
            .parse()
            .map_err(|error| format!("{word} in {text}: {error}"))?;
        found.push(u32::from(number));
    }
    if found.len() == count {
        Ok(found)
    } else {
        Err(format!("{count} numbers expected: {text}"))
    }
}

impl fmt::Display for State {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut rows = Vec::new();
        for (side, inner) in ROWS_FROM_THE_TOP {
            let row: Vec<String> = (0..8)
                .map(|column| {
                    self.seeds(side, ring_pit_at(side, inner, column))
                        .to_string()
                })
                .collect();
            rows.push(row.join(","));
        }
        let owned = match (self.owns_nyumba(Side::South), self.owns_nyumba(Side::North)) {
            (true, true) => "SN",
            (true, false) => "S",
            (false, true) => "N",
            (false, false) => "-",
        };
        let takasia = match self.takasia {
            Some(pit) => pit_name(pit),
            None => "-".to_string(),
        };
        write!(
            out,
            "{} {} {},{} {} {} {}",
            rows.join("/"),
            self.mover.letter(),
            self.hand(Side::South),
            self.hand(Side::North),
            owned,
            takasia,
            self.moves_played
        )
    }
}
