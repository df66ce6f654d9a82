//! [`Rows`]: the rows of a picture and the chains behind them, as tasks.

use super::band::Band;
use super::entry::Entry;
use super::follow::Follower;
use super::inputs::{Inputs, syntax_of};
use super::stages::LAG;
use super::write::{CodedSlice, Writer};
use crate::h264::bits::BitWriter;
use crate::h264::code::decide::{MbContext, ModeDecision, SliceContext};
use crate::h264::code::entropy::{EntropyCoder, EntropyWriter, Neighbours, SliceData};
use crate::h264::code::macroblock::Macroblock;
use crate::h264::code::map::MbMap;
use crate::h264::code::predict::inter::{MOST_REFERENCES, Planes, Reference};
use crate::h264::options::Options;
use crate::shared::counters::Event;
use crate::shared::wavefront::{Front, Part, Point, Ready, Step, Task, sole};
use crate::spaces::macroblock;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, RwLock, RwLockWriteGuard};

/// The chain of [`Follower`].
const FOLLOW: u16 = 0;
/// The chain of [`Writer`].
const WRITE: u16 = 1;
/// The number of chains.
pub(super) const CHAINS: u8 = 2;

const NO_PANIC: &str = "no task has panicked";
const BEGUN: &str = "a picture has begun";
const TASKS: &str = "one task at a time has this memory";

/// An entropy coder that may go from thread to thread.
pub(super) trait SliceCoder: EntropyWriter<Counter: Send + Sync> + Send + Sync {}

impl<C: EntropyWriter<Counter: Send + Sync> + Send + Sync> SliceCoder for C {}

/// The rows of a picture.
pub(super) struct Rows<C: SliceCoder> {
    picture: RwLock<InWork<C>>,
    /// The memory of rows that are not in work.
    bands: Mutex<Vec<Band>>,
}

/// A counter of bits.
type Counter<C> = SliceData<<C as EntropyCoder>::Counter>;

/// The picture in work.
struct InWork<C: SliceCoder> {
    size: [usize; 2],
    inputs: Option<Inputs>,
    front: Front<Entry>,
    /// The counter at the beginning of a slice.
    start: Option<Counter<C>>,
    rows: Vec<Row<C>>,
    follower: Mutex<Follower>,
    writer: Mutex<Writer<C>>,
}

struct Row<C: SliceCoder> {
    /// The counter after the second macroblock.
    second: OnceLock<Counter<C>>,
    /// Written by the row while it is in work, and read by the chains after that.
    memory: RwLock<Memory<C>>,
    /// The number of chains that have not taken the row.
    open: AtomicU8,
}

/// The memory of a row in work.
struct Memory<C: SliceCoder> {
    counter: Option<Counter<C>>,
    band: Option<Band>,
}

impl<C: SliceCoder> Rows<C> {
    /// Creates the rows of pictures of a size.
    pub(super) fn new(size: [usize; 2]) -> Self {
        let row = |_| Row {
            second: OnceLock::new(),
            memory: RwLock::new(Memory { counter: None, band: None }),
            open: AtomicU8::new(CHAINS),
        };
        let picture = InWork {
            size,
            inputs: None,
            front: Front::new(size, CHAINS.into(), LAG),
            start: None,
            rows: (0..size[0]).map(row).collect(),
            follower: Mutex::new(Follower::new(size)),
            writer: Mutex::new(Writer::new()),
        };
        Rows { picture: RwLock::new(picture), bands: Mutex::default() }
    }

    /// Prepares a picture; `reference` is the memory of its reconstruction, which nobody else has.
    pub(super) fn prepare(&self, inputs: Inputs, reference: Arc<Reference>) {
        let mut picture = self.picture.write().expect(NO_PANIC);
        let InWork { front, start, rows, follower, .. } = &mut *picture;
        let is_b = inputs.b.is_some();
        front.reset();
        for row in rows {
            row.second.take();
            *row.open.get_mut() = CHAINS;
        }
        follower.get_mut().expect(NO_PANIC).begin(reference, is_b);
        let slice = inputs.slice();
        *start = Some(SliceData::<C>::new(BitWriter::new(), syntax_of(&slice), slice.qp, Some(0)).counter());
        picture.inputs = Some(inputs);
    }

    /// Appends the slices of the picture to `slices`, and returns its reference and its inputs, when all tasks have ended.
    pub(super) fn take(&self, slices: &mut Vec<CodedSlice>) -> (Arc<Reference>, Inputs) {
        let mut picture = self.picture.write().expect(NO_PANIC);
        let inputs = picture.inputs.take().expect(BEGUN);
        picture.writer.get_mut().expect(NO_PANIC).end(slices);
        let reference = picture.follower.get_mut().expect(NO_PANIC).end(&inputs);
        (reference, inputs)
    }

    /// Returns memory for a row.
    fn band(&self, [_, columns]: [usize; 2], options: &Options) -> Band {
        // Another thread may have this lock, for some instructions.
        let band = self.bands.lock().expect(NO_PANIC).pop();
        band.unwrap_or_else(|| Band::new(columns, options))
    }
}

impl<C: SliceCoder> InWork<C> {
    /// Returns the counter that a row starts with.
    fn counter_at(&self, inputs: &Inputs, row: usize) -> Counter<C> {
        let above = row.checked_sub(1).filter(|_| inputs.slice_at(row).is_none());
        let start = match above {
            Some(above) => self.rows[above].second.get(),
            None => self.start.as_ref(),
        };
        start.expect("the row above is ahead by the lag").of_row(inputs.qp)
    }

