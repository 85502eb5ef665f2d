//! The list of changes: which base, which changes, how they are compared.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use bingwa_engine::{CustomRuleset, Ruleset};
use bingwa_selfplay::players::PlayerSpec;
use bingwa_train::pipeline::RunConfig;
use serde::Deserialize;
use toml::{Table, Value};

/// A list that was read and checked.
pub(super) struct List {
    /// How the base learns.
    pub(super) base: RunConfig,
    /// Games of each match.
    pub(super) games: u32,
    /// Seed of openings and players.
    pub(super) seed: u64,
    pub(super) changes: Vec<Change>,
}

/// One change.
pub(super) struct Change {
    pub(super) name: String,
    /// The name as a file name.
    pub(super) folder: String,
    /// How it learns; `None` if it plays with the base's model.
    pub(super) config: Option<RunConfig>,
    /// Search settings in the match, each with a comma before it.
    pub(super) settings: String,
    /// How long both players think, as behind a model's name.
    pub(super) effort: String,
}

/// The file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    base: PathBuf,
    games: u32,
    effort: String,
    #[serde(default = "one")]
    seed: u64,
    ablation: Vec<Entry>,
}

const fn one() -> u64 {
    1
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    name: String,
    #[serde(default)]
    run: Table,
    #[serde(default)]
    player: String,
    effort: Option<String>,
}

impl List {
    /// Reads and checks a list; every config and player in it is tried before
    /// anything is begun.
    pub(super) fn load(path: &Path, rules: Option<Ruleset>) -> anyhow::Result<Self> {
        let text =
            fs::read_to_string(path).with_context(|| format!("reading {}", path.display()))?;
        let file: File =
            toml::from_str(&text).with_context(|| format!("the list {}", path.display()))?;
        let place = path.parent().unwrap_or(Path::new("")).join(&file.base);
        let base = fs::read_to_string(&place)
            .with_context(|| format!("reading {}, the base", place.display()))?;
        let mut base: Table = base
            .parse()
            .with_context(|| format!("the base {}", place.display()))?;
        if let Some(rules) = rules {
            let named = Value::try_from(CustomRuleset::of(&rules)).context("the rule set")?;
            base.insert("ruleset".to_owned(), named);
        }
        // Matches are played here.
        let none: Table = "match = { games = 0, final_games = 0 }".parse()?;
        merge(&mut base, none);
        let config = |change: &Table| -> anyhow::Result<RunConfig> {
            let mut whole = base.clone();
            merge(&mut whole, change.clone());
            Ok(RunConfig::parse(&place, &toml::to_string(&whole)?)?)
        };
        let mut changes = Vec::<Change>::new();
        for entry in file.ablation {
            let within = || format!("{}, ablation \"{}\"", path.display(), entry.name);
            let change = Change {
                folder: folder(&entry.name),
                config: if entry.run.is_empty() {
                    None
                } else {
                    Some(config(&entry.run).with_context(within)?)
                },
                settings: match entry.player.as_str() {
                    "" => String::new(),
                    settings => format!(",{settings}"),
                },
                effort: entry.effort.clone().unwrap_or_else(|| file.effort.clone()),
                name: entry.name.clone(),
            };
            format!("model:{}{}", change.effort, change.settings)
                .parse::<PlayerSpec>()
                .with_context(within)?;
            if change.config.is_none() && change.settings.is_empty() {
                bail!("{}: it changes nothing: give `run` or `player`", within());
            }
            let taken = changes.iter().any(|other| other.folder == change.folder);
            ensure!(
                !taken && change.folder != "base",
                "{}: another one has this name",
                within()
            );
            changes.push(change);
        }
        ensure!(file.games >= 2, "{}: games: at least 2", path.display());
        Ok(Self {
            base: config(&Table::new())?,
            games: file.games,
            seed: file.seed,
            changes,
        })
    }
}

/// A name as a file name.
fn folder(name: &str) -> String {
    let plain = name
        .to_lowercase()
        .replace(|c: char| !c.is_alphanumeric(), "-");
    plain.trim_matches('-').to_owned()
}

/// Sets the keys of `change` in `whole`, table by table.
fn merge(whole: &mut Table, change: Table) {
    for (key, value) in change {
        match (whole.get_mut(&key), value) {
            (Some(Value::Table(whole)), Value::Table(change)) => merge(whole, change),
            (_, value) => {
                whole.insert(key, value);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn load(ablations: &str) -> anyhow::Result<List> {
        let folder = tempfile::tempdir().unwrap();
        let base = "ruleset = \"easy\"\ngenerations = 2\ngames = 9\n[train]\nbatch = 32\n";
        fs::write(folder.path().join("base.toml"), base).unwrap();
        let path = folder.path().join("list.toml");
        let head = "base = \"base.toml\"\ngames = 20\neffort = \"8\"\n";
        fs::write(&path, format!("{head}{ablations}")).unwrap();
        List::load(&path, None)
    }

    #[test]
    fn a_change_is_the_base_but_for_what_it_names() {
        let list = load(
            "[[ablation]]\nname = \"No Mirror!\"\nrun = { train = { mirror = false } }\n\
             [[ablation]]\nname = \"puct\"\nplayer = \"root=puct\"\neffort = \"1ms\"\n",
        )
        .unwrap();
        let [mirror, puct] = &list.changes[..] else {
            panic!("two");
        };
        assert_eq!(
            (mirror.folder.as_str(), mirror.effort.as_str()),
            ("no-mirror", "8")
        );
        let changed = mirror.config.as_ref().unwrap();
        assert!(!changed.train.mirror && list.base.train.mirror);
        assert_eq!((changed.train.batch, changed.games), (32, 9));
        assert_eq!(changed.matches.games, 0);
        assert!(puct.config.is_none());
        assert_eq!(
            (puct.settings.as_str(), puct.effort.as_str()),
            (",root=puct", "1ms")
        );
    }

    #[test]
    fn the_list_of_the_project_is_sound() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("configs/ablations.toml");
        let list = List::load(&path, Some(Ruleset::EASY)).unwrap();
        assert!(list.changes.len() > 9 && list.base.rules() == Ruleset::EASY);
    }

    #[test]
    fn what_cannot_be_is_named_before_anything_begins() {
        for (ablation, says) in [
            ("run = { train = { mirorr = false } }", "mirorr"),
            ("player = \"root=best\"", "root"),
            ("effort = \"0\"\nplayer = \"root=puct\"", "0"),
            ("", "changes nothing"),
        ] {
            let error = load(&format!("[[ablation]]\nname = \"x\"\n{ablation}\n"));
            let error = format!("{:#}", error.err().unwrap());
            assert!(error.contains(says) && error.contains("\"x\""), "{error}");
        }
        let twice = "[[ablation]]\nname = \"x\"\nplayer = \"root=puct\"\n".repeat(2);
        let error = load(&twice).err().unwrap().to_string();
        assert!(error.contains("another one"), "{error}");
    }
}
