//! The model encoder as work in tasks: several pictures in work, each in a slot of memory.

use crate::model::{Band, Counter, DISTANCE, Edge, Fault, Filter, Inputs, LAG, Output, Plan, Row, Scratch, Writer};
use codecs::shared::wavefront::{Front, Part, Ready, Step, Task, Work, sole};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock};

/// The chain of the filter.
const FILTER: u16 = 0;
/// The chain of the writer.
const WRITER: u16 = 1;

/// The options of coding a plan, none of which changes the result.
#[derive(Clone, Copy)]
pub(crate) struct Options {
    /// The most pictures in work.
    pub(crate) slots: usize,
    /// By how many macroblocks a row is ahead of the row below.
    pub(crate) lag: usize,
    /// A fault of the model.
    pub(crate) fault: Fault,
    /// The macroblock of picture 0 that panics.
    pub(crate) panics: Option<[usize; 2]>,
    /// A row that nobody wakes.
    pub(crate) never_woken: Option<u16>,
}

impl Default for Options {
    fn default() -> Self {
        Options { slots: DISTANCE, lag: LAG, fault: Fault::None, panics: None, never_woken: None }
    }
}

/// The memory of one picture in work.
struct Slot {
    inputs: Option<Inputs>,
    front: Front<Edge>,
    /// The counter of each row after its second macroblock.
    starts: Vec<OnceLock<Counter>>,
    rows: Vec<Mutex<Row>>,
    bands: Vec<Mutex<Band>>,
    filter: Mutex<Filter>,
    writer: Mutex<Writer>,
}

/// The data of all pictures.
#[derive(Default)]
struct Desk {
    begun: usize,
    free: Vec<u16>,
    outputs: Vec<Option<Arc<Output>>>,
}

/// The pictures of a plan, of which several are in work.
pub(crate) struct Session {
    plan: Plan,
    options: Options,
    slots: Vec<RwLock<Slot>>,
    /// The number of tasks of the picture in each slot that have not ended.
    left: Vec<AtomicUsize>,
    desk: Mutex<Desk>,
    coded: AtomicUsize,
}

const NO_PANIC: &str = "no task has panicked";

impl Slot {
    fn new(size: [usize; 2], lag: usize) -> Self {
        let [rows, _] = size;
        Slot {
            inputs: None,
            front: Front::new(size, 2, lag),
            starts: (0..rows).map(|_| OnceLock::new()).collect(),
            rows: (0..rows).map(|_| Mutex::default()).collect(),
            bands: (0..rows).map(|_| Mutex::default()).collect(),
            filter: Mutex::default(),
            writer: Mutex::default(),
        }
    }

    fn reset(&mut self, inputs: Inputs) {
        self.front.reset();
        self.starts.iter_mut().for_each(|start| _ = start.take());
        self.rows.iter_mut().for_each(|row| row.get_mut().expect(NO_PANIC).reset());
        self.bands.iter_mut().for_each(|band| band.get_mut().expect(NO_PANIC).reset());
        *self.filter.get_mut().expect(NO_PANIC) = Filter::new(inputs.qp, inputs.size);
        *self.writer.get_mut().expect(NO_PANIC) = Writer::new(inputs.qp);
        self.inputs = Some(inputs);
    }
}

impl Session {
    /// Returns the work that codes a plan.
    pub(crate) fn new(plan: &Plan, options: Options) -> Self {
        let session = Session {
            slots: (0..options.slots).map(|_| RwLock::new(Slot::new(plan.size, options.lag))).collect(),
            left: (0..options.slots).map(|_| AtomicUsize::new(0)).collect(),
            desk: Mutex::default(),
            coded: AtomicUsize::new(0),
            plan: plan.clone(),
            options,
        };
        session.outputs();
        session
    }

    /// Returns the coded pictures, and prepares the session to code them again.
    pub(crate) fn outputs(&self) -> Vec<Arc<Output>> {
        let free = (0..self.slots.len() as u16).collect();
        let desk = Desk { begun: 0, free, outputs: vec![None; self.plan.pictures] };
        let before = core::mem::replace(&mut *sole(&self.desk), desk);
        before.outputs.into_iter().map(|output| output.expect("all tasks have ended")).collect()
    }

