//! After the first pictures, a session at constant QP allocates nothing but its access units.
//!
//! The counter counts the allocations of the thread that measures, which codes all pictures.

use allocation_counter::measure;
use codecs::h264::{AccessUnit, EntropyCoding, Options, Session};
use codecs::picture::{Layout, Pixels, Plane};

const SIZE: [usize; 2] = [96, 64];

/// Returns the samples of picture `n` of a clip in which a pattern moves: luma, Cb and Cr.
fn samples(n: usize) -> [Vec<u8>; 3] {
    let plane = |width: usize, height: usize, step: usize| {
        let at = |k: usize| ((k % width + step * n) * (k / width + 3) % 97 + 60) as u8;
        (0..width * height).map(at).collect()
    };
    let [width, height] = SIZE;
    [plane(width, height, 2), plane(width / 2, height / 2, 1), plane(width / 2, height / 2, 1)]
}

/// Returns the allocations that access units consist of: their vector grows with a few units, each has one for its NAL units and
/// one for the bytes of each, which may have grown.
fn most(units: &[AccessUnit]) -> u64 {
    let of_unit = |unit: &AccessUnit| 1 + 2 * unit.nals.len() as u64;
    1 + units.iter().map(of_unit).sum::<u64>()
}

#[track_caller]
fn pictures_allocate_their_output(options: Options) {
    let [width, height] = SIZE;
    let mut session = Session::new(options.clone()).expect("options of a stream");
    let mut coded = 0;
    for n in 0..40 {
        let [y, cb, cr] = samples(n % 6);
        let plane = |data, pitch| Plane { data, pitch };
        let planes = [plane(&y[..], width), plane(&cb[..], width / 2), plane(&cr[..], width / 2)];
        let layout = Layout::Planar { planes, subsampling: (2, 2) };
        let pixels = Pixels::new(width, height, layout).expect("planes of a picture");
        let mut units = Vec::new();
        let made = measure(|| units = session.push(&pixels).expect("a picture of the stream"));
        coded += units.len();
        if n >= 20 {
            let most = if units.is_empty() { 0 } else { most(&units) };
            assert!(
                made.count_total <= most,
                "picture {n} allocates {} times, of {most}: {options:?}",
                made.count_total
            );
        }
    }
    assert!(coded > 30, "{coded} pictures are coded");
}

#[test]
fn a_picture_allocates_its_access_unit_alone() {
    let options = Options::new(SIZE[0], SIZE[1]);
    pictures_allocate_their_output(options.clone().with_b_frames(0));
    pictures_allocate_their_output(options.clone().with_b_frames(0).with_slices(3).with_references(4));
    pictures_allocate_their_output(options.clone().with_b_frames(0).with_entropy_coding(EntropyCoding::Cavlc));
    pictures_allocate_their_output(options.with_b_frames(3));
}
