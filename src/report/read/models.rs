//! The models of a run and what they say of themselves.

use std::path::Path;

use bingwa_models::Model;
use bingwa_models::file::Card;

use super::damage::Damages;
use super::listing::listing;

/// A model file, without its weights.
pub(in crate::report) struct ModelEntry {
    pub(in crate::report) generation: u32,
    pub(in crate::report) hash: String,
    pub(in crate::report) ruleset: String,
    /// Layers, as text.
    pub(in crate::report) network: String,
    pub(in crate::report) card: Card,
}

pub(super) fn read(folder: &Path, damages: &mut Damages) -> Vec<ModelEntry> {
    let mut models = Vec::new();
    for path in listing(folder, "g", ".bingwa", damages) {
        let found = damages.sound(&path, Model::load(&path));
        models.extend(found.map(|model| ModelEntry {
            generation: model.card.generation,
            hash: model.short_hash(),
            ruleset: model.ruleset.to_string(),
            network: model.weights.architecture().to_string(),
            card: model.card,
        }));
    }
    models.sort_by_key(|model| model.generation);
    models
}
