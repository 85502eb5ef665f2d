use bingwa_engine::{Position, Ruleset, Side};
use bingwa_selfplay::prover::{Limits, ProveError, Verdict, check, prove};

use crate::minimax::wins;
use crate::positions::{dice, played, thin};

const MEMORY: usize = 1 << 20;

fn verdict(rules: &Ruleset, root: &Position, attacker: Side, most: u64) -> Verdict {
    let limits = Limits {
        expansions: Some(most),
        ..Limits::default()
    };
    prove(rules, root, attacker, MEMORY, limits, &mut |_| {}).unwrap()
}

/// How far trying everything gets in a moment: less where nobody has to capture.
fn depth(rules: &Ruleset) -> u32 {
    if rules.must_capture { 4 } else { 3 }
}

/// Compares one verdict with minimax to a depth; true if both knew.
fn agree(rules: &Ruleset, root: &Position, attacker: Side, depth: u32) -> bool {
    let seen = wins(rules, root, attacker, depth);
    let found = verdict(rules, root, attacker, 100_000);
    let name = rules.name();
    match (&found, seen) {
        (Verdict::Proved(proof, checked), _) => {
            let won = proof.winner == attacker;
            assert_ne!(seen, Some(!won), "{name} {root} {attacker}");
            assert_eq!(check(proof), Ok(*checked));
            if checked.depth <= depth {
                assert_eq!(seen, Some(won), "{name} {root} {attacker}: {checked:?}");
            }
        }
        (Verdict::NotWon, _) => assert_ne!(seen, Some(true), "{name} {root} {attacker}"),
        (Verdict::Undecided(_), _) => assert_eq!(seen, None, "{name} {root} {attacker}"),
    }
    seen.is_some()
}

#[test]
fn verdicts_agree_with_trying_everything() {
    for (index, (name, rules)) in (0..).zip(Ruleset::PRESETS) {
        let mut dice = dice(index);
        let mut known = [0, 0];
        for _ in 0..150 {
            let root = thin(&rules, &mut dice, 40);
            for side in Side::ALL {
                let known = &mut known[side as usize];
                *known += u32::from(agree(&rules, &root, side, depth(&rules)));
            }
        }
        assert!(known.iter().all(|&known| known > 30), "{name}: {known:?}");
    }
}

#[test]
fn near_the_move_limit_verdicts_are_exact() {
    for (index, (name, rules)) in (0..).zip(Ruleset::PRESETS) {
        let mut dice = dice(100 + index);
        let mut won = 0;
        for left in (0..120).map(|round| 1 + round % 4) {
            let root = thin(&rules, &mut dice, rules.ply_limit - left);
            for side in Side::ALL {
                let seen = wins(&rules, &root, side, u32::from(left) + 1).unwrap();
                let found = verdict(&rules, &root, side, 100_000);
                assert!(!matches!(found, Verdict::Undecided(_)));
                let proved = matches!(&found, Verdict::Proved(proof, _) if proof.winner == side);
                assert_eq!(proved, seen, "{name} {root} {side}");
                won += u32::from(proved);
            }
        }
        assert!(won > 20, "{name}: {won}");
    }
}

#[test]
fn full_boards_agree_too() {
    for (index, (name, rules)) in (0..).zip(Ruleset::PRESETS) {
        let mut dice = dice(200 + index);
        let mut known = 0;
        for moves in (0..60).map(|round| 20 + round % 30) {
            if let Some(root) = played(&rules, &mut dice, moves) {
                for side in Side::ALL {
                    let seen = wins(&rules, &root, side, depth(&rules));
                    match verdict(&rules, &root, side, 3_000) {
                        Verdict::Proved(proof, _) => {
                            assert_ne!(seen, Some(proof.winner != side), "{name} {root}");
                        }
                        Verdict::NotWon => assert_ne!(seen, Some(true), "{name} {root}"),
                        Verdict::Undecided(_) => {}
                    }
                    known += u32::from(seen.is_some());
                }
            }
        }
        assert!(known > 5, "{name}: {known}");
    }
}

/// A mirror image is won as well where the rules are symmetric, and a turned
/// board by the other player.
#[test]
fn mirrored_and_turned_boards_are_won_alike() {
    let mut proved = 0;
    for (index, (name, rules)) in (0..).zip(Ruleset::PRESETS) {
        let mut dice = dice(300 + index);
        for _ in 0..60 {
            let root = thin(&rules, &mut dice, 8);
            let won = |root: &Position, side| {
                let found = verdict(&rules, root, side, 100_000);
                matches!(found, Verdict::Proved(proof, _) if proof.winner == side)
            };
            let here = won(&root, Side::South);
            assert_eq!(won(&root.turned(), Side::North), here, "{name} {root}");
            let owned = Side::ALL.iter().any(|&side| root.owns_nyumba(side));
            if rules.is_mirror_symmetric() || !owned {
                assert_eq!(won(&root.mirrored(), Side::South), here, "{name} {root}");
            }
            proved += u32::from(here);
        }
    }
    assert!(proved > 100, "{proved}");
}

