use bingwa_engine::{Move, Position, Ruleset, Side};
use bingwa_selfplay::prover::{FlawKind, Limits, Proof, Verdict, check, prove};

use crate::minimax::wins;
use crate::positions::{dice, thin};

fn proof_of(rules: &Ruleset, root: &Position, winner: Side) -> Option<Proof> {
    let limits = Limits {
        expansions: Some(100_000),
        ..Limits::default()
    };
    match prove(rules, root, winner, 1 << 20, limits, &mut |_| {}).unwrap() {
        Verdict::Proved(proof, _) => Some(proof).filter(|proof| proof.winner == winner),
        _ => None,
    }
}

fn kujifunza() -> Proof {
    let rules = Ruleset::KUJIFUNZA;
    proof_of(&rules, &Position::start(&rules), Side::South).unwrap()
}

/// The positions of the winner in the order of the proof's moves, by a walk of
/// its own, recursive.
fn positions(proof: &Proof) -> Vec<Position> {
    fn walk(proof: &Proof, position: &Position, found: &mut Vec<Position>) {
        let same = |known: &Position| {
            (known.own_pits(), known.other_pits()) == (position.own_pits(), position.other_pits())
        };
        let rules = &proof.rules;
        let moves = if position.mover() == proof.winner {
            if found.iter().any(same) {
                return;
            }
            found.push(*position);
            vec![proof.moves[found.len() - 1]]
        } else {
            rules.legal_moves(position).to_vec()
        };
        for mv in moves {
            let played = rules.play(position, mv);
            if rules.outcome_after(&played).is_none() {
                walk(proof, &played.position, found);
            }
        }
    }
    let mut found = Vec::new();
    walk(proof, &proof.root, &mut found);
    found
}

#[test]
fn the_moves_belong_to_the_positions_of_the_winner_in_their_order() {
    let proof = kujifunza();
    let positions = positions(&proof);
    assert_eq!(positions.len(), proof.moves.len());
    for (position, &mv) in positions.iter().zip(&proof.moves) {
        assert!(proof.rules.is_legal(position, mv));
    }
}

/// Every other move in every place: refused, or it wins at once, so that the
/// proof is as good as before.
#[test]
fn every_changed_move_is_refused() {
    let proof = kujifunza();
    let positions = positions(&proof);
    let mut refused = 0;
    for (at, position) in positions.iter().enumerate() {
        for mv in (0..64).filter_map(Move::from_index) {
            if mv == proof.moves[at] {
                continue;
            }
            let mut changed = proof.clone();
            changed.moves[at] = mv;
            match check(&changed) {
                Err(_) => refused += 1,
                Ok(_) => {
                    let after = proof.rules.try_play(position, mv).unwrap().position;
                    assert_eq!(
                        wins(&proof.rules, &after, Side::South, 6),
                        Some(true),
                        "{mv}"
                    );
                }
            }
        }
    }
    let all = 63 * positions.len();
    assert!(refused * 100 >= all * 99, "{refused} of {all}");
}

#[test]
fn moves_left_out_added_or_exchanged_are_refused() {
    let proof = kujifunza();
    let refused = |moves: Vec<Move>| {
        let changed = Proof {
            moves,
            ..proof.clone()
        };
        check(&changed).expect_err("tampered").kind
    };
    for at in 0..proof.moves.len() {
        assert_eq!(refused(proof.moves[..at].to_vec()), FlawKind::Missing);
        let mut moves = proof.moves.clone();
        moves.remove(at);
        refused(moves.clone());
        moves.insert(at, proof.moves[at]);
        moves.insert(at, proof.moves[at]);
        refused(moves.clone());
        if at > 0 && proof.moves[at] != proof.moves[at - 1] {
            moves.remove(at);
            moves.swap(at, at - 1);
            refused(moves);
        }
    }
    let mut longer = proof.moves.clone();
    longer.extend_from_slice(&proof.moves[..3]);
    assert_eq!(refused(longer), FlawKind::Leftover(3));
}

#[test]
fn another_winner_root_or_rule_set_is_refused() {
    let proof = kujifunza();
    let flaw = |changed: Proof| check(&changed).expect_err("tampered").to_string();
    flaw(Proof {
        winner: Side::North,
        ..proof.clone()
    });
    flaw(Proof {
        root: proof.root.turned(),
        ..proof.clone()
    });
    flaw(Proof {
        rules: Ruleset::EASY,
        ..proof.clone()
    });
    let late = proof.root.to_string().replace("- 0", "- 480");
    let text = flaw(Proof {
        root: late.parse().unwrap(),
        ..proof.clone()
    });
    assert!(text.contains("draw"), "{text}");
    // A board that is won already needs no moves, and only by its winner.
    let over = "0,0,0,0,0,0,0,46/1,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/1,0,0,0,0,0,0,0 S 0,0 - - 9";
    let text = flaw(Proof {
        root: over.parse().unwrap(),
        moves: Vec::new(),
        ..proof
    });
    assert!(text.starts_with("at the root: ") && text.contains("North wins"));
}

/// The move limit counts from the moves played before the root.
#[test]
fn a_proof_may_not_outlast_the_game() {
    let proof = kujifunza();
    let depth = u16::try_from(check(&proof).unwrap().depth).unwrap();
    for (ply_limit, holds) in [(depth, true), (depth - 1, false)] {
        let rules = Ruleset {
            ply_limit,
            ..proof.rules
        };
        let changed = Proof {
            rules,
            ..proof.clone()
        };
        assert_eq!(check(&changed).is_ok(), holds, "{ply_limit}");
    }
}

/// Both players march two seeds round their rings until the board is what it
/// was.
#[test]
fn moves_that_lead_round_in_a_circle_are_refused() {
    let text = "1,1,1,0,1,0,0,0/0,2,0,0,0,1,0,0/0,0,2,0,1,1,1,0/0,1,0,0,0,0,0,1 S 0,0 - - 0";
    let moves = ["A3>", "A6>", "B6<", "B5<", "B4<", "B3<", "A1>", "A2>"];
    let flaw = check(&Proof {
        rules: Ruleset::KUJIFUNZA,
        root: text.parse().unwrap(),
        winner: Side::South,
        moves: moves.iter().map(|mv| mv.parse().unwrap()).collect(),
    })
    .unwrap_err();
    assert_eq!(flaw.kind, FlawKind::Repeats, "{flaw}");
    assert!(
        flaw.to_string().starts_with("after A3> A7> A6> B7<"),
        "{flaw}"
    );
}

/// Small endgames of every rule set: a changed proof that passes is still true.
#[test]
fn what_passes_is_true() {
    let mut refused = 0;
    for (index, (name, rules)) in (0..).zip(Ruleset::PRESETS) {
        let mut dice = dice(500 + index);
        for _ in 0..40 {
            let root = thin(&rules, &mut dice, 8);
            for winner in Side::ALL {
                let Some(proof) = proof_of(&rules, &root, winner) else {
                    continue;
                };
                for at in 0..proof.moves.len().min(20) {
                    for mv in rules.legal_moves(&root).iter().copied() {
                        let mut changed = proof.clone();
                        changed.moves[at] = mv;
                        if check(&changed).is_err() {
                            refused += 1;
                        }
                        let flipped = Proof {
                            winner: winner.opponent(),
                            ..changed
                        };
                        assert!(check(&flipped).is_err(), "{name} {root}");
                    }
                }
            }
        }
    }
    assert!(refused > 300, "{refused}");
}
