//! Multipliers of levels and coefficients for each `qP % 6`. `LevelScale` (8.5.9) with flat scaling lists, and the
//! multipliers of the encoder, which the standard leaves open: the inverses of `LevelScale` and of the transform's
//! gain.

/// `normAdjust4x4` (8.5.9) for both indices even, both odd, others.
const NORM_ADJUST_4X4: [[u64; 3]; 6] =
    [[10, 16, 13], [11, 18, 14], [13, 20, 16], [14, 23, 18], [16, 25, 20], [18, 29, 23]];

/// `normAdjust8x8` (8.5.9) for both indices 0 mod 4; both odd; both 2 mod 4; 0 mod 4 and odd; 0 and 2 mod 4; others.
const NORM_ADJUST_8X8: [[u64; 6]; 6] = [
    [20, 18, 32, 19, 25, 24],
    [22, 19, 35, 21, 28, 26],
    [26, 23, 42, 24, 33, 31],
    [28, 25, 45, 26, 35, 33],
    [32, 28, 51, 30, 40, 38],
    [36, 32, 58, 34, 46, 43],
];

/// `weightScale` of flat scaling lists (Flat_4x4_16, Flat_8x8_16).
const FLAT: u64 = 16;

/// `LevelScale4x4` by `[qP % 6][raster index]`.
pub(in crate::h264::code) static LEVEL_SCALE_4X4: [[i32; 16]; 6] = table(4, false);
/// `LevelScale8x8` by `[qP % 6][raster index]`.
pub(in crate::h264::code) static LEVEL_SCALE_8X8: [[i32; 64]; 6] = table(8, false);
/// Multipliers by `[qP % 6][raster index]`: `level = coefficient * multiplier / 2^(15 + qP / 6)`.
pub(in crate::h264::code) static MULTIPLIERS_4X4: [[i32; 16]; 6] = table(4, true);
/// Multipliers by `[qP % 6][raster index]`: `level = coefficient * multiplier / 2^(16 + qP / 6)`.
pub(in crate::h264::code) static MULTIPLIERS_8X8: [[i32; 64]; 6] = table(8, true);
/// The first multiplier of [`MULTIPLIERS_4X4`], repeated for blocks of DC coefficients.
pub(in crate::h264::code) static MULTIPLIERS_DC: [[i32; 16]; 6] = {
    let mut dc = [[0; 16]; 6];
    let mut m = 0;
    while m < 6 {
        dc[m] = [MULTIPLIERS_4X4[m][0]; 16];
        m += 1;
    }
    dc
};

const fn table<const N: usize>(side: usize, forward: bool) -> [[i32; N]; 6] {
    let mut table = [[0; N]; 6];
    let mut m = 0;
    while m < 6 {
        let mut k = 0;
        while k < N {
            let (i, j) = (k / side, k % side);
            let v = match side {
                4 => NORM_ADJUST_4X4[m][class_4x4(i, j)],
                _ => NORM_ADJUST_8X8[m][class_8x8(i, j)],
            };
            table[m][k] = match (forward, side) {
                (false, _) => FLAT * v,
                (true, 4) => divided(1 << 21, v * square_4(i) * square_4(j)),
                (true, _) => divided(1 << 34, v * square_8(i) * square_8(j)),
            } as i32;
            k += 1;
        }
        m += 1;
    }
    table
}

/// The class of `normAdjust4x4` by raster index.
pub(in crate::h264::code) static CLASSES_4X4: [u8; 16] = classes(4);
/// The class of `normAdjust8x8` by raster index.
pub(in crate::h264::code) static CLASSES_8X8: [u8; 64] = classes(8);

const fn classes<const N: usize>(side: usize) -> [u8; N] {
    let mut classes = [0; N];
    let mut k = 0;
    while k < N {
        let (i, j) = (k / side, k % side);
        classes[k] = if side == 4 { class_4x4(i, j) } else { class_8x8(i, j) } as u8;
        k += 1;
    }
    classes
}

