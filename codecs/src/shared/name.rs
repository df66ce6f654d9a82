//! [`Name`]: a standard's name for a syntax element, with indices in that standard's notation.

use core::fmt;
use core::marker::PhantomData;

/// The notation of a standard for the indices of an element.
pub trait Indices: Copy + fmt::Debug + Eq {
    /// Writes the indices, the outer one first.
    ///
    /// # Errors
    /// The errors of `f`.
    fn write(indices: &[usize], f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

/// The notation of ITU-T H.264, in brackets: `chroma_weight_l0[3][1]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InBrackets {}

impl Indices for InBrackets {
    fn write(indices: &[usize], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        indices.iter().try_for_each(|i| write!(f, "[{i}]"))
    }
}

/// The notation of ITU-T T.81, subscripts after the name: `C1`, `V3,7`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subscript {}

impl Indices for Subscript {
    fn write(indices: &[usize], f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, i) in indices.iter().enumerate() {
            write!(f, "{}{i}", if n == 0 { "" } else { "," })?;
        }
        Ok(())
    }
}

/// A name, with up to two indices.
///
/// ```
/// use codecs::{h264, jpeg};
/// assert_eq!(h264::syntax::Name::from("frame_num").to_string(), "frame_num");
/// assert_eq!(h264::syntax::Name::from(("chroma_weight_l0", 3, 1)).to_string(), "chroma_weight_l0[3][1]");
/// assert_eq!(jpeg::marker::Name::from(("V", 3, 7)).to_string(), "V3,7");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name<I> {
    base: &'static str,
    index: [usize; 2],
    /// The number of indices in use, 0 to 2.
    indices: usize,
    written: PhantomData<I>,
}

impl<I> Name<I> {
    const fn new(base: &'static str, index: [usize; 2], indices: usize) -> Self {
        Name { base, index, indices, written: PhantomData }
    }
}

impl<I> From<&'static str> for Name<I> {
    fn from(base: &'static str) -> Self {
        Name::new(base, [0, 0], 0)
    }
}

impl<I> From<(&'static str, usize)> for Name<I> {
    fn from((base, i): (&'static str, usize)) -> Self {
        Name::new(base, [i, 0], 1)
    }
}

impl<I> From<(&'static str, usize, usize)> for Name<I> {
    fn from((base, i, j): (&'static str, usize, usize)) -> Self {
        Name::new(base, [i, j], 2)
    }
}

impl<I: Indices> fmt::Display for Name<I> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base)?;
        I::write(&self.index[..self.indices], f)
    }
}
