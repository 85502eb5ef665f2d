//! Games as arrays for numpy: one `.npz` file, its arrays described in
//! `docs/FORMATS.md`.

use std::io::{self, Cursor, Seek, Write};

use bingwa_engine::{Outcome, Position, Side};
use npyz::WriterBuilder;
use npyz::npz::NpzWriter;
use npyz::zip::DateTime;
use npyz::zip::write::FileOptions;

use super::fault::RecordFault;
use super::format::ShardHeader;
use super::game::{GameRecord, MoveRecord, unpack};
use super::proof::Proof;

/// The arrays under way: a row for each move, for each legal move of a searched
/// position, and for each game.
#[derive(Clone, Debug, Default)]
pub struct Arrays {
    moves: Moves,
    policy: Policy,
    games: Games,
}

#[derive(Clone, Debug, Default)]
struct Moves {
    pits: Vec<u8>,
    hands: Vec<u8>,
    nyumba: Vec<u8>,
    namua: Vec<u8>,
    takasia: Vec<i8>,
    mover: Vec<u8>,
    ply: Vec<u16>,
    game: Vec<u32>,
    mv: Vec<u8>,
    laps: Vec<i32>,
    simulations: Vec<u32>,
    full: Vec<u8>,
    searched: Vec<u8>,
    value: Vec<f32>,
    network_value: Vec<f32>,
    proof: Vec<u8>,
    outcome: Vec<f32>,
    policy_start: Vec<u64>,
}

#[derive(Clone, Debug, Default)]
struct Policy {
    mv: Vec<u8>,
    share: Vec<f32>,
    prior: Vec<f32>,
    value: Vec<f32>,
    visits: Vec<u32>,
    proof: Vec<u8>,
}

#[derive(Clone, Debug, Default)]
struct Games {
    generation: Vec<u32>,
    index: Vec<u64>,
    result: Vec<u8>,
    moves: Vec<u32>,
}

impl Arrays {
    /// Adds a game; nothing of it if it is no sound one.
    ///
    /// # Errors
    /// [`RecordFault`] if the record is not a sound game of the header's rules.
    pub fn add(&mut self, header: &ShardHeader, record: &GameRecord) -> Result<(), RecordFault> {
        let (positions, outcome) = record.replay(&header.ruleset)?;
        let game = self.games.index.len() as u32;
        for ((ply, position), mv) in (0..).zip(&positions).zip(&record.moves) {
            self.moves.policy_start.push(self.policy.mv.len() as u64);
            self.moves.add(game, ply, position, mv, outcome);
            self.policy.add(mv);
        }
        self.games.generation.push(record.generation);
        self.games.index.push(record.index);
        self.games.result.push(match outcome {
            Outcome::Win(side) => side_number(side),
            Outcome::Draw => 2,
        });
        self.games.moves.push(record.moves.len() as u32);
        Ok(())
    }

    /// The bytes of the file. They depend on the games alone.
    ///
    /// # Errors
    /// An array above 4 GiB.
    pub fn to_npz(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Cursor::new(Vec::new());
        let mut npz = NpzWriter::new(&mut bytes);
        self.moves.write(&mut npz, self.policy.mv.len() as u64)?;
        self.policy.write(&mut npz)?;
        self.games.write(&mut npz)?;
        npz.zip_writer().finish()?;
        drop(npz);
        Ok(bytes.into_inner())
    }
}

impl Moves {
    fn add(&mut self, game: u32, ply: u16, position: &Position, mv: &MoveRecord, outcome: Outcome) {
        let (mover, other) = (position.mover(), position.mover().opponent());
        self.pits.extend(position.own_pits());
        self.pits.extend(position.other_pits());
        for side in [mover, other] {
            self.hands.push(position.hand(side));
            self.nyumba.push(u8::from(position.owns_nyumba(side)));
        }
        self.namua.push(u8::from(position.in_namua()));
        // A ring has 16 pits.
        let takasia = position.takasia().map_or(-1, |pit| pit.index() as i8);
        self.takasia.push(takasia);
        self.mover.push(side_number(mover));
        self.ply.push(ply);
        self.game.push(game);
        self.mv.push(mv.mv);
        self.laps.push(mv.laps.map_or(-1, i32::from));
        self.simulations.push(mv.simulations);
        self.full.push(u8::from(mv.full));
        self.searched.push(u8::from(!mv.policy.is_empty()));
        self.value.push(unpack(mv.value));
        self.network_value.push(unpack(mv.network_value));
        self.proof.push(proof_number(mv.proof));
        self.outcome.push(outcome.score(mover));
    }

