//! The combinations of operands for which the body of a loop has an effect.

/// A set of combinations of operands for which the body of a loop may have an effect: bit `s` stands for the
/// combination of operands not at fill whose bits are set in `s`. Bit `k` of `s` is operand `k` of the tuple, from 0.
/// For operands `(x, y)`:
///
/// ```text
///   bit 0   neither          x * y: 0b1000
///   bit 1   x alone          x + y: 0b1110
///   bit 2   y alone          x where y is not: 0b0010
///   bit 3   both             x * y, where x is 1 if it is not stored: 0b1100
/// ```
///
/// A combination marked live without need costs time; one not marked that should be makes the result wrong. The set may
/// depend on fill values, so it may be known only at run time.
///
/// The bits are a `u16` for up to four operands, and four words, the lowest bits first, for up to eight.
///
/// ```
/// use unite::looplet::Live;
///
/// let product = Live(1u16 << 0b111); // of three
/// assert!(product.all_of(3) && product.has(0b111) && !product.has(0b011));
/// assert_eq!(Live(0b1010u16).required(2), 0b01); // without the first operand nothing happens
/// let product = Live([0, 0, 0, 1u64 << 63]); // of eight
/// assert!(product.all_of(8) && product.has(0xff) && product.required(8) == 0xff);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Live<B = u16>(pub B);

/// A table of bits, one for each set of operands: `u16` for up to four operands, `[u64; 4]` for up to eight.
pub trait LiveBits: Copy + PartialEq {
    /// Returns the table in which the bit of `set` alone is set.
    fn only(set: usize) -> Self;

    /// Returns the bit of a set.
    fn has(self, set: usize) -> bool;

    /// Returns whether no bit is set but that of `set`, if any.
    fn is_only(self, set: usize) -> bool;

    /// Returns whether no bit is set.
    fn is_empty(self) -> bool;
}

impl LiveBits for u16 {
    #[inline(always)]
    fn only(set: usize) -> Self {
        1 << set
    }

    #[inline(always)]
    fn has(self, set: usize) -> bool {
        self >> set & 1 == 1
    }

    #[inline(always)]
    fn is_only(self, set: usize) -> bool {
        self & !(1 << set) == 0
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == 0
    }
}

impl LiveBits for [u64; 4] {
    #[inline(always)]
    fn only(set: usize) -> Self {
        std::array::from_fn(|word| if word == set >> 6 & 3 { 1 << (set & 63) } else { 0 })
    }

    #[inline(always)]
    fn has(self, set: usize) -> bool {
        self[set >> 6 & 3] >> (set & 63) & 1 == 1
    }

    #[inline(always)]
    fn is_only(self, set: usize) -> bool {
        let mut rest = self;
        rest[set >> 6 & 3] &= !(1 << (set & 63));
        rest.is_empty()
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self == [0; 4]
    }
}

impl<B: LiveBits> Live<B> {
    /// Creates the set for a body that has an effect only where all `operands` operands are not at fill, as a product has.
    #[inline(always)]
    pub fn all(operands: usize) -> Self {
        Live(B::only((1 << operands) - 1))
    }

    /// Returns whether the body has an effect only where all `operands` operands are not at fill, as in a product.
    #[inline(always)]
    pub fn all_of(self, operands: usize) -> bool {
        self.0.is_only((1 << operands) - 1)
    }

    /// Returns whether the body may have an effect where exactly the operands in `set` are not at fill.
    #[inline(always)]
    pub fn has(self, set: usize) -> bool {
        self.0.has(set)
    }

    /// Returns whether the body never has an effect.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns the set of operands that are not at fill in every live combination.
    #[inline(always)]
    pub fn required(self, operands: usize) -> usize {
        let mut required = (1 << operands) - 1;
        let mut set = 0;
        while set < 1 << operands {
            if self.has(set) {
                required &= set;
            }
            set += 1;
        }
        required
    }

    /// Returns whether, where none of the operands in `set` is at fill, the body has an effect only if no other one is.
    #[inline(always)]
    pub(super) fn all_beside(self, set: usize, operands: usize) -> bool {
        let others = ((1 << operands) - 1) & !set;
        let mut some = others;
        while some > 0 {
            some = (some - 1) & others;
            if self.has(set | some) {
                return false;
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the operands of which no set of the table is without.
    fn required(has: impl Fn(usize) -> bool, operands: usize) -> usize {
        (0..1 << operands).filter(|&set| has(set)).fold((1 << operands) - 1, |required, set| required & set)
    }

    #[test]
    fn an_operand_is_required_if_it_is_in_all_sets() {
        for bits in 0..=u16::MAX {
            assert_eq!(Live(bits).required(4), required(|set| Live(bits).has(set), 4), "{bits:b}");
        }
        for one in 0..256 {
            for other in (0..256).step_by(7) {
                let mut bits = [0u64; 4];
                bits[one / 64] |= 1 << (one % 64);
                bits[other / 64] |= 1 << (other % 64);
                let live = Live(bits);
                assert_eq!(live.required(8), required(|set| set == one || set == other, 8));
                assert_eq!(live.all_of(8), one == 255 && other == 255);
            }
        }
        for operands in 1..=8 {
            let (full, live) = ((1 << operands) - 1, Live::<[u64; 4]>::all(operands));
            assert!((0..256).all(|set| live.has(set) == (set == full)) && live.all_of(operands));
            assert!(operands > 4 || Live::<u16>::all(operands) == Live(1 << full));
        }
        assert_eq!(Live(0u16).required(3), 0b111);
        assert!(Live([0u64; 4]).is_empty() && Live([0u64; 4]).all_of(5) && !Live([0, 1, 0, 0]).is_empty());
    }

    #[test]
    fn a_product_beside_a_sum_is_only_where_its_factor_is() {
        let factor = Live(0b1010_1000u16); // x * (a + b): {x, a}, {x, b}, and all
        assert!(!factor.all_beside(0b010, 3) && factor.all_beside(0b110, 3));
        let sum = Live(0b1110u16);
        assert!(!sum.all_beside(0b10, 2));
    }
}
