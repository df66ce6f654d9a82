//! Transforms against their matrices, scaling against its equations, blocks against both.

mod rows;

use super::quant::{self, MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15, scale_4x4, scale_8x8, scale_chroma_dc, scale_luma_dc};
use super::scan::{ZIG_ZAG_4X4, ZIG_ZAG_8X8, unscan};
use super::transform::{forward_4x4, forward_8x8, hadamard_2x2, hadamard_4x4, inverse_4x4, inverse_8x8};
use super::*;
use crate::h264::code::picture::LumaTile;
use crate::h264::levels;
use crate::shared::dispatch::dispatch;
use crate::spaces::QuarterSample;
use core::array::from_fn;
use fearless_simd::{Level, Simd};
use noise::Noise;
use unite::{Nest, Space, Tile};

/// Calls a function with the widest registers that there are.
macro_rules! wide {
    ($function:ident, $($argument:expr),*) => {
        dispatch!(Level::new(), simd => $function(simd, $($argument),*))
    };
}

/// Returns samples at the origin.
fn tile<S: Space<Universe = QuarterSample>, const N: usize>(data: [[u8; N]; N]) -> Tile<S, [[u8; N]; N]>
where
    [[u8; N]; N]: Nest<Ix = S::Ix>,
{
    Tile { data, ..Tile::at([0, 0]) }
}

/// The levels, masks and reconstruction of a macroblock.
type Luma = ([[i16; 16]; 16], [u16; 16], LumaTile<16>);

/// Codes a macroblock by one of the transforms.
#[inline(always)]
fn coded<S: Simd, Q: Quantizer>(
    simd: S,
    (source, pred): (&LumaTile<16>, &LumaTile<16>),
    quantization: &Quantization<Q>,
    transform_8x8: bool,
) -> Luma {
    let (mut levels, mut recon) = ([[0; 16]; 16], *pred);
    let mut coded = CodedMacroblock::new(&mut levels, &mut recon);
    match transform_8x8 {
        true => macroblock_8x8(simd, source, pred, quantization, &mut coded),
        false => macroblock_4x4(simd, source, pred, quantization, &mut coded),
    }
    let masks = coded.masks;
    (levels, masks, recon)
}

/// Returns column and row of 4 x 4 block `n`.
fn at_4x4(n: usize) -> (usize, usize) {
    let [y, x] = super::super::coding_order::BLOCKS_4X4[n];
    (x as usize, y as usize)
}

/// Returns a number from `-most` to `most`.
fn within(noise: &mut Noise, most: i32) -> i32 {
    noise.below(2 * most as usize + 1) as i32 - most
}

/// Returns a block of noise, of black and white noise, of noise above a brightness, or of one brightness.
fn block<const N: usize>(noise: &mut Noise, kind: u64) -> [[u8; N]; N] {
    let (base, shift) = (noise.bits() as u8, noise.below(8));
    from_fn(|_| {
        from_fn(|_| match kind % 4 {
            0 => noise.bits() as u8,
            1 => 255 * noise.below(2) as u8,
            2 => base.saturating_add((noise.bits() as u8) >> shift),
            _ => base,
        })
    })
}

const FORWARD_4: [[i64; 4]; 4] = [[1, 1, 1, 1], [2, 1, -1, -2], [1, -1, -1, 1], [1, -2, 2, -1]];
/// Eight times the matrix of the 8 x 8 transform.
const FORWARD_8: [[i64; 8]; 8] = [
    [8, 8, 8, 8, 8, 8, 8, 8],
    [12, 10, 6, 3, -3, -6, -10, -12],
    [8, 4, -4, -8, -8, -4, 4, 8],
    [10, -3, -12, -6, 6, 12, 3, -10],
    [8, -8, -8, 8, 8, -8, -8, 8],
    [6, -12, 3, 10, -10, -3, 12, -6],
    [4, -8, 8, -4, -4, 8, -8, 4],
    [3, -6, 10, -12, 12, -10, 6, -3],
];

