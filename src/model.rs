//! `bingwa model`: what a model file holds, and models for other programs.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use bingwa_models::Model;
use bingwa_models::export::{Format, export};

/// Look at a model file, or write it for other programs.
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
    /// Write a model for other programs: safetensors or ONNX
    #[command(after_help = "\
The network's input is a vector of 791 zeros and ones, docs/FORMATS.md says which.
safetensors: first.weight, first.bias, second.…, heads.…, matrices [outputs, inputs]
as PyTorch has them; ReLU between the layers; heads are the value logit and the
arrival logit. onnx: input rows [batch, 791], outputs value, the probability that the
mover wins, and arrival, a logit, both [batch, 1]. What the model file knows of the
model is in the metadata of either.

Examples:
  bingwa model export runs/quick/models/g006.bingwa --format onnx --out g006.onnx
  bingwa model export g006.bingwa --format safetensors --out g006.safetensors")]
    Export {
        /// The model file
        file: PathBuf,
        /// safetensors or onnx
        #[arg(long)]
        format: Format,
        /// The file to write; one that is there is replaced
        #[arg(long, value_name = "FILE")]
        out: PathBuf,
    },
}

pub(crate) fn run(args: &Args) -> anyhow::Result<()> {
    match &args.command {
        Command::Show { file } => show(file),
        Command::Export { file, format, out } => {
            let model = Model::load(file)?;
            export(&model, *format, out)?;
            let hash = model.short_hash();
            writeln!(
                io::stdout(),
                "model {hash} written to {} as {format}",
                out.display()
            )?;
            Ok(())
        }
    }
}

fn show(file: &Path) -> anyhow::Result<()> {
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
