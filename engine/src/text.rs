//! Position text: one line, six fields, readable by eye.
//!
//! Rows from North's outer row down to South's outer row as South sees them,
//! the mover, hands South,North, owned nyumba, pit under takasia, moves played.

use core::fmt;
use core::str::FromStr;

use crate::pit::{Pit, Side};
use crate::position::{Position, PositionError};
use crate::ring::Ring;

/// The most seeds a hand may hold. With 64 on the board no pit can ever pass
/// 128, which the engine's byte arithmetic relies on.
const MOST_IN_HAND: u8 = 32;

/// The owner and ring index of each pit in the order of the text.
fn rows() -> [[(Side, usize); 8]; 4] {
    use Side::{North, South};
    [
        core::array::from_fn(|column| (North, 8 + column)),
        core::array::from_fn(|column| (North, 7 - column)),
        core::array::from_fn(|column| (South, column)),
        core::array::from_fn(|column| (South, 15 - column)),
    ]
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (r, row) in rows().into_iter().enumerate() {
            if r > 0 {
                f.write_str("/")?;
            }
            for (c, (side, pit)) in row.into_iter().enumerate() {
                if c > 0 {
                    f.write_str(",")?;
                }
                write!(f, "{}", self.seeds(side, Pit::wrapping(pit)))?;
            }
        }
        let (south, north) = (self.hand(Side::South), self.hand(Side::North));
        write!(f, " {} {south},{north} ", self.mover().letter())?;
        f.write_str(
            match (self.owns_nyumba(Side::South), self.owns_nyumba(Side::North)) {
                (true, true) => "SN",
                (true, false) => "S",
                (false, true) => "N",
                (false, false) => "-",
            },
        )?;
        match self.takasia() {
            Some(pit) => write!(f, " {pit}")?,
            None => f.write_str(" -")?,
        }
        write!(f, " {}", self.plies())
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Position({self})")
    }
}

impl FromStr for Position {
    type Err = PositionError;

    /// Reads the text form.
    ///
    /// ```
    /// use bingwa_engine::{Position, Ruleset};
    ///
    /// let text = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0";
    /// let position: Position = text.parse()?;
    /// assert_eq!(position, Position::start(&Ruleset::KISWAHILI));
    /// assert_eq!(position.to_string(), text);
    /// # Ok::<(), bingwa_engine::PositionError>(())
    /// ```
    ///
    /// # Errors
    /// [`PositionError`] names the field that cannot be read.
    fn from_str(text: &str) -> Result<Self, PositionError> {
        let fields: Vec<&str> = text.split_ascii_whitespace().collect();
        let &[board, mover, hands, nyumba, takasia, plies] = fields.as_slice() else {
            return Err(PositionError::Fields(fields.len()));
        };
        let (south, north) = parse_board(board)?;
        let mover = match mover {
            "S" => Side::South,
            "N" => Side::North,
            _ => return Err(field("mover", mover, "S or N")),
        };
        let (south_hand, north_hand) = hands
            .split_once(',')
            .and_then(|(s, n)| Some((parse_count(s)?, parse_count(n)?)))
            .filter(|&(s, n)| s <= MOST_IN_HAND && n <= MOST_IN_HAND)
            .ok_or_else(|| field("hands", hands, "two counts 0 to 32, South,North: 22,22"))?;
        let (south_nyumba, north_nyumba) = match nyumba {
            "SN" => (true, true),
            "S" => (true, false),
            "N" => (false, true),
            "-" => (false, false),
            _ => return Err(field("nyumba", nyumba, "who owns one: SN, S, N or -")),
        };
        let takasia = match takasia {
            "-" => 0,
            name => match name.parse::<Pit>() {
                Ok(pit) if pit.is_inner() => 1 << pit.index(),
                _ => return Err(field("takasia", name, "a pit A1 to A8 of the mover, or -")),
            },
        };
        let plies = if plies.bytes().all(|b| b.is_ascii_digit()) {
            plies.parse().ok()
        } else {
            None
        }
        .ok_or_else(|| field("moves played", plies, "a number from 0 to 65535"))?;
        let south = (Ring::from_counts(south), south_hand, south_nyumba);
        let north = (Ring::from_counts(north), north_hand, north_nyumba);
        let (own, other) = match mover {
            Side::South => (south, north),
            Side::North => (north, south),
        };
        let position = Self {
            own: own.0,
            other: other.0,
            own_hand: own.1,
            other_hand: other.1,
            own_nyumba: own.2,
            other_nyumba: other.2,
            takasia,
            mover,
            plies,
        };
        match position.own.total() + position.other.total() {
            1..=64 => Ok(position),
            seeds => Err(PositionError::Seeds(seeds)),
        }
    }
}

