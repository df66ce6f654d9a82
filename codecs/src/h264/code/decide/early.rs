//! Rules that end the search for a macroblock's coding early. Each saves work and costs some bits: `docs/notes/h264-early.md` has the
//! figures.

/// Returns whether a reference is refined by quarter samples, given its cost at half samples and the least of all references.
#[inline(always)]
pub(super) fn reference_may_win(cost: u32, least: u32) -> bool {
    within(cost, least, 26, 16)
}

/// Returns whether a shape is coded, given its SATD cost and the least of all shapes.
pub(super) fn shape_may_win(cost: u32, least: u32) -> bool {
    within(cost, least, 17, 16)
}

/// Returns whether halves of a macroblock are searched, given the SATD cost of its quarters and that of the whole.
pub(super) fn halves_may_win(quarters: u32, whole: u32) -> bool {
    within(quarters, whole, 33, 32)
}

/// Returns the greatest estimate of intra prediction with which it is tried in a P picture, given the least SATD cost of
/// inter prediction.
pub(super) fn most_intra(inter: u32) -> u32 {
    inter
}

/// Returns whether plane prediction of a whole macroblock is tried, given the least distortion of the other modes and the greatest
/// that is of use.
#[inline(always)]
pub(super) fn plane_may_win(distortion: u32, limit: u32) -> bool {
    within(distortion, limit, 3, 2)
}

/// Returns whether a cost is at most `n / d` of the least.
#[inline(always)]
fn within(cost: u32, least: u32, n: u64, d: u64) -> bool {
    u64::from(cost) * d <= u64::from(least) * n
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_compare_without_overflow() {
        assert!(reference_may_win(26, 16) && !reference_may_win(27, 16));
        assert!(shape_may_win(17, 16) && !shape_may_win(18, 16));
        assert!(halves_may_win(33, 32) && !halves_may_win(34, 32));
        assert!(halves_may_win(u32::MAX, u32::MAX) && !shape_may_win(u32::MAX, 1));
        assert_eq!(most_intra(7), 7);
    }
}
