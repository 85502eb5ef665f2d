//! A rule set in plain words, every sentence derived from a switch.

use crate::options::{
    Capture, EmptyInner, Endless, LoneKichwa, Nyumba, NyumbaMtaji, NyumbaStart, NyumbaTakataEnd,
};
use crate::ruleset::Ruleset;
use crate::value::row_for_people;

impl Ruleset {
    /// The rules in plain words: paragraphs, each a topic and its sentences.
    ///
    /// ```
    /// use bingwa_engine::Ruleset;
    ///
    /// let (topic, text) = &Ruleset::EASY.explain()[0];
    /// assert_eq!(topic, &"Start");
    /// assert!(text.contains("2 each"));
    /// ```
    #[must_use]
    pub fn explain(&self) -> Vec<(&'static str, String)> {
        let mut paragraphs = vec![
            ("Start", self.start_words()),
            ("A move", self.move_words()),
            ("Capturing", self.capture_words()),
        ];
        if self.capture == Capture::Kichwa {
            paragraphs.push(("Without a capture", self.takata_words()));
        }
        if let Some(nyumba) = &self.nyumba {
            paragraphs.push(("The nyumba", self.nyumba_words(nyumba)));
        }
        if self.takasia {
            paragraphs.push(("Takasia", takasia_words()));
        }
        paragraphs.push(("End", self.end_words()));
        paragraphs
    }

    fn start_words(&self) -> String {
        let mut words = format!(
            "Each player's inner row holds {} (left to right), the outer row {}.",
            row_for_people(self.inner_start),
            row_for_people(self.outer_start),
        );
        if self.hand > 0 {
            words += &format!(" Each player has {} more in hand.", seeds(self.hand));
        }
        words + " South moves first. No passing."
    }

    fn move_words(&self) -> String {
        let sowing = "Seeds are sown one by one round one's own two rows, in either direction; \
                      each handful is a lap.";
        let mtaji = "lift a pit of two or more seeds and sow them, beginning with the next pit";
        let stages = if self.hand > 0 {
            format!(
                "While either player has seeds in hand (the namua stage), a move begins by placing \
                 one of them in a filled pit of one's inner row. After that (the mtaji stage): \
                 {mtaji}."
            )
        } else {
            format!("To move, {mtaji}.")
        };
        let lap = "A lap that ends in an empty pit ends the move. A lap that ends in a filled pit \
                   captures if it may; otherwise that pit is lifted and sown on.";
        format!("{sowing} {stages} {lap}")
    }

    fn capture_words(&self) -> String {
        let mut words = Vec::new();
        match self.capture {
            Capture::Kichwa => {
                words.push(
                    "A move that begins with a capture is a capture turn, and only in such a move \
                     seeds are captured. A lap captures when it ends in a filled pit of one's inner \
                     row that faces a filled pit: those seeds are taken and sown as a new lap, the \
                     first one into a kichwa, an end of one's inner row. From the two leftmost pits \
                     it is the left one, from the two rightmost the right one, from between them \
                     the one that keeps the direction."
                        .to_owned(),
                );
                if self.hand > 0 {
                    words.push(
                        "In namua a move captures when the placed seed faces a filled pit; the \
                         player chooses the kichwa where the direction does not."
                            .to_owned(),
                    );
                }
                if let Some(most) = self.capture_max {
                    words.push(format!(
                        "In mtaji the first lap captures only if it sows {most} seeds or fewer."
                    ));
                }
            }
            Capture::Pickup => words.push(
                "Whenever a lap ends in a filled pit of one's inner row that faces a filled pit, \
                 the seeds of both are lifted together and sown on from the next pit in the same \
                 direction."
                    .to_owned(),
            ),
        }
        words.push(
            match (self.must_capture, self.capture) {
                (true, Capture::Kichwa) => "Who can begin with a capture must.",
                (true, Capture::Pickup) => "Who can capture with the first lap must.",
                (false, _) => "Nobody has to capture.",
            }
            .to_owned(),
        );
        words.join(" ")
    }

    fn takata_words(&self) -> String {
        let mut words =
            vec!["A move that does not begin with a capture is a takata turn.".to_owned()];
        if self.takata_inner_first {
            words.push(
                "In mtaji it starts in the inner row, and in the outer row only if no inner pit \
                 can start."
                    .to_owned(),
            );
        }
        words.push(
            match self.lone_kichwa {
                LoneKichwa::Forbidden => {
                    "A kichwa that is the only filled pit of the inner row may not be sown towards \
                     the outer row."
                }
                LoneKichwa::Allowed => {
                    "A kichwa may be sown towards the outer row even if it is the only filled pit \
                     of the inner row."
                }
            }
            .to_owned(),
        );
        words.join(" ")
    }

