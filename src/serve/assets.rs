//! The page: files that are part of the program.

use axum::Router;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::routing::get;

const HTML: &str = "text/html; charset=utf-8";
const CSS: &str = "text/css; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const SVG: &str = "image/svg+xml";

macro_rules! page {
    ($($path:literal, $file:literal, $kind:ident;)+) => {
        &[$(($path, include_str!(concat!("page/", $file)), $kind)),+]
    };
}

/// Path, content and kind of each file.
const FILES: &[(&str, &str, &str)] = page! {
    "/", "index.html", HTML;
    "/icon.svg", "icon.svg", SVG;
    "/page.css", "page.css", CSS;
    "/panels.css", "panels.css", CSS;
    "/board.css", "board.css", CSS;
    "/api.js", "api.js", SCRIPT;
    "/board.js", "board.js", SCRIPT;
    "/choices.js", "choices.js", SCRIPT;
    "/editor.js", "editor.js", SCRIPT;
    "/files.js", "files.js", SCRIPT;
    "/graph.js", "graph.js", SCRIPT;
    "/keys.js", "keys.js", SCRIPT;
    "/main.js", "main.js", SCRIPT;
    "/movelist.js", "movelist.js", SCRIPT;
    "/newgame.js", "newgame.js", SCRIPT;
    "/pits.js", "pits.js", SCRIPT;
    "/seats.js", "seats.js", SCRIPT;
    "/seeds.js", "seeds.js", SCRIPT;
    "/settings.js", "settings.js", SCRIPT;
    "/sowing.js", "sowing.js", SCRIPT;
    "/store.js", "store.js", SCRIPT;
    "/study.js", "study.js", SCRIPT;
    "/table.js", "table.js", SCRIPT;
    "/texts.js", "texts.js", SCRIPT;
    "/rules/de.js", "rules/de.js", SCRIPT;
    "/rules/paragraphs.js", "rules/paragraphs.js", SCRIPT;
    "/rules/sw.js", "rules/sw.js", SCRIPT;
    "/rules/words.js", "rules/words.js", SCRIPT;
    "/texts/de.js", "texts/de.js", SCRIPT;
    "/texts/en.js", "texts/en.js", SCRIPT;
    "/texts/sw.js", "texts/sw.js", SCRIPT;
};

/// Nothing comes from elsewhere, and nobody else may put the page in a frame.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; frame-ancestors 'none'; \
                      base-uri 'none'; form-action 'none'";

/// Routes to the files.
pub(super) fn routes<S: Clone + Send + Sync + 'static>() -> Router<S> {
    let mut router = Router::new();
    for &(path, content, kind) in FILES {
        router = router.route(path, get(move || async move { file(content, kind) }));
    }
    router
}

fn file(content: &'static str, kind: &'static str) -> Response {
    let headers = [
        (header::CONTENT_TYPE, kind),
        (header::CACHE_CONTROL, "no-cache"),
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ];
    (headers, content).into_response()
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs;
    use std::path::Path;

    use super::*;

    /// Every file below a folder, by its path in it.
    fn files(root: &Path, folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                found.extend(files(root, &path));
            } else {
                found.push(
                    path.strip_prefix(root)
                        .unwrap()
                        .to_str()
                        .unwrap()
                        .to_owned(),
                );
            }
        }
        found
    }

    #[test]
    fn every_file_of_the_page_is_served_and_everything_it_imports() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/serve/page");
        let mut written = files(&root, &root);
        written.sort();
        let path = |path: &str| match path {
            "/" => "index.html".to_owned(),
            path => path[1..].to_owned(),
        };
        let mut served: Vec<String> = FILES.iter().map(|file| path(file.0)).collect();
        served.sort();
        assert_eq!(served, written);
        for (path, content, _) in FILES {
            // The names of XML are no addresses.
            let content = content.replace("http://www.w3.org/", "");
            assert!(
                !content.contains("http://") && !content.contains("https://"),
                "{path}"
            );
        }
        let mut imports = 0;
        for (path, script, _) in FILES.iter().filter(|file| file.2 == SCRIPT) {
            for open in ["from \"", "import \"", "import(\""] {
                for import in between(script, open, '"') {
                    let found = resolved(path, import);
                    let served = FILES.iter().any(|file| file.0 == found && file.2 == SCRIPT);
                    assert!(import.starts_with('.') && served, "{path} imports {import}");
                    imports += 1;
                }
            }
        }
        assert!(imports > 40);
    }

    /// The path that a script means by one beginning with `./` or `../`.
    fn resolved(script: &str, import: &str) -> String {
        let mut names: Vec<&str> = script.split('/').collect();
        names.pop();
        for name in import.split('/') {
            match name {
                "." => {}
                ".." => {
                    names.pop();
                }
                name => names.push(name),
            }
        }
        names.join("/")
    }

    fn content(path: &str) -> &'static str {
        FILES.iter().find(|file| file.0 == path).unwrap().1
    }

    /// What stands between two marks, every time.
    fn between<'a>(text: &'a str, open: &str, close: char) -> Vec<&'a str> {
        let parts = text.split(open).skip(1);
        parts
            .filter_map(|part| Some(part.split_once(close)?.0))
            .collect()
    }

    /// The keys of a language with the places to be filled in each.
    fn keys(language: &str) -> BTreeMap<&'static str, BTreeSet<&'static str>> {
        let lines = content(language).lines();
        let keys = lines.filter_map(|line| line.strip_prefix("  ")?.split_once(": \""));
        keys.map(|(key, text)| (key, between(text, "{", '}').into_iter().collect()))
            .collect()
    }

    #[test]
    fn the_languages_have_the_same_texts_and_the_page_asks_for_no_other() {
        let english = keys("/texts/en.js");
        assert!(english.len() > 100);
        assert_eq!(english, keys("/texts/de.js"));
        assert_eq!(english, keys("/texts/sw.js"));
        let mut asked = between(content("/"), "-text=\"", '"');
        asked.extend(between(content("/"), "data-label=\"", '"'));
        for (path, script, _) in FILES.iter().filter(|file| file.2 == SCRIPT) {
            assert!(path.ends_with(".js"));
            asked.extend(between(script, "text(\"", '"'));
        }
        let unknown: Vec<_> = asked
            .iter()
            .filter(|key| !english.contains_key(*key))
            .collect();
        assert!(unknown.is_empty(), "{unknown:?}");
        assert!(asked.len() > 80);
    }
}
