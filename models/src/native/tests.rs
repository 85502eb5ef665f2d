use super::*;
use crate::weights::Architecture;
use bingwa_engine::Ruleset;

fn weights(architecture: Architecture) -> Weights {
    let mut state = 1_u32;
    let arrays = architecture.lengths().map(|length| {
        (0..length)
            .map(|_| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                (state >> 8) as f32 / (1 << 24) as f32 - 0.5
            })
            .collect()
    });
    Weights::new(architecture, arrays).unwrap()
}

pub(super) fn positions() -> Vec<Position> {
    let mut positions = Vec::new();
    for (_, rules) in Ruleset::PRESETS {
        let start = Position::start(&rules);
        positions.push(start);
        rules.children(&start, |_, played| positions.push(played.position));
    }
    positions
}

/// Value and arrival logits as the network's definition says, in f64.
fn by_definition(weights: &Weights, position: &Position) -> [f64; 2] {
    let [first, first_bias, second, second_bias, heads, heads_bias] = weights.arrays();
    let mut input = vec![0.0; crate::features::INPUTS];
    for &row in crate::features::Rows::of(position).iter() {
        input[usize::from(row)] = 1.0;
    }
    let dense = |x: &[f64], matrix: &[f32], bias: &[f32]| -> Vec<f64> {
        (0..bias.len())
            .map(|o| {
                let sum: f64 = (0..x.len())
                    .map(|i| x[i] * f64::from(matrix[i * bias.len() + o]))
                    .sum();
                sum + f64::from(bias[o])
            })
            .collect()
    };
    let relu = |x: Vec<f64>| -> Vec<f64> { x.into_iter().map(|v| v.max(0.0)).collect() };
    let hidden = relu(dense(&input, first, first_bias));
    let hidden = relu(dense(&hidden, second, second_bias));
    let out = dense(&hidden, heads, heads_bias);
    [out[0], out[1]]
}

fn logistic(x: f64) -> f64 {
    1.0 / (1.0 + (-x).exp())
}

#[test]
fn it_computes_the_network_it_claims_to() {
    for hidden in [[64, 32], [32, 64], [256, 32]] {
        let weights = weights(Architecture { hidden });
        let mut network = NativeNetwork::new(&weights);
        let positions = positions();
        let mut out = vec![
            Evaluation {
                value: 0.0,
                arrival: 0.0
            };
            positions.len()
        ];
        network.evaluate(&positions, &mut out);
        for (position, got) in positions.iter().zip(out) {
            let [value, arrival] = by_definition(&weights, position);
            assert!(
                (f64::from(got.value) - logistic(value)).abs() < 1e-5,
                "{position}"
            );
            assert!(
                (f64::from(got.arrival) - arrival).abs() < 1e-4,
                "{position}"
            );
        }
    }
}

/// Evaluations by the machine's widest vectors, checked to be the same one at a
/// time and in portable code.
fn by_every_way<F: simd::Forward>(layers: &F, mut scratch: Vec<F::Number>) -> Vec<Evaluation> {
    let positions = positions();
    let mut together = vec![Evaluation::EVEN; positions.len()];
    simd::evaluate(layers, &positions, &mut together, &mut scratch);
    let mut portable = vec![Evaluation::EVEN; positions.len()];
    layers.evaluate(&positions, &mut portable, &mut scratch, integer::Portable);
    assert_eq!(together, portable);
    for (position, batch) in positions.iter().zip(&together) {
        let mut alone = [Evaluation::EVEN];
        simd::evaluate(layers, &[*position], &mut alone, &mut scratch);
        assert_eq!(alone[0], *batch);
    }
    together
}

#[test]
fn a_batch_gives_the_bits_of_each_alone_at_every_vector_width() {
    for hidden in [[64, 32], [32, 96], [128, 32], [192, 64]] {
        let weights = weights(Architecture { hidden });
        let layers = float::Layers::new(&weights);
        by_every_way(&layers, layers.scratch());
        let layers = integer::Layers::new(&weights);
        by_every_way(&layers, layers.scratch());
    }
}

