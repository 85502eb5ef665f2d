//! What rounding does to a trained network, on positions of every rule set.

mod common;

use bingwa_engine::Position;
use bingwa_models::{Evaluation, Model};
use common::{evaluate, positions_of_every_ruleset, trained};

/// The model under test: another one with `BINGWA_MODEL=file`.
fn model() -> Model {
    match std::env::var_os("BINGWA_MODEL") {
        Some(path) => Model::load(path.as_ref()).unwrap(),
        None => trained(),
    }
}

fn softmax(evaluations: &[Evaluation]) -> Vec<f64> {
    let logits = evaluations.iter().map(|e| f64::from(e.arrival));
    let largest = logits.clone().fold(f64::NEG_INFINITY, f64::max);
    let powers: Vec<f64> = logits.map(|logit| (logit - largest).exp()).collect();
    let sum: f64 = powers.iter().sum();
    powers.into_iter().map(|power| power / sum).collect()
}

// The bounds leave about a factor of two over what was measured for this model
// and for a kujifunza model of the same widths; a 256→32 model came to 5·10⁻⁴,
// 7·10⁻⁵, 5·10⁻⁶ and 5·10⁻⁷.
/// Probability.
const GREATEST: f64 = 0.001;
const MEAN: f64 = 0.0002;
/// Nats.
const GREATEST_KL: f64 = 1e-5;
const MEAN_KL: f64 = 1e-6;

#[test]
fn rounding_moves_values_and_policies_of_a_trained_network_little() {
    let model = model();
    let games = positions_of_every_ruleset(10);
    let positions: Vec<Position> = games.iter().map(|(_, position)| *position).collect();
    assert!(positions.len() > 3000);
    let (network, quantised) = (model.network(), model.quantised());
    let exact = evaluate(network.clone(), &positions);
    let rounded = evaluate(quantised.clone(), &positions);
    let differences = || {
        let pairs = exact.iter().zip(&rounded);
        pairs.map(|(a, b)| f64::from((a.value - b.value).abs()))
    };
    let greatest = differences().fold(0.0, f64::max);
    let mean = differences().sum::<f64>() / positions.len() as f64;

    // Policies: the softmax of the children's arrival logits.
    let (mut most, mut sum, mut policies, mut other_first) = (0.0_f64, 0.0, 0, 0);
    for (rules, position) in &games {
        let mut children = Vec::new();
        rules.children(position, |_, played| children.push(played.position));
        if children.len() < 2 {
            continue;
        }
        let [p, q] = [
            evaluate(network.clone(), &children),
            evaluate(quantised.clone(), &children),
        ]
        .map(|evaluations| softmax(&evaluations));
        let kl: f64 = p.iter().zip(&q).map(|(p, q)| p * (p / q).ln()).sum();
        most = most.max(kl);
        sum += kl;
        policies += 1;
        let first =
            |policy: &[f64]| (0..policy.len()).max_by(|&a, &b| policy[a].total_cmp(&policy[b]));
        other_first += usize::from(first(&p) != first(&q));
    }
    let divergence = sum / f64::from(policies);
    println!("{} positions, {policies} policies", positions.len());
    println!("value: greatest difference {greatest:.2e}, mean {mean:.2e}");
    println!(
        "policy: greatest divergence {most:.2e} nats, mean {divergence:.2e}; another first move in {other_first}"
    );

    assert!(greatest < GREATEST && mean < MEAN, "{greatest} {mean}");
    assert!(
        most < GREATEST_KL && divergence < MEAN_KL,
        "{most} {divergence}"
    );
    // A network that rounds nothing would show nothing here: it is another form.
    assert!(greatest > 0.0 && most > 0.0);
}