/// `m b m^T`
fn sandwich<const N: usize>(m: [[i64; N]; N], b: [[i64; N]; N]) -> [[i64; N]; N] {
    let product = |a: [[i64; N]; N], b: [[i64; N]; N]| -> [[i64; N]; N] {
        from_fn(|y| from_fn(|x| (0..N).map(|k| a[y][k] * b[k][x]).sum()))
    };
    product(product(m, b), from_fn(|y| from_fn(|x| m[x][y])))
}

fn in_64_bits<const N: usize>(block: [[i32; N]; N]) -> [[i64; N]; N] {
    block.map(|row| row.map(i64::from))
}

fn transposed<const N: usize>(m: [[i64; N]; N]) -> [[i64; N]; N] {
    from_fn(|y| from_fn(|x| m[x][y]))
}

#[test]
fn forward_transforms_are_their_matrices() {
    let mut noise = Noise::new(1);
    for _ in 0..500 {
        let residual = from_fn(|_| from_fn(|_| within(&mut noise, 255)));
        assert_eq!(in_64_bits(forward_4x4(&residual)), sandwich(FORWARD_4, in_64_bits(residual)));
        let dc = from_fn(|_| from_fn(|_| within(&mut noise, 4080)));
        let h = [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, -1, 1], [1, -1, 1, -1]];
        assert_eq!(in_64_bits(hadamard_4x4(&dc)), sandwich(h, in_64_bits(dc)));
        let [c00, c01, c10, c11]: [i32; 4] = from_fn(|_| within(&mut noise, 4080));
        let [[f00, f01], [f10, f11]] = sandwich([[1, 1], [1, -1]], in_64_bits([[c00, c01], [c10, c11]]));
        assert_eq!(hadamard_2x2(&[c00, c01, c10, c11]).map(i64::from), [f00, f01, f10, f11]);
    }
}

/// All vector transforms against the plain ones.
#[inline(always)]
fn check_lanes<S: Simd>(simd: S, noise: &mut Noise) {
    for round in 0..300 {
        let (source, pred) = (block::<8>(noise, round), block::<8>(noise, round / 4));
        let difference = |y: usize, x: usize| i32::from(source[y][x]) - i32::from(pred[y][x]);
        assert_eq!(lanes::forward_8x8(simd, &source, &pred), forward_8x8(from_fn(|y| from_fn(|x| difference(y, x)))));
        let (source, pred) = (cut::<4, 8>(&source, 1, 0), cut::<4, 8>(&pred, 1, 0));
        let residual = from_fn(|y| from_fn(|x| difference(y, 4 + x)));
        assert_eq!(lanes::forward_4x4(simd, &source, &pred), forward_4x4(&residual));

        let qp = (round % 52) as u8;
        let most = i32::from(MAX_LEVEL) >> [qp / 6, qp / 6 + 3, 11, 8][round as usize / 52 % 4];
        let add = |pred: u8, r: i32| (i32::from(pred) + r).clamp(0, 255) as u8;
        let mut levels: [i16; 16] = from_fn(|_| within(noise, most) as i16);
        let r = inverse_4x4(scale_4x4(&levels, qp));
        assert_eq!(lanes::add_4x4(simd, &pred, &levels, 0, qp), from_fn(|y| from_fn(|x| add(pred[y][x], r[y][x]))));
        let dc = within(noise, 4_000_000);
        levels[0] = 0;
        let mut scaled = scale_4x4(&levels, qp);
        scaled[0][0] = dc;
        let r = inverse_4x4(scaled);
        assert_eq!(lanes::add_4x4(simd, &pred, &levels, dc, qp), from_fn(|y| from_fn(|x| add(pred[y][x], r[y][x]))));
        let r = inverse_4x4([[dc, 0, 0, 0], [0; 4], [0; 4], [0; 4]]);
        assert_eq!(lanes::add_dc(simd, &pred, (dc + 32) >> 6), from_fn(|y| from_fn(|x| add(pred[y][x], r[y][x]))));
        let (levels, pred) = (from_fn(|_| within(noise, most) as i16), block::<8>(noise, round));
        let r = inverse_8x8(scale_8x8(&levels, qp));
        assert_eq!(lanes::add_8x8(simd, &pred, &levels, qp), from_fn(|y| from_fn(|x| add(pred[y][x], r[y][x]))));
        assert_eq!(usize::from(lanes::count(simd, &levels)), levels.iter().filter(|&&level| level != 0).count());
    }
}

