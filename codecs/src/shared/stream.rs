//! [`Team::stream`]: jobs on several threads whose inputs are read one after another.
//!
//! ```text
//!   input  ──read──▶  inputs that wait  ──work──▶  results  ──take──▶  in order, on the calling thread
//!          one thread                   any thread
//! ```
//!
//! No thread only reads. Whichever is free reads the next input if too few wait, and else works on the first that does, so
//! that a slow input always has a reader, and a fast one keeps no thread from work.

use super::jobs::Team;
use rayon::Scope;
use std::collections::VecDeque;
use std::io;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// The number of jobs per thread that may be read but not yet consumed.
const AHEAD: usize = 3;

impl Team {
    /// Calls `read` for each of `count` jobs, in order, then `work` with what was read, and passes each result to `take`, on the
    /// calling thread and in the order of the jobs. With one thread or one job, all is done on the calling thread.
    ///
    /// Inputs and results are handed out again: each function receives old ones, or the default, to be overwritten. There are
    /// fewer than two inputs for each thread.
    ///
    /// # Errors
    /// The first error of `read` or `take`, or the system's error if a thread cannot be started.
    pub(crate) fn stream<I: Default + Send, R: Default + Send, E: From<io::Error> + Send>(
        &mut self,
        count: usize,
        mut read: impl FnMut(usize, &mut I) -> Result<(), E> + Send,
        work: impl Fn(usize, &mut I, &mut R) + Sync,
        mut take: impl FnMut(&mut R) -> Result<(), E>,
    ) -> Result<(), E> {
        let threads = self.available(count);
        if threads <= 1 {
            let (mut input, mut result) = (I::default(), R::default());
            return (0..count).try_for_each(|n| {
                read(n, &mut input)?;
                work(n, &mut input, &mut result);
                take(&mut result)
            });
        }
        let stream =
            Stream { count, threads, work, state: Mutex::new(State::new(read, threads)), changed: Condvar::new() };
        self.scope(threads, |scope| {
            let _end = End { state: &stream.state, changed: &stream.changed, always: true };
            stream.take_all(scope, take)
        })?
    }
}

/// The jobs and the state of their execution.
struct Stream<I, R, E, F, W> {
    count: usize,
    threads: usize,
    work: W,
    state: Mutex<State<I, R, E, F>>,
    /// Signals to the caller that an input was read, or a result is done, or that no more is to be done.
    changed: Condvar,
}

/// The progress of the jobs: `taken <= read`, and at most `done.len()` jobs lie between them.
struct State<I, R, E, F> {
    /// The function that reads, unless a thread calls it.
    reader: Option<F>,
    /// The number of inputs that are read, or being read.
    read: usize,
    /// Inputs that no thread works on yet, with the numbers of their jobs.
    waiting: VecDeque<(usize, I)>,
    /// The number of helpers that are running or requested.
    helpers: usize,
    /// The number of helpers that are requested and do not run yet, and of callers that wait until something changes.
    idle: usize,
    /// The number of results taken.
    taken: usize,
    /// The results done and not yet taken: that of job `n` in slot `n % done.len()`.
    done: Vec<Option<R>>,
    inputs: Vec<I>,
    results: Vec<R>,
    /// The error of the reader.
    error: Option<E>,
    /// `true` if no thread is to begin anything.
    ended: bool,
    panicked: bool,
}

/// A step that a thread may take.
enum Step<I, F> {
    Read(usize, F),
    Work(usize, I),
}

impl<I, R, E, F> State<I, R, E, F> {
    fn new(reader: F, threads: usize) -> Self {
        State {
            reader: Some(reader),
            read: 0,
            waiting: VecDeque::new(),
            helpers: 0,
            idle: 0,
            taken: 0,
            done: (0..AHEAD * threads).map(|_| None).collect(),
            inputs: Vec::new(),
            results: Vec::new(),
            error: None,
            ended: false,
            panicked: false,
        }
    }

    /// Returns whether an input may be read. A thread that is idle is about to take one that waits: until it does, the reader
    /// goes on.
    fn has_input(&self, count: usize, threads: usize) -> bool {
        let few = self.waiting.len() + 1 < threads + self.idle;
        self.reader.is_some() && self.read < count && self.read < self.taken + self.done.len() && few
    }

    /// Returns the next step, `None` if there is none until something changes.
    ///
    /// The caller leaves a slow input to an idle helper, as it has results to take.
    fn step(&mut self, count: usize, threads: usize, is_caller: bool) -> Option<Step<I, F>> {
        let left = is_caller && self.idle > 0 && !self.waiting.is_empty();
        if self.has_input(count, threads)
            && !left
            && let Some(reader) = self.reader.take()
        {
            self.read += 1;
            return Some(Step::Read(self.read - 1, reader));
        }
        self.waiting.pop_front().map(|(n, input)| Step::Work(n, input))
    }
}

