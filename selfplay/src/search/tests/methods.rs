//! What holds for every way to search.

use super::*;
use bingwa_engine::Endless;

fn with(root: RootMethod) -> SearchConfig {
    SearchConfig {
        root,
        ..SearchConfig::default()
    }
}

const BOTH: [RootMethod; 2] = [RootMethod::Puct, RootMethod::Gumbel];

/// Positions of random games, each with a move.
fn positions(rules: &Ruleset, count: usize) -> Vec<Position> {
    let mut random = stream(9, Purpose::Play, 0, 0);
    let mut positions = Vec::new();
    while positions.len() < count {
        let plies = rand::RngExt::random_range(&mut random, 0..30);
        let (_, position) = crate::openings::random_opening(rules, plies, &mut random);
        if rules.outcome(&position).is_none() {
            positions.push(position);
        }
    }
    positions
}

#[test]
fn shares_are_a_distribution_and_visits_are_the_simulations() {
    for root in BOTH {
        for (name, rules) in Ruleset::PRESETS {
            let mut search = Search::new(with(root), Seeds);
            for position in positions(&rules, 10) {
                let mut random = stream(1, Purpose::SelfPlay, 0, 0);
                for random in [None, Some(&mut random)] {
                    let found = search.run(&rules, &position, 40, random);
                    let shares: f32 = found.moves.iter().map(|m| m.policy).sum();
                    assert!((shares - 1.0).abs() < 1e-4, "{name} {position}: {shares}");
                    let visits: u32 = found.moves.iter().map(|m| m.visits).sum();
                    assert_eq!(visits, found.simulations, "{name} {position}");
                    assert_eq!(found.variation.first().copied(), found.best);
                }
            }
        }
    }
}

#[test]
fn wins_and_losses_are_proven_by_both_methods() {
    for root in BOTH {
        for rules in [Ruleset::KUJIFUNZA, Ruleset::EASY] {
            let position: Position = WIN_IN_ONE.parse().unwrap();
            let found = Search::new(with(root), Uniform).run(&rules, &position, 16, None);
            assert_eq!(found.value, Value::Win(1));
            assert_eq!(best(&found), "A2>");
            let share = |m: &RootMove| m.policy == f32::from(u8::from(Some(m.mv) == found.best));
            assert!(found.moves.iter().all(share));
        }
    }
}

#[test]
fn where_a_first_look_proves_all_moves_losses_are_not_learned() {
    let mut mixed = 0;
    for root in BOTH {
        for (name, preset) in Ruleset::PRESETS {
            for position in positions(&preset, 40) {
                // A move of more than two laps loses, any other draws.
                let rules = Ruleset {
                    endless: Endless::Loss,
                    lap_limit: 2,
                    ply_limit: position.plies() + 1,
                    ..preset
                };
                let found = Search::new(with(root), Seeds).run(&rules, &position, 20, None);
                let lost = |m: &&RootMove| matches!(m.value, Value::Loss(_));
                let losses = found.moves.iter().filter(lost).count();
                if losses == 0 || losses == found.moves.len() {
                    continue;
                }
                mixed += 1;
                let mut shares = found.moves.iter().filter(lost).map(|m| m.policy);
                assert!(
                    shares.all(|share| share == 0.0),
                    "{name} {position}: {found:?}"
                );
            }
        }
    }
    assert!(mixed > 10, "{mixed}");
}

#[test]
fn a_batch_of_searches_equals_each_alone() {
    let rules = Ruleset::KISWAHILI;
    let positions = positions(&rules, 24);
    for root in BOTH {
        for exploring in [false, true] {
            let random = |i: usize| exploring.then(|| stream(2, Purpose::SelfPlay, 0, i as u64));
            let requests = positions.iter().enumerate().map(|(i, &position)| Request {
                position,
                config: with(root),
                simulations: 10 + 3 * i as u32,
                random: random(i),
            });
            let together = SearchBatch::new(Seeds, positions.len()).run(&rules, requests);
            for (i, (position, together)) in positions.iter().zip(together).enumerate() {
                let alone = Search::new(with(root), Seeds).run(
                    &rules,
                    position,
                    10 + 3 * i as u32,
                    random(i).as_mut(),
                );
                assert_eq!(alone, together);
            }
        }
    }
}

#[test]
fn a_search_in_pieces_is_the_search_in_one() {
    let rules = Ruleset::KISWAHILI;
    for position in positions(&rules, 5) {
        let whole = Search::new(with(RootMethod::Puct), Seeds).run(&rules, &position, 100, None);
        let mut pieces = Search::new(with(RootMethod::Puct), Seeds);
        pieces.start(&rules, &position, None, None);
        for made in (10..=100).step_by(10) {
            pieces.go_on(&rules, made);
        }
        assert_eq!(pieces.result(), whole);
    }
}