#[test]
fn room_in_the_answer_and_an_empty_batch_are_left_alone() {
    let weights = weights(Architecture::default());
    let positions = positions();
    let mut forms: [Box<dyn Evaluator>; 2] = [
        Box::new(NativeNetwork::new(&weights)),
        Box::new(QuantisedNetwork::new(&weights)),
    ];
    for network in &mut forms {
        let mut out = [Evaluation::EVEN; 20];
        network.evaluate(&[], &mut out);
        assert_eq!(out, [Evaluation::EVEN; 20]);
        network.evaluate(&positions[..9], &mut out);
        assert!(
            out[..9]
                .iter()
                .all(|evaluation| *evaluation != Evaluation::EVEN)
        );
        assert_eq!(out[9..], [Evaluation::EVEN; 11]);
    }
}

/// Weights that are hard to scale, by the name of what is hard.
fn hard_weights(architecture: Architecture) -> Vec<(&'static str, Weights)> {
    let plain = weights(architecture);
    let with = |change: &dyn Fn(usize, usize, f32) -> f32| {
        let mut arrays = plain.arrays().clone();
        for (a, array) in arrays.iter_mut().enumerate() {
            for (i, weight) in array.iter_mut().enumerate() {
                *weight = change(a, i, *weight);
            }
        }
        Weights::new(architecture, arrays).unwrap()
    };
    vec![
        ("plain", with(&|_, _, w| w)),
        ("zeros", with(&|_, _, _| 0.0)),
        ("all the same", with(&|_, _, _| 1.0)),
        ("all negative", with(&|_, _, _| -1.0)),
        ("beyond 16 bits", with(&|_, _, w| w * 1e6)),
        ("huge", with(&|_, _, w| w * 1e30)),
        ("tiny", with(&|_, _, w| w * 1e-30)),
        ("one outlier", with(&|_, i, w| if i == 0 { 1e4 } else { w })),
        (
            "large biases",
            with(&|a, _, w| if a % 2 == 1 { w * 1e5 } else { w }),
        ),
        (
            "first layer dead",
            with(&|a, _, w| if a < 2 { -w.abs() } else { w }),
        ),
    ]
}

/// The integers' own arithmetic as its definition says, in 64 bits, each number
/// checked to fit where the fast form keeps it.
fn integer_logits(layers: &integer::Layers, position: &Position) -> [f32; 2] {
    let first = first_columns(&layers.first);
    let slots = slots::Slots::of(position);
    let pits = (0..slots::PITS).map(|p| p * slots::PIT_OPTIONS + usize::from(slots.pits[p]));
    let options: Vec<usize> = pits.chain([slots.hands, slots.state]).collect();
    let hidden: Vec<i64> = first
        .iter()
        .map(|column| {
            let sum: i64 = options
                .iter()
                .map(|&option| i64::from(column[option]))
                .sum();
            i64::from(i16::try_from(sum).unwrap()).max(0)
        })
        .collect();
    let second = &layers.second;
    let last: Vec<i64> = (0..second.bias.len() * integer::BLOCK)
        .map(|o| {
            let (block, lane) = (o / integer::BLOCK, o % integer::BLOCK);
            let weight = |i: usize| second.pairs[block * second.length + i / 2][lane][i % 2];
            let products = hidden
                .iter()
                .enumerate()
                .map(|(i, x)| i64::from(weight(i)) * x);
            let sum = i64::from(second.bias[block][lane]) + products.sum::<i64>();
            let sum = i64::from(i32::try_from(sum).unwrap()).max(0) >> second.shift;
            i64::from(i16::try_from(sum).unwrap())
        })
        .collect();
    [0, 1].map(|head| {
        let heads = &layers.heads;
        let products = heads.weights[head]
            .iter()
            .zip(&last)
            .map(|(&w, x)| i64::from(w) * x);
        let sum = i64::from(heads.bias[head]) + products.sum::<i64>();
        i32::try_from(sum).unwrap() as f32 * heads.unit[head]
    })
}

/// For each output of the first layer, the weight of each option.
fn first_columns(first: &integer::First) -> Vec<Vec<i16>> {
    fn of<const N: usize>(table: &integer::Table<N>) -> Vec<Vec<i16>> {
        let column =
            |block: &Vec<[i16; N]>, lane: usize| block.iter().map(|row| row[lane]).collect();
        let blocks = table.blocks.iter();
        blocks
            .flat_map(|block| (0..N).map(move |lane| column(block, lane)))
            .collect()
    }
    match first {
        integer::First::Narrow(table) => of(table),
        integer::First::Middle(table) => of(table),
        integer::First::Wide(table) => of(table),
    }
}

