//! A program at the other end of two pipes, never waited for without end.

use core::time::Duration;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::Instant;

use super::EngineError;

/// Bytes of a line that are read; what is longer comes as several lines.
const LONGEST_LINE: u64 = 1 << 16;

/// Lines that wait to be heard; an engine that says more waits itself.
const LINES_WAITING: usize = 256;

/// How long a process that was told to quit may take before it is killed.
const FAREWELL: Duration = Duration::from_secs(1);

/// Longest part of an error that is told, in characters.
const LONGEST_ERROR: usize = 200;

/// A process and two threads: one writes to it, one reads, so that neither a
/// full pipe nor an empty one holds up a game.
pub(super) struct Process {
    child: Child,
    /// `None` when it is to be killed without farewell.
    input: Option<Sender<String>>,
    lines: Receiver<String>,
}

impl Process {
    /// Starts a program; its errors go where ours do.
    pub(super) fn start(command: &[String]) -> Result<Self, EngineError> {
        let (program, arguments) = command.split_first().ok_or(EngineError::NoCommand)?;
        let mut command = Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // A group of its own: Ctrl-C is for us alone and must not cost the engine
        // its game, and what it has started can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(EngineError::Start)?;
        let (input, to_write) = channel();
        let (heard, lines) = sync_channel(LINES_WAITING);
        if let Some(stdin) = child.stdin.take() {
            thread::spawn(move || write_all(stdin, &to_write));
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_all(stdout, &heard));
        }
        Ok(Self {
            child,
            input: Some(input),
            lines,
        })
    }

    /// Says a line. If nobody listens any more, the next answer tells.
    pub(super) fn say(&self, line: &str) {
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// Waits for the line that begins with the word `awaited`; shows `other` the
    /// lines before it.
    ///
    /// # Errors
    /// [`EngineError::Ended`], [`EngineError::Silent`], and
    /// [`EngineError::Refused`] for a line that begins with `error`. The process
    /// is then of no more use.
    pub(super) fn hear(
        &mut self,
        awaited: &'static str,
        patience: Duration,
        mut other: impl FnMut(&str),
    ) -> Result<String, EngineError> {
        let started = Instant::now();
        let found = loop {
            let left = patience.saturating_sub(started.elapsed());
            match self.lines.recv_timeout(left) {
                Ok(line) => match line.split_whitespace().next() {
                    Some(word) if word == awaited => return Ok(line),
                    Some("error") => {
                        break EngineError::Refused(line.chars().take(LONGEST_ERROR).collect());
                    }
                    _ => other(&line),
                },
                Err(RecvTimeoutError::Timeout) => {
                    let waited = patience;
                    break EngineError::Silent { awaited, waited };
                }
                Err(RecvTimeoutError::Disconnected) => break EngineError::Ended(awaited),
            }
            // An engine that talks without end gets no more time than a silent one.
            if started.elapsed() > patience {
                let waited = patience;
                break EngineError::Silent { awaited, waited };
            }
        };
        self.input = None;
        Err(found)
    }
}

impl Drop for Process {
    /// Lets it quit, or kills it; either way nothing is left of it.
    fn drop(&mut self) {
        if let Some(input) = self.input.take() {
            let _ = input.send("quit\n".to_owned());
            drop(input);
            let started = Instant::now();
            while let Some(left) = FAREWELL.checked_sub(started.elapsed()) {
                if self.lines.recv_timeout(left).is_err() {
                    break;
                }
            }
        }
        #[cfg(unix)]
        kill_group(self.child.id());
        // One that has ended cannot be killed: no fault.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Kills whatever an engine has started and left in its group: what a script runs
/// would think on otherwise. To be called before the leader is waited for: until
/// then the number of the group belongs to nobody else.
///
/// The standard library signals single processes only. The shell's own `kill` does
/// the rest, in the form that all shells read alike. Never the program `kill`: that
/// of procps takes `-KILL -1234` for process -1, which is everybody. Where it fails,
/// the leader alone is killed.
#[cfg(unix)]
fn kill_group(leader: u32) {
    let _ = Command::new("sh")
        .args(["-c", &format!("kill -s KILL -- -{leader}")])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
}

fn write_all(mut stdin: ChildStdin, lines: &Receiver<String>) {
    for line in lines {
        if stdin.write_all(line.as_bytes()).is_err() {
            return;
        }
    }
}

fn read_all(stdout: ChildStdout, heard: &SyncSender<String>) {
    let mut stdout = BufReader::new(stdout);
    loop {
        let mut line = Vec::new();
        match (&mut stdout)
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
        {
            Ok(1..) => {}
            Ok(0) | Err(_) => return,
        }
        let text = String::from_utf8_lossy(&line).replace(char::is_control, " ");
        if heard.send(text.trim().to_owned()).is_err() {
            return;
        }
    }
}
