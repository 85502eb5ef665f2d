//! What other programs get of a model.
#![cfg(feature = "burn")]

mod common;

use std::path::PathBuf;

use bingwa_models::Model;
use bingwa_models::export::{Format, export};
use common::trained;
use serde_json::Value;

fn exported(model: &Model, format: Format) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path: PathBuf = folder.path().join("model");
    export(model, format, &path).unwrap();
    std::fs::read(&path).unwrap()
}

fn numbers(bytes: &[u8]) -> Vec<f32> {
    let words = bytes.chunks_exact(4);
    words
        .map(|b| f32::from_le_bytes(b.try_into().unwrap()))
        .collect()
}

/// The other way round: `[outputs, inputs]` from `[inputs, outputs]`.
fn turned(matrix: &[f32], outputs: usize) -> Vec<f32> {
    (0..matrix.len())
        .map(|i| {
            let inputs = matrix.len() / outputs;
            matrix[i % inputs * outputs + i / inputs]
        })
        .collect()
}

#[test]
fn safetensors_hold_the_weights_and_the_card() {
    let model = trained();
    let bytes = exported(&model, Format::Safetensors);
    let length = u64::from_le_bytes(bytes[..8].try_into().unwrap()) as usize;
    assert_eq!(length % 8, 0);
    let header: Value = serde_json::from_slice(&bytes[8..8 + length]).unwrap();
    let body = &bytes[8 + length..];
    let mut end = 0;
    for (layer, name) in ["first", "second", "heads"].into_iter().enumerate() {
        let [matrix, bias] = [0, 1].map(|k| &model.weights.arrays()[2 * layer + k]);
        let shape = [bias.len(), matrix.len() / bias.len()];
        let expected = [
            (
                format!("{name}.weight"),
                shape.to_vec(),
                turned(matrix, bias.len()),
            ),
            (format!("{name}.bias"), vec![bias.len()], bias.clone()),
        ];
        for (tensor, shape, weights) in expected {
            let tensor = &header[&tensor];
            assert_eq!(tensor["dtype"], "F32");
            assert_eq!(tensor["shape"], Value::from(shape));
            let [from, to] = [0, 1].map(|i| tensor["data_offsets"][i].as_u64().unwrap() as usize);
            assert_eq!(from, end);
            assert_eq!(numbers(&body[from..to]), weights);
            end = to;
        }
    }
    assert_eq!(end, body.len());
    let card = &header["__metadata__"];
    assert_eq!(card["bingwa.model"], model.short_hash());
    assert_eq!(card["bingwa.ruleset"], "kiswahili");
    assert_eq!(card["bingwa.generation"], model.card.generation.to_string());
}

/// The fields of a protobuf message: number and bytes, or number and whole
/// number. Fails on what is no message.
fn fields(mut message: &[u8]) -> Vec<(u64, Result<&[u8], u64>)> {
    fn varint(message: &mut &[u8]) -> u64 {
        let mut value = 0;
        for shift in (0..64).step_by(7) {
            let (&byte, rest) = message.split_first().unwrap();
            *message = rest;
            value |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                break;
            }
        }
        value
    }
    let mut found = Vec::new();
    while !message.is_empty() {
        let tag = varint(&mut message);
        found.push(match tag & 7 {
            0 => (tag >> 3, Err(varint(&mut message))),
            2 => {
                let length = varint(&mut message) as usize;
                let (bytes, rest) = message.split_at(length);
                message = rest;
                (tag >> 3, Ok(bytes))
            }
            kind => panic!("field {} of kind {kind}", tag >> 3),
        });
    }
    found
}

/// All fields of bytes with a number.
fn all(message: &[u8], number: u64) -> Vec<&[u8]> {
    let numbered = fields(message)
        .into_iter()
        .filter(|field| field.0 == number);
    numbered.filter_map(|field| field.1.ok()).collect()
}

