//! [`in_order`], [`Team`], [`Idle`]: jobs on several threads of rayon, their results consumed in order.

use rayon::{Scope, ThreadPool, ThreadPoolBuilder};
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The number of jobs per thread that may be started or finished but not yet consumed.
const AHEAD: usize = 3;

/// Returns the rows of a job where `threads` threads share `rows` rows: about 16 jobs for each, or one for a single one.
pub(crate) fn rows_of_a_job(rows: usize, threads: usize) -> usize {
    if threads == 1 { rows } else { (rows / threads.saturating_mul(16)).max(1) }
}

/// Runs the jobs on up to `threads` threads, the calling one included, and passes each result to `take`, on the calling
/// thread and in the order of the jobs. No more threads are started than there are jobs; with one thread or one job,
/// all work is done on the calling thread.
///
/// ```text
///   caller:  takes finished results in order, else works       ─┐
///   helper:  starts the next job                                ├─ at most AHEAD * threads jobs started and not taken
///   helper:  starts the next job                               ─┘
/// ```
///
/// The helpers are idle threads of the rayon pool that the caller runs in. A caller outside of any pool gets a pool for
/// the duration of the call. The caller waits only for jobs that a helper has started, so a pool with other work delays
/// the jobs but does not block them.
///
/// `work` receives a result that was already taken, to be overwritten, or the default: reused memory costs less than
/// fresh memory.
///
/// # Errors
/// The first error of `take`, or the system's error if a thread cannot be started.
pub(crate) fn in_order<J: Sync, R: Default + Send, E: From<io::Error>>(
    threads: usize,
    jobs: &[J],
    work: impl Fn(&J, &mut R) + Sync,
    take: impl FnMut(&mut R) -> Result<(), E>,
) -> Result<(), E> {
    Team::new(threads.min(jobs.len())).in_order(jobs, work, take)
}

/// Threads for several calls of [`in_order`]. The pool of a caller outside of any is started by the first call that needs
/// it and kept.
pub(crate) struct Team {
    threads: usize,
    pool: Option<ThreadPool>,
}

impl Team {
    /// Returns a team of up to `threads` threads, the calling one included. Starts none.
    pub(crate) fn new(threads: usize) -> Self {
        Team { threads, pool: None }
    }

    /// Runs jobs as [`in_order`] does.
    ///
    /// # Errors
    /// See [`in_order`].
    pub(crate) fn in_order<J: Sync, R: Default + Send, E: From<io::Error>>(
        &mut self,
        jobs: &[J],
        work: impl Fn(&J, &mut R) + Sync,
        mut take: impl FnMut(&mut R) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = self.available(jobs.len());
        if threads <= 1 {
            let mut result = R::default();
            return jobs.iter().try_for_each(|job| {
                work(job, &mut result);
                take(&mut result)
            });
        }
        let queue =
            Queue { jobs, work, helpers: threads - 1, state: Mutex::new(State::new(threads)), changed: Condvar::new() };
        self.scope(threads, |scope| queue.take_all(scope, take))?
    }

    /// Returns how many threads of the team share a number of jobs, the calling one included.
    pub(super) fn available(&self, jobs: usize) -> usize {
        let in_pool = rayon::current_thread_index().is_some();
        let available = if in_pool { rayon::current_num_threads() } else { usize::MAX };
        self.threads.min(jobs).min(available)
    }

    /// Calls `body` with the pool that the caller runs in, or with one of the team for `threads` threads, the calling one
    /// included.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub(super) fn scope<'s, T>(&mut self, threads: usize, body: impl FnOnce(&Scope<'s>) -> T) -> io::Result<T> {
        if rayon::current_thread_index().is_some() {
            return Ok(rayon::in_place_scope(body));
        }
        let pool = match &mut self.pool {
            Some(pool) => pool,
            none => none.insert(ThreadPoolBuilder::new().num_threads(threads - 1).build().map_err(io::Error::other)?),
        };
        Ok(pool.in_place_scope(body))
    }
}

/// Buffers that no thread uses, for the next job: there are never more of them than were in use at the same time.
pub(crate) struct Idle<B>(Mutex<Vec<B>>);

impl<B> Default for Idle<B> {
    fn default() -> Self {
        Idle(Mutex::default())
    }
}

impl<B> Idle<B> {
    /// Calls `work` with the buffers that were used last, or new ones.
    pub(crate) fn with<R>(&self, new: impl FnOnce() -> B, work: impl FnOnce(&mut B) -> R) -> R {
        let mut buffers = self.take(new);
        let result = work(&mut buffers);
        self.put(buffers);
        result
    }

