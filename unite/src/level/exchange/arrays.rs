//! Conversion of tensors from and to plain arrays. The values of an array are in the order of C: the last *index* is
//! the fastest, whichever index belongs to the root level.
//!
//! ```text
//!  [[1, 0, 2],     1 0 2 3 0 0     from_dense(SparseList over SparseList)     (0,0) 1   (0,2) 2
//!   [3, 0, 0]]                     <------------- to_dense --------------     (1,0) 3
//! ```
//!
//! The axes determine the first index: [`indices`] makes an axis that starts at 0, at 1 or at any other integer.

use crate::continuous::{Coord, Interval, PlaceError};
use crate::level::{
    AxisLevel, AxisUpdate, Element, IndexOrder, Leaf, LeafUpdate, Level, LevelError, Pattern, Piecewise, Updating,
    Value,
};

/// Returns the extent of `count` integers from `first` on, for the axis of an array.
///
/// ```
/// use unite::level::indices;
///
/// assert_eq!(indices(0, 3)?.to_string(), "[0, 2]");
/// assert_eq!(indices(1, 4)?.to_string(), "[1, 4]");
/// let none = indices(0, 0).unwrap_err().to_string();
/// assert!(none.contains("it has 0 places, and an axis has at least 1"), "{none}");
/// # Ok::<(), unite::level::LevelError>(())
/// ```
///
/// # Errors
/// `count` is 0, or the last integer does not fit.
pub fn indices(first: i64, count: usize) -> Result<Interval<i64>, LevelError> {
    if count == 0 {
        return Err(LevelError::Axis { source: PlaceError::NoPlaces });
    }
    let last = i64::try_from(count).ok().and_then(|count| first.checked_add(count)).and_then(|end| end.checked_sub(1));
    let last = last.ok_or(LevelError::TooLarge { values: count as f64 })?;
    Interval::closed(first, last).map_err(|source| LevelError::Axis { source })
}

/// The layout of the subtensors of a level in a plain array: the size and the stride of each axis.
#[derive(Debug, Clone, Copy)]
pub struct Layout<'a> {
    /// The number of places of each axis, outermost first.
    pub sizes: &'a [usize],
    /// The distance in the array from one place of each axis to the next, outermost first.
    pub strides: &'a [usize],
}

impl Layout<'_> {
    /// Returns the layout below the first `count` axes.
    #[must_use]
    pub fn below(&self, count: usize) -> Self {
        Layout { sizes: &self.sizes[count..], strides: &self.strides[count..] }
    }
}

/// A part of a plain array, for reading.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a, T> {
    layout: Layout<'a>,
    offset: usize,
    values: &'a [T],
}

impl<T: Value> Part<'_, T> {
    /// Returns the value of a part without axes.
    pub fn value(&self) -> T {
        self.values[self.offset]
    }

    /// Returns the part at place `k` of the first axis.
    #[must_use]
    pub fn at(&self, k: usize) -> Self {
        Part { layout: self.layout.below(1), offset: self.offset + k * self.layout.strides[0], values: self.values }
    }

    /// Returns whether all values are fill.
    pub fn is_fill(&self, fill: T) -> bool {
        match self.layout.sizes {
            [] => self.value().same(fill),
            [size, ..] => (0..*size).all(|k| self.at(k).is_fill(fill)),
        }
    }

    /// Calls `write` for each place of the first axis below which some value is not fill, with the child storage, the
    /// position to be written there, and the part of the array below.
    ///
    /// # Errors
    /// The errors of `update` and `write`.
    pub fn cover<U: AxisUpdate<Value = T>>(
        &self,
        extent: Interval<U::Coord>,
        update: &mut U,
        position: usize,
        fill: T,
        mut write: impl FnMut(&mut U::Child, usize, Self) -> Result<(), LevelError>,
    ) -> Result<(), LevelError> {
        let mut lo = extent.lo();
        for k in 0..self.layout.sizes[0] {
            let (hi, part) = (lo.value.after(), self.at(k));
            if !part.is_fill(fill) {
                update.cover(position, lo, hi, |below, position| write(below, position, part))?;
            }
            lo = hi;
        }
        Ok(())
    }
}

