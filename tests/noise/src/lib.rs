//! Pseudo-random numbers for tests, the same in every run and on every machine.
//!
//! [`Noise`] is the linear congruence of Knuth's MMIX. Its state is multiplied modulo 2^64:
//!
//! ```text
//! state = 6364136223846793005 * state + 1442695040888963407
//! ```
//!
//! The low bits of the state repeat after few steps, so numbers are made from its high bits. The programs in
//! `unite/tests/program_laws/` are made from these numbers, so the sequence of a seed stays as it is.

/// A generator of pseudo-random numbers.
///
/// ```
/// use noise::Noise;
///
/// let mut noise = Noise::new(1);
/// let dice: Vec<usize> = (0..6).map(|_| 1 + noise.below(6)).collect();
/// assert_eq!(dice, [3, 4, 1, 1, 1, 6]);
/// let sample = noise.bits() as u8;
/// assert_eq!(sample, 52);
/// assert!(noise.unit() < 1.0);
/// assert!([2, 3, 5].contains(noise.pick(&[2, 3, 5])));
/// ```
#[derive(Clone, Debug)]
pub struct Noise(u64);

impl Noise {
    /// Returns a generator whose numbers depend only on `seed`.
    pub fn new(seed: u64) -> Self {
        Noise(seed)
    }

    fn step(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0
    }

    /// Returns 32 random bits.
    pub fn bits(&mut self) -> u32 {
        (self.step() >> 32) as u32
    }

    /// Returns a number from 0 to `bound` (exclusive), approximately uniformly distributed.
    ///
    /// # Panics
    /// If `bound` is 0 or greater than 2^31.
    pub fn below(&mut self, bound: usize) -> usize {
        assert!((1..=1 << 31).contains(&bound), "a bound of {bound}; random numbers have bounds from 1 to 2^31");
        (self.step() >> 33) as usize % bound
    }

    /// Returns a number from 0 to 1 (exclusive), a multiple of 2^-53.
    pub fn unit(&mut self) -> f64 {
        (self.step() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns one of the choices.
    ///
    /// # Panics
    /// If there are no choices.
    pub fn pick<'a, T>(&mut self, choices: &'a [T]) -> &'a T {
        &choices[self.below(choices.len())]
    }
}

#[cfg(test)]
mod tests {
    use super::Noise;

    #[test]
    fn a_seed_has_the_same_numbers_forever() {
        // The first states of seed 1 are 0x6c57_6fac_43fd_007c and 0x8268_86b3_864a_1b1b.
        let mut noise = Noise::new(1);
        assert_eq!([0; 4].map(|_| noise.bits()), [0x6c57_6fac, 0x8268_86b3, 0xa5fa_e199, 0x6203_55cd]);
        let mut noise = Noise::new(1);
        assert_eq!([0; 8].map(|_| noise.below(100)), [74, 53, 96, 70, 34, 95, 30, 2]);
        let mut noise = Noise::new(1);
        assert_eq!([0; 8].map(|_| *noise.pick(b"abc")), *b"caaaaccb");
        let mut noise = Noise::new(1);
        let first = [0x6c57_6fac_43fd_007c_u64 >> 11, 0x8268_86b3_864a_1b1b >> 11];
        assert_eq!([0; 2].map(|_| noise.unit() * 2_f64.powi(53)), first.map(|number| number as f64));
    }

    #[test]
    fn every_number_below_a_bound_is_found() {
        let mut noise = Noise::new(2);
        for bound in 1..100 {
            let mut found = vec![false; bound];
            (0..40 * bound).for_each(|_| found[noise.below(bound)] = true);
            assert!(found.iter().all(|&found| found), "a number below {bound} is missing");
        }
        assert_eq!(noise.below(1), 0);
        assert!(noise.below(1 << 31) < 1 << 31);
    }
}
