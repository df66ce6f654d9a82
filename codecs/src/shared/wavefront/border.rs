//! [`Border`]: what the points of a row leave to the row below.

use std::ops::Deref;
use std::sync::{Mutex, MutexGuard};

const NO_PANIC: &str = "nothing panics while it has an entry";

/// The border of one row: an entry for each point, published once by the row and read by the row below.
///
/// An entry that is not published is absent, so that reading too early is seen.
///
/// ```
/// use codecs::shared::wavefront::Border;
/// let mut border = Border::new(3);
/// assert_eq!(border.columns(), 3);
/// border.publish(0, "first");
/// assert!(border.get(0).is_some_and(|entry| *entry == "first") && border.get(1).is_none());
/// border.reset();
/// assert!(border.get(0).is_none());
/// ```
// A row publishes an entry and the row below reads it once, so the locks are free; a `OnceLock` takes twice the time.
#[derive(Debug)]
pub struct Border<B>(Box<[Mutex<Option<B>>]>);

/// An entry of a border, as long as it is read.
#[derive(Debug)]
pub struct Published<'b, B>(MutexGuard<'b, Option<B>>);

impl<B> Deref for Published<'_, B> {
    type Target = B;

    #[inline]
    fn deref(&self) -> &B {
        self.0.as_ref().expect("it was there when it was locked")
    }
}

impl<B> Border<B> {
    /// Creates the border of a row, without entries.
    pub fn new(columns: usize) -> Self {
        Border((0..columns).map(|_| Mutex::new(None)).collect())
    }

    /// Returns the number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.0.len()
    }

    /// Publishes the entry of a column.
    ///
    /// # Panics
    /// If it is published already, or the row has no such column.
    #[inline]
    pub fn publish(&self, column: usize, entry: B) {
        let mut place = self.0[column].lock().expect(NO_PANIC);
        assert!(place.is_none(), "the border entry of column {column} is published already");
        *place = Some(entry);
    }

    /// Returns the entry of a column, if it is published.
    ///
    /// # Panics
    /// If the row has no such column.
    #[inline]
    pub fn get(&self, column: usize) -> Option<Published<'_, B>> {
        let entry = self.0[column].lock().expect(NO_PANIC);
        entry.is_some().then(|| Published(entry))
    }

    /// Removes all entries.
    pub fn reset(&mut self) {
        self.0.iter_mut().for_each(|entry| *entry.get_mut().expect(NO_PANIC) = None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "column 1 is published already")]
    fn an_entry_is_published_once() {
        let border = Border::new(2);
        border.publish(1, 0);
        border.publish(1, 0);
    }
}
