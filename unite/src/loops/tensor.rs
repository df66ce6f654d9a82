//! Traits of names with indices in `loops!`. Names are tensors that are read, tensors that are written, and other
//! values used by mistake.
//!
//! `loops!` calls the methods `loops_operand` and `loops_target` of a name, so that the compiler follows references and
//! smart pointers. Types that are not tensors have these methods too, under a condition that never holds: the compiler
//! reports the condition at the name in the program, with a suggestion.
//!
//! ```text
//!                          loops_operand               loops_target
//!  Piecewise, TensorRef    Source                      MistakenTarget, if Thawed
//!  Updating                MistakenOperand, if Frozen  Target
//!  slices, numbers         Plain, if Source            Plain, if Target
//! ```

use super::InTurn;
use crate::level::{IndexOrder, Level, Piecewise, TensorRef, Updating, Value};

/// A tensor that a program reads.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor, and `loops!` indexes tensors",
    label = "not a tensor",
    note = "make a tensor of a slice, an array or a `Vec` first: `let x = DenseVector::from_values(0, x)?`, or of the rows \
            of a matrix, `let x = DenseMatrix::from_slice(0, rows, columns, &x)?`"
)]
pub trait Source {
    /// The type of its values.
    type Value;
    /// The order of its indices, which says which one belongs to the root.
    type Order: IndexOrder;
    /// Its format.
    type Level: Level;
    /// A handle of the whole tensor, at the level of the root.
    type Root<'a>: Copy
    where
        Self: 'a;

    /// Returns the handle of the root, the fill value, the order of indices and the format.
    fn loops_operand(&self) -> (Self::Root<'_>, Self::Value, Self::Order, &Self::Level);
}

/// A tensor that a program writes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a tensor, and `loops!` writes tensors where there are indices",
    label = "not a tensor",
    note = "declare a tensor, `let mut z = Piecewise::declare(format)`, and after the loops freeze it and take its values: \
            `z.freeze()?.to_dense()?`"
)]
pub trait Target {
    /// Its storage.
    type Update;
    /// The order of its indices, which says which one belongs to the root.
    type Order: IndexOrder;
    /// Its format.
    type Level: Level;

    /// Returns its storage, the position of the root in it, and the order of indices.
    fn loops_target(&mut self) -> (&mut Self::Update, usize, Self::Order);

    /// Returns the tensor to be read and written in turn.
    fn loops_in_turn(&mut self) -> InTurn<'_, Self::Level, Self::Order>;
}

#[diagnostic::do_not_recommend]
impl<L: Level, O: IndexOrder> Source for Piecewise<L, O> {
    type Value = L::Value;
    type Order = O;
    type Level = L;
    type Root<'a>
        = L::Fiber<'a>
    where
        Self: 'a;

    #[inline(always)]
    fn loops_operand(&self) -> (L::Fiber<'_>, L::Value, O, &L) {
        (self.level().fiber(0), self.fill_value(), O::default(), self.level())
    }
}

#[diagnostic::do_not_recommend]
impl<'t, L: Level, O: IndexOrder> Source for TensorRef<'t, L, O> {
    type Value = L::Value;
    type Order = O;
    type Level = L;
    type Root<'a>
        = L::Fiber<'t>
    where
        Self: 'a;

    #[inline(always)]
    fn loops_operand(&self) -> (L::Fiber<'t>, L::Value, O, &L) {
        (self.level().fiber(0), self.fill_value(), O::default(), self.level())
    }
}

#[diagnostic::do_not_recommend]
impl<L: Level, O: IndexOrder> Target for Updating<L, O> {
    type Update = L::Update;
    type Order = O;
    type Level = L;

    #[inline(always)]
    fn loops_target(&mut self) -> (&mut L::Update, usize, O) {
        let (update, root) = self.parts();
        (update, root, O::default())
    }

    fn loops_in_turn(&mut self) -> InTurn<'_, L, O> {
        InTurn::new(self)
    }
}

