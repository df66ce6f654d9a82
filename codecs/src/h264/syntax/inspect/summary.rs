//! The summary of a stream at the end of a listing.

use super::gloss;
use crate::h264::syntax::{Order, ParameterSets};
use crate::shared::inspect::plural;
use std::io;

/// Writes a few lines on the whole stream: parameter sets, counts, rates.
pub(super) fn print(
    order: &Order,
    sets: &ParameterSets,
    units: u64,
    length: u64,
    sink: &mut impl io::Write,
) -> io::Result<()> {
    if sets.all_sps().next().is_none() {
        writeln!(sink, "no sequence parameter set")?;
    }
    for sps in sets.all_sps() {
        writeln!(sink, "{}", gloss::sequence(sps))?;
    }
    let kinds = order.pictures();
    let pictures: u64 = kinds.iter().map(|(_, count)| count.pictures).sum();
    write!(sink, "{units} {}, {pictures} {}", plural(units, "NAL unit"), plural(pictures, "picture"))?;
    if order.fields() > 0 {
        write!(sink, " ({} of them fields)", order.fields())?;
    }
    if order.slices() > pictures {
        write!(sink, ", {} slices", order.slices())?;
    }
    write!(sink, ", {length} bytes")?;
    if let (Some(sps), true) = (sets.active_sps(), pictures > 0) {
        // A field is half a frame.
        let halves = 2 * pictures - order.fields();
        if let Some((scale, ticks)) = sps.frame_rate() {
            let seconds = halves as f64 / 2.0 * ticks as f64 / f64::from(scale);
            write!(sink, ", {:.0} kbit/s", 8.0 * length as f64 / seconds / 1000.0)?;
        }
        if let Some([height, width]) = sps.size() {
            let pixels = f64::from(height) * f64::from(width) * halves as f64 / 2.0;
            write!(sink, ", {:.3} bits a pixel", 8.0 * length as f64 / pixels)?;
        }
    }
    writeln!(sink)?;
    for (kind, count) in kinds.into_iter().filter(|(_, count)| count.pictures > 0) {
        let mean = count.bytes / count.pictures;
        writeln!(sink, "{kind:>4}: {} {}, {mean} bytes each", count.pictures, plural(count.pictures, "picture"))?;
    }
    Ok(())
}