/// The squared error of the samples of a 4 x 4 block for one level at QP 0 to 5, in units of 2^-14, by `[qP % 6][class]`.
/// It is `(16 v / 16)^2`, the scaled level, times the squared lengths of two rows of the inverse transform, 4 or 5 / 2, and
/// 2^-12, its shift by 6. A level of DC coefficients changes all blocks, in total as much as one of class 0.
pub(in crate::h264::code) static SQUARED_STEPS_4X4: [[u64; 3]; 6] = {
    let mut steps = [[0; 3]; 6];
    let mut m = 0;
    while m < 6 {
        let [even, odd, mixed] = NORM_ADJUST_4X4[m];
        steps[m] = [even * even * 64, odd * odd * 25, mixed * mixed * 40];
        m += 1;
    }
    steps
};

/// The same for 8 x 8 blocks, in units of 2^-26: `(16 v / 64)^2` times the squared lengths of two rows in 32nds and 2^-12.
pub(in crate::h264::code) static SQUARED_STEPS_8X8: [[u64; 6]; 6] = {
    const ROWS: [[usize; 2]; 6] = [[0, 0], [1, 1], [2, 2], [0, 1], [0, 2], [1, 2]];
    let mut steps = [[0; 6]; 6];
    let mut m = 0;
    while m < 6 {
        let mut class = 0;
        while class < 6 {
            let (v, [i, j]) = (NORM_ADJUST_8X8[m][class], ROWS[class]);
            steps[m][class] = v * v * square_8(i) * square_8(j);
            class += 1;
        }
        m += 1;
    }
    steps
};

const fn class_4x4(i: usize, j: usize) -> usize {
    match (i % 2, j % 2) {
        (0, 0) => 0,
        (1, 1) => 1,
        _ => 2,
    }
}

const fn class_8x8(i: usize, j: usize) -> usize {
    match (i % 4, j % 4) {
        (0, 0) => 0,
        (1 | 3, 1 | 3) => 1,
        (2, 2) => 2,
        (0, 1 | 3) | (1 | 3, 0) => 3,
        (0, 2) | (2, 0) => 4,
        _ => 5,
    }
}

/// Returns the length of a row of the forward 4 x 4 transform times that of the same row of the inverse: (1, 1, 1, 1)
/// twice, or (2, 1, -1, -2) and (1, 1/2, -1/2, -1).
const fn square_4(i: usize) -> u64 {
    [4, 5][i % 2]
}

/// Returns 32 times the squared length of a row of the 8 x 8 transform, which is 8, 289/32, 5 or 289/32. Forward and
/// inverse transform are equal.
const fn square_8(i: usize) -> u64 {
    [256, 289, 160, 289][i % 4]
}

/// Returns `a / b`, rounded.
const fn divided(a: u64, b: u64) -> u64 {
    (a + b / 2) / b
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::abs_diff_eq;

    #[test]
    fn multipliers_undo_level_scales_to_a_thousandth() {
        // Forward and inverse transform together have a gain of n, 16, 20 or 25, and the inverse shifts by 6.
        for m in 0..6 {
            for k in 0..16 {
                let n = [16.0, 25.0, 20.0][class_4x4(k / 4, k % 4)];
                let product = f64::from(MULTIPLIERS_4X4[m][k]) * f64::from(LEVEL_SCALE_4X4[m][k]) * n;
                assert!(abs_diff_eq!(product / f64::from(1 << 25), 1.0, epsilon = 1e-3), "{m} {k}");
            }
        }
        assert_eq!(MULTIPLIERS_4X4[0][..6], [13107, 8066, 13107, 8066, 8066, 5243]);
        assert_eq!(MULTIPLIERS_8X8[0][..4], [13107, 12222, 16777, 12222]);
        assert_eq!((LEVEL_SCALE_4X4[5][5], LEVEL_SCALE_8X8[5][18]), (16 * 29, 16 * 58));
    }
}
