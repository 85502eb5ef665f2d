//! How should a network rank moves: by a policy head on the board, or by looking
//! at the position after each move? Labels by random games, the forms trained on
//! the same, and matches at equal CPU time. Results: docs/METHODS.md.
//!
//! ```text
//! cargo run --release -p bingwa-train --example ranking -- table kiswahili
//! cargo run --release -p bingwa-train --example ranking -- tune kujifunza
//! cargo run --release -p bingwa-train --example ranking -- match kiswahili time=5000
//! cargo run --release -p bingwa-train --example ranking -- captures kujifunza
//! ```
//!
//! `key=value` changes a setting; the defaults are those of [`Settings`].
#![deny(unsafe_code)]

mod batch;
mod contest;
mod labels;
mod native;
mod settings;
mod table;
mod textbook;
mod training;

use core::str::FromStr;
use std::hint::black_box;

use bingwa_engine::Ruleset;
use bingwa_models::{Architecture, Evaluation, Evaluator, NativeNetwork, Weights};
use bingwa_selfplay::openings::distinct_openings;
use bingwa_selfplay::search::{Search, SearchConfig};

use contest::{AfterMoves, Contest, Searcher};
use labels::Family;
use native::{ARRIVAL_HEAD, Native, encode, policy_head};
use settings::Settings;
use table::{Quality, Ranker, Reading, most_seeds, nanoseconds, print_engine_costs};
use textbook::{Constants, Textbook};
use training::{Form, Outcome, Reads, train};

const COMMANDS: &str = "write table, tune, match or captures, then a rule set, then settings";

fn main() -> Outcome<()> {
    bingwa_train::memory::keep_freed_memory();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [command, rules, settings @ ..] = arguments.as_slice() else {
        return Err(COMMANDS.into());
    };
    let rules = Ruleset::from_str(rules)?;
    let settings = Settings::of(&rules, settings)?;
    match command.as_str() {
        "table" => print_table(&rules, &settings),
        "tune" => tune(&rules, &settings),
        "match" => against_textbook(&rules, &settings),
        "captures" => captures(&rules, &settings),
        _ => Err(format!("`{command}`: {COMMANDS}").into()),
    }
}

const fn form(reads: Reads, value: bool, policy: bool, captures: bool) -> Form {
    Form {
        reads,
        value,
        policy,
        captures,
    }
}

/// The network of the textbook search, and the project's.
const TEXTBOOK: Form = form(Reads::Board, true, true, false);
const PROJECT: Form = form(Reads::Children, true, true, false);

fn print_table(rules: &Ruleset, settings: &Settings) -> Outcome<()> {
    let [train_on, mut held_out] = settings.labels(rules)?;
    held_out.retain(Family::is_open);
    print_engine_costs(rules, &held_out);
    println!("| form | width | best found | win probability lost | ns a position |");
    println!("| at random | – | {} | 0 |", Quality::of_chance(&held_out));
    println!(
        "| most seeds after the move | – | {} | – |",
        Quality::of(&held_out, most_seeds)
    );
    let (board, children) = (Reads::Board, Reads::Children);
    let rows: [(&str, Form, &[Reading]); 8] = [
        (
            "policy head on the board",
            form(board, false, true, false),
            &[Reading::Policy],
        ),
        (
            "the same, capture rows",
            form(board, false, true, true),
            &[Reading::Policy],
        ),
        (
            "value after the move",
            form(children, true, false, false),
            &[Reading::Value],
        ),
        (
            "the same, capture rows",
            form(children, true, false, true),
            &[Reading::Value],
        ),
        (
            "arrival",
            form(children, false, true, false),
            &[Reading::Policy],
        ),
        (
            "the same, capture rows",
            form(children, false, true, true),
            &[Reading::Policy],
        ),
        (
            "board: value and policy",
            TEXTBOOK,
            &[Reading::Policy, Reading::Value],
        ),
        (
            "after the move: value and arrival",
            PROJECT,
            &[Reading::Policy, Reading::Value],
        ),
    ];
    for (name, form, readings) in rows {
        let network = Native::new(&train(rules, &form, settings.plan(&form), &train_on)?);
        for &reading in readings {
            let mut ranker = Ranker::new(rules, form, reading, &network);
            let mut scores = Vec::new();
            let quality = Quality::of(&held_out, |family| {
                ranker.rank(family, &mut scores);
                scores.clone()
            });
            let cost = nanoseconds(&held_out, |family| ranker.rank(family, &mut scores));
            println!(
                "| {name}, by {reading:?} | {} | {quality} | {cost:.0} |",
                settings.width
            );
        }
    }
    Ok(())
}