#[test]
fn vector_transforms_are_the_plain_ones_at_every_level() {
    for level in levels() {
        dispatch!(level, simd => check_lanes(simd, &mut Noise::new(11)));
    }
}

#[test]
fn the_forward_8x8_transform_is_its_matrix_where_halves_are_whole() {
    // Multiples of 64 leave nothing to be rounded.
    let mut noise = Noise::new(2);
    for _ in 0..500 {
        let residual = from_fn(|_| from_fn(|_| 64 * within(&mut noise, 255)));
        let exact = sandwich(FORWARD_8, in_64_bits(residual)).map(|row| row.map(|c| c / 64));
        assert_eq!(in_64_bits(forward_8x8(residual)), exact);
        let small = residual.map(|row| row.map(|r| r / 64));
        let (rounded, exact) = (forward_8x8(small), sandwich(FORWARD_8, in_64_bits(small)));
        for (a, b) in rounded.as_flattened().iter().zip(exact.as_flattened()) {
            // Rows are off by a shift's rounding, and columns add up to eight of them.
            assert!((i64::from(*a) * 64 - b).abs() <= 16 * 64, "{a} {b}");
        }
    }
}

/// The equations of 8.5.12.2 for a line, one by one.
fn plain_inverse_line_4(d: [i64; 4]) -> [i64; 4] {
    let e = [d[0] + d[2], d[0] - d[2], (d[1] >> 1) - d[3], d[1] + (d[3] >> 1)];
    [e[0] + e[3], e[1] + e[2], e[1] - e[2], e[0] - e[3]]
}

/// The equations of 8.5.13.2 for a line, one by one.
fn plain_inverse_line_8(d: [i64; 8]) -> [i64; 8] {
    let a = [
        d[0] + d[4],
        -d[3] + d[5] - d[7] - (d[7] >> 1),
        d[0] - d[4],
        d[1] + d[7] - d[3] - (d[3] >> 1),
        (d[2] >> 1) - d[6],
        -d[1] + d[7] + d[5] + (d[5] >> 1),
        d[2] + (d[6] >> 1),
        d[3] + d[5] + d[1] + (d[1] >> 1),
    ];
    let b = [
        a[0] + a[6],
        a[1] + (a[7] >> 2),
        a[2] + a[4],
        a[3] + (a[5] >> 2),
        a[2] - a[4],
        (a[3] >> 2) - a[5],
        a[0] - a[6],
        a[7] - (a[1] >> 2),
    ];
    [b[0] + b[7], b[2] + b[5], b[4] + b[3], b[6] + b[1], b[6] - b[1], b[4] - b[3], b[2] - b[5], b[0] - b[7]]
}

fn plain_inverse<const N: usize>(scaled: [[i32; N]; N], line: fn([i64; N]) -> [i64; N]) -> [[i64; N]; N] {
    let rows = in_64_bits(scaled).map(line);
    transposed(transposed(rows).map(line)).map(|row| row.map(|h| (h + 32) >> 6))
}

#[test]
fn inverse_transforms_are_the_equations_of_the_standard() {
    let mut noise = Noise::new(3);
    for round in 0..2000 {
        let most = [3, 100, 5000, 32768][round % 4];
        let extreme = round % 8 >= 4;
        let mut next = || {
            let v = within(&mut noise, most);
            if extreme { if v < 0 { -most } else { most } } else { v }
        };
        let scaled: [[i32; 4]; 4] = from_fn(|_| from_fn(|_| next()));
        assert_eq!(in_64_bits(inverse_4x4(scaled)), plain_inverse(scaled, plain_inverse_line_4));
        let scaled: [[i32; 8]; 8] = from_fn(|_| from_fn(|_| next()));
        assert_eq!(in_64_bits(inverse_8x8(scaled)), plain_inverse(scaled, plain_inverse_line_8));
    }
}

