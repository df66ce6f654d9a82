//! [`Threads`]: several threads that do the work, kept from picture to picture.

use super::sched::{Ready, Step, Task, Work, assert_none_open};
use std::any::Any;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{Builder, JoinHandle};

/// Threads that do work, the calling one among them. They are started once and sleep between runs.
///
/// They outlive a run, because starting one takes 35 to 70 microseconds, up to a tenth of the time of a small picture, and
/// because each keeps its scratch memory. So they own the work, and what it shares with the caller lies behind `Arc` or a lock.
/// Idle threads sleep at once: spinning takes cores from threads that work, and made pictures slower.
///
/// ```
/// use codecs::shared::wavefront::{Front, Part, Ready, Step, Task, Threads, Work, sole};
/// use std::sync::Mutex;
///
/// /// Each point is the sum of its neighbours to the left, above, and above and to the right.
/// struct Sums {
///     front: Front<u64>,
///     rows: Vec<Mutex<Vec<u64>>>,
///     total: Mutex<u64>,
/// }
///
/// impl Work for Sums {
///     type Scratch = ();
///     fn scratch(&self) {}
///     fn begin(&self, ready: &mut dyn Ready) {
///         self.front.parts().for_each(|part| ready.begin(Task { picture: 0, part, slot: 0 }));
///     }
///     fn run(&self, task: Task, budget: usize, (): &mut (), ready: &mut dyn Ready) -> Step {
///         let wake = |part| ready.wake(Task { part, ..task });
///         match task.part {
///             Part::Row(row) => self.front.row(row, budget, wake, || sole(&self.rows[usize::from(row)]), |sums, point| {
///                 let left = sums.last().copied().unwrap_or(1);
///                 let sum = left + [0, 1].map(|dx| point.above(dx).map_or(0, |sum| *sum)).iter().sum::<u64>();
///                 sums.push(sum);
///                 sum
///             }),
///             Part::Chain(chain) => self.front.chain(chain, budget, |row| {
///                 *sole(&self.total) += sole(&self.rows[row]).last().copied().unwrap_or(0);
///             }),
///         }
///     }
/// }
///
/// let rows = (0..3).map(|_| Mutex::default()).collect();
/// let sums = Sums { front: Front::new([3, 4], 1, 2), rows, total: Mutex::default() };
/// let mut threads = Threads::new(sums, 2)?;
/// threads.run();
/// assert_eq!(*sole(&threads.work().rows[1]), [3, 5, 7, 8]);
/// assert_eq!(*sole(&threads.work().total), 1 + 8 + 44);
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Threads<W: Work> {
    shared: Arc<Shared<W>>,
    /// The scratch memory of the calling thread.
    scratch: W::Scratch,
    helpers: Vec<JoinHandle<()>>,
}

impl<W: Work<Scratch: 'static> + Send + 'static> Threads<W> {
    /// Starts `threads - 1` threads, so none for 0 or 1.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub fn new(work: W, threads: usize) -> io::Result<Self> {
        let scratch = work.scratch();
        let shared = Arc::new(Shared { work, state: Mutex::default(), changed: Condvar::new() });
        let mut started = Threads { shared, scratch, helpers: Vec::new() };
        for _ in 1..threads {
            let shared = Arc::clone(&started.shared);
            let mut scratch = shared.work.scratch();
            started.helpers.push(Builder::new().spawn(move || shared.help(&mut scratch))?);
        }
        Ok(started)
    }
}

impl<W: Work> Threads<W> {
    /// Returns the work. Between runs no task is in work.
    pub fn work(&self) -> &W {
        &self.shared.work
    }

    /// Begins the work, takes part in it, and returns when all tasks have ended.
    ///
    /// # Panics
    /// With the panic of the first task that panics, when no task runs any longer. The work cannot be run again then. Also if tasks
    /// are left that nobody wakes.
    pub fn run(&mut self) {
        self.run_beside(|| ());
    }

