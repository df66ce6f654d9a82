//! Tests of rows in tasks: bytes and references of two plain loops, in any order, by any threads.

use super::batch::Batch;
use super::coder::PictureCoder;
use super::inputs::{Inputs, SliceStart};
use super::plain::encode_picture;
use super::work::SliceCoder;
use super::write::CodedSlice;
use crate::h264::bits::{BitSink, BitWriter};
use crate::h264::code::decide::RateDistortion;
use crate::h264::code::entropy::{Arithmetic, Cabac, Cavlc};
use crate::h264::code::picture::{PADDING, Picture};
use crate::h264::code::predict::b_slice::BSlice;
use crate::h264::code::predict::inter::Reference;
use crate::h264::code::predict::inter::motion_field::distances;
use crate::h264::code::quant_map::{QuantMap, Region};
use crate::h264::options::{Deblocking, DirectMode, EntropyCoding, Options};
use crate::shared::wavefront::{Order, Queue, picked};
use crate::spaces::{Chroma, Mbs};
use fearless_simd::Level;
use std::num::NonZeroUsize;
use std::sync::Arc;
use unite::{Block, Dyn, Fixed, Place, Space, Spot};

/// A coded picture, as far as anybody may notice.
#[derive(Debug, PartialEq)]
struct Coded {
    slices: Vec<Vec<u8>>,
    /// The QPs of the macroblocks, as a decoder knows them.
    qps: Vec<u8>,
    /// The samples of the reference with its padding and its half samples.
    samples: Vec<u8>,
    /// The vectors of the reference, scaled to a distance of 1.
    vectors: Vec<Option<[i16; 2]>>,
}

impl Coded {
    fn new(slices: &[CodedSlice], reference: &Reference) -> Self {
        let mut samples = Vec::new();
        for at in [[0, 0], [0, 2], [2, 0], [2, 2]] {
            put(reference.plane(at), PADDING, &mut samples);
        }
        for plane in reference.picture().chroma.iter().flatten() {
            put::<Chroma>(plane, PADDING / 2, &mut samples);
        }
        let mbs = Spot::<Mbs>::new([0, 0], Dyn(reference.picture().size_in_mbs()));
        let field = reference.motion().expect("set with the reference");
        let blocks = |mb| (0..4).map(move |n| (mb, [n / 2, n % 2]));
        let vector = |(mb, at)| field.vector(&mb, at).map(|found| found.scaled(1)).map(|mv| [mv.x, mv.y]);
        let macroblocks = slices.iter().flat_map(|slice| &slice.macroblocks);
        Coded {
            slices: slices.iter().map(|slice| slice.rbsp.clone()).collect(),
            qps: macroblocks.map(|macroblock| macroblock.qp).collect(),
            samples,
            vectors: mbs.tiles(Fixed::<1, 1>).flat_map(blocks).map(vector).collect(),
        }
    }
}

/// Adds the samples of a plane with its padding.
fn put<S: Space<Ix = [isize; 2]>>(plane: &Block<S, u8>, padding: usize, samples: &mut Vec<u8>)
where
    unite::AnyExtent<S>: unite::Extent,
{
    use unite::Extent as _;
    let [height, width] = [0, 1].map(|k| plane.extent().dim(k) as isize);
    let pad = padding as isize;
    for y in -pad..height + pad {
        samples.extend((-pad..width + pad).map(|x| plane.view().at([y, x])));
    }
}

/// Returns a picture: waves that move, with noise on the right, and a lower part that rests.
fn source(size: [usize; 2], time: isize, monochrome: bool) -> Picture {
    let mut picture = Picture::new(size, monochrome);
    let mut seed = 7_u32;
    let mut sample = |[y, x]: [isize; 2], rests: bool| {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = if x > 40 && !rests { seed >> 27 } else { 0 };
        let (y, x) = if rests { (y as f32, x as f32) } else { ((y + time) as f32, (x - 3 * time) as f32) };
        (120.0 + 50.0 * ((x / 7.0).sin() + (y / 5.0).cos())) as u8 + noise as u8
    };
    let half = 8 * size[0] as isize;
    picture.luma.view_mut().fill_with(|[y, x]| sample([y, x], y > half));
    for plane in picture.chroma.iter_mut().flatten() {
        plane.view_mut().fill_with(|[y, x]| sample([y, x], 2 * y > half));
    }
    picture
}