#[test]
fn inverse_transforms_are_their_matrices_where_halves_are_whole() {
    let mut noise = Noise::new(4);
    let inverse_4 = transposed([[2, 2, 2, 2], [2, 1, -1, -2], [2, -2, -2, 2], [1, -2, 2, -1]]);
    for _ in 0..200 {
        let scaled: [[i32; 4]; 4] = from_fn(|_| from_fn(|_| 64 * within(&mut noise, 500)));
        let exact = sandwich(inverse_4, in_64_bits(scaled)).map(|row| row.map(|h| (h / 4 + 32) >> 6));
        assert_eq!(in_64_bits(inverse_4x4(scaled)), exact);
        let scaled: [[i32; 8]; 8] = from_fn(|_| from_fn(|_| 64 * within(&mut noise, 500)));
        let exact = sandwich(transposed(FORWARD_8), in_64_bits(scaled)).map(|row| row.map(|h| (h / 64 + 32) >> 6));
        assert_eq!(in_64_bits(inverse_8x8(scaled)), exact);
    }
}

/// `normAdjust4x4` by its definition in 8.5.9.
fn norm_adjust_4(m: usize, i: usize, j: usize) -> i64 {
    let v = [[10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23]][m];
    match (i % 2, j % 2) {
        (0, 0) => v[0],
        (1, 1) => v[1],
        _ => v[2],
    }
}

#[test]
fn scaling_is_the_equations_of_the_standard_for_every_qp() {
    let mut noise = Noise::new(5);
    for qp in 0..52_u8 {
        let (k, m) = (i64::from(qp / 6), usize::from(qp % 6));
        let most = i32::from(MAX_LEVEL) >> k;
        for round in 0..20 {
            let mut next = || if round == 0 { most } else { within(&mut noise, most) };
            let levels: [i16; 16] = from_fn(|_| next() as i16);
            let scaled = scale_4x4(&levels, qp);
            for (n, &c) in levels.iter().enumerate() {
                let product = i64::from(c) * 16 * norm_adjust_4(m, n / 4, n % 4);
                let d = if qp >= 24 { product << (k - 4) } else { (product + (1 << (3 - k))) >> (4 - k) };
                assert_eq!(i64::from(scaled[n / 4][n % 4]), d, "8.5.12.1 at {qp}");
            }

            let scale = 16 * norm_adjust_4(m, 0, 0);
            let f: [[i32; 4]; 4] = from_fn(|_| from_fn(|_| 16 * next()));
            for (dc, f) in scale_luma_dc(f, qp).as_flattened().iter().zip(f.as_flattened()) {
                let product = i64::from(*f) * scale;
                let d = if qp >= 36 { product << (k - 6) } else { (product + (1 << (5 - k))) >> (6 - k) };
                assert_eq!(i64::from(*dc), d, "8.5.10 at {qp}");
            }
            let f: [i32; 4] = from_fn(|_| 4 * next());
            assert_eq!(scale_chroma_dc(f, qp).map(i64::from), f.map(|f| ((i64::from(f) * scale) << k) >> 5));

            let levels: [i16; 64] = from_fn(|_| next() as i16);
            let scaled = scale_8x8(&levels, qp);
            for (n, &c) in levels.iter().enumerate() {
                let product = i64::from(c) * i64::from(level_scale_tables::LEVEL_SCALE_8X8[m][n]);
                let d = if qp >= 36 { product << (k - 6) } else { (product + (1 << (5 - k))) >> (6 - k) };
                assert_eq!(i64::from(scaled[n / 8][n % 8]), d, "8.5.13.1 at {qp}");
            }
        }
    }
}

/// `quantize` with the widest registers.
fn quantized<const N: usize>(q: impl Quantizer, c: &[i32; N], m: &[i32; N], shift: u32) -> [i16; N] {
    dispatch!(Level::new(), simd => q.quantize(simd, c, m, shift))
}

