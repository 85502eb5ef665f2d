//! Lines a person can read.

use bingwa_engine::Ruleset;

/// Columns of a line of text.
const WIDTH: usize = 78;

/// Breaks a text into lines; the first begins with `lead`, the rest are indented
/// by two.
pub(crate) fn lines(text: &str, lead: &str) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = lead.trim_end().to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            lines.push(std::mem::replace(&mut line, " ".to_owned()));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// A rule set in plain words.
pub(crate) fn explained(rules: &Ruleset) -> Vec<String> {
    let topics = rules.explain().into_iter();
    topics
        .flat_map(|(topic, text)| lines(&text, &format!("{topic}: ")))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_is_too_long_and_no_word_is_lost() {
        let text = "word ".repeat(60);
        let lines = lines(&text, "Lead:");
        assert!(lines.len() > 3 && lines.iter().all(|line| line.len() <= WIDTH));
        assert_eq!(lines.join(" ").split_whitespace().count(), 61);
        assert!(lines[1].starts_with("  word"));
    }
}
