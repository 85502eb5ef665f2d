//! How well each form ranks the moves of held-out positions, and its cost.

use bingwa_engine::Ruleset;
use cpu_time::ThreadTime;

use crate::labels::Family;
use crate::native::{ARRIVAL_HEAD, Native, encode, encode_captures, policy_head};
use crate::training::{Form, Reads};

/// How a ranking agrees with the labels.
#[derive(Default)]
pub(crate) struct Quality {
    families: f32,
    found: f32,
    lost: f32,
    lost_squared: f32,
}

impl Quality {
    /// Counts a choice among a family's moves, given as each one's probability.
    fn count(&mut self, family: &Family, choice: impl Iterator<Item = f32>) {
        let best = family
            .children
            .iter()
            .map(|child| child.value)
            .fold(0.0, f32::max);
        let mut lost = 0.0;
        for (child, share) in family.children.iter().zip(choice) {
            lost += share * (best - child.value);
            self.found += share * f32::from(u8::from(child.value == best));
        }
        self.families += 1.0;
        self.lost += lost;
        self.lost_squared += lost * lost;
    }

    /// Of the move with the highest score in each family.
    pub(crate) fn of(families: &[Family], mut scores: impl FnMut(&Family) -> Vec<f32>) -> Self {
        let mut quality = Self::default();
        for family in families {
            let scores = scores(family);
            let best = (0..scores.len()).max_by(|&a, &b| scores[a].total_cmp(&scores[b]));
            quality.count(
                family,
                (0..scores.len()).map(|i| f32::from(u8::from(Some(i) == best))),
            );
        }
        quality
    }

    /// Of a move drawn at random.
    pub(crate) fn of_chance(families: &[Family]) -> Self {
        let mut quality = Self::default();
        for family in families {
            let n = family.children.len();
            quality.count(family, core::iter::repeat_n(1.0 / n as f32, n));
        }
        quality
    }
}

impl core::fmt::Display for Quality {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let [found, lost, squares] =
            [self.found, self.lost, self.lost_squared].map(|x| x / self.families);
        let error = ((squares - lost * lost) / self.families).sqrt();
        write!(
            f,
            "{:5.1} % | {:5.2} ± {:.2} %",
            100.0 * found,
            100.0 * lost,
            196.0 * error
        )
    }
}

/// Most seeds of one's own after the move.
pub(crate) fn most_seeds(family: &Family) -> Vec<f32> {
    let own = |pits: [u8; 16]| pits.iter().map(|&n| f32::from(n)).sum();
    family
        .children
        .iter()
        .map(|child| own(child.position.other_pits()))
        .collect()
}

/// What a network's outputs are read for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Reading {
    Value,
    Policy,
}

/// Ranks moves with a trained network.
pub(crate) struct Ranker<'a> {
    rules: &'a Ruleset,
    form: Form,
    reading: Reading,
    network: &'a Native,
    rows: Vec<u16>,
    heads: Vec<u8>,
    out: Vec<f32>,
}

impl<'a> Ranker<'a> {
    pub(crate) fn new(
        rules: &'a Ruleset,
        form: Form,
        reading: Reading,
        network: &'a Native,
    ) -> Self {
        Self {
            rules,
            form,
            reading,
            network,
            rows: Vec::new(),
            heads: Vec::new(),
            out: Vec::new(),
        }
    }

    /// The score of each move of an open family, into `scores`.
    pub(crate) fn rank(&mut self, family: &Family, scores: &mut Vec<f32>) {
        scores.clear();
        if self.form.reads == Reads::Board && self.reading == Reading::Policy {
            self.heads.clear();
            self.heads
                .extend(family.children.iter().map(|child| policy_head(child.mv)));
            self.rows.clear();
            encode(
                self.rules,
                &family.position,
                self.form.captures,
                &mut self.rows,
            );
            self.network.run(&self.rows, &self.heads, &mut self.out);
            scores.extend_from_slice(&self.out[1..]);
            return;
        }
        let wanted: &[u8] = match self.reading {
            Reading::Value => &[],
            Reading::Policy => &[ARRIVAL_HEAD],
        };
        for child in &family.children {
            self.rows.clear();
            encode(
                self.rules,
                &child.position,
                self.form.captures,
                &mut self.rows,
            );
            self.network.run(&self.rows, wanted, &mut self.out);
            scores.push(match self.reading {
                Reading::Value => -self.out[0],
                Reading::Policy => self.out[1],
            });
        }
    }
}

/// CPU nanoseconds of `work` for each of `items`, the least of five rounds.
pub(crate) fn nanoseconds<T>(items: &[T], mut work: impl FnMut(&T)) -> f64 {
    let round = |_| {
        let start = ThreadTime::now();
        items.iter().for_each(&mut work);
        start.elapsed().as_secs_f64() * 1e9 / items.len() as f64
    };
    (0..5).map(round).fold(f64::INFINITY, f64::min)
}

/// Prints what the engine's part costs: moves played, capture rows.
pub(crate) fn print_engine_costs(rules: &Ruleset, families: &[Family]) {
    let children = families
        .iter()
        .map(|family| family.children.len())
        .sum::<usize>();
    let play = nanoseconds(families, |family| {
        rules.children(&family.position, |_, played| {
            std::hint::black_box(played);
        });
    });
    let mut rows = Vec::new();
    let captures = nanoseconds(families, |family| {
        rows.clear();
        encode_captures(rules, &family.position, &mut rows);
        std::hint::black_box(&rows);
    });
    println!(
        "{} open held-out positions, {:.2} moves each; playing them all {play:.0} ns, capture rows of one position {captures:.0} ns",
        families.len(),
        children as f64 / families.len() as f64
    );
}
