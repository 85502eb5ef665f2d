//! Section 7: the switches and the seven presets.

/// `capture`: which of the two capture families is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaptureFamily {
    /// Captured seeds enter at a kichwa (sections 2.1 to 2.4).
    Kichwa,
    /// Captured seeds are sown on together with one's own (section 2.5).
    Pickup,
}

/// `endless`: what becomes of a move that reaches `lap_limit` (section 6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Endless {
    /// It may not be chosen.
    Illegal,
    /// It ends after that lap, the seeds stay where they lie.
    Stop,
    /// Who makes it loses.
    Loss,
}

/// Every switch of section 7.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Switches {
    pub capture: CaptureFamily,
    /// Inner row at the start, left to right as its owner sees it.
    pub start_inner: [u8; 8],
    /// Outer row at the start, left to right as its owner sees it.
    pub start_outer: [u8; 8],
    pub hand: u8,
    pub must_capture: bool,
    /// `None`: no limit.
    pub capture_max: Option<u32>,
    pub takata_inner_first: bool,
    /// `lone_kichwa = forbidden`.
    pub lone_kichwa_forbidden: bool,
    /// `empty_inner_mid_move = loss` (`false`: ignore).
    pub empty_inner_mid_move_loss: bool,
    pub takasia: bool,
    pub nyumba: bool,
    pub nyumba_min: u32,
    /// `nyumba_start = alone` (`false`: free).
    pub nyumba_start_alone: bool,
    /// `nyumba_takata_end = choice` (`false`: stop).
    pub nyumba_takata_end_choice: bool,
    /// `nyumba_mtaji = special` (`false`: ordinary).
    pub nyumba_mtaji_special: bool,
    pub nyumba_lost_by_mtaji_capture: bool,
    pub namua_prefer_two: bool,
    pub endless: Endless,
    pub lap_limit: u32,
    pub ply_limit: u32,
}

impl Switches {
    /// The names of the presets, in the order of section 7.
    pub const PRESETS: [&'static str; 7] = [
        "kiswahili",
        "malawi",
        "encyclopedia",
        "zanzibar",
        "kujifunza",
        "easy",
        "leaflet",
    ];

    /// One column of the table of section 7.
    pub fn preset(name: &str) -> Option<Switches> {
        match name {
            "kiswahili" => Some(Switches::kiswahili()),
            "malawi" => Some(Switches::malawi()),
            "encyclopedia" => Some(Switches::encyclopedia()),
            "zanzibar" => Some(Switches::zanzibar()),
            "kujifunza" => Some(Switches::kujifunza()),
            "easy" => Some(Switches::easy()),
            "leaflet" => Some(Switches::leaflet()),
            _ => None,
        }
    }

    fn kiswahili() -> Switches {
        Switches {
            capture: CaptureFamily::Kichwa,
            start_inner: [0, 0, 0, 0, 6, 2, 2, 0],
            start_outer: [0; 8],
            hand: 22,
            must_capture: true,
            capture_max: Some(15),
            takata_inner_first: true,
            lone_kichwa_forbidden: true,
            empty_inner_mid_move_loss: true,
            takasia: true,
            nyumba: true,
            nyumba_min: 6,
            nyumba_start_alone: true,
            nyumba_takata_end_choice: false,
            nyumba_mtaji_special: false,
            nyumba_lost_by_mtaji_capture: true,
            namua_prefer_two: true,
            endless: Endless::Illegal,
            lap_limit: 1024,
            ply_limit: 500,
        }
    }

    fn malawi() -> Switches {
        Switches {
            capture: CaptureFamily::Kichwa,
            start_inner: [0, 0, 0, 0, 8, 2, 2, 0],
            start_outer: [0; 8],
            hand: 20,
            must_capture: true,
            capture_max: Some(15),
            takata_inner_first: true,
            lone_kichwa_forbidden: false,
            empty_inner_mid_move_loss: true,
            takasia: true,
            nyumba: true,
            nyumba_min: 8,
            nyumba_start_alone: true,
            nyumba_takata_end_choice: false,
            nyumba_mtaji_special: false,
            nyumba_lost_by_mtaji_capture: true,
            namua_prefer_two: true,
            endless: Endless::Stop,
            lap_limit: 1024,
            ply_limit: 500,
        }
    }

    fn encyclopedia() -> Switches {
        Switches {
            capture: CaptureFamily::Kichwa,
            start_inner: [0, 0, 0, 0, 6, 2, 2, 0],
            start_outer: [0; 8],
            hand: 22,
            must_capture: true,
            capture_max: Some(15),
            takata_inner_first: true,
            lone_kichwa_forbidden: false,
            empty_inner_mid_move_loss: true,
            takasia: false,
            nyumba: true,
            nyumba_min: 1,
            nyumba_start_alone: false,
            nyumba_takata_end_choice: false,
            nyumba_mtaji_special: true,
            nyumba_lost_by_mtaji_capture: false,
            namua_prefer_two: false,
            endless: Endless::Illegal,
            lap_limit: 1024,
            ply_limit: 500,
        }
    }

    fn zanzibar() -> Switches {
        Switches {
            capture: CaptureFamily::Kichwa,
            start_inner: [0, 0, 0, 0, 6, 2, 2, 0],
            start_outer: [0; 8],
            hand: 22,
            must_capture: true,
            capture_max: None,
            takata_inner_first: false,
            lone_kichwa_forbidden: false,
            empty_inner_mid_move_loss: false,
            takasia: false,
            nyumba: true,
            nyumba_min: 1,
            nyumba_start_alone: false,
            nyumba_takata_end_choice: true,
            nyumba_mtaji_special: true,
            nyumba_lost_by_mtaji_capture: false,
            namua_prefer_two: false,
            endless: Endless::Illegal,
            lap_limit: 1024,
            ply_limit: 500,
        }
    }

    /// The nyumba switches of `kujifunza`, `easy` and `leaflet` are "-" in the
    /// table; the values here play no part while `nyumba` is off.
    fn kujifunza() -> Switches {
        Switches {
            capture: CaptureFamily::Kichwa,
            start_inner: [2; 8],
            start_outer: [2; 8],
            hand: 0,
            must_capture: true,
            capture_max: Some(15),
            takata_inner_first: true,
            lone_kichwa_forbidden: true,
            empty_inner_mid_move_loss: true,
            takasia: false,
            nyumba: false,
            nyumba_min: 1,
            nyumba_start_alone: false,
            nyumba_takata_end_choice: false,
            nyumba_mtaji_special: false,
            nyumba_lost_by_mtaji_capture: false,
            namua_prefer_two: false,
            endless: Endless::Illegal,
            lap_limit: 1024,
            ply_limit: 500,
        }
    }

    fn easy() -> Switches {
        Switches {
            capture: CaptureFamily::Pickup,
            start_inner: [2; 8],
            start_outer: [2; 8],
            hand: 0,
            must_capture: true,
            capture_max: None,
            takata_inner_first: false,
            lone_kichwa_forbidden: false,
            empty_inner_mid_move_loss: false,
            takasia: false,
            nyumba: false,
            nyumba_min: 1,
            nyumba_start_alone: false,
            nyumba_takata_end_choice: false,
            nyumba_mtaji_special: false,
            nyumba_lost_by_mtaji_capture: false,
            namua_prefer_two: false,
            endless: Endless::Illegal,
            lap_limit: 1024,
            ply_limit: 500,
        }
    }

    fn leaflet() -> Switches {
        Switches {
            must_capture: false,
            ..Switches::easy()
        }
    }
}
