//! ONNX, by `burn-onnx`: input `[batch, 791]`, outputs the value (a probability)
//! and the arrival logit, each `[batch, 1]`, in this order. The exporter names
//! tensors `tensor_N`; what is known about the model is in `metadata_props`.

use burn::nn::Linear;
use burn::prelude::*;
use burn::tensor::activation::{relu, sigmoid};
use burn_onnx::export::{AxisSpec, InputSpec, OnnxExporter};

use super::{ExportError, Format, metadata};
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
    let mut bytes = exported.into_bytes();
    for (name, text) in metadata(model) {
        // ModelProto.metadata_props is field 14, a message of key (1) and value
        // (2). Fields of a protobuf message may come in any order: these last.
        let mut entry = Vec::new();
        field(&mut entry, 1, name.as_bytes());
        field(&mut entry, 2, text.as_bytes());
        field(&mut bytes, 14, &entry);
    }
    Ok(bytes)
}

/// Adds a protobuf field of bytes: tag, length, bytes.
fn field(message: &mut Vec<u8>, number: u8, bytes: &[u8]) {
    const BYTES: u8 = 2;
    message.push(number << 3 | BYTES);
    let mut length = bytes.len();
    while length >= 0x80 {
        message.push(length as u8 | 0x80);
        length >>= 7;
    }
    message.push(length as u8);
    message.extend_from_slice(bytes);
}
