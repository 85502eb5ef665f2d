//! The safetensors format (<https://github.com/huggingface/safetensors>): `u64`
//! header length, a JSON header, the numbers, all little endian.
//!
//! Matrices are `[outputs, inputs]` as PyTorch's `Linear` has them, under its
//! names: `torch.nn.Linear` layers called `first`, `second`, `heads` load them.

use serde_json::{Map, json};

use super::metadata;
use crate::file::Model;

pub(super) fn bytes(model: &Model) -> Vec<u8> {
    let [first, first_bias, second, second_bias, heads, heads_bias] = model.weights.arrays();
    let layers = [
        ("first", first, first_bias),
        ("second", second, second_bias),
        ("heads", heads, heads_bias),
    ];
    let mut header = Map::new();
    let texts = metadata(model).into_iter();
    let texts: Map<_, _> = texts
        .map(|(name, text)| (name.to_owned(), text.into()))
        .collect();
    header.insert("__metadata__".to_owned(), texts.into());
    let mut body = Vec::new();
    let mut add = |name: String, shape: &[usize], numbers: &mut dyn Iterator<Item = f32>| {
        let from = body.len();
        numbers.for_each(|number| body.extend_from_slice(&number.to_le_bytes()));
        let tensor = json!({ "dtype": "F32", "shape": shape, "data_offsets": [from, body.len()] });
        header.insert(name, tensor);
    };
    for (name, matrix, bias) in layers {
        let outputs = bias.len();
        let column = |o: usize| matrix.iter().skip(o).step_by(outputs).copied();
        let mut turned = (0..outputs).flat_map(column);
        let shape = [outputs, matrix.len() / outputs];
        add(format!("{name}.weight"), &shape, &mut turned);
        add(
            format!("{name}.bias"),
            &[outputs],
            &mut bias.iter().copied(),
        );
    }
    let mut header = serde_json::Value::from(header).to_string().into_bytes();
    // Readers want the numbers aligned.
    header.resize(header.len().next_multiple_of(8), b' ');
    let mut bytes = (header.len() as u64).to_le_bytes().to_vec();
    bytes.extend_from_slice(&header);
    bytes.extend_from_slice(&body);
    bytes
}
