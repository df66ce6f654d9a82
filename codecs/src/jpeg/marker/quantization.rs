//! [`QuantTables`]: DQT. T.81 B.2.4.1, Table B.4; the zig-zag order of Figure A.6.

use super::code::Marker;
use super::error::MarkerError;
use super::syntax::{MarkerSegment, Syntax};
use crate::jpeg::quant_table::QuantTable;

/// The row-major position of each coefficient of the zig-zag order. T.81 Figure A.6.
///
/// ```
/// assert_eq!(codecs::jpeg::marker::ZIGZAG[..6], [0, 1, 8, 16, 9, 2]);
/// ```
pub const ZIGZAG: [u8; 64] = zigzag();

/// Walks the fifteen diagonals of a block: upwards on the even ones, downwards on the odd ones.
const fn zigzag() -> [u8; 64] {
    let mut order = [0; 64];
    let mut k = 0;
    let mut diagonal = 0;
    while diagonal < 15 {
        let mut step = 0;
        while step <= diagonal {
            let (row, column) = if diagonal % 2 == 0 { (diagonal - step, step) } else { (step, diagonal - step) };
            if row < 8 && column < 8 {
                order[k] = row * 8 + column;
                k += 1;
            }
            step += 1;
        }
        diagonal += 1;
    }
    order
}

/// A quantisation table and its destination.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefinedQuantTable {
    /// `Pq`: 0 for elements of 8 bits, 1 for elements of 16 bits.
    pub precision: u8,
    /// `Tq`: the destination, 0 to 3.
    pub destination: u8,
    /// `Q0` to `Q63`: the steps in zig-zag order, 1 or more.
    pub elements: [u16; 64],
}

impl Default for DefinedQuantTable {
    fn default() -> Self {
        DefinedQuantTable { precision: 0, destination: 0, elements: [1; 64] }
    }
}

impl DefinedQuantTable {
    /// Returns a table for destination 0 to 3, of 8 bits if all steps fit. See [`QuantTables`] for an example.
    pub fn new(destination: u8, table: &QuantTable) -> Self {
        let elements = ZIGZAG.map(|place| table.steps()[usize::from(place)]);
        DefinedQuantTable { precision: u8::from(table.is_wide()), destination, elements }
    }

    /// Returns the steps in row-major order.
    pub fn natural(&self) -> [u16; 64] {
        let mut steps = [0; 64];
        for (place, step) in ZIGZAG.into_iter().zip(self.elements) {
            steps[usize::from(place)] = step;
        }
        steps
    }
}

/// DQT: one or more quantisation tables.
///
/// ```
/// use codecs::jpeg::marker::{DefinedQuantTable, MarkerSegment, QuantTables};
/// use codecs::jpeg::quant_table::QuantTable;
/// let mut out = Vec::new();
/// QuantTables { tables: vec![DefinedQuantTable::new(0, &QuantTable::LUMA)] }.write(&mut out)?;
/// assert_eq!(out[..8], [0xFF, 0xDB, 0, 67, 0x00, 16, 11, 12]);
/// # Ok::<(), codecs::jpeg::marker::MarkerError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QuantTables {
    /// The tables.
    pub tables: Vec<DefinedQuantTable>,
}

impl MarkerSegment for QuantTables {
    fn marker(&self) -> Marker {
        Marker::DQT
    }

    fn length_name(&self) -> &'static str {
        "Lq"
    }

    fn fields<S: Syntax>(&mut self, io: &mut S) -> Result<(), MarkerError> {
        io.until_end("quantisation table", &mut self.tables, |table, io| {
            io.u(4, "Pq", &mut table.precision, 0..=1)?;
            io.u(4, "Tq", &mut table.destination, 0..=3)?;
            let (bits, most) = if table.precision == 0 { (8, 255) } else { (16, 65535) };
            for (k, element) in table.elements.iter_mut().enumerate() {
                io.u(bits, ("Q", k), element, 1..=most)?;
            }
            Ok(())
        })
    }
}
