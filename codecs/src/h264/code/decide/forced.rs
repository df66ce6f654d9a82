//! [`Forced`]: a mode decision by prescription, for streams with exactly the tools that a test needs.

use super::ModeDecision;
use super::candidate::Candidate;
use super::context::MbContext;
use super::inter::Choice;
use crate::h264::code::macroblock::{Intra16x16Mode, IntraChromaMode, IntraNxNMode};
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
    /// Inter prediction with these parts, references and vectors, and this treatment of the residual.
    Inter(Choice, Leftover),
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
/// one.
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