#[test]
fn dead_zone_and_nearest_are_exact_quotients_rounded() {
    let mut noise = Noise::new(6);
    let coefficients: [i32; 64] = from_fn(|k| if k == 0 { 65280 } else { within(&mut noise, 32640 >> (k % 12)) });
    let multipliers: [i32; 64] = from_fn(|k| if k == 0 { 13107 } else { 5000 + 130 * k as i32 });
    for shift in 15..=25 {
        let third = (quantized(DeadZone::INTRA, &coefficients, &multipliers, shift), 1.0 / 3.0);
        let sixth = (quantized(DeadZone::INTER, &coefficients, &multipliers, shift), 1.0 / 6.0);
        let half = (quantized(Nearest, &coefficients, &multipliers, shift), 0.5);
        for (levels, rounding) in [third, sixth, half] {
            for k in 0..64 {
                let quotient = f64::from(coefficients[k]) * f64::from(multipliers[k]) / f64::from(1 << shift);
                let error = f64::from(levels[k].unsigned_abs()) - (quotient.abs() + rounding);
                assert!(error <= 1e-4 && error > -1.0 - 1e-4, "{quotient} {}", levels[k]);
                assert!(levels[k] == 0 || (levels[k] > 0) == (coefficients[k] > 0));
            }
        }
        // Four numbers go another way than sixteen.
        let few = quantized(DeadZone::INTRA, &[-900, 70, 65280, 0], &[multipliers[0]; 4], shift);
        let mut many = [0; 16];
        many[..4].copy_from_slice(&[-900, 70, 65280, 0]);
        assert_eq!(few, quantized(DeadZone::INTRA, &many, &[multipliers[0]; 16], shift)[..4]);
        let half = DeadZone { rounding: 32768 };
        assert_eq!(quantized(half, &coefficients, &multipliers, shift), half_up(&coefficients, &multipliers, shift));
    }
}

/// [`Nearest`], in 64 bits.
fn half_up(coefficients: &[i32; 64], multipliers: &[i32; 64], shift: u32) -> [i16; 64] {
    from_fn(|k| {
        let quotient = (i64::from(coefficients[k].abs()) * i64::from(multipliers[k]) + (1 << (shift - 1))) >> shift;
        (quotient * i64::from(coefficients[k].signum())) as i16
    })
}

fn at<Q>(quantizer: Q, qp: u8) -> Quantization<Q> {
    Quantization { quantizer, qp, max_level: MAX_LEVEL }
}

/// The step of a QP, in samples.
fn step(qp: u8) -> f64 {
    0.625 * f64::from(qp).div_euclid(6.0).exp2() * [1.0, 1.1, 1.3, 1.4, 1.6, 1.8][usize::from(qp % 6)]
}

fn worst<const N: usize>(a: &[[u8; N]; N], b: &[[u8; N]; N]) -> f64 {
    a.as_flattened().iter().zip(b.as_flattened()).map(|(&a, &b)| f64::from(a.abs_diff(b))).fold(0.0, f64::max)
}

#[test]
fn what_comes_back_is_within_the_steps_of_its_coefficients() {
    let mut noise = Noise::new(7);
    for qp in 0..52 {
        for round in 0..24 {
            // Sixteen coefficients, each off by at most half a step of about `step`; 64 likewise; DC twice.
            let (bound_4, bound_8) = (2.0 * step(qp) + 1.0, 4.0 * step(qp) + 1.5);
            let (source, pred) = (block::<4>(&mut noise, round), block::<4>(&mut noise, round / 4));
            let coded = wide!(luma_4x4, &tile(source), &tile(pred), &at(Nearest, qp));
            assert!(
                worst(&source, &coded.recon.data) <= bound_4,
                "4 x 4 at {qp}: {}",
                worst(&source, &coded.recon.data)
            );
            let (source, pred) = (block::<8>(&mut noise, round), block::<8>(&mut noise, round / 4));
            let coded = wide!(luma_8x8, &tile(source), &tile(pred), &at(Nearest, qp));
            assert!(
                worst(&source, &coded.recon.data) <= bound_8,
                "8 x 8 at {qp}: {}",
                worst(&source, &coded.recon.data)
            );
            let coded = wide!(chroma_8x8, &tile(source), &tile(pred), &at(Nearest, qp));
            assert!(worst(&source, &coded.recon.data) <= 2.0 * bound_4, "chroma at {qp}");
            let (source, pred) = (block::<16>(&mut noise, round), block::<16>(&mut noise, round / 4));
            let coded = wide!(luma_16x16, &tile(source), &tile(pred), &at(Nearest, qp));
            assert!(worst(&source, &coded.recon.data) <= 2.0 * bound_4, "16 x 16 at {qp}");
        }
    }
}

