//! The models that are part of the program.

use bingwa_engine::Ruleset;
use bingwa_models::Model;
use bingwa_models::file::ModelFault;

/// Every released model with the rules it plays.
const RELEASED: [(Ruleset, &[u8]); 7] = [
    (
        Ruleset::KISWAHILI,
        include_bytes!("../models/released/kiswahili.bingwa"),
    ),
    (
        Ruleset::MALAWI,
        include_bytes!("../models/released/malawi.bingwa"),
    ),
    (
        Ruleset::ENCYCLOPEDIA,
        include_bytes!("../models/released/encyclopedia.bingwa"),
    ),
    (
        Ruleset::ZANZIBAR,
        include_bytes!("../models/released/zanzibar.bingwa"),
    ),
    (
        Ruleset::KUJIFUNZA,
        include_bytes!("../models/released/kujifunza.bingwa"),
    ),
    (
        Ruleset::EASY,
        include_bytes!("../models/released/easy.bingwa"),
    ),
    (
        Ruleset::LEAFLET,
        include_bytes!("../models/released/leaflet.bingwa"),
    ),
];

/// All of them, or what is wrong with one.
pub(crate) fn all() -> impl Iterator<Item = (Ruleset, Result<Model, ModelFault>)> {
    let read = |(rules, bytes): &(Ruleset, &[u8])| (*rules, Model::from_bytes(bytes));
    RELEASED.iter().map(read)
}

/// Whether a model is released for these rules.
pub(crate) fn is_released(rules: &Ruleset) -> bool {
    RELEASED.iter().any(|(released, _)| released == rules)
}

/// The released model for these rules, to the last switch.
pub(crate) fn model(rules: &Ruleset) -> Option<Model> {
    let (_, bytes) = RELEASED.iter().find(|(released, _)| released == rules)?;
    // Sound, or the test below fails.
    Model::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_released_model_is_sound_and_for_its_rules() {
        for (rules, _) in &RELEASED {
            let model = model(rules).unwrap();
            assert_eq!(model.ruleset, *rules, "{rules}");
            assert!(is_released(rules));
        }
        let other = crate::args::ruleset("kiswahili lap_limit=2048").unwrap();
        assert!(model(&other).is_none() && !is_released(&other));
    }
}
