//! [`Gate`]: a count that one task raises and one other task waits for, in one atomic word.

use std::sync::atomic::{AtomicU32, Ordering};

/// A count from 0 to 65,535 that one task raises and at most one other task waits for.
///
/// ```text
///   31            16 15             0
///   ┌───────────────┬───────────────┐
///   │ mark          │ count         │     mark: the count at which the waiting task is woken; 0 if no task waits
///   └───────────────┴───────────────┘
/// ```
///
/// All changes of one atomic word have one order. So a raise either comes before a park, which then sees the count, or after
/// it, and then sees the mark: no wake-up is lost, and no fence is needed.
///
/// ```
/// use codecs::shared::wavefront::Gate;
/// let gate = Gate::default();
/// assert!(gate.park(2)); // the task waits for 2
/// assert!(!gate.raise());
/// assert!(gate.raise()); // 2: the caller wakes the task
/// assert!(!gate.park(2)); // it is there: go on
/// assert_eq!(gate.count(), 2);
/// ```
#[derive(Debug, Default)]
pub struct Gate(AtomicU32);

const COUNT: u32 = 0xffff;

impl Gate {
    /// The largest count.
    pub const MOST: usize = COUNT as usize;

    /// Returns the count. All that the other task wrote before it raised the count so far is visible.
    #[inline]
    pub fn count(&self) -> usize {
        (self.0.load(Ordering::Acquire) & COUNT) as usize
    }

    /// Raises the count by one. Returns whether the caller must wake the waiting task, which no longer waits.
    ///
    /// Only one task raises a gate, to at most [`MOST`](Gate::MOST).
    #[inline]
    #[must_use = "a task that is not woken waits for ever"]
    pub fn raise(&self) -> bool {
        let before = self.0.fetch_add(1, Ordering::AcqRel);
        let (count, mark) = ((before & COUNT) + 1, before >> 16);
        let wakes = mark != 0 && count >= mark;
        if wakes {
            // Nobody comes in between: the waiting task sleeps, and only this one raises the count.
            self.0.fetch_and(COUNT, Ordering::AcqRel);
        }
        wakes
    }

    /// Marks that a task waits for a count, from 1 to [`MOST`](Gate::MOST). Returns false, without a mark, if the count is there.
    ///
    /// After true the task may already run on another thread: the caller touches nothing of it.
    #[must_use = "the task has parked, or goes on"]
    pub fn park(&self, wanted: usize) -> bool {
        debug_assert!((1..=Gate::MOST).contains(&wanted), "a gate counts to {}", Gate::MOST);
        let wanted = wanted as u32;
        let marked = |word: u32| ((word & COUNT) < wanted).then_some(word & COUNT | wanted << 16);
        self.0.try_update(Ordering::AcqRel, Ordering::Acquire, marked).is_ok()
    }

    /// Sets the count to 0. No task waits after that.
    pub fn reset(&mut self) {
        *self.0.get_mut() = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicBool;
    use std::thread;

    /// A gate, or one with a fault.
    trait Counts: Default + Sync {
        fn raise(&self) -> bool;
        fn park(&self, wanted: usize) -> bool;
    }

    impl Counts for Gate {
        fn raise(&self) -> bool {
            Gate::raise(self)
        }
        fn park(&self, wanted: usize) -> bool {
            Gate::park(self, wanted)
        }
    }

    /// A gate with the fault that `park` looks and marks in two steps.
    #[derive(Default)]
    struct InTwoSteps(AtomicU32);

    impl Counts for InTwoSteps {
        fn raise(&self) -> bool {
            let word = self.0.fetch_add(1, Ordering::AcqRel) + 1;
            let wakes = word >> 16 != 0 && word & COUNT >= word >> 16;
            if wakes {
                self.0.fetch_and(COUNT, Ordering::AcqRel);
            }
            wakes
        }
        fn park(&self, wanted: usize) -> bool {
            if self.0.load(Ordering::Acquire) & COUNT >= wanted as u32 {
                return false;
            }
            thread::yield_now();
            self.0.fetch_or((wanted as u32) << 16, Ordering::AcqRel);
            true
        }
    }

    /// Raises a gate to `count` on one thread, while another waits for each number in turn. Returns whether all came.
    fn all_come<G: Counts>(count: usize) -> bool {
        let (gate, woken, ended) = (G::default(), AtomicBool::new(false), AtomicBool::new(false));
        thread::scope(|scope| {
            scope.spawn(|| {
                for _ in 0..count {
                    if gate.raise() {
                        assert!(!woken.swap(true, Ordering::AcqRel), "a task is woken twice");
                    }
                    thread::yield_now();
                }
                ended.store(true, Ordering::Release);
            });
            (1..=count).all(|wanted| {
                let mut waits = gate.park(wanted);
                while waits {
                    // Whoever raises wakes before it ends, so the order of these two loads matters.
                    let over = ended.load(Ordering::Acquire);
                    waits = !woken.swap(false, Ordering::AcqRel);
                    if waits && over {
                        return false;
                    }
                    thread::yield_now();
                }
                true
            })
        })
    }

    #[test]
    fn no_wake_up_is_lost() {
        assert!((0..300).all(|_| all_come::<Gate>(100)));
    }

    #[test]
    fn a_gate_that_looks_and_marks_in_two_steps_is_seen() {
        assert!((0..100_000).any(|_| !all_come::<InTwoSteps>(100)));
    }

    #[test]
    fn a_task_is_woken_once_at_the_count_that_it_waits_for() {
        for raised in 0..4 {
            for wanted in 1..8 {
                let mut gate = Gate::default();
                assert!((0..raised).all(|_| !gate.raise()), "nobody waits");
                assert_eq!(gate.park(wanted), raised < wanted);
                let woken: Vec<usize> = (raised + 1..10).filter(|_| gate.raise()).collect();
                assert_eq!(woken, if raised < wanted { vec![wanted] } else { vec![] });
                gate.reset();
                assert_eq!(gate.count(), 0);
            }
        }
    }

    #[test]
    fn a_gate_counts_to_the_most() {
        let gate = Gate::default();
        assert!(gate.park(Gate::MOST));
        assert!((1..Gate::MOST).all(|_| !gate.raise()));
        assert!(gate.raise());
        assert_eq!(gate.count(), Gate::MOST);
    }
}
