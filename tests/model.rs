//! `bingwa model`: looking at a model file and writing it for other programs.

mod common;

use common::{MODEL, refused, stdout, text};

#[test]
fn a_model_is_exported_in_both_formats_and_its_card_with_it() {
    let shown = stdout(&["model", "show", MODEL]);
    let hash = shown.lines().find_map(|line| line.strip_prefix("hash"));
    let hash = hash.unwrap().trim();
    let folder = tempfile::tempdir().unwrap();
    for format in ["safetensors", "onnx"] {
        let out = folder.path().join(format);
        let args = [
            "model",
            "export",
            MODEL,
            "--format",
            format,
            "--out",
            text(&out),
        ];
        let said = stdout(&args);
        assert!(said.contains(hash) && said.contains(format), "{said}");
        let bytes = std::fs::read(&out).unwrap();
        // 52,834 weights of four bytes, and little else.
        assert!((211_000..220_000).contains(&bytes.len()), "{}", bytes.len());
        for word in ["bingwa.model", hash, "kiswahili"] {
            let found = bytes
                .windows(word.len())
                .any(|window| window == word.as_bytes());
            assert!(found, "{format} has no {word}");
        }
        // The same again, over the first.
        stdout(&args);
        assert_eq!(std::fs::read(&out).unwrap(), bytes);
    }
}

#[test]
fn another_format_or_no_model_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out");
    let export = |file, format| {
        [
            "model",
            "export",
            file,
            "--format",
            format,
            "--out",
            text(&out),
        ]
    };
    refused(&export(MODEL, "gguf"), "", &["gguf", "safetensors or onnx"]);
    refused(
        &export("Cargo.toml", "onnx"),
        "",
        &["Cargo.toml", "no Bingwa model"],
    );
    assert!(!out.exists());
}
