//! [`Name`]: the standard's name for an element.

use core::fmt;

/// The standard's name for an element, with its indices: `frame_num`, `offset_for_ref_frame[2]`, `chroma_weight_l0[3][1]`.
///
/// ```
/// use codecs::h264::syntax::Name;
/// assert_eq!(Name::from("frame_num").to_string(), "frame_num");
/// assert_eq!(Name::from(("chroma_weight_l0", 3, 1)).to_string(), "chroma_weight_l0[3][1]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    base: &'static str,
    index: [Option<usize>; 2],
}

impl From<&'static str> for Name {
    fn from(base: &'static str) -> Self {
        Name { base, index: [None, None] }
    }
}

impl From<(&'static str, usize)> for Name {
    fn from((base, i): (&'static str, usize)) -> Self {
        Name { base, index: [Some(i), None] }
    }
}

impl From<(&'static str, usize, usize)> for Name {
    fn from((base, i, j): (&'static str, usize, usize)) -> Self {
        Name { base, index: [Some(i), Some(j)] }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.base)?;
        self.index.iter().flatten().try_for_each(|i| write!(f, "[{i}]"))
    }
}
