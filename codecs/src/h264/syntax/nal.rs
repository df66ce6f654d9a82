//! NAL units: the header (7.3.1), and the insertion of emulation prevention (7.4.1.1). [`super::Rbsp`] removes it.

use core::fmt;

/// `nal_unit_type` (Table 7-1).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NalUnitType(u8);

impl NalUnitType {
    /// A coded slice of a non-IDR picture.
    pub const SLICE: NalUnitType = NalUnitType(1);
    /// Slice data partition A, which contains the slice header.
    pub const PARTITION_A: NalUnitType = NalUnitType(2);
    /// A coded slice of an IDR picture.
    pub const IDR_SLICE: NalUnitType = NalUnitType(5);
    /// Supplemental enhancement information.
    pub const SEI: NalUnitType = NalUnitType(6);
    /// A sequence parameter set.
    pub const SPS: NalUnitType = NalUnitType(7);
    /// A picture parameter set.
    pub const PPS: NalUnitType = NalUnitType(8);
    /// An access unit delimiter.
    pub const ACCESS_UNIT_DELIMITER: NalUnitType = NalUnitType(9);
    /// The end of a sequence.
    pub const END_OF_SEQUENCE: NalUnitType = NalUnitType(10);
    /// The end of the stream.
    pub const END_OF_STREAM: NalUnitType = NalUnitType(11);
    /// Filler data.
    pub const FILLER: NalUnitType = NalUnitType(12);
    /// A sequence parameter set extension.
    pub const SPS_EXTENSION: NalUnitType = NalUnitType(13);
    /// A coded slice of an auxiliary picture.
    pub const AUXILIARY_SLICE: NalUnitType = NalUnitType(19);

    /// Creates a type from the lowest five bits of `code`.
    pub const fn new(code: u8) -> Self {
        NalUnitType(code & 31)
    }

    /// Returns the number of the type, 0 to 31.
    pub const fn code(self) -> u8 {
        self.0
    }

    /// Returns a short name.
    ///
    /// ```
    /// use codecs::h264::syntax::NalUnitType;
    /// assert_eq!(NalUnitType::IDR_SLICE.name(), "IDR");
    /// assert_eq!(NalUnitType::new(30).name(), "unspecified");
    /// ```
    pub const fn name(self) -> &'static str {
        match self.0 {
            1 => "slice",
            2 => "part A",
            3 => "part B",
            4 => "part C",
            5 => "IDR",
            6 => "SEI",
            7 => "SPS",
            8 => "PPS",
            9 => "AUD",
            10 => "end seq",
            11 => "end str",
            12 => "filler",
            13 => "SPS ext",
            14 => "prefix",
            15 => "subset",
            16 => "depth PS",
            19 => "auxiliary",
            20 => "slice ext",
            21 => "slice 3D",
            0 | 24..=31 => "unspecified",
            _ => "reserved",
        }
    }

    /// Returns whether units of this type begin with a slice header.
    pub const fn has_slice_header(self) -> bool {
        matches!(self.0, 1 | 2 | 5 | 19)
    }

    /// Returns whether units of this type hold coded data of a primary picture: types 1 to 5.
    pub const fn is_vcl(self) -> bool {
        matches!(self.0, 1..=5)
    }
}

impl fmt::Display for NalUnitType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The header of a NAL unit: its first byte.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NalHeader {
    /// `nal_ref_idc`: 0 to 3; 0 if no other picture refers to the unit.
    pub nal_ref_idc: u8,
    /// `nal_unit_type`: 0 to 31.
    pub nal_unit_type: NalUnitType,
}

impl NalHeader {
    /// Creates a header.
    ///
    /// # Panics
    /// If `nal_ref_idc` is above 3.
    pub const fn new(nal_ref_idc: u8, nal_unit_type: NalUnitType) -> Self {
        assert!(nal_ref_idc <= 3, "nal_ref_idc has two bits");
        NalHeader { nal_ref_idc, nal_unit_type }
    }

    /// Reads the header from a byte; `forbidden_zero_bit` is ignored.
    pub const fn from_byte(byte: u8) -> Self {
        NalHeader { nal_ref_idc: byte >> 5 & 3, nal_unit_type: NalUnitType::new(byte) }
    }

    /// Returns the byte of the header.
    ///
    /// ```
    /// use codecs::h264::syntax::{NalHeader, NalUnitType};
    /// let header = NalHeader::new(3, NalUnitType::SPS);
    /// assert_eq!(header.byte(), 0x67);
    /// assert_eq!(NalHeader::from_byte(0x67), header);
    /// ```
    pub const fn byte(self) -> u8 {
        (self.nal_ref_idc & 3) << 5 | self.nal_unit_type.code()
    }

    /// Returns `IdrPicFlag` (7-1).
    pub const fn is_idr(self) -> bool {
        self.nal_unit_type.0 == 5
    }
}

/// A NAL unit: header and RBSP without emulation prevention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nal {
    /// The header.
    pub header: NalHeader,
    /// The RBSP: the payload without emulation prevention.
    pub rbsp: Vec<u8>,
}

impl Nal {
    /// Returns the bytes of the NAL unit with emulation prevention but without a start code, as in MP4 files.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.rbsp.len() + 16);
        write_nal_unit(self.header, &self.rbsp, &mut out);
        out
    }
}

/// Appends a NAL unit without a start code: its header, and an RBSP with `emulation_prevention_three_byte`s.
///
/// ```
/// use codecs::h264::syntax::{NalHeader, NalUnitType, write_nal_unit};
/// let mut out = Vec::new();
/// write_nal_unit(NalHeader::new(0, NalUnitType::SEI), &[0, 0, 0, 0, 1, 0x80], &mut out);
/// assert_eq!(out, [0x06, 0, 0, 3, 0, 0, 3, 1, 0x80]);
/// ```
pub fn write_nal_unit(header: NalHeader, rbsp: &[u8], out: &mut Vec<u8>) {
    out.reserve(1 + rbsp.len() + rbsp.len() / 64);
    out.push(header.byte());
    let mut begin = 0;
    let mut at = 2;
    while let Some(&last) = rbsp.get(at) {
        if last <= 3 && rbsp[at - 2..at] == [0, 0] {
            out.extend_from_slice(&rbsp[begin..at]);
            out.push(3);
            begin = at;
            at += 2;
        } else {
            // A nonzero byte cannot be part of two zeros.
            at += if last == 0 { 1 } else { 3 };
        }
    }
    out.extend_from_slice(&rbsp[begin..]);
    // 7.4.1: a NAL unit must not end with a zero. Only `cabac_zero_word`s would end it so.
    if rbsp.last() == Some(&0) {
        out.push(3);
    }
}