/// Returns the zero of a tensor's values.
#[inline(always)]
pub fn zero<L: Level>(_level: &L) -> L::Value {
    L::Value::ZERO
}

/// A tensor that is frozen: a condition that no [`Updating`] meets.
#[diagnostic::on_unimplemented(
    message = "a tensor is read in `loops!` before it is frozen",
    label = "not frozen",
    note = "freeze it first: `let x = x.freeze()?`"
)]
pub trait Frozen {
    /// See [`Source::Value`].
    type Value;
    /// See [`Source::Order`].
    type Order;
    /// See [`Source::Level`].
    type Level;
    /// See [`Source::Root`].
    type Root;

    /// See [`Source::loops_operand`].
    fn frozen(&self) -> (Self::Root, Self::Value, Self::Order, &Self::Level);
}

/// The method of a tensor that is not frozen, which makes the compiler report that it has to be.
pub trait MistakenOperand {
    /// Never called: no call of it compiles.
    fn loops_operand(&self) -> (Self::Root, Self::Value, Self::Order, &Self::Level)
    where
        Self: Frozen,
    {
        self.frozen()
    }
}

impl<L: Level, O: IndexOrder> MistakenOperand for Updating<L, O> {}

/// A tensor that is thawed: a condition that no [`Piecewise`] meets.
#[diagnostic::on_unimplemented(
    message = "a frozen tensor is written in `loops!`",
    label = "frozen",
    note = "declare a new tensor, `let mut z = Piecewise::declare(format)`, or thaw a copy, `let mut z = z.thaw()`; freeze \
            it after the loops"
)]
pub trait Thawed {
    /// See [`Target::Update`].
    type Update;
    /// See [`Target::Order`].
    type Order: IndexOrder;
    /// See [`Target::Level`].
    type Level: Level;

    /// See [`Target::loops_target`].
    fn thawed(&mut self) -> (&mut Self::Update, usize, Self::Order);

    /// See [`Target::loops_in_turn`].
    fn thawed_in_turn(&mut self) -> InTurn<'_, Self::Level, Self::Order>;
}

/// The method of a frozen tensor, which makes the compiler report that it cannot be written.
pub trait MistakenTarget {
    /// Never called: no call of it compiles.
    fn loops_target(&mut self) -> (&mut Self::Update, usize, Self::Order)
    where
        Self: Thawed,
    {
        self.thawed()
    }

    /// Never called: no call of it compiles.
    fn loops_in_turn(&mut self) -> InTurn<'_, Self::Level, Self::Order>
    where
        Self: Thawed,
    {
        self.thawed_in_turn()
    }
}

impl<L: Level, O: IndexOrder> MistakenTarget for Piecewise<L, O> {}
impl<L: Level, O: IndexOrder> MistakenTarget for TensorRef<'_, L, O> {}

/// The methods of slices and numbers, which make the compiler report that they are not tensors.
pub trait Plain {
    /// Never called: no call of it compiles.
    fn loops_operand(&self) -> (Self::Root<'_>, Self::Value, <Self as Source>::Order, &Self::Level)
    where
        Self: Source,
    {
        Source::loops_operand(self)
    }

    /// Never called: no call of it compiles.
    fn loops_target(&mut self) -> (&mut Self::Update, usize, <Self as Target>::Order)
    where
        Self: Target,
    {
        Target::loops_target(self)
    }

    /// Never called: no call of it compiles.
    fn loops_in_turn(&mut self) -> InTurn<'_, <Self as Target>::Level, <Self as Target>::Order>
    where
        Self: Target,
    {
        Target::loops_in_turn(self)
    }
}

impl<T> Plain for [T] {}

macro_rules! plain {
    ($($number:ident)*) => {$(
        impl Plain for $number {}
    )*};
}
plain!(bool f32 f64 i8 i16 i32 i64 i128 isize u8 u16 u32 u64 u128 usize);
