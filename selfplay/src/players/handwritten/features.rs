//! What a player counts on the board: the same numbers for both sides.

use bingwa_engine::{Pit, Position};

/// Features of one side.
const OF_SIDE: usize = 14;

/// Features of a position: the mover's, the other player's, and a constant.
pub const FEATURES: usize = 2 * OF_SIDE + 1;

/// What each feature counts; `m` stands for the mover, `o` for the other player.
pub const NAMES: [&str; FEATURES] = [
    "m inner seeds",
    "m outer seeds",
    "m filled inner pits",
    "m inner pits of two or more",
    "m outer pits of two or more",
    "m seeds in the kimbi",
    "m capturing starts",
    "m seeds aimed at",
    "m most seeds aimed at",
    "m nyumba owned",
    "m seeds in the owned nyumba",
    "m owned nyumba aimed at by the other",
    "m no capturing start",
    "m at most two filled inner pits",
    "o inner seeds",
    "o outer seeds",
    "o filled inner pits",
    "o inner pits of two or more",
    "o outer pits of two or more",
    "o seeds in the kimbi",
    "o capturing starts",
    "o seeds aimed at",
    "o most seeds aimed at",
    "o nyumba owned",
    "o seeds in the owned nyumba",
    "o owned nyumba aimed at by the other",
    "o no capturing start",
    "o at most two filled inner pits",
    "to move",
];

/// The features of a position, in the order of [`NAMES`].
///
/// A capturing start is one whose first lap captures: in namua, an inner pit that
/// faces a filled pit; in mtaji (and in the rule sets without hands), a pit of 2
/// to 15 seeds and a direction whose lap ends in a filled inner pit that faces a
/// filled pit. It is counted for both sides as if each were to move, and without
/// the nyumba's tax and the mark of takasia. The seeds aimed at are those in the
/// pits that these starts take first.
#[must_use]
pub fn features(position: &Position) -> [f32; FEATURES] {
    let mover = position.mover();
    let (own, other) = (position.own_pits(), position.other_pits());
    let namua = position.in_namua();
    let owned = [mover, mover.opponent()].map(|side| position.owns_nyumba(side));
    let aims = [aim(&own, &other, namua), aim(&other, &own, namua)];
    let mut out = [0.0; FEATURES];
    count(&mut out[..OF_SIDE], &own, owned[0], &aims[0], &aims[1]);
    count(
        &mut out[OF_SIDE..2 * OF_SIDE],
        &other,
        owned[1],
        &aims[1],
        &aims[0],
    );
    out[FEATURES - 1] = 1.0;
    out
}

/// What one side could capture first.
struct Aim {
    starts: u32,
    /// The other side's inner pits, as a mask.
    targets: u8,
    seeds: u8,
    most: u8,
}

fn aim(own: &[u8; 16], other: &[u8; 16], namua: bool) -> Aim {
    let mut ends = 0_u16;
    for pit in 0..8 {
        ends |= u16::from(own[pit] > 0 && other[7 - pit] > 0) << pit;
    }
    let (mut starts, mut reached) = (ends.count_ones(), ends);
    if !namua {
        (starts, reached) = (0, 0);
        for (pit, &seeds) in own.iter().enumerate() {
            // A lap of 16 or more is rare, and its end another matter.
            let sown = u16::from((2..16).contains(&seeds));
            for end in [pit + usize::from(seeds), pit + 16 - usize::from(seeds & 15)] {
                let hit = sown & ends >> (end & 15) & 1;
                starts += u32::from(hit);
                reached |= hit << (end & 15);
            }
        }
    }
    let (mut seeds, mut most) = (0, 0);
    for pit in 0..8 {
        let taken = (reached >> pit & 1) as u8 * other[7 - pit];
        seeds += taken;
        most = taken.max(most);
    }
    Aim {
        starts,
        targets: (reached as u8).reverse_bits(),
        seeds,
        most,
    }
}

fn count(out: &mut [f32], pits: &[u8; 16], owned: bool, aim: &Aim, against: &Aim) {
    let (inner, outer) = pits.split_at(8);
    let sum = |pits: &[u8]| f32::from(pits.iter().sum::<u8>());
    let at_least = |pits: &[u8], n: u8| pits.iter().map(|&seeds| u8::from(seeds >= n)).sum::<u8>();
    let filled = at_least(inner, 1);
    let house = Pit::NYUMBA.index();
    let flag = |yes: bool| f32::from(u8::from(yes));
    out.copy_from_slice(&[
        sum(inner),
        sum(outer),
        f32::from(filled),
        f32::from(at_least(inner, 2)),
        f32::from(at_least(outer, 2)),
        sum(&[inner[0], inner[1], inner[6], inner[7]]),
        aim.starts as f32,
        f32::from(aim.seeds),
        f32::from(aim.most),
        flag(owned),
        flag(owned) * f32::from(inner[house]),
        flag(owned && against.targets >> house & 1 == 1),
        flag(aim.starts == 0),
        flag(filled <= 2),
    ]);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(position: &str) -> impl Fn(&str) -> f32 {
        let features = features(&position.parse().unwrap());
        move |name| {
            let at = NAMES.iter().position(|&known| known == name).unwrap();
            features[at]
        }
    }

    #[test]
    fn the_start_of_kiswahili_is_counted() {
        let of =
            named("0,0,0,0,0,0,0,0/0,2,2,6,0,0,0,0/0,0,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 0");
        for side in ["m", "o"] {
            let of = |name: &str| of(&format!("{side} {name}"));
            assert_eq!(of("inner seeds"), 10.0);
            assert_eq!(of("outer seeds"), 0.0);
            assert_eq!(of("filled inner pits"), 3.0);
            assert_eq!(of("seeds in the kimbi"), 2.0);
            assert_eq!(of("capturing starts"), 0.0);
            assert_eq!(of("no capturing start"), 1.0);
            assert_eq!(of("seeds in the owned nyumba"), 6.0);
            assert_eq!(of("at most two filled inner pits"), 0.0);
        }
        assert_eq!(of("to move"), 1.0);
    }

    /// South's A2 (2 seeds) clockwise ends in A4, which faces North's A5 (3).
    /// North's A5 anticlockwise ends in its empty A2, clockwise in its A8 (9),
    /// which faces South's A1 (empty).
    #[test]
    fn aims_in_mtaji_are_where_first_laps_end() {
        let of =
            named("0,0,0,0,0,0,0,0/9,0,0,3,0,0,0,0/0,2,0,1,0,0,0,2/0,0,0,0,0,3,0,0 S 0,0 - - 10");
        assert_eq!(of("m capturing starts"), 1.0);
        assert_eq!(of("m seeds aimed at"), 3.0);
        assert_eq!(of("m most seeds aimed at"), 3.0);
        assert_eq!(of("o capturing starts"), 0.0);
        assert_eq!(of("o seeds aimed at"), 0.0);
        assert_eq!(of("m outer seeds"), 3.0);
        assert_eq!(of("m outer pits of two or more"), 1.0);
    }
}
