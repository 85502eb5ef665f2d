//! The known perft values of docs/RULES.md, section 9.

use bingwa_engine::{Position, Ruleset};

#[test]
fn known_values() {
    let table: [(&str, &[u64]); 7] = [
        (
            "kiswahili",
            &[4, 14, 38, 124, 405, 1430, 5655, 23270, 105_704],
        ),
        ("malawi", &[4, 14, 38, 128, 447, 1595, 6675, 28691, 137_336]),
        ("kujifunza", &[16, 108, 500, 1902, 6550, 23442, 84200]),
        ("encyclopedia", &[6, 28, 104, 454, 2009, 8889]),
        ("zanzibar", &[6, 28, 104, 456, 2121, 9804]),
        ("easy", &[16, 160, 810, 4016, 16396, 72748]),
        ("leaflet", &[32, 912, 17892, 333_860]),
    ];
    for (name, counts) in table {
        let rules: Ruleset = name.parse().unwrap();
        let start = Position::start(&rules);
        for (depth, &count) in (1..).zip(counts) {
            assert_eq!(rules.perft(&start, depth), count, "{name} at depth {depth}");
            let divided = rules.perft_divide(&start, depth);
            assert_eq!(divided.iter().map(|(_, n)| n).sum::<u64>(), count, "{name}");
        }
    }
}
