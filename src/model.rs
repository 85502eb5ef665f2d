//! `bingwa model`: what a model file holds.

use std::io::{self, Write};
use std::path::PathBuf;

use bingwa_models::Model;

/// Look at a model file.
#[derive(clap::Args)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(clap::Subcommand)]
enum Command {
    /// Print what a model file says of itself
    #[command(after_help = "\
Examples:
  bingwa model show runs/quick/models/g006.bingwa")]
    Show {
        /// The model file
        file: PathBuf,
    },
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    let Command::Show { file } = &args.command;
    let model = Model::load(file)?;
    let architecture = model.weights.architecture();
    let weights = model.weights.arrays().iter().flatten();
    let largest = weights.fold(0.0_f32, |most, weight| most.max(weight.abs()));
    let mut out = io::stdout().lock();
    writeln!(out, "file        {}", file.display())?;
    writeln!(out, "hash        {}", model.short_hash())?;
    writeln!(out, "rule set    {}", model.ruleset)?;
    writeln!(
        out,
        "network     {architecture}, {} weights, largest {largest:.2}",
        architecture.parameters()
    )?;
    writeln!(out, "run         {}", model.card.run)?;
    writeln!(out, "config      {}", model.card.config)?;
    writeln!(out, "generation  {}", model.card.generation)?;
    writeln!(out, "games       {}", model.card.games)?;
    writeln!(out, "steps       {}", model.card.steps)?;
    Ok(())
}