/// The two networks of a match, trained on the same labels. Checks that the
/// example's inference gives what the product's gives, and says what each costs.
fn networks(rules: &Ruleset, settings: &Settings) -> Outcome<(NativeNetwork, Native)> {
    let [train_on, held_out] = settings.labels(rules)?;
    let trained = |form| train(rules, &form, settings.plan(&form), &train_on);
    let arrays = trained(PROJECT)?;
    let here = Native::new(&arrays);
    let hidden = [settings.width as u32, native::BLOCK as u32];
    let weights = Weights::new(Architecture { hidden }, arrays).ok_or("widths that do not fit")?;
    let mut project = NativeNetwork::new(&weights);
    let textbook = Native::new(&trained(TEXTBOOK)?);
    let blank = Evaluation {
        value: 0.0,
        arrival: 0.0,
    };
    let mut after_moves = AfterMoves {
        rules,
        network: &here,
        captures: false,
        rows: Vec::new(),
        out: Vec::new(),
    };
    for family in &held_out {
        let [mut product, mut example] = [[blank]; 2];
        project.evaluate(&[family.position], &mut product);
        after_moves.evaluate(&[family.position], &mut example);
        if (product[0].value - example[0].value).abs() > 1e-4
            || (product[0].arrival - example[0].arrival).abs() > 1e-3
        {
            return Err(format!("{}: {product:?} is not {example:?}", family.position).into());
        }
    }
    let own = nanoseconds(&held_out, |family| {
        let mut out = [blank];
        project.evaluate(&[family.position], &mut out);
        black_box(out);
    });
    let (mut rows, mut heads, mut out) = (Vec::new(), Vec::new(), Vec::new());
    let mut plain = |network: &Native, policy: bool| {
        nanoseconds(&held_out, |family| {
            rows.clear();
            heads.clear();
            encode(rules, &family.position, false, &mut rows);
            match policy {
                true => heads.extend(family.children.iter().map(|child| policy_head(child.mv))),
                false => heads.push(ARRIVAL_HEAD),
            }
            network.run(&rows, &heads, &mut out);
            black_box(&out);
        })
    };
    println!(
        "one evaluation: the product's own {own:.0} ns, the same network here {:.0} ns, \
         the textbook's with its policy {:.0} ns",
        plain(&here, false),
        plain(&textbook, true)
    );
    Ok((project, textbook))
}

/// Plain PUCT: no minimax backups, no proofs, as the textbook has none.
fn plain() -> SearchConfig {
    SearchConfig {
        minimax_weight: 0.0,
        solver: false,
        ..SearchConfig::default()
    }
}

/// Finds the textbook's constants against the project's search.
fn tune(rules: &Ruleset, settings: &Settings) -> Outcome<()> {
    let (project, textbook) = networks(rules, settings)?;
    let openings = distinct_openings(rules, settings.seed + 1, settings.pairs);
    let attempt = |exploration, reduction| {
        let constants = Constants {
            exploration,
            reduction,
        };
        let contest = Contest {
            rules,
            players: [&|| Box::new(Search::new(plain(), project.clone())), &|| {
                Box::new(Textbook::new(rules, &textbook, constants))
            }],
            time: settings.time(),
        };
        contest.play(&format!("{constants:?}"), &openings)
    };
    let mut best = (1.0, 0.0);
    for exploration in [0.1, 0.2, 0.4, 0.8, 1.6] {
        let share = attempt(exploration, 0.0);
        if share < best.0 {
            best = (share, exploration);
        }
    }
    attempt(best.1, 0.2);
    Ok(())
}

/// The project's search, reduced and whole, against the textbook's.
fn against_textbook(rules: &Ruleset, settings: &Settings) -> Outcome<()> {
    let (project, textbook) = networks(rules, settings)?;
    let openings = distinct_openings(rules, settings.seed, settings.pairs);
    let constants = Constants {
        exploration: settings.exploration,
        reduction: settings.reduction,
    };
    for (name, config) in [
        ("plain PUCT", plain()),
        ("as it is", SearchConfig::default()),
    ] {
        let contest = Contest {
            rules,
            players: [&|| Box::new(Search::new(config, project.clone())), &|| {
                Box::new(Textbook::new(rules, &textbook, constants))
            }],
            time: settings.time(),
        };
        contest.play(name, &openings);
    }
    Ok(())
}

/// The project's search with capture rows in the input, against without.
fn captures(rules: &Ruleset, settings: &Settings) -> Outcome<()> {
    let [train_on, _] = settings.labels(rules)?;
    let openings = distinct_openings(rules, settings.seed, settings.pairs);
    let trained = |captures| {
        let form = Form {
            captures,
            ..PROJECT
        };
        let arrays = train(rules, &form, settings.plan(&form), &train_on)?;
        Outcome::Ok(Native::new(&arrays))
    };
    let networks = [trained(true)?, trained(false)?];
    let make = |captures: bool| -> Box<dyn Searcher + '_> {
        let evaluator = AfterMoves {
            rules,
            network: &networks[usize::from(!captures)],
            captures,
            rows: Vec::new(),
            out: Vec::new(),
        };
        Box::new(Search::new(SearchConfig::default(), evaluator))
    };
    let contest = Contest {
        rules,
        players: [&|| make(true), &|| make(false)],
        time: settings.time(),
    };
    contest.play("with capture rows", &openings);
    Ok(())
}
