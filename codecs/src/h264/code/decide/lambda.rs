//! [`Lambda`]: the Lagrange multiplier, which weighs bits against distortion.

/// The weight of a bit at a QP: `0.85 * 2^((QP - 12) / 3)` in squared error, and its square root in absolute
/// differences (the relation of Sullivan and Wiegand, 1998, in H.264's scale of QP).
///
/// ```
/// use codecs::h264::decide::Lambda;
/// let lambda = Lambda::new(24);
/// assert_eq!((lambda.squared, lambda.absolute), (13920, 3776)); // 13.6 and 3.69, in parts of 1024
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Lambda {
    /// The squared error per bit, in units of 1 / 1024.
    pub squared: u32,
    /// The sum of absolute (transformed) differences per bit, in units of 1 / 1024.
    pub absolute: u32,
}

impl Lambda {
    /// Returns the weight at a QP of 0 to 51.
    pub const fn new(qp: u8) -> Self {
        // 1024 * 0.85 * 2^(n / 3), and 1024 * sqrt(0.85) * 2^(n / 6).
        const SQUARED: [u32; 3] = [870, 1097, 1382];
        const ABSOLUTE: [u32; 6] = [944, 1060, 1189, 1335, 1499, 1682];
        let qp = qp as usize;
        Lambda { squared: (SQUARED[qp % 3] << (qp / 3)) >> 4, absolute: (ABSOLUTE[qp % 6] << (qp / 6)) >> 2 }
    }

    /// Returns the weight of a number of bits in absolute differences.
    #[inline(always)]
    pub const fn of_bits(self, bits: u32) -> u32 {
        (self.absolute * bits + 512) >> 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use approx::abs_diff_eq;

    #[test]
    fn lambda_is_its_formula_to_a_thousandth_or_a_unit() {
        for qp in 0..52 {
            let squared = 1024.0 * 0.85 * ((f64::from(qp) - 12.0) / 3.0).exp2();
            let absolute = (1024.0 * squared).sqrt();
            let Lambda { squared: s, absolute: a } = Lambda::new(qp);
            let near = |value, exact| abs_diff_eq!(f64::from(value), exact, epsilon = 1.0 + exact / 1000.0);
            assert!(near(s, squared) && near(a, absolute), "QP {qp}: {s} and {squared}, {a} and {absolute}");
        }
    }

    #[test]
    fn lambda_doubles_in_three_and_in_six_steps() {
        for qp in 12..46 {
            let (lambda, later) = (Lambda::new(qp), Lambda::new(qp + 6));
            assert_eq!(Lambda::new(qp + 3).squared / 2, lambda.squared);
            assert!(later.absolute.abs_diff(2 * lambda.absolute) <= 1);
            assert_eq!(lambda.of_bits(1024), lambda.absolute);
        }
    }
}