impl<I: Default + Send, R: Default + Send, E: From<io::Error> + Send, F, W> Stream<I, R, E, F, W>
where
    F: FnMut(usize, &mut I) -> Result<(), E> + Send,
    W: Fn(usize, &mut I, &mut R) + Sync,
{
    fn lock(&self) -> MutexGuard<'_, State<I, R, E, F>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the caller's part: takes results, and reads or works while the next result is not done.
    fn take_all<'s>(&'s self, scope: &Scope<'s>, mut take: impl FnMut(&mut R) -> Result<(), E>) -> Result<(), E> {
        let mut state = self.lock();
        while state.taken < self.count && !state.panicked {
            if let Some(error) = state.error.take() {
                return Err(error);
            }
            let place = state.taken % state.done.len();
            if let Some(mut result) = state.done[place].take() {
                drop(state);
                take(&mut result)?;
                state = self.lock();
                state.taken += 1;
                state.results.push(result);
                self.request(scope, &mut state);
            } else if let Some(step) = state.step(self.count, self.threads, true) {
                state = self.run(scope, state, step);
            } else {
                state.idle += 1;
                state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
            }
        }
        // The scope of the threads propagates the panic.
        if state.panicked { Err(io::Error::other("a thread panicked").into()) } else { Ok(()) }
    }

    /// Runs a helper's part: reads or works as long as it can without waiting. Functions of the user may have jobs of their own in
    /// the pool, and while they wait for these a thread may be given a helper's part, of this stream or of another.
    fn help<'s>(&'s self, scope: &Scope<'s>) {
        let _alarm = End { state: &self.state, changed: &self.changed, always: false };
        let mut state = self.lock();
        state.idle -= 1;
        while !state.ended
            && let Some(step) = state.step(self.count, self.threads, false)
        {
            state = self.run(scope, state, step);
        }
        state.helpers -= 1;
    }

    /// Requests a helper if there is a step for it beside those of this thread and of idle ones.
    fn request<'s>(&'s self, scope: &Scope<'s>, state: &mut State<I, R, E, F>) {
        // With the helper, one more input may wait.
        let steps = state.waiting.len() + usize::from(state.has_input(self.count, self.threads + 1));
        if steps > 1 + state.idle && state.helpers + 1 < self.threads && !state.ended {
            state.helpers += 1;
            state.idle += 1;
            scope.spawn(|scope| self.help(scope));
        }
    }

    /// Takes a step.
    fn run<'s>(
        &'s self,
        scope: &Scope<'s>,
        mut state: MutexGuard<'s, State<I, R, E, F>>,
        step: Step<I, F>,
    ) -> MutexGuard<'s, State<I, R, E, F>> {
        let mut state = match step {
            Step::Read(n, mut reader) => {
                let mut input = state.inputs.pop().unwrap_or_default();
                drop(state);
                let read = reader(n, &mut input);
                let mut state = self.lock();
                match read {
                    Ok(()) => {
                        state.reader = Some(reader);
                        state.waiting.push_back((n, input));
                    }
                    Err(error) => (state.error, state.ended) = (Some(error), true),
                }
                state
            }
            Step::Work(n, mut input) => {
                let mut result = state.results.pop().unwrap_or_default();
                drop(state);
                (self.work)(n, &mut input, &mut result);
                let mut state = self.lock();
                let place = n % state.done.len();
                state.done[place] = Some(result);
                state.inputs.push(input);
                state
            }
        };
        self.request(scope, &mut state);
        self.changed.notify_one();
        state
    }
}

/// Ends the jobs when the caller leaves, and when a helper panics: what the caller waits for does not come.
struct End<'s, I, R, E, F> {
    state: &'s Mutex<State<I, R, E, F>>,
    changed: &'s Condvar,
    /// `true` if it ends them without a panic, too.
    always: bool,
}

