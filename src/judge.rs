//! Who judges positions for a command that searches: a model, or the
//! handwritten evaluation where there is none.

use std::path::Path;

use bingwa_engine::Ruleset;
use bingwa_models::{Evaluator, Model, ModelError};
use bingwa_selfplay::players::Handwritten;

/// An evaluator that can be sent to a search thread.
pub(crate) type BoxedEvaluator = Box<dyn Evaluator + Send>;

/// A rule set and who judges its positions.
pub(crate) struct Judge {
    /// The rules: the model is for these.
    pub(crate) rules: Ruleset,
    model: Option<Model>,
}

impl Judge {
    /// The rule set asked for, else that of the model, else kiswahili.
    pub(crate) fn new(rules: Option<Ruleset>, model: Option<&Path>) -> Result<Self, ModelError> {
        let model = match (model, &rules) {
            (Some(path), Some(rules)) => Some(Model::load_for(path, rules)?),
            (Some(path), None) => Some(Model::load(path)?),
            (None, _) => None,
        };
        let rules = rules.or(model.as_ref().map(|model| model.ruleset));
        Ok(Self {
            rules: rules.unwrap_or(Ruleset::KISWAHILI),
            model,
        })
    }

    /// Whether it has a model.
    pub(crate) fn has_model(&self) -> bool {
        self.model.is_some()
    }

    /// An evaluator of its own for each search.
    pub(crate) fn evaluator(&self) -> BoxedEvaluator {
        match &self.model {
            Some(model) => Box::new(model.quantised()),
            None => Box::new(Handwritten::new(&self.rules)),
        }
    }

    /// `model 1a2b3c4d of generation 6`, or that there is none.
    pub(crate) fn name(&self) -> String {
        match &self.model {
            Some(model) => format!(
                "model {} of generation {}",
                model.short_hash(),
                model.card.generation
            ),
            None => "handwritten evaluation, no model".to_owned(),
        }
    }
}
