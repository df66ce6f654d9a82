//! [`Tiff`]: a TIFF structure, in which Exif and the index of further pictures keep their fields. TIFF 6.0, section 2.

use core::ops::Range;

/// A TIFF structure: a byte order, and directories of entries.
pub(super) struct Tiff<'a> {
    bytes: &'a [u8],
    pub(super) order: ByteOrder,
}

/// An entry of a directory: a number, a kind of values, their count, and the place of the four bytes that hold the values or
/// their offset.
pub(super) struct Entry {
    pub(super) tag: u32,
    pub(super) kind: u32,
    pub(super) count: u32,
    pub(super) value: usize,
}

/// A fault of a structure: its place, and the reason.
pub(super) type Fault = (u64, &'static str);

impl<'a> Tiff<'a> {
    /// Reads the byte order.
    ///
    /// # Errors
    /// The structure begins otherwise.
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Fault> {
        let order = match bytes.get(..4) {
            Some([b'I', b'I', 42, 0]) => ByteOrder::Little,
            Some([b'M', b'M', 0, 42]) => ByteOrder::Big,
            _ => return Err((0, "it begins neither with II 42 nor with MM 42")),
        };
        Ok(Tiff { bytes, order })
    }

    /// Returns the number of up to four bytes at a place.
    ///
    /// # Errors
    /// The place lies outside of the structure, for which `reason` is given.
    pub(super) fn number(&self, place: Range<usize>, reason: &'static str) -> Result<u32, Fault> {
        let bytes = self.bytes.get(place.clone()).ok_or((place.start as u64, reason))?;
        Ok(self.order.number(bytes))
    }

    /// Returns the entry of the first directory with a number.
    ///
    /// # Errors
    /// There is no directory, or an entry up to that one lies outside of the structure.
    pub(super) fn find(&self, tag: u32) -> Result<Option<Entry>, Fault> {
        self.entries()?.find(|entry| entry.as_ref().map_or(true, |entry| entry.tag == tag)).transpose()
    }

    /// Returns the entries of the first directory, and a fault in the place of those that lie outside of the structure.
    ///
    /// # Errors
    /// There is no directory.
    fn entries(&self) -> Result<impl Iterator<Item = Result<Entry, Fault>> + '_, Fault> {
        let ifd = self.number(4..8, "the offset of IFD0 is missing")? as usize;
        let first = ifd.saturating_add(2);
        let entries = self.number(ifd..first, "IFD0 lies outside of the data")? as usize;
        // 65535 entries of 12 bytes, from an offset of 32 bits.
        Ok((0..entries).map(move |entry| first.saturating_add(12 * entry)).map(|at| {
            let field = |from: usize, bytes: usize| {
                let place = at.saturating_add(from)..at.saturating_add(from + bytes);
                self.number(place, "IFD0 has more entries than fit into the data")
            };
            field(8, 4)?;
            Ok(Entry { tag: field(0, 2)?, kind: field(2, 2)?, count: field(4, 4)?, value: at + 8 })
        }))
    }
}

/// The byte order of the numbers in a TIFF structure.
#[derive(Clone, Copy)]
pub(super) enum ByteOrder {
    Little,
    Big,
}

impl ByteOrder {
    /// Returns the number that up to four bytes represent.
    pub(super) fn number(self, bytes: &[u8]) -> u32 {
        let join = |number, &byte| (number << 8) | u32::from(byte);
        match self {
            ByteOrder::Little => bytes.iter().rev().fold(0, join),
            ByteOrder::Big => bytes.iter().fold(0, join),
        }
    }

    /// Returns the four bytes that represent a number.
    pub(super) fn bytes(self, number: u32) -> [u8; 4] {
        match self {
            ByteOrder::Little => number.to_le_bytes(),
            ByteOrder::Big => number.to_be_bytes(),
        }
    }
}
