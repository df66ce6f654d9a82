//! [`PictureCoder`]: codes the pictures of a session, by one thread or several that it keeps.

use super::batch::Batch;
use super::inputs::Inputs;
use super::stages::LAG;
use super::work::{CHAINS, SliceCoder};
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
    /// The number of pictures that were added, and of those that were taken.
    added: usize,
    taken: usize,
    /// The slices of the last picture.
    slices: Vec<CodedSlice>,
    /// References whose memory is used again when nobody else has them.
    references: Vec<Arc<Reference>>,
    /// The most references to keep.
    most: usize,
    /// The most threads that find something to do in a picture.
    useful: usize,
    /// The most pictures at the same time that are worth their memory.
    pictures: usize,
}

/// The pictures by entropy coder.
enum Engine<D: ModeDecision + Sync> {
    Cavlc(Runner<Cavlc<BitWriter>, D>),
    Cabac(Runner<Cabac<Arithmetic>, D>),
}

/// The pictures and who codes them: the calling thread, or several.
enum Runner<C: SliceCoder, D: ModeDecision + Sync> {
    One(Box<(Batch<C, D>, Queue)>),
    Several(Threads<Batch<C, D>>),
}

/// The most pictures at the same time: more would seldom be independent of each other.
const MOST_PICTURES: usize = 3;

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
        // Without B pictures each picture refers to the one before it.
        let pictures = if options.most_b_frames() > 0 { MOST_PICTURES } else { 1 };
        let (slices, references) = (Vec::new(), Vec::new());
        PictureCoder { engine, added: 0, taken: 0, slices, references, most, useful, pictures }
    }

    /// Returns the most pictures that are coded at the same time.
    pub(in crate::h264) fn pictures(&self) -> usize {
        match &self.engine {
            Engine::Cavlc(runner) => runner.batch().slots(),
            Engine::Cabac(runner) => runner.batch().slots(),
        }
    }

    /// Adds a picture to those that are coded at the same time, at most [`pictures`](PictureCoder::pictures). None of them refers to
    /// another.
    pub(in crate::h264) fn add(&mut self, inputs: Inputs) {
        let memory = self.reference(&inputs);
        match &self.engine {
            Engine::Cavlc(runner) => runner.batch().slot(self.added).prepare(inputs, memory),
            Engine::Cabac(runner) => runner.batch().slot(self.added).prepare(inputs, memory),
        }
        self.added += 1;
    }

    /// Codes the pictures that were added. The calling thread does something else first.
    pub(in crate::h264) fn run_beside(&mut self, first: impl FnOnce()) {
        match &mut self.engine {
            Engine::Cavlc(runner) => runner.run_beside(first),
            Engine::Cabac(runner) => runner.run_beside(first),
        }
        self.taken = 0;
    }

    /// Returns the slices, the reference and the inputs of the next picture that was coded, in the order in which they were added.
    pub(in crate::h264) fn take(&mut self) -> (&mut [CodedSlice], Arc<Reference>, Inputs) {
        self.slices.clear();
        let (reference, inputs) = match &self.engine {
            Engine::Cavlc(runner) => runner.batch().slot(self.taken).take(&mut self.slices),
            Engine::Cabac(runner) => runner.batch().slot(self.taken).take(&mut self.slices),
        };
        self.taken += 1;
        if self.taken == self.added {
            self.added = 0;
        }
        self.references.push(Arc::clone(&reference));
        let beyond = self.references.len().saturating_sub(self.most);
        self.references.drain(..beyond);
        (&mut self.slices, reference, inputs)
    }

    /// Returns a reference that nobody else has. Only a picture that others refer to has half samples.
    fn reference(&mut self, inputs: &Inputs) -> Arc<Reference> {
        let half = inputs.is_reference && inputs.options.motion.subme > 0;
        let is_unused = |reference: &mut Arc<Reference>| {
            Arc::get_mut(reference).is_some_and(|reference| reference.has_half() == half)
        };
        match self.references.iter_mut().position(is_unused) {
            Some(unused) => self.references.remove(unused),
            None => {
                let picture = Picture::new(inputs.source.size_in_mbs(), inputs.options.monochrome);
                Arc::new(Reference::unfinished(picture, half))
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
        let pictures = self.pictures.min(threads.get());
        let threads = threads.get().min(self.useful * pictures);
        let engine = match self.engine {
            Engine::Cavlc(runner) => Engine::Cavlc(runner.with_threads(threads, pictures)?),
            Engine::Cabac(runner) => Engine::Cabac(runner.with_threads(threads, pictures)?),
        };
        Ok(PictureCoder { engine, ..self })
    }
}

impl<C: SliceCoder, D: ModeDecision + Sync> Runner<C, D> {
    /// Creates the memory of pictures of a size for the calling thread.
    fn one(size: [usize; 2], decision: D) -> Self {
        Runner::One(Box::new((Batch::new(size, decision), Queue::default())))
    }

    fn batch(&self) -> &Batch<C, D> {
        match self {
            Runner::One(one) => &one.0,
            Runner::Several(threads) => threads.work(),
        }
    }

    /// Codes the pictures that were prepared, after or beside something else.
    fn run_beside(&mut self, first: impl FnOnce()) {
        match self {
            Runner::One(one) => {
                let (batch, queue) = &mut **one;
                first();
                queue.run(batch);
            }
            Runner::Several(threads) => threads.run_beside(first),
        }
    }
}

impl<C: SliceCoder + 'static, D: ModeDecision + Send + Sync + 'static> Runner<C, D> {
    /// Starts threads that code a number of pictures at the same time.
    fn with_threads(self, threads: usize, pictures: usize) -> io::Result<Self> {
        match self {
            Runner::One(one) if threads > 1 => Ok(Runner::Several(Threads::new(one.0.with_slots(pictures), threads)?)),
            runner => Ok(runner),
        }
    }
}
