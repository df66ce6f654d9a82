//! [`picked`]: all work on one thread, in orders that are hard on it, for tests.

use super::sched::{Ready, Step, Task, Work, assert_none_open};

/// The order in which [`picked`] takes tasks.
#[derive(Clone, Copy, Debug)]
pub enum Order {
    /// Any task that can run, for 1 to 4 points at a time; the seed determines the order.
    Random(u64),
    /// The greatest task, point by point: the lowest row of the youngest picture, so that each row follows the row above as
    /// closely as its lag allows.
    Tightest,
}

/// Does all work on the calling thread, changing from task to task in the worst of places. `spoil` is called before each task
/// with a number that differs each time, and fills the scratch memory with it.
///
/// Rows that run as far as they can on one thread never meet: row 0 ends before row 1 begins, in whatever order tasks are
/// taken. Both orders therefore end tasks early. What they cannot see are two threads inside of one gate; tests need
/// [`Threads`](super::Threads), too.
///
/// # Panics
/// If a task panics, or if tasks are left that nobody wakes.
pub fn picked<W: Work>(work: &W, order: Order, mut spoil: impl FnMut(&mut W::Scratch, u64)) {
    struct Tasks {
        tasks: Vec<Task>,
        open: usize,
    }
    impl Ready for Tasks {
        fn begin(&mut self, task: Task) {
            self.open += 1;
            self.wake(task);
        }
        fn wake(&mut self, task: Task) {
            self.tasks.push(task);
        }
    }
    let mut ready = Tasks { tasks: Vec::new(), open: 0 };
    let (mut scratch, mut state) = (work.scratch(), if let Order::Random(seed) = order { seed } else { 0 });
    work.begin(&mut ready);
    while !ready.tasks.is_empty() {
        let random = next(&mut state);
        let (at, budget) = match order {
            Order::Random(_) => (random as usize % ready.tasks.len(), 1 + (random >> 40) as usize % 4),
            Order::Tightest => ((0..ready.tasks.len()).max_by_key(|&at| ready.tasks[at]).unwrap_or(0), 1),
        };
        let task = ready.tasks.swap_remove(at);
        spoil(&mut scratch, random);
        match work.run(task, budget, &mut scratch, &mut ready) {
            Step::Parked => {}
            Step::Again => ready.wake(task),
            Step::Ended => ready.open -= 1,
        }
    }
    assert_none_open(ready.open);
}

/// Returns the next number of SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}
