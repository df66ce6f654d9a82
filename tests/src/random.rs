//! [`Random`]: random numbers for tests.

/// A random generator that gives the same numbers in every run: `splitmix64`.
///
/// ```text
/// state += 0x9e37_79b9_7f4a_7c15, then three rounds of shift, xor and multiply
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Returns a generator whose numbers depend only on `seed`.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// Returns the next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number of `low..high`, approximately uniformly distributed.
    ///
    /// # Panics
    /// If the range is empty.
    pub fn between(&mut self, low: isize, high: isize) -> isize {
        assert!(low < high, "no number lies in {low}..{high}");
        low + (self.bits() % high.abs_diff(low) as u64) as isize
    }

    /// Returns a number of `1..=most`.
    pub fn size(&mut self, most: usize) -> usize {
        self.between(1, most as isize + 1) as usize
    }

    /// Returns an index with each entry in `low..high`.
    pub fn index<const N: usize>(&mut self, low: isize, high: isize) -> [isize; N] {
        std::array::from_fn(|_| self.between(low, high))
    }

    /// Returns `n` bytes, in memory of exactly that size, so that a memory checker detects an access beyond the end.
    pub fn bytes(&mut self, n: usize) -> Box<[u8]> {
        (0..n).map(|_| self.bits() as u8).collect()
    }
}
