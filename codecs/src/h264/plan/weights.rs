//! The explicit weights of a P picture (7.4.3.2): those of the lookahead, or those of a request.
//!
//! The lookahead has compared the costs of the picture with and without a weight of its first reference. Where the weight wins, the
//! first reference gets it, and weights of chroma by the brightness of the two pictures.

use crate::h264::H264Error;
use crate::h264::code::picture::Picture;
use crate::h264::lookahead::{Brightness, Outlook, Scale, means};
use crate::h264::options::Options;
use crate::h264::syntax::{PredWeightTable, ReferenceWeights, Weight};
use fearless_simd::Level;

/// Checks the weights of a request.
pub(super) fn check(options: &Options, table: &PredWeightTable) -> Result<(), H264Error> {
    let denominator = table.luma_log2_weight_denom.max(table.chroma_log2_weight_denom);
    match denominator {
        _ if !options.weighted_p => Err(H264Error::NoWeights),
        8.. => Err(H264Error::WeightDenominator(denominator)),
        _ => Ok(()),
    }
}

/// Returns the weights of the first reference of list 0, given its brightness and its decoded picture, whose means are not quite those
/// of its source. The others have none: they are searched as they are.
pub(super) fn table(
    level: Level,
    outlook: Option<&Outlook>,
    reference: Option<(&Brightness, &Picture)>,
) -> PredWeightTable {
    let mut table = PredWeightTable::default();
    let Some((outlook, (reference, decoded))) = outlook.zip(reference) else { return table };
    let (this, Some(luma)) = (&outlook.brightness, outlook.weight) else { return table };
    let means = means(level, decoded);
    let luma = luma.scale(means[0], 0);
    let chroma = [1, 2].map(|n| this.weight_of(reference, n)?.scale(means[n], n));
    // Cb and Cr share a denominator: the less of the two.
    let units = chroma.iter().flatten().map(|scale| scale.log_wd).min();
    table.luma_log2_weight_denom = luma.map_or(0, |scale| scale.log_wd);
    table.chroma_log2_weight_denom = units.unwrap_or(0);
    table.lists[0] = vec![ReferenceWeights {
        luma: luma.map(|scale| scale.weight),
        chroma: units.map(|units| chroma.map(|scale| or_one(scale, units))),
    }];
    table
}

/// Returns a weight in units of a larger or equal part.
fn in_units(Scale { weight, log_wd }: Scale, units: u8) -> Weight {
    let shift = log_wd - units;
    let rounded = (i32::from(weight.weight) + (1 << shift >> 1)) >> shift;
    Weight { weight: rounded.min(127) as i8, ..weight }
}

fn or_one(scale: Option<Scale>, units: u8) -> Weight {
    scale.map_or(Weight { weight: 1 << units, offset: 0 }, |scale| in_units(scale, units))
}

/// Returns the weights for the references of a list, as many as it has, of the components that the stream has.
pub(super) fn of_list(mut table: PredWeightTable, references: usize, monochrome: bool) -> PredWeightTable {
    table.lists[0].resize(references, ReferenceWeights::default());
    table.lists[1].clear();
    if monochrome {
        table.chroma_log2_weight_denom = 0;
        table.lists[0].iter_mut().for_each(|weights| weights.chroma = None);
    }
    table
}
