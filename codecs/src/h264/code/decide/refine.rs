//! The refinement of vectors by rate-distortion cost, the last steps of efforts 9 and 10.
//!
//! ```text
//!   for each part and list of the best macroblock:
//!     move to the best of four neighbours a quarter of a sample away, while that costs less
//!       neighbours whose SATD is far above that of the best are not coded
//! ```

use super::candidate::Candidate;
use super::context::MbContext;
use super::early::Rules;
use super::inter::{Choice, parts};
use super::motion_search::Limits;
use super::motion_search::subsample::STEPS;
use super::rate_distortion::{Best, Coding};
use crate::h264::code::coding_order::EIGHT_OF;
use crate::h264::code::macroblock::{MbPart, Motion, Mv, Prediction, SubMbPart};

/// Refines the vectors of the best inter candidate, except inferred ones, in up to `most` steps each.
pub(super) fn refine_vectors(mb: &mut MbContext<'_>, (coding, rules): (Coding, Rules), best: &mut Best, most: u8) {
    if most == 0 {
        return;
    }
    let Prediction::Inter(mut motion) = best.candidate.macroblock.prediction else { return };
    let direct = match motion.part {
        MbPart::Direct => return,
        MbPart::P8x8(subs) => subs.map(|sub| sub == SubMbPart::Direct),
        _ => [false; 4],
    };
    let prediction = predicted(mb, &motion);
    let mut least = mb.satd(&prediction.samples);
    for part in parts(motion.part).filter(|part| !direct[EIGHT_OF[part.y][part.x]]) {
        for list in [0, 1] {
            let Ok(ref_idx) = usize::try_from(motion.lists[list].ref_idx[EIGHT_OF[part.y][part.x]]) else { continue };
            let reference = mb.planes[list][ref_idx].reference();
            let limits = Limits::of(&part.luma(&mb.place), reference, mb.slice.vertical_range);
            let mut back = STEPS.len();
            for _ in 0..most {
                let (centre, mut taken) = (motion, None);
                let mv = centre.lists[list].mv[part.y][part.x];
                for (k, [dy, dx]) in STEPS.into_iter().enumerate() {
                    let mv = Mv { x: mv.x.wrapping_add(dx), y: mv.y.wrapping_add(dy) };
                    if k == back || !limits.contain(mv) {
                        continue;
                    }
                    let mut moved = centre;
                    for row in &mut moved.lists[list].mv[part.y..part.y + part.height] {
                        row[part.x..part.x + part.width].fill(mv);
                    }
                    let prediction = predicted(mb, &moved);
                    let distortion = mb.satd(&prediction.samples);
                    if !rules.vector_may_win(distortion, least) {
                        continue;
                    }
                    if coding.offer_again(mb, best, &prediction) {
                        (motion, taken, least) = (moved, Some(k), distortion);
                    }
                }
                let Some(k) = taken else { break };
                back = 3 - k;
            }
        }
    }
}

/// Returns the candidate of a motion without a residual.
fn predicted(mb: &mut MbContext<'_>, motion: &Motion) -> Candidate {
    if mb.slice().is_b() {
        return mb.motion_prediction(motion);
    }
    let [list, _] = &motion.lists;
    let ref_idx = list.ref_idx.map(|ref_idx| u8::try_from(ref_idx).unwrap_or(0));
    mb.inter_prediction(&Choice { part: motion.part, ref_idx, mv: list.mv })
}
