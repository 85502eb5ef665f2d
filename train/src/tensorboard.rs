//! TensorBoard's event files, as far as scalars need them.
//!
//! Written here because the crates that do it panic when a disk is full, from a
//! thread and again while that unwinds, which ends the program.
//!
//! An event file is a sequence of records (TensorFlow, `core/lib/io/
//! record_writer.h`): `u64` length, `u32` masked CRC-32C of it, the data, `u32`
//! masked CRC-32C of the data, all little endian. The data is an `Event` protocol
//! buffer (`core/util/event.proto`).

use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// An event file being written.
#[derive(Debug)]
pub(crate) struct EventFile {
    file: File,
}

impl EventFile {
    /// Makes a new event file in a folder that exists, named after all others in
    /// it so that TensorBoard reads them in order.
    ///
    /// # Errors
    /// What the file system says.
    pub(crate) fn create(folder: &Path) -> io::Result<Self> {
        let time = now();
        for number in 0..1000 {
            let name = format!(
                "events.out.tfevents.{:010}.bingwa.{number:03}",
                time.as_secs()
            );
            let made = OpenOptions::new()
                .write(true)
                .create_new(true)
                .open(folder.join(name));
            match made {
                Ok(file) => {
                    let mut events = Self { file };
                    let mut event = header(time, 0);
                    field_bytes(&mut event, 3, b"brain.Event:2"); // file_version
                    events.file.write_all(&record(&event))?;
                    return Ok(events);
                }
                Err(fault) if fault.kind() == io::ErrorKind::AlreadyExists => {}
                Err(fault) => return Err(fault),
            }
        }
        Err(io::ErrorKind::AlreadyExists.into())
    }

    /// Writes some named numbers of a step, with the time as it is.
    ///
    /// # Errors
    /// What the file system says; the file may then end in half a record, which
    /// readers take for its end.
    pub(crate) fn scalars(&mut self, step: u64, numbers: &[(&str, f64)]) -> io::Result<()> {
        let event = event(now(), step, numbers);
        self.file.write_all(&record(&event))
    }
}

fn now() -> Duration {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
}

/// `Event { wall_time = 1; step = 2; … }`.
fn header(time: Duration, step: u64) -> Vec<u8> {
    let mut event = Vec::new();
    event.push(1 << 3 | 1); // a 64-bit field
    event.extend_from_slice(&time.as_secs_f64().to_le_bytes());
    event.push(2 << 3); // a varint field
    varint(&mut event, step);
    event
}

/// `Event { …; summary = 5: Summary { value = 1: { tag = 1; simple_value = 2 }* } }`.
fn event(time: Duration, step: u64, numbers: &[(&str, f64)]) -> Vec<u8> {
    let mut summary = Vec::new();
    for (tag, number) in numbers {
        let mut value = Vec::new();
        field_bytes(&mut value, 1, tag.as_bytes());
        value.push(2 << 3 | 5); // a 32-bit field
        value.extend_from_slice(&(*number as f32).to_le_bytes());
        field_bytes(&mut summary, 1, &value);
    }
    let mut event = header(time, step);
    field_bytes(&mut event, 5, &summary);
    event
}

fn field_bytes(out: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    out.push(number << 3 | 2); // a field of given length
    varint(out, bytes.len() as u64);
    out.extend_from_slice(bytes);
}

fn varint(out: &mut Vec<u8>, mut x: u64) {
    while x >= 128 {
        out.push(x as u8 | 128);
        x >>= 7;
    }
    out.push(x as u8);
}

fn record(data: &[u8]) -> Vec<u8> {
    let length = (data.len() as u64).to_le_bytes();
    let mut record = Vec::with_capacity(data.len() + 16);
    record.extend_from_slice(&length);
    record.extend_from_slice(&masked_crc(&length).to_le_bytes());
    record.extend_from_slice(data);
    record.extend_from_slice(&masked_crc(data).to_le_bytes());
    record
}

/// TensorFlow masks its checksums (`core/lib/hash/crc32c.h`), so that data which
/// holds its own checksum does not check out by accident.
fn masked_crc(data: &[u8]) -> u32 {
    crc32c(data).rotate_right(15).wrapping_add(0xa282_ead8)
}

/// CRC-32C, Castagnoli's polynomial (RFC 3720, section 12.1), bit by bit: a
/// record has a few hundred bytes.
fn crc32c(data: &[u8]) -> u32 {
    let mut crc = u32::MAX;
    for &byte in data {
        crc ^= u32::from(byte);
        for _ in 0..8 {
            crc = (crc >> 1) ^ (0x82f6_3b78 & (crc & 1).wrapping_neg());
        }
    }
    !crc
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_castagnolis() {
        assert_eq!(crc32c(b"123456789"), 0xe306_9283);
        // RFC 3720, appendix B.4.
        assert_eq!(crc32c(&[0; 32]), 0x8a91_36aa);
        assert_eq!(crc32c(&[0xff; 32]), 0x62a8_ab43);
    }

    #[test]
    fn an_event_is_the_protocol_buffer_it_should_be() {
        let event = event(Duration::from_millis(1500), 300, &[("a/b", 0.5)]);
        let mut expected = vec![0x09];
        expected.extend_from_slice(&1.5_f64.to_le_bytes());
        expected.extend_from_slice(&[0x10, 0xac, 0x02]); // step 300
        expected.extend_from_slice(&[0x2a, 12, 0x0a, 10]); // summary, value
        expected.extend_from_slice(&[0x0a, 3, b'a', b'/', b'b', 0x15]);
        expected.extend_from_slice(&0.5_f32.to_le_bytes());
        assert_eq!(event, expected);
    }

    #[test]
    fn files_of_one_second_do_not_overwrite_each_other() {
        let folder = tempfile::tempdir().unwrap();
        for step in 0..3 {
            let mut events = EventFile::create(folder.path()).unwrap();
            events.scalars(step, &[("x", 1.0)]).unwrap();
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
    }
}
