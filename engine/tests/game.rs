//! Games: played, taken back, written, read, checked.

mod support;

use bingwa_engine::{Game, GameError, GameFault, Outcome, Position, Ruleset, Side};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use support::{mutated, pick, random_ruleset};

/// A random game to its end or to a number of moves.
fn random_game(rng: &mut ChaCha8Rng, mut game: Game, moves: usize) -> Game {
    while game.moves().len() < moves {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        game.push(*pick(rng, &legal)).unwrap();
    }
    game
}

#[test]
fn random_games_are_written_and_read_back() {
    let mut rng = ChaCha8Rng::seed_from_u64(11);
    let mut texts = String::new();
    let mut games = Vec::new();
    for round in 0..300 {
        let rules = match round % 3 {
            0 => pick(&mut rng, &Ruleset::PRESETS).1,
            _ => random_ruleset(&mut rng),
        };
        let mut start = Position::start(&rules);
        if round % 2 == 0 {
            start = mutated(&mut rng, &start, &rules);
        }
        let mut game = Game::from_position(rules, start).unwrap();
        game.set_header("Round", &round.to_string()).unwrap();
        game.set_header("Note", r#"a "quoted" back\slash"#).unwrap();
        let game = random_game(&mut rng, game, 10 + round);
        let text = game.to_string();
        assert!(
            text.lines()
                .filter(|l| !l.starts_with('['))
                .all(|l| l.len() <= 80)
        );
        assert_eq!(text.parse::<Game>().unwrap(), game, "{text}");
        let crlf = text.replace('\n', "\r\n");
        assert_eq!(crlf.parse::<Game>().unwrap(), game);
        texts += &text;
        texts += "\n";
        games.push(game);
    }
    assert_eq!(Game::read_all(&texts).unwrap(), games);
}

#[test]
fn the_outcome_is_that_of_the_move_played() {
    let mut rng = ChaCha8Rng::seed_from_u64(12);
    for (name, rules) in Ruleset::PRESETS {
        let game = random_game(&mut rng, Game::new(rules), usize::MAX);
        let mut last = None;
        for (position, mv, played) in game.replay() {
            assert!(rules.is_legal(position, mv), "{name}");
            last = rules.outcome_after(&played);
        }
        assert!(game.outcome().is_some(), "{name}");
        assert_eq!(game.outcome(), last);
        assert_eq!(game.result(), last);
        assert_eq!(game.positions().len(), game.moves().len() + 1);
        assert!(game.legal_moves().is_empty());
        let mut over = game.clone();
        let error = over.push("A1>".parse().unwrap()).unwrap_err();
        assert!(error.to_string().contains("the game is over"));
        assert_eq!(over, game);
    }
}

#[test]
fn undo_leads_back_to_the_start() {
    let mut rng = ChaCha8Rng::seed_from_u64(13);
    let mut game = random_game(&mut rng, Game::new(Ruleset::ZANZIBAR), usize::MAX);
    let moves = game.moves().to_vec();
    let all = game.positions().to_vec();
    for (mv, position) in moves.iter().zip(&all).rev() {
        assert_eq!(game.undo(), Some(*mv));
        assert_eq!(game.position(), position);
        assert_eq!(game.outcome(), None);
    }
    assert_eq!(game.undo(), None);
    assert_eq!(game, Game::new(Ruleset::ZANZIBAR));
    for mv in moves {
        game.push(mv).unwrap();
    }
    assert_eq!(game.positions(), all);
}

#[test]
fn a_result_may_be_declared_while_the_rules_are_silent() {
    let mut game = Game::new(Ruleset::KUJIFUNZA);
    game.declare(Some(Outcome::Win(Side::North))).unwrap();
    assert_eq!(
        (game.outcome(), game.result()),
        (None, Some(Outcome::Win(Side::North)))
    );
    assert!(game.to_string().ends_with("\n\nN\n"));
    assert_eq!(game.to_string().parse::<Game>().unwrap(), game);
    game.push("A1>".parse().unwrap()).unwrap();
    assert_eq!(game.result(), None);

    let over = "0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0/1,0,0,0,2,0,0,0/0,0,0,0,0,0,0,0 N 0,0 - - 9";
    let mut over = Game::from_position(Ruleset::KUJIFUNZA, over.parse().unwrap()).unwrap();
    assert_eq!(over.outcome(), Some(Outcome::Win(Side::South)));
    let error = over.declare(Some(Outcome::Draw)).unwrap_err();
    assert_eq!(
        error,
        GameError::Result {
            written: "draw",
            right: "S"
        }
    );
    over.declare(Some(Outcome::Win(Side::South))).unwrap();
}

#[test]
fn headers() {
    let mut game = Game::new(Ruleset::EASY);
    game.set_header("South", "Amina").unwrap();
    game.set_header("North", "Juma").unwrap();
    game.set_header("South", "Asha").unwrap();
    assert_eq!(
        game.headers().collect::<Vec<_>>(),
        [("South", "Asha"), ("North", "Juma")]
    );
    assert_eq!(game.remove_header("South").as_deref(), Some("Asha"));
    assert_eq!(game.header("South"), None);
    for name in ["", "1st", "Two words", "Rules", "Start", "Result", "Näme"] {
        assert!(
            matches!(game.set_header(name, ""), Err(GameError::HeaderName(_))),
            "{name}"
        );
    }
    assert!(matches!(
        game.set_header("Note", "two\nlines"),
        Err(GameError::HeaderValue(_))
    ));
}

/// A game of North's, from a made position, with its number and its custom rules.
const NORTH_FIRST: &str = "\
[Event \"Evening game\"]
[Rules \"kujifunza endless=stop\"]
[Start \"4,5,1,0,1,2,1,6/1,17,1,0,3,2,13,1/0,0,0,0,0,0,1,0/1,0,1,0,0,1,1,1 N 0,0 - - 40\"]

1... A3< N
";

#[test]
fn a_game_that_north_begins() {
    let game: Game = NORTH_FIRST.parse().unwrap();
    assert_eq!(game.to_string(), NORTH_FIRST);
    assert_eq!(game.position().plies(), 41);
    let free = NORTH_FIRST.replace("1... ", "\n\n");
    assert_eq!(free.parse::<Game>().unwrap(), game);
}

#[track_caller]
fn wrong(text: &str, line: usize, says: &[&str]) -> GameFault {
    let error = text.parse::<Game>().expect_err(text);
    assert_eq!(error.line, line, "{error}");
    for part in says {
        assert!(error.to_string().contains(part), "{error}");
    }
    error.fault
}

#[test]
fn mistakes_are_named_with_line_and_move() {
    let good = "[Rules \"kujifunza\"]\n\n1. A1> B7>\n2. A6< *\n";
    good.parse::<Game>().unwrap();
    wrong("", 1, &["needs its rules"]);
    wrong("A1> *", 1, &["needs its rules"]);
    wrong("[Rules \"kujifunza\"]\n", 1, &["lacks its result"]);
    wrong("[Rules \"kujifunza\"]\n\nA1>\n", 3, &["lacks its result"]);
    wrong("[Rules kujifunza]", 1, &["no header", "[Name \"value\"]"]);
    wrong("[Rules \"a\\b\"]", 1, &["no header"]);
    wrong("[Rules \"kujifunza\"", 1, &["no header"]);
    wrong("[Rules \"hard\"]\n*", 1, &["Rules", "hard", "kiswahili"]);
    wrong(
        "[Rules \"easy lap_limt=3\"]\n*",
        1,
        &["lap_limt", "lap_limit"],
    );
    let start = |start| format!("[A \"x\"]\n[Start \"{start}\"]\n[Rules \"kujifunza\"]\n*");
    wrong(&start("x"), 2, &["Start", "six fields"]);
    let namua = Position::start(&Ruleset::KISWAHILI).to_string();
    wrong(&start(&namua), 2, &["start position", "no nyumba"]);
    wrong("[A \"1\"]\n[A \"2\"]\n", 2, &["the header A comes twice"]);
    wrong("[Result \"S\"]\n[Rules \"easy\"]\n*", 1, &["`Result`"]);
    wrong(
        &good.replace("2.", "[A \"x\"]\n2."),
        4,
        &["lacks its result"],
    );
    wrong(&good.replace("2.", "3."), 4, &["`3.`", "`2.`", "of South"]);
    wrong(
        &good.replace("B7>", "1. B7>"),
        3,
        &["`1.`", "`1...`", "of North"],
    );
    wrong(&good.replace("B7>", "B9>"), 3, &["move 1 of North", "B9"]);
    wrong(
        &good.replace("A6<", "resigns"),
        4,
        &["move 2 of South", "resigns"],
    );
    let illegal = wrong(
        &good.replace("A6<", "A6<+"),
        4,
        &["move 2 of South", "A6<+", "legal"],
    );
    assert!(matches!(illegal, GameFault::Illegal { number: 2, .. }));
    wrong(&good.replace('*', "* A1>"), 4, &["`A1>` stands after"]);
    wrong(
        &format!("{good}\n\n{good}"),
        7,
        &["stands after the result"],
    );
    assert_eq!(
        Game::read_all(&format!("\n{good}\n\n{good}\n"))
            .unwrap()
            .len(),
        2
    );
    assert_eq!(Game::read_all("\n\n"), Ok(Vec::new()));
    let error = Game::read_all(&format!("{good}x")).unwrap_err();
    assert_eq!(error.line, 5);
    wrong(&NORTH_FIRST.replace("N\n", "*\n"), 5, &["N by the rules"]);
}

#[test]
fn a_result_against_the_rules_is_refused() {
    let over = "[Rules \"kujifunza\"]\n[Start \"0,0,0,0,0,0,0,2/0,0,0,0,0,0,0,0/1,0,0,0,2,0,0,0/0,0,0,0,0,0,0,0 N 0,0 - - 9\"]\n";
    wrong(&format!("{over}*"), 3, &["S by the rules, not *"]);
    wrong(&format!("{over}N"), 3, &["S by the rules, not N"]);
    wrong(
        &format!("{over}A1> S"),
        3,
        &["move 1 of North", "the game is over"],
    );
    format!("{over}S").parse::<Game>().unwrap();
}
