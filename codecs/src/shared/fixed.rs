//! Logarithms and powers of two in fixed point: the same on every machine.

/// Returns `log2(n)` for `n` from 1 on, in units of 2^-16, rounded down.
///
/// Each bit of the fraction follows from one squaring: the square of a number from 1 to 2 is 2 or more exactly if the logarithm is
/// one half or more.
pub(crate) fn log2(n: u64) -> i32 {
    let whole = n.max(1).ilog2();
    // The number as 1.31 bits.
    let mut x = if whole <= 31 { n.max(1) << (31 - whole) } else { n >> (whole - 31) };
    let mut log = whole as i32;
    for _ in 0..16 {
        x = (x * x) >> 31;
        let over = x >> 32;
        x >>= over;
        log = log << 1 | over as i32;
    }
    log
}

/// Returns `2^(n / 65536)` in units of 2^-16, for `n` from -16 to 30 times 65536; others are clipped.
pub(crate) fn exp2(n: i32) -> u64 {
    // 2^(2^-k) in units of 2^-31, for k from 1 to 16.
    const ROOTS: [u64; 16] = {
        let mut roots = [0; 16];
        let (mut k, mut square) = (0, 2_u128 << 62);
        while k < 16 {
            // The square root of `square`, which is in units of 2^-62.
            let (mut low, mut high) = (1_u128 << 31, 1_u128 << 32);
            while low < high {
                let middle = (low + high).div_ceil(2);
                if middle * middle <= square { low = middle } else { high = middle - 1 }
            }
            roots[k] = low as u64;
            square = low << 31;
            k += 1;
        }
        roots
    };
    let n = n.clamp(-16 << 16, 30 << 16);
    let (whole, fraction) = (n >> 16, n & 0xFFFF);
    let mut x = 1_u64 << 31;
    // The loop is for fractions: without adaptive quantisation there are none.
    if fraction != 0 {
        for (k, root) in ROOTS.iter().enumerate() {
            if fraction >> (15 - k) & 1 == 1 {
                x = (x * root) >> 31;
            }
        }
    }
    let shift = 15 - whole;
    if shift > 0 { (x + (1 << (shift - 1))) >> shift } else { x << -shift }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_are_those_of_floats_to_a_part_of_4096() {
        for n in (1..100_000).chain((0..500).map(|k| (k + 1) * 9_876_543_210_123)) {
            assert!((f64::from(log2(n)) / 65536.0 - (n as f64).log2()).abs() < 1.0 / 4096.0, "{n}");
        }
        assert_eq!([1, 2, 1 << 40].map(log2), [0, 1 << 16, 40 << 16]);
    }

    #[test]
    fn powers_are_those_of_floats() {
        for n in (-16 << 16..30 << 16).step_by(97) {
            let (found, exact) = (exp2(n) as f64 / 65536.0, (f64::from(n) / 65536.0).exp2());
            assert!((found - exact).abs() <= exact / 65536.0 + 1.0 / 65536.0, "{n}: {found} and {exact}");
        }
        assert_eq!([0, 1 << 16, -(1 << 16)].map(exp2), [1 << 16, 2 << 16, 1 << 15]);
    }
}
