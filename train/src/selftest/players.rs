//! The players against the truth.

use bingwa_engine::Ruleset;
use bingwa_models::Value;
use bingwa_selfplay::players::PlayerSpec;
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::seeds::{Purpose, stream};

use super::Check;
use super::known::{self, Known};

/// Players that look at least one move ahead and so see a win in one.
const PLAYERS: [&str; 4] = ["mcts:200", "untrained:32", "alphabeta:2", "bestfirst:200"];

pub(super) fn checks(rules: &Ruleset, known: &[Known]) -> Vec<Check> {
    PLAYERS
        .iter()
        .map(|name| {
            let mut check = Check::new(format!("{name} takes a win in one, from both seats"));
            let factory = name
                .parse()
                .ok()
                .and_then(|spec: PlayerSpec| spec.load(rules, SearchConfig::default(), 1).ok());
            let Some(factory) = factory else {
                check.case(false, || "there is no such player".to_owned());
                return check;
            };
            let mut player = factory.make();
            let won = known.iter().filter(|known| known.value == Value::Win(1));
            for (i, Known { position, .. }) in won.enumerate() {
                let mut random = stream(1, Purpose::Play, 0, i as u64);
                let mv = player.choose(rules, position, &mut random);
                let wins = mv.and_then(|mv| known::after(rules, position, mv, 1));
                check.case(wins == Some(Value::Win(1)), || {
                    format!("{position}: it plays {mv:?}")
                });
            }
            check
        })
        .collect()
}
