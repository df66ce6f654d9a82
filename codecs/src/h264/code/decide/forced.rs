//! [`Forced`]: a mode decision by prescription, for streams with exactly the tools that a test needs.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::inter::{Choice, parts};
use super::inter_b::{put, vectors_of};
use crate::h264::code::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode, MbPart, Motion, Mv, SubMbPart};
use crate::spaces::Mb;

/// A prescribed way to code a macroblock.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prescription {
    /// `I_16x16`, with the chroma mode.
    Intra16x16(Intra16x16Mode, IntraChromaMode),
    /// `I_NxN` with the 4 x 4 transform, all blocks in one mode.
    Intra4x4(IntraNxNMode, IntraChromaMode),
    /// `I_NxN` with the 8 x 8 transform, all blocks in one mode.
    Intra8x8(IntraNxNMode, IntraChromaMode),
    /// `I_PCM`: the samples as they are.
    Pcm,
    /// `P_Skip`: the inferred vector, and no residual.
    Skip,
    /// Inter prediction from list 0 with these parts, references and vectors, and this treatment of the residual.
    Inter(Choice, Leftover),
    /// `B_Direct_16x16`, or `B_Skip` without a residual, with this treatment of the residual.
    Direct(Leftover),
    /// Inter prediction from both lists, and this treatment of the residual. Direct parts have the motion of direct prediction.
    Bidirectional(Motion, Leftover),
}

/// The treatment of the residual of inter prediction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// The residual is not coded.
    Dropped,
    /// The residual is transformed by 4 x 4 blocks.
    By4x4,
    /// The residual is transformed by 8 x 8 blocks, if no part is smaller.
    By8x8,
}

/// A mode decision that codes every macroblock as a function of its place prescribes.
///
/// The 8 x 8 transform is used only in streams that enable it. A mode whose neighbours are not available is replaced by
/// the mode nearest to the source, an inter macroblock in an I slice by `I_16x16`, and a missing reference by the last
/// one. Outside of B slices, direct prediction is `P_Skip`, and prediction from both lists that from list 0 alone.
///
/// ```
/// use codecs::h264::decide::{Forced, Prescription};
/// use codecs::h264::{Options, Session};
/// let all_pcm = Forced(|_: codecs::spaces::Mb| Prescription::Pcm);
/// let session = Session::with_decision(Options::new(64, 48), all_pcm)?;
/// # let _ = session;
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Forced<F>(pub F);

impl<F: Fn(Mb) -> Prescription> ModeDecision for Forced<F> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let intra = mb.slice().is_intra();
        match (self.0)(mb.place()) {
            Prescription::Pcm => mb.pcm(),
            Prescription::Intra16x16(mode, chroma) => {
                let chroma = mb.intra_chroma(Some(chroma));
                mb.intra_16x16(Some(mode), &chroma)
            }
            Prescription::Intra4x4(mode, chroma) => {
                let chroma = mb.intra_chroma(Some(chroma));
                mb.intra_4x4(|_| Some(mode), &chroma)
            }
            Prescription::Intra8x8(mode, chroma) => {
                let chroma = mb.intra_chroma(Some(chroma));
                mb.intra_8x8(|_| Some(mode), &chroma)
            }
            _ if intra => {
                let chroma = mb.intra_chroma(None);
                mb.intra_16x16(None, &chroma)
            }
            Prescription::Skip => mb.skip(),
            Prescription::Inter(mut choice, leftover) => {
                let last = mb.slice().references[0].len() as u8 - 1;
                choice.ref_idx = choice.ref_idx.map(|ref_idx| ref_idx.min(last));
                let prediction = mb.inter_prediction(&choice);
                coded(mb, prediction, leftover)
            }
            Prescription::Direct(leftover) => {
                let prediction = mb.skip();
                if mb.slice().is_b() { coded(mb, prediction, leftover) } else { prediction }
            }
            Prescription::Bidirectional(motion, _) if !mb.slice().is_b() => {
                let choice = Choice { part: MbPart::P16x16, ref_idx: [0; 4], mv: [[motion.lists[0].mv[0][0]; 4]; 4] };
                mb.inter_prediction(&choice)
            }
            Prescription::Bidirectional(mut motion, leftover) => {
                complete(mb, &mut motion);
                let prediction = mb.motion_prediction(&motion);
                coded(mb, prediction, leftover)
            }
        }
    }
}

/// Returns a prediction with its residual as it is to be treated.
fn coded(mb: &mut MbContext<'_>, prediction: Candidate, leftover: Leftover) -> Candidate {
    match leftover {
        Leftover::Dropped => prediction,
        Leftover::By4x4 => mb.with_residual(&prediction, false),
        Leftover::By8x8 => mb.with_residual(&prediction, true),
    }
}

/// Sets the motion of direct parts, and replaces missing references by the last ones of their lists.
fn complete(mb: &MbContext<'_>, motion: &mut Motion) {
    for (list, references) in motion.lists.iter_mut().zip(mb.slice().references) {
        list.ref_idx = list.ref_idx.map(|ref_idx| ref_idx.min(references.len() as i8 - 1));
    }
    let MbPart::P8x8(subs) = motion.part else { return };
    let direct = mb.direct();
    for (n, part) in
        parts(MbPart::P8x8([SubMbPart::P8x8; 4])).enumerate().filter(|(n, _)| subs[*n] == SubMbPart::Direct)
    {
        match &direct {
            Some(direct) => put(motion, part, vectors_of(direct, n)),
            None => put(motion, part, [Some((0, Mv::default())), None]),
        }
    }
    if let (MbPart::P8x8(subs), None) = (&mut motion.part, direct) {
        subs.iter_mut().filter(|sub| **sub == SubMbPart::Direct).for_each(|sub| *sub = SubMbPart::P8x8);
    }
}
