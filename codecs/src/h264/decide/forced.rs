//! [`Forced`]: every macroblock as somebody has prescribed it. It makes streams that have exactly the tools that a test asks
//! for.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::inter::Choice;
use crate::h264::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode};

/// How a macroblock is to be coded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Prescription {
    /// `I_16x16`, with the chroma mode.
    Intra16x16(Intra16x16Mode, IntraChromaMode),
    /// `I_NxN` with the 4 x 4 transform, all blocks in one mode.
    Intra4x4(IntraNxNMode, IntraChromaMode),
    /// `I_NxN` with the 8 x 8 transform, all blocks in one mode.
    Intra8x8(IntraNxNMode, IntraChromaMode),
    /// `I_PCM`.
    Pcm,
    /// `P_Skip`.
    Skip,
    /// Parts, references and vectors; with a residual by 4 x 4 or 8 x 8 transforms, or without.
    Inter(Choice, Leftover),
}

/// What becomes of what inter prediction leaves over.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leftover {
    /// It is not coded.
    Dropped,
    /// It is transformed by 4 x 4 blocks.
    By4x4,
    /// It is transformed by 8 x 8 blocks, where no part is smaller.
    By8x8,
}

/// Codes every macroblock as a function of its place says.
///
/// Of the 8 x 8 transform it makes use in streams that have it. A mode whose neighbours are not available gives way to the
/// one that is nearest to the source, an inter macroblock in an I slice to `I_16x16`, and a reference that is not there to
/// the last that is.
///
/// ```
/// use codecs::h264::decide::{Forced, Prescription};
/// use codecs::h264::{Options, Session};
/// let all_pcm = Forced(|_: [isize; 2]| Prescription::Pcm);
/// let session = Session::with_decision(Options::new(64, 48), all_pcm)?;
/// # let _ = session;
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Forced<F>(pub F);

impl<F: Fn([isize; 2]) -> Prescription> ModeDecision for Forced<F> {
    fn decide(&self, mb: &mut MbContext<'_>) -> Candidate {
        let intra = mb.slice().is_intra();
        match (self.0)(mb.at()) {
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
                let last = mb.slice().references.len() as u8 - 1;
                choice.ref_idx = choice.ref_idx.map(|ref_idx| ref_idx.min(last));
                let prediction = mb.inter_prediction(&choice);
                match leftover {
                    Leftover::Dropped => prediction,
                    Leftover::By4x4 => mb.with_residual(&prediction, false),
                    Leftover::By8x8 => mb.with_residual(&prediction, true),
                }
            }
        }
    }
}