    /// Codes the macroblock at a point, and returns what it leaves to the row below.
    fn macroblock(
        &self,
        (inputs, slice, planes): (&Inputs, &SliceContext<'_>, [&[Planes<'_>]; 2]),
        point: &Point<'_, Entry>,
        memory: &mut Memory<C>,
        decision: &dyn ModeDecision,
    ) -> Entry {
        let Memory { counter: Some(counter), band: Some(band) } = memory else {
            unreachable!("a row has memory from its first macroblock on");
        };
        let [row, column] = [point.row, point.column];
        let mb = macroblock([row as isize, column as isize]);
        if inputs.slice_at(row).is_none() {
            for dx in if column == 0 { 0..2 } else { 1..2 } {
                if let Some(entry) = point.above(dx) {
                    entry.put_above(band, &macroblock([row as isize, column as isize + dx]));
                }
            }
        }
        let uses_rates = decision.uses_rates();
        if uses_rates {
            // The count begins anew, so that that of a long row does not overflow.
            *counter = counter.counter();
        }
        let before = counter.rate();
        let rate = |macroblock: &Macroblock, map: &MbMap| {
            Event::RateCount.count();
            let mut counter = counter.clone();
            counter.macroblock(macroblock, &Neighbours::of(map, &mb));
            counter.rate() - before
        };
        let Band { picture, map, coded } = &mut *band;
        let contexts = counter.contexts().filter(|_| uses_rates);
        let mut context = MbContext::new((slice, planes), mb, inputs.qp, picture, map, &rate, contexts);
        context.measure_energy();
        let candidate = &mut coded[column];
        decision.decide_into(&mut context, candidate);
        context.keep(candidate);
        if uses_rates {
            counter.macroblock(&candidate.macroblock, &Neighbours::of(map, &mb));
        }
        let entry = Entry::of(map, &mb, &candidate.samples);
        if column == 1.min(self.size[1] - 1) {
            assert!(self.rows[row].second.set(counter.clone()).is_ok(), "a row has one second macroblock");
        }
        entry
    }
}

/// The planes of the references of a list, on the stack, since a vector would be allocated for each row; one reference is the
/// fast case.
#[derive(Default)]
struct ListPlanes<'a> {
    one: Option<Planes<'a>>,
    more: Option<[Planes<'a>; MOST_REFERENCES]>,
}

impl<'a> ListPlanes<'a> {
    fn fill(&mut self, references: &'a [Arc<Reference>]) -> &[Planes<'a>] {
        match references {
            [] => &[],
            [one] => std::slice::from_ref(self.one.insert(Planes::of(one))),
            [first, ..] => {
                let planes = self.more.insert([Planes::of(first); MOST_REFERENCES]);
                planes.iter_mut().zip(references).for_each(|(planes, reference)| *planes = Planes::of(reference));
                &planes[..references.len()]
            }
        }
    }
}

/// Takes the memory of a row for the task of the row.
#[track_caller]
fn whole<T>(memory: &RwLock<T>) -> RwLockWriteGuard<'_, T> {
    memory.try_write().expect(TASKS)
}

impl<C: SliceCoder> Rows<C> {
    fn row(
        &self,
        picture: &InWork<C>,
        (task, row): (Task, u16),
        budget: usize,
        decision: &dyn ModeDecision,
        ready: &mut dyn Ready,
    ) -> Step {
        let inputs = picture.inputs.as_ref().expect(BEGUN);
        let [list_0, list_1] = inputs.searched();
        let (mut planes_0, mut planes_1) = (ListPlanes::default(), ListPlanes::default());
        let planes = [planes_0.fill(list_0), planes_1.fill(list_1)];
        let slice = inputs.slice();
        let wake = |part| ready.wake(Task { part, ..task });
        let memory = || whole(&picture.rows[usize::from(row)].memory);
        picture.front.row(row, budget, wake, memory, |memory, point| {
            if point.column == 0 {
                let mut band = self.band(picture.size, &inputs.options);
                band.begin(point.row);
                **memory = Memory { counter: Some(picture.counter_at(inputs, point.row)), band: Some(band) };
            }
            picture.macroblock((inputs, &slice, planes), &point, memory, decision)
        })
    }

    fn chain(&self, picture: &InWork<C>, chain: u16, budget: usize) -> Step {
        let inputs = picture.inputs.as_ref().expect(BEGUN);
        picture.front.chain(chain, budget, |number| {
            let row = &picture.rows[number];
            let memory = row.memory.try_read().expect(TASKS);
            let band = memory.band.as_ref().expect("a row keeps its memory until the chains have taken it");
            match chain {
                FOLLOW => sole(&picture.follower).row(number, band, inputs),
                WRITE => sole(&picture.writer).row(number, band, inputs),
                _ => unreachable!("there are {CHAINS} chains"),
            }
            drop(memory);
            if row.open.fetch_sub(1, Ordering::AcqRel) == 1 {
                let band = whole(&row.memory).band.take();
                self.bands.lock().expect(NO_PANIC).extend(band);
            }
        })
    }

    /// Adds the tasks of the picture, if one is prepared; `slot` is the number of these rows.
    pub(super) fn begin(&self, slot: u16, ready: &mut dyn Ready) {
        let picture = self.picture.read().expect(NO_PANIC);
        if picture.inputs.is_some() {
            picture.front.parts().for_each(|part| ready.begin(Task { picture: slot.into(), part, slot }));
        }
    }

    /// Does a task: see [`Work::run`](crate::shared::wavefront::Work::run).
    pub(super) fn run(&self, task: Task, budget: usize, decision: &dyn ModeDecision, ready: &mut dyn Ready) -> Step {
        let picture = self.picture.read().expect(NO_PANIC);
        match task.part {
            Part::Row(row) => self.row(&picture, (task, row), budget, decision, ready),
            Part::Chain(chain) => self.chain(&picture, chain, budget),
        }
    }
}
