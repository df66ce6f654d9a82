//! The explicit weights of a P picture (7.4.3.2): those of the lookahead, or those of a request.
//!
//! The lookahead has compared the costs of the picture with and without a weight of its first reference. Where the weight wins, all
//! references get weights by their brightness.

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

/// Returns the weights for references of some brightness, in the order of list 0, given their decoded pictures.
pub(super) fn table<'a>(
    level: Level,
    outlook: Option<&Outlook>,
    references: impl Iterator<Item = (Option<&'a Brightness>, &'a Picture)>,
) -> PredWeightTable {
    let mut table = PredWeightTable::default();
    let Some((this, first)) = outlook.and_then(|outlook| Some((&outlook.brightness, outlook.weight?))) else {
        return table;
    };
    let scales: Vec<[Option<Scale>; 3]> = references
        .enumerate()
        .map(|(k, (reference, decoded))| {
            let means = means(level, decoded);
            [0, 1, 2].map(|n| {
                let fit = if k == 0 && n == 0 { Some(first) } else { this.weight_of(reference?, n) };
                fit?.scale(means[n], n)
            })
        })
        .collect();
    // All references of a component share a denominator: the least that one of them needs.
    let least = |components: &[usize]| {
        let all = scales.iter().flat_map(|scales| components.iter().filter_map(|&n| scales[n]));
        all.map(|scale| scale.log_wd).min().unwrap_or(0)
    };
    let (luma, chroma) = (least(&[0]), least(&[1, 2]));
    (table.luma_log2_weight_denom, table.chroma_log2_weight_denom) = (luma, chroma);
    table.lists[0] = scales
        .iter()
        .map(|&[y, cb, cr]| ReferenceWeights {
            luma: y.map(|scale| in_units(scale, luma)),
            chroma: (cb.is_some() || cr.is_some()).then(|| [cb, cr].map(|scale| or_one(scale, chroma))),
        })
        .collect();
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