    /// Returns the buffers that were used last, or new ones.
    pub(crate) fn take(&self, new: impl FnOnce() -> B) -> B {
        let last = self.0.lock().unwrap_or_else(PoisonError::into_inner).pop();
        last.unwrap_or_else(new)
    }

    /// Takes buffers that are used no more.
    pub(crate) fn put(&self, buffers: B) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).push(buffers);
    }
}

/// The jobs and the state of their execution.
struct Queue<'a, J, R, W> {
    jobs: &'a [J],
    work: W,
    /// The maximum number of threads that work besides the caller.
    helpers: usize,
    state: Mutex<State<R>>,
    /// Signals that a result is done or that a helper has panicked.
    changed: Condvar,
}

/// The progress of the jobs: `taken <= next`, and at most `done.len()` jobs lie between them.
struct State<R> {
    /// The index of the next job to start.
    next: usize,
    /// The index of the next result to take.
    taken: usize,
    /// The results done and not yet taken: that of job `n` in slot `n % done.len()`.
    done: Vec<Option<R>>,
    /// Results already taken, to be reused.
    free: Vec<R>,
    /// The number of helpers that are running or requested.
    helpers: usize,
    panicked: bool,
}

impl<R> State<R> {
    fn new(threads: usize) -> Self {
        let window = AHEAD * threads;
        let done = (0..window).map(|_| None).collect();
        State { next: 0, taken: 0, done, free: Vec::with_capacity(window), helpers: 0, panicked: false }
    }

    /// Returns the next result to take, if it is done.
    fn due(&mut self) -> Option<R> {
        let place = self.taken % self.done.len();
        self.done[place].take()
    }
}

impl<J: Sync, R: Default + Send, W: Fn(&J, &mut R) + Sync> Queue<'_, J, R, W> {
    fn lock(&self) -> MutexGuard<'_, State<R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns whether a job may start.
    fn has_work(&self, state: &State<R>) -> bool {
        state.next < self.jobs.len() && state.next < state.taken + state.done.len()
    }

    /// Runs the caller's part: requests helpers, takes results, and works while the next result is not done.
    fn take_all<'s, E: From<io::Error>>(
        &'s self,
        scope: &Scope<'s>,
        mut take: impl FnMut(&mut R) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut state = self.lock();
        while state.taken < self.jobs.len() && !state.panicked {
            while state.helpers < self.helpers && self.has_work(&state) {
                state.helpers += 1;
                scope.spawn(|_| self.help());
            }
            if let Some(mut result) = state.due() {
                drop(state);
                let taken = take(&mut result);
                state = self.lock();
                if taken.is_err() {
                    // No thread starts another job.
                    state.next = self.jobs.len();
                    return taken;
                }
                state.taken += 1;
                state.free.push(result);
            } else if self.has_work(&state) {
                state = self.one(state);
            } else {
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
            }
        }
        // The scope of the threads propagates the panic.
        if state.panicked { Err(io::Error::other("a thread panicked").into()) } else { Ok(()) }
    }

    /// Runs a helper's part: works while a job may start.
    fn help(&self) {
        let _alarm = Alarm(&self.state, &self.changed);
        let mut state = self.lock();
        while self.has_work(&state) {
            state = self.one(state);
            self.changed.notify_one();
        }
        state.helpers -= 1;
    }

    /// Runs the next job and stores its result.
    fn one<'s>(&'s self, mut state: MutexGuard<'s, State<R>>) -> MutexGuard<'s, State<R>> {
        let n = state.next;
        state.next += 1;
        let again = state.free.pop();
        drop(state);
        let mut result = again.unwrap_or_default();
        (self.work)(&self.jobs[n], &mut result);
        let mut state = self.lock();
        let place = n % state.done.len();
        state.done[place] = Some(result);
        state
    }
}

/// Wakes the caller if a helper panics, because the result that the caller waits for does not come.
struct Alarm<'q, R>(&'q Mutex<State<R>>, &'q Condvar);

