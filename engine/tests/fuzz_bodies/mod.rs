//! What must hold for any bytes at all. The fuzz targets run these with bytes
//! that find new paths, the ordinary tests with bytes from a fixed seed.
#![allow(dead_code, unreachable_pub)]

use bingwa_engine::{
    Capture, CustomRuleset, Drawing, EmptyInner, Endless, Game, LoneKichwa, Move, Nyumba,
    NyumbaMtaji, NyumbaStart, NyumbaTakataEnd, Pit, Position, Ruleset,
};

/// A text is refused, or it is a position that is written and read back, drawn,
/// and played in every rule set that knows it.
pub fn position_text(bytes: &[u8]) {
    let Ok(position) = String::from_utf8_lossy(bytes).parse::<Position>() else {
        return;
    };
    assert_eq!(position.to_string().parse(), Ok(position));
    assert_eq!(position.mirrored().mirrored(), position);
    assert_eq!(position.turned().turned(), position);
    assert!(Drawing::new(&position).to_string().lines().count() > 10);
    for (_, rules) in Ruleset::PRESETS {
        if position.check(&rules).is_ok() {
            legal_moves_are_those_that_may_be_played(&rules, &position);
        }
    }
}

/// A text is refused, or it is a move or pit that is written and read back.
pub fn move_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(mv) = text.parse::<Move>() {
        assert_eq!(mv.to_string(), text);
        assert_eq!(Move::from_index(mv.index()), Some(mv));
    }
    if let Ok(pit) = text.parse::<Pit>() {
        assert_eq!(pit.to_string(), text);
    }
}

/// A text is refused, or it is a game that is written and read back.
pub fn game_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let one = text.parse::<Game>();
    if let Ok(game) = &one {
        assert_eq!(&game.to_string().parse::<Game>().unwrap(), game);
    }
    if let Ok(games) = Game::read_all(&text)
        && one.is_ok()
    {
        assert_eq!(games, [one.unwrap()]);
    }
}

/// A text is refused, or it is a rule set that makes sense and is written and
/// read back, as a line of text or as a table.
pub fn ruleset_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for custom in [
        text.parse().ok(),
        toml::from_str::<CustomRuleset>(&text).ok(),
    ] {
        if let Some(custom) = custom
            && let Ok(rules) = custom.resolve()
        {
            assert_eq!(rules.check(), Ok(()));
            let shortest = CustomRuleset::of(&rules);
            assert_eq!(shortest.resolve(), Ok(rules));
            assert_eq!(shortest.to_string().parse(), Ok(shortest));
            assert!(!rules.explain().is_empty());
        }
    }
}

/// Any bytes as a rule set, a position and moves: first legal ones, then any
/// of the 64 actions, legal or not. Nothing fails, and every move ends.
pub fn any_game(bytes: &[u8]) {
    let mut bytes = Bytes(bytes.iter());
    let rules = bytes.ruleset();
    let mut game = Game::new(rules);
    if bytes.next() % 2 == 0
        && let Ok(other) = Game::from_position(rules, bytes.position())
    {
        game = other;
    }
    for _ in 0..bytes.next() % 64 {
        let legal = game.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(bytes.next()) % legal.len()];
        let played = game.push(mv).unwrap();
        assert!(played.turn.laps <= rules.lap_limit);
    }
    let mut position = *game.position();
    legal_moves_are_those_that_may_be_played(&rules, &position);
    for &action in bytes.0.as_slice().iter().take(60) {
        let mv = Move::from_index(action % 64).unwrap();
        let played = rules.play(&position, mv);
        assert!(played.turn.laps <= rules.lap_limit);
        let _ = rules.outcome_after(&played);
        // The slower questions now and then.
        if action >= 224 {
            let legal = rules.is_legal(&position, mv);
            assert_eq!(rules.try_play(&position, mv).is_ok(), legal);
        }
        if action >= 252 {
            assert!(rules.narrate(&position, mv).len() > 1);
        }
        position = played.position;
    }
}

