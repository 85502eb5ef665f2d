//! The config, as it was given.

use maud::{Markup, html};

pub(super) fn config(text: Option<&str>) -> Markup {
    html! {
        section {
            h2 { "Config" }
            @match text {
                None => p.empty { "The folder has no config.toml." },
                Some(text) => {
                    @let keys = keys(text);
                    @if keys.len() < text.len() {
                        details {
                            summary { "Keys and values" }
                            pre { (keys) }
                        }
                    }
                    details {
                        summary { "config.toml, with what each key means" }
                        pre { (text) }
                    }
                },
            }
        }
    }
}

/// The config without comments and empty lines.
fn keys(text: &str) -> String {
    let lines = text.lines().filter(|line| {
        let line = line.trim_start();
        !line.is_empty() && !line.starts_with('#')
    });
    lines.map(|line| format!("{line}\n")).collect()
}
