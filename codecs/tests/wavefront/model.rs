//! A small model of a video encoder, with the data flow of a real one, and its definition: plain loops.
//!
//! A macroblock reads the samples around it, the counter of its row, which starts from the row above after its second
//! macroblock, the bits that are surely counted, and a whole reference picture. A writer follows in coding order, and
//! so does a filter, which makes the next reference. Nothing here knows of threads.

use std::sync::Arc;
use unite::locate::wavefront::{Stage, Wavefront};
use unite::{Around, By, Coarse, Fixed, Stack, Tile, Window};

unite::universe! {
    /// Samples: row, column.
    pub(crate) struct Luma: 2;
}
/// Macroblocks of 4 x 4 samples.
pub(crate) type Mbs = Coarse<Luma, By<4, 4>>;

/// Prediction from the samples around, two of them to the right.
pub(crate) struct Intra;

impl Stage for Intra {
    type Window<'a> = Window<'a, Luma, u8, Fixed<4, 4>, Around<1, 1, 0, 2>, Stack<Luma, Fixed<5, 7>>>;
}

/// The counter that a row starts from: that of the row above after its second macroblock.
pub(crate) struct CounterStart;

impl Stage for CounterStart {
    type Window<'a> = Window<'a, Mbs, u8, Fixed<1, 1>, Around<1, 0, 0, 1>>;
}

/// By how many macroblocks a row is ahead of the row below it: 2.
pub(crate) const LAG: usize = Wavefront::<(Intra, CounterStart), Mbs>::LAG;

/// A picture is predicted from that so many pictures before it, whose size its QP knows, too.
pub(crate) const DISTANCE: usize = 2;

/// The pictures that are coded.
#[derive(Clone)]
pub(crate) struct Plan {
    /// Height and width in macroblocks.
    pub(crate) size: [usize; 2],
    /// The number of pictures.
    pub(crate) pictures: usize,
    /// The mean number of trials of a macroblock.
    pub(crate) effort: usize,
}

/// A coded picture.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Output {
    /// The number of bytes written.
    pub(crate) bytes: usize,
    /// A hash of what was written.
    pub(crate) hash: u64,
    /// The samples after the filter, line by line.
    pub(crate) samples: Vec<u8>,
}

/// The data that all macroblocks of a picture may read.
pub(crate) struct Inputs {
    /// Height and width in macroblocks.
    pub(crate) size: [usize; 2],
    number: usize,
    /// The QP of the picture.
    pub(crate) qp: u8,
    effort: usize,
    reference: Option<Arc<Output>>,
}

impl Inputs {
    /// Returns what picture `number` reads, given the picture [`DISTANCE`] before it.
    pub(crate) fn new(plan: &Plan, number: usize, reference: Option<Arc<Output>>) -> Self {
        let qp = 26 + reference.as_ref().map_or(0, |before| before.bytes % 5) as u8;
        Inputs { size: plan.size, number, qp, effort: plan.effort, reference }
    }

    /// Returns how many trials a macroblock makes: few in half of them, many in a fifth, in patches.
    fn trials(&self, row: usize, column: usize) -> usize {
        let [row, column] = [row, column].map(|n| n as u64);
        let picture = (self.number as u64) << 40;
        let (patch, own) = (mix(picture | (row / 3) << 20 | (column / 4)), mix(1 << 60 | picture | row << 20 | column));
        let percent = match (patch % 100 * 3 + own % 100) / 4 {
            0..45 => 10 + own % 20,
            45..80 => 60 + own % 60,
            _ => 250 + own % 150,
        };
        (percent as usize * self.effort / 100).max(1)
    }
}

/// The data of a macroblock that the row below reads.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    line: [u8; 4],
    /// The bits counted of all macroblocks that are coded for sure when the one below and to the left begins.
    cone: u64,
}

/// The adaptive state that bits are counted with.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counter([u8; 32]);

impl Counter {
    /// Returns the state at the beginning of a picture.
    pub(crate) fn new(qp: u8) -> Self {
        Counter(core::array::from_fn(|k| (k as u8).wrapping_mul(37) ^ qp))
    }
}

/// The data of a macroblock that the writer needs.
pub(crate) struct Coded {
    levels: [u8; 4],
    qp: u8,
    /// Without levels, the QP of the macroblock before in coding order counts.
    has_levels: bool,
    is_skipped: bool,
}

/// A row while it is coded.
#[derive(Default)]
pub(crate) struct Row {
    left: Option<[u8; 4]>,
    /// The state that bits are counted with; set at the start of the row.
    pub(crate) counter: Option<Counter>,
    bits: u64,
    qp: u8,
    /// The macroblocks coded so far.
    pub(crate) coded: Vec<Coded>,
}