/// A coder of pictures that do not refer to each other.
type Code<'c> = &'c mut dyn FnMut(Vec<Inputs>) -> Vec<(Vec<CodedSlice>, Arc<Reference>)>;

/// The most pictures that the film has at the same time.
const MOST: usize = 3;

/// Codes an I picture and three P pictures; with B pictures, the last one before the two between, which come at the same time.
fn film(options: &Options, code: Code<'_>) -> Vec<Coded> {
    let size = options.size_in_mbs();
    let mut before: Vec<(u64, Arc<Reference>)> = Vec::new();
    let options = Arc::new(options.clone());
    let batches: &[&[u64]] = match () {
        () if options.b_frames > 0 => &[&[0], &[3], &[1, 2]],
        () if options.keyint == 1 => &[&[0, 1, 2], &[3]],
        () => &[&[0], &[1], &[2], &[3]],
    };
    let inputs = |time: u64, before: &[(u64, Arc<Reference>)]| {
        let (mut earlier, mut later) = (before.to_vec(), before.to_vec());
        earlier.retain(|(other, _)| *other < time && options.keyint > 1);
        later.retain(|(other, _)| *other > time);
        earlier.sort_by_key(|(other, _)| time - other);
        earlier.truncate(options.references.into());
        let references = [earlier, later].map(|list| list.into_iter().map(|(_, picture)| picture).collect::<Vec<_>>());
        let slices = options.first_rows_of_slices().map(|row| {
            let mut header = BitWriter::new();
            header.ue(row as u32);
            header.ue(time as u32);
            SliceStart { row, header }
        });
        let coarse = Region { origin: [16, 16], size: [16, 40], qp_offset: 5 };
        Inputs {
            level: Level::new(),
            source: Arc::new(source(size, time as isize, options.monochrome)),
            distances: references.each_ref().map(|list| distances(time, list)),
            b: (!references[1].is_empty()).then(|| BSlice::new(&options, options.direct, time, &references)),
            explicit: None,
            references,
            display: time,
            is_reference: true,
            options: Arc::clone(&options),
            qp: 28,
            quant: Arc::new(QuantMap::new(size, 28, &[coarse])),
            deblocking: options.deblocking,
            quantizer: None,
            vertical_range: 256,
            most_vectors: 16,
            slices: slices.collect(),
            keeps: true,
        }
    };
    let mut film = Vec::new();
    for batch in batches {
        let pictures = code(batch.iter().map(|&time| inputs(time, &before)).collect());
        film.extend(pictures.iter().map(|(slices, reference)| Coded::new(slices, reference)));
        before.extend(batch.iter().copied().zip(pictures.into_iter().map(|(_, reference)| reference)));
    }
    film
}

/// Codes the pictures by the definition.
fn plainly(options: &Options) -> Vec<Coded> {
    let decision = RateDistortion::new(options);
    let picture = |inputs: Inputs| {
        let coded = encode_picture(&inputs.slice(), &inputs.slices, &decision, inputs.keeps);
        (coded.slices, Arc::new(Reference::new(inputs.level, coded.picture).with_motion(coded.motion)))
    };
    film(options, &mut |batch| batch.into_iter().map(picture).collect())
}

/// Codes the pictures by rows, whose tasks `run` does.
fn by_rows<C: SliceCoder>(options: &Options, run: &dyn Fn(&Batch<C, RateDistortion>)) -> Vec<Coded> {
    let batch = Batch::<C, _>::new(options.size_in_mbs(), RateDistortion::new(options)).with_slots(MOST);
    film(options, &mut |pictures| {
        let count = pictures.len();
        for (slot, inputs) in pictures.into_iter().enumerate() {
            let memory = Picture::new(inputs.source.size_in_mbs(), inputs.options.monochrome);
            batch.slot(slot).prepare(inputs, Arc::new(Reference::unfinished(memory, true)));
        }
        run(&batch);
        let take = |slot| {
            let mut slices = Vec::new();
            let (reference, _) = batch.slot(slot).take(&mut slices);
            (slices, reference)
        };
        (0..count).map(take).collect()
    })
}

