//! [`Trellis`]: the levels of a block that cost the least in bits and error.
//!
//! For coefficients `c` in steps of the table and levels `l`, in zigzag order, the cost is
//!
//! ```text
//!   bits(l) + lambda * sum (c[k] - l[k])^2
//! ```
//!
//! where `bits` are those of T.81 F.1.2.2: each level that is not 0 is coded with the run of zeros before it. A path
//! through the block visits the levels that are not 0, and the cost of a visit depends on the place of the one before:
//!
//! ```text
//!   place     start    1     2     3     4     5  ..  63    end
//!               o────────────▶o───────────▶o──────────────▶o
//!                    run 0, c[2]     run 1, c[4]      end of block
//! ```
//!
//! The best path to each place follows from the best ones to the places before it (Crouse and Ramchandran, 1997). Only
//! places that rounding does not set to 0 are visited.
//!
//! **Fewer places.** Costs are relative to a block of zeros, so that skipped places add nothing. If a place costs no more
//! than an earlier one, a path through the earlier one is never better, but for codes that are longer for a shorter run;
//! [`Rates`] bounds by how much. Few places remain.

use super::rates::{CATEGORIES, Rates};
use crate::jpeg::coefficients::Levels;
use crate::jpeg::marker::ZIGZAG;
use crate::jpeg::quant_table::QuantTable;
use crate::shared::dispatch::dispatch;
use fearless_simd::prelude::*;
use fearless_simd::{Level, Simd, f32x16};

/// The bits that a squared error of one step is worth.
///
/// Errors hide behind other structure in their block, so that they are worth less there: with the mean square `a` of the
/// block's AC coefficients, in the scale of T.81, it is `smooth / (1 + a / half)`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Lambda {
    /// The bits in a block without structure.
    pub smooth: f32,
    /// The mean square of AC coefficients that halves them.
    pub half: f32,
}

impl Lambda {
    /// Returns a weight: bits for a squared step in a smooth block, and the mean square that halves them.
    ///
    /// ```
    /// use codecs::jpeg::quantization::Lambda;
    /// assert!(Lambda::new(1e6, 1e6).smooth > Lambda::default().smooth); // nearly rounding
    /// ```
    pub fn new(smooth: f32, half: f32) -> Self {
        Lambda { smooth, half }
    }
}

/// The smallest files of equal quality, by several metrics, for photos.
impl Default for Lambda {
    fn default() -> Self {
        Lambda { smooth: 15.0, half: 1100.0 }
    }
}

/// The choice of levels for the blocks that share a quantisation table and a Huffman table.
///
/// ```
/// use codecs::jpeg::HuffmanSpec;
/// use codecs::jpeg::quant_table::QuantTable;
/// use codecs::jpeg::quantization::{Lambda, Rates, Trellis};
/// let trellis = Trellis::new(&QuantTable::new([10; 64])?, &Rates::new(&HuffmanSpec::AC_LUMA), Lambda::default());
/// let mut exact = [0; 64]; // eight times the coefficients of T.81
/// (exact[1], exact[63]) = (300, 45); // 3.75 steps; 0.56 steps, far from the others
/// let levels = trellis.levels(&exact);
/// assert_eq!((levels[1], levels[63]), (4, 0));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Trellis {
    /// The reciprocal of eight steps, in zigzag order.
    reciprocals: [f32; 64],
    rates: Rates,
    lambda: Lambda,
}

/// The best path that ends at a place.
#[derive(Clone, Copy, Default)]
struct Visit {
    /// The cost relative to a block of zeros.
    cost: f32,
    /// The position of the visit before it in zigzag order; 0 is the start.
    before: u8,
    magnitude: u16,
}

/// The best paths to the places of a block, by position in zigzag order.
pub(in crate::jpeg) struct Paths([Visit; 64]);

impl Default for Paths {
    fn default() -> Self {
        Paths([Visit::default(); 64])
    }
}

