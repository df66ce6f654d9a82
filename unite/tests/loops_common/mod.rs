//! Tensors for tests, from lists of what is where. Not every test uses all of it.

#![allow(dead_code)]

use unite::continuous::{Coord, Cut, Interval};
use unite::level::{Element, IntervalList, Level, Piecewise, Pinpoint, SparseList, Update, Updating, Value};
use unite::loops::Write;

/// A part of one axis.
pub(crate) type Region<C> = (Cut<C>, Cut<C>);

/// A region of one axis: a single place.
pub(crate) fn at<C: Coord>(place: C) -> Region<C> {
    (place.before(), place.after())
}

/// A tensor in a format, with values in regions.
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

/// A tensor that has been written.
pub(crate) fn frozen<L: Level>(tensor: Updating<L>) -> Piecewise<L>
where
    L::Update: Update,
{
    tensor.freeze().expect("what was written fits the format")
}

/// Values at points of the real line.
pub(crate) type Points<T = f64> = Piecewise<Pinpoint<Element<T>>>;

/// The format of values at single places of a line.
pub(crate) fn line<T: Value, C: Coord>(fill: T) -> SparseList<Element<T>, C> {
    SparseList::new(Interval::EVERYWHERE, Element::new(fill))
}

/// Values at points of the real line, zero elsewhere.
pub(crate) fn points<T: Value>(list: &[(f64, T)]) -> Points<T> {
    let list: Vec<_> = list.iter().map(|&(x, value)| ((at(x), ()), value)).collect();
    filled(line(T::ZERO), &list)
}

/// Values at integers, zero elsewhere.
pub(crate) fn integers<T: Value>(list: &[(i64, T)]) -> Piecewise<SparseList<Element<T>>> {
    let list: Vec<_> = list.iter().map(|&(x, value)| ((at(x), ()), value)).collect();
    filled(line(T::ZERO), &list)
}

/// Values at pairs of places, zero elsewhere.
pub(crate) fn plane<T: Value, C: Coord>(list: &[(C, C, T)]) -> Piecewise<SparseList<SparseList<Element<T>, C>, C>> {
    let list: Vec<_> = list.iter().map(|&(y, x, value)| ((at(y), (at(x), ())), value)).collect();
    filled(SparseList::new(Interval::EVERYWHERE, line(T::ZERO)), &list)
}

/// A region of one axis: `[a, b]`.
pub(crate) fn closed<C: Coord>(a: C, b: C) -> Region<C> {
    (a.before(), b.after())
}

/// A region of one axis: `[a, b)`.
pub(crate) fn half<C: Coord>(a: C, b: C) -> Region<C> {
    (a.before(), b.before())
}

/// The format of values on intervals of a line.
pub(crate) fn stretches<T: Value, C: Coord>(fill: T) -> IntervalList<Element<T>, C> {
    IntervalList::new(Interval::EVERYWHERE, Element::new(fill))
}

/// Values on regions of the real line, zero elsewhere.
pub(crate) fn intervals<T: Value>(list: &[(Region<f64>, T)]) -> Piecewise<IntervalList<Element<T>>> {
    let list: Vec<_> = list.iter().map(|&(region, value)| ((region, ()), value)).collect();
    filled(stretches(T::ZERO), &list)
}
