//! Access units of H.264 do not depend on the number of threads.
//!
//! Threads share rows, pictures that do not refer to each other, and the pictures of the lookahead.

use codecs::h264::{DirectMode, EntropyCoding, Options, Preset, Session};
use codecs::picture::{Layout, Pixels, Plane};
use std::num::NonZeroUsize;

const SIZE: [usize; 2] = [80, 64];
const PICTURES: usize = 19;

/// Returns the planes of picture `n` of a clip: a pattern that moves, and another one from picture 11 on.
fn planes(n: usize) -> [Vec<u8>; 3] {
    let plane = |width: usize, height: usize, step: usize| {
        let scene = if n < 11 { 97 } else { 61 };
        let at = |k: usize| ((k % width + step * n) * (k / width + 3) % scene + 60 + k % 3) as u8;
        (0..width * height).map(at).collect()
    };
    let [width, height] = SIZE;
    [plane(width, height, 2), plane(width / 2, height / 2, 1), plane(width / 2, height / 2, 1)]
}

/// An access unit: the number of its picture, its bytes and its reconstruction.
type Coded = (u64, Vec<u8>, Vec<u8>);

/// Returns the access units that each call returns.
fn units(options: &Options, threads: usize) -> Vec<Vec<Coded>> {
    let threads = NonZeroUsize::new(threads).expect("a thread");
    let session = Session::new(options.clone()).expect("sound options");
    let mut session = session.with_threads(threads).expect("threads");
    let mut calls = Vec::new();
    for n in 0..PICTURES {
        let [y, cb, cr] = planes(n);
        let plane = |data, pitch| Plane { data, pitch };
        let of_picture = [plane(&y[..], SIZE[0]), plane(&cb[..], SIZE[0] / 2), plane(&cr[..], SIZE[0] / 2)];
        let layout = Layout::Planar { planes: of_picture, subsampling: (2, 2) };
        calls.push(session.push(&Pixels::new(SIZE[0], SIZE[1], layout).expect("a picture")).expect("of the stream"));
    }
    // One by one, and the rest together.
    calls.push(session.finish_next().expect("a picture").into_iter().collect());
    calls.push(session.finish().expect("pictures"));
    let unit = |unit: codecs::h264::AccessUnit| {
        let luma = unit.reconstruction().luma.view().iter().collect();
        (unit.display, unit.byte_stream(), luma)
    };
    calls.into_iter().map(|units| units.into_iter().map(unit).collect()).collect()
}

/// Returns the number of access units that the first `calls` calls return.
fn count(calls: &[Vec<Coded>], first: usize) -> usize {
    calls[..first].iter().map(Vec::len).sum()
}

#[test]
fn units_are_the_same_by_any_number_of_threads_and_come_at_most_a_run_later() {
    let plain = Options::new(SIZE[0], SIZE[1]);
    let of_kind = [
        plain.clone().with_b_frames(3),
        plain.clone().with_b_frames(4).with_b_pyramid(false).with_slices(3).with_direct(DirectMode::Temporal),
        plain.clone().with_b_frames(2).with_keyint(5).with_entropy_coding(EntropyCoding::Cavlc),
        plain.clone().with_b_frames(3).with_references(1).with_keyint(7),
        plain.clone().with_preset(Preset::Ultrafast).with_b_frames(2),
        plain.clone().with_rate_factor(23.0, Preset::Medium),
        plain.clone().with_rate_factor(30.0, Preset::Medium).with_keyint(6).with_slices(2),
        plain.with_preset(Preset::Veryfast).with_rate_factor(20.0, Preset::Veryfast),
    ];
    for options in of_kind {
        let expected = units(&options, 1);
        assert_eq!(expected.iter().flatten().count(), PICTURES);
        for threads in [2, 3, 7, 16] {
            let found = units(&options, threads);
            assert!(found.iter().flatten().eq(expected.iter().flatten()), "{threads} threads, {options:?}");
            // Decisions are taken beside the coding of the run before.
            let later = if options.looks_ahead() { usize::from(options.b_frames) + 1 } else { 0 };
            for calls in later..=PICTURES {
                let least = count(&expected, calls - later);
                assert!(count(&found, calls) >= least, "{threads} threads, call {calls}, {options:?}");
            }
            assert!(later > 0 || found == expected, "{threads} threads, {options:?}");
        }
    }
}
