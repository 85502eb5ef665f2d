//! Rule sets of one's own: from tables, from text, and back.

mod support;

use bingwa_engine::{
    Capture, CustomError, CustomRuleset, Endless, NyumbaMtaji, NyumbaStart, Ruleset,
};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

#[derive(Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Config {
    rules: CustomRuleset,
}

fn read(switches: &str) -> Result<Ruleset, String> {
    let config: Config =
        toml::from_str(&format!("[rules]\n{switches}")).map_err(|error| error.to_string())?;
    config.rules.resolve().map_err(|error| error.to_string())
}

#[track_caller]
fn refused(switches: &str, says: &[&str]) {
    let error = read(switches).expect_err(switches);
    for part in says {
        assert!(error.contains(part), "{switches}: {error}");
    }
}

#[test]
fn a_preset_by_name_or_as_a_table_without_changes() {
    for (name, preset) in Ruleset::PRESETS {
        let config: Config = toml::from_str(&format!("rules = \"{name}\"")).unwrap();
        assert_eq!(config.rules.resolve(), Ok(preset));
        assert_eq!(read(&format!("base = \"{name}\"")), Ok(preset));
        assert_eq!(config.rules, CustomRuleset::of(&preset));
        assert_eq!(config.rules.base(), name);
    }
}

#[test]
fn single_switches_change_and_the_rest_stays() {
    let rules = read("base = \"kiswahili\"\nendless = \"loss\"\nnyumba_min = 7").unwrap();
    let nyumba = Ruleset::KISWAHILI.nyumba.map(|mut nyumba| {
        nyumba.min = 7;
        nyumba
    });
    let expected = Ruleset {
        endless: Endless::Loss,
        nyumba,
        ..Ruleset::KISWAHILI
    };
    assert_eq!(rules, expected);
}

#[test]
fn the_house_comes_and_goes() {
    assert_eq!(
        read("base = \"malawi\"\nnyumba = false").unwrap().nyumba,
        None
    );
    let built = read("nyumba_start = \"free\"\nnyumba = true\nbase = \"kujifunza\"").unwrap();
    let house = built.nyumba.unwrap();
    assert_eq!(house.start, NyumbaStart::Free);
    assert_eq!((house.min, house.mtaji), (6, NyumbaMtaji::Ordinary));
    refused(
        "base = \"kujifunza\"\nnyumba_min = 3",
        &["nyumba_min", "set nyumba to true"],
    );
    refused(
        "base = \"malawi\"\nnyumba = false\nnyumba_min = 3",
        &["nyumba_min"],
    );
}

#[test]
fn mistakes_are_named() {
    refused("endless = \"stop\"", &["needs `base`"]);
    refused("base = \"monopoly\"", &["monopoly", "kiswahili", "leaflet"]);
    refused(
        "base = \"easy\"\nlap_limt = 9",
        &["lap_limt", "did you mean `lap_limit`?", "line 3"],
    );
    refused(
        "base = \"easy\"\ncolour = 9",
        &["colour", "base, capture, inner_start", "namua_prefer_two"],
    );
    refused(
        "base = \"easy\"\nendless = \"never\"",
        &["endless", "never", "illegal, stop or loss"],
    );
    refused(
        "base = \"easy\"\nlap_limit = 70000",
        &["lap_limit", "65535"],
    );
    refused("base = \"easy\"\nlap_limit = -1", &["-1 is below 0"]);
    refused("base = \"easy\"\nlap_limit = 0", &["at least 1"]);
    refused(
        "base = \"easy\"\ninner_start = [1, 2]",
        &["inner_start", "eight"],
    );
    refused("base = \"easy\"\nhand = 1", &["32 seeds"]);
    refused(
        "base = \"easy\"\nhand = 1\nouter_start = [1,1,1,1,1,1,1,1]",
        &["hand", "pickup"],
    );
    refused(
        "base = \"malawi\"\nnyumba_min = 65",
        &["nyumba_min", "1 to 64"],
    );
    refused(
        "base = \"malawi\"\ntakasia = \"yes\"",
        &["takasia", "true or false"],
    );
}

#[test]
fn text_form_and_its_mistakes() {
    let text = "kiswahili capture_max=none nyumba=no lap_limit=2048";
    let custom: CustomRuleset = text.parse().unwrap();
    assert_eq!(custom.to_string(), text);
    let rules = custom.resolve().unwrap();
    assert_eq!((rules.capture_max, rules.nyumba), (None, None));
    let error = |text: &str| text.parse::<CustomRuleset>().unwrap_err();
    assert_eq!(error(""), CustomError::NoBase);
    assert_eq!(error("easy hand"), CustomError::Form("hand".to_owned()));
    assert_eq!(error("easy hand=1 hand=2"), CustomError::Twice("hand"));
    assert!(matches!(
        error("easy hnd=1"),
        CustomError::UnknownSwitch {
            near: Some("hand"),
            ..
        }
    ));
    assert!(matches!(
        error("easy hand=x"),
        CustomError::Value { switch: "hand", .. }
    ));
    assert!(matches!(error("hard"), CustomError::UnknownBase(_)));
    let pickup: CustomRuleset = "kujifunza capture=pickup".parse().unwrap();
    assert!(matches!(pickup.resolve(), Err(CustomError::Senseless(_))));
}

#[test]
fn every_rule_set_is_written_and_read_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for _ in 0..2000 {
        let rules = support::random_ruleset(&mut rng);
        let custom = CustomRuleset::of(&rules);
        assert_eq!(custom.resolve(), Ok(rules), "{custom}");
        let text = custom.to_string();
        assert_eq!(text.parse(), Ok(custom.clone()), "{text}");
        let config = Config { rules: custom };
        let table = toml::to_string(&config).unwrap();
        assert_eq!(toml::from_str::<Config>(&table).unwrap(), config, "{table}");
        // And as a record of all fields.
        let record = serde_json::to_string(&rules).unwrap();
        assert_eq!(serde_json::from_str::<Ruleset>(&record).unwrap(), rules);
    }
}

#[test]
fn a_record_that_makes_no_sense_is_refused() {
    let record = serde_json::to_string(&Ruleset::KUJIFUNZA).unwrap();
    assert!(serde_json::from_str::<Ruleset>(&record).is_ok());
    let heavy = record.replace("\"hand\":0", "\"hand\":200");
    let error = serde_json::from_str::<Ruleset>(&heavy).unwrap_err();
    assert!(error.to_string().contains("32 seeds"), "{error}");
    let more = record.replace("\"hand\":0", "\"hand\":0,\"foot\":1");
    assert!(serde_json::from_str::<Ruleset>(&more).is_err());
    assert_eq!(Ruleset::KUJIFUNZA.capture, Capture::Kichwa);
}
