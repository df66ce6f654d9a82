//! [`Border`]: what the points of a row leave to the row below.

use std::sync::OnceLock;

/// The border of one row: an entry for each point, published once by the row and read by the row below.
///
/// An entry that is not published is absent, so that reading too early is seen.
///
/// ```
/// use codecs::shared::wavefront::Border;
/// let mut border = Border::new(3);
/// assert_eq!(border.columns(), 3);
/// border.publish(0, "first");
/// assert_eq!((border.get(0), border.get(1)), (Some(&"first"), None));
/// border.reset();
/// assert_eq!(border.get(0), None);
/// ```
#[derive(Debug)]
pub struct Border<B>(Box<[OnceLock<B>]>);

impl<B> Border<B> {
    /// Creates the border of a row, without entries.
    pub fn new(columns: usize) -> Self {
        Border((0..columns).map(|_| OnceLock::new()).collect())
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
        assert!(self.0[column].set(entry).is_ok(), "the border entry of column {column} is published already");
    }

    /// Returns the entry of a column, if it is published.
    ///
    /// # Panics
    /// If the row has no such column.
    #[inline]
    pub fn get(&self, column: usize) -> Option<&B> {
        self.0[column].get()
    }

    /// Removes all entries.
    pub fn reset(&mut self) {
        // Taking an entry writes its state alone; a new lock in its place would write all of it.
        self.0.iter_mut().for_each(|entry| _ = entry.take());
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