/// Field numbers of onnx.proto (ONNX 1.16): ModelProto graph 7, metadata_props
/// 14; GraphProto node 1, initializer 5, input 11, output 12; NodeProto op_type
/// 4; TensorProto dims 1, raw_data 9; ValueInfoProto type 2 → tensor_type 1 →
/// shape 2 → dim 1 → dim_value 1 or dim_param 2.
#[test]
fn onnx_is_the_network_with_an_open_batch() {
    let model = trained();
    let bytes = exported(&model, Format::Onnx);
    let graph = all(&bytes, 7)[0];
    let operations: Vec<&str> = all(graph, 1)
        .iter()
        .map(|node| str::from_utf8(all(node, 4)[0]).unwrap())
        .collect();
    let count = |name: &str| {
        operations
            .iter()
            .filter(|&&operation| operation == name)
            .count()
    };
    assert_eq!(count("Relu"), 2, "{operations:?}");
    assert_eq!(count("Sigmoid"), 1, "{operations:?}");
    assert_eq!(count("MatMul") + count("Gemm"), 4, "{operations:?}");

    let shape = |value: &[u8]| -> Vec<Result<String, u64>> {
        let tensor = all(all(value, 2)[0], 1)[0];
        all(all(tensor, 2)[0], 1)
            .into_iter()
            .map(|dimension| match fields(dimension)[0].1 {
                Ok(name) => Ok(String::from_utf8(name.to_vec()).unwrap()),
                Err(size) => Err(size),
            })
            .collect()
    };
    let shapes = |number: u64| -> Vec<_> { all(graph, number).into_iter().map(shape).collect() };
    let batch = || Ok("batch".to_owned());
    assert_eq!(shapes(11), [[batch(), Err(791)]]);
    assert_eq!(shapes(12), [[batch(), Err(1)], [batch(), Err(1)]]);
    let names = |number: u64| -> Vec<&[u8]> {
        all(graph, number)
            .into_iter()
            .map(|value| all(value, 1)[0])
            .collect()
    };
    assert_eq!(names(11), [b"rows"]);
    assert_eq!(names(12), [b"value".as_slice(), b"arrival"]);
    let ends = |field: u64| -> Vec<&[u8]> {
        all(graph, 1)
            .into_iter()
            .flat_map(|node| all(node, field))
            .collect()
    };
    assert!(ends(1).contains(&b"rows".as_slice()));
    assert!(ends(2).contains(&b"value".as_slice()) && ends(2).contains(&b"arrival".as_slice()));

    // All weights are there: the largest matrix bit for bit.
    let first = &model.weights.arrays()[0];
    let tensors: Vec<Vec<f32>> = all(graph, 5)
        .iter()
        .flat_map(|tensor| all(tensor, 9))
        .map(numbers)
        .collect();
    let outputs = model.weights.architecture().hidden[0] as usize;
    assert!(
        tensors
            .iter()
            .any(|t| t == first || *t == turned(first, outputs))
    );
    let total: usize = tensors.iter().map(Vec::len).sum();
    assert!(total >= model.weights.architecture().parameters());

    let texts: Vec<(&[u8], &[u8])> = all(&bytes, 14)
        .into_iter()
        .map(|entry| (all(entry, 1)[0], all(entry, 2)[0]))
        .collect();
    let hash = model.short_hash();
    assert!(texts.contains(&(b"bingwa.model".as_slice(), hash.as_bytes())));
    assert!(texts.contains(&(b"bingwa.ruleset".as_slice(), b"kiswahili".as_slice())));
}

#[test]
fn another_format_is_refused_by_name() {
    let error = "gguf".parse::<Format>().unwrap_err().to_string();
    assert!(
        error.contains("`gguf`") && error.contains("safetensors or onnx"),
        "{error}"
    );
    for format in Format::ALL {
        assert_eq!(format.to_string().parse::<Format>().unwrap(), format);
    }
}

#[test]
fn a_file_that_cannot_be_written_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let path = file.join("model.onnx");
    let error = export(&trained(), Format::Safetensors, &path).unwrap_err();
    assert!(error.to_string().contains("model.onnx"), "{error}");
}