#[test]
fn no_weights_make_the_integers_overflow() {
    for hidden in [[32, 32], [64, 32], [128, 64], [1024, 1024]] {
        for (name, weights) in hard_weights(Architecture { hidden }) {
            let layers = integer::Layers::new(&weights);
            // Any one option of each slot, and any part of the sum of them.
            let most_inputs: Vec<i64> = first_columns(&layers.first)
                .iter()
                .map(|column| {
                    let slots = || scales::slots().map(|slot| column[slot].iter());
                    let reach: i64 = slots()
                        .map(|s| s.map(|w| i64::from(w.abs())).max().unwrap())
                        .sum();
                    assert!(reach <= 32767, "{name} {hidden:?}: {reach}");
                    slots()
                        .map(|s| i64::from(*s.max().unwrap()))
                        .sum::<i64>()
                        .max(0)
                })
                .collect();
            let second = &layers.second;
            let mut most_last = Vec::new();
            for (block, bias) in second.bias.iter().enumerate() {
                let pairs = &second.pairs[block * second.length..][..second.length];
                for (lane, &bias) in bias.iter().enumerate() {
                    let column: Vec<i16> = pairs.iter().flat_map(|pair| pair[lane]).collect();
                    let most = reach(name, &column, bias, &most_inputs);
                    assert!(most >> second.shift <= 32767, "{name} {hidden:?}: {most}");
                    most_last.push(most.max(0) >> second.shift);
                }
            }
            for head in 0..2 {
                reach(
                    name,
                    &layers.heads.weights[head],
                    layers.heads.bias[head],
                    &most_last,
                );
            }
        }
    }
}

/// The largest sum of a column, of which every part fits 32 bits.
fn reach(name: &str, column: &[i16], bias: i32, most: &[i64]) -> i64 {
    let sum = |sign: i64| -> i64 {
        let products = column
            .iter()
            .zip(most)
            .map(|(&w, most)| (sign * i64::from(w)).max(0) * most);
        (sign * i64::from(bias)).max(0) + products.sum::<i64>()
    };
    assert!(sum(1).max(sum(-1)) <= i64::from(i32::MAX), "{name}");
    i64::from(bias) + (sum(1) - i64::from(bias).max(0))
}

#[test]
fn quantised_inference_is_its_own_definition_bit_for_bit() {
    for hidden in [[64, 32], [96, 64], [128, 32]] {
        for (name, weights) in hard_weights(Architecture { hidden }) {
            let layers = integer::Layers::new(&weights);
            let got = by_every_way(&layers, layers.scratch());
            for (position, got) in positions().iter().zip(got) {
                let [value, arrival] = integer_logits(&layers, position);
                assert_eq!(got.value, sigmoid::sigmoid(value), "{name} {position}");
                assert_eq!(got.arrival, arrival, "{name} {position}");
            }
        }
    }
}

#[test]
fn quantised_inference_is_the_network_up_to_rounding() {
    // A logit beyond f32 has no finite form in either network.
    let finite = |x: f64| x.clamp(f32::MIN.into(), f32::MAX.into());
    let positions: Vec<Position> = positions().into_iter().step_by(4).collect();
    for hidden in [[32, 32], [64, 32], [96, 64], [256, 32], [1024, 1024]] {
        for (name, weights) in hard_weights(Architecture { hidden }) {
            let layers = integer::Layers::new(&weights);
            let exact: Vec<[f64; 2]> = positions
                .iter()
                .map(|p| by_definition(&weights, p))
                .collect();
            for head in 0..2 {
                // Rounding is small beside the size of the logits; the wider, the
                // less room 32 bits leave each weight.
                let share = if hidden[0] < 1024 { 0.01 } else { 0.03 };
                let largest = exact
                    .iter()
                    .fold(0.0_f64, |most, logits| most.max(logits[head].abs()));
                for (position, exact) in positions.iter().zip(&exact) {
                    let got = f64::from(integer_logits(&layers, position)[head]);
                    let error = (finite(got) - finite(exact[head])).abs();
                    assert!(
                        error <= share * largest,
                        "{name} {hidden:?}: {error} of {largest}"
                    );
                }
            }
        }
    }
}
