//! Tensors for tests, from lists of regions and values. Not every test uses all functions.

#![allow(dead_code)]

use unite::continuous::{Coord, Cut, Interval};
use unite::level::{Element, IntervalList, Level, Piecewise, Pinpoint, SparseList, Update, Updating, Value};
use unite::loops::Write;

/// A part of an axis.
pub(crate) type Region<C> = (Cut<C>, Cut<C>);

/// Returns the region of a single place.
pub(crate) fn at<C: Coord>(place: C) -> Region<C> {
    (place.before(), place.after())
}

/// Builds a tensor in a format, with values in regions.
pub(crate) fn filled<L: Level, R: Copy>(format: L, list: &[(R, L::Value)]) -> Piecewise<L>
where
    L::Update: Write<R>,
{
    let mut tensor = Piecewise::declare(format);
    let (update, root) = tensor.parts();
    for &(region, value) in list {
        update.write(root, region, &mut |old| *old = value).expect("a region of the tensor");
    }
    frozen(tensor)
}

/// Freezes a tensor.
pub(crate) fn frozen<L: Level>(tensor: Updating<L>) -> Piecewise<L>
where
    L::Update: Update,
{
    tensor.freeze().expect("what was written fits the format")
}

/// A tensor of values at points of the real line.
pub(crate) type Points<T = f64> = Piecewise<Pinpoint<Element<T>>>;

/// Returns the format of values at single places of a line.
pub(crate) fn line<T: Value, C: Coord>(fill: T) -> SparseList<Element<T>, C> {
    SparseList::new(Interval::EVERYWHERE, Element::new(fill))
}

/// Returns a tensor of values at points of the real line, zero elsewhere.
pub(crate) fn points<T: Value>(list: &[(f64, T)]) -> Points<T> {
    let list: Vec<_> = list.iter().map(|&(x, value)| ((at(x), ()), value)).collect();
    filled(line(T::ZERO), &list)
}

/// Returns a tensor of values at integers, zero elsewhere.
pub(crate) fn integers<T: Value>(list: &[(i64, T)]) -> Piecewise<SparseList<Element<T>>> {
    let list: Vec<_> = list.iter().map(|&(x, value)| ((at(x), ()), value)).collect();
    filled(line(T::ZERO), &list)
}

/// Returns a tensor of values at pairs of places, zero elsewhere.
pub(crate) fn plane<T: Value, C: Coord>(list: &[(C, C, T)]) -> Piecewise<SparseList<SparseList<Element<T>, C>, C>> {
    let list: Vec<_> = list.iter().map(|&(y, x, value)| ((at(y), (at(x), ())), value)).collect();
    filled(SparseList::new(Interval::EVERYWHERE, line(T::ZERO)), &list)
}

/// Returns the region `[a, b]`.
pub(crate) fn closed<C: Coord>(a: C, b: C) -> Region<C> {
    (a.before(), b.after())
}

/// Returns the region `[a, b)`.
pub(crate) fn half<C: Coord>(a: C, b: C) -> Region<C> {
    (a.before(), b.before())
}

/// Returns the format of values on intervals of a line.
pub(crate) fn stretches<T: Value, C: Coord>(fill: T) -> IntervalList<Element<T>, C> {
    IntervalList::new(Interval::EVERYWHERE, Element::new(fill))
}

/// Returns a tensor of values on regions of the real line, zero elsewhere.
pub(crate) fn intervals<T: Value>(list: &[(Region<f64>, T)]) -> Piecewise<IntervalList<Element<T>>> {
    let list: Vec<_> = list.iter().map(|&(region, value)| ((region, ()), value)).collect();
    filled(stretches(T::ZERO), &list)
}