    /// Runs the work as [`run`](Threads::run) does; the calling thread does something else first.
    ///
    /// # Panics
    /// With the panic of `first` or of the first task that panics, and otherwise as [`run`](Threads::run).
    pub fn run_beside(&mut self, first: impl FnOnce()) {
        let Threads { shared, scratch, .. } = self;
        assert!(!shared.lock().has_failed, "a task panicked in an earlier run");
        // After a panic nothing of the work runs again, so nobody sees what it left.
        let begun = catch_unwind(AssertUnwindSafe(|| {
            shared.work.begin(&mut Queue(shared));
            first();
        }));
        let mut state = shared.lock();
        if let Err(panic) = begun {
            state.fail(panic);
        }
        loop {
            if let Some(task) = state.take() {
                state = shared.one(state, task, scratch);
            } else if state.running == 0 {
                break;
            } else {
                state = shared.wait(state);
            }
        }
        let (panic, open) = (state.panic.take(), state.open);
        state.has_failed |= open > 0;
        drop(state);
        if let Some(panic) = panic {
            resume_unwind(panic);
        }
        assert_none_open(open);
    }
}

impl<W: Work> Drop for Threads<W> {
    fn drop(&mut self) {
        self.shared.lock().is_closing = true;
        self.shared.changed.notify_all();
        for helper in self.helpers.drain(..) {
            // A helper catches the panics of its tasks; nothing else of it panics.
            drop(helper.join());
        }
    }
}

/// The work and its tasks.
struct Shared<W> {
    work: W,
    state: Mutex<State>,
    /// Signals a task, the end of all tasks, or the end of the threads.
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The tasks that can run.
    tasks: BinaryHeap<Reverse<Task>>,
    /// The number of tasks that have begun and not ended.
    open: usize,
    /// The number of tasks that run.
    running: usize,
    /// The number of threads that wait for a change.
    sleeping: usize,
    /// The panic of the first task that panicked, until it is passed on.
    panic: Option<Box<dyn Any + Send>>,
    has_failed: bool,
    is_closing: bool,
}

impl State {
    /// Returns the next task, which then runs; none after a panic.
    fn take(&mut self) -> Option<Task> {
        if self.has_failed {
            return None;
        }
        let Reverse(task) = self.tasks.pop()?;
        self.running += 1;
        Some(task)
    }

    fn fail(&mut self, panic: Box<dyn Any + Send>) {
        self.has_failed = true;
        self.panic.get_or_insert(panic);
    }
}

impl<W> Shared<W> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sleeps until something changes.
    fn wait<'s>(&self, mut state: MutexGuard<'s, State>) -> MutexGuard<'s, State> {
        state.sleeping += 1;
        let mut state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        state.sleeping -= 1;
        state
    }

    /// Adds a task that can run.
    fn push(&self, mut state: MutexGuard<'_, State>, task: Task) {
        state.tasks.push(Reverse(task));
        let sleeping = state.sleeping;
        drop(state);
        if sleeping > 0 {
            self.changed.notify_one();
        }
    }
}

impl<W: Work> Shared<W> {
    /// Runs tasks until the threads end.
    fn help(&self, scratch: &mut W::Scratch) {
        let mut state = self.lock();
        while !state.is_closing {
            state = match state.take() {
                Some(task) => self.one(state, task, scratch),
                None => self.wait(state),
            };
        }
    }

    /// Runs a task that was taken.
    fn one<'s>(&'s self, state: MutexGuard<'s, State>, task: Task, scratch: &mut W::Scratch) -> MutexGuard<'s, State> {
        drop(state);
        // After a panic nothing of the work runs again, so nobody sees what it left.
        let step = catch_unwind(AssertUnwindSafe(|| self.work.run(task, usize::MAX, scratch, &mut Queue(self))));
        let mut state = self.lock();
        state.running -= 1;
        match step {
            Ok(Step::Parked) => {}
            Ok(Step::Again) => state.tasks.push(Reverse(task)),
            Ok(Step::Ended) => state.open -= 1,
            Err(panic) => state.fail(panic),
        }
        if state.running == 0 && (state.has_failed || state.tasks.is_empty()) {
            self.changed.notify_all();
        }
        state
    }
}

/// The queue, as tasks see it.
struct Queue<'s, W>(&'s Shared<W>);

impl<W> Ready for Queue<'_, W> {
    fn begin(&mut self, task: Task) {
        let mut state = self.0.lock();
        state.open += 1;
        self.0.push(state, task);
    }

    fn wake(&mut self, task: Task) {
        self.0.push(self.0.lock(), task);
    }
}