impl Trellis {
    /// Returns the choice for a quantisation table, with the rates of a Huffman table.
    pub fn new(table: &QuantTable, rates: &Rates, lambda: Lambda) -> Self {
        let reciprocals = ZIGZAG.map(|natural| 1.0 / (8.0 * f32::from(table.steps()[usize::from(natural)])));
        Trellis { reciprocals, rates: rates.clone(), lambda }
    }

    /// Returns the bits that a squared step of error is worth in a block.
    #[inline(always)]
    fn lambda(&self, exact: &[i16; 64]) -> f32 {
        let mut squares = 0;
        for &c in exact {
            let c = i32::from(c) >> 3;
            squares += c * c;
        }
        let dc = i32::from(exact[0]) >> 3;
        self.lambda.smooth / (1.0 + (squares - dc * dc) as f32 / (63.0 * self.lambda.half))
    }

    /// Returns the levels of the least cost for coefficients eight times those of T.81, both in natural order. The DC
    /// coefficient is rounded to the nearest level. No level is greater than rounding makes it.
    #[inline(always)]
    pub fn levels(&self, exact: &[i16; 64]) -> [i16; 64] {
        self.weighted_levels(exact, 1.0)
    }

    /// Returns the levels of the least cost, as [`levels`](Trellis::levels) does, where an error is worth `factor` times as
    /// many bits: see [`LambdaField`](super::LambdaField).
    #[inline(always)]
    pub fn weighted_levels(&self, exact: &[i16; 64], factor: f32) -> [i16; 64] {
        let exact = exact.as_chunks().0.try_into().expect("64 is 8 x 8");
        dispatch!(Level::new(), simd => self.levels_in(simd, &mut Paths::default(), exact, factor))
    }

    /// Returns the levels of [`weighted_levels`](Trellis::weighted_levels), with memory that blocks share.
    #[inline(always)]
    pub(in crate::jpeg) fn levels_in<S: Simd>(
        &self,
        simd: S,
        paths: &mut Paths,
        exact: &[[i16; 8]; 8],
        factor: f32,
    ) -> [i16; 64] {
        let zigzag = Levels::from_sparse(simd, exact);
        let exact: &[i16; 64] = exact.as_flattened().try_into().expect("8 x 8 is 64");
        let mut steps = [0.0_f32; 64];
        for ((steps, &c), reciprocal) in steps.iter_mut().zip(&zigzag.0).zip(&self.reciprocals) {
            *steps = f32::from(c.unsigned_abs()) * reciprocal;
        }
        let mut levels = [0; 64];
        levels[0] = with_sign((steps[0] + 0.5) as i32, exact[0]);
        steps[0] = 0.0;
        // A bit for each position that rounding does not set to 0.
        let half = f32x16::splat(simd, 0.5);
        let kept =
            steps.as_chunks::<16>().0.iter().rev().fold(0, |kept, steps| {
                kept << 16 | f32x16::from_slice(simd, steps).simd_ge(half).to_bitmask() & 0xFFFF
            });
        if kept != 0 {
            self.choose(paths, kept, &steps, factor * self.lambda(exact), |natural, magnitude| {
                levels[natural] = with_sign(magnitude, exact[natural]);
            });
        }
        levels
    }

