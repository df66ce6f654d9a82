//! Overlapping intervals on chromosomes.
//!
//! ```text
//! build     the index of B
//! pairs     a list of the overlapping pairs of A and B
//! counts    for each interval of A, the number of intervals of B that overlap it
//! ```

use unite::continuous::Interval;
use unite::kernel::IntervalIndex;
use unite::kernel::interval_index::Located;

use crate::{Answer, Folder, Outcome, serve, timed, unknown};

/// Returns the intervals that the script wrote: chromosome, start, stop; half-open.
fn located(list: &[[i32; 3]]) -> Outcome<Vec<Located<i32>>> {
    let located =
        |&[chromosome, start, stop]: &[i32; 3]| Ok((usize::try_from(chromosome)?, Interval::closed_open(start, stop)?));
    list.iter().map(located).collect()
}

pub fn run(folder: &Folder) -> Outcome<()> {
    let (a, b) = (folder.tuples("a.i32", i32::from_le_bytes)?, folder.tuples("b.i32", i32::from_le_bytes)?);
    let chromosomes = 1 + a.iter().chain(&b).map(|interval| interval[0]).max().unwrap_or(0) as usize;
    let build = || -> Outcome<IntervalIndex<i32>> { Ok(IntervalIndex::new(chromosomes, &located(&b)?)?) };
    let (build_ms, index) = timed(build);
    let index = index?;
    let queries = located(&a)?;
    serve(build_ms, |line| match line {
        "build" => {
            let (ms, index) = timed(build);
            Ok(Answer { ms, found: index?.len() })
        }
        "pairs" => {
            let (ms, pairs) = timed(|| {
                let mut pairs: Vec<(u32, u32)> = Vec::new();
                index.join(&queries, |query, number| pairs.push((query as u32, number as u32)));
                pairs
            });
            Ok(Answer { ms, found: pairs.len() })
        }
        "counts" => {
            let (ms, counts) = timed(|| index.counts(&queries));
            Ok(Answer { ms, found: counts.iter().sum() })
        }
        _ => Err(unknown(line)),
    })
}
