//! `bingwa train`: one model from a folder of game files.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use anyhow::{Context, bail};
use bingwa_engine::Ruleset;
use bingwa_models::{Card, Model};
use bingwa_selfplay::records::{RecordsError, read_folder};
use bingwa_train::window::steps;
use bingwa_train::{
    Examples, Judged, MetricsWriter, Split, TrainConfig, Trainer, Window, checkpoints,
};

use crate::args;
use crate::interrupt::{self, Interrupted};
use crate::screen::progress::Progress;

/// Train a model on all games of a folder.
///
/// A checkpoint beside the model keeps what was done: stopped, the same command
/// goes on. `bingwa run` does this for each generation by itself.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  bingwa train --ruleset kujifunza --games games --out first.bingwa
  bingwa train --ruleset kujifunza --games games --init-from first.bingwa --out second.bingwa \\
    --hidden 256,32 --samples-per-position 8")]
pub(crate) struct Args {
    /// The rule set
    #[arg(long, value_parser = args::ruleset)]
    ruleset: Ruleset,
    /// Folder of game files
    #[arg(long, value_name = "DIR")]
    games: PathBuf,
    /// The model file to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Start from the weights of this model
    #[arg(long, value_name = "FILE")]
    init_from: Option<PathBuf>,
    /// Widths of the two hidden layers, multiples of 32 [default: as the model
    /// to start from, else 64,32]
    #[arg(long, value_name = "N,N", value_parser = widths)]
    hidden: Option<[u32; 2]>,
    /// How often each position is used on average
    #[arg(long, value_name = "X", default_value_t = TrainConfig::default().samples_per_position)]
    samples_per_position: f64,
    /// Highest learning rate
    #[arg(long, value_name = "X", default_value_t = TrainConfig::default().learning_rate)]
    learning_rate: f64,
    /// Positions a step
    #[arg(long, value_name = "N", default_value_t = TrainConfig::default().batch)]
    batch: usize,
    /// Folder for metrics: TensorBoard and JSON lines
    #[arg(long, value_name = "DIR")]
    metrics: Option<PathBuf>,
    /// Seed of first weights and of the order of positions
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let rules = &args.ruleset;
    let initial = args
        .init_from
        .as_ref()
        .map(|path| Model::load_for(path, rules))
        .transpose()?;
    let config = config(args, initial.as_ref())?;
    let (window, games) = window(args, &config)?;
    let steps = steps(&config, window.len());
    let mut folder = args.out.clone().into_os_string();
    folder.push(".checkpoints");
    let folder = PathBuf::from(folder);
    let mut trainer = match checkpoints(&folder)?.first() {
        Some(newest) => {
            let trainer = Trainer::resume(newest)?;
            if (trainer.config(), trainer.rules(), trainer.seed()) != (&config, rules, args.seed) {
                bail!(
                    "{} was made with other settings: give the same ones to go on, or remove {}",
                    newest.display(),
                    folder.display()
                );
            }
            trainer
        }
        None => {
            let weights = initial.as_ref().map(|model| &model.weights);
            Trainer::new(config, *rules, weights, args.seed)?
        }
    };
    let stop = interrupt::listen()?;
    bingwa_train::memory::keep_freed_memory();
    let mut metrics = args
        .metrics
        .as_deref()
        .map(MetricsWriter::open)
        .transpose()?;
    let mut fault = None;
    let mut progress = Progress::new("train", "steps", trainer.progress().step, steps);
    let done = trainer.train_saving(&window, steps, &folder, &mut |step| {
        progress.set(step.step + 1, &format!("loss {:.3}", step.losses.total));
        let written = metrics.as_mut().map(|metrics| metrics.some_steps(step));
        fault = fault.take().or(written.and_then(Result::err));
        if stop.load(Ordering::Relaxed) || fault.is_some() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    })?;
    if let Some(fault) = fault {
        return Err(fault.into());
    }
    if !done {
        return Err(Interrupted("the same command goes on".to_owned()).into());
    }
    let most = trainer.config().validation_positions;
    let judged = Judged::of(trainer.weights(), &window, most)?;
    if let Some(metrics) = &mut metrics {
        let step = trainer.progress().total_steps;
        metrics.weights(step, trainer.weights())?;
        if let Some(judged) = &judged {
            metrics.judged(step, judged)?;
        }
    }
    let summary = judged.map_or_else(String::new, |judged| judged.unseen.summary());
    progress.finish(&format!("{} positions{summary}", window.len()));
    if let Some(alarm) = judged.and_then(|judged| judged.alarm()) {
        eprintln!("{alarm}");
    }
    let before = initial.map(|model| model.card).unwrap_or_default();
    let model = Model {
        ruleset: *rules,
        card: Card {
            run: args
                .out
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            generation: before.generation + 1,
            games: before.games + games,
            steps: before.steps + steps,
            config: String::new(),
        },
        weights: trainer.weights().clone(),
    };
    model.save(&args.out)?;
    if folder.exists() {
        std::fs::remove_dir_all(&folder)
            .with_context(|| format!("removing {}", folder.display()))?;
    }
    println!("{} {}", args.out.display(), model.short_hash());
    Ok(())
}

/// Two widths with a comma between.
fn widths(text: &str) -> Result<[u32; 2], String> {
    text.split_once(',')
        .and_then(|(first, second)| Some([first.parse().ok()?, second.parse().ok()?]))
        .ok_or_else(|| "two numbers with a comma between, like 64,32".to_owned())
}

fn config(args: &Args, initial: Option<&Model>) -> anyhow::Result<TrainConfig> {
    let mut config = TrainConfig {
        samples_per_position: args.samples_per_position,
        learning_rate: args.learning_rate,
        batch: args.batch,
        ..TrainConfig::default()
    };
    if let Some(model) = initial {
        config.hidden = model.weights.architecture().hidden;
    }
    if let Some(hidden) = args.hidden {
        config.hidden = hidden;
    }
    config.check()?;
    Ok(config)
}

/// All games of the folder as one window; damage is named.
fn window(args: &Args, config: &TrainConfig) -> anyhow::Result<(Window, u64)> {
    let mut folder = read_folder(&args.games, &args.ruleset)?;
    let mut games = Vec::new();
    for game in folder.by_ref() {
        match game {
            Ok(game) => games.push(game),
            Err(error @ RecordsError::OtherRules { .. }) => return Err(error.into()),
            Err(error) => eprintln!("skipped: {error}"),
        }
    }
    let (examples, faults) = Examples::of_games(&games, &args.ruleset, config, args.seed);
    for fault in faults {
        eprintln!("left out: {fault}");
    }
    if examples.len(Split::Train) == 0 {
        bail!("no game to learn from in {}", args.games.display());
    }
    let count = examples.games();
    Ok((Window::new(1, vec![Arc::new(examples)]), count))
}