    /// Finds the best path over the kept positions, a bit for each, and reports the level at each place that it visits.
    #[inline(always)]
    fn choose(
        &self,
        Paths(visits): &mut Paths,
        mut kept: u64,
        steps: &[f32; 64],
        lambda: f32,
        mut visited: impl FnMut(usize, i32),
    ) {
        // The positions that a later one may follow.
        let (mut open, mut opened) = ([0_u8; 64], 1);
        let excess = self.rates.excess(greatest_category(steps));
        while kept != 0 {
            let position = kept.trailing_zeros() as usize & 63;
            kept &= kept - 1;
            let exact = steps[position];
            let mut best = Visit { cost: f32::INFINITY, magnitude: 0, before: 0 };
            let greatest = rounded(exact);
            let top = category(greatest);
            let error = |magnitude: i32| lambda * magnitude as f32 * (magnitude as f32 - 2.0 * exact);
            let least = error(greatest);
            // The best levels are the rounded one and the greatest of each smaller category.
            for category in (1..=top).rev() {
                let magnitude = if category == top { greatest } else { (1 << category) - 1 };
                let error = error(magnitude);
                // Codes have 1 to 16 bits, so that no smaller category saves as much as this.
                if error - least > (15 + top - category) as f32 {
                    break;
                }
                let bits = self.rates.of_category(category);
                for &before in &open[..opened] {
                    let run = position.wrapping_sub(usize::from(before) + 1);
                    let cost = visits[usize::from(before) & 63].cost + bits[run & 63] + error;
                    if cost < best.cost {
                        best = Visit { cost, magnitude: magnitude as u16, before };
                    }
                }
            }
            visits[position] = best;
            let mut left = 0;
            for m in 0..opened {
                let before = open[m];
                open[left] = before;
                left += usize::from(visits[usize::from(before) & 63].cost < best.cost + excess);
            }
            open[left & 63] = position as u8;
            opened = left + 1;
        }
        let last = open[..opened].iter().map(|&position| {
            let end = if position == 63 { 0.0 } else { self.rates.end() };
            (usize::from(position), visits[usize::from(position) & 63].cost + end)
        });
        let (mut position, _) = last.fold((0, f32::INFINITY), |best, it| if it.1 < best.1 { it } else { best });
        while position > 0 {
            let visit = &visits[position & 63];
            visited(usize::from(ZIGZAG[position & 63]) & 63, i32::from(visit.magnitude));
            position = usize::from(visit.before);
        }
    }
}

/// Returns the nearest magnitude that can be coded: at most 1023 (F.1.2).
#[inline(always)]
fn rounded(steps: f32) -> i32 {
    ((steps + 0.5) as i32).min(1023)
}

/// Returns the category (`SSSS`) of a magnitude (F.1.2.1).
#[inline(always)]
fn category(magnitude: i32) -> usize {
    (32 - magnitude.leading_zeros()) as usize
}

/// Returns the greatest category of rounded steps, at least 1 and at most 10.
#[inline(always)]
fn greatest_category(steps: &[f32; 64]) -> usize {
    // The highest bit of all magnitudes together is that of the greatest one.
    let bits = steps.iter().fold(1, |bits, steps| bits | (steps + 0.5) as i32);
    category(bits).min(CATEGORIES)
}

