//! Where a loop has something to do.

/// For each set of operands that are not at fill, whether the body of the loop may do something there: bit `s` for the set
/// whose members are the bits of `s`. Bit `k` of `s` is operand `k` of the tuple, from 0. So for operands `(x, y)`:
///
/// ```text
///   bit 0   neither          x * y: 0b1000
///   bit 1   x alone          x + y: 0b1110
///   bit 2   y alone          x where y is not: 0b0010
///   bit 3   both             x * y, where x is 1 if it is not stored: 0b1100
/// ```
///
/// To say that too much is live costs time; to say that too little is, the answer. It may be known only when the program
/// runs: fill is a value.
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
    /// Whether something may happen only where all of `operands` operands are not at fill: they are multiplied.
    #[inline(always)]
    pub const fn all_of(self, operands: usize) -> bool {
        self.0 & !(1 << ((1 << operands) - 1)) == 0
    }

    /// Whether something may happen where exactly the operands in `set` are not at fill.
    #[inline(always)]
    pub const fn has(self, set: usize) -> bool {
        self.0 >> set & 1 == 1
    }

    /// The operands without which nothing happens.
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
