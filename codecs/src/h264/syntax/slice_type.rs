//! [`SliceType`]: `slice_type` (Table 7-6).

use super::error::SyntaxError;
use super::nal::NalHeader;
use super::structure::Syntax;

/// The kind of a slice: the pictures that its macroblocks may refer to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SliceKind {
    /// Predicted from its own picture and list 0.
    #[default]
    P,
    /// Predicted from its own picture, list 0 and list 1.
    B,
    /// Predicted from its own picture alone.
    I,
    /// Switching P: a P slice for switching between streams.
    Sp,
    /// Switching I: an I slice for switching between streams.
    Si,
}

impl SliceKind {
    /// Returns the `slice_type` for a picture that may have slices of other kinds.
    pub const fn of_some(self) -> SliceType {
        SliceType(self as u8)
    }

    /// Returns the `slice_type` for a picture with slices of this kind alone.
    ///
    /// ```
    /// use codecs::h264::syntax::SliceKind;
    /// assert_eq!(SliceKind::I.of_all().code(), 7);
    /// assert_eq!(SliceKind::I.of_some().code(), 2);
    /// ```
    pub const fn of_all(self) -> SliceType {
        SliceType(self as u8 + 5)
    }

    /// Returns whether the kind is I or SI.
    pub const fn is_intra(self) -> bool {
        matches!(self, SliceKind::I | SliceKind::Si)
    }

    /// Returns the standard's name.
    pub const fn name(self) -> &'static str {
        ["P", "B", "I", "SP", "SI"][self as usize]
    }
}

impl core::fmt::Display for SliceKind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

/// `slice_type`, 0 to 9: [`SliceKind::of_some`] and [`SliceKind::of_all`] create it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SliceType(u8);

impl SliceType {
    /// Returns the number of the type, 0 to 9.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns the kind of the slice.
    pub const fn kind(self) -> SliceKind {
        match self.0 % 5 {
            0 => SliceKind::P,
            1 => SliceKind::B,
            2 => SliceKind::I,
            3 => SliceKind::Sp,
            _ => SliceKind::Si,
        }
    }

    /// Returns whether all slices of the picture are of this kind.
    pub const fn is_of_all(self) -> bool {
        self.0 >= 5
    }

    pub(super) fn fields<S: Syntax>(&mut self, io: &mut S, nal: NalHeader) -> Result<(), SyntaxError> {
        let (position, name) = (io.position(), "slice_type".into());
        self.0 = io.selector(name, self.0, 0..=9)?;
        if nal.is_idr() && !self.kind().is_intra() {
            io.complain(SyntaxError::Combination { position, name, reason: "an IDR picture has I and SI slices" })?;
        }
        Ok(())
    }
}