/// One cache line of memory: the search forgets nearly all it finds, and still
/// claims nothing wrong.
#[test]
fn a_tiny_table_makes_no_false_claim() {
    let mut proved = 0;
    for (index, (name, rules)) in (0..).zip(Ruleset::PRESETS) {
        let mut dice = dice(400 + index);
        for _ in 0..100 {
            let root = thin(&rules, &mut dice, 8);
            for side in Side::ALL {
                let limits = Limits {
                    expansions: Some(2_000),
                    ..Limits::default()
                };
                match prove(&rules, &root, side, 0, limits, &mut |_| {}) {
                    Ok(Verdict::Proved(proof, checked)) => {
                        let seen = wins(&rules, &root, proof.winner, depth(&rules));
                        assert_ne!(seen, Some(false), "{name} {root}");
                        assert_eq!(check(&proof), Ok(checked));
                        proved += 1;
                    }
                    Ok(Verdict::NotWon) => {
                        let seen = wins(&rules, &root, side, depth(&rules));
                        assert_ne!(seen, Some(true), "{name} {root}");
                    }
                    Ok(Verdict::Undecided(_)) => {}
                    Err(ProveError::Stopped(_) | ProveError::Circle | ProveError::Lost) => {}
                    Err(error) => panic!("{name} {root}: {error}"),
                }
            }
        }
    }
    assert!(proved > 100, "{proved}");
}

/// RULES 9. Who looks for a win of North finds the same.
#[test]
fn kujifunza_is_won_by_south() {
    let rules = Ruleset::KUJIFUNZA;
    let start = Position::start(&rules);
    for attacker in Side::ALL {
        let found = verdict(&rules, &start, attacker, 100_000);
        let Verdict::Proved(proof, checked) = found else {
            panic!("{found:?}");
        };
        assert_eq!(proof.winner, Side::South);
        assert_eq!(check(&proof), Ok(checked));
        // RULES 9: no win is shorter than 20 moves.
        assert!(checked.depth >= 20, "{checked:?}");
    }
}

/// RULES 9: exactly four of the sixteen first moves win, two and their mirror
/// images.
#[test]
fn four_first_moves_win_kujifunza() {
    let rules = Ruleset::KUJIFUNZA;
    let start = Position::start(&rules);
    let mut winning = rules.legal_moves(&start).to_vec();
    winning.retain(|&mv| {
        let after = rules.play(&start, mv).position;
        let winners = Side::ALL.map(|side| {
            let found = verdict(&rules, &after, side, 1_000_000);
            let Verdict::Proved(proof, _) = found else {
                panic!("{mv}: {found:?}");
            };
            proof.winner
        });
        assert_eq!(winners[0], winners[1], "{mv}");
        winners[0] == Side::South
    });
    assert_eq!(winning.len(), 4, "{winning:?}");
    assert!(winning.iter().all(|mv| winning.contains(&mv.mirrored())));
}

/// Two seeds that march round each player's ring: games can go in circles.
#[test]
fn a_position_that_can_repeat() {
    let text = "1,1,1,0,1,0,0,0/0,2,0,0,0,1,0,0/0,0,2,0,1,1,1,0/0,1,0,0,0,0,0,1 S 0,0 - - 0";
    let root: Position = text.parse().unwrap();
    for name in ["kujifunza", "easy", "leaflet"] {
        let rules: Ruleset = name.parse().unwrap();
        for side in Side::ALL {
            agree(&rules, &root, side, depth(&rules));
        }
    }
}

#[test]
fn a_game_that_is_over_is_won_by_its_winner_only() {
    let text = "0,0,0,0,0,0,0,46/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0 S 0,0 - - 9";
    let root: Position = text.parse().unwrap();
    let rules = Ruleset::EASY;
    for attacker in Side::ALL {
        let found = verdict(&rules, &root, attacker, 10);
        let Verdict::Proved(proof, checked) = found else {
            panic!("{found:?}");
        };
        assert_eq!(proof.winner, Side::North);
        assert_eq!((proof.moves.len(), checked.depth), (0, 0));
    }
    let drawn = format!(
        "{} S 0,0 - - 500",
        "2,2,2,2,2,2,2,2/".repeat(4).trim_end_matches('/')
    );
    for attacker in Side::ALL {
        let found = verdict(&rules, &drawn.parse().unwrap(), attacker, 10);
        assert_eq!(found, Verdict::NotWon);
    }
}

#[test]
fn limits_and_wrong_positions_are_named() {
    let rules = Ruleset::KISWAHILI;
    let start = Position::start(&rules);
    let found = verdict(&rules, &start, Side::South, 1_000);
    let Verdict::Undecided(stopped) = found else {
        panic!("{found:?}");
    };
    assert!(stopped.to_string().contains("limit of positions"));
    let refused = prove(
        &Ruleset::EASY,
        &start,
        Side::South,
        MEMORY,
        Limits::default(),
        &mut |_| {},
    );
    assert!(matches!(refused, Err(ProveError::Position(_))));
}

#[test]
fn the_same_search_twice_gives_the_same_proof() {
    let rules = Ruleset::KUJIFUNZA;
    let start = Position::start(&rules);
    let [one, two] = [(); 2].map(|()| verdict(&rules, &start, Side::South, 100_000));
    assert_eq!(one, two);
}
