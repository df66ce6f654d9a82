//! [`Random`]: numbers for tests.

/// Random numbers that are the same in every run: `splitmix64`.
///
/// ```text
/// state += 0x9e37_79b9_7f4a_7c15, then three rounds of shift, xor and multiply
/// ```
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// Numbers that depend on `seed` alone.
    pub fn new(seed: u64) -> Self {
        Random(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number of `low..high`, as likely as any other as far as a test can tell.
    ///
    /// # Panics
    /// When there is none.
    pub fn between(&mut self, low: isize, high: isize) -> isize {
        assert!(low < high, "no number lies in {low}..{high}");
        low + (self.bits() % high.abs_diff(low) as u64) as isize
    }

    /// A number of `1..=most`.
    pub fn size(&mut self, most: usize) -> usize {
        self.between(1, most as isize + 1) as usize
    }

    /// An index each entry of which lies in `low..high`.
    pub fn index<const N: usize>(&mut self, low: isize, high: isize) -> [isize; N] {
        std::array::from_fn(|_| self.between(low, high))
    }

    /// `n` bytes, in memory of exactly that size: one byte further is an error that a memory checker sees.
    pub fn bytes(&mut self, n: usize) -> Box<[u8]> {
        (0..n).map(|_| self.bits() as u8).collect()
    }
}
