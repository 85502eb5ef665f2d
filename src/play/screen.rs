//! The terminal: keys in, pictures out, left as it was found.

use std::time::{Duration, Instant};

use anyhow::Context;
use crossterm::event::{self, Event, KeyEventKind};

use super::draw::{Palette, draw};
use super::session::{Leaving, Session};
use super::thinker::Thinker;
use crate::interrupt::{self, Interrupted};

/// The longest wait for a key while nothing moves.
const IDLE: Duration = Duration::from_millis(250);
/// The same while a search is under way: its answer shall not lie about.
const BUSY: Duration = Duration::from_millis(20);

/// Plays on the terminal until the person leaves.
pub(super) fn play(mut session: Session) -> anyhow::Result<()> {
    let stop = interrupt::listen()?;
    // A panic restores the terminal, too, before it says why.
    let mut terminal = ratatui::try_init().context("setting up the terminal")?;
    let played = go_on(&mut terminal, &mut session, stop);
    ratatui::try_restore().context("restoring the terminal")?;
    played
}

fn go_on(
    terminal: &mut ratatui::DefaultTerminal,
    session: &mut Session,
    stop: &std::sync::atomic::AtomicBool,
) -> anyhow::Result<()> {
    let palette = Palette::wished();
    let mut thinker = Thinker::new(session.opponent());
    let mut seed = session.seed;
    let mut last = Instant::now();
    let mut is_stale = true;
    loop {
        if session.seed != seed {
            seed = session.seed;
            thinker = Thinker::new(session.opponent());
        }
        if let Some((task, answer)) = thinker.think(session.wants())? {
            session.take(task, answer);
            last = Instant::now();
            is_stale = true;
            continue;
        }
        if is_stale {
            terminal.draw(|frame| draw(frame, session, &palette))?;
        }
        let wait = match session.left() {
            Some(left) => left.min(IDLE),
            None if thinker.is_busy() => BUSY,
            None => IDLE,
        };
        let moves = session.left().is_some();
        is_stale = moves;
        if event::poll(wait)? {
            is_stale = true;
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => session.key(key),
                _ => {}
            }
        }
        if moves {
            session.tick(last.elapsed());
        }
        last = Instant::now();
        if stop.load(std::sync::atomic::Ordering::Relaxed) {
            session.leaving = Leaving::Interrupted;
        }
        match session.leaving {
            Leaving::No | Leaving::Asked => {}
            Leaving::Yes => return Ok(()),
            Leaving::Interrupted => {
                let note = "the game was not saved".to_owned();
                return Err(Interrupted(note).into());
            }
        }
    }
}