/// A decoder's way from levels of a 4 x 4 block to samples, in 64 bits: 8.5.12 and 8.5.14. `dc` replaces the first coefficient.
fn decoded_4x4(levels: &[i16; 16], dc: Option<i64>, pred: &[[u8; 4]; 4], qp: u8) -> [[u8; 4]; 4] {
    let raster = unscan(&ZIG_ZAG_4X4, levels);
    let (k, m) = (i64::from(qp / 6), usize::from(qp % 6));
    let mut d: [[i64; 4]; 4] = from_fn(|i| {
        from_fn(|j| {
            let product = i64::from(raster[4 * i + j]) * 16 * norm_adjust_4(m, i, j);
            if qp >= 24 { product << (k - 4) } else { (product + (1 << (3 - k))) >> (4 - k) }
        })
    });
    d[0][0] = dc.unwrap_or(d[0][0]);
    let r = transposed(transposed(d.map(plain_inverse_line_4)).map(plain_inverse_line_4));
    from_fn(|y| from_fn(|x| (i64::from(pred[y][x]) + ((r[y][x] + 32) >> 6)).clamp(0, 255) as u8))
}

fn cut<const N: usize, const M: usize>(whole: &[[u8; M]; M], x: usize, y: usize) -> [[u8; N]; N] {
    from_fn(|j| from_fn(|i| whole[N * y + j][N * x + i]))
}

#[test]
fn reconstruction_is_what_a_decoder_makes_of_the_levels() {
    let mut noise = Noise::new(8);
    for qp in 0..52_u8 {
        let (k, m) = (i64::from(qp / 6), usize::from(qp % 6));
        let scale = 16 * norm_adjust_4(m, 0, 0);
        for round in 0..16 {
            let quantization = Quantization {
                quantizer: DeadZone::INTRA,
                qp,
                max_level: [MAX_LEVEL, MAX_LEVEL_OF_PREFIX_15][round as usize % 2],
            };
            let (source, pred) = (block::<16>(&mut noise, round), block::<16>(&mut noise, round / 4));

            let block = wide!(luma_4x4, &tile(cut(&source, 1, 2)), &tile(cut(&pred, 1, 2)), &quantization);
            assert_eq!(block.recon.data, decoded_4x4(&block.levels, None, &cut(&pred, 1, 2), qp));
            assert_eq!(block.recon.data, wide!(reconstruct_4x4, &block.levels, &tile(cut(&pred, 1, 2)), qp).data);
            let both = (&tile(source), &tile(pred));
            let (levels, masks, recon) = wide!(coded, both, &quantization, false);
            assert_eq!((levels[9], masks[9].count_ones()), (block.levels, block.count.into()));
            assert_eq!(cut(&recon.data, 1, 2), block.recon.data);

            let (s8, p8) = (cut::<8, 16>(&source, 1, 0), cut::<8, 16>(&pred, 1, 0));
            let block = wide!(luma_8x8, &tile(s8), &tile(p8), &quantization);
            let scaled = scale_8x8(&unscan(&ZIG_ZAG_8X8, &block.levels), qp);
            let r = plain_inverse(scaled, plain_inverse_line_8);
            let recon = from_fn(|y| from_fn(|x| (i64::from(p8[y][x]) + r[y][x]).clamp(0, 255) as u8));
            assert_eq!((block.recon.data, wide!(reconstruct_8x8, &block.levels, &tile(p8), qp).data), (recon, recon));
            let (levels, masks, whole) = wide!(coded, both, &quantization, true);
            assert_eq!(levels[4..8].as_flattened(), block.levels);
            assert_eq!(masks[4..8].iter().map(|mask| mask.count_ones()).sum::<u32>(), block.count.into());
            assert_eq!(cut(&whole.data, 1, 0), recon);

            let mb = wide!(luma_16x16, &tile(source), &tile(pred), &quantization);
            let c = unscan(&ZIG_ZAG_4X4, &mb.dc);
            let h = [[1, 1, 1, 1], [1, 1, -1, -1], [1, -1, -1, 1], [1, -1, 1, -1]];
            let f = sandwich(h, from_fn(|y| from_fn(|x| i64::from(c[4 * y + x]))));
            for n in 0..16 {
                let (x, y) = at_4x4(n);
                let product = f[y][x] * scale;
                let dc = if qp >= 36 { product << (k - 6) } else { (product + (1 << (5 - k))) >> (6 - k) };
                assert_eq!(mb.ac[n][0], 0);
                assert_eq!(
                    cut(&mb.recon.data, x, y),
                    decoded_4x4(&mb.ac[n], Some(dc), &cut(&pred, x, y), qp),
                    "{qp} {n}"
                );
            }

            let chroma = wide!(chroma_8x8, &tile(s8), &tile(p8), &quantization);
            let f = sandwich([[1, 1], [1, -1]], from_fn(|y| from_fn(|x| i64::from(chroma.dc[2 * y + x]))));
            for n in 0..4 {
                let (x, y) = (n % 2, n / 2);
                let dc = ((f[y][x] * scale) << k) >> 5;
                assert_eq!(cut(&chroma.recon.data, x, y), decoded_4x4(&chroma.ac[n], Some(dc), &cut(&p8, x, y), qp));
            }
        }
    }
}