/// Returns a level with the sign of its coefficient.
#[inline(always)]
fn with_sign(magnitude: i32, exact: i16) -> i16 {
    // Signs are random, so that a branch would be mispredicted every other time.
    let sign = i32::from(exact) >> 31;
    ((magnitude ^ sign) - sign) as i16
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jpeg::huffman::HuffmanSpec;
    use noise::Noise;

    /// Returns the cost of levels by definition: F.1.2.2, coefficient by coefficient.
    fn cost(trellis: &Trellis, exact: &[i16; 64], levels: &[i16; 64]) -> f64 {
        let (mut bits, mut error, mut run) = (0.0, 0.0, 0);
        for (&natural, &reciprocal) in ZIGZAG.iter().zip(&trellis.reciprocals).skip(1) {
            let natural = usize::from(natural);
            let level = levels[natural];
            let steps = f64::from(exact[natural]) * f64::from(reciprocal);
            error += (steps - f64::from(level)).powi(2);
            if level == 0 {
                run += 1;
            } else {
                bits += f64::from(trellis.rates.of(run, category(i32::from(level).abs())));
                run = 0;
            }
        }
        bits += if run > 0 { f64::from(trellis.rates.end()) } else { 0.0 };
        bits + f64::from(trellis.lambda(exact)) * error
    }

    fn nearest(trellis: &Trellis, exact: &[i16; 64]) -> [i16; 64] {
        let mut levels = [0; 64];
        for (&natural, &reciprocal) in ZIGZAG.iter().zip(&trellis.reciprocals) {
            let natural = usize::from(natural);
            let magnitude = (f32::from(exact[natural].unsigned_abs()) * reciprocal + 0.5) as i32;
            levels[natural] = with_sign(magnitude.min(if natural == 0 { i32::MAX } else { 1023 }), exact[natural]);
        }
        levels
    }

    /// Returns the least cost of all levels up to those of rounding.
    fn exhaustive(trellis: &Trellis, exact: &[i16; 64], levels: &mut [i16; 64], places: &[usize]) -> f64 {
        let Some((&place, rest)) = places.split_first() else {
            return cost(trellis, exact, levels);
        };
        let greatest = levels[place];
        let mut best = f64::INFINITY;
        for magnitude in 0..=greatest.abs() {
            levels[place] = magnitude * greatest.signum();
            best = best.min(exhaustive(trellis, exact, levels, rest));
        }
        levels[place] = greatest;
        best
    }

    /// Returns choices with the tables of Annex K and with few codes, for many weights.
    fn choices() -> Vec<Trellis> {
        let mut frequencies = [0; 256];
        (frequencies[0x00], frequencies[0x01], frequencies[0x11], frequencies[0x41], frequencies[0x02]) =
            (9, 5, 3, 3, 1);
        let specs = [HuffmanSpec::AC_LUMA, HuffmanSpec::AC_CHROMA, HuffmanSpec::optimal(&frequencies)];
        let lambdas = [(0.5, 1e9), (4.0, 500.0), (14.0, 1500.0), (100.0, 100.0)];
        let trellis = |spec: &HuffmanSpec, (smooth, half)| {
            Trellis::new(&QuantTable::CHROMA, &Rates::new(spec), Lambda::new(smooth, half))
        };
        specs.iter().flat_map(|spec| lambdas.map(|lambda| trellis(spec, lambda))).collect()
    }

    #[test]
    fn blocks_of_few_coefficients_cost_what_an_exhaustive_search_finds() {
        let mut noise = Noise::new(5);
        for round in 0..150 {
            let mut exact = [0_i16; 64];
            for _ in 0..1 + round % 6 {
                let place = noise.below(64);
                let step = i32::from(QuantTable::CHROMA.steps()[place]) * 8;
                let magnitude = step / 2 + noise.below(if round % 5 == 0 { 4 } else { 2 } * step as usize) as i32;
                exact[place] = if noise.below(2) == 0 { magnitude as i16 } else { -magnitude as i16 };
            }
            for trellis in choices() {
                let found = trellis.levels(&exact);
                let mut levels = nearest(&trellis, &exact);
                let places: Vec<usize> = (1..64).filter(|&k| levels[k] != 0).collect();
                let best = exhaustive(&trellis, &exact, &mut levels, &places);
                let cost = cost(&trellis, &exact, &found);
                assert!((cost - best).abs() < 1e-3 * best.max(1.0), "{cost} is not {best}: {exact:?}");
            }
        }
    }

    #[test]
    fn no_block_costs_more_than_its_rounding() {
        let mut noise = Noise::new(6);
        for round in 0..2000_usize {
            let amplitude = 1 << (2 + round % 12);
            let exact = core::array::from_fn(|_| noise.below(2 * amplitude) as i16 - amplitude as i16);
            for trellis in choices() {
                let (levels, nearest) = (trellis.levels(&exact), nearest(&trellis, &exact));
                assert_eq!(levels[0], nearest[0]);
                assert!(levels.iter().zip(&nearest).all(|(l, n)| l.abs() <= n.abs() && l * n >= 0));
                let (cost, rounded) = (cost(&trellis, &exact, &levels), cost(&trellis, &exact, &nearest));
                assert!(cost <= rounded * (1.0 + 1e-5), "{cost} is more than {rounded}");
            }
        }
    }
}
