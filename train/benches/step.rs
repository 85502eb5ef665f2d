//! Network evaluations (positions and children) trained per CPU-second, and
//! where the time goes.
//!
//! `cargo bench -p bingwa-train --bench step [-- SECONDS [ROW]...]`: seconds a
//! row (3), and which rows, from 0 (all). CPU time is user + system over all
//! threads, from `/proc/self/stat`: Linux only.

#[path = "../tests/support/mod.rs"]
mod support;

use core::ops::ControlFlow;
use std::time::Instant;

use bingwa_engine::Ruleset;
use bingwa_train::{FirstLayer, TrainConfig, Trainer};

/// User and system seconds so far.
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // After the name, which may hold spaces: fields 3 on; 14 and 15 are wanted,
    // in ticks of 1/100 s.
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    let ticks = fields.skip(11).take(2).map(|n| n.parse::<f64>().unwrap());
    ticks.sum::<f64>() / 100.0
}

fn main() {
    bingwa_train::memory::keep_freed_memory();
    let arguments = std::env::args().skip(1).filter(|a| !a.starts_with('-'));
    let numbers: Vec<f64> = arguments.map(|a| a.parse().unwrap()).collect();
    let seconds = numbers.first().copied().unwrap_or(3.0);
    println!(
        "network        first   evaluations  per CPU-s  per s     ms a step: waiting  gradients  update"
    );
    for (row, (rules, hidden, batch, first_layer)) in [
        (Ruleset::KISWAHILI, [64, 32], 215, FirstLayer::Sparse),
        (Ruleset::KISWAHILI, [64, 32], 215, FirstLayer::Dense),
        (Ruleset::KISWAHILI, [64, 32], 1720, FirstLayer::Sparse),
        (Ruleset::KISWAHILI, [256, 32], 215, FirstLayer::Sparse),
        (Ruleset::KISWAHILI, [256, 32], 215, FirstLayer::Dense),
        (Ruleset::KISWAHILI, [256, 32], 1720, FirstLayer::Sparse),
        (Ruleset::LEAFLET, [64, 32], 64, FirstLayer::Sparse),
    ]
    .into_iter()
    .enumerate()
    {
        if numbers.len() > 1 && !numbers[1..].contains(&f64::from(row as u32)) {
            continue;
        }
        let config = TrainConfig {
            hidden,
            batch,
            first_layer,
            ..TrainConfig::default()
        };
        let window = support::window(&rules, &config, 2000);
        let mut trainer = Trainer::new(config, rules, None, 1).unwrap();
        let (mut steps, mut evaluations) = (0.0, 0);
        let mut sums = [0.0; 3];
        let (mut started, mut cpu) = (Instant::now(), cpu_seconds());
        trainer
            .train(&window, 1_000_000_000, &mut |step| {
                // The first steps warm up.
                if step.step == 10 {
                    (started, cpu) = (Instant::now(), cpu_seconds());
                    (steps, evaluations, sums) = (0.0, 0, [0.0; 3]);
                }
                steps += 1.0;
                evaluations += step.evaluations;
                let parts = step.seconds;
                for (sum, part) in
                    sums.iter_mut()
                        .zip([parts.waiting, parts.gradients, parts.update])
                {
                    *sum += part;
                }
                if started.elapsed().as_secs_f64() < seconds || step.step <= 10 {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            })
            .unwrap();
        let (wall, cpu) = (started.elapsed().as_secs_f64(), cpu_seconds() - cpu);
        let [waiting, gradients, update] = sums.map(|sum| 1e3 * sum / steps);
        println!(
            "{:<14} {:<7} {:>11.0} {:>10.0} {:>6.0} {:>23.3} {gradients:>10.3} {update:>7.3}",
            format!("{}→{} {rules:.3}", hidden[0], hidden[1]),
            format!("{first_layer:?}"),
            evaluations as f64 / steps,
            evaluations as f64 / cpu,
            evaluations as f64 / wall,
            waiting,
        );
    }
}