#[test]
fn counts_are_those_of_levels() {
    let mut noise = Noise::new(9);
    for qp in [0, 20, 40, 51] {
        let (source, pred) = (block::<16>(&mut noise, 0), block::<16>(&mut noise, 2));
        let count = |levels: &[i16]| levels.iter().filter(|&&level| level != 0).count() as u8;
        let mb = wide!(luma_16x16, &tile(source), &tile(pred), &at(DeadZone::INTRA, qp));
        assert_eq!((mb.dc_count, mb.ac_counts), (count(&mb.dc), mb.ac.map(|ac| count(&ac))));
        for transform_8x8 in [false, true] {
            let both = (&tile(source), &tile(pred));
            let (levels, masks, _) = wide!(coded, both, &at(DeadZone::INTER, qp), transform_8x8);
            assert_eq!(masks.map(|mask| mask.count_ones() as u8), levels.map(|levels| count(&levels)));
        }
        let c = wide!(chroma_8x8, &tile(cut(&source, 0, 0)), &tile(cut(&pred, 0, 0)), &at(DeadZone::INTRA, qp));
        assert_eq!((c.dc_count, c.ac_counts), (count(&c.dc), c.ac.map(|ac| count(&ac))));
    }
}

/// Says the most that 16 bits can.
#[derive(Clone, Copy)]
struct Wild;

impl Quantizer for Wild {
    fn quantize<S: Simd, const N: usize>(&self, _: S, coefficients: &[i32; N], _: &[i32; N], _: u32) -> [i16; N] {
        coefficients.map(|c| if c < 0 { i16::MIN } else { i16::MAX })
    }
}

#[test]
fn levels_stay_within_their_limit_and_no_quantizer_makes_sums_overflow() {
    let mut noise = Noise::new(10);
    for qp in 0..52 {
        for (max_level, round) in [(MAX_LEVEL_OF_PREFIX_15, 1), (MAX_LEVEL, 3), (i16::MAX, 1), (-5, 0)] {
            let (source, pred) = (block::<16>(&mut noise, round), block::<16>(&mut noise, round));
            let quantization = Quantization { quantizer: Wild, qp, max_level };
            let most = max_level.clamp(0, MAX_LEVEL);
            let within = |levels: &[i16]| levels.iter().all(|level| (-most..=most).contains(level));
            let mb = wide!(luma_16x16, &tile(source), &tile(pred), &quantization);
            assert!(within(&mb.dc) && within(mb.ac.as_flattened()));
            for transform_8x8 in [false, true] {
                let (levels, ..) = wide!(coded, (&tile(source), &tile(pred)), &quantization, transform_8x8);
                assert!(within(levels.as_flattened()));
            }
            let c = wide!(chroma_8x8, &tile(cut(&source, 0, 0)), &tile(cut(&pred, 0, 0)), &quantization);
            assert!(within(&c.dc) && within(c.ac.as_flattened()));
        }
    }
}

