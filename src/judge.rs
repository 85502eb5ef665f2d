//! Who judges positions for a command that searches: a model, or the
//! handwritten evaluation where there is none.

use std::path::Path;

use bingwa_engine::Ruleset;
use bingwa_models::{Evaluator, Model, ModelError, QuantisedNetwork};
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
    File(Network),
    /// The model that the program brings.
    Released(Network),
    Handwritten,
}

/// A model made ready once, for as many searches as there will be.
struct Network {
    /// `model 1a2b3c4d of generation 6`.
    name: String,
    inference: QuantisedNetwork,
}

impl From<&Model> for Network {
    fn from(model: &Model) -> Self {
        let (hash, generation) = (model.short_hash(), model.card.generation);
        Self {
            name: format!("model {hash} of generation {generation}"),
            inference: model.quantised(),
        }
    }
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
            source: Source::File((&model).into()),
        })
    }

    /// The released model of the rule set, else the handwritten evaluation.
    pub(crate) fn released(rules: Ruleset) -> Self {
        let source = match &released::model(&rules) {
            Some(model) => Source::Released(model.into()),
            None => Source::Handwritten,
        };
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
            Source::File(network) | Source::Released(network) => {
                Box::new(network.inference.clone())
            }
            Source::Handwritten => Box::new(Handwritten::new(&self.rules)),
        }
    }

    /// `model 1a2b3c4d of generation 6`, or that there is none.
    pub(crate) fn name(&self) -> String {
        match &self.source {
            Source::File(network) => network.name.clone(),
            Source::Released(network) => format!("released {}", network.name),
            Source::Handwritten => "handwritten evaluation, no model".to_owned(),
        }
    }
}