impl<R> Drop for Alarm<'_, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.lock().unwrap_or_else(PoisonError::into_inner).panicked = true;
            self.1.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};

    /// Returns the numbers below `n`, computed through [`in_order`] by jobs of different lengths.
    fn numbers(threads: usize, n: u64) -> Vec<u64> {
        let jobs: Vec<u64> = (0..n).collect();
        let work = |&job: &u64, result: &mut Vec<u64>| {
            let spin = (job * 7919) % 5000;
            result.push(job + (0..spin).map(core::hint::black_box).min().unwrap_or(0));
        };
        let mut taken = Vec::new();
        in_order(threads, &jobs, work, |result| {
            taken.append(result);
            Ok::<(), io::Error>(())
        })
        .expect("threads");
        taken
    }

    #[test]
    fn a_team_does_one_list_of_jobs_after_another() {
        let mut team = Team::new(3);
        for n in [0, 1, 2, 50, 7] {
            let (jobs, mut taken): (Vec<usize>, _) = ((0..n).collect(), Vec::new());
            let take = |result: &mut usize| {
                taken.push(*result);
                Ok::<(), io::Error>(())
            };
            team.in_order(&jobs, |job, result| *result = *job, take).expect("threads");
            assert_eq!(taken, jobs);
        }
    }

    fn pool(threads: usize) -> rayon::ThreadPool {
        ThreadPoolBuilder::new().num_threads(threads).build().expect("threads")
    }

    #[test]
    fn results_come_in_order_from_any_number_of_threads() {
        for (threads, n) in [(1, 100), (2, 100), (3, 100), (8, 100), (200, 100), (2, 1), (2, 0), (usize::MAX, 5)] {
            assert_eq!(numbers(threads, n), (0..n).collect::<Vec<_>>(), "{threads} threads");
        }
    }

    #[test]
    fn results_come_in_order_in_a_pool_whose_threads_all_wait_for_results() {
        for threads in [1, 2, 3] {
            let all = pool(threads).broadcast(|_| numbers(2, 100));
            assert!(all.iter().all(|taken| taken.iter().copied().eq(0..100)), "a pool of {threads}");
        }
    }

    /// Returns the number of threads that have worked at the same time, and the size of the largest pool that one of them
    /// has seen. A helper that finds no work ends, and another thread of the pool may be the next one: more threads may
    /// have worked one after another.
    fn workers(threads: usize, jobs: usize) -> (usize, usize) {
        let (working, together, jobs) = (AtomicUsize::new(0), AtomicUsize::new(0), vec![(); jobs]);
        let work = |(): &(), pool: &mut usize| {
            together.fetch_max(working.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            thread::sleep(core::time::Duration::from_millis(1));
            *pool = rayon::current_thread_index().map_or(0, |_| rayon::current_num_threads());
            working.fetch_sub(1, Ordering::SeqCst);
        };
        let mut most = 0;
        let take = |pool: &mut usize| {
            most = most.max(*pool);
            Ok::<(), io::Error>(())
        };
        in_order(threads, &jobs, work, take).expect("threads");
        (together.into_inner(), most)
    }

    #[test]
    fn no_more_threads_are_started_than_asked_for_and_than_there_are_jobs() {
        for (threads, jobs, most) in [(1, 40, 1), (2, 40, 2), (3, 40, 3), (100_000, 3, 3), (100_000, 1, 1)] {
            let (together, pool) = workers(threads, jobs);
            // The caller works, too, but outside of the pool.
            let text = format!("{threads} threads, {jobs} jobs: {together} worked, {pool} in the pool");
            assert!(together <= most && pool < most, "{text}");
        }
    }

    #[test]
    fn a_pool_that_the_caller_runs_in_is_used_and_no_other() {
        for (size, threads, most) in [(1, 4, 1), (2, 4, 2), (4, 2, 2)] {
            let (together, pool) = pool(size).install(|| workers(threads, 40));
            let text = format!("{threads} of {size} threads: {together} worked in a pool of {pool}");
            assert!(together <= most && pool == size, "{text}");
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let jobs = [1; 50];
        for threads in [1, 2, 5] {
            let mut left = 3;
            let take = |_: &mut i32| {
                left -= 1;
                if left == 0 { Err(io::Error::other("enough")) } else { Ok(()) }
            };
            let result = in_order(threads, &jobs, |&job, sum: &mut i32| *sum += job, take);
            assert_eq!((result.unwrap_err().to_string(), left), ("enough".to_owned(), 0), "{threads} threads");
        }
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller() {
        let jobs: Vec<usize> = (0..50).collect();
        for bad in 0..50 {
            let work = |&job: &usize, _: &mut ()| assert!(job != bad, "a stage that panics");
            let run = || in_order(2, &jobs, work, |()| Ok::<(), io::Error>(()));
            let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
            assert_eq!(panic.downcast_ref(), Some(&"a stage that panics"));
        }
    }
}
