//! The engine's speed, by rule set: `cargo bench -p bingwa-engine`.
//!
//! - `perft`: leaves of a full tree, as counted by `Ruleset::perft`
//! - `game`: uniformly random games from the start to the end
//! - `starts`: generating the starts of a position
//! - `play`: playing one move, and the same in laps and in seeds sown
//! - `outcome`: whether a position is over
//! - `key`: hashing a position

use std::hint::black_box;

use bingwa_engine::{Event, Move, Observer, Position, Ruleset};
use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};

/// Sebastiano Vigna's splitmix64, the high bits scaled to a range: cheap, so
/// that the engine is what is measured.
fn dice(mut state: u64) -> impl FnMut(usize) -> usize {
    move |n| {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = state;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
        ((u128::from(z) * n as u128) >> 64) as usize
    }
}

/// Positions of random games with a legal move of each.
fn sample(rules: &Ruleset, count: usize) -> Vec<(Position, Move)> {
    let mut choose = dice(1);
    let mut sample = Vec::with_capacity(count);
    while sample.len() < count {
        let mut position = Position::start(rules);
        while rules.outcome(&position).is_none() && sample.len() < count {
            let legal = rules.legal_moves(&position);
            let mv = legal[choose(legal.len())];
            sample.push((position, mv));
            let played = rules.play(&position, mv);
            if rules.decided_by_move(&played).is_some() {
                break;
            }
            position = played.position;
        }
    }
    sample
}

/// Counts what is sown.
#[derive(Default)]
struct Sown {
    laps: u64,
    seeds: u64,
}

impl Observer for Sown {
    fn event(&mut self, event: Event) {
        if let Event::Sown { seeds, .. } = event {
            self.laps += 1;
            self.seeds += u64::from(seeds);
        }
    }
}

/// One benchmark for each rule set.
fn each_ruleset(
    criterion: &mut Criterion,
    name: &str,
    bench: impl Fn(&mut BenchmarkGroup<'_, WallTime>, &str, Ruleset),
) {
    let mut group = criterion.benchmark_group(name);
    for (name, rules) in Ruleset::PRESETS {
        bench(&mut group, name, rules);
    }
    group.finish();
}

fn perft(criterion: &mut Criterion) {
    each_ruleset(criterion, "perft", |group, name, rules| {
        let start = Position::start(&rules);
        // The depth that gives some hundred thousand leaves.
        let depth = (1..)
            .find(|&depth| rules.perft(&start, depth) > 80_000)
            .unwrap_or(1);
        group.throughput(Throughput::Elements(rules.perft(&start, depth)));
        group.bench_function(name, |b| b.iter(|| rules.perft(black_box(&start), depth)));
    });
}

fn game(criterion: &mut Criterion) {
    each_ruleset(criterion, "game", |group, name, rules| {
        let start = Position::start(&rules);
        let mut choose = dice(2);
        group.throughput(Throughput::Elements(1));
        group.bench_function(name, |b| {
            b.iter(|| rules.playout(black_box(&start), &mut choose));
        });
    });
}

fn starts(criterion: &mut Criterion) {
    each_ruleset(criterion, "starts", |group, name, rules| {
        let sample = sample(&rules, 4096);
        group.throughput(Throughput::Elements(sample.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let starts = sample
                    .iter()
                    .map(|(position, _)| rules.starts(position).len());
                starts.sum::<usize>()
            });
        });
    });
}

fn play(criterion: &mut Criterion) {
    let moves = |sample: &[(Position, Move)], _: &Ruleset| sample.len() as u64;
    let sown = |sample: &[(Position, Move)], rules: &Ruleset| {
        let mut sown = Sown::default();
        for (position, mv) in sample {
            rules.play_observed(position, *mv, &mut sown);
        }
        sown
    };
    let laps = |sample: &[(Position, Move)], rules: &Ruleset| sown(sample, rules).laps;
    let seeds = |sample: &[(Position, Move)], rules: &Ruleset| sown(sample, rules).seeds;
    type Count<'a> = &'a dyn Fn(&[(Position, Move)], &Ruleset) -> u64;
    let units: [(&str, Count<'_>); 3] = [("moves", &moves), ("laps", &laps), ("seeds", &seeds)];
    for (unit, count) in units {
        each_ruleset(criterion, &format!("play/{unit}"), |group, name, rules| {
            let sample = sample(&rules, 4096);
            group.throughput(Throughput::Elements(count(&sample, &rules)));
            group.bench_function(name, |b| {
                b.iter(|| {
                    let played = sample
                        .iter()
                        .map(|(position, mv)| rules.play(position, *mv));
                    played.fold(0, |sum, played| sum ^ u64::from(played.turn.laps))
                });
            });
        });
    }
}

fn outcome(criterion: &mut Criterion) {
    each_ruleset(criterion, "outcome", |group, name, rules| {
        let sample = sample(&rules, 4096);
        group.throughput(Throughput::Elements(sample.len() as u64));
        group.bench_function(name, |b| {
            b.iter(|| {
                let over = sample
                    .iter()
                    .filter(|(here, _)| rules.outcome(here).is_some());
                over.count()
            });
        });
    });
}

fn key(criterion: &mut Criterion) {
    let sample = sample(&Ruleset::KISWAHILI, 4096);
    let mut group = criterion.benchmark_group("key");
    group.throughput(Throughput::Elements(sample.len() as u64));
    group.bench_function("kiswahili", |b| {
        b.iter(|| {
            sample
                .iter()
                .fold(0, |sum, (position, _)| sum ^ position.key())
        });
    });
}

criterion_group!(benches, perft, game, starts, play, outcome, key);
criterion_main!(benches);