fn field(field: &'static str, text: &str, right: &'static str) -> PositionError {
    PositionError::Field {
        field,
        text: text.to_owned(),
        right,
    }
}

/// A plain count from 0 to 64.
fn parse_count(text: &str) -> Option<u8> {
    let plain = !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    text.parse().ok().filter(|&count| plain && count <= 64)
}

fn parse_board(text: &str) -> Result<([u8; 16], [u8; 16]), PositionError> {
    let (mut south, mut north) = ([0; 16], [0; 16]);
    let mut lines = text.split('/');
    for (r, row) in rows().into_iter().enumerate() {
        let line = lines.next().unwrap_or_default();
        let bad = || PositionError::Row {
            row: r + 1,
            text: line.to_owned(),
        };
        let mut counts = line.split(',');
        for (side, pit) in row {
            let count = counts.next().and_then(parse_count).ok_or_else(bad)?;
            match side {
                Side::South => south[pit] = count,
                Side::North => north[pit] = count,
            }
        }
        if counts.next().is_some() {
            return Err(bad());
        }
    }
    match lines.next() {
        Some(line) => Err(PositionError::Row {
            row: 5,
            text: line.to_owned(),
        }),
        None => Ok((south, north)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARKED: &str =
        "0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,1,1,0,0/0,0,2,2,0,2,6,4 N 0,0 - A4 7";

    #[test]
    fn fields_land_where_the_text_says() {
        let position: Position = MARKED.parse().unwrap();
        let pit = |name: &str| name.parse().unwrap();
        assert_eq!(position.seeds(Side::North, pit("A1")), 1);
        assert_eq!(position.seeds(Side::North, pit("A8")), 10);
        assert_eq!(position.seeds(Side::North, pit("B1")), 2);
        assert_eq!(position.seeds(Side::South, pit("B8")), 4);
        assert_eq!(position.takasia(), Some(pit("A4")));
        assert_eq!(position.to_string(), MARKED);
    }

    #[test]
    fn each_field_is_named_when_it_is_wrong() {
        let cases = [
            ("", "six fields"),
            (&MARKED.replace("10,0,0,10", "10,0,0"), "row 2"),
            (&MARKED.replace("10,0,0,10", "10,x,0,10"), "row 2"),
            (&MARKED.replace("6,4 N", "6,4,1 N"), "row 4"),
            (&MARKED.replace(" N ", "/0,0,0,0,0,0,0,0 N "), "row 5"),
            (&MARKED.replace(" N ", " n "), "mover"),
            (&MARKED.replace("0,0 -", "0 -"), "hands"),
            (&MARKED.replace("0,0 - A4", "0,0 NS A4"), "nyumba"),
            (&MARKED.replace("A4", "B4"), "takasia"),
            (&MARKED.replace("A4 7", "A4 -7"), "moves played"),
            (&MARKED.replace("0,0 -", "33,0 -"), "hands"),
            (&MARKED.replace("6,4 N", "6,5 N"), "1 to 64 seeds"),
            (&MARKED.replace("0,1,2", "300,1,2"), "row 1"),
        ];
        for (text, says) in cases {
            let error = text.parse::<Position>().unwrap_err().to_string();
            assert!(error.contains(says), "{text}: {error}");
        }
    }
}
