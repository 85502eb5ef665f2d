//! Games through a file and back: the same games at every thread count, and a
//! changed one is named.

use bingwa_engine::Ruleset;
use bingwa_models::{Architecture, NativeNetwork, Uniform, Weights};

use super::*;
use crate::records::{Shard, write_shard};
use crate::search::{RootMethod, SearchConfig};
use crate::worker::SelfPlayConfig;

const MODEL: &str = "0123abcd";

/// A network of small random weights: it has an opinion on everything.
fn network(seed: u32) -> NativeNetwork {
    let architecture = Architecture::default();
    let mut state = seed;
    let arrays = architecture.lengths().map(|length| {
        let weights = (0..length).map(|_| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 - 0.5
        });
        weights.collect()
    });
    NativeNetwork::new(&Weights::new(architecture, arrays).unwrap())
}

fn threads<T: Send>(count: usize, work: impl FnOnce() -> T + Send) -> T {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build();
    pool.unwrap().install(work)
}

/// Games from 10 on, by way of a file.
fn recorded(worker: &SelfPlay<'_>, games: u64, model: &str) -> (ShardHeader, Vec<GameRecord>) {
    let header = ShardHeader {
        ruleset: *worker.rules,
        engine: "0.1.0".to_owned(),
        model: model.to_owned(),
        config: String::new(),
        settings: Settings::of(worker).to_string(),
        seed: worker.seed,
        generation: worker.generation,
        first_index: 10,
    };
    let range = 10..10 + games;
    let records = match model {
        "" => worker.play_games(range, 3, &Uniform).unwrap(),
        _ => worker.play_games(range, 3, &network(1)).unwrap(),
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.games");
    write_shard(&path, &header, &records).unwrap();
    let shard = Shard::open(&path).unwrap();
    let records = shard.games().collect::<Result<_, _>>().unwrap();
    (shard.header().clone(), records)
}

fn worker(rules: &Ruleset, root: RootMethod) -> SelfPlay<'_> {
    SelfPlay {
        rules,
        search: SearchConfig {
            exploration: 0.3,
            ..SearchConfig::default()
        },
        config: SelfPlayConfig {
            root,
            simulations: 32,
            quick_simulations: 7,
            ..SelfPlayConfig::default()
        },
        seed: 3,
        generation: 2,
    }
}

#[test]
fn fifty_games_come_out_the_same_on_one_thread_and_on_two() {
    for root in [RootMethod::Gumbel, RootMethod::Puct] {
        let worker = worker(&Ruleset::KISWAHILI, root);
        let (header, records) = recorded(&worker, 50, MODEL);
        assert_eq!(records.len(), 50);
        let replay = Replay::new(&header, MODEL).unwrap();
        for count in [1, 2] {
            let differences = threads(count, || replay.differences(&records, &network(1)));
            assert_eq!(differences.unwrap(), []);
        }
        // With holes, as in a file that was saved.
        let some: Vec<GameRecord> = records.iter().step_by(3).take(4).cloned().collect();
        assert_eq!(replay.differences(&some, &network(1)).unwrap(), []);
    }
}

#[test]
fn another_network_seed_or_setting_makes_other_games() {
    let worker = worker(&Ruleset::KUJIFUNZA, RootMethod::Gumbel);
    let (header, records) = recorded(&worker, 6, MODEL);
    let replay = Replay::new(&header, MODEL).unwrap();
    let first = |header: &ShardHeader| {
        let replay = Replay::new(header, MODEL).unwrap();
        replay.differences(&records, &network(1)).unwrap()
    };
    assert_eq!(first(&header), []);
    let other = replay.differences(&records, &network(2)).unwrap();
    assert_eq!(other.len(), 6);
    assert!(other[0].what.starts_with("network value"), "{}", other[0]);
    let mut changed = header.clone();
    changed.seed += 1;
    assert!(!first(&changed).is_empty());
    let mut changed = header.clone();
    changed.settings = changed
        .settings
        .replace(r#""exploration":0.3"#, r#""exploration":0.4"#);
    assert_ne!(changed, header);
    assert!(!first(&changed).is_empty());
}

#[test]
fn generation_0_is_replayed_without_a_model_and_nothing_else_is() {
    let worker = worker(&Ruleset::EASY, RootMethod::Gumbel);
    let (header, records) = recorded(&worker, 4, "");
    let replay = Replay::new(&header, "").unwrap();
    assert_eq!(replay.differences(&records, &Uniform).unwrap(), []);
    let refused = |header: &ShardHeader, model| Replay::new(header, model).unwrap_err();
    let text = refused(&header, MODEL).to_string();
    assert!(text.contains("no model") && text.contains(MODEL), "{text}");
    let mut old = header.clone();
    old.settings.clear();
    assert!(matches!(refused(&old, ""), ReplayError::NoSettings));
    old.settings = r#"{"search":{"unheard_of":1},"selfplay":{}}"#.to_owned();
    let text = refused(&old, "").to_string();
    assert!(text.contains("unheard_of"), "{text}");
    old.settings = header
        .settings
        .replace(r#""exploration":0.3"#, r#""exploration":-2.0"#);
    assert_ne!(old.settings, header.settings);
    let text = refused(&old, "").to_string();
    assert!(text.contains("exploration = -2"), "{text}");
}
