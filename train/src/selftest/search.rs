//! The search against the truth.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::{Architecture, Evaluation, Evaluator, NativeNetwork, Uniform, Value};
use bingwa_selfplay::search::{Request, RootMethod, Search, SearchBatch, SearchConfig};

use super::Check;
use super::known::{self, Known};
use crate::initial::initial_weights;

/// Enough to prove what plain search of three moves proves.
const SIMULATIONS: u32 = 20_000;

fn config(root: RootMethod) -> SearchConfig {
    SearchConfig {
        root,
        ..SearchConfig::default()
    }
}

pub(super) fn checks(rules: &Ruleset, known: &[Known]) -> Vec<Check> {
    let mut checks = Vec::new();
    for (root, name) in [(RootMethod::Puct, "PUCT"), (RootMethod::Gumbel, "Gumbel")] {
        checks.push(proofs(
            format!("{name} search without a network proves wins and losses"),
            Search::new(config(root), Uniform),
            rules,
            known,
        ));
        if let Some(weights) = initial_weights(Architecture::default(), 1) {
            checks.push(proofs(
                format!("{name} search on a random network proves wins and losses"),
                Search::new(config(root), NativeNetwork::new(&weights)),
                rules,
                known,
            ));
        }
        checks.push(batches(name, root, rules, known));
        if rules.is_mirror_symmetric() {
            checks.push(mirrors(name, root, rules, known));
        }
    }
    checks
}

/// A proof never contradicts the truth, and all of it is proven.
fn proofs<E: Evaluator>(
    name: String,
    mut search: Search<E>,
    rules: &Ruleset,
    known: &[Known],
) -> Check {
    let mut check = Check::new(name);
    for Known { position, value } in known {
        let found = search.run(rules, position, SIMULATIONS, None);
        let agrees = matches!(
            (found.value, value),
            (Value::Win(_), Value::Win(_)) | (Value::Loss(_), Value::Loss(_))
        );
        check.case(agrees, || {
            format!("{position}: {value:?}, the search says {:?}", found.value)
        });
        let keeps =
            |mv| known::after(rules, position, mv, 3).is_some_and(|v| matches!(v, Value::Win(_)));
        let plays_well = match (value, found.best) {
            // Another way to win may be longer than plain search can see.
            (Value::Win(1), Some(mv)) => keeps(mv),
            (_, best) => best.is_some(),
        };
        check.case(plays_well, || {
            format!("{position}: {value:?}, the search plays {:?}", found.best)
        });
    }
    check
}

/// A batch of searches equals each alone.
fn batches(name: &str, root: RootMethod, rules: &Ruleset, known: &[Known]) -> Check {
    let mut check = Check::new(format!("a batch of {name} searches equals each alone"));
    let requests = known.iter().map(|known| Request {
        position: known.position,
        config: config(root),
        simulations: 32,
        random: None,
    });
    let together = SearchBatch::new(Edges, known.len()).run(rules, requests);
    let mut alone = Search::new(config(root), Edges);
    for (known, together) in known.iter().zip(together) {
        let alone = alone.run(rules, &known.position, 32, None);
        check.case(alone == together, || {
            format!(
                "{}: {together:?} in a batch, {alone:?} alone",
                known.position
            )
        });
    }
    check
}

/// A mirrored position has the mirrored search.
fn mirrors(name: &str, root: RootMethod, rules: &Ruleset, known: &[Known]) -> Check {
    let mut check = Check::new(format!(
        "a mirrored position has the mirrored {name} search"
    ));
    let mut search = Search::new(config(root), Edges);
    for Known { position, .. } in known {
        let plain = search.run(rules, position, 32, None);
        let mirrored = search.run(rules, &position.mirrored(), 32, None);
        let values = plain.value.probability() - mirrored.value.probability();
        // Ties between equal moves may be broken differently: values decide.
        check.case(values.abs() < 1e-3, || {
            format!("{position}: {:?} and {:?}", plain.value, mirrored.value)
        });
        let same_moves = {
            let mut moves: Vec<Move> = mirrored.moves.iter().map(|m| m.mv.mirrored()).collect();
            moves.sort_by_key(|mv| mv.index());
            moves.iter().copied().eq(plain.moves.iter().map(|m| m.mv))
        };
        check.case(same_moves, || {
            format!("{position}: other moves when mirrored")
        });
    }
    check
}

/// Sees left and right alike, and hardly ever two positions as equal.
#[derive(Clone, Copy)]
struct Edges;

impl Evaluator for Edges {
    fn evaluate(&mut self, positions: &[Position], out: &mut [Evaluation]) {
        let worth = |pits: [u8; 16]| -> f32 {
            let pit = |(i, n): (usize, u8)| {
                let from_edge = (i % 8).min(7 - i % 8) as f32;
                f32::from(n).powf(1.1) * (1.0 + 0.13 * from_edge + 0.31 * (i / 8) as f32)
            };
            // Small enough steps that the order of the sum does not matter.
            let sum: f32 = pits.into_iter().enumerate().map(pit).sum();
            (sum * 256.0).round() / 256.0
        };
        for (position, out) in positions.iter().zip(out) {
            let (own, other) = (worth(position.own_pits()), worth(position.other_pits()));
            let value = own / (own + other);
            *out = Evaluation {
                value,
                arrival: -5.0 * value,
            };
        }
    }
}
