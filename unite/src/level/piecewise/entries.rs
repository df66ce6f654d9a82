//! Construction of tensors from lists of places and values, in any order.
//!
//! ```text
//!  distinct coordinates                each element is written, in the order of the places
//!  Join into zero, Last                each element is written, in the order of the list
//!  format overlaps, Refuse             each element adds a piece
//!  else                                a tree of workspaces records the element at each place, then is written
//! ```

use std::cmp::Ordering;

use crate::continuous::Stored;
use crate::level::{
    AllAxes, AxisUpdate, ElementUpdate, IndexOrder, Indexing, LeafUpdate, Level, LevelError, PerAxis, PieceUpdate,
    Piecewise, Update, Updating, Value, Workspace, WriteAt,
};

/// The meaning of several elements of a list at one place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Duplicates {
    /// Duplicates are an error, but a format whose pieces may overlap stores them all.
    Refuse,
    /// Duplicates are [joined](Value::joined).
    Join,
    /// The last element in the list wins.
    Last,
    /// The first element in the list wins.
    First,
}

/// Workspaces over the axes of a format that hold the number of the element at each place.
type Owners<L> = <<L as Level>::Update as AllAxes>::Likewise<ElementUpdate<usize>>;

/// A place as a sort key, and the number of the element there.
type Numbered<L, Nest> = (<<L as Level>::Update as WriteAt<Nest>>::Key, usize);

/// The number that stands for no element.
const NOBODY: usize = usize::MAX;

impl<L: Level> Piecewise<L> {
    /// Creates a tensor from places and values, in any order. A place has a coordinate or an interval for each axis,
    /// see [`Place`](crate::level::Place).
    ///
    /// ```
    /// use unite::continuous::Interval;
    /// use unite::level::{Dense, Duplicates, Element, LevelError, Piecewise, Pinpoint};
    ///
    /// let format = Dense::new(0..3i64, Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)))?;
    /// let list = [((1, 2.5), 4.0), ((0, 7.5), 5.0), ((1, 2.5), 6.0)];
    ///
    /// let tensor = Piecewise::from_entries(format.clone(), list, Duplicates::Join)?;
    /// assert_eq!((tensor.at((1, 2.5)), tensor.at((0, 7.5)), tensor.at((2, 7.5))), (10.0, 5.0, 0.0));
    ///
    /// let refused = Piecewise::from_entries(format, list, Duplicates::Refuse);
    /// assert_eq!(refused, Err(LevelError::Collision { element: 2, earlier: 0 }));
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// With the number of the element in the list: [`LevelError::Place`]: a coordinate is invalid, or an interval is
    /// reversed or empty; [`LevelError::ElementOutside`]; [`LevelError::Collision`]. Without it: [`LevelError::Unfit`]:
    /// the format cannot store a piece.
    pub fn from_entries<P: PerAxis>(
        format: L,
        entries: impl IntoIterator<Item = (P, L::Value)>,
        duplicates: Duplicates,
    ) -> Result<Self, LevelError>
    where
        P::Nest: Clone,
        L::Update: AllAxes + WriteAt<P::Nest>,
        Owners<L>: WriteAt<P::Nest> + Spill<L::Update>,
    {
        Self::with_entries(format, entries, duplicates)
    }
}

impl<L: Level, O: IndexOrder> Piecewise<L, O> {
    /// Creates a tensor as [`from_entries`](Piecewise::from_entries) does, with indices of either order.
    ///
    /// ```
    /// use unite::level::{Csc, Dense, Duplicates, Element, SparseList, indices};
    ///
    /// let format = Dense::new(indices(0, 3)?, SparseList::new(indices(0, 2)?, Element::new(0)))?;
    /// let a = Csc::with_entries(format, [((1, 2), 5), ((0, 2), 4)], Duplicates::Refuse)?; // row, column
    /// assert_eq!(a.to_rows()?, [[0, 0, 4], [0, 0, 5]]);
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`from_entries`](Piecewise::from_entries).
    pub fn with_entries<P: Indexing<O>>(
        format: L,
        entries: impl IntoIterator<Item = (P, L::Value)>,
        duplicates: Duplicates,
    ) -> Result<Self, LevelError>
    where
        P::Nest: Clone,
        L::Update: AllAxes + WriteAt<P::Nest>,
        Owners<L>: WriteAt<P::Nest> + Spill<L::Update>,
    {
        let entries: Vec<_> = entries.into_iter().map(|(place, value)| (place.root_first(), value)).collect();
        if let Some(order) = distinct_points::<L, P::Nest>(&entries) {
            let entries = order.into_iter().map(|(_, element)| (element, entries[element].clone()));
            return written(format, entries, |_, value| value);
        }
        let entries = entries.into_iter().enumerate();
        let zero = format.fill().same(L::Value::ZERO);
        let overlaps = <L::Update as AllAxes>::OVERLAPS;
        match duplicates {
            Duplicates::Join if zero => written(format, entries, L::Value::joined),
            Duplicates::Refuse if overlaps => written(format, entries, L::Value::joined),
            Duplicates::Last if !overlaps => written(format, entries, |_, value| value),
            _ => owned(format, entries, duplicates),
        }
    }
}

