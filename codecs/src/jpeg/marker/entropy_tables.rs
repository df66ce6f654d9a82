//! [`HuffmanTables`]: DHT, and [`ArithmeticConditioning`]: DAC. T.81 B.2.4.2, Table B.5; B.2.4.3, Table B.6.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};

/// A Huffman table and its destination.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DefinedHuffmanTable {
    /// `Tc`: 0 for DC coefficients and lossless differences, 1 for AC coefficients.
    pub class: u8,
    /// `Th`: the destination, 0 to 3; 0 or 1 in a baseline frame.
    pub destination: u8,
    /// `L1` to `L16` (BITS): the number of codes of 1 to 16 bits.
    pub bits: [u8; 16],
    /// `V` (HUFFVAL): the symbols of the codes, the shortest code first.
    pub values: Vec<u8>,
}

impl DefinedHuffmanTable {
    /// Returns a table of class 0 (DC, lossless) or 1 (AC) for destination 0 to 3.
    ///
    /// ```
    /// use codecs::jpeg::huffman_tables::AC_LUMA;
    /// use codecs::jpeg::marker::DefinedHuffmanTable;
    /// assert_eq!(DefinedHuffmanTable::new(1, 0, AC_LUMA.0, AC_LUMA.1).values.len(), 162);
    /// ```
    pub fn new(class: u8, destination: u8, bits: [u8; 16], values: &[u8]) -> Self {
        DefinedHuffmanTable { class, destination, bits, values: values.to_vec() }
    }

    /// Returns how many of the 65536 words of 16 bits begin with one of the codes. A prefix code that leaves the code
    /// of all ones free, as Annex C requires, uses at most 65535.
    ///
    /// ```
    /// use codecs::jpeg::marker::DefinedHuffmanTable;
    /// let mut table = DefinedHuffmanTable::default();
    /// table.bits[0] = 1;
    /// assert_eq!(table.words_used(), 32768);
    /// ```
    pub fn words_used(&self) -> u32 {
        self.bits.iter().zip(1..).map(|(&codes, length)| u32::from(codes) << (16 - length)).sum()
    }
}

/// DHT: one or more Huffman tables.
///
/// ```
/// use codecs::jpeg::marker::{DefinedHuffmanTable, HuffmanTables, MarkerSegment};
/// let mut table = DefinedHuffmanTable { values: vec![5, 6], ..Default::default() };
/// table.bits[..2].copy_from_slice(&[1, 1]);
/// let mut out = Vec::new();
/// HuffmanTables { tables: vec![table.clone()] }.write(&mut out)?;
/// assert_eq!(out.len(), 2 + 2 + 1 + 16 + 2);
///
/// table.bits[0] = 2;
/// assert!(HuffmanTables { tables: vec![table] }.write(&mut out).is_err());
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HuffmanTables {
    /// The tables.
    pub tables: Vec<DefinedHuffmanTable>,
}

impl MarkerSegment for HuffmanTables {
    fn marker(&self) -> Marker {
        Marker::DHT
    }

    fn length_name(&self) -> &'static str {
        "Lh"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.until_end("Huffman table", &mut self.tables, |table, io| {
            let position = io.position().whole_bytes();
            io.u(4, "Tc", &mut table.class, 0..=1)?;
            io.u(4, "Th", &mut table.destination, 0..=3)?;
            for (i, codes) in (1..).zip(&mut table.bits) {
                io.u(8, ("L", i), codes, 0..=255)?;
            }
            let used = table.words_used();
            if used > 65535 {
                io.complain(MarkerError::CodeLengths { position, used })?;
            }
            let codes = table.bits.iter().map(|&codes| usize::from(codes)).sum();
            io.needs("V", 8 * codes as u64)?;
            io.follows("V", &mut table.values, codes)?;
            let mut values = table.values.iter_mut();
            for (i, &codes) in (1..).zip(&table.bits) {
                for (j, value) in (1..=usize::from(codes)).zip(&mut values) {
                    io.u(8, ("V", i, j), value, 0..=255)?;
                }
            }
            Ok(())
        })
    }
}

/// The conditioning of one class of coefficients.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Conditioning {
    /// `Tc`: 0 for DC coefficients and lossless differences, 1 for AC coefficients.
    pub class: u8,
    /// `Tb`: the destination, 0 to 3.
    pub destination: u8,
    /// `Cs`: for AC `Kx`, 1 to 63; else `16 * U + L`, where `L <= U`.
    pub value: u8,
}

/// DAC: conditioning of the arithmetic coder.
///
/// ```
/// use codecs::jpeg::marker::{ArithmeticConditioning, Conditioning, MarkerSegment};
/// let ac = Conditioning { class: 1, destination: 0, value: 5 };
/// let mut out = Vec::new();
/// ArithmeticConditioning { tables: vec![ac] }.write(&mut out)?;
/// assert_eq!(out, [0xFF, 0xCC, 0, 4, 0x10, 5]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ArithmeticConditioning {
    /// The conditionings.
    pub tables: Vec<Conditioning>,
}

impl MarkerSegment for ArithmeticConditioning {
    fn marker(&self) -> Marker {
        Marker::DAC
    }

    fn length_name(&self) -> &'static str {
        "La"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.until_end("conditioning", &mut self.tables, |table, io| {
            io.u(4, "Tc", &mut table.class, 0..=1)?;
            io.u(4, "Tb", &mut table.destination, 0..=3)?;
            if table.class != 0 {
                return io.u(8, "Cs", &mut table.value, 1..=63);
            }
            let position = io.position().whole_bytes();
            io.u(8, "Cs", &mut table.value, 0..=255)?;
            let (upper, lower) = (table.value >> 4, table.value & 15);
            if lower > upper {
                io.complain(MarkerError::Conditioning { position, lower, upper })?;
            }
            Ok(())
        })
    }
}
