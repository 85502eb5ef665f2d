//! What a person sees: progress, tables, boards.

pub(crate) mod amount;
pub(crate) mod progress;
pub(crate) mod score;
pub(crate) mod searching;
pub(crate) mod wrap;
