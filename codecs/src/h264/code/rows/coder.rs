//! [`PictureCoder`]: codes the pictures of a session, by one thread or several that it keeps.

use super::inputs::Inputs;
use super::stages::LAG;
use super::work::{CHAINS, Rows, SliceCoder};
use super::write::CodedSlice;
use crate::h264::bits::BitWriter;
use crate::h264::code::decide::ModeDecision;
use crate::h264::code::entropy::{Arithmetic, Cabac, Cavlc};
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::Reference;
use crate::h264::options::{EntropyCoding, Options};
use crate::shared::wavefront::{Queue, Threads};
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// The coder of a session's pictures.
pub(in crate::h264) struct PictureCoder<D: ModeDecision + Sync> {
    engine: Engine<D>,
    /// The slices of the last picture.
    slices: Vec<CodedSlice>,
    /// References whose memory is used again when nobody else has them.
    references: Vec<Arc<Reference>>,
    /// The most references to keep.
    most: usize,
    /// The most threads that find something to do.
    useful: usize,
}

/// The rows by entropy coder.
enum Engine<D: ModeDecision + Sync> {
    Cavlc(Runner<Cavlc<BitWriter>, D>),
    Cabac(Runner<Cabac<Arithmetic>, D>),
}

/// The rows and who codes them: the calling thread, or several.
enum Runner<C: SliceCoder, D: ModeDecision + Sync> {
    One(Box<(Rows<C, D>, Queue)>),
    Several(Threads<Rows<C, D>>),
}

impl<D: ModeDecision + Sync> PictureCoder<D> {
    /// Creates a coder that uses the calling thread.
    pub(in crate::h264) fn new(options: &Options, decision: D) -> Self {
        let size @ [rows, columns] = options.size_in_mbs();
        let engine = match options.entropy_coding {
            EntropyCoding::Cavlc => Engine::Cavlc(Runner::one(size, decision)),
            EntropyCoding::Cabac => Engine::Cabac(Runner::one(size, decision)),
        };
        // As many rows as the lag keeps apart in a picture, and the chains.
        let useful = rows.min(columns.div_ceil(LAG)) + usize::from(CHAINS);
        // Those that later pictures may refer to, and those of the access units that come together: the pictures of a run.
        let most = usize::from(options.max_num_ref_frames()) + 1 + usize::from(options.most_b_frames());
        PictureCoder { engine, slices: Vec::new(), references: Vec::new(), most, useful }
    }

    /// Codes a picture. Returns its slices and its reference.
    pub(in crate::h264) fn code(&mut self, inputs: Inputs) -> (&mut [CodedSlice], Arc<Reference>, Inputs) {
        let memory = self.reference(&inputs);
        self.slices.clear();
        let (reference, inputs) = match &mut self.engine {
            Engine::Cavlc(runner) => runner.code(inputs, memory, &mut self.slices),
            Engine::Cabac(runner) => runner.code(inputs, memory, &mut self.slices),
        };
        self.references.push(Arc::clone(&reference));
        let beyond = self.references.len().saturating_sub(self.most);
        self.references.drain(..beyond);
        (&mut self.slices, reference, inputs)
    }

    /// Returns a reference that nobody else has.
    fn reference(&mut self, inputs: &Inputs) -> Arc<Reference> {
        match self.references.iter_mut().position(|reference| Arc::get_mut(reference).is_some()) {
            Some(unused) => self.references.remove(unused),
            None => {
                let picture = Picture::new(inputs.source.size_in_mbs(), inputs.options.monochrome);
                Arc::new(Reference::unfinished(picture, inputs.options.motion.subme > 0))
            }
        }
    }
}

impl<D: ModeDecision + Send + Sync + 'static> PictureCoder<D> {
    /// Starts threads for all pictures to come, the calling one among them.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub(in crate::h264) fn with_threads(self, threads: NonZeroUsize) -> io::Result<Self> {
        let threads = threads.get().min(self.useful);
        let engine = match self.engine {
            Engine::Cavlc(runner) => Engine::Cavlc(runner.with_threads(threads)?),
            Engine::Cabac(runner) => Engine::Cabac(runner.with_threads(threads)?),
        };
        Ok(PictureCoder { engine, ..self })
    }
}

impl<C: SliceCoder, D: ModeDecision + Sync> Runner<C, D> {
    /// Creates the rows of pictures of a size for the calling thread.
    fn one(size: [usize; 2], decision: D) -> Self {
        Runner::One(Box::new((Rows::new(size, decision), Queue::default())))
    }

    /// Codes a picture, and appends its slices to `slices`.
    fn code(
        &mut self,
        inputs: Inputs,
        memory: Arc<Reference>,
        slices: &mut Vec<CodedSlice>,
    ) -> (Arc<Reference>, Inputs) {
        match self {
            Runner::One(one) => {
                let (rows, queue) = &mut **one;
                rows.prepare(inputs, memory);
                queue.run(rows);
                rows.take(slices)
            }
            Runner::Several(threads) => {
                threads.work().prepare(inputs, memory);
                threads.run();
                threads.work().take(slices)
            }
        }
    }
}

impl<C: SliceCoder + 'static, D: ModeDecision + Send + Sync + 'static> Runner<C, D> {
    fn with_threads(self, threads: usize) -> io::Result<Self> {
        match self {
            Runner::One(one) if threads > 1 => Ok(Runner::Several(Threads::new(one.0, threads)?)),
            runner => Ok(runner),
        }
    }
}
