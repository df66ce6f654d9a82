//! [`Batch`]: pictures that are coded at the same time, none of which refers to another.
//!
//! ```text
//!   slot 0   b1   rows, chains  ─┐
//!   slot 1   b3   rows, chains  ─┴─▶ one queue: the tasks of slot 0 first
//! ```

use super::work::{Rows, SliceCoder};
use crate::h264::code::decide::ModeDecision;
use crate::shared::wavefront::{Ready, Step, Task, Work};

/// The rows of several pictures with a mode decision: [`Work`] for threads. A slot is the memory of one picture in work.
pub(super) struct Batch<C: SliceCoder, D> {
    size: [usize; 2],
    slots: Vec<Rows<C>>,
    decision: D,
}

impl<C: SliceCoder, D> Batch<C, D> {
    /// Creates one slot for pictures of a size.
    pub(super) fn new(size: [usize; 2], decision: D) -> Self {
        Batch { size, slots: vec![Rows::new(size)], decision }
    }

    /// Adds slots up to a number.
    #[must_use]
    pub(super) fn with_slots(mut self, slots: usize) -> Self {
        self.slots.resize_with(slots, || Rows::new(self.size));
        self
    }

    /// Returns a slot.
    pub(super) fn slot(&self, slot: usize) -> &Rows<C> {
        &self.slots[slot]
    }

    /// Returns the number of slots.
    pub(super) fn slots(&self) -> usize {
        self.slots.len()
    }
}

impl<C: SliceCoder, D: ModeDecision + Sync> Work for Batch<C, D> {
    type Scratch = ();

    fn scratch(&self) {}

    fn begin(&self, ready: &mut dyn Ready) {
        self.slots.iter().enumerate().for_each(|(slot, rows)| rows.begin(slot as u16, ready));
    }

    fn run(&self, task: Task, budget: usize, (): &mut (), ready: &mut dyn Ready) -> Step {
        self.slots[usize::from(task.slot)].run(task, budget, &self.decision, ready)
    }
}
