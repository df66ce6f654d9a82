//! Places without values: stored places are true, all others are false.

use crate::level::{Element, ElementUpdate, Leaf, LeafUpdate, Level, LevelError, LevelSiblings, Update, ValueLists};

/// A level of places without values: stored places are true, all others are false.
///
/// ```
/// use unite::continuous::Interval;
/// use unite::level::{Pattern, Piecewise, Pinpoint};
///
/// let mut mask = Piecewise::declare(Pinpoint::new(Interval::EVERYWHERE, Pattern::new()));
/// for place in [0.0, 1.5, 2.5] {
///     mask.set(place, true)?;
/// }
/// mask.set(1.5, false)?; // what became false is not stored
/// let mask = mask.freeze()?;
/// assert!(mask.at(2.5) && !mask.at(1.5));
/// assert_eq!(mask.level().coordinates(), [0.0, 2.5]);
/// # Ok::<(), unite::level::LevelError>(())
/// ```
///
/// A sparse level above drops the pieces that became false. Below a level that stores each of its places, as
/// [`Dense`](crate::level::Dense) does, all of them must be true.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Pattern {
    positions: usize,
}

impl Pattern {
    /// Creates the format.
    pub fn new() -> Self {
        Pattern { positions: 0 }
    }

    /// Creates a level with a number of places.
    pub fn of(positions: usize) -> Self {
        Pattern { positions }
    }
}

/// A handle of a stored place, which is true.
#[derive(Debug, Clone, Copy)]
pub struct Truth;

#[diagnostic::do_not_recommend]
impl Leaf for Truth {
    type Value = bool;

    #[inline(always)]
    fn get(self) -> bool {
        true
    }
}

impl Level for Pattern {
    type Value = bool;
    type Fiber<'a> = Truth;
    type Siblings<'a> = LevelSiblings<'a, Pattern>;
    type Update = PatternUpdate;

    const RANK: usize = 0;

    #[inline(always)]
    fn fiber(&self, _position: usize) -> Truth {
        Truth
    }

    #[inline(always)]
    fn siblings(&self, first: usize, _len: usize) -> LevelSiblings<'_, Self> {
        LevelSiblings::new(self, first)
    }

    #[inline(always)]
    fn fill(&self) -> bool {
        false
    }

    fn stored_value(&self, _position: usize) -> Option<bool> {
        Some(true)
    }

    fn with_values(&self, values: Vec<bool>) -> Option<Self> {
        Some(Pattern { positions: values.len() })
    }

    fn positions(&self) -> usize {
        self.positions
    }

    fn declare(&self) -> PatternUpdate {
        PatternUpdate { truths: ElementUpdate::new(false) }
    }

    fn freeze(&self, update: &mut PatternUpdate, roots: &[Option<usize>]) -> Result<Self, LevelError> {
        match roots.iter().position(|root| !update.truths.get(*root, false)) {
            Some(position) => Err(LevelError::Untrue { position }),
            None => Ok(Pattern { positions: roots.len() }),
        }
    }

    fn thaw_all(self, update: &mut PatternUpdate) {
        Element::from_values(false, vec![true; self.positions]).thaw_all(&mut update.truths);
    }
}

/// Truth values while they are written.
#[derive(Debug, Clone)]
pub struct PatternUpdate {
    truths: ElementUpdate<bool>,
}

impl Update for PatternUpdate {
    type Value = bool;

    type Held<'a>
        = &'a mut Self
    where
        Self: 'a;

    #[inline(always)]
    fn held(&mut self) -> &mut Self {
        self
    }

    #[inline(always)]
    fn fill(&self) -> bool {
        false
    }

    fn assemble(&mut self) -> usize {
        self.assemble_block(1)
    }

    fn assemble_block(&mut self, count: usize) -> usize {
        self.truths.assemble_block(count)
    }

    fn duplicate(&mut self, position: usize) -> usize {
        self.truths.duplicate(position)
    }

    fn reserve(&mut self, more: usize) {
        self.truths.reserve(more);
    }

    fn shrink(&mut self) {
        self.truths.shrink();
    }

    fn reorder(&mut self, first: usize, order: &[u32]) -> bool {
        self.truths.reorder(first, order)
    }

    #[inline(always)]
    fn lists(&mut self) -> Option<ValueLists<'_, bool>> {
        self.truths.lists()
    }

    fn positions(&self) -> Option<usize> {
        self.truths.positions()
    }

    fn same(&self, one: Option<usize>, other: Option<usize>) -> bool {
        self.truths.same(one, other)
    }

    fn is_dropped(&self, position: usize) -> bool {
        !self.truths.value_at(position)
    }
}

impl LeafUpdate for PatternUpdate {
    #[inline(always)]
    fn value(&mut self, position: usize) -> &mut bool {
        self.truths.value(position)
    }
}
