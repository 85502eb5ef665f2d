//! Boards drawn and moves told, against what people should read.

use bingwa_engine::{Drawing, Pit, Position, Ruleset, Side};

fn position(text: &str) -> Position {
    text.parse().unwrap()
}

#[test]
fn the_start_of_kiswahili() {
    let start = Position::start(&Ruleset::KISWAHILI);
    let drawn = Drawing::new(&start).mark(Side::South, "A6".parse().unwrap());
    assert_eq!(
        drawn.to_string(),
        r"    North, 22 in hand
        8      7      6      5      4      3      2      1
    ┌──────┬──────┬──────┬──────┬──────┬──────┬──────┬──────┐
  B │   .  │   .  │   .  │   .  │   .  │   .  │   .  │   .  │ B
    ├──────┼──────┼──────┼──────┼──────┼──────┼──────┼──────┤
  A │   .  │   2  │   2  │ [ 6] │   .  │   .  │   .  │   .  │ A
    ╞══════╪══════╪══════╪══════╪══════╪══════╪══════╪══════╡
  A │   .  │   .  │   .  │   .  │ [ 6] │>  2  │   2  │   .  │ A
    ├──────┼──────┼──────┼──────┼──────┼──────┼──────┼──────┤
  B │   .  │   .  │   .  │   .  │   .  │   .  │   .  │   .  │ B
    └──────┴──────┴──────┴──────┴──────┴──────┴──────┴──────┘
        1      2      3      4      5      6      7      8
    South to move, 22 in hand
"
    );
}

#[test]
fn a_position_with_every_mark() {
    let text = "0,1,2,1,4,8,2,2/10,0,0,10,2,1,0,1/0,2,0,0,1,1,0,0/0,0,2,2,0,2,6,4 N 0,0 SN A4 7";
    let drawn = Drawing::new(&position(text)).mark(Side::North, "A8".parse().unwrap());
    assert_eq!(
        drawn.to_string(),
        r"    North to move
        8      7      6      5      4      3      2      1
    ┌──────┬──────┬──────┬──────┬──────┬──────┬──────┬──────┐
  B │   .  │   1  │   2  │   1  │   4  │   8  │   2  │   2  │ B
    ├──────┼──────┼──────┼──────┼──────┼──────┼──────┼──────┤
  A │> 10  │   .  │   .  │ [10] │ ( 2) │   1  │   .  │   1  │ A
    ╞══════╪══════╪══════╪══════╪══════╪══════╪══════╪══════╡
  A │   .  │   2  │   .  │   .  │ [ 1] │   1  │   .  │   .  │ A
    ├──────┼──────┼──────┼──────┼──────┼──────┼──────┼──────┤
  B │   .  │   .  │   2  │   2  │   .  │   2  │   6  │   4  │ B
    └──────┴──────┴──────┴──────┴──────┴──────┴──────┴──────┘
        1      2      3      4      5      6      7      8
    South
"
    );
}

#[test]
fn no_drawing_is_wider_than_a_terminal() {
    let heavy = "64,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,0 S 32,32 SN - 7";
    for pit in Pit::all() {
        let text = Drawing::new(&position(heavy))
            .mark(Side::South, pit)
            .to_string();
        assert!(
            text.lines().all(|line| line.chars().count() <= 65),
            "{text}"
        );
    }
}

fn told(rules: &Ruleset, text: &str, mv: &str) -> String {
    let here = position(text);
    let mv = mv.parse().unwrap();
    rules.try_play(&here, mv).unwrap();
    rules.narrate(&here, mv).join("\n")
}

#[test]
fn a_namua_capture() {
    let text = "0,0,0,0,0,0,0,0/0,2,2,6,0,0,3,0/0,1,0,0,6,2,2,0/0,0,0,0,0,0,0,0 S 22,22 SN - 2";
    assert_eq!(
        told(&Ruleset::KISWAHILI, text, "A7<"),
        "\
South plays A7<
places a seed in A7
captures 3 seeds from North's A2
sows 3 seeds from A8 to A6
lifts 3 seeds from A6
sows 3 seeds from A5 to A3
the last seed falls in the empty pit A3: the move ends"
    );
}

#[test]
fn stopping_in_the_nyumba_and_safari() {
    let text = "0,0,0,0,0,0,0,0/0,0,0,5,0,0,0,1/0,2,0,1,5,0,0,0/0,0,0,0,0,0,0,0 S 0,0 S - 0";
    assert_eq!(
        told(&Ruleset::ENCYCLOPEDIA, text, "A2>"),
        "\
South plays A2>
lifts 2 seeds from A2
sows 2 seeds from A3 to A4
captures 5 seeds from North's A5
sows 5 seeds from A1 to A5
stops in the nyumba
North has no move: South wins"
    );
    assert_eq!(
        told(&Ruleset::ENCYCLOPEDIA, text, "A2>+"),
        "\
South plays A2>+
lifts 2 seeds from A2
sows 2 seeds from A3 to A4
captures 5 seeds from North's A5
sows 5 seeds from A1 to A5
goes on safari
lifts 6 seeds from A5
sows 6 seeds from A6 to B6
the last seed falls in the empty pit B6: the move ends
North has no move: South wins"
    );
}

#[test]
fn wins_losses_takasia_and_the_lap_limit() {
    let winning = "0,0,0,0,0,0,0,0/0,1,0,0,0,0,0,0/0,1,0,2,3,0,0,0/0,0,0,0,0,0,0,0 S 0,0 S - 0";
    assert_eq!(
        told(&Ruleset::KISWAHILI, winning, "A4<"),
        "\
South plays A4<
lifts 2 seeds from A4
sows 2 seeds from A3 to A2
captures 1 seed from North's A7
North's inner row is empty
South wins"
    );
    let losing = "0,0,0,0,0,0,0,0/0,0,0,0,0,0,0,1/0,0,0,0,0,0,0,20/0,0,0,0,0,0,0,0 S 0,0 - - 0";
    assert_eq!(
        told(&Ruleset::ENCYCLOPEDIA, losing, "A8>"),
        "\
South plays A8>
lifts 20 seeds from A8
sows 20 seeds from B8 to B5, going round once
South's own inner row stood empty
North wins"
    );
    let takasia = "0,0,0,0,0,0,0,0/0,6,0,0,2,0,2,0/0,0,1,0,0,0,0,0/2,3,0,0,0,0,4,0 S 0,0 - - 0";
    assert_eq!(
        told(&Ruleset::KISWAHILI, takasia, "B1<"),
        "\
South plays B1<
lifts 2 seeds from B1
sows 2 seeds from A1 to A2
the last seed falls in the empty pit A2: the move ends
North's A7 is now under takasia"
    );
    let endless = "4,5,1,0,1,2,1,6/1,17,1,0,3,2,13,1/0,0,0,0,0,0,1,0/1,0,1,0,0,1,1,1 N 0,0 - - 40";
    let stop = Ruleset {
        endless: bingwa_engine::Endless::Stop,
        lap_limit: 2,
        ..Ruleset::KUJIFUNZA
    };
    assert_eq!(
        told(&stop, endless, "A3<"),
        "\
North plays A3<
lifts 2 seeds from A3
sows 2 seeds from A2 to A1
lifts 2 seeds from A1
sows 2 seeds from B1 to B2
the move has reached the lap limit
South has no move: North wins"
    );
}