#[test]
fn only_levels_of_flat_blocks_at_low_qp_reach_the_limit_of_level_prefix_15() {
    let (white, black) = ([[255; 16]; 16], [[0; 16]; 16]);
    let clipped = |q: Quantization<Nearest>| wide!(luma_16x16, &tile(white), &tile(black), &q);
    for qp in 0..52 {
        let free = clipped(at(Nearest, qp));
        let bound = clipped(Quantization { max_level: MAX_LEVEL_OF_PREFIX_15, ..at(Nearest, qp) });
        assert_eq!(free == bound, qp >= 10, "{qp}");
        assert!(worst(&white, &free.recon.data) <= step(qp), "{qp}");
    }
    assert_eq!(clipped(at(Nearest, 0)).dc[0], 6528);

    // The extremes of every coefficient: signs that match one function of the transform.
    for (u, v) in (0..64).map(|k| (k / 8, k % 8)) {
        let positive: [[bool; 8]; 8] = from_fn(|y| from_fn(|x| FORWARD_8[u][y] * FORWARD_8[v][x] > 0));
        let source = positive.map(|row| row.map(|p| if p { 255 } else { 0 }));
        let pred = positive.map(|row| row.map(|p| if p { 0 } else { 255 }));
        let coded = wide!(luma_8x8, &tile(source), &tile(pred), &at(Nearest, 0));
        assert!(coded.levels.iter().all(|level| level.unsigned_abs() <= 3264), "{:?}", coded.levels);
        assert!(worst(&source, &coded.recon.data) <= 2.0);
        let source: [[u8; 4]; 4] =
            from_fn(|y| from_fn(|x| if FORWARD_4[u % 4][y] * FORWARD_4[v % 4][x] > 0 { 255 } else { 0 }));
        let pred = source.map(|row| row.map(|s| 255 - s));
        let coded = wide!(luma_4x4, &tile(source), &tile(pred), &at(Nearest, 0));
        let most = coded.levels.iter().map(|level| level.unsigned_abs()).max();
        assert!(most <= Some(MAX_LEVEL_OF_PREFIX_15 as u16), "{most:?}");
    }
    let chroma = wide!(chroma_8x8, &tile([[255; 8]; 8]), &tile([[0; 8]; 8]), &at(Nearest, 0));
    assert_eq!(chroma.dc, [3264, 0, 0, 0]);
}

#[test]
fn a_residual_by_hand() {
    // One sample of 64 off: forward (row 0 of the matrices) 64 times [1 2 1 1]' [1 2 1 1].
    let (mut source, pred) = ([[64; 4]; 4], [[64; 4]; 4]);
    source[0][0] = 128;
    let coefficients = forward_4x4(&from_fn(|y| from_fn(|x| i32::from(source[y][x]) - i32::from(pred[y][x]))));
    assert_eq!(coefficients, [[64, 128, 64, 64], [128, 256, 128, 128], [64, 128, 64, 64], [64, 128, 64, 64]]);
    // QP 24: step 10 (2^(24 / 6) times 0.625), so DC 64 / (4 * 10) = 1.6; its multiplier 13107 / 2^19 says the same.
    let coded = wide!(luma_4x4, &tile(source), &tile(pred), &at(Nearest, 24));
    assert_eq!(coded.levels[..3], [2, 2, 2]); // 1.6, 1.97, 1.97
    assert_eq!(quant::scale_4x4(&[2; 16], 24)[0][..2], [320, 416]);
}
