//! [`trace`]: every syntax element of a stream, with entropy-coded data (T.81 Annex B; F.2, G.2, H.2).
//!
//! Scans are those of the sequential, the progressive and the lossless Huffman processes (F.2.1, F.2.2, G.2, H.2.1).
//!
//! ```text
//!   marker segments ── their descriptions ──────────────────────────────────▶ element
//!   entropy-coded data ─ intervals ─ MCUs ─ data units ─ DECODE, RECEIVE ──▶ element
//! ```
//!
//! This reader shares the descriptions of segments and of Huffman tables with the encoder, but not the coders of blocks
//! and differences. Not traced, with one line each: arithmetic scans, and broken data in other scans.

mod bits;
mod entropy_coded;
mod progressive;
mod scan;

use super::marker::{Content, MarkerError, Stream};
use crate::shared::trace::Trace;
use entropy_coded::Tracer;
use progressive::Progress;
use scan::State;

/// Passes all syntax elements of a stream to `trace`.
///
/// The elements are those of the marker segments and of the entropy-coded data. For each block of a sequential Huffman
/// scan there are codes (`DC SSSS`, `AC RRRRSSSS`, with the bits of the code) and additional bits (`DC diff`, `ZZ(k)`,
/// with the difference and the coefficient that they represent). Each sample of a lossless Huffman scan has a code,
/// `SSSS`, and additional bits, `diff`; the differences 0 and 32768, of categories 0 and 16, have no additional bits.
/// `stuffing` is the zero byte after an `FF`, `padding` the bits before a marker.
///
/// In a progressive scan, values are multiplied by its point transform; `DC bit` and `ZZ(k) bit` are what a refinement adds
/// to a magnitude, and `EOBRUN` is a run of blocks whose band has ended. Blocks without bits are left out.
///
/// Broken data is reported in one line, and the trace continues with the next restart interval.
///
/// ```
/// use codecs::jpeg::{baseline, lossless, trace};
/// use codecs::picture::{PixelFormat, Pixels};
/// use codecs::shared::trace::TextTrace;
/// let mut file = Vec::new();
/// let gray = Pixels::interleaved(&[131; 64], 8, 8, PixelFormat::Gray)?;
/// baseline::encode(&gray, &baseline::Options::new(50)?, &mut file)?;
/// let mut text = TextTrace::new(Vec::new());
/// trace(&file, &mut text)?;
/// let text = String::from_utf8(text.finish()?)?;
/// // The block's mean is 3 above 128: 24 in T.81's scale, two steps of 16 after rounding.
/// assert!(text.contains(
///     "MCU 0\n\
///      328.0        component 1, block 0,0\n\
///      328.0     3  DC SSSS = 2\n\
///      328.3     2  DC diff = 2\n\
///      328.5     4  AC RRRRSSSS = 0\n\
///      329.1     7  padding = 127\n"
/// ));
/// // A lossless file: the first sample is predicted by 128, each of the others by the preceding sample.
/// let row = Pixels::interleaved(&[131_u8, 131, 126], 3, 1, PixelFormat::Gray)?;
/// file.clear();
/// lossless::encode(&row, &lossless::Options::dicom(), &mut file)?;
/// let mut text = TextTrace::new(Vec::new());
/// trace(&file, &mut text)?;
/// let text = String::from_utf8(text.finish()?)?;
/// let ends = text.lines().rev().skip(3).map(|line| line[13..].trim()).take(3);
/// assert!(ends.eq(["diff = -5", "SSSS = 3", "component 1, sample 0,2"]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MarkerError::NotJpeg`].
pub fn trace(bytes: &[u8], trace: &mut dyn Trace) -> Result<(), MarkerError> {
    let stream = Stream::read(bytes)?;
    let (mut state, mut progress) = (State::default(), Progress::default());
    for part in &stream.parts {
        match &part.content {
            Content::EntropyCoded { .. } => {
                let data = part.position as usize..(part.position + part.length) as usize;
                match state.scan(&stream) {
                    Ok(scan) => Tracer { bytes, trace, progress: &mut progress }.scan(&scan, data),
                    Err(why) => {
                        let line = format!("entropy-coded data, {} bytes: {why}", part.length);
                        trace.structure(8 * part.position, &line);
                    }
                }
            }
            Content::Segment(segment) => {
                part.trace(trace);
                state.remember(segment);
            }
            _ => part.trace(trace),
        }
    }
    Ok(())
}
