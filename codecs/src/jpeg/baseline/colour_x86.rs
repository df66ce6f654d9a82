//! The integer colour conversion of a run of pixels in registers of 256 and 512 bits.
//!
//! Neighbouring 16-bit lanes hold two components of a pixel, so that one instruction multiplies both by their factors and
//! adds the products in 32 bits:
//!
//! ```text
//!   rg:  R0 G0 R1 G1 ..      Y  =        19595 R + 22086 G  +   7471 B + 16384 G
//!   bg:  B0 G0 B1 G1 ..      Cb = 128 - (11059 R + 21709 G  -  32768 B          )
//!                            Cr = 128 - (                      5329 B + 27439 G  -  32768 R)
//! ```
//!
//! Factors are signed 16-bit numbers, with 16 fraction bits: that of G in Y is split, and of Cb and Cr the negative is
//! computed. Sums of products do not depend on their order, so the results are those of the plain conversion.

use super::colour::{CENTRE, COLUMNS, ComponentRun, HALF, PackedRun};
use fearless_simd::prelude::*;
use fearless_simd::{Avx2, Avx512, u8x16, u8x32, u8x64};

#[cfg(target_arch = "x86")]
use core::arch::x86::*;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// Returns the factors of two components as one lane.
const fn pair(low: i32, high: i32) -> i32 {
    (low & 0xFFFF) | (high << 16)
}

/// The factors of `rg` and `bg`.
const Y: [i32; 2] = [pair(19595, 22086), pair(7471, 16384)];
const CB: [i32; 2] = [pair(11059, 21709), pair(-32768, 0)];
const CR: [i32; 2] = [pair(-32768, 0), pair(5329, 27439)];

/// The positions in a register of the bytes of pairs, of as many pixels as fill a register of `N` bytes. The first pixel is
/// at byte `first`. The bytes between components are 0, as the top bit of their positions says.
const fn pairs<const N: usize>(first: usize, pixel: usize, component: usize) -> [u8; N] {
    let mut positions = [0x80; N];
    let (mut lane, mut at) = (0, first);
    while lane < N {
        positions[lane] = (at + component) as u8;
        positions[lane + 2] = (at + 1) as u8;
        lane += 4;
        at += pixel;
    }
    positions
}

/// The positions of the third byte of each 32-bit lane in two registers of 64 bytes, twice.
const THIRD_BYTES: [u8; 64] = {
    let mut positions = [2; 64];
    let mut lane = 1;
    while lane < 64 {
        positions[lane] = (positions[lane - 1] + 4) % 128;
        lane += 1;
    }
    positions
};

/// The positions of `rg` and `bg` in the registers that a run is loaded to.
struct Positions {
    /// Four pixels in 16 bytes, from the first byte on, and from the fifth on.
    four: [[[u8; 16]; 2]; 2],
    /// 16 pixels in 64 bytes: those at the beginning, and those at the end.
    sixteen: [[[u8; 64]; 2]; 2],
}

impl Positions {
    /// Returns the positions for pixels of 3 or 4 bytes.
    const fn new(pixel: usize, red: usize, blue: usize) -> Self {
        let end = 64 - 16 * pixel;
        Positions {
            four: [[pairs(0, pixel, red), pairs(0, pixel, blue)], [pairs(4, pixel, red), pairs(4, pixel, blue)]],
            sixteen: [[pairs(0, pixel, red), pairs(0, pixel, blue)], [pairs(end, pixel, red), pairs(end, pixel, blue)]],
        }
    }

    #[inline(always)]
    fn of(run: &PackedRun<'_>) -> &'static Self {
        static RGB: Positions = Positions::new(3, 0, 2);
        static BGR: Positions = Positions::new(3, 2, 0);
        static RGBX: Positions = Positions::new(4, 0, 2);
        static BGRX: Positions = Positions::new(4, 2, 0);
        match (run.pixel, run.red) {
            (3, 0) => &RGB,
            (3, _) => &BGR,
            (_, 0) => &RGBX,
            _ => &BGRX,
        }
    }
}

fearless_simd::kernel!(
    /// Converts a run in 256-bit registers: four pixels of each half of the run at a time.
    #[inline]
    pub(super) fn ycbcr_256(avx2: Avx2, run: PackedRun<'_>, ycbcr: [&mut ComponentRun; 3]) {
        let load = |at: usize| -> __m128i { u8x16::from_slice(avx2, &run.bytes[at..][..16]).into() };
        let both = |bytes: &[u8; 16]| _mm256_broadcastsi128_si256(u8x16::from_slice(avx2, bytes).into());
        let positions = Positions::of(&run).four.map(|pair| pair.map(|positions| both(&positions)));
        let half = COLUMNS / 2 * run.pixel;
        let (rounding, centre) = (_mm256_set1_epi32(HALF), _mm256_set1_epi32(CENTRE));
        let groups = [0, 1, 2, 3].map(|group: usize| {
            // The last load of three-byte pixels would end behind the run.
            let before = usize::from(group == 3 && run.pixel == 3);
            let at = group * 4 * run.pixel - 4 * before;
            let bytes = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(load(at)), load(half + at));
            let [rg, bg] = positions[before].map(|positions| _mm256_shuffle_epi8(bytes, positions));
            let sum = |[f, g]: [i32; 2]| {
                let (a, b) = (_mm256_madd_epi16(rg, _mm256_set1_epi32(f)), _mm256_madd_epi16(bg, _mm256_set1_epi32(g)));
                _mm256_add_epi32(a, b)
            };
            [
                _mm256_srli_epi32::<16>(_mm256_add_epi32(sum(Y), rounding)),
                _mm256_srli_epi32::<16>(_mm256_sub_epi32(centre, sum(CB))),
                _mm256_srli_epi32::<16>(_mm256_sub_epi32(centre, sum(CR))),
            ]
        });
        for (component, out) in ycbcr.into_iter().enumerate() {
            let [a, b, c, d] = groups.map(|group| group[component]);
            let bytes = _mm256_packus_epi16(_mm256_packus_epi32(a, b), _mm256_packus_epi32(c, d));
            *out = u8x32::<Avx2>::simd_from(avx2, bytes).into();
        }
    }
);

