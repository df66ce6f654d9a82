//! The 8x8 DCT in place, by one 1-D function. It goes over the rows, then over the rows of the permuted view (thesis,
//! figure 6.3).

use super::{constant_extents, run_time};
use crate::bench::{Bench, Side};
use crate::input::Noise;
use crate::kernel::Video;
use crate::kernel::dct::{both_passes, dct8, rows_of};
use unite::{Axes, Fixed, Tensor, Tile};

/// The name of the kernel's row in the table.
pub const NAME: &str = "DCT 8x8 in place";

type Coefficients = [[i32; 8]; 8];

/// Computes the kernel with everything at run time.
#[inline(never)]
pub fn run_time(block: &mut run_time::Block<i32>) {
    pass::<true>(block.view());
    pass::<false>(block.view().permute(&[1, 0]));

    fn pass<const FIRST: bool>(mut v: run_time::View<'_, i32>) {
        let (height, width) = (v.extents()[0] as isize, v.extents()[1] as isize);
        for y in 0..height {
            let mut row = [0; 8];
            (0..width).for_each(|x| row[x as usize] = v.at(&[y, x]));
            let row = dct8::<FIRST>(row);
            (0..width).for_each(|x| v.set(&[y, x], row[x as usize]));
        }
    }
}

/// Computes the kernel with constant extents.
#[inline(never)]
pub fn constant_extents(block: &mut constant_extents::Block<i32, 2>) {
    let place = *block.place();
    pass::<true>(block, &place);
    pass::<false>(block, &place.permute([1, 0]));

    fn pass<const FIRST: bool>(block: &mut constant_extents::Block<i32, 2>, place: &constant_extents::Place<2>) {
        for y in 0..8 {
            let row = dct8::<FIRST>(core::array::from_fn(|x| block.at(place, [y, x as isize])));
            for x in 0..8 {
                block.set(place, [y, x as isize], row[x]);
            }
        }
    }
}

/// Computes the kernel with a constant frame: accesses are checked against a block whose size is known only at run
/// time.
#[inline(never)]
pub fn constant_frame(block: &mut unite::ViewMut<'_, Video, i32>) {
    pass::<true, _, _>(block.reborrow().fixed());
    pass::<false, _, _>(block.reborrow().permute::<Axes<1, 0>>().fixed());

    fn pass<const FIRST: bool, S, H>(mut v: Tensor<&mut [i32], S, Fixed<8, 8>, H>)
    where
        S: unite::Space<Ix = [isize; 2]>,
        H: unite::Home,
    {
        for y in 0..8 {
            let row = dct8::<FIRST>(core::array::from_fn(|x| v.at([y, x as isize])));
            for x in 0..8 {
                v.set([y, x as isize], row[x]);
            }
        }
    }
}

/// Computes the kernel over a window.
#[inline(never)]
pub fn window(t: &mut Tile<Video, Coefficients>) {
    rows_of::<true>(t);
    rows_of::<false>(&mut t.view_mut().permute::<Axes<1, 0>>().fixed::<Fixed<8, 8>>());
}

/// Computes the kernel by hand.
#[inline(never)]
pub fn by_hand(t: &mut Coefficients) {
    both_passes(t);
}

/// Runs all steps.
pub fn bench(b: &mut Bench) {
    b.kernel(NAME);
    let samples: Vec<i32> = Noise(21).map(|v| i32::from(v & 255) - 128).take(64).collect();
    let start: Coefficients = core::array::from_fn(|y| core::array::from_fn(|x| samples[8 * y + x]));
    let block = run_time::Block::new(run_time::Place::new(&[0, 0], &[8, 8]), samples.clone());
    b.side(Side::RunTime, block, |_, block| {
        block.load(&samples);
        run_time(block);
    });
    let block = constant_extents::Block::new(constant_extents::Place::new([0, 0]), [8, 8], samples.clone());
    b.side(Side::ConstantExtents, block, |_, block| {
        block.load(&samples);
        constant_extents(block);
    });
    b.side(Side::ConstantFrame, start, |_, out| {
        *out = start;
        let view = unite::ViewMut::over_mut(out.as_flattened_mut(), [0, 0], unite::Dyn([8, 8]));
        constant_frame(&mut view.expect("64 samples"));
    });
    b.side(Side::Window, Tile::at([0, 0]), |_, out| {
        out.data = start;
        window(out);
    });
    b.side(Side::Pointers, start, |_, out| {
        *out = start;
        by_hand(out);
    });
}