/// Every legal move can be played, every other one is refused, and the game is
/// over exactly when there is no legal move.
fn legal_moves_are_those_that_may_be_played(rules: &Ruleset, position: &Position) {
    let legal = rules.legal_moves(position);
    assert_eq!(legal.is_empty(), rules.outcome(position).is_some());
    for mv in (0..64).filter_map(Move::from_index) {
        match rules.try_play(position, mv) {
            Ok(played) => {
                assert!(legal.contains(&mv));
                assert!(played.turn.laps <= rules.lap_limit);
                assert!(played.position.total_seeds() <= position.total_seeds());
            }
            Err(refused) => {
                assert!(!legal.contains(&mv));
                assert_eq!((refused.mv, &refused.legal[..]), (mv, &legal[..]));
            }
        }
    }
}

/// Bytes read one by one, zeros when they are used up.
struct Bytes<'a>(core::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn next(&mut self) -> u8 {
        self.0.next().copied().unwrap_or(0)
    }

    fn one_of<T: Copy>(&mut self, from: &[T]) -> T {
        from[usize::from(self.next()) % from.len()]
    }

    fn yes(&mut self) -> bool {
        self.next() % 2 == 1
    }

    /// A preset, or any switches; a preset again if they make no sense.
    fn ruleset(&mut self) -> Ruleset {
        let (_, preset) = self.one_of(&Ruleset::PRESETS);
        if self.yes() {
            return preset;
        }
        let rules = Ruleset {
            capture: self.one_of(Capture::ALL),
            must_capture: self.yes(),
            capture_max: self.one_of(&[None, Some(2), Some(15), Some(64)]),
            takata_inner_first: self.yes(),
            lone_kichwa: self.one_of(LoneKichwa::ALL),
            empty_inner_mid_move: self.one_of(EmptyInner::ALL),
            takasia: self.yes(),
            nyumba: self.yes().then(|| Nyumba {
                min: 1 + self.next() % 12,
                start: self.one_of(NyumbaStart::ALL),
                takata_end: self.one_of(NyumbaTakataEnd::ALL),
                mtaji: self.one_of(NyumbaMtaji::ALL),
                lost_by_mtaji_capture: self.yes(),
                namua_prefer_two: self.yes(),
            }),
            endless: self.one_of(Endless::ALL),
            lap_limit: 1 + u16::from(self.next() % 64),
            ply_limit: 1 + u16::from(self.next()),
            ..preset
        };
        match rules.check() {
            Ok(()) => rules,
            Err(_) => preset,
        }
    }

    /// At most 64 seeds on the board and as many in the hands as may be.
    fn position(&mut self) -> Position {
        let mut left = 64_u8;
        let pits: Vec<String> = (0..32)
            .map(|_| {
                let byte = self.next();
                let seeds = if byte < 160 { byte % 4 } else { byte % 64 }.min(left);
                left -= seeds;
                seeds.to_string()
            })
            .collect();
        let rows: Vec<String> = pits.chunks(8).map(|row| row.join(",")).collect();
        let mover = self.one_of(&["S", "N"]);
        let hands = [
            self.one_of(&[0, 0, 1, 5, 32]),
            self.one_of(&[0, 0, 1, 5, 32]),
        ];
        let owned = self.one_of(&["SN", "S", "N", "-"]);
        let takasia = self.one_of(&["-", "-", "-", "A1", "A4", "A5", "A8"]);
        let plies = self.one_of(&["0", "7", "250", "499", "500", "65535"]);
        let [south, north] = hands;
        let rows = rows.join("/");
        let text = format!("{rows} {mover} {south},{north} {owned} {takasia} {plies}");
        // The only board that text can say and the parser refuses is empty.
        text.parse()
            .unwrap_or_else(|_| Position::start(&Ruleset::KUJIFUNZA))
    }
}
