//! [`TrellisQuantizer`]: a quantiser that weighs the bits of a block against its error.
//!
//! The bits are those of Huffman tables that suit the picture. A first pass finds them: it counts the symbols of rows of
//! MCUs at equal distances, quantised with a dead zone.

use super::components::Conversion;
use super::dct::Block8x8;
use super::encoder::ScanCoder;
use super::frame::Frame;
use super::huffman_coder::SymbolCoder;
use super::row_quantizer::{RowOfBlocks, RowQuantizer};
use super::rows::RowBuffers;
use super::sinks::SymbolCounts;
use super::source::Source;
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::quantization::{Lambda, LambdaField, Paths, Rates, Trellis};
use crate::jpeg::{JpegError, Restart, Scans};
use crate::shared::dispatch::dispatch_wide;
use fearless_simd::{Level, Simd};
use std::sync::Arc;

/// A quantiser whose levels cost the least in bits and error, for each block by itself.
///
/// [`Encoder::with_trellis`](super::Encoder::with_trellis) makes one for a picture.
///
/// ```
/// use codecs::jpeg::HuffmanSpec;
/// use codecs::jpeg::baseline::{Encoder, Options, TrellisQuantizer};
/// use codecs::jpeg::quantization::{Lambda, Rates};
/// let options = Options::new(90)?;
/// let rates = [Rates::new(&HuffmanSpec::AC_LUMA), Rates::new(&HuffmanSpec::AC_CHROMA)];
/// let quantizer = TrellisQuantizer::new(&options.quant, &rates, Lambda::default());
/// let encoder = Encoder::new(options).with_quantizer(quantizer); // one pass, for the tables of Annex K
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Debug)]
pub struct TrellisQuantizer {
    tables: [Trellis; 3],
    field: Option<Arc<LambdaField>>,
}

impl TrellisQuantizer {
    /// Returns a quantiser with these tables. `rates` are those of the two pairs of Huffman tables: the first component
    /// uses the first, the others use the second.
    pub fn new(tables: &[QuantTable; 3], rates: &[Rates; 2], lambda: Lambda) -> Self {
        let trellis = |table: usize| Trellis::new(&tables[table], &rates[table.min(1)], lambda);
        TrellisQuantizer { tables: [trellis(0), trellis(1), trellis(2)], field: None }
    }

    /// Returns this quantiser with weights for each place of the picture.
    #[must_use]
    pub fn with_field(self, field: Arc<LambdaField>) -> Self {
        TrellisQuantizer { field: Some(field), ..self }
    }

    /// Sets the levels of a run of blocks.
    #[inline(always)]
    fn set_levels<S: Simd>(&self, simd: S, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
        let (trellis, mut paths) = (&self.tables[row.table], Paths::default());
        let runs = levels.chunks_mut(TOGETHER).zip(exact.chunks(TOGETHER));
        for (first, (levels, exact)) in (0..).step_by(TOGETHER).zip(runs) {
            let mut factors = [1.0; TOGETHER];
            if let Some(field) = &self.field {
                set_factors(field, row, first, &mut factors[..exact.len()]);
            }
            for (levels, (exact, factor)) in levels.iter_mut().zip(exact.iter().zip(factors)) {
                levels.as_flattened_mut().copy_from_slice(&trellis.levels_in(simd, &mut paths, exact, factor));
            }
        }
    }
}

/// The levels of a block do not depend on its neighbours'.
impl RowQuantizer for TrellisQuantizer {
    fn quantize_row(&self, row: &RowOfBlocks<'_>, exact: &[Block8x8], levels: &mut [Block8x8]) {
        dispatch_wide!(Level::new(), simd => self.set_levels(simd, row, exact, levels));
    }
}

/// The blocks whose place is looked up together.
const TOGETHER: usize = 64;

/// Sets the factors of the blocks of a row from number `first` on.
fn set_factors(field: &LambdaField, row: &RowOfBlocks<'_>, first: usize, factors: &mut [f32]) {
    if !field.at_blocks(&row.places(first, factors.len()), factors) {
        for (n, factor) in (first..).zip(factors) {
            *factor = field.at(&row.place(n));
        }
    }
}

/// The rows of MCUs that the first pass looks at, in a picture that has more.
const ROWS: usize = 64;

/// Returns the bits of AC coefficients in a file of a picture, for both pairs of Huffman tables.
pub(super) fn rates(frame: &Arc<Frame>, conversion: Conversion, source: &dyn Source) -> Result<[Rates; 2], JpegError> {
    let (level, mut buffers) = (Level::new(), RowBuffers::new(frame, conversion));
    // Neither the distribution over scans nor intervals between restarts change the symbols of AC coefficients.
    let scans = frame.scans(Scans::Separate, Restart::Never)?;
    let counter = |scan| ScanCoder::new(Arc::clone(frame), scan, SymbolCoder::new(SymbolCounts::new()));
    let mut counters: Vec<_> = scans.into_iter().map(counter).collect();
    let rows = frame.mcu_grid()[0];
    for row in (0..rows).step_by(rows.div_ceil(ROWS)) {
        source.take(level, &mut buffers, frame, row);
        counters.iter_mut().for_each(|counter| counter.code_row(level, &buffers.coefficients, (frame, row)));
    }
    let ac = |table: usize| {
        let mut sum = [0_u32; 256];
        for counter in &counters {
            let counted = &counter.coder.sink.frequencies[table][1];
            sum.iter_mut().zip(counted).for_each(|(sum, n)| *sum = sum.saturating_add(*n));
        }
        Rates::new(&HuffmanSpec::optimal(&sum))
    };
    Ok([ac(0), ac(1)])
}
