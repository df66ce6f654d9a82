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
/// ```
/// use unite::looplet::Live;
///
/// let product = Live(1 << 0b111); // of three
/// assert!(product.all_of(3) && product.has(0b111) && !product.has(0b011));
/// assert_eq!(Live(0b1010).required(2), 0b01); // without the first operand nothing happens
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Live(pub u16);

impl Live {
    /// Returns whether the body has an effect only where all `operands` operands are not at fill, as in a product.
    #[inline(always)]
    pub const fn all_of(self, operands: usize) -> bool {
        self.0 & !(1 << ((1 << operands) - 1)) == 0
    }

    /// Returns whether the body may have an effect where exactly the operands in `set` are not at fill.
    #[inline(always)]
    pub const fn has(self, set: usize) -> bool {
        self.0 >> set & 1 == 1
    }

    /// Returns the set of operands that are not at fill in every live combination.
    #[inline(always)]
    pub const fn required(self, operands: usize) -> usize {
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
}