/// Sorts the elements by place; returns `None` unless each place has only coordinates and no two elements share a
/// place.
fn distinct_points<L: Level, Nest>(entries: &[(Nest, L::Value)]) -> Option<Vec<Numbered<L, Nest>>>
where
    L::Update: WriteAt<Nest>,
{
    let key = |(element, (place, _)): (usize, &(Nest, L::Value))| Some((L::Update::key(place)?, element));
    let mut keys = entries.iter().enumerate().map(key).collect::<Option<Vec<_>>>()?;
    keys.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(Ordering::Equal));
    keys.windows(2).all(|pair| pair[0].0 < pair[1].0).then_some(keys)
}

/// Writes numbered elements in turn: `meet` combines the value that is already there with that of the element.
fn written<L: Level, O: IndexOrder, Nest>(
    format: L,
    entries: impl Iterator<Item = (usize, (Nest, L::Value))>,
    meet: impl Fn(L::Value, L::Value) -> L::Value,
) -> Result<Piecewise<L, O>, LevelError>
where
    L::Update: WriteAt<Nest>,
{
    let mut tensor = Updating::new(format);
    let (update, root) = tensor.parts();
    for (element, (place, value)) in entries {
        update
            .write_at(root, 0, place, &mut |slot| *slot = meet(*slot, value))
            .map_err(|error| error.of_element(element))?;
    }
    tensor.freeze()
}

/// Writes numbered elements after determining which one owns each place.
fn owned<L: Level, O: IndexOrder, Nest>(
    format: L,
    entries: impl ExactSizeIterator<Item = (usize, (Nest, L::Value))>,
    duplicates: Duplicates,
) -> Result<Piecewise<L, O>, LevelError>
where
    L::Update: AllAxes,
    Owners<L>: WriteAt<Nest> + Spill<L::Update>,
{
    let mut owners = format.declare().likewise(ElementUpdate::new(NOBODY));
    let root = owners.assemble();
    let mut values = Vec::new();
    // Each joined value becomes a further owner, numbered from `count`.
    let mut joined = Vec::new();
    let count = entries.len();
    for (element, (place, value)) in entries {
        values.push(value);
        let mut earlier = None;
        let mut own = |owner: &mut usize| match (*owner, duplicates) {
            (NOBODY, _) | (_, Duplicates::Last) => *owner = element,
            (_, Duplicates::First) => {}
            (other, Duplicates::Refuse) => earlier = earlier.or(Some(other)),
            (other, Duplicates::Join) => {
                let held = if other < count { values[other] } else { joined[other - count] };
                *owner = count + joined.len();
                joined.push(held.joined(value));
            }
        };
        owners.write_at(root, 0, place, &mut own).map_err(|error| error.of_element(element))?;
        if let Some(earlier) = earlier {
            return Err(LevelError::Collision { element, earlier });
        }
    }
    values.append(&mut joined);
    let mut tensor = Updating::new(format);
    let (update, position) = tensor.parts();
    owners.spill(root, &|owner| values.get(owner).copied(), update, position)?;
    tensor.freeze()
}

/// A workspace whose pieces can be written into another storage.
pub trait Spill<U: Update>: Update {
    /// Writes the pieces of the subtensor at `position` into the subtensor at `target` of `update`. `read` maps each
    /// value to the one to be written, or to `None` to skip it.
    ///
    /// # Errors
    /// A piece lies outside of an extent of `update`.
    fn spill(
        &self,
        position: usize,
        read: &impl Fn(Self::Value) -> Option<U::Value>,
        update: &mut U,
        target: usize,
    ) -> Result<(), LevelError>;
}

impl<S: Stored, W: Spill<U::Child>, U: AxisUpdate<Coord = S::Coord>> Spill<U> for Workspace<S::Coord, W, S> {
    fn spill(
        &self,
        position: usize,
        read: &impl Fn(W::Value) -> Option<U::Value>,
        update: &mut U,
        target: usize,
    ) -> Result<(), LevelError> {
        self.pieces(position).try_for_each(|(lo, hi, child)| {
            update.cover(target, lo, hi, |update, target| self.child.spill(child, read, update, target))
        })
    }
}

impl<T: Value, U: LeafUpdate> Spill<U> for ElementUpdate<T> {
    fn spill(
        &self,
        position: usize,
        read: &impl Fn(T) -> Option<U::Value>,
        update: &mut U,
        target: usize,
    ) -> Result<(), LevelError> {
        if let Some(value) = read(self.value_at(position)) {
            *update.value(target) = value;
        }
        Ok(())
    }
}