/// Codes the pictures by rows in an order of tasks; `None` is the order of one thread.
fn in_order(options: &Options, order: Option<Order>) -> Vec<Coded> {
    fn run<C: SliceCoder>(rows: &Batch<C, RateDistortion>, order: Option<Order>) {
        match order {
            Some(order) => picked(rows, order, |(), _| ()),
            None => Queue::default().run(rows),
        }
    }
    match options.entropy_coding {
        EntropyCoding::Cavlc => by_rows::<Cavlc<BitWriter>>(options, &|rows| run(rows, order)),
        EntropyCoding::Cabac => by_rows::<Cabac<Arithmetic>>(options, &|rows| run(rows, order)),
    }
}

/// Codes the pictures by a number of threads.
fn by_threads(options: &Options, threads: usize) -> Vec<Coded> {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let coder = PictureCoder::new(options, RateDistortion::new(options));
    let mut coder = coder.with_threads(threads).expect("threads");
    film(options, &mut |mut pictures| {
        let mut coded = Vec::new();
        while !pictures.is_empty() {
            let most = coder.pictures().min(pictures.len());
            pictures.drain(..most).for_each(|inputs| coder.add(inputs));
            coder.run_beside(|| ());
            coded.extend((0..most).map(|_| {
                let (slices, reference, _) = coder.take();
                (slices.iter_mut().map(core::mem::take).collect(), reference)
            }));
        }
        coded
    })
}

/// Returns options of every kind that matters to rows, for pictures of some rows and columns.
fn all_options() -> impl Iterator<Item = Options> {
    let sizes = [[1, 1], [1, 5], [4, 1], [5, 2], [3, 3], [4, 7]];
    let coders = [EntropyCoding::Cavlc, EntropyCoding::Cabac];
    sizes.into_iter().flat_map(move |[rows, columns]| {
        let options = Options::new(16 * columns, 16 * rows);
        coders.into_iter().flat_map(move |entropy_coding| {
            let options = Options { entropy_coding, ..options.clone() };
            let of_kind = [
                options.clone(),
                Options { monochrome: true, slices: rows as u16, ..options.clone() },
                Options { keyint: 1, constrained_intra: true, slices: 3.min(rows as u16), ..options.clone() },
                Options {
                    slices: 2.min(rows as u16),
                    deblocking: Some(Deblocking::new(3, 2)),
                    references: 1,
                    trellis: false,
                    ..options.clone()
                },
                Options { b_frames: 2, ..options.clone() },
                Options { b_frames: 2, direct: DirectMode::Temporal, slices: 2.min(rows as u16), ..options.clone() },
                Options { deblocking: None, constrained_intra: true, ..options },
            ];
            // The largest pictures in all kinds, the others in three.
            let count = of_kind.len();
            of_kind.into_iter().rev().take(if rows * columns > 20 { count } else { 3 })
        })
    })
}

#[test]
fn rows_in_any_order_give_what_two_loops_give() {
    for options in all_options() {
        let expected = plainly(&options);
        let orders = [None, Some(Order::Tightest)].into_iter();
        for order in orders.chain((0..3).map(|seed| Some(Order::Random(seed)))) {
            assert!(in_order(&options, order) == expected, "{order:?}, {options:?}");
        }
    }
}

#[test]
fn any_number_of_threads_gives_the_same() {
    for options in all_options() {
        let expected = in_order(&options, None);
        for threads in [1, 2, 3, 7, 16] {
            assert!(by_threads(&options, threads) == expected, "{threads} threads, {options:?}");
        }
    }
}

#[test]
fn the_film_of_these_tests_has_skipped_macroblocks_and_several_qps() {
    let options = Options::new(112, 64);
    let coded = plainly(&options);
    let qps: std::collections::BTreeSet<u8> = coded.iter().flat_map(|picture| picture.qps.iter().copied()).collect();
    assert!(qps.len() > 1, "{qps:?}");
    let vectors = coded.iter().flat_map(|picture| &picture.vectors).collect::<Vec<_>>();
    assert!(vectors.iter().any(|vector| vector.is_some_and(|mv| mv != [0; 2])));
    let sizes = [0, 1, 2, 3].map(|n| coded[n].slices[0].len());
    assert!(sizes[3] < sizes[0], "{sizes:?}");
}