/// The data of a row that the filter reads: samples by macroblock, and QPs, as far as they are known.
#[derive(Default)]
pub(crate) struct Band {
    samples: Vec<[[u8; 4]; 4]>,
    qps: Vec<Option<u8>>,
}

/// The memory of a thread.
pub(crate) struct Scratch {
    /// The candidate of a macroblock.
    pub(crate) trial: [u8; 64],
}

/// Faults, to test the tests with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fault {
    /// No fault.
    None,
    /// The QP depends on the number of macroblocks that happen to be coded.
    Race,
    /// A macroblock uses what lies in the scratch memory.
    Scratch,
}

fn mix(mut h: u64) -> u64 {
    h = (h ^ h >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    h = (h ^ h >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    h ^ h >> 32
}

impl Row {
    /// Forgets the row; keeps its memory.
    pub(crate) fn reset(&mut self) {
        let mut coded = core::mem::take(&mut self.coded);
        coded.clear();
        *self = Row { coded, ..Row::default() };
    }

    /// Codes the next macroblock. `above` has the entries above and to the left, above, and above and to the right; `noise` is
    /// 0 but for a fault.
    pub(crate) fn code(
        &mut self,
        inputs: &Inputs,
        [row, column]: [usize; 2],
        above: [Option<&Edge>; 3],
        band: &mut Band,
        scratch: &mut Scratch,
        noise: u64,
    ) -> Edge {
        let mut around = Tile::<Luma, [[u8; 7]; 5]>::at([4 * row as isize - 1, 4 * column as isize - 1]);
        let [corner, over, right] = above.map(|edge| edge.map_or([128; 4], |edge| edge.line));
        around.data[0] = [corner[3], over[0], over[1], over[2], over[3], right[0], right[1]];
        let left = self.left.unwrap_or([128; 4]);
        around.data[1..].iter_mut().zip(left).for_each(|(line, sample)| line[0] = sample);
        let intra = around.view().partition([1, 1], Fixed::<4, 4>);
        let intra: <Intra as Stage>::Window<'_> = intra.window().expect("the tile has the reach");

        // Rate control in the picture: what is surely counted when this macroblock begins.
        let known = above[2].or(above[1]).map_or(0, |edge| edge.cone);
        if column.is_multiple_of(2) {
            self.qp = inputs.qp + ((known + noise) % 5) as u8;
        }

        // A search whose cost depends on the counter, and whose candidates lie anywhere in the reference.
        let counter = &mut self.counter.as_mut().expect("a row starts with a counter").0;
        let (mut best, mut at) = (u32::MAX, 0);
        for trial in 0..inputs.trials(row, column) {
            let h = mix((trial as u64) << 32 | (row as u64) << 16 | column as u64);
            match &inputs.reference {
                Some(reference) => {
                    let first = h as usize % (reference.samples.len() - 15);
                    let from = reference.samples[first..first + 16].as_chunks::<16>().0;
                    scratch.trial.as_chunks_mut::<16>().0.iter_mut().for_each(|part| *part = from[0]);
                }
                None => scratch.trial.fill(h as u8),
            }
            let cost =
                scratch.trial.iter().zip(intra[[-1, 5]]..=255).map(|(&a, b)| u32::from(a.abs_diff(b))).sum::<u32>();
            let cost = cost + u32::from(counter[(h >> 16) as usize % 32]);
            if cost < best {
                (best, at) = (cost, h as u8);
            }
        }

        let samples: [[u8; 4]; 4] = core::array::from_fn(|y| {
            let side = u16::from(intra[[y as isize, -1]]);
            core::array::from_fn(|x| {
                let edge = (u16::from(intra[[-1, x as isize]]) + side + u16::from(intra[[-1, 5]])) / 3;
                ((edge + u16::from(at)) / 2) as u8 ^ (self.qp & 3)
            })
        });
        let levels = samples.map(|line| (line[0] ^ line[3]) & 7);
        let has_levels = levels.iter().map(|&level| u32::from(level)).sum::<u32>() > 8;
        for level in levels {
            let context = &mut counter[usize::from(level) * 4 + usize::from(has_levels)];
            self.bits += u64::from(*context >> 4);
            *context = context.wrapping_mul(5).wrapping_add(level + 1);
        }
        self.coded.push(Coded { levels, qp: self.qp, has_levels, is_skipped: !has_levels && at & 1 == 0 });
        band.samples.push(samples);
        band.qps.push(has_levels.then_some(self.qp));
        self.left = Some(samples.map(|line| line[3]));
        Edge { line: samples[3], cone: self.bits + known }
    }
}

/// The writer of a slice: carries its state, the run of skipped macroblocks and the last QP from row to row.
#[derive(Default)]
pub(crate) struct Writer {
    bytes: usize,
    hash: u64,
    run: u64,
    qp: u8,
}

impl Writer {
    /// Returns the writer at the beginning of a picture.
    pub(crate) fn new(qp: u8) -> Self {
        Writer { qp, ..Writer::default() }
    }

    /// Writes the next row.
    pub(crate) fn row(&mut self, row: &[Coded]) {
        for mb in row {
            if mb.is_skipped {
                self.run += 1;
                continue;
            }
            let delta = if mb.has_levels { mb.qp.wrapping_sub(self.qp) } else { 0 };
            self.qp = self.qp.wrapping_add(delta);
            self.hash =
                mix(self.hash ^ self.run << 40 ^ u64::from(delta) << 32 ^ u64::from(u32::from_le_bytes(mb.levels)));
            self.bytes += usize::from(self.hash as u8 & 3) + usize::from(mb.has_levels);
            self.run = 0;
        }
    }
}

/// The filter: changes the last line of the row above, and hands on the lines that are final.
#[derive(Default)]
pub(crate) struct Filter {
    qp: u8,
    samples: Vec<u8>,
}

impl Filter {
    /// Returns the filter at the beginning of a picture.
    pub(crate) fn new(qp: u8, [rows, columns]: [usize; 2]) -> Self {
        Filter { qp, samples: vec![0; 16 * rows * columns] }
    }

    /// Filters row `row`, given the band of the row above.
    pub(crate) fn row(&mut self, row: usize, above: Option<&mut Band>, band: &mut Band, [rows, columns]: [usize; 2]) {
        for (samples, qp) in band.samples.iter_mut().zip(&band.qps) {
            // The QP of a macroblock without levels is known here, since the filter goes in coding order.
            self.qp = qp.unwrap_or(self.qp);
            samples.iter_mut().for_each(|line| line[1] = line[1].wrapping_add(self.qp));
        }
        if let Some(above) = above {
            for (p, q) in above.samples.iter_mut().zip(&band.samples) {
                p[3].iter_mut().zip(q[0]).for_each(|(p, q)| *p = p.midpoint(q));
            }
            self.hand_on(above, row - 1, columns, 3..4);
        }
        self.hand_on(band, row, columns, 0..if row + 1 == rows { 4 } else { 3 });
    }

    fn hand_on(&mut self, band: &Band, row: usize, columns: usize, lines: core::ops::Range<usize>) {
        for y in lines {
            let line = band.samples.iter().flat_map(|samples| samples[y]);
            self.samples[4 * columns * (4 * row + y)..].iter_mut().zip(line).for_each(|(to, sample)| *to = sample);
        }
    }
}

impl Band {
    /// Forgets the band; keeps its memory.
    pub(crate) fn reset(&mut self) {
        self.samples.clear();
        self.qps.clear();
    }
}

impl Output {
    /// Returns the picture that a writer and a filter leave.
    pub(crate) fn new(writer: Writer, filter: Filter) -> Self {
        Output { bytes: writer.bytes, hash: writer.hash, samples: filter.samples }
    }
}

/// Codes all pictures, by definition: one loop over rows, one over columns.
pub(crate) fn plain(plan: &Plan) -> Vec<Arc<Output>> {
    let ([rows, columns], mut scratch) = (plan.size, Scratch { trial: [0; 64] });
    let mut outputs: Vec<Arc<Output>> = Vec::new();
    let mut bands: Vec<Band> = (0..rows).map(|_| Band::default()).collect();
    let mut row = Row::default();
    for number in 0..plan.pictures {
        let inputs = Inputs::new(plan, number, number.checked_sub(DISTANCE).map(|before| outputs[before].clone()));
        let (mut writer, mut filter) = (Writer::new(inputs.qp), Filter::new(inputs.qp, plan.size));
        let (mut above, mut start): (Vec<Edge>, _) = (Vec::new(), Counter::new(inputs.qp));
        for r in 0..rows {
            let (before, band) = bands.split_at_mut(r);
            row.reset();
            band[0].reset();
            row.counter = Some(start);
            let mut edges = Vec::with_capacity(columns);
            for c in 0..columns {
                let near = [c.wrapping_sub(1), c, c + 1].map(|c| above.get(c));
                edges.push(row.code(&inputs, [r, c], near, &mut band[0], &mut scratch, 0));
                if c == 1.min(columns - 1) {
                    start = row.counter.expect("set above");
                }
            }
            above = edges;
            writer.row(&row.coded);
            filter.row(r, before.last_mut(), &mut band[0], plan.size);
        }
        outputs.push(Arc::new(Output::new(writer, filter)));
    }
    outputs
}
