//! Properties of the memory behind an access, for each axis: injective, atomic, concurrent.
//!
//! An axis defines two constants, [`INJECTIVE`](AxisLevel::INJECTIVE) and [`IN_PLACE`](AxisLevel::IN_PLACE); the rest
//! follows from the tree.

use crate::level::sparse_coo::{Columns, Coordinates};
use crate::level::{AxisLevel, Element, Level, Pattern, Piecewise, SparseCoo, Value};

/// Properties of the memory behind `A[i, j, ..]`: one truth value for each axis, outermost first.
///
/// ```text
///                                injective    concurrent
///  Dense  over Dense             yes yes      yes yes
///  Dense  over SparseList        yes yes      no  no       rows append to shared lists
///  SparseList over Dense         yes yes      no  no       a row is assembled by the first write to it
///  RunList                       no           no           a run has many places and one value
/// ```
pub trait Properties: Level {
    /// Returns for each axis whether two places that differ only along it have different memory.
    fn injective() -> Vec<bool>;

    /// Returns whether concurrent writes to one place behave as if one came after the other: for each axis, and then
    /// for the whole tensor. Values are not locked, so all are `false` unless a format overrides it.
    fn atomic() -> (Vec<bool>, bool) {
        (vec![false; Self::RANK], false)
    }

    /// Returns for each axis whether places that differ along it can be written at the same time without sharing data:
    /// all memory, on every axis, exists before the first write.
    fn concurrent() -> Vec<bool> {
        vec![Self::IS_IN_PLACE; Self::RANK]
    }

    /// `true` if all memory exists before anything is written, from this level down.
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

impl<Cs: Coordinates, L: Properties> Properties for SparseCoo<Cs, L> {
    const IS_IN_PLACE: bool = false;

    fn injective() -> Vec<bool> {
        let mut injective = vec![true; Cs::Columns::RANK];
        injective.extend(L::injective());
        injective
    }
}

impl<L: Properties> Piecewise<L> {
    /// Returns for each axis, outermost first, whether two places that differ only along it have different memory.
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

    /// Returns whether concurrent writes to one place behave as if one came after the other: for each axis, outermost
    /// first, and then for the whole tensor.
    pub fn is_atomic(&self) -> (Vec<bool>, bool) {
        L::atomic()
    }

    /// Returns for each axis, outermost first, whether places that differ along it can be written at the same time
    /// without sharing data.
    pub fn is_concurrent(&self) -> Vec<bool> {
        L::concurrent()
    }
}
