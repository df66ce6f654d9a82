//! [`Levels`]: the quantised coefficients of a block in zigzag order (T.81 A.3.6).

#[cfg(target_arch = "x86_64")]
use super::levels_x86;
use crate::jpeg::marker::ZIGZAG;
use fearless_simd::prelude::*;
use fearless_simd::{Simd, i16x32};

/// The 64 quantised coefficients of a block in zigzag order: index 0 is DC, -1024 to 1023; the others are AC, -1023 to
/// 1023.
///
/// ```
/// use codecs::jpeg::coefficients::Levels;
/// let mut rows = [[0; 8]; 8];
/// (rows[0][0], rows[2][0]) = (5, -3);
/// let levels = Levels::from_rows(&rows);
/// assert_eq!(levels.0[..4], [5, 0, 0, -3]);
/// assert_eq!(levels.rows(), rows);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Levels(pub [i16; 64]);

impl Default for Levels {
    fn default() -> Self {
        Levels([0; 64])
    }
}

/// The positions of both halves of the zigzag sequence in a block, as vectors of 16-bit lanes have them.
#[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
pub(in crate::jpeg) const POSITIONS: [[u16; 32]; 2] = {
    let mut positions = [[0; 32]; 2];
    let mut k = 0;
    while k < 32 {
        positions[0][k] = ZIGZAG[k] as u16;
        positions[1][k] = ZIGZAG[32 + k] as u16;
        k += 1;
    }
    positions
};

/// The place in the zigzag order of each coefficient, by row and column.
const PLACES: [u8; 64] = {
    let mut places = [0; 64];
    let mut k = 0;
    while k < 64 {
        places[ZIGZAG[k] as usize] = k as u8;
        k += 1;
    }
    places
};

impl Levels {
    /// Returns the levels of a block given in rows, row `v` and column `u`. See [`Levels`] for an example.
    #[inline(always)]
    pub fn from_rows(rows: &[[i16; 8]; 8]) -> Self {
        let natural: &[i16; 64] = rows.as_flattened().try_into().expect("8 x 8 is 64");
        Levels(core::array::from_fn(|k| natural[usize::from(ZIGZAG[k])]))
    }

    /// Returns the levels of a block given in rows, by the coefficients that are not 0: faster if these are few.
    #[inline(always)]
    pub(in crate::jpeg) fn from_sparse<S: Simd>(simd: S, rows: &[[i16; 8]; 8]) -> Self {
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = simd.level().as_avx512() {
            return Levels(levels_x86::zigzag(avx512, rows));
        }
        let natural: &[i16; 64] = rows.as_flattened().try_into().expect("8 x 8 is 64");
        let zero = i16x32::splat(simd, 0);
        let half = |rows: &[i16]| !i16x32::from_slice(simd, rows).simd_eq(zero).to_bitmask() & 0xFFFF_FFFF;
        let mut left = half(&natural[..32]) | half(&natural[32..]) << 32;
        if left.count_ones() > 20 {
            return Levels::from_rows(rows);
        }
        let mut levels = Levels::default();
        while left != 0 {
            let place = left.trailing_zeros() as usize & 63;
            left &= left - 1;
            levels.0[usize::from(PLACES[place]) & 63] = natural[place];
        }
        levels
    }

    /// Returns the levels in rows, row `v` and column `u`. See [`Levels`] for an example.
    pub fn rows(&self) -> [[i16; 8]; 8] {
        let mut rows = [[0; 8]; 8];
        for (level, place) in self.0.iter().zip(ZIGZAG) {
            rows.as_flattened_mut()[usize::from(place)] = *level;
        }
        rows
    }

    /// Returns a mask of the coefficients whose magnitude is `least` or more; bit `k` stands for coefficient `k`.
    #[inline(always)]
    pub(in crate::jpeg) fn at_least<S: Simd>(&self, simd: S, least: i16) -> u64 {
        let least = i16x32::splat(simd, least);
        self.mask(simd, |magnitudes| magnitudes.simd_ge(least).to_bitmask())
    }

    /// Returns bit `n` of the magnitudes of the coefficients in `mask`, that of the first one highest.
    #[inline(always)]
    pub(in crate::jpeg) fn bits_at<S: Simd>(&self, simd: S, n: u32, mask: u64) -> u64 {
        if mask == 0 {
            return 0;
        }
        let (bit, zero) = (i16x32::splat(simd, 1 << n), i16x32::splat(simd, 0));
        let bits = self.mask(simd, |magnitudes| !(magnitudes & bit).simd_eq(zero).to_bitmask());
        #[cfg(target_arch = "x86_64")]
        if let Some(avx512) = simd.level().as_avx512() {
            return levels_x86::extract(avx512, bits, mask).reverse_bits() >> (64 - mask.count_ones());
        }
        let (mut left, mut gathered) = (mask, 0);
        while left != 0 {
            gathered = gathered << 1 | bits >> left.trailing_zeros() & 1;
            left &= left - 1;
        }
        gathered
    }

    /// Returns the masks that `of` makes of each half's magnitudes, as one.
    #[inline(always)]
    fn mask<S: Simd>(&self, simd: S, of: impl Fn(i16x32<S>) -> u64) -> u64 {
        let half = |levels: &[i16]| of(i16x32::from_slice(simd, levels).abs()) & 0xFFFF_FFFF;
        half(&self.0[..32]) | half(&self.0[32..]) << 32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::dispatch::dispatch_wide;
    use fearless_simd::Level;
    use noise::Noise;

    #[test]
    fn sparse_blocks_are_turned_like_all() {
        let mut noise = Noise::new(12);
        for most in 0..64 {
            let rows = [[0; 8]; 8]
                .map(|row: [i16; 8]| row.map(|_| if noise.below(64) < most { noise.bits() as i16 } else { 0 }));
            let sparse = dispatch_wide!(Level::new(), simd => Levels::from_sparse(simd, &rows));
            assert_eq!(sparse, Levels::from_rows(&rows));
            assert_eq!(sparse.rows(), rows);
        }
    }

    #[test]
    fn masks_are_those_of_each_coefficient() {
        let mut noise = Noise::new(11);
        for _ in 0..500 {
            let levels = Levels(core::array::from_fn(|_| (noise.below(2047) as i16 - 1023) >> noise.below(10)));
            let plain = |holds: &dyn Fn(i16) -> bool| -> u64 {
                (0..64).filter(|&k| holds(levels.0[k].abs())).map(|k| 1 << k).sum()
            };
            for n in 0..11 {
                let mask = (0..64).filter(|_| noise.below(3) > 0).map(|k| 1 << k).sum::<u64>();
                let (least, bits) = dispatch_wide!(Level::new(), simd => (levels.at_least(simd, 1 << n), levels.bits_at(simd, n, mask)));
                assert_eq!(least, plain(&|magnitude| magnitude >> n != 0));
                let of_mask = (0..64).filter(|k| mask >> k & 1 == 1);
                let one = |bits, k: usize| bits << 1 | levels.0[k].unsigned_abs() as u64 >> n & 1;
                assert_eq!(bits, of_mask.fold(0, one));
            }
        }
    }
}
