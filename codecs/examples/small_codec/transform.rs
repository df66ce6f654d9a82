//! The transform and the quantiser of the small codec: an integer DCT of rows and of columns.

use super::stream::Level;
use codecs::spaces::Samples;
use core::array::from_fn;
use unite::{Axes, Fixed, Inside, Scan, Tile, Write};

/// A residual, or its coefficients: `128 / N` times those of the orthonormal DCT.
pub(crate) type Residual<const N: usize> = Tile<Samples, [[i16; N]; N]>;

/// `64 sqrt(2) cos(k pi / 64)`, rounded as in H.265; 64 for the constant row.
const COSINES: [i16; 33] = [
    64, 90, 90, 90, 89, 88, 87, 85, 83, 82, 80, 78, 75, 73, 70, 67, 64, 61, 57, 54, 50, 46, 43, 38, 36, 31, 25, 22, 18,
    13, 9, 4, 0,
];

/// The DCT of 32 points, a row for each frequency. In every second row, the first half is the DCT of 16 points.
static DCT: [[i16; 32]; 32] = {
    let (mut dct, mut n) = ([[0; 32]; 32], 0);
    while n < 1024 {
        let (k, x) = (n / 32, n % 32);
        dct[k][x] = match (2 * x + 1) * k % 128 {
            angle @ 0..=32 => COSINES[angle],
            angle @ 33..=64 => -COSINES[64 - angle],
            angle @ 65..=96 => -COSINES[angle - 64],
            angle => COSINES[128 - angle],
        };
        n += 1;
    }
    dct
};

fn forward<const N: usize>(row: [i16; N]) -> [i32; N] {
    let product = |k: usize, x: usize| i32::from(DCT[k * (32 / N)][x]) * i32::from(row[x]);
    from_fn(|k| (0..N).map(|x| product(k, x)).sum())
}

fn inverse<const N: usize>(row: [i16; N]) -> [i32; N] {
    let mut samples = [0; N];
    for k in (0..N).filter(|&k| row[k] != 0) {
        for x in 0..N {
            samples[x] += i32::from(DCT[k * (32 / N)][x]) * i32::from(row[k]);
        }
    }
    samples
}

/// Transforms every row of a tensor, whatever the order of its axes.
#[inline(always)]
fn rows<const N: usize>(
    t: &mut impl Write<2, Item = i16, Extent = Fixed<N, N>>,
    transform: fn([i16; N]) -> [i32; N],
    shift: u32,
) {
    let mut window = t.view_mut().window::<Inside>().expect("a tensor in memory of its own");
    for y in 0..N as isize {
        let row = transform(from_fn(|x| window[[y, x as isize]]));
        for x in 0..N {
            let rounded = (row[x] + (1 << shift >> 1)) >> shift;
            window[[y, x as isize]] = rounded.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        }
    }
}

/// Transforms the rows, then the columns, which are the rows of the permuted view.
#[inline(always)]
fn both<const N: usize>(t: &mut Residual<N>, transform: fn([i16; N]) -> [i32; N], shifts: [u32; 2]) {
    rows(t, transform, shifts[0]);
    rows(&mut t.view_mut().permute::<Axes<1, 0>>().fixed::<Fixed<N, N>>(), transform, shifts[1]);
}

/// The order of the coefficients: diagonal by diagonal, from low frequencies to high ones.
struct Diagonals<const N: usize>;

impl<const N: usize, const M: usize> Scan<M> for Diagonals<N> {
    const ORDER: [[isize; 2]; M] = {
        let (mut order, mut n, mut y, mut x) = ([[0; 2]; M], 0, 0, 0);
        while n < M {
            if y < N && x < N {
                order[n] = [y as isize, x as isize];
                n += 1;
            }
            (y, x) = if x == 0 { (0, y + 1) } else { (y + 1, x - 1) };
        }
        order
    };
}

/// Returns the quantised coefficients of a residual.
pub(crate) fn levels<const N: usize, const M: usize>(mut residual: Residual<N>, step: i32) -> Vec<Level> {
    both(&mut residual, forward, [N.ilog2() - 1, N.ilog2() + 6]);
    let mut coefficients = [0; M];
    residual.view().window::<Inside>().expect("a tile").scan_into::<Diagonals<N>, M>(&mut coefficients);
    let (mut run, scale) = (0, N as f32 / (128 * step) as f32);
    let level = |&coefficient: &i16| {
        let magnitude = (f32::from(coefficient).abs() * scale + 1.0 / 3.0) as u16; // rounds down more, since zeros are cheap
        if magnitude == 0 {
            run += 1;
            return None;
        }
        Some(Level { run: core::mem::take(&mut run), magnitude: magnitude - 1, is_negative: coefficient < 0 })
    };
    coefficients.iter().filter_map(level).collect()
}

/// Returns the residual of quantised coefficients. Levels beyond the last coefficient are left out.
pub(crate) fn residual<const N: usize, const M: usize>(levels: &[Level], step: i32) -> Residual<N> {
    let mut order = const { &<Diagonals<N> as Scan<M>>::ORDER }.iter();
    let mut residual = Residual::at([0, 0]);
    for level in levels {
        let Some(&[y, x]) = order.nth(level.run.into()) else { break };
        let magnitude = (i32::from(level.magnitude) + 1) * step * (128 / N as i32);
        let magnitude = magnitude.min(i16::MAX.into()) as i16;
        residual.data[y as usize][x as usize] = if level.is_negative { -magnitude } else { magnitude };
    }
    both(&mut residual, inverse, [7, 12]);
    residual
}
