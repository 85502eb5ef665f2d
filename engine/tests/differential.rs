//! The fast engine against the literal reference, on random games of every
//! preset, of random switch settings, and from positions no game leads to.
//!
//! The ordinary run compares some 24,000 positions. For more:
//! `BINGWA_DIFFERENTIAL_POSITIONS=5000000 cargo test --release -p bingwa-engine
//! --test differential -- --nocapture`; another `BINGWA_DIFFERENTIAL_SEED`
//! gives other games.

mod reference;
mod support;

use std::collections::BTreeSet;

use bingwa_engine::{Capture, Endless, Move, Outcome, Position, Ruleset};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use reference::{CaptureFamily, State, Switches};
use support::{mutated, pick, random_ruleset};

/// Positions compared in an ordinary run, over the three tests together.
const POSITIONS: u64 = 24_000;

/// No game is followed further.
const LONGEST_GAME: u32 = 300;

fn from_environment(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().expect(name),
        Err(_) => otherwise,
    }
}

/// The reference's words for a rule set.
fn switches(rules: &Ruleset) -> Switches {
    use bingwa_engine::{EmptyInner, LoneKichwa, NyumbaMtaji, NyumbaStart, NyumbaTakataEnd};

    let nyumba = rules.nyumba;
    Switches {
        capture: match rules.capture {
            Capture::Kichwa => CaptureFamily::Kichwa,
            Capture::Pickup => CaptureFamily::Pickup,
        },
        start_inner: rules.inner_start,
        start_outer: rules.outer_start,
        hand: rules.hand,
        must_capture: rules.must_capture,
        capture_max: rules.capture_max.map(u32::from),
        takata_inner_first: rules.takata_inner_first,
        lone_kichwa_forbidden: rules.lone_kichwa == LoneKichwa::Forbidden,
        empty_inner_mid_move_loss: rules.empty_inner_mid_move == EmptyInner::Loss,
        takasia: rules.takasia,
        nyumba: nyumba.is_some(),
        nyumba_min: nyumba.map_or(1, |n| u32::from(n.min)),
        nyumba_start_alone: nyumba.is_some_and(|n| n.start == NyumbaStart::Alone),
        nyumba_takata_end_choice: nyumba.is_some_and(|n| n.takata_end == NyumbaTakataEnd::Choice),
        nyumba_mtaji_special: nyumba.is_some_and(|n| n.mtaji == NyumbaMtaji::Special),
        nyumba_lost_by_mtaji_capture: nyumba.is_some_and(|n| n.lost_by_mtaji_capture),
        namua_prefer_two: nyumba.is_some_and(|n| n.namua_prefer_two),
        endless: match rules.endless {
            Endless::Illegal => reference::Endless::Illegal,
            Endless::Stop => reference::Endless::Stop,
            Endless::Loss => reference::Endless::Loss,
        },
        lap_limit: u32::from(rules.lap_limit),
        ply_limit: u32::from(rules.ply_limit),
    }
}

/// What a run has seen.
#[derive(Debug, Default)]
struct Seen {
    positions: u64,
    moves: u64,
    games: u64,
    choices: u64,
    at_lap_limit: u64,
    takasia: u64,
    over: u64,
    draws: u64,
}

/// A rule set in both engines, and what has been compared.
struct Comparison {
    rules: Ruleset,
    switches: Switches,
}

impl Comparison {
    fn new(rules: Ruleset) -> Self {
        Self {
            rules,
            switches: switches(&rules),
        }
    }

