//! `bingwa ablate` through the real program: a change of the run and one of the
//! player, each against the base, and nothing done twice.

mod common;

use std::fs;
use std::time::SystemTime;

use common::{refused, stdout, text};

const BASE: &str = "ruleset = \"kujifunza\"\ngenerations = 1\ngames = 40\n\
[selfplay]\nsimulations = 8\nquick_simulations = 4\n\
[train]\nhidden = [32, 32]\nbatch = 64\n";

const LIST: &str = "base = \"base.toml\"\ngames = 20\neffort = \"8\"\n\
[[ablation]]\nname = \"no mirror\"\nrun = { train = { mirror = false } }\n\
[[ablation]]\nname = \"PUCT at the root\"\nplayer = \"root=puct\"\n";

#[test]
fn each_change_is_learned_and_played_against_the_base_once() {
    let folder = tempfile::tempdir().unwrap();
    let (list, out) = (folder.path().join("list.toml"), folder.path().join("out"));
    fs::write(folder.path().join("base.toml"), BASE).unwrap();
    fs::write(&list, LIST).unwrap();
    let table = stdout(&["ablate", text(&list), "--out", text(&out)]);
    assert!(table.contains("kujifunza, 20 games a match"), "{table}");
    let row = |name: &str| {
        let found = table.lines().find(|line| line.contains(name));
        found.unwrap_or_else(|| panic!("{table}")).to_owned()
    };
    assert!(row("no mirror").contains(" % ("));
    assert!(row("PUCT at the root").starts_with("| PUCT at the root | – | 8 |"));
    assert_eq!(fs::read_to_string(out.join("table.md")).unwrap(), table);
    assert!(out.join("no-mirror/models/g001.bingwa").exists());
    assert!(!out.join("puct-at-the-root").exists());

    let made = || -> Vec<SystemTime> {
        [
            "base/models/g001.bingwa",
            "no-mirror.match",
            "puct-at-the-root.match",
        ]
        .map(|file| out.join(file).metadata().unwrap().modified().unwrap())
        .to_vec()
    };
    let before = made();
    let again = stdout(&["ablate", text(&list), "--out", text(&out)]);
    assert_eq!(before, made(), "it was done again");
    let rows = |table: &str| table.lines().skip(4).map(str::to_owned).collect::<Vec<_>>();
    let scores = |rows: Vec<String>| -> Vec<String> {
        let score = |row: &String| row.split('|').nth(4).unwrap_or_default().to_owned();
        rows.iter().map(score).collect()
    };
    assert_eq!(scores(rows(&table)), scores(rows(&again)));

    fs::write(&list, LIST.replace("mirror = false", "mirorr = false")).unwrap();
    refused(
        &["ablate", text(&list), "--out", text(&out)],
        "",
        &["no mirror", "mirorr", "train.mirror"],
    );
}
