//! Times and sizes as people read them.

/// A number of seconds: `40 s`, `3 min 20 s`, `2 h 05 min`, `3 d 4 h`.
pub(crate) fn time(seconds: f64) -> String {
    if !seconds.is_finite() {
        return "unknown".to_owned();
    }
    // Casting saturates.
    let whole = seconds.round() as u64;
    let (minutes, hours, days) = (whole / 60, whole / 3600, whole / 86_400);
    match whole {
        _ if seconds < 10.0 => format!("{seconds:.1} s"),
        0..60 => format!("{whole} s"),
        60..3600 => format!("{minutes} min {:02} s", whole % 60),
        3600..86_400 => format!("{hours} h {:02} min", minutes % 60),
        _ => format!("{days} d {} h", hours % 24),
    }
}

/// A number of bytes: `12 KiB`, `3.4 MiB`, `1.2 GiB`.
pub(crate) fn bytes(bytes: u64) -> String {
    let of = |shift: u32| bytes as f64 / (1_u64 << shift) as f64;
    match bytes {
        0..0x10_0000 => format!("{:.0} KiB", of(10)),
        0x10_0000..0x4000_0000 => format!("{:.1} MiB", of(20)),
        _ => format!("{:.1} GiB", of(30)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_units_at_most_and_none_that_is_nothing() {
        let told = [0.04, 9.96, 59.6, 200.0, 7500.0, 273_600.0].map(time);
        let expected = [
            "0.0 s",
            "10.0 s",
            "1 min 00 s",
            "3 min 20 s",
            "2 h 05 min",
            "3 d 4 h",
        ];
        assert_eq!(told, expected);
        assert_eq!(time(f64::INFINITY), "unknown");
        assert_eq!(
            [0, 2048, 5 << 20, 3 << 29].map(bytes),
            ["0 KiB", "2 KiB", "5.0 MiB", "1.5 GiB"]
        );
    }
}
