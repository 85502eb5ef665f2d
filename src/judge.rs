//! Who judges positions for a command that searches: a model, or the
//! handwritten evaluation where there is none.

use std::path::Path;

use bingwa_engine::Ruleset;
use bingwa_models::{Evaluator, Model, ModelError};
use bingwa_selfplay::players::Handwritten;

use crate::released;

/// An evaluator that can be sent to a search thread.
pub(crate) type BoxedEvaluator = Box<dyn Evaluator + Send>;

/// A rule set and who judges its positions.
pub(crate) struct Judge {
    /// The rules: the model is for these.
    pub(crate) rules: Ruleset,
    source: Source,
}

/// Where the judgement comes from.
enum Source {
    /// A file that somebody named.
    File(Model),
    /// The model that the program brings.
    Released(Model),
    Handwritten,
}

impl Judge {
    /// The rule set asked for, else that of the model, else kiswahili. Without a
    /// model file the released model of the rule set judges, and where none is
    /// released, the handwritten evaluation.
    pub(crate) fn new(rules: Option<Ruleset>, model: Option<&Path>) -> Result<Self, ModelError> {
        let Some(path) = model else {
            return Ok(Self::released(rules.unwrap_or(Ruleset::KISWAHILI)));
        };
        let model = match &rules {
            Some(rules) => Model::load_for(path, rules)?,
            None => Model::load(path)?,
        };
        Ok(Self {
            rules: model.ruleset,
            source: Source::File(model),
        })
    }

    /// The released model of the rule set, else the handwritten evaluation.
    pub(crate) fn released(rules: Ruleset) -> Self {
        let source = released::model(&rules).map_or(Source::Handwritten, Source::Released);
        Self { rules, source }
    }

    /// The handwritten evaluation, whether a model is released or not.
    pub(crate) fn handwritten(rules: Ruleset) -> Self {
        Self {
            rules,
            source: Source::Handwritten,
        }
    }

    /// Whether it judges by a file that somebody named.
    pub(crate) fn is_of_file(&self) -> bool {
        matches!(self.source, Source::File(_))
    }

    /// An evaluator of its own for each search.
    pub(crate) fn evaluator(&self) -> BoxedEvaluator {
        match &self.source {
            Source::File(model) | Source::Released(model) => Box::new(model.quantised()),
            Source::Handwritten => Box::new(Handwritten::new(&self.rules)),
        }
    }

    /// `model 1a2b3c4d of generation 6`, or that there is none.
    pub(crate) fn name(&self) -> String {
        let called = |model: &Model| {
            format!(
                "model {} of generation {}",
                model.short_hash(),
                model.card.generation
            )
        };
        match &self.source {
            Source::File(model) => called(model),
            Source::Released(model) => format!("released {}", called(model)),
            Source::Handwritten => "handwritten evaluation, no model".to_owned(),
        }
    }
}
