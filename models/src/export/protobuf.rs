//! As much of protobuf's wire format as it takes to give an ONNX file names and
//! metadata (<https://protobuf.dev/programming-guides/encoding/>).

/// The kind of a field that holds bytes: text or another message.
const BYTES: u64 = 2;

/// One field: its number, kind, and content without tag and length.
pub(super) struct Field<'a> {
    pub(super) number: u64,
    kind: u64,
    pub(super) content: &'a [u8],
}

/// The fields of a message; `None` if the bytes are none.
pub(super) fn fields(mut message: &[u8]) -> Option<Vec<Field<'_>>> {
    let mut fields = Vec::new();
    while !message.is_empty() {
        let tag = varint(&mut message)?;
        let (number, kind) = (tag >> 3, tag & 7);
        let length = match kind {
            0 => 1 + message.iter().position(|byte| byte & 0x80 == 0)?,
            1 => 8,
            BYTES => usize::try_from(varint(&mut message)?).ok()?,
            5 => 4,
            _ => return None,
        };
        let content;
        (content, message) = message.split_at_checked(length)?;
        fields.push(Field {
            number,
            kind,
            content,
        });
    }
    Some(fields)
}

impl Field<'_> {
    /// Adds the field to a message, with `content` in place of its own.
    pub(super) fn put(&self, message: &mut Vec<u8>, content: &[u8]) {
        put_varint(message, self.number << 3 | self.kind);
        if self.kind == BYTES {
            put_varint(message, content.len() as u64);
        }
        message.extend_from_slice(content);
    }
}

/// Adds a field of bytes to a message.
pub(super) fn put(message: &mut Vec<u8>, number: u64, content: &[u8]) {
    let field = Field {
        number,
        kind: BYTES,
        content: &[],
    };
    field.put(message, content);
}

fn varint(message: &mut &[u8]) -> Option<u64> {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte;
        (byte, *message) = message.split_first()?;
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(value);
        }
    }
    None
}

fn put_varint(message: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        message.push(value as u8 | 0x80);
        value >>= 7;
    }
    message.push(value as u8);
}