    fn nyumba_words(&self, nyumba: &Nyumba) -> String {
        let namua = self.hand > 0;
        let mut words = vec![
            "The nyumba is the fourth pit from the right of the inner row (A5). It is owned until \
             its seeds are all lifted or captured, and never again."
                .to_owned(),
        ];
        if nyumba.lost_by_mtaji_capture {
            words.push("It is also lost when its owner first captures in mtaji.".to_owned());
        }
        let stage = match (nyumba.mtaji, namua) {
            (NyumbaMtaji::Special, true) => " in both stages",
            (NyumbaMtaji::Special, false) => "",
            (NyumbaMtaji::Ordinary, _) => " in namua; in mtaji it is a pit like any other",
        };
        words.push(format!(
            "Owned and holding {} or more, it has powers{stage}.",
            seeds(nyumba.min)
        ));
        let special = nyumba.mtaji == NyumbaMtaji::Special;
        if namua {
            words.push(
                match nyumba.start {
                    NyumbaStart::Alone => {
                        "With powers it starts a namua takata only if it is the only filled pit of \
                         the inner row; then only two of its seeds are sown."
                    }
                    NyumbaStart::Free => {
                        "With powers it may start a namua takata, but then only two of its seeds \
                         are sown."
                    }
                }
                .to_owned(),
            );
            if nyumba.namua_prefer_two {
                words.push(
                    "Once it is lost, a namua takata must start from a pit that holds two or more \
                     seeds before placing, if there is one."
                        .to_owned(),
                );
            }
        }
        if special {
            words.push(
                "With powers it gives only two seeds when a move starts from it in mtaji."
                    .to_owned(),
            );
        }
        if namua || special {
            words.push(
                match nyumba.takata_end {
                    NyumbaTakataEnd::Stop => {
                        "A lap of a takata turn that ends in it, with powers, ends the move."
                    }
                    NyumbaTakataEnd::Choice => {
                        "A lap of a takata turn that ends in it, with powers, ends the move if it \
                         faces a filled pit; else the player stops, or lifts it and sows on \
                         (safari)."
                    }
                }
                .to_owned(),
            );
            words.push(
                "When a lap of a capture turn ends in it, with powers, and does not capture, the \
                 player stops or goes on safari."
                    .to_owned(),
            );
        }
        words.join(" ")
    }

    fn end_words(&self) -> String {
        let empty = "Who captures the opponent's inner row empty wins at once. A player whose inner \
                     row is empty when a move ends has lost, and so has a player who has no move.";
        let mid_move = match self.empty_inner_mid_move {
            EmptyInner::Loss => {
                "A player whose own inner row stands empty while sowing has lost at once."
            }
            EmptyInner::Ignore => {
                "An inner row that stands empty while its owner sows means nothing."
            }
        };
        let endless = match self.endless {
            Endless::Illegal => "may not be chosen",
            Endless::Stop => "ends there, the seeds staying where they lie",
            Endless::Loss => "loses the game",
        };
        format!(
            "{empty} {mid_move} A move that has made {} laps without ending {endless}. After {} \
             moves the game is a draw.",
            self.lap_limit, self.ply_limit
        )
    }
}

fn takasia_words() -> String {
    "After a takata turn in mtaji: if the opponent cannot begin with a capture, and all captures \
     that threaten take one and the same pit, that pit is under takasia for the opponent's next \
     move. It may not start that move, and a lap that ends in it ends the move. An owned nyumba, a \
     single seed, the only filled inner pit and the only inner pit with two or more seeds cannot \
     come under takasia."
        .to_owned()
}

/// `1 seed`, `2 seeds`.
pub(crate) fn seeds(count: u8) -> String {
    if count == 1 {
        "1 seed".to_owned()
    } else {
        format!("{count} seeds")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(rules: &Ruleset) -> String {
        let paragraphs = rules.explain();
        let lines: Vec<_> = paragraphs
            .iter()
            .map(|(topic, text)| format!("{topic}: {text}"))
            .collect();
        lines.join("\n")
    }

    #[test]
    fn presets_read_as_the_table_says() {
        let kiswahili = text(&Ruleset::KISWAHILI);
        for part in [
            "holds 0 0 0 0 6 2 2 0 (left to right), the outer row 0 each",
            "22 seeds more in hand",
            "15 seeds or fewer",
            "must.",
            "holding 6 seeds or more, it has powers in namua",
            "only if it is the only filled pit",
            "Takasia: After a takata turn",
            "1024 laps without ending may not be chosen",
            "After 500 moves",
        ] {
            assert!(kiswahili.contains(part), "{part}\n{kiswahili}");
        }
        let leaflet = text(&Ruleset::LEAFLET);
        assert!(leaflet.contains("2 each") && leaflet.contains("Nobody has to capture"));
        assert!(!leaflet.contains("kichwa") && !leaflet.contains("nyumba"));
        assert!(text(&Ruleset::MALAWI).contains("ends there, the seeds staying"));
        assert!(text(&Ruleset::ZANZIBAR).contains("goes on safari"));
        assert!(text(&Ruleset::ZANZIBAR).contains("1 seed or more, it has powers in both"));
    }

    #[test]
    fn every_switch_that_matters_changes_the_words() {
        use crate::switches::{SWITCHES, Switch};
        use crate::value::Value;

        let other = |switch: &Switch, value: &Value| match value {
            Value::Bool(yes) => Value::Bool(!yes),
            Value::Count(count) => Value::Count(count + 1),
            Value::Row(_) => Value::Row(vec![1; 8]),
            Value::Word(now) => {
                let mut words = switch.right.split([' ', ',']);
                let word = words.find(|word| word.len() > 3 && word != now);
                Value::Word(word.unwrap_or_default().to_owned())
            }
        };
        for switch in &SWITCHES {
            // Zanzibar's nyumba makes every one of its switches matter.
            for base in [Ruleset::KISWAHILI, Ruleset::ZANZIBAR] {
                let mut changed = base;
                let value = (switch.get)(&base).map(|value| other(switch, &value));
                let set = value.and_then(|value| (switch.set)(&mut changed, &value));
                if set.is_some() {
                    assert_ne!(text(&changed), text(&base), "{}", switch.name);
                }
            }
        }
    }
}
