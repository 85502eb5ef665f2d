//! Games as JSON, one object each, for programs in other languages.

use bingwa_engine::{Move, Position};
use serde_json::{Map, Value, json};

use super::fault::RecordFault;
use super::format::ShardHeader;
use super::game::{GameRecord, MoveRecord};
use super::proof::Proof;

/// A game as a JSON object; `docs/FORMATS.md` names its fields.
///
/// # Errors
/// [`RecordFault`] if the record is not a sound game of the header's rules.
pub fn to_json(header: &ShardHeader, record: &GameRecord) -> Result<Value, RecordFault> {
    let (positions, _) = record.replay(&header.ruleset)?;
    let moves: Vec<Value> = positions
        .iter()
        .zip(&record.moves)
        .map(|(position, mv)| move_json(position, mv))
        .collect();
    Ok(json!({
        "generation": record.generation,
        "index": record.index,
        "ruleset": header.ruleset.to_string(),
        "start": record.start,
        "result": record.result,
        "moves": moves,
    }))
}

fn move_json(position: &Position, record: &MoveRecord) -> Value {
    let policy: Map<String, Value> = record
        .policy
        .iter()
        .map(|searched| {
            let mut found = json!({
                "share": float(searched.share),
                "value": float(searched.value),
            });
            if record.is_detailed() {
                found["proof"] = proof_json(searched.proof);
                found["visits"] = searched.visits.into();
                found["prior"] = float(searched.prior).into();
            }
            (name(searched.mv), found)
        })
        .collect();
    json!({
        "move": name(record.mv),
        "position": position.to_string(),
        "laps": record.laps,
        "simulations": record.simulations,
        "full": record.full,
        "value": float(record.value),
        "proof": proof_json(record.proof),
        "network_value": float(record.network_value),
        "policy": policy,
    })
}

fn proof_json(proof: Proof) -> Value {
    match proof {
        Proof::Open => Value::Null,
        Proof::Win(distance) => json!({ "win": distance }),
        Proof::Loss(distance) => json!({ "loss": distance }),
        Proof::Draw(distance) => json!({ "draw": distance }),
    }
}

/// The move of an index; replaying has shown that there is one.
fn name(index: u8) -> String {
    Move::from_index(index).map_or_else(String::new, |mv| mv.to_string())
}

/// A packed probability with the six decimals that tell all of them apart.
fn float(packed: u16) -> f64 {
    (f64::from(packed) / 65535.0 * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn six_decimals_tell_packed_values_apart() {
        for packed in 0..=u16::MAX {
            assert_eq!((float(packed) * 65535.0).round() as u16, packed);
        }
        assert_eq!(json!(float(1)).to_string(), "0.000015");
        assert_eq!(json!(float(u16::MAX)).to_string(), "1.0");
    }
}