    fn write<W: Write + Seek>(&self, npz: &mut NpzWriter<W>, policy_rows: u64) -> io::Result<()> {
        put(npz, "pits", &[2, 16], &self.pits)?;
        put(npz, "hands", &[2], &self.hands)?;
        put(npz, "nyumba", &[2], &self.nyumba)?;
        put(npz, "namua", &[], &self.namua)?;
        put(npz, "takasia", &[], &self.takasia)?;
        put(npz, "mover", &[], &self.mover)?;
        put(npz, "ply", &[], &self.ply)?;
        put(npz, "game", &[], &self.game)?;
        put(npz, "move", &[], &self.mv)?;
        put(npz, "laps", &[], &self.laps)?;
        put(npz, "simulations", &[], &self.simulations)?;
        put(npz, "full", &[], &self.full)?;
        put(npz, "searched", &[], &self.searched)?;
        put(npz, "value", &[], &self.value)?;
        put(npz, "network_value", &[], &self.network_value)?;
        put(npz, "proof", &[], &self.proof)?;
        put(npz, "outcome", &[], &self.outcome)?;
        let mut starts = self.policy_start.clone();
        starts.push(policy_rows);
        put(npz, "policy_start", &[], &starts)
    }
}

impl Policy {
    fn add(&mut self, mv: &MoveRecord) {
        for found in &mv.policy {
            self.mv.push(found.mv);
            self.share.push(unpack(found.share));
            self.prior.push(unpack(found.prior));
            self.value.push(unpack(found.value));
            self.visits.push(found.visits);
            self.proof.push(proof_number(found.proof));
        }
    }

    fn write<W: Write + Seek>(&self, npz: &mut NpzWriter<W>) -> io::Result<()> {
        put(npz, "policy_move", &[], &self.mv)?;
        put(npz, "policy_share", &[], &self.share)?;
        put(npz, "policy_prior", &[], &self.prior)?;
        put(npz, "policy_value", &[], &self.value)?;
        put(npz, "policy_visits", &[], &self.visits)?;
        put(npz, "policy_proof", &[], &self.proof)
    }
}

impl Games {
    fn write<W: Write + Seek>(&self, npz: &mut NpzWriter<W>) -> io::Result<()> {
        put(npz, "game_generation", &[], &self.generation)?;
        put(npz, "game_index", &[], &self.index)?;
        put(npz, "game_result", &[], &self.result)?;
        put(npz, "game_moves", &[], &self.moves)
    }
}

/// Writes an array whose rows have the shape `row`.
fn put<W: Write + Seek, T: npyz::AutoSerialize + Copy>(
    npz: &mut NpzWriter<W>,
    name: &str,
    row: &[u64],
    numbers: &[T],
) -> io::Result<()> {
    let rows = numbers.len() as u64 / row.iter().product::<u64>();
    let shape: Vec<u64> = [rows].iter().chain(row).copied().collect();
    // Whenever it is written, the same bytes.
    let options = FileOptions::default().last_modified_time(DateTime::default());
    let array = npz.array::<T>(name, options)?;
    let mut array = array.default_dtype().shape(&shape).begin_nd()?;
    array.extend(numbers.iter().copied())?;
    array.finish()
}

const fn side_number(side: Side) -> u8 {
    match side {
        Side::South => 0,
        Side::North => 1,
    }
}

const fn proof_number(proof: Proof) -> u8 {
    match proof {
        Proof::Open => 0,
        Proof::Win(_) => 1,
        Proof::Loss(_) => 2,
        Proof::Draw(_) => 3,
    }
}
