//! How the players search: who searches in two ways is two players.

use std::collections::BTreeMap;

use anyhow::ensure;
use serde_json::{Map, Value};

/// The search settings of each player by its name, and where they were met.
#[derive(Default)]
pub(super) struct Searches(BTreeMap<String, (String, String)>);

impl Searches {
    /// Notes how a player searches in this place.
    ///
    /// # Errors
    /// When it searches otherwise in an earlier one.
    pub(super) fn note(&mut self, player: &str, search: &str, place: &str) -> anyhow::Result<()> {
        let (known, earlier) = self
            .0
            .entry(player.to_owned())
            .or_insert_with(|| (search.to_owned(), place.to_owned()));
        ensure!(
            *known == *search,
            "{player} does not search in {place} as in {earlier}: {}; two players of one name \
             cannot be rated as one: move a match away",
            difference(search, known)
        );
        Ok(())
    }
}

/// What differs between two searches: a setting, else all there is.
fn difference(here: &str, there: &str) -> String {
    let settings =
        |text: &str| serde_json::from_str::<Map<String, Value>>(text).unwrap_or_default();
    let others = settings(there);
    let differs = settings(here)
        .into_iter()
        .find_map(|(key, value)| match others.get(&key) {
            Some(other) if *other != value => Some(format!("{key} is {value}, not {other}")),
            _ => None,
        });
    differs.unwrap_or_else(|| format!("`{here}`, not `{there}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_name_searches_in_one_way_and_what_differs_is_named() {
        let mut searches = Searches::default();
        let (a, b) = (
            r#"{"root":"gumbel","leaves":1}"#,
            r#"{"root":"puct","leaves":1}"#,
        );
        searches.note("g001@aa:64", a, "a.match").unwrap();
        searches.note("g001@aa:64", a, "b.match").unwrap();
        searches.note("g001@aa:64,root=puct", b, "b.match").unwrap();
        let told = searches.note("g001@aa:64", b, "c.match").unwrap_err();
        let told = told.to_string();
        for part in [
            "g001@aa:64",
            "in c.match as in a.match",
            r#"root is "puct", not "gumbel""#,
        ] {
            assert!(told.contains(part), "{told}");
        }
        searches.note("Odd:10e", r#"["odd"]"#, "a.match").unwrap();
        let told = searches.note("Odd:10e", r#"["odd","-x"]"#, "b.match");
        let told = told.unwrap_err().to_string();
        assert!(told.contains(r#"`["odd","-x"]`, not `["odd"]`"#), "{told}");
    }
}
