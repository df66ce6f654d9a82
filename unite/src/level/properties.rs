//! What can be said of the memory behind an access, for each axis: whether it is injective, atomic, concurrent.
//!
//! An axis tells two constants, [`INJECTIVE`](AxisLevel::INJECTIVE) and [`IN_PLACE`](AxisLevel::IN_PLACE); the rest follows
//! from the tree. A level with several axes implements [`Properties`] itself.

use super::{AxisLevel, Element, Level, Pattern, Piecewise, Value};

/// What can be said of the memory behind `A[i, j, ..]`: one truth value an axis, outermost first.
///
/// ```text
///                                injective    concurrent
///  Dense  over Dense             yes yes      yes yes
///  Dense  over SparseList        yes yes      no  no       rows share the lists that they grow
///  SparseList over Dense         yes yes      no  no       a row is made by whoever writes to it first
///  RunList                       no           no           a run is many places and one value
/// ```
pub trait Properties: Level {
    /// For each axis, whether places that differ there alone have different memory.
    fn injective() -> Vec<bool>;

    /// For each axis, whether writes to one place of it from several threads are as if one came after the other; and then
    /// whether they are for the tensor. Values are not locked here, so that it never is, but for formats that say so.
    fn atomic() -> (Vec<bool>, bool) {
        (vec![false; Self::RANK], false)
    }

    /// For each axis, whether places that differ there may be written at once, without anything that is shared: all memory
    /// is there before, on every axis.
    fn concurrent() -> Vec<bool> {
        vec![Self::IS_IN_PLACE; Self::RANK]
    }

    /// Whether all memory is there before anything is written, from this level on.
    const IS_IN_PLACE: bool;
}

impl<L: AxisLevel> Properties for L
where
    L::Child: Properties,
{
    const IS_IN_PLACE: bool = L::IN_PLACE && <L::Child as Properties>::IS_IN_PLACE;

    fn injective() -> Vec<bool> {
        let mut injective = vec![L::INJECTIVE];
        injective.extend(<L::Child as Properties>::injective());
        injective
    }
}

macro_rules! leaf {
    ([$($generic:tt)*] $level:ty) => {
        impl<$($generic)*> Properties for $level {
            const IS_IN_PLACE: bool = true;

            fn injective() -> Vec<bool> {
                Vec::new()
            }
        }
    };
}
leaf!([T: Value] Element<T>);
leaf!([] Pattern);

impl<L: Properties> Piecewise<L> {
    /// For each axis, outermost first, whether places that differ there alone have different memory.
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::level::{Dense, Element, Piecewise, SparseList};
    ///
    /// let row = SparseList::new(Interval::closed(0i64, 9)?, Element::new(0.0));
    /// let sparse = Piecewise::declare(Dense::new(0..4i64, row)?).freeze()?;
    /// let array = sparse.convert(Dense::new(0..4i64, Dense::new(0..10i64, Element::new(0.0))?)?)?;
    /// assert_eq!((array.is_injective(), array.is_concurrent()), (vec![true, true], vec![true, true]));
    /// assert_eq!((sparse.is_injective(), sparse.is_concurrent()), (vec![true, true], vec![false, false]));
    /// assert_eq!(array.is_atomic(), (vec![false, false], false));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_injective(&self) -> Vec<bool> {
        L::injective()
    }

    /// For each axis, outermost first, whether writes to one place from several threads are as if one came after the other;
    /// and then whether they are for the tensor.
    pub fn is_atomic(&self) -> (Vec<bool>, bool) {
        L::atomic()
    }

    /// For each axis, outermost first, whether places that differ there may be written at once, without anything shared.
    pub fn is_concurrent(&self) -> Vec<bool> {
        L::concurrent()
    }
}