fearless_simd::kernel!(
    /// Converts a run in 512-bit registers, half of it at a time. The negatives of Cb and Cr are complements: `!(s - c - 1)`
    /// is `c - s`.
    #[inline]
    pub(super) fn ycbcr_512(avx512: Avx512, run: PackedRun<'_>, ycbcr: [&mut ComponentRun; 3]) {
        const COMPONENTS: u64 = 0x5555_5555_5555_5555;
        let load = |bytes: &[u8]| -> __m512i { u8x64::from_slice(avx512, bytes).into() };
        let Positions { sixteen, .. } = Positions::of(&run);
        let halves = [load(&run.bytes[..64]), load(&run.bytes[run.bytes.len() - 64..])];
        let pairs = |half: usize, pair: usize| {
            _mm512_maskz_permutexvar_epi8(COMPONENTS, load(&sixteen[half][pair]), halves[half])
        };
        let pairs = [[pairs(0, 0), pairs(0, 1)], [pairs(1, 0), pairs(1, 1)]];
        let third_bytes = load(&THIRD_BYTES);
        let component = |start: i32, [f, g]: [i32; 2]| {
            let [a, b] = pairs.map(|[rg, bg]| {
                let sum = _mm512_dpwssd_epi32(_mm512_set1_epi32(start), rg, _mm512_set1_epi32(f));
                _mm512_dpwssd_epi32(sum, bg, _mm512_set1_epi32(g))
            });
            _mm512_castsi512_si256(_mm512_permutex2var_epi8(a, third_bytes, b))
        };
        let ones = _mm256_set1_epi8(-1);
        let bytes = [
            component(HALF, Y),
            _mm256_xor_si256(component(!CENTRE, CB), ones),
            _mm256_xor_si256(component(!CENTRE, CR), ones),
        ];
        for (out, bytes) in ycbcr.into_iter().zip(bytes) {
            *out = u8x32::<Avx512>::simd_from(avx512, bytes).into();
        }
    }
);

#[cfg(test)]
mod tests {
    use super::super::colour::{ColourConversion, IntegerColour, RgbRun};
    use super::*;
    use fearless_simd::Level;

    /// Asserts that a run of pixels is converted as plainly.
    fn check(bytes: &[u8], pixel: usize, red: usize) {
        let run = PackedRun { bytes, pixel, red };
        let plane = |c: usize| -> ComponentRun { core::array::from_fn(|x| bytes[x * pixel + c]) };
        let planes = [plane(red), plane(1), plane(2 - red)];
        let mut plain = [[0; COLUMNS]; 3];
        IntegerColour.ycbcr(&planes, plain.each_mut());
        if let Some(avx2) = Level::new().as_avx2() {
            let mut fast = [[0; COLUMNS]; 3];
            ycbcr_256(avx2, run, fast.each_mut());
            assert_eq!(fast, plain, "{pixel} bytes a pixel, {:?}", planes.pixel(0));
        }
        if let Some(avx512) = Level::new().as_avx512() {
            let mut fast = [[0; COLUMNS]; 3];
            ycbcr_512(avx512, run, fast.each_mut());
            assert_eq!(fast, plain, "{pixel} bytes a pixel, {:?}", planes.pixel(0));
        }
    }

    #[test]
    fn every_colour_is_converted_as_plainly() {
        let mut rgb = [0; 3 * COLUMNS];
        for (r, g) in (0..=255).flat_map(|r| (0..=255).map(move |g| (r, g))) {
            for first in (0..=255_u8).step_by(COLUMNS) {
                for (x, pixel) in rgb.as_chunks_mut::<3>().0.iter_mut().enumerate() {
                    *pixel = [r, g, first + x as u8];
                }
                check(&rgb, 3, 0);
            }
        }
    }

    #[test]
    fn pixels_of_any_order_are_found() {
        let bytes: Vec<u8> = (0..4 * COLUMNS).map(|n| (n * n * 7 / 3) as u8).collect();
        for red in [0, 2] {
            check(&bytes[..3 * COLUMNS], 3, red);
            check(&bytes, 4, red);
        }
    }
}
