//! The learned evaluator: features, network, model file, native inference
