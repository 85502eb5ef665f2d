//! `bingwa serve`: the real server, asked by HTTP on the loopback.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};

use bingwa_engine::{Game, Position, Ruleset};
use common::{MODEL, bingwa, refused};
use serde_json::{Value, json};
use ureq::Agent;

/// A server on a port of the system's choice, killed when dropped.
struct Server {
    child: Child,
    address: String,
    agent: Agent,
}

impl Server {
    fn start(args: &[&str]) -> Self {
        let mut child = bingwa(&[&["serve", "--port", "0"], args].concat())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut line = String::new();
        let mut output = BufReader::new(child.stdout.take().unwrap());
        output.read_line(&mut line).unwrap();
        let agent = Agent::config_builder().http_status_as_error(false).build();
        Self {
            child,
            address: line.trim().trim_end_matches('/').to_owned(),
            agent: agent.into(),
        }
    }

    fn get(&self, path: &str) -> (u16, String) {
        let url = format!("{}{path}", self.address);
        let mut response = self.agent.get(url).call().unwrap();
        let status = response.status().as_u16();
        (status, response.body_mut().read_to_string().unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        self.post_text(path, &body.to_string())
    }

    fn post_text(&self, path: &str, body: &str) -> (u16, Value) {
        let url = format!("{}{path}", self.address);
        let request = self
            .agent
            .post(url)
            .header("content-type", "application/json");
        let mut response = request.send(body).unwrap();
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string().unwrap();
        (status, serde_json::from_str(&text).unwrap())
    }

    /// An answer that must be good.
    fn ask(&self, path: &str, body: &Value) -> Value {
        let (status, answer) = self.post(path, body);
        assert_eq!(status, 200, "{path} {body}: {answer}");
        answer
    }

    /// Sends a request and does not wait for its answer.
    fn send(&self, path: &str, body: &Value) -> TcpStream {
        let host = self.address.strip_prefix("http://").unwrap();
        let mut stream = TcpStream::connect(host).unwrap();
        let body = body.to_string();
        let length = body.len();
        write!(
            stream,
            "POST {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
        )
        .unwrap();
        stream
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The status of an answer that was not waited for before.
fn status(mut stream: TcpStream) -> u16 {
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    answer.split(' ').nth(1).unwrap().parse().unwrap()
}

#[test]
fn a_whole_game_is_played_and_agrees_with_the_engine() {
    let server = Server::start(&["--rate", "100000"]);
    for (rules, ruleset) in [("kiswahili", Ruleset::KISWAHILI), ("easy", Ruleset::EASY)] {
        let mut game = Game::new(ruleset);
        let mut moves: Vec<String> = Vec::new();
        loop {
            let sent = json!({ "rules": rules, "moves": moves, "names": ["a", "b"] });
            let told = server.ask("/api/game", &sent);
            assert_eq!(told["position"], game.position().to_string());
            let legal: Vec<String> = game.legal_moves().iter().map(ToString::to_string).collect();
            let told_legal: Vec<&str> = told["legal"]
                .as_array()
                .unwrap()
                .iter()
                .map(|choice| choice["move"].as_str().unwrap())
                .collect();
            assert_eq!(told_legal, legal);
            let text: Game = told["text"].as_str().unwrap().parse().unwrap();
            assert_eq!(
                (text.moves(), text.header("North")),
                (game.moves(), Some("b"))
            );
            if let Some(outcome) = game.outcome() {
                assert_eq!(told["result"], outcome.text());
                assert!(told["reason"].is_string());
                let (status, answer) = server.post("/api/think", &with_level(&sent));
                assert_eq!(
                    (status, &answer["error"]),
                    (422, &json!("the game is over"))
                );
                break;
            }
            let thought = server.ask("/api/think", &with_level(&sent));
            assert_eq!(thought, server.ask("/api/think", &with_level(&sent)));
            let mv = thought["move"].as_str().unwrap();
            game.push(mv.parse().unwrap()).unwrap();
            moves.push(mv.to_owned());
        }
        let sent = json!({ "rules": rules, "moves": moves });
        let graph = server.ask("/api/graph", &sent);
        let chances = graph["south"].as_array().unwrap();
        assert_eq!(chances.len(), moves.len() + 1);
        let won = game.outcome().unwrap().score(bingwa_engine::Side::South);
        assert_eq!(chances.last().unwrap(), &json!(f64::from(won)));
    }
}

fn with_level(sent: &Value) -> Value {
    let mut question = sent.clone();
    question["level"] = json!("medium");
    question["seed"] = json!(3);
    question
}

/// Seeds of one side's pits.
fn pits(board: &Value, side: &str) -> Vec<i64> {
    let pits = board[side].as_array().unwrap();
    pits.iter().map(|n| n.as_i64().unwrap()).collect()
}

#[test]
fn events_lead_from_the_board_before_to_the_board_after() {
    let server = Server::start(&["--rate", "100000"]);
    let mut captured = 0;
    for rules in ["kiswahili", "kujifunza", "easy"] {
        let mut moves: Vec<Value> = Vec::new();
        let mut told = server.ask("/api/game", &json!({ "rules": rules }));
        while moves.len() < 20 && told["result"].is_null() {
            let legal = told["legal"].as_array().unwrap();
            let most = legal
                .iter()
                .max_by_key(|choice| choice["captured"].as_i64());
            moves.push(most.unwrap()["move"].clone());
            let board = told["board"].clone();
            told = server.ask("/api/game", &json!({ "rules": rules, "moves": moves }));
            let last = &told["last"];
            assert_eq!(last["before"], board);
            captured += last["captured"].as_i64().unwrap();
            let (mover, other) = match last["mover"].as_str() {
                Some("S") => ("south", "north"),
                _ => ("north", "south"),
            };
            let (mut own, mut theirs) = (pits(&board, mover), pits(&board, other));
            for event in last["events"].as_array().unwrap() {
                let number = |key: &str| event[key].as_i64().unwrap();
                let pit = event["pit"].as_u64().unwrap_or_default() as usize;
                match event["event"].as_str().unwrap() {
                    "placed" => own[pit] += 1,
                    "lifted" => own[pit] -= number("seeds"),
                    "captured" => theirs[pit] -= number("seeds"),
                    "sown" => {
                        for seed in 0..number("seeds") {
                            let pit = (number("first") + seed * number("step")).rem_euclid(16);
                            own[pit as usize] += 1;
                        }
                    }
                    other => assert!(["stopped", "safari", "ended"].contains(&other), "{other}"),
                }
            }
            assert_eq!(own, pits(&told["board"], mover), "{rules} {moves:?}");
            assert_eq!(theirs, pits(&told["board"], other), "{rules} {moves:?}");
        }
    }
    assert!(captured > 50, "{captured}");
}

#[test]
fn a_position_is_analysed_and_a_text_loaded() {
    let server = Server::start(&[]);
    let asked = json!({ "rules": "kujifunza", "lines": 2, "simulations": 300 });
    let found = server.ask("/api/analyze", &asked);
    assert_eq!(
        (
            found["mover"].as_str(),
            found["lines"].as_array().unwrap().len()
        ),
        (Some("S"), 2)
    );
    assert_eq!(found["value"], found["lines"][0]["value"]);

    let mut game = Game::new(Ruleset::KUJIFUNZA);
    game.set_header("South", "Amina").unwrap();
    game.push("A1>".parse().unwrap()).unwrap();
    let told = server.ask("/api/load", &json!({ "text": game.to_string() }));
    assert_eq!(told["moves"], json!(["A1>"]));
    assert_eq!(told["headers"], json!([["South", "Amina"]]));
    assert_eq!(told["custom"], Value::Null);

    let text = "[Rules \"kujifunza lap_limit=500\"]\n\nA1> *";
    let told = server.ask("/api/load", &json!({ "text": text }));
    assert_eq!(told["custom"]["switches"]["lap_limit"], 500);

    let start = Position::start(&Ruleset::KUJIFUNZA).turned();
    let told = server.ask(
        "/api/game",
        &json!({ "rules": "kujifunza", "start": start.to_string() }),
    );
    assert_eq!(
        (told["board"]["mover"].as_str(), told["start"].is_string()),
        (Some("N"), true)
    );
}

/// A made position, as often nonsense as not.
fn made_position(dice: &mut impl FnMut(u64) -> u64, rules: &Ruleset) -> String {
    let fullest = 2 + dice(8);
    let mut row = || -> String {
        let counts = (0..8).map(|_| dice(fullest).saturating_sub(1).to_string());
        counts.collect::<Vec<_>>().join(",")
    };
    let rows = [row(), row(), row(), row()].join("/");
    let hand = u64::from(rules.hand) * dice(2);
    let owners = ["SN", "S", "N", "-"][dice(4) as usize];
    let takasia = ["-", "-", "-", "A3"][dice(4) as usize];
    let mover = ["S", "N"][dice(2) as usize];
    format!(
        "{rows} {mover} {hand},{} {owners} {takasia} {}",
        dice(1 + hand),
        dice(501)
    )
}

#[test]
fn made_positions_are_answered_or_refused_and_break_nothing() {
    let server = Server::start(&["--rate", "100000"]);
    let mut state = 7_u64;
    let mut dice = |sides: u64| {
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (state >> 33) % sides
    };
    let mut answered = 0;
    for (name, rules) in Ruleset::PRESETS {
        for _ in 0..30 {
            let start = made_position(&mut dice, &rules);
            let mut asked = json!({ "rules": name, "start": start, "lines": 2, "simulations": 50 });
            asked["level"] = json!("strong");
            for path in ["/api/game", "/api/think", "/api/analyze", "/api/graph"] {
                let (status, answer) = server.post(path, &asked);
                assert!(
                    [200, 422].contains(&status),
                    "{path} {asked}: {status} {answer}"
                );
                answered += u32::from(status == 200);
            }
        }
    }
    assert!(answered > 200, "{answered}");
}

#[test]
fn the_page_and_the_rule_sets_are_served() {
    let server = Server::start(&["--model", MODEL]);
    let (status, page) = server.get("/");
    assert_eq!(status, 200);
    for file in ["/page.css", "/main.js"] {
        assert!(page.contains(&format!("\"{file}\"")));
        assert_eq!(server.get(file).0, 200);
    }
    let (_, rules) = server.get("/api/rules");
    let rules: Value = serde_json::from_str(&rules).unwrap();
    let kiswahili = &rules["rulesets"][0];
    assert_eq!(kiswahili["name"], "kiswahili");
    assert_eq!(kiswahili["levels"].as_array().unwrap().len(), 7);
    let model = &kiswahili["models"][0];
    let mut question = json!({ "rules": "kiswahili", "level": "bingwa", "model": model });
    server.ask("/api/think", &question);
    question["rules"] = json!("malawi");
    assert_eq!(
        server.post("/api/think", &question).0,
        422,
        "the model is for other rules"
    );
}

#[test]
fn what_is_wrong_is_said_and_breaks_nothing() {
    let server = Server::start(&[]);
    let refusals = [
        ("/api/game", json!({ "rules": "monopoly" }), "monopoly"),
        (
            "/api/game",
            json!({ "rules": "kujifunza", "moves": ["A1>", "C9>"] }),
            "move 2",
        ),
        (
            "/api/game",
            json!({ "rules": "kujifunza", "moves": ["A1>+"] }),
            "not legal",
        ),
        (
            "/api/game",
            json!({ "rules": "kujifunza", "start": "nonsense" }),
            "six fields",
        ),
        (
            "/api/game",
            json!({ "rules": "kujifunza lap_limit=60000" }),
            "at most 1024",
        ),
        (
            "/api/game",
            json!({ "rules": "x".repeat(1000) }),
            "at most 400 letters",
        ),
        (
            "/api/game",
            json!({ "rules": "easy", "names": ["a\nb", ""] }),
            "control character",
        ),
        ("/api/load", json!({ "text": "A1> *" }), "needs its rules"),
        (
            "/api/load",
            json!({ "text": "[Rules \"easy\"]\n\nA9> *" }),
            "line 3",
        ),
        (
            "/api/think",
            json!({ "rules": "easy", "level": "god" }),
            "there are beginner",
        ),
        (
            "/api/think",
            json!({ "rules": "easy", "level": "easy", "model": "m" }),
            "there is no m",
        ),
        (
            "/api/analyze",
            json!({ "rules": "easy", "lines": 0, "simulations": 9 }),
            "1 to 8",
        ),
        (
            "/api/analyze",
            json!({ "rules": "easy", "lines": 1, "simulations": 1e6 as u32 }),
            "20000",
        ),
        ("/api/game", json!({ "moves": [] }), "missing field `rules`"),
        ("/api/game", json!([1, 2]), "invalid"),
    ];
    for (path, body, says) in refusals {
        let (status, answer) = server.post(path, &body);
        assert_eq!(status, 422, "{path} {body}: {answer}");
        let error = answer["error"].as_str().unwrap();
        assert!(error.contains(says), "{path} {body}: {error}");
    }
    assert_eq!(server.post_text("/api/game", "{").0, 400);
    let large = json!({ "text": "x".repeat(70_000) });
    assert_eq!(server.post("/api/load", &large).0, 413);
    let host = server.address.strip_prefix("http://").unwrap();
    let mut broken = TcpStream::connect(host).unwrap();
    write!(
        broken,
        "POST /api/game HTTP/1.1\r\nhost: {host}\r\ncontent-type: application/json\r\n\
         connection: close\r\ntransfer-encoding: chunked\r\n\r\nno number\r\n"
    )
    .unwrap();
    assert_eq!(status(broken), 400, "broken is not too large");
    let (status, answer) = server.get("/api/game");
    assert_eq!(status, 405, "{answer}");
    let (status, answer) = server.get("/../src/main.rs");
    assert_eq!(status, 404, "{answer}");
    let url = format!("{}/api/game", server.address);
    let plain = server.agent.post(url).header("content-type", "text/plain");
    assert_eq!(
        plain.send("{}").unwrap().status(),
        415,
        "no form of another page"
    );
    server.ask("/api/game", &json!({ "rules": "easy" }));
}

#[test]
fn too_many_searches_are_refused_and_those_given_up_make_room() {
    let server = Server::start(&["--searches", "1", "--rate", "100000"]);
    let long = json!({ "rules": "leaflet", "lines": 8, "simulations": 20_000 });
    let asked: Vec<TcpStream> = (0..160)
        .map(|_| server.send("/api/analyze", &long))
        .collect();
    // One runs and 128 wait: the rest is refused. Whoever is refused is answered
    // at once, the others are not.
    let (refused, others): (Vec<_>, Vec<_>) = asked.into_iter().partition(is_answered);
    assert!(!refused.is_empty(), "nobody was refused");
    for stream in refused {
        assert_eq!(status(stream), 503);
    }
    // Games go on meanwhile.
    server.ask("/api/game", &json!({ "rules": "leaflet" }));
    drop(others);
    // To make all these searches would take minutes.
    let question = json!({ "rules": "leaflet", "level": "bingwa" });
    let answers = (0..5000).map(|_| server.post("/api/think", &question).0);
    let first_not_refused = answers.into_iter().find(|&status| status != 503);
    assert_eq!(first_not_refused, Some(200));
}

/// Waits until one answer is there or the stream is silent for a while.
fn is_answered(stream: &TcpStream) -> bool {
    let patience = std::time::Duration::from_millis(10);
    stream.set_read_timeout(Some(patience)).unwrap();
    let answered = matches!(stream.peek(&mut [0]), Ok(1..));
    stream.set_read_timeout(None).unwrap();
    answered
}

#[test]
fn a_client_is_held_to_its_rate() {
    let server = Server::start(&["--rate", "1"]);
    let body = json!({ "rules": "easy" });
    let statuses: Vec<u16> = (0..40).map(|_| server.post("/api/game", &body).0).collect();
    assert_eq!(statuses[..4], [200; 4]);
    assert!(statuses.contains(&429), "{statuses:?}");
    assert_eq!(
        server.get("/").0,
        200,
        "the page itself is no request to the game"
    );
}

#[test]
fn a_port_that_is_taken_and_a_model_that_is_none_are_refused() {
    let server = Server::start(&[]);
    let port = server.address.rsplit(':').next().unwrap();
    refused(
        &["serve", "--port", port],
        "",
        &["listening on 127.0.0.1", "--port"],
    );
    for searches in ["0", "257", "100000000000000000"] {
        refused(&["serve", "--searches", searches], "", &["1..=256"]);
    }
    refused(
        &["serve", "--model", "Cargo.toml"],
        "",
        &["Cargo.toml", "no Bingwa model"],
    );
}

#[cfg(unix)]
#[test]
fn ctrl_c_ends_the_server_with_130() {
    let mut server = Server::start(&[]);
    let waiting = server.send(
        "/api/analyze",
        &json!({ "rules": "easy", "lines": 8, "simulations": 1000 }),
    );
    common::interrupt(&server.child);
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
    drop(waiting);
}
