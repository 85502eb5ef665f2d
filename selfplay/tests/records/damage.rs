//! Whatever happens to the bytes of a file: no changed game is believed, the
//! others come back, every loss is named and counted.

use std::fs;
use std::path::{Path, PathBuf};

use bingwa_engine::Ruleset;
use bingwa_selfplay::records::{
    Damage, DamageFault, GameRecord, RecordsError, SCHEMA, Shard, check, salvage, write_shard,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tempfile::TempDir;

use crate::generator::{games, header, tiny_rules};

/// A sound file, and what it is made of.
struct Sound {
    folder: TempDir,
    bytes: Vec<u8>,
    records: Vec<GameRecord>,
    /// Offset of each block, then of the footer.
    cuts: Vec<usize>,
}

/// Games to a block, if they are small.
const BLOCK: usize = 16;
/// Bytes of a block's head.
const HEAD: usize = 40;

fn sound(rules: Ruleset, seed: u64, count: u64) -> Sound {
    let folder = tempfile::tempdir().unwrap();
    let header = header(rules);
    let records = games(&header, seed, count);
    let path = folder.path().join("sound.games");
    write_shard(&path, &header, &records).unwrap();
    let bytes = fs::read(&path).unwrap();
    let mut cuts = find(&bytes, b"BINGWABK");
    cuts.extend(find(&bytes, b"BINGWAFT"));
    Sound {
        folder,
        bytes,
        records,
        cuts,
    }
}

fn find(bytes: &[u8], what: &[u8]) -> Vec<usize> {
    let windows = bytes.windows(what.len()).enumerate();
    windows
        .filter(|(_, w)| *w == what)
        .map(|(at, _)| at)
        .collect()
}

impl Sound {
    fn tiny() -> Self {
        let tiny = sound(tiny_rules(), 7, 2 * BLOCK as u64 + 6);
        assert_eq!(tiny.cuts.len(), 4);
        tiny
    }

    fn put(&self, bytes: &[u8]) -> PathBuf {
        let path = self.folder.path().join("damaged.games");
        fs::write(&path, bytes).unwrap();
        path
    }

    /// Opens damaged bytes; what comes back must be among the games written, in
    /// order, and together with the losses must be all of them.
    fn read(
        &self,
        bytes: &[u8],
        what: &str,
    ) -> Result<(Vec<GameRecord>, Vec<Damage>), RecordsError> {
        let shard = Shard::from_bytes("damaged.games".into(), bytes.to_vec())?;
        let (mut found, mut damages) = (Vec::new(), Vec::new());
        for game in &shard {
            match game {
                Ok(record) => found.push(record),
                Err(damage) => damages.push(damage),
            }
        }
        let mut written = self.records.iter();
        for record in &found {
            assert!(
                written.any(|other| other == record),
                "{what}: a game was invented"
            );
        }
        let lost: u64 = damages.iter().map(|damage| damage.lost).sum();
        assert_eq!(
            found.len() as u64 + lost,
            self.records.len() as u64,
            "{what}"
        );
        Ok((found, damages))
    }

    /// Which block, counted from 0, a byte lies in, and whether in its head.
    fn block(&self, at: usize) -> Option<(usize, bool)> {
        let block = self.cuts.partition_point(|&cut| cut <= at).checked_sub(1)?;
        (block + 1 < self.cuts.len()).then(|| (block, at < self.cuts[block] + HEAD))
    }

    /// A byte was changed: all games must be back, up to those of its block.
    fn changed(&self, bytes: &[u8], at: usize) {
        let what = format!("byte {at}");
        let (found, damages) = self.read(bytes, &what).unwrap();
        assert_eq!(damages.len(), 1, "{what}: {damages:?}");
        let fault = damages[0].fault;
        match self.block(at) {
            Some((block, in_head)) => {
                assert_eq!(fault, DamageFault::Block, "{what}");
                assert_eq!(damages[0].offset, self.cuts[block] as u64, "{what}");
                assert!(!in_head || damages[0].lost == 0, "{what}: {damages:?}");
                assert!(damages[0].lost <= BLOCK as u64, "{what}");
                let others = self.records.chunks(BLOCK).enumerate();
                for (_, records) in others.filter(|(other, _)| *other != block) {
                    assert!(
                        records.iter().all(|record| found.contains(record)),
                        "{what}"
                    );
                }
            }
            None => {
                let end = at >= self.cuts[0];
                let right = [DamageFault::Header, DamageFault::Footer][usize::from(end)];
                assert_eq!((fault, damages[0].lost), (right, 0), "{what}");
            }
        }
    }
}

#[test]
fn any_changed_byte_costs_at_most_its_block() {
    let sound = Sound::tiny();
    for at in 0..sound.bytes.len() {
        let mut bytes = sound.bytes.clone();
        bytes[at] = !bytes[at];
        sound.changed(&bytes, at);
    }
}

#[test]
fn any_changed_bit_of_what_holds_the_file_together_is_noticed() {
    let sound = Sound::tiny();
    let heads = sound.cuts.iter().flat_map(|&cut| cut..cut + HEAD);
    for at in (0..24).chain(heads).chain(sound.cuts[3]..sound.bytes.len()) {
        for bit in 0..8 {
            let mut bytes = sound.bytes.clone();
            bytes[at] ^= 1 << bit;
            sound.changed(&bytes, at);
        }
    }
}

#[test]
fn cut_anywhere_the_blocks_before_come_back() {
    let sound = Sound::tiny();
    for end in 0..sound.bytes.len() {
        let what = format!("cut at {end}");
        match sound.read(&sound.bytes[..end], &what) {
            Ok((found, damages)) => {
                assert!(end >= sound.cuts[0], "{what}");
                assert_eq!(damages.len(), 1, "{what}: {damages:?}");
                let whole = sound.cuts[1..].iter().filter(|&&cut| cut <= end).count();
                let games = (whole * BLOCK).min(sound.records.len());
                assert_eq!(found[..games], sound.records[..games], "{what}");
            }
            Err(RecordsError::Empty { .. }) => assert_eq!(end, 0),
            Err(RecordsError::Header { .. }) => assert!((1..sound.cuts[0]).contains(&end)),
            Err(other) => panic!("{what}: {other}"),
        }
    }
}

#[test]
fn games_of_real_length_survive_random_damage() {
    let sound = sound(Ruleset::KISWAHILI, 11, 120);
    let mut random = ChaCha8Rng::seed_from_u64(3);
    for round in 0..300 {
        let mut bytes = sound.bytes.clone();
        let length = bytes.len();
        let mut at = || random.next_u32() as usize % length;
        let (from, to) = (at(), at());
        match round % 4 {
            0 => bytes[from] ^= 0x10,
            1 => bytes.truncate(from),
            2 => (bytes[from], bytes[to]) = (0, 0),
            _ => drop(bytes.drain(from.min(to)..from.max(to))),
        }
        // Nothing believed that was not written; that is inside `read`.
        match sound.read(&bytes, &format!("round {round}")) {
            Ok(_) | Err(RecordsError::Header { .. }) => {}
            Err(RecordsError::NotGames { .. }) => assert_eq!(from.min(to), 0),
            Err(other) => panic!("{other}"),
        }
    }
}

#[test]
fn heads_that_are_lost_are_found_by_the_index() {
    let sound = Sound::tiny();
    let mut bytes = sound.bytes.clone();
    for &cut in &sound.cuts[..3] {
        bytes[cut..cut + HEAD].fill(0);
    }
    let (found, damages) = sound.read(&bytes, "no heads").unwrap();
    assert_eq!(found, sound.records);
    assert_eq!(damages.len(), 3);
}

#[test]
fn blocks_removed_repeated_or_pushed_apart_are_named() {
    let sound = Sound::tiny();
    let cuts = &sound.cuts;
    let part = |from: usize, to: usize| &sound.bytes[cuts[from]..cuts[to]];
    let start = &sound.bytes[..cuts[0]];
    let footer = &sound.bytes[cuts[3]..];
    let read = |parts: &[&[u8]]| sound.read(&parts.concat(), "moved").unwrap();
    let faults = |damages: &[Damage]| damages.iter().map(|d| d.fault).collect::<Vec<_>>();

    let (found, damages) = read(&[start, part(0, 1), part(2, 3), footer]);
    assert_eq!(found.len(), BLOCK + 6);
    assert_eq!(faults(&damages), [DamageFault::Missing]);

    let (found, damages) = read(&[start, part(0, 2), part(0, 1), part(2, 3), footer]);
    assert_eq!(found, sound.records);
    assert_eq!(faults(&damages), [DamageFault::Misplaced]);

    let (found, damages) = read(&[start, part(0, 1), &[7; 100], part(1, 3), footer]);
    assert_eq!(found, sound.records);
    assert!(!damages.is_empty());

    let (found, damages) = read(&[start, part(0, 3), footer, b"more"]);
    assert_eq!(found, sound.records);
    assert_eq!(faults(&damages), [DamageFault::Trailing]);

    let (found, damages) = read(&[&sound.bytes, &sound.bytes]);
    assert_eq!(found, sound.records);
    assert!(
        faults(&damages)
            .iter()
            .all(|fault| *fault != DamageFault::Footer)
    );
}

#[test]
fn a_block_of_another_file_is_not_taken() {
    let (one, other) = (Sound::tiny(), sound(tiny_rules(), 8, 3 * BLOCK as u64));
    let mut bytes = one.bytes[..one.cuts[1]].to_vec();
    bytes.extend_from_slice(&other.bytes[other.cuts[1]..other.cuts[2]]);
    bytes.extend_from_slice(&one.bytes[one.cuts[2]..]);
    let (found, _) = one.read(&bytes, "mixed").unwrap();
    assert_eq!(found.len(), BLOCK + 6);
}

#[test]
fn other_files_are_named_for_what_they_are() {
    let sound = Sound::tiny();
    let open = |bytes: &[u8]| Shard::open(&sound.put(bytes)).unwrap_err();
    assert!(matches!(open(b""), RecordsError::Empty { .. }));
    assert!(matches!(
        open(b"PK\x03\x04 a zip"),
        RecordsError::NotGames { .. }
    ));
    assert!(matches!(open(b"BINGWAGM"), RecordsError::Header { .. }));
    let none = sound.folder.path().join("none.games");
    let error = Shard::open(&none).unwrap_err();
    assert!(error.to_string().contains("none.games"), "{error}");
}

fn summed(mut bytes: Vec<u8>) -> Vec<u8> {
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    bytes
}

/// A header frame as `docs/FORMATS.md` describes it.
fn frame(schema: u32, payload: &[u8]) -> Vec<u8> {
    let mut bytes = b"BINGWAGM".to_vec();
    bytes.extend(schema.to_le_bytes());
    bytes.extend((payload.len() as u32).to_le_bytes());
    bytes.extend(payload);
    summed(bytes)
}

/// A file of one block, every checksum right, with any content and any claim
/// about its length.
fn forged(sound: &Sound, raw: &[u8], claimed: u32) -> Vec<u8> {
    let mut bytes = sound.bytes[..sound.cuts[0]].to_vec();
    let packed = zstd::bulk::compress(raw, 1).unwrap();
    let mut head = b"BINGWABK".to_vec();
    head.extend(&bytes[bytes.len() - 4..]);
    head.extend(1_u32.to_le_bytes());
    head.extend(0_u64.to_le_bytes());
    head.extend(claimed.to_le_bytes());
    head.extend((packed.len() as u32).to_le_bytes());
    head.extend(crc32fast::hash(&packed).to_le_bytes());
    bytes.extend(summed(head));
    bytes.extend(packed);
    bytes
}

#[test]
fn forged_lengths_cost_neither_memory_nor_time() {
    let sound = Sound::tiny();
    let read = |raw: &[u8], claimed| {
        let bytes = forged(&sound, raw, claimed);
        let (found, damages) = sound.read(&bytes, "forged").unwrap();
        assert!(found.is_empty() && !damages.is_empty());
    };
    read(b"short", u32::MAX);
    // 100 MB of zeros in a few kB.
    let zeros = vec![0; 100_000_000];
    read(&zeros, zeros.len() as u32);
    read(&zeros, 8);
    // At each fourth byte, a record two million bytes long.
    let lengths = 2_000_000_u32.to_le_bytes().repeat(1_000_000);
    read(&lengths, lengths.len() as u32);
}

#[test]
fn a_later_schema_is_named() {
    let sound = Sound::tiny();
    let error = Shard::open(&sound.put(&frame(7, b"whatever"))).unwrap_err();
    let text = error.to_string();
    assert!(
        text.ends_with("schema 7, this program reads 1 to 2: use a newer one"),
        "{text}"
    );
}

#[test]
fn a_header_that_claims_the_world_is_believed_in_nothing() {
    let sound = Sound::tiny();
    let payload = &sound.bytes[16..sound.cuts[0] - 4];
    let text = std::str::from_utf8(payload).unwrap();
    let claims = text.replace(r#""games":38"#, r#""games":18446744073709551615"#);
    assert_ne!(claims, text);
    let path = sound.put(&frame(SCHEMA, claims.as_bytes()));
    let shard = Shard::open(&path).unwrap();
    let games: Vec<_> = shard.games().collect();
    assert_eq!(games.len(), 1);
    assert_eq!(games[0].as_ref().unwrap_err().lost, u64::MAX);
    assert_eq!(check(&path).unwrap().lost(), u64::MAX);

    let senseless = text.replace(r#""lap_limit":1024"#, r#""lap_limit":0"#);
    let error = Shard::open(&sound.put(&frame(SCHEMA, senseless.as_bytes()))).unwrap_err();
    assert!(error.to_string().contains("lap_limit"), "{error}");
}

#[test]
fn salvage_writes_the_sound_games_and_touches_nothing_else() {
    let sound = Sound::tiny();
    let mut bytes = sound.bytes.clone();
    bytes[sound.cuts[1] + HEAD..sound.cuts[2]].fill(0);
    let damaged = sound.put(&bytes);
    let to = sound.folder.path().join("saved/sound.games");
    let report = salvage(&damaged, &to).unwrap();
    assert_eq!((report.written, report.sound, report.lost()), (38, 22, 16));
    assert_eq!(report, check(&damaged).unwrap());
    assert_eq!(fs::read(&damaged).unwrap(), bytes);

    let saved = check(&to).unwrap();
    assert!(saved.is_sound());
    assert_eq!((saved.sound, &saved.header), (22, &report.header));
    assert!(matches!(
        salvage(&damaged, &to),
        Err(RecordsError::Exists { .. })
    ));
    assert!(matches!(
        salvage(&damaged, &damaged),
        Err(RecordsError::Exists { .. })
    ));
    assert!(salvage(Path::new("none.games"), &sound.folder.path().join("x")).is_err());
}