    /// Compares everything the two engines say about a position; gives the
    /// legal moves.
    fn compare(&self, position: &Position, all_moves: bool, seen: &mut Seen) -> Vec<Move> {
        let rules = &self.rules;
        let text = position.to_string();
        let context = |what: &str| format!("{what} in `{text}` under {rules:?}");
        let state = State::parse(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(state.to_string(), text);

        let outcome = rules.outcome(position);
        let result = reference::result(&self.switches, &state);
        assert_eq!(
            outcome.map(Outcome::text),
            result,
            "{}",
            context("the result")
        );
        let legal = rules.legal_moves(position).to_vec();
        let fast: BTreeSet<String> = legal.iter().map(Move::to_string).collect();
        assert_eq!(fast.len(), legal.len(), "{}", context("a move twice"));
        let expected: BTreeSet<String> = reference::legal_moves(&self.switches, &state)
            .into_iter()
            .collect();
        assert_eq!(fast, expected, "{}", context("the legal moves"));

        for &mv in &legal {
            let played = rules.play(position, mv);
            let decided = rules.decided_by_move(&played);
            let (after, result) = reference::play(&self.switches, &state, &mv.to_string())
                .unwrap_or_else(|| panic!("{}", context(&mv.to_string())));
            assert_eq!(
                (played.position.to_string(), decided.map(Outcome::text)),
                (after.to_string(), result),
                "{}",
                context(&mv.to_string())
            );
            assert!(played.turn.laps <= rules.lap_limit);
            seen.moves += 1;
            seen.choices += u64::from(played.turn.choice);
            seen.at_lap_limit += u64::from(played.turn.laps == rules.lap_limit);
        }
        if all_moves {
            for mv in (0..64).filter_map(Move::from_index) {
                assert_eq!(
                    rules.is_legal(position, mv),
                    legal.contains(&mv),
                    "{}",
                    context(&mv.to_string())
                );
            }
        }
        seen.positions += 1;
        seen.takasia += u64::from(position.takasia().is_some());
        seen.over += u64::from(outcome.is_some());
        seen.draws += u64::from(outcome == Some(Outcome::Draw));
        legal
    }

    /// Follows one random game, now and then from a changed position.
    fn game(&self, rng: &mut ChaCha8Rng, mutations: bool, most: u64, seen: &mut Seen) {
        let mut position = Position::start(&self.rules);
        seen.games += 1;
        for ply in 0..LONGEST_GAME {
            if mutations && (ply == 0 || rng.random_ratio(1, 6)) {
                position = mutated(rng, &position, &self.rules);
            }
            let legal = self.compare(&position, ply % 16 == 5, seen);
            if legal.is_empty() || seen.positions >= most {
                return;
            }
            let played = self.rules.play(&position, *pick(rng, &legal));
            if self.rules.decided_by_move(&played).is_some() {
                return;
            }
            position = played.position;
        }
    }
}

/// Plays games until a third of the positions asked for have been compared.
fn run(name: &str, mutations: bool, mut next_rules: impl FnMut(&mut ChaCha8Rng, u64) -> Ruleset) {
    let most = from_environment("BINGWA_DIFFERENTIAL_POSITIONS", POSITIONS).div_ceil(3);
    let seed = from_environment("BINGWA_DIFFERENTIAL_SEED", 1);
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut seen = Seen::default();
    while seen.positions < most {
        let rules = next_rules(&mut rng, seen.games);
        Comparison::new(rules).game(&mut rng, mutations, most, &mut seen);
    }
    println!("{name}: {seen:?}");
    assert!(seen.moves > seen.positions, "hardly anything was compared");
}

#[test]
fn presets() {
    run("presets", false, |_, game| {
        Ruleset::PRESETS[game as usize % 7].1
    });
}

#[test]
fn random_switches() {
    run("random switches", false, |rng, _| random_ruleset(rng));
}

#[test]
fn positions_no_game_leads_to() {
    run("made positions", true, |rng, game| {
        if game % 2 == 0 {
            pick(rng, &Ruleset::PRESETS).1
        } else {
            random_ruleset(rng)
        }
    });
}

/// Found by these tests: the lap limit comes when the first capture is due, and
/// it is a capture turn all the same (2.2), so no takasia; and in an owned nyumba
/// with powers that carries a mark, the choice of case 3 comes before case 4.
#[test]
fn once_disagreed() {
    let one_lap = Ruleset {
        endless: Endless::Stop,
        lap_limit: 1,
        lone_kichwa: bingwa_engine::LoneKichwa::Allowed,
        ..Ruleset::KISWAHILI
    };
    let due = "5,1,2,2,1,0,0,3/11,4,0,2,2,0,1,0/2,0,8,1,2,0,0,0/1,0,0,3,3,2,2,1 N 0,0 - - 59";
    let choice = Ruleset {
        takasia: true,
        takata_inner_first: true,
        must_capture: false,
        ..Ruleset::ZANZIBAR
    };
    let marked = "11,1,8,2,0,1,4,0/0,5,2,11,0,3,0,4/0,2,0,0,0,1,0,1/1,1,3,2,0,1,0,0 N 0,0 N A5 11";
    for (rules, text) in [(one_lap, due), (choice, marked)] {
        let position: Position = text.parse().expect(text);
        let mut seen = Seen::default();
        Comparison::new(rules).compare(&position, true, &mut seen);
        assert!(seen.moves > 0);
    }
}