    fn begin_pictures(&self, desk: &mut Desk, ready: &mut dyn Ready) {
        while desk.begun < self.plan.pictures {
            let before = desk.begun.checked_sub(DISTANCE);
            let reference = before.map(|before| desk.outputs[before].clone());
            if let Some(None) = reference {
                return; // the picture that this one is predicted from is not whole
            }
            let Some(slot) = desk.free.pop() else { return };
            let inputs = Inputs::new(&self.plan, desk.begun, reference.flatten());
            // All tasks of the picture before have ended; one may still hold its lock, for some instructions.
            let mut memory = self.slots[usize::from(slot)].write().expect(NO_PANIC);
            memory.reset(inputs);
            self.left[usize::from(slot)].store(memory.front.parts().count(), Ordering::Relaxed);
            let picture = desk.begun as u32;
            memory.front.parts().for_each(|part| ready.begin(Task { picture, part, slot }));
            desk.begun += 1;
        }
    }

    fn end_picture(&self, task: Task, ready: &mut dyn Ready) {
        let mut slot = self.slots[usize::from(task.slot)].write().expect(NO_PANIC);
        let writer = core::mem::take(slot.writer.get_mut().expect(NO_PANIC));
        let filter = core::mem::take(slot.filter.get_mut().expect(NO_PANIC));
        drop(slot);
        let mut desk = self.desk.lock().expect(NO_PANIC);
        desk.outputs[task.picture as usize] = Some(Arc::new(Output::new(writer, filter)));
        desk.free.push(task.slot);
        self.begin_pictures(&mut desk, ready);
    }

    fn row(
        &self,
        slot: &Slot,
        task: Task,
        row: u16,
        budget: usize,
        scratch: &mut Scratch,
        ready: &mut dyn Ready,
    ) -> Step {
        let inputs = slot.inputs.as_ref().expect("set by reset");
        let wake = |part| {
            if Some(part) != self.options.never_woken.map(Part::Row) {
                ready.wake(Task { part, ..task });
            }
        };
        let memory = || (sole(&slot.rows[usize::from(row)]), sole(&slot.bands[usize::from(row)]));
        slot.front.row(row, budget, wake, memory, |(row, band), point| {
            let at = [point.row, point.column];
            assert!(task.picture > 0 || Some(at) != self.options.panics, "a macroblock that panics");
            if point.column == 0 {
                let above = point.row.checked_sub(1).map(|above| &slot.starts[above]);
                let start = above.map(|start| *start.get().expect("a counter is there"));
                row.counter = Some(start.unwrap_or(Counter::new(inputs.qp)));
            }
            let noise = match self.options.fault {
                Fault::None => 0,
                Fault::Race => self.coded.fetch_add(1, Ordering::Relaxed) as u64,
                Fault::Scratch => u64::from(scratch.trial[0]),
            };
            let above = [-1, 0, 1].map(|dx| point.above(dx));
            let above = above.each_ref().map(|edge| edge.as_deref());
            let edge = row.code(inputs, at, above, band, scratch, noise);
            if point.column == 1.min(inputs.size[1] - 1) {
                let counter = row.counter.expect("set at the start of the row");
                slot.starts[point.row].set(counter).expect("the row begins once");
            }
            edge
        })
    }
}

impl Work for Session {
    type Scratch = Scratch;

    fn scratch(&self) -> Scratch {
        Scratch { trial: [0; 64] }
    }

    fn begin(&self, ready: &mut dyn Ready) {
        self.begin_pictures(&mut sole(&self.desk), ready);
    }

    fn run(&self, task: Task, budget: usize, scratch: &mut Scratch, ready: &mut dyn Ready) -> Step {
        let slot = self.slots[usize::from(task.slot)].read().expect(NO_PANIC);
        let step = match task.part {
            Part::Row(row) => self.row(&slot, task, row, budget, scratch, ready),
            Part::Chain(FILTER) => slot.front.chain(FILTER, budget, |row| {
                let mut above = row.checked_sub(1).map(|above| sole(&slot.bands[above]));
                sole(&slot.filter).row(row, above.as_deref_mut(), &mut sole(&slot.bands[row]), self.plan.size);
            }),
            Part::Chain(_) => slot.front.chain(WRITER, budget, |row| {
                sole(&slot.writer).row(&sole(&slot.rows[row]).coded);
            }),
        };
        drop(slot);
        let left = &self.left[usize::from(task.slot)];
        if step == Step::Ended && left.fetch_sub(1, Ordering::AcqRel) == 1 {
            self.end_picture(task, ready);
        }
        step
    }
}
