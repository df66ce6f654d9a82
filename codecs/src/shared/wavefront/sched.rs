//! [`Task`], [`Work`]: what is done, and [`Queue`], which does it on one thread.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// A row or a chain of a picture in work. Smaller tasks are run first.
///
/// ```
/// use codecs::shared::wavefront::{Part, Task};
/// let task = |picture, part| Task { picture, part, slot: 0 };
/// assert!(task(0, Part::Row(9)) < task(1, Part::Chain(0))); // older pictures, which others are predicted from
/// assert!(task(1, Part::Chain(1)) < task(1, Part::Row(0))); // chains, which free memory
/// assert!(task(1, Part::Row(0)) < task(1, Part::Row(1))); // upper rows, which others wait for
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Task {
    /// The number of the picture in coding order.
    pub picture: u32,
    /// The part of the picture.
    pub part: Part,
    /// The number of the memory that the picture uses while it is in work.
    pub slot: u16,
}

/// A part of a picture that one task does. See [`Task`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A chain of work behind the rows, by its number: a loop filter, the writer of a slice.
    Chain(u16),
    /// A row, counted from the top.
    Row(u16),
}

/// The reason why a task returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// It waits at a gate for data that are not there; whoever raises that gate wakes it.
    Parked,
    /// It can go on, but its budget has ended.
    Again,
    /// All of its work is done.
    Ended,
}

/// Takes the tasks that can run.
pub trait Ready {
    /// Adds a task that has not run before.
    fn begin(&mut self, task: Task);
    /// Adds a task that was parked.
    fn wake(&mut self, task: Task);
}

/// Work in tasks. See [`Threads`](super::Threads) for an example.
pub trait Work: Sync {
    /// Memory that belongs to a thread. It holds nothing from task to task: each task finds anything in it.
    type Scratch: Send;

    /// Returns the memory of a thread.
    fn scratch(&self) -> Self::Scratch;

    /// Adds the tasks that exist at the beginning. Tasks that find nothing to do park, so all of a picture can begin together.
    fn begin(&self, ready: &mut dyn Ready);

    /// Does a task as far as it can go, but at most `budget` points or rows of it. Adds each task that it wakes, and those
    /// that exist from now on, to `ready`, but not itself.
    fn run(&self, task: Task, budget: usize, scratch: &mut Self::Scratch, ready: &mut dyn Ready) -> Step;
}

/// A queue of tasks for the calling thread. Its memory serves one work after the other.
#[derive(Debug, Default)]
pub struct Queue {
    tasks: BinaryHeap<Reverse<Task>>,
    open: usize,
}

impl Queue {
    /// Does all work, the smallest task first.
    ///
    /// # Panics
    /// If a task panics, or if tasks are left that nobody wakes.
    pub fn run<W: Work>(&mut self, work: &W) {
        self.tasks.clear();
        self.open = 0;
        let mut scratch = work.scratch();
        work.begin(self);
        while let Some(Reverse(task)) = self.tasks.pop() {
            match work.run(task, usize::MAX, &mut scratch, self) {
                Step::Parked => {}
                Step::Again => self.wake(task),
                Step::Ended => self.open -= 1,
            }
        }
        assert_none_open(self.open);
    }
}

impl Ready for Queue {
    fn begin(&mut self, task: Task) {
        self.open += 1;
        self.wake(task);
    }

    fn wake(&mut self, task: Task) {
        self.tasks.push(Reverse(task));
    }
}

/// Asserts that all tasks have ended; called when no task runs or can run.
///
/// # Panics
/// If some have not.
pub(super) fn assert_none_open(open: usize) {
    assert!(open == 0, "no task is left, but {open} have not ended: a wake-up was lost");
}
