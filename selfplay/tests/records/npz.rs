//! Games as arrays: what numpy would read is what was played.

use std::io::Cursor;

use bingwa_engine::{Outcome, Ruleset, Side};
use bingwa_selfplay::records::{Arrays, GameRecord, Proof, ShardHeader, unpack};
use npyz::npz::NpzArchive;
use npyz::{AutoSerialize, Deserialize};

use crate::generator::{games, header};

struct File(NpzArchive<Cursor<Vec<u8>>>);

impl File {
    fn of(header: &ShardHeader, records: &[GameRecord]) -> Self {
        let mut arrays = Arrays::default();
        for record in records {
            arrays.add(header, record).unwrap();
        }
        let bytes = arrays.to_npz().unwrap();
        assert!(
            bytes == arrays.to_npz().unwrap(),
            "equal games, equal bytes"
        );
        Self(NpzArchive::new(Cursor::new(bytes)).unwrap())
    }

    /// An array, whose rows must have the shape `row` and be of `T` as numpy
    /// names it.
    fn read<T: Deserialize + AutoSerialize>(&mut self, name: &str, row: &[u64]) -> Vec<T> {
        let array = self.0.by_name(name).unwrap().unwrap();
        assert_eq!(&array.shape()[1..], row, "{name}");
        assert_eq!(array.dtype(), T::default_dtype(), "{name}");
        array.into_vec().unwrap()
    }
}

#[test]
fn every_array_holds_what_the_records_say() {
    let header = header(Ruleset::KISWAHILI);
    let records = games(&header, 9, 12);
    let mut file = File::of(&header, &records);
    let pits: Vec<u8> = file.read("pits", &[2, 16]);
    let hands: Vec<u8> = file.read("hands", &[2]);
    let nyumba: Vec<u8> = file.read("nyumba", &[2]);
    let namua: Vec<u8> = file.read("namua", &[]);
    let takasia: Vec<i8> = file.read("takasia", &[]);
    let mover: Vec<u8> = file.read("mover", &[]);
    let ply: Vec<u16> = file.read("ply", &[]);
    let game: Vec<u32> = file.read("game", &[]);
    let played: Vec<u8> = file.read("move", &[]);
    let laps: Vec<i32> = file.read("laps", &[]);
    let simulations: Vec<u32> = file.read("simulations", &[]);
    let full: Vec<u8> = file.read("full", &[]);
    let searched: Vec<u8> = file.read("searched", &[]);
    let value: Vec<f32> = file.read("value", &[]);
    let network_value: Vec<f32> = file.read("network_value", &[]);
    let proof: Vec<u8> = file.read("proof", &[]);
    let outcome: Vec<f32> = file.read("outcome", &[]);
    let start: Vec<u64> = file.read("policy_start", &[]);
    let policy_move: Vec<u8> = file.read("policy_move", &[]);
    let share: Vec<f32> = file.read("policy_share", &[]);
    let prior: Vec<f32> = file.read("policy_prior", &[]);
    let policy_value: Vec<f32> = file.read("policy_value", &[]);
    let visits: Vec<u32> = file.read("policy_visits", &[]);
    let policy_proof: Vec<u8> = file.read("policy_proof", &[]);
    let kind = |proof| match proof {
        Proof::Open => 0,
        Proof::Win(_) => 1,
        Proof::Loss(_) => 2,
        Proof::Draw(_) => 3,
    };

    let mut row = 0;
    let mut found_row = 0;
    for (number, record) in records.iter().enumerate() {
        let (positions, result) = record.replay(&header.ruleset).unwrap();
        for (i, (position, mv)) in positions.iter().zip(&record.moves).enumerate() {
            let side = position.mover();
            let other = side.opponent();
            assert_eq!(pits[32 * row..][..16], position.own_pits());
            assert_eq!(pits[32 * row + 16..][..16], position.other_pits());
            assert_eq!(
                hands[2 * row..][..2],
                [side, other].map(|s| position.hand(s))
            );
            let owned = [side, other].map(|s| u8::from(position.owns_nyumba(s)));
            assert_eq!(nyumba[2 * row..][..2], owned);
            assert_eq!(namua[row] == 1, position.in_namua());
            let pit = position.takasia().map_or(-1, |pit| pit.index() as i8);
            assert_eq!(takasia[row], pit);
            assert_eq!(mover[row], u8::from(side == Side::North));
            assert_eq!((usize::from(ply[row]), game[row] as usize), (i, number));
            assert_eq!((played[row], laps[row]), (mv.mv, mv.laps.unwrap().into()));
            assert_eq!(simulations[row], mv.simulations);
            assert_eq!(full[row], u8::from(mv.full));
            assert_eq!(searched[row], u8::from(!mv.policy.is_empty()));
            assert_eq!(value[row], unpack(mv.value));
            assert_eq!(network_value[row], unpack(mv.network_value));
            assert_eq!(proof[row], kind(mv.proof));
            assert_eq!(outcome[row], result.score(side));
            assert_eq!(start[row] as usize, found_row);
            for found in &mv.policy {
                assert_eq!(policy_move[found_row], found.mv);
                assert_eq!(share[found_row], unpack(found.share));
                assert_eq!(prior[found_row], unpack(found.prior));
                assert_eq!(policy_value[found_row], unpack(found.value));
                assert_eq!(visits[found_row], found.visits);
                assert_eq!(policy_proof[found_row], kind(found.proof));
                found_row += 1;
            }
            row += 1;
        }
    }
    assert_eq!(played.len(), row);
    assert_eq!(start[row..], [found_row as u64]);
    assert_eq!(share.len(), found_row);

    assert_eq!(file.read::<u32>("game_generation", &[]), [3; 12]);
    let index: Vec<u64> = records.iter().map(|record| record.index).collect();
    assert_eq!(file.read::<u64>("game_index", &[]), index);
    let moves: Vec<u32> = records.iter().map(|r| r.moves.len() as u32).collect();
    assert_eq!(file.read::<u32>("game_moves", &[]), moves);
    let results: Vec<u8> = records
        .iter()
        .map(|record| match Outcome::from_text(&record.result).unwrap() {
            Outcome::Win(Side::South) => 0,
            Outcome::Win(Side::North) => 1,
            Outcome::Draw => 2,
        })
        .collect();
    assert_eq!(file.read::<u8>("game_result", &[]), results);
    assert_eq!(file.0.array_names().count(), 28);
}

#[test]
fn no_games_make_empty_arrays() {
    let mut file = File::of(&header(Ruleset::EASY), &[]);
    assert!(file.read::<u8>("pits", &[2, 16]).is_empty());
    assert_eq!(file.read::<u64>("policy_start", &[]), [0]);
}

#[test]
fn an_unsound_game_leaves_no_row() {
    let header = header(Ruleset::EASY);
    let mut records = games(&header, 2, 2);
    records[1].moves.pop();
    let mut arrays = Arrays::default();
    arrays.add(&header, &records[0]).unwrap();
    assert!(arrays.add(&header, &records[1]).is_err());
    let mut only = Arrays::default();
    only.add(&header, &records[0]).unwrap();
    assert!(arrays.to_npz().unwrap() == only.to_npz().unwrap());
}