/// A level with as many values as a plain array: all of its places are integers.
pub trait Tabulated: Level {
    /// Appends the number of places of each axis, outermost first.
    ///
    /// # Errors
    /// [`LevelError::Unbounded`]
    fn sizes(&self, sizes: &mut Vec<usize>) -> Result<(), LevelError>;

    /// Writes the stored values of the subtensor at a position into `array`, joined with values that are already there.
    fn scatter(&self, position: usize, layout: Layout<'_>, offset: usize, array: &mut [Option<Self::Value>]);

    /// Writes the values of a part of an array that are not fill into the subtensor of `update` at a position.
    ///
    /// # Errors
    /// The format refuses a value or a place.
    fn gather(&self, update: &mut Self::Update, position: usize, part: Part<'_, Self::Value>)
    -> Result<(), LevelError>;
}

macro_rules! values {
    ([$($generic:tt)*] $level:ty) => {
        impl<$($generic)*> Tabulated for $level {
            fn sizes(&self, _sizes: &mut Vec<usize>) -> Result<(), LevelError> {
                Ok(())
            }

            fn scatter(&self, position: usize, _layout: Layout<'_>, offset: usize, array: &mut [Option<Self::Value>]) {
                let value = self.fiber(position).get();
                array[offset] = Some(array[offset].map_or(value, |other| other.joined(value)));
            }

            fn gather(
                &self,
                update: &mut Self::Update,
                position: usize,
                part: Part<'_, Self::Value>,
            ) -> Result<(), LevelError> {
                *update.value(position) = part.value();
                Ok(())
            }
        }
    };
}
values!([T: Value] Element<T>);
values!([] Pattern);

impl<L> Tabulated for L
where
    L: AxisLevel<Child: Tabulated>,
    L::Update: AxisUpdate<Coord = L::Coord, Child = <L::Child as Level>::Update>,
{
    fn sizes(&self, sizes: &mut Vec<usize>) -> Result<(), LevelError> {
        const { assert!(L::Coord::DISCRETE, "the places of a plain array are integers: give the axis integer coordinates") };
        sizes.push(size(self.extent())?);
        self.child().sizes(sizes)
    }

    fn scatter(&self, position: usize, layout: Layout<'_>, offset: usize, array: &mut [Option<Self::Value>]) {
        let first = self.extent().lo();
        for (lo, hi, child) in self.entries(position) {
            // Pieces lie inside of the extent, which is finite.
            let (from, count) = (L::Coord::measure(first, lo) as usize, L::Coord::measure(lo, hi) as usize);
            for k in from..from + count {
                self.child().scatter(child, layout.below(1), offset + k * layout.strides[0], array);
            }
        }
    }

    fn gather(&self, update: &mut L::Update, position: usize, part: Part<'_, L::Value>) -> Result<(), LevelError> {
        part.cover(self.extent(), update, position, self.fill(), |update, position, part| {
            self.child().gather(update, position, part)
        })
    }
}

/// Returns the number of integers of an axis.
///
/// # Errors
/// [`LevelError::Unbounded`]
pub(in crate::level) fn size<C: Coord>(extent: Interval<C>) -> Result<usize, LevelError> {
    let count = C::measure(extent.lo(), extent.hi());
    if count.is_finite() {
        Ok(count as usize)
    } else {
        Err(LevelError::Unbounded { format: "a plain array", extent: extent.to_string() })
    }
}

/// Returns the sizes and strides of the axes, outermost first, and the number of values.
fn layout<O: IndexOrder>(level: &impl Tabulated) -> Result<(Vec<usize>, Vec<usize>, usize), LevelError> {
    let mut sizes = Vec::new();
    level.sizes(&mut sizes)?;
    let values = sizes.iter().map(|&size| size as f64).product();
    O::arrange(&mut sizes);
    let mut strides = vec![1; sizes.len()];
    let mut count = 1usize;
    for (stride, &size) in strides.iter_mut().zip(&sizes).rev() {
        *stride = count;
        count = count.checked_mul(size).ok_or(LevelError::TooLarge { values })?;
    }
    O::arrange(&mut sizes);
    O::arrange(&mut strides);
    Ok((sizes, strides, count))
}

/// Formats a shape for an error message.
fn shape(sizes: &[usize]) -> String {
    let sizes: Vec<String> = sizes.iter().map(usize::to_string).collect();
    format!("{} values", sizes.join(" x "))
}

impl<L: Tabulated> Piecewise<L> {
    /// Creates a tensor from the values of an array, the last index fastest; the axes of `format` have the sizes of the
    /// array.
    ///
    /// ```
    /// use unite::level::{Element, Piecewise, SparseList, indices};
    ///
    /// let format = SparseList::new(indices(1, 2)?, SparseList::new(indices(1, 3)?, Element::new(0)));
    /// let a = Piecewise::from_dense(format, &[0, 0, 7, 0, 0, 0])?;
    /// assert_eq!(a.to_string(), "\
    /// └─ SparseList (0) [1:2,:]
    ///    └─ [1, :]: SparseList (0) [1:3]
    ///       └─ [3]: 7");
    /// assert_eq!((a.to_dense()?, a.sizes()?), (vec![0, 0, 7, 0, 0, 0], vec![2, 3]));
    /// # Ok::<(), unite::level::LevelError>(())
    /// ```
    ///
    /// # Errors
    /// [`LevelError`]: the sizes differ, or the format cannot store a value.
    pub fn from_dense(format: L, values: &[L::Value]) -> Result<Self, LevelError> {
        Self::with_dense(format, values)
    }
}

impl<L: Tabulated, O: IndexOrder> Piecewise<L, O> {
    /// Creates a tensor as [`from_dense`](Piecewise::from_dense) does, with indices of either order.
    ///
    /// # Errors
    /// The errors of [`from_dense`](Piecewise::from_dense).
    pub fn with_dense(format: L, values: &[L::Value]) -> Result<Self, LevelError> {
        let (sizes, strides, count) = layout::<O>(&format)?;
        let layout = Layout { sizes: &sizes, strides: &strides };
        if count != values.len() {
            let mut needed = sizes.clone();
            O::arrange(&mut needed);
            return Err(LevelError::Shape { given: shape(&[values.len()]), needed: shape(&needed) });
        }
        let mut writing = Updating::<L, O>::new(format.clone());
        let (update, root) = writing.parts();
        format.gather(update, root, Part { layout, offset: 0, values })?;
        writing.freeze()
    }

    /// Returns the number of places of each index, the first index first.
    ///
    /// # Errors
    /// [`LevelError::Unbounded`]
    pub fn sizes(&self) -> Result<Vec<usize>, LevelError> {
        let mut sizes = Vec::new();
        self.level().sizes(&mut sizes)?;
        O::arrange(&mut sizes);
        Ok(sizes)
    }

    /// Returns all values, the last index fastest.
    ///
    /// # Errors
    /// [`LevelError::Unbounded`], [`LevelError::TooLarge`]
    pub fn to_dense(&self) -> Result<Vec<L::Value>, LevelError> {
        let (sizes, strides, count) = layout::<O>(self.level())?;
        let mut array = Vec::new();
        array.try_reserve_exact(count).map_err(|_| LevelError::TooLarge { values: count as f64 })?;
        array.resize(count, None);
        self.level().scatter(0, Layout { sizes: &sizes, strides: &strides }, 0, &mut array);
        Ok(array.into_iter().map(|value| value.unwrap_or(self.fill_value())).collect())
    }

    /// Returns all values of a matrix, row by row.
    ///
    /// # Errors
    /// [`LevelError`]: the tensor is not a matrix of `N` rows and `M` columns.
    pub fn to_rows<const N: usize, const M: usize>(&self) -> Result<[[L::Value; M]; N], LevelError> {
        let sizes = self.sizes()?;
        if sizes[..] != [N, M] {
            return Err(LevelError::Shape { given: shape(&[N, M]), needed: shape(&sizes) });
        }
        let values = self.to_dense()?;
        Ok(std::array::from_fn(|i| std::array::from_fn(|j| values[i * M + j])))
    }
}
