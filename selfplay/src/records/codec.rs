//! How a record becomes bytes. The only place that knows bincode, so that
//! another encoding can take its place in a later schema.

use bincode::config;
use serde::de::DeserializeOwned;

use super::game::GameRecord;
use super::{schema1, schema2};

/// The longest record, in bytes. A game of 500 moves with 64 legal ones each
/// stays far below it.
pub(super) const RECORD_LIMIT: usize = 4 << 20;

/// What bincode may claim while it reads: it counts a number as up to eight
/// bytes where the file spends one.
const CLAIM_LIMIT: usize = 8 * RECORD_LIMIT;

/// The bytes of a record, or why there are none.
pub(super) fn encode(record: &GameRecord, schema: u32) -> Result<Vec<u8>, String> {
    let bytes = match schema {
        1 => bincode::serde::encode_to_vec(schema1::Stored::from(record), config::standard()),
        2 => bincode::serde::encode_to_vec(schema2::Stored::try_from(record)?, config::standard()),
        _ => return Err(format!("schema {schema} is not written")),
    };
    bytes.map_err(|error| error.to_string())
}

/// The record of bytes that hold one and nothing else.
pub(super) fn decode(bytes: &[u8], schema: u32) -> Option<GameRecord> {
    match schema {
        1 => Some(GameRecord::from(stored::<schema1::Stored>(bytes)?)),
        2 => stored::<schema2::Stored>(bytes)?.game(),
        _ => None,
    }
}

fn stored<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    let limited = config::standard().with_limit::<CLAIM_LIMIT>();
    match bincode::serde::decode_from_slice(bytes, limited) {
        Ok((stored, used)) if used == bytes.len() => Some(stored),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::game::{MoveRecord, SearchedMove};
    use super::super::proof::Proof;
    use super::*;

    fn largest() -> GameRecord {
        let searched = |mv| SearchedMove {
            mv,
            share: u16::MAX,
            value: u16::MAX,
            proof: Proof::Open,
            visits: u32::MAX,
            prior: u16::MAX,
        };
        let mv = MoveRecord {
            mv: 63,
            laps: Some(u16::MAX),
            simulations: u32::MAX,
            full: true,
            value: 32768,
            proof: Proof::Draw(u16::MAX),
            network_value: u16::MAX,
            policy: (0..64).map(searched).collect(),
        };
        GameRecord {
            generation: u32::MAX,
            index: u64::MAX,
            start: "x".repeat(200),
            moves: vec![mv; 4500],
            result: "draw".to_owned(),
        }
    }

    #[test]
    fn what_fits_the_limit_is_read_back() {
        let record = largest();
        let bytes = encode(&record, 2).unwrap();
        assert!((RECORD_LIMIT * 3 / 4..RECORD_LIMIT).contains(&bytes.len()));
        assert_eq!(decode(&bytes, 2), Some(record));
    }

    #[test]
    fn a_part_or_more_than_one_record_is_none() {
        let mut record = largest();
        record.moves.truncate(2);
        for schema in [1, 2] {
            let bytes = encode(&record, schema).unwrap();
            for end in 0..bytes.len() {
                assert_eq!(decode(&bytes[..end], schema), None, "{end}");
            }
            assert_eq!(decode(&[&bytes[..], &[0]].concat(), schema), None);
        }
    }

    #[test]
    fn a_length_that_claims_the_world_is_refused_without_allocating() {
        // Generation 0, index 0, then a string of 2^64 - 1 bytes.
        let bytes = [&[0, 0, 253][..], &[255; 8]].concat();
        assert_eq!(decode(&bytes, 1), None);
        assert_eq!(decode(&bytes, 2), None);
    }
}
