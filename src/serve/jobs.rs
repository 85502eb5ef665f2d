//! Work for those who ask: so much at a time, so much waiting, each with an end,
//! and none for those who have left.
//!
//! A job runs on a thread of its own. Whoever drops the future of [`Jobs::run`],
//! as the server does when a connection closes, sets the job's stop flag; its
//! slot is free when its thread has seen that.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::http::StatusCode;
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use super::refusal::Refusal;

/// Requests that may wait for one slot.
const WAITING: usize = 128;
/// The most slots: far below what a semaphore can count.
pub(super) const MOST_SLOTS: u16 = 256;
/// The longest anybody waits for a slot.
const LONGEST_WAIT: Duration = Duration::from_secs(15);
/// The longest a job takes: more than it needs on an idle machine.
const LONGEST_JOB: Duration = Duration::from_secs(15);

/// Slots for one kind of job.
pub(super) struct Jobs {
    slots: Arc<Semaphore>,
    /// One for each that runs or waits.
    places: Arc<Semaphore>,
}

/// Sets the flag when it goes.
struct StopWhenDropped(Arc<AtomicBool>);

impl Drop for StopWhenDropped {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

impl Jobs {
    /// So many at a time, from 1 to [`MOST_SLOTS`].
    pub(super) fn new(slots: usize) -> Self {
        Self {
            slots: Arc::new(Semaphore::new(slots)),
            places: Arc::new(Semaphore::new(slots * (1 + WAITING))),
        }
    }

    /// Does the work when there is a slot for it. The work looks at the flag and
    /// ends soon after it is set.
    ///
    /// # Errors
    /// A [`Refusal`] if too many wait already, if the wait or the work takes too
    /// long, or if the work breaks down.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        work: impl FnOnce(&AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Refusal> {
        let busy = || Refusal::busy("the server has too much to do: try again soon");
        let place = Arc::clone(&self.places).try_acquire_owned();
        let place = place.map_err(|_| busy())?;
        let slot = timeout(LONGEST_WAIT, Arc::clone(&self.slots).acquire_owned()).await;
        let Ok(Ok(slot)) = slot else {
            return Err(busy());
        };
        let stop = Arc::new(AtomicBool::new(false));
        let guard = StopWhenDropped(Arc::clone(&stop));
        let thread = spawn_blocking(move || {
            let found = work(&stop);
            drop((place, slot));
            found
        });
        let found = timeout(LONGEST_JOB, thread).await;
        drop(guard);
        match found {
            Ok(Ok(found)) => Ok(found),
            Ok(Err(_)) => Err(Refusal::new(
                StatusCode::INTERNAL_SERVER_ERROR,
                "this broke down: it is a fault of the program",
            )),
            Err(_) => Err(Refusal::busy("this took too long: ask for less")),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc;

    use super::*;

    fn runtime() -> tokio::runtime::Runtime {
        tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .enable_all()
            .build()
            .unwrap()
    }

    /// Work that ends only when it is told to.
    fn endless(begun: mpsc::Sender<()>) -> impl FnOnce(&AtomicBool) {
        move |stop| {
            begun.send(()).unwrap();
            while !stop.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        }
    }

    #[test]
    fn who_leaves_stops_the_job_and_frees_its_slot() {
        let jobs = Arc::new(Jobs::new(1));
        let (begun, begins) = mpsc::channel();
        let runtime = runtime();
        let theirs = Arc::clone(&jobs);
        let asked = runtime.spawn(async move { theirs.run(endless(begun)).await });
        begins.recv().unwrap();
        assert_eq!(jobs.slots.available_permits(), 0);
        asked.abort();
        assert_eq!(runtime.block_on(jobs.run(|_| 7)), Ok(7));
        assert!(runtime.block_on(asked).unwrap_err().is_cancelled());
        assert_eq!(jobs.places.available_permits(), 1 + WAITING);
    }

    #[test]
    fn too_many_are_refused_and_those_who_wait_come_in_turn() {
        let jobs = Arc::new(Jobs::new(1));
        let (begun, begins) = mpsc::channel();
        let runtime = runtime();
        let ask = |work| {
            let theirs = Arc::clone(&jobs);
            runtime.spawn(async move { theirs.run(work).await })
        };
        let first = ask(endless(begun.clone()));
        begins.recv().unwrap();
        let waiting: Vec<_> = (0..WAITING).map(|_| ask(endless(begun.clone()))).collect();
        while jobs.places.available_permits() > 0 {
            std::thread::yield_now();
        }
        let refused = runtime.block_on(jobs.run(|_| ()));
        assert_eq!(refused.unwrap_err().status, StatusCode::SERVICE_UNAVAILABLE);
        first.abort();
        begins.recv().unwrap();
        for one in waiting {
            one.abort();
        }
        while jobs.places.available_permits() < 1 + WAITING {
            std::thread::yield_now();
        }
        assert_eq!(runtime.block_on(jobs.run(|_| ())), Ok(()));
    }

    #[test]
    fn work_that_breaks_down_is_told_and_frees_its_slot() {
        let jobs = Jobs::new(1);
        let runtime = runtime();
        let broken = runtime.block_on(jobs.run(|_| -> u8 { panic!("on purpose") }));
        let status = broken.unwrap_err().status;
        assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
        assert_eq!(runtime.block_on(jobs.run(|_| 1)), Ok(1));
    }
}
