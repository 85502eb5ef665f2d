//! ONNX, by `burn-onnx`: input `rows` `[batch, 791]`, outputs `value` (a
//! probability) and `arrival` (a logit), each `[batch, 1]`. What is known about
//! the model is in `metadata_props`.
//!
//! Field numbers are those of onnx.proto (ONNX 1.16).

use burn::nn::Linear;
use burn::prelude::*;
use burn::tensor::activation::{relu, sigmoid};
use burn_onnx::export::{AxisSpec, InputSpec, OnnxExporter};

use super::{ExportError, Format, metadata, protobuf};
use crate::features::INPUTS;
use crate::file::Model;
use crate::network::linear;

/// The network with its heads apart: the exporter cannot cut an output whose
/// batch is open into columns.
#[derive(Module, Debug)]
struct Exported {
    first: Linear,
    second: Linear,
    value: Linear,
    arrival: Linear,
}

impl Exported {
    fn new(model: &Model, device: &Device) -> Self {
        let [first, first_bias, second, second_bias, heads, heads_bias] = model.weights.arrays();
        let head = |which: usize| {
            let column: Vec<f32> = heads.iter().skip(which).step_by(2).copied().collect();
            linear(&column, &heads_bias[which..=which], device)
        };
        Self {
            first: linear(first, first_bias, device),
            second: linear(second, second_bias, device),
            value: head(0),
            arrival: head(1),
        }
    }

    fn forward(&self, inputs: Tensor<2>) -> (Tensor<2>, Tensor<2>) {
        let hidden = relu(self.first.forward(inputs)); // [batch, first]
        let hidden = relu(self.second.forward(hidden)); // [batch, second]
        let value = sigmoid(self.value.forward(hidden.clone())); // [batch, 1]
        (value, self.arrival.forward(hidden))
    }
}

pub(super) fn bytes(model: &Model) -> Result<Vec<u8>, ExportError> {
    let device = Device::flex();
    let sample = |batch: usize| Tensor::<2>::zeros([batch, INPUTS], &device);
    let batch = [InputSpec::new([
        AxisSpec::dynamic("batch"),
        AxisSpec::Static,
    ])];
    let network = Exported::new(model, &device);
    let exported = OnnxExporter::new()
        .export_dynamic(&network, sample(2), sample(3), &batch, Exported::forward)
        .map_err(|fault| ExportError::Network(Format::Onnx, fault.to_string()))?;
    let mut bytes = named(exported.as_bytes()).ok_or_else(|| {
        ExportError::Network(Format::Onnx, "the exporter's file has no graph".to_owned())
    })?;
    for (name, text) in metadata(model) {
        // metadata_props, a key and a value.
        let mut entry = Vec::new();
        protobuf::put(&mut entry, 1, name.as_bytes());
        protobuf::put(&mut entry, 2, text.as_bytes());
        protobuf::put(&mut bytes, 14, &entry);
    }
    Ok(bytes)
}

/// ModelProto: its graph's input and outputs, which the exporter calls
/// `tensor_N`, under names to remember.
fn named(model: &[u8]) -> Option<Vec<u8>> {
    let fields = protobuf::fields(model)?;
    let graph = fields.iter().find(|field| field.number == 7)?;
    let ends = protobuf::fields(graph.content)?;
    let old = |number: u64| -> Option<Vec<&[u8]>> {
        let ends = ends.iter().filter(|field| field.number == number);
        ends.map(|end| text(end.content, 1)).collect()
    };
    let old: Vec<&[u8]> = [old(11)?, old(12)?].concat();
    let names: Vec<(&[u8], &[u8])> = old
        .into_iter()
        .zip([b"rows".as_slice(), b"value", b"arrival"])
        .collect();
    let mut bytes = Vec::with_capacity(model.len());
    for field in &fields {
        match field.number {
            7 => field.put(&mut bytes, &renamed_graph(&ends, &names)?),
            _ => field.put(&mut bytes, field.content),
        }
    }
    Some(bytes)
}

/// GraphProto: the names in its nodes (inputs 1, outputs 2) and in its own
/// inputs and outputs (name 1).
fn renamed_graph(graph: &[protobuf::Field], names: &[(&[u8], &[u8])]) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    for field in graph {
        let with_names: &[u64] = match field.number {
            1 => &[1, 2],
            11 | 12 => &[1],
            _ => &[],
        };
        if with_names.is_empty() {
            field.put(&mut bytes, field.content);
            continue;
        }
        let mut inner = Vec::new();
        for part in protobuf::fields(field.content)? {
            let named = with_names.contains(&part.number);
            let new = names.iter().find(|(old, _)| named && *old == part.content);
            part.put(&mut inner, new.map_or(part.content, |(_, new)| new));
        }
        field.put(&mut bytes, &inner);
    }
    Some(bytes)
}

/// The first field of a number.
fn text(message: &[u8], number: u64) -> Option<&[u8]> {
    let fields = protobuf::fields(message)?;
    let field = fields.into_iter().find(|field| field.number == number)?;
    Some(field.content)
}
