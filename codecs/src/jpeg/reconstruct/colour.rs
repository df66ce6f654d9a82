//! YCbCr to RGB (JFIF 1.02), with 16 fractional bits, as libjpeg rounds.

/// Returns a constant with 16 fractional bits.
const fn fixed(value: f64) -> i32 {
    (value * 65536.0 + 0.5) as i32
}

const CR_TO_R: i32 = fixed(1.402);
const CB_TO_B: i32 = fixed(1.772);
const CR_TO_G: i32 = fixed(0.714_14);
const CB_TO_G: i32 = fixed(0.344_14);
const HALF: i32 = 1 << 15;

/// Converts rows of components to a row of pixels.
#[inline(always)]
pub(super) fn rgb([y, cb, cr]: [&[u8]; 3], out: &mut [u8]) {
    for (((pixel, &y), &cb), &cr) in out.as_chunks_mut::<3>().0.iter_mut().zip(y).zip(cb).zip(cr) {
        let [y, cb, cr] = [i32::from(y), i32::from(cb) - 128, i32::from(cr) - 128];
        let red = y + ((CR_TO_R * cr + HALF) >> 16);
        let green = y + ((-CB_TO_G * cb - CR_TO_G * cr + HALF) >> 16);
        let blue = y + ((CB_TO_B * cb + HALF) >> 16);
        *pixel = [red, green, blue].map(|sample| sample.clamp(0, 255) as u8);
    }
}