impl<I, R, E, F> Drop for End<'_, I, R, E, F> {
    fn drop(&mut self) {
        let panicking = thread::panicking();
        if self.always || panicking {
            let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
            state.ended = true;
            state.panicked |= panicking;
            self.changed.notify_one();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rayon::ThreadPoolBuilder;
    use std::panic::{AssertUnwindSafe, catch_unwind};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    /// Reads, works and takes for as long as these functions of a job's number say; returns what was taken.
    fn streamed(threads: usize, count: usize, reads: fn(usize) -> u64, works: fn(usize) -> u64) -> Vec<usize> {
        let mut read = 0;
        let read = |n: usize, input: &mut Vec<usize>| {
            assert_eq!(n, read, "in order");
            read += 1;
            thread::sleep(Duration::from_micros(reads(n)));
            input.clear();
            input.push(n);
            Ok::<(), io::Error>(())
        };
        let work = |n: usize, input: &mut Vec<usize>, result: &mut usize| {
            thread::sleep(Duration::from_micros(works(n)));
            assert_eq!(*input, [n]);
            *result = n * n;
        };
        let mut taken = Vec::new();
        let take = |result: &mut usize| {
            taken.push(*result);
            Ok(())
        };
        Team::new(threads).stream(count, read, work, take).expect("no error");
        taken
    }

    #[test]
    fn results_come_in_order_whatever_takes_long() {
        let [none, some, uneven]: [fn(usize) -> u64; 3] = [|_| 0, |_| 100, |n| (n as u64 * 7919) % 300];
        for threads in [1, 2, 3, 8, usize::MAX] {
            for (reads, works) in [(none, none), (some, none), (none, some), (uneven, some), (some, uneven)] {
                for count in [0, 1, 2, 3, 40] {
                    let expected: Vec<usize> = (0..count).map(|n| n * n).collect();
                    assert_eq!(streamed(threads, count, reads, works), expected, "{threads} threads");
                }
            }
        }
    }

    #[test]
    fn results_come_in_order_in_a_pool_whose_threads_all_wait_for_results() {
        for threads in [1, 2, 3] {
            let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            let all = pool.broadcast(|_| streamed(3, 50, |_| 10, |_| 10));
            assert!(all.iter().all(|taken| taken.iter().copied().eq((0..50).map(|n| n * n))), "a pool of {threads}");
        }
    }

    #[test]
    fn functions_may_run_jobs_of_their_own_in_the_pool() {
        let jobs =
            || rayon::join(|| thread::sleep(Duration::from_micros(20)), || thread::sleep(Duration::from_micros(50)));
        let run = |threads: usize| {
            let read = |n: usize, input: &mut usize| {
                jobs();
                *input = n;
                Ok::<(), io::Error>(())
            };
            let work = |_: usize, input: &mut usize, result: &mut usize| {
                jobs();
                *result = *input;
            };
            let mut taken = Vec::new();
            let take = |result: &mut usize| {
                jobs();
                taken.push(*result);
                Ok(())
            };
            Team::new(threads).stream(30, read, work, take).expect("no error");
            assert!(taken.into_iter().eq(0..30));
        };
        for threads in [2, 3, 5] {
            for _ in 0..5 {
                run(threads);
                let pool = ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
                pool.install(|| run(threads));
                pool.broadcast(|_| run(threads));
            }
        }
    }

    #[test]
    fn no_more_inputs_wait_than_threads() {
        let (held, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let read = |_: usize, input: &mut Option<()>| {
            // Handed out again, it is one that was counted.
            if input.replace(()).is_none() {
                most.fetch_max(held.fetch_add(1, Ordering::SeqCst) + 1, Ordering::SeqCst);
            }
            Ok::<(), io::Error>(())
        };
        let work = |_: usize, _: &mut Option<()>, (): &mut ()| thread::sleep(Duration::from_millis(1));
        Team::new(4).stream(100, read, work, |()| Ok(())).expect("no error");
        let most = most.into_inner();
        assert!(most <= 4 + 3, "{most} inputs");
    }

    #[test]
    fn an_error_ends_the_work() {
        for threads in [1, 2, 5] {
            for bad in 0..20 {
                let read = |n: usize, _: &mut ()| {
                    assert!(n <= bad, "nothing is read after an error");
                    if n == bad { Err(io::Error::other("enough read")) } else { Ok(()) }
                };
                let result = Team::new(threads).stream(20, read, |_, (), (): &mut ()| (), |()| Ok(()));
                assert_eq!(result.unwrap_err().to_string(), "enough read", "{threads} threads");
                let mut left = bad + 1;
                let take = |(): &mut ()| {
                    left -= 1;
                    if left == 0 { Err(io::Error::other("enough taken")) } else { Ok(()) }
                };
                let result = Team::new(threads).stream(20, |_, _: &mut ()| Ok(()), |_, (), (): &mut ()| (), take);
                assert_eq!(
                    (result.unwrap_err().to_string(), left),
                    ("enough taken".to_owned(), 0),
                    "{threads} threads"
                );
            }
        }
    }

    #[test]
    fn a_panic_of_any_thread_reaches_the_caller() {
        for bad in 0..40 {
            for in_read in [true, false] {
                let read = |n: usize, _: &mut ()| {
                    assert!(!in_read || n != bad, "a stage that panics");
                    Ok::<(), io::Error>(())
                };
                let work = |n: usize, (): &mut (), (): &mut ()| assert!(in_read || n != bad, "a stage that panics");
                let run = || Team::new(2).stream(40, read, work, |()| Ok(()));
                let panic = catch_unwind(AssertUnwindSafe(run)).expect_err("a panic");
                assert_eq!(panic.downcast_ref(), Some(&"a stage that panics"));
            }
        }
    }
}