#[test]
fn a_kept_tree_goes_on_where_it_was() {
    let rules = Ruleset::KISWAHILI;
    for root in BOTH {
        let mut search = Search::new(with(root), Seeds).keeping_its_tree();
        let mut position = Position::start(&rules);
        let mut kept = 0;
        for _ in 0..8 {
            let found = search.run(&rules, &position, 200, None);
            let visits: u32 = found.moves.iter().map(|m| m.visits).sum();
            assert!(visits >= found.simulations);
            kept += visits - found.simulations;
            // The kept tree is a sound one: its values are those of its positions.
            assert_eq!(
                found.moves.iter().map(|m| m.mv).collect::<Vec<_>>(),
                rules.legal_moves(&position).to_vec()
            );
            for &mv in found.variation.iter().take(2) {
                position = rules.play(&position, mv).position;
            }
        }
        assert!(kept > 200, "{kept}");
        // A position of another game begins anew.
        let other = Position::start(&Ruleset::MALAWI);
        let found = search.run(&Ruleset::MALAWI, &other, 50, None);
        assert_eq!(found.moves.iter().map(|m| m.visits).sum::<u32>(), 50);
    }
}

#[test]
fn nodes_and_memory_end_a_search() {
    let rules = Ruleset::KISWAHILI;
    let start = Position::start(&rules);
    let limits = Limits {
        nodes: Some(300),
        ..Limits::default()
    };
    let found = Search::new(SearchConfig::default(), Seeds).run(&rules, &start, limits, None);
    assert!((300..400).contains(&found.nodes), "{}", found.nodes);

    let config = SearchConfig {
        max_nodes: 1000,
        ..SearchConfig::default()
    };
    let mut search = Search::new(config, Seeds);
    let found = search.run(&rules, &start, 1_000_000, None);
    assert!(found.nodes <= 1000 && found.nodes > 900, "{}", found.nodes);
    assert!(!search.go_on(&rules, 1_000_000));
}

#[test]
fn virtual_losses_leave_nothing_behind() {
    let rules = Ruleset::KISWAHILI;
    let config = SearchConfig {
        leaves: 8,
        ..SearchConfig::default()
    };
    for position in positions(&rules, 10) {
        let wide = Search::new(config, Seeds).run(&rules, &position, 400, None);
        let exact = Search::new(SearchConfig::default(), Seeds).run(&rules, &position, 400, None);
        let visits: u32 = wide.moves.iter().map(|m| m.visits).sum();
        assert_eq!(visits, wide.simulations);
        let (wide, exact) = (wide.value, exact.value);
        assert!(
            (wide.probability() - exact.probability()).abs() < 0.1,
            "{position}: {wide:?} {exact:?}"
        );
    }
}

#[test]
fn forced_playouts_are_made_and_do_not_count() {
    let rules = Ruleset::KISWAHILI;
    let forced = SearchConfig {
        noise: RootNoise {
            forced: 8.0,
            ..RootNoise::default()
        },
        ..with(RootMethod::Puct)
    };
    let plain = SearchConfig {
        noise: RootNoise {
            forced: 0.0,
            ..RootNoise::default()
        },
        ..with(RootMethod::Puct)
    };
    let mut taken_out = 0;
    for position in positions(&rules, 20) {
        let run = |config| {
            let mut random = stream(4, Purpose::SelfPlay, 0, 0);
            Search::new(config, Seeds).run(&rules, &position, 200, Some(&mut random))
        };
        let (forced, plain) = (run(forced), run(plain));
        if forced.value.is_proven() || plain.value.is_proven() {
            continue;
        }
        let most = forced.moves.iter().map(|m| m.visits).max().unwrap();
        for m in &forced.moves {
            let least = (8.0 * m.prior * 200.0).sqrt() as u32;
            let open = !matches!(m.value, Value::Loss(_));
            // The last simulation may have raised the bar once more.
            assert!(!open || m.visits == 0 || m.visits + 1 >= least, "{m:?}");
            let share = m.visits as f32 / 200.0;
            taken_out += u32::from(open && m.visits < most && m.policy < 0.9 * share);
        }
        // Nothing was forced: shares are visits, but for lost moves.
        let lost: u32 = plain
            .moves
            .iter()
            .filter(|m| matches!(m.value, Value::Loss(_)))
            .map(|m| m.visits)
            .sum();
        for m in &plain.moves {
            let share = m.visits as f32 / (200 - lost) as f32;
            assert!(matches!(m.value, Value::Loss(_)) || (m.policy - share).abs() < 1e-6);
        }
    }
    assert!(taken_out > 10, "{taken_out}");
}

#[test]
fn without_the_solver_finished_games_still_count() {
    let config = SearchConfig {
        solver: false,
        ..SearchConfig::default()
    };
    let rules = Ruleset::KUJIFUNZA;
    let position: Position = WIN_IN_ONE.parse().unwrap();
    let found = Search::new(config, Uniform).run(&rules, &position, 100, None);
    assert_eq!(found.simulations, 100);
    assert!(!found.value.is_proven());
    assert_eq!(best(&found), "A2>");
}
