//! Values of tensors: numbers, truth values, and tuples of them.

use std::fmt::Debug;

/// A number, a truth value, or a pair or triple of values.
///
/// A tuple is assigned, and combined by a function of the program, `z[i] <<f>>= (x[i], i)`. It has neither an order nor a sum,
/// so that `max=`, `min=`, `+=` and `*=` do not compile.
///
/// Other sums and products are those of a [`Semiring`](crate::loops::semiring::Semiring), whose
/// [`Scalar`](crate::loops::semiring::Scalar)s are values.
pub trait Value: Copy + PartialEq + Debug + Default + Send + Sync + 'static {
    /// Zero or false, which annihilates a product; in a tuple, of each component.
    const ZERO: Self;
    /// One or true; in a tuple, of each component.
    const ONE: Self;

    /// Combines the values of two pieces at one place: the sum of numbers, the disjunction of truth values.
    ///
    /// Tuples are combined by component.
    #[must_use]
    fn joined(self, other: Self) -> Self;

    /// Returns whether two values are equal; NaN is equal to itself.
    #[must_use]
    #[inline(always)]
    #[expect(clippy::eq_op, reason = "what is not equal to itself is NaN")]
    fn same(self, other: Self) -> bool {
        self == other || (self != self && other != other)
    }

    /// Returns whether one comparison tells that two values are not the [same](Value::same); `false` if it takes more to tell.
    ///
    /// ```
    /// use unite::level::Value;
    ///
    /// assert!(1.5.differs(0.0) && !0.0.differs(-0.0));
    /// assert!(!1.5.differs(f64::NAN) && !1.5.same(f64::NAN));
    /// ```
    #[must_use]
    #[inline(always)]
    fn differs(self, other: Self) -> bool {
        !self.same(other)
    }
}

/// A value with an order, for `max=`, `min=`, and `min` and `max` of two values.
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` have no order",
    label = "no greatest and no least value",
    note = "`max=`, `min=`, `min` and `max` compare numbers and truth values; the sum of a semiring is written `+=`"
)]
pub trait Ordered: Value {
    /// The least value of the type.
    const LOWEST: Self;
    /// The greatest value of the type.
    const HIGHEST: Self;
    /// `true` if the least and the greatest value are infinities: a sum with one of them is that one, or not a number.
    const INFINITE: bool = false;

    /// Returns the lesser value.
    #[must_use]
    fn least(self, other: Self) -> Self;

    /// Returns the greater value.
    #[must_use]
    fn greatest(self, other: Self) -> Self;
}

macro_rules! number {
    ($($number:ident $lowest:expr, $highest:expr $(, $infinite:ident)?;)*) => {$(
        impl Value for $number {
            const ZERO: Self = 0 as $number;
            const ONE: Self = 1 as $number;

            #[inline(always)]
            fn joined(self, other: Self) -> Self {
                self + other
            }

            #[inline(always)]
            fn same(self, other: Self) -> bool {
                // One comparison tells most pairs apart; what has no order is looked at after it.
                !self.differs(other) && (self == other || (self != self && other != other))
            }

            #[inline(always)]
            #[expect(clippy::double_comparisons, reason = "false for NaN, as `!=` is not")]
            fn differs(self, other: Self) -> bool {
                self < other || self > other
            }
        }

        #[diagnostic::do_not_recommend]
        impl Ordered for $number {
            const LOWEST: Self = $lowest;
            const HIGHEST: Self = $highest;
            $(const INFINITE: bool = $infinite;)?

            #[inline(always)]
            fn least(self, other: Self) -> Self {
                if other < self { other } else { self }
            }

            #[inline(always)]
            fn greatest(self, other: Self) -> Self {
                if other > self { other } else { self }
            }
        }
    )*};
}
number! {
    f32 f32::NEG_INFINITY, f32::INFINITY, true;
    f64 f64::NEG_INFINITY, f64::INFINITY, true;
    i8 i8::MIN, i8::MAX;
    i16 i16::MIN, i16::MAX;
    i32 i32::MIN, i32::MAX;
    i64 i64::MIN, i64::MAX;
    u8 u8::MIN, u8::MAX;
    u16 u16::MIN, u16::MAX;
    u32 u32::MIN, u32::MAX;
    u64 u64::MIN, u64::MAX;
    usize usize::MIN, usize::MAX;
}

impl Value for bool {
    const ZERO: Self = false;
    const ONE: Self = true;

    #[inline(always)]
    fn joined(self, other: Self) -> Self {
        self | other
    }
}

#[diagnostic::do_not_recommend]
impl Ordered for bool {
    const LOWEST: Self = false;
    const HIGHEST: Self = true;

    #[inline(always)]
    fn least(self, other: Self) -> Self {
        self & other
    }

    #[inline(always)]
    fn greatest(self, other: Self) -> Self {
        self | other
    }
}

macro_rules! tuple {
    ($($part:ident $number:tt),*) => {
        #[diagnostic::do_not_recommend]
        impl<$($part: Value),*> Value for ($($part,)*) {
            const ZERO: Self = ($($part::ZERO,)*);
            const ONE: Self = ($($part::ONE,)*);

            #[inline(always)]
            fn joined(self, other: Self) -> Self {
                ($(self.$number.joined(other.$number),)*)
            }

            #[inline(always)]
            fn same(self, other: Self) -> bool {
                $(self.$number.same(other.$number))&&*
            }
        }
    };
}
tuple!(A 0, B 1);
tuple!(A 0, B 1, C 2);
