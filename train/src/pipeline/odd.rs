//! Settings that are allowed and hardly meant.

use bingwa_selfplay::matches::{MIN_DISTINCT_GAMES, MIN_PAIRS};

use super::config::RunConfig;
use super::promotion::Rule;

/// Nodes a simulation may add to a tree: as many as a position has moves, and
/// few positions have more.
const NODES_A_SIMULATION: u32 = 20;

/// A sentence for each setting of a config that is probably a mistake on a
/// machine with so many cores: the key, its value, and what follows from it.
#[must_use]
pub fn oddities(config: &RunConfig, cores: usize) -> Vec<String> {
    let mut odd = Vec::new();
    let mut note = |is_odd: bool, text: String| {
        if is_odd {
            odd.push(text);
        }
    };
    let (train, play, matches) = (&config.train, &config.selfplay, &config.matches);
    let samples = train.samples_per_position;
    note(
        samples > 16.0,
        format!("train.samples_per_position = {samples}: so often, games are learned by heart"),
    );
    note(
        samples < 1.0,
        format!("train.samples_per_position = {samples}: most positions are never learned from"),
    );
    note(
        train.validation_share == 0.0,
        "train.validation_share = 0: no game judges the training, so learning by heart goes unseen"
            .to_owned(),
    );
    let rate = train.learning_rate;
    note(
        rate > 0.01,
        format!("train.learning_rate = {rate}: above 0.01 training seldom holds"),
    );
    let threads = config.threads;
    note(
        threads > cores,
        format!("threads = {threads}: this machine has {cores} cores, more threads only wait"),
    );
    let games = config.games;
    note(
        games < 100,
        format!(
            "games = {games}: chance decides what so few games teach, and their health is not judged"
        ),
    );
    let used = if threads == 0 { cores } else { threads };
    let in_flight = config.in_flight;
    let at_once = in_flight.saturating_mul(used) as u64;
    note(
        at_once > games,
        format!(
            "in_flight = {in_flight}: {at_once} games at once on {used} threads, a generation has {games}"
        ),
    );
    let (full, quick) = (play.simulations, play.quick_simulations);
    note(
        quick > full,
        format!("selfplay.quick_simulations = {quick}: more than the {full} of a full search"),
    );
    note(
        play.full_share == 0.0,
        "selfplay.full_share = 0: without full searches there is no policy to learn from"
            .to_owned(),
    );
    let is_fixed = play.temperature == 0.0 || play.temperature_plies == 0;
    let has_openings = (play.random_share > 0.0 && play.random_plies > 0)
        || (play.random_share < 1.0 && play.policy_plies > 0);
    note(
        is_fixed && !has_openings,
        "selfplay: no random openings and no temperature: the games will hardly differ".to_owned(),
    );
    let nodes = config.search.max_nodes;
    note(
        (nodes as u64) < u64::from(full) * u64::from(NODES_A_SIMULATION),
        format!("search.max_nodes = {nodes}: searches of {full} simulations may end before"),
    );
    let (each, last) = (matches.games, matches.final_games);
    note(
        each == 0 && last == 0,
        "match.games = 0 and match.final_games = 0: nothing shows whether the models get stronger"
            .to_owned(),
    );
    note(
        (each > 0 && matches.anchors.is_empty() || each == 0)
            && (last == 0 || matches.final_anchors.is_empty())
            && each + last > 0,
        "match.anchors: no fixed opponent, so strength is measured only against the run's own models"
            .to_owned(),
    );
    note(
        (1..20).contains(&each),
        format!("match.games = {each}: so few games tell only the largest differences"),
    );
    let gate = &config.promotion;
    let least = (2 * MIN_PAIRS).max(MIN_DISTINCT_GAMES as u32);
    note(
        gate.rule == Rule::Gated && gate.games < least,
        format!(
            "promotion.games = {}: the gate believes nothing below {least} games and would promote \
             no model",
            gate.games
        ),
    );
    odd
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::Path;

    const PLAIN: &str = "ruleset = \"kujifunza\"\ngenerations = 2\n";

    fn odd(top: &str, tables: &str) -> Vec<String> {
        let text = format!("{PLAIN}{top}\n{tables}");
        let config = RunConfig::parse(Path::new("x.toml"), &text).unwrap();
        oddities(&config, 4)
    }

    #[test]
    fn defaults_are_not_odd() {
        assert_eq!(odd("games = 1000", ""), [""; 0]);
    }

    #[test]
    fn each_odd_setting_is_named_alone() {
        for (key, top, tables) in [
            (
                "samples_per_position",
                "",
                "[train]\nsamples_per_position = 17",
            ),
            (
                "samples_per_position",
                "",
                "[train]\nsamples_per_position = 0.5",
            ),
            ("validation_share", "", "[train]\nvalidation_share = 0"),
            ("learning_rate", "", "[train]\nlearning_rate = 0.02"),
            ("threads", "threads = 5", ""),
            ("in_flight", "in_flight = 300", ""),
            (
                "quick_simulations",
                "",
                "[selfplay]\nquick_simulations = 65",
            ),
            ("full_share", "", "[selfplay]\nfull_share = 0"),
            (
                "hardly differ",
                "",
                "[selfplay]\nrandom_share = 0\npolicy_plies = 0\ntemperature = 0",
            ),
            ("max_nodes", "", "[search]\nmax_nodes = 1200"),
            ("nothing shows", "", "[match]\ngames = 0\nfinal_games = 0"),
            ("anchors", "", "[match]\nanchors = []\nfinal_anchors = []"),
            ("match.games", "", "[match]\ngames = 10"),
            (
                "promotion.games",
                "",
                "[promotion]\nrule = \"gated\"\ngames = 4",
            ),
        ] {
            let found = odd(&format!("games = 1000\n{top}"), tables);
            assert!(
                found.len() == 1 && found[0].contains(key),
                "{key}: {found:?}"
            );
        }
        assert!(odd("games = 20", "")[0].contains("games = 20"));
    }
}
