//! The players against the truth.

use bingwa_engine::{Move, Position, Ruleset};
use bingwa_models::Value;
use bingwa_selfplay::players::PlayerSpec;
use bingwa_selfplay::search::SearchConfig;
use bingwa_selfplay::seeds::{Purpose, stream};

use super::Check;
use super::known::{self, Known};

/// Players that look at least one move ahead and so take a win in one.
const SEARCHERS: [&str; 3] = ["untrained:32", "alphabeta:2", "bestfirst:200"];

/// It counts games and may prefer another move that wins as well.
const ROLLOUTS: &str = "mcts:400";

pub(super) fn checks(rules: &Ruleset, known: &[Known]) -> Vec<Check> {
    let searchers = SEARCHERS.iter().map(|name| {
        let check = Check::new(format!("{name} takes a win in one, from both seats"));
        judge(check, name, rules, known, |position, mv| {
            known::after(rules, position, mv, 1) == Some(Value::Win(1))
        })
    });
    let check = Check::new(format!(
        "{ROLLOUTS} does not throw a win in one away, from both seats"
    ));
    let rollouts = judge(check, ROLLOUTS, rules, known, |position, mv| {
        !matches!(known::after(rules, position, mv, 3), Some(Value::Loss(_)))
    });
    searchers.chain([rollouts]).collect()
}

/// Lets a player move wherever there is a win in one.
fn judge(
    mut check: Check,
    name: &str,
    rules: &Ruleset,
    known: &[Known],
    is_right: impl Fn(&Position, Move) -> bool,
) -> Check {
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
        check.case(mv.is_some_and(|mv| is_right(position, mv)), || {
            format!("{position}: it plays {mv:?}")
        });
    }
    check
}
