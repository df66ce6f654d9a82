//! [`Session`]: pictures in, access units out. It ties plan, code and stream together.

use super::access_unit::{AccessUnit, begin_slices, messages, nal_header, nals_before};
use super::headers::StreamHeaders;
use crate::h264::H264Error;
use crate::h264::bits::BitWriter;
use crate::h264::code::decide::{AnyDecision, ModeDecision};
use crate::h264::code::entropy::TracedSlice;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::b_slice::BSlice;
use crate::h264::code::predict::inter::Explicit;
use crate::h264::code::predict::inter::motion_field::distances;
use crate::h264::code::residual::BlockQuantizer;
use crate::h264::code::rows::{Inputs, PictureCoder, SliceStart, syntax_of};
use crate::h264::options::Options;
use crate::h264::plan::{PictureKind, PicturePlan, Planner, Request};
use crate::h264::syntax::{ByteStream, Content, Nal, ReferenceWeights, Unit};
use crate::picture::Pixels;
use crate::shared::trace::Trace;
use fearless_simd::Level;
use std::collections::VecDeque;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// An encoder of a stream. It keeps the reconstructions that the next picture may refer to.
///
/// ```
/// use codecs::h264::{Options, Session};
/// use codecs::picture::{Layout, Pixels, Plane};
/// let mut session = Session::new(Options::new(32, 16))?;
/// let (y, c) = ([90; 32 * 16], [128; 16 * 8]);
/// let plane = |data, pitch| Plane { data, pitch };
/// let planes = [plane(&y[..], 32), plane(&c[..], 16), plane(&c[..], 16)];
/// let picture = Pixels::new(32, 16, Layout::Planar { planes, subsampling: (2, 2) })?;
/// let mut units = Vec::new();
/// for _ in 0..3 {
///     units.extend(session.push(&picture)?);
/// }
/// units.extend(session.finish()?);
/// let stream: Vec<u8> = units.iter().flat_map(|unit| unit.byte_stream()).collect();
/// assert_eq!(units.len(), 3);
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
///
/// # Parts of a film
///
/// The bytes of a group of pictures, from a key picture (IDR) up to the next, depend on the options, on its pictures with
/// their requests, and on the number of its first picture in the film, and on nothing else. So several machines can encode
/// a film, each a part that begins where one session has a key picture: at a multiple of [`Options::keyint`], unless
/// requests or scene cuts make key pictures, from which the interval counts anew. Their access units in order are those of one session:
///
/// ```
/// use codecs::h264::{Options, Session};
/// use codecs::picture::{PixelFormat, Pixels};
/// let samples: Vec<u8> = (0..5 * 256).map(|n| (n * n / 77) as u8).collect();
/// let film: Vec<_> = samples.chunks(256).map(|gray| Pixels::interleaved(gray, 16, 16, PixelFormat::Gray)).collect();
/// let options = Options::new(16, 16).with_monochrome(true).with_keyint(2);
/// let part = |from: usize, to: usize| -> Result<Vec<u8>, codecs::h264::H264Error> {
///     let mut session = Session::new(options.clone().with_first_picture(from as u64))?;
///     let mut units = Vec::new();
///     for picture in &film[from..to] {
///         units.extend(session.push(picture.as_ref().expect("a picture"))?);
///     }
///     units.extend(session.finish()?);
///     Ok(units.iter().flat_map(|unit| unit.byte_stream()).collect())
/// };
/// assert_eq!([part(0, 2)?, part(2, 5)?].concat(), part(0, 5)?);
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
///
/// Two elements depend on the number of a picture: the encoder's message precedes picture 0 alone, and `idr_pic_id` follows
/// from the number, since two IDR pictures must differ in it if one directly follows the other (7.4.3). A part may begin at
/// any picture: a key picture that is no multiple of [`Options::keyint`] has an `idr_pic_id` of its own kind.
pub struct Session<D: ModeDecision + Sync = AnyDecision> {
    options: Arc<Options>,
    headers: StreamHeaders,
    level: Level,
    quantizer: Option<Arc<dyn BlockQuantizer>>,
    planner: Planner,
    coder: PictureCoder<D>,
    threads: NonZeroUsize,
    /// The pictures that wait for their turn, in display order.
    waiting: VecDeque<Waiting>,
    /// The pictures that are coded at the same time.
    batch: Vec<InWork>,
    /// The access units of pictures that were coded with the one that was asked for.
    units: VecDeque<AccessUnit>,
    /// The memory of source pictures that are coded.
    sources: Vec<Arc<Picture>>,
    /// The beginnings of the slices of coded pictures, whose memory the next ones use.
    slices: Vec<Vec<SliceStart>>,
    /// The memory of weighted references.
    explicit: Vec<Explicit>,
}

/// A picture that waits for its turn.
struct Waiting {
    display: u64,
    source: Arc<Picture>,
    messages: Option<Nal>,
}

/// A picture that is coded.
struct InWork {
    plan: PicturePlan,
    /// The NAL units before its slices.
    before: Vec<Nal>,
}

/// The bytes of the stream before the next access unit, and the receiver of its syntax elements.
type Traced<'t> = Option<(u64, &'t mut dyn Trace)>;

impl Session {
    /// Creates a session with the mode decision [`AnyDecision`]. See [`Session`] for an example.
    ///
    /// # Errors
    /// [`H264Error`] for options that no stream can have, or that their level or profile does not allow.
    pub fn new(options: Options) -> Result<Self, H264Error> {
        let decision = AnyDecision::new(&options);
        Session::with_decision(options, decision)
    }
}

impl<D: ModeDecision + Send + Sync + 'static> Session<D> {
    /// Starts threads that code all pictures to come, the calling one among them. Their number never changes a byte. Without
    /// this call a session has no threads of its own; a second call changes nothing.
    ///
    /// The rows of a picture are coded at the same time, each two macroblocks behind the row above, so a picture of `h` rows of
    /// `w` macroblocks keeps fewer than `h` and `w / 2` threads at work; B pictures that do not refer to each other are coded at the
    /// same time, too, up to three. The lookahead takes its decisions beside the coding of the pictures before, by the calling thread and
    /// one more for each four others; so units come up to a run of B pictures later than without threads. More threads than cores make it
    /// slower.
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use std::num::NonZeroUsize;
    /// let gray: Vec<u8> = (0..64 * 48).map(|n| (n * n / 50) as u8).collect();
    /// let picture = Pixels::interleaved(&gray, 64, 48, PixelFormat::Gray)?;
    /// let session = || Session::new(Options::new(64, 48).with_monochrome(true));
    /// let mut three = session()?.with_threads(NonZeroUsize::new(3).unwrap())?;
    /// assert_eq!(three.push(&picture)?[0].byte_stream(), session()?.push(&picture)?[0].byte_stream());
    /// # Ok::<(), codecs::h264::H264Error>(())
    /// ```
    ///
    /// # Errors
    /// [`H264Error::Threads`] if the system does not start them.
    pub fn with_threads(self, threads: NonZeroUsize) -> Result<Self, H264Error> {
        if self.threads.get() > 1 {
            return Ok(self);
        }
        let failed = |reason| H264Error::Threads { threads, reason };
        let planner = self.planner.with_threads(threads).map_err(failed)?;
        let helpers = if self.options.looks_ahead() { beside_coding(threads.get()) } else { 0 };
        let of_coder = NonZeroUsize::new(threads.get() - helpers).unwrap_or(threads);
        Ok(Session { coder: self.coder.with_threads(of_coder).map_err(failed)?, planner, threads, ..self })
    }
}

impl<D: ModeDecision + Sync> Session<D> {
    /// Creates a session with a mode decision of the caller.
    ///
    /// # Errors
    /// The errors of [`Session::new`].
    pub fn with_decision(options: Options, decision: D) -> Result<Self, H264Error> {
        let headers = StreamHeaders::new(&options)?;
        let planner = Planner::new(Level::new(), &options);
        let coder = PictureCoder::new(&options, decision);
        Ok(Session {
            options: Arc::new(options),
            headers,
            level: Level::new(),
            quantizer: None,
            planner,
            coder,
            threads: NonZeroUsize::MIN,
            waiting: VecDeque::new(),
            batch: Vec::new(),
            units: VecDeque::new(),
            sources: Vec::new(),
            slices: Vec::new(),
            explicit: Vec::new(),
        })
    }

    /// Sets the quantiser of all blocks.
    ///
    /// ```
    /// use codecs::h264::residual::BlockQuantizer;
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// /// Keeps the first coefficient of each block.
    /// struct Flat;
    /// impl BlockQuantizer for Flat {
    ///     fn quantize(&self, _: bool, coefficients: &[i32], multipliers: &[i32], shift: u32, levels: &mut [i16]) {
    ///         levels.fill(0);
    ///         levels[0] = ((coefficients[0] * multipliers[0]) >> shift) as i16;
    ///     }
    /// }
    /// let gray: Vec<u8> = (0..256).map(|n| (n * 7 % 256) as u8).collect();
    /// let picture = Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?;
    /// let options = Options::new(16, 16).with_monochrome(true).with_qp(20);
    /// let units = Session::new(options.clone())?.with_quantizer(Flat).push(&picture)?;
    /// assert!(units[0].byte_stream().len() < Session::new(options)?.push(&picture)?[0].byte_stream().len());
    /// # Ok::<(), codecs::h264::H264Error>(())
    /// ```
    #[must_use]
    pub fn with_quantizer(mut self, quantizer: impl BlockQuantizer + 'static) -> Self {
        self.quantizer = Some(Arc::new(quantizer));
        self
    }

    /// Returns the options of the stream.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the sequence parameter set and the picture parameter set.
    ///
    /// # Errors
    /// Does not fail for the options of an existing session.
    pub fn parameter_sets(&self) -> Result<[Nal; 2], H264Error> {
        self.headers.parameter_sets()
    }

    /// Takes the next picture: 4:2:0 in planes (I420) or semi-planar (NV12), or gray if the stream is monochrome. Returns
    /// the access units that are ready, in coding order: one for each picture without B pictures, else none, one or several.
    /// [`Session::finish`] returns the rest.
    ///
    /// # Errors
    /// [`H264Error::OtherPicture`], and [`H264Error::PictureNumber`] after picture 2^64 - 1 of the film; the session is then
    /// unchanged.
    pub fn push(&mut self, pixels: &Pixels<'_>) -> Result<Vec<AccessUnit>, H264Error> {
        self.push_with(pixels, &Request::default())
    }

    /// Takes the next picture as [`Session::push`] does, with wishes for it. See [`Request`] for an example.
    ///
    /// # Errors
    /// The errors of [`Session::push`], and [`H264Error::Qp`], [`H264Error::PictureReferences`],
    /// [`H264Error::DeblockingOffsets`], [`H264Error::NoWeights`], [`H264Error::WeightDenominator`] or [`H264Error::Syntax`] for a request that no stream can express; the session is then
    /// unchanged.
    pub fn push_with(&mut self, pixels: &Pixels<'_>, request: &Request) -> Result<Vec<AccessUnit>, H264Error> {
        self.add(pixels, request)?;
        self.units(None)
    }

    /// Takes the next picture as [`Session::push_with`] does, and reports every syntax element of its access units to
    /// `trace`; [`TracedSlice`] describes how slice data are reported. Positions refer to a byte stream (Annex B) in
    /// which `from` bytes precede the units.
    ///
    /// The slice data are coded twice. The access units are the same with and without a trace.
    ///
    /// ```
    /// use codecs::h264::{Options, Request, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use codecs::shared::trace::TextTrace;
    /// let mut session = Session::new(Options::new(16, 16).with_monochrome(true))?;
    /// let gray = [128; 256];
    /// let picture = Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?;
    /// let mut trace = TextTrace::new(Vec::new());
    /// session.push_traced(&picture, &Request::default(), 0, &mut trace)?;
    /// let text = String::from_utf8(trace.finish()?)?;
    /// assert!(text.contains("frame_num = 0\n") && text.contains(" macroblock 0 (row 0, column 0) I_"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Session::push_with`].
    pub fn push_traced(
        &mut self,
        pixels: &Pixels<'_>,
        request: &Request,
        from: u64,
        trace: &mut dyn Trace,
    ) -> Result<Vec<AccessUnit>, H264Error> {
        self.add(pixels, request)?;
        self.units(Some((from, trace)))
    }

    /// Ends the stream. Returns the access units of pictures that were held back: those after the last P picture, of which the last
    /// becomes one.
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// let gray = [128; 256];
    /// let picture = Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?;
    /// let mut session = Session::new(Options::new(16, 16).with_monochrome(true).with_b_frames(2))?;
    /// let units = [session.push(&picture)?, session.push(&picture)?, session.push(&picture)?, session.finish()?];
    /// let order = units.map(|units| units.iter().map(|unit| (unit.kind, unit.display)).collect::<Vec<_>>());
    /// assert_eq!(order, [vec![('I', 0)], vec![], vec![], vec![('P', 2), ('B', 1)]]);
    /// # Ok::<(), codecs::h264::H264Error>(())
    /// ```
    ///
    /// # Errors
    /// Does not fail for pictures that were taken.
    pub fn finish(&mut self) -> Result<Vec<AccessUnit>, H264Error> {
        self.planner.finish();
        self.units(None)
    }

    /// Ends the stream as [`Session::finish`] does, and returns the next access unit; `None` after the last. An access unit holds the
    /// reconstruction of its picture: with a lookahead of 40 pictures, [`Session::finish`] takes memory for as many.
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// let gray = [128; 256];
    /// let picture = Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?;
    /// let mut session = Session::new(Options::new(16, 16).with_monochrome(true).with_b_frames(2))?;
    /// let mut count = 0;
    /// for _ in 0..3 {
    ///     count += session.push(&picture)?.len();
    /// }
    /// while let Some(unit) = session.finish_next()? {
    ///     assert!(unit.display > 0);
    ///     count += 1;
    /// }
    /// assert_eq!(count, 3);
    /// # Ok::<(), codecs::h264::H264Error>(())
    /// ```
    ///
    /// # Errors
    /// Does not fail for pictures that were taken.
    pub fn finish_next(&mut self) -> Result<Option<AccessUnit>, H264Error> {
        self.planner.finish();
        self.next_unit(None)
    }

    /// Ends the stream as [`Session::finish_next`] does, and reports the syntax elements as [`Session::push_traced`] does.
    ///
    /// # Errors
    /// Does not fail for pictures that were taken.
    pub fn finish_next_traced(&mut self, from: u64, trace: &mut dyn Trace) -> Result<Option<AccessUnit>, H264Error> {
        self.planner.finish();
        self.next_unit(Some((from, trace)))
    }

    /// Takes a picture into the order. An error leaves the session unchanged.
    fn add(&mut self, pixels: &Pixels<'_>, request: &Request) -> Result<(), H264Error> {
        // The lookahead has some for a while after they are coded.
        let unused = self.sources.iter_mut().position(|source| Arc::get_mut(source).is_some());
        let new = || Arc::new(Picture::source(self.options.size_in_mbs(), self.options.monochrome));
        let mut source = unused.map_or_else(new, |unused| self.sources.swap_remove(unused));
        let samples = Arc::get_mut(&mut source).expect("nobody else has the memory of a source picture");
        let display = samples
            .convert(pixels, &self.options)
            .and_then(|()| messages(&self.headers, &request.sei))
            .and_then(|messages| Ok((messages, self.planner.push(&self.options, request, &source)?)));
        match display {
            Ok((messages, display)) => self.waiting.push_back(Waiting { display, source, messages }),
            Err(error) => {
                self.sources.push(source);
                return Err(error);
            }
        }
        Ok(())
    }

    /// Codes the pictures that are ready.
    fn units(&mut self, mut traced: Traced<'_>) -> Result<Vec<AccessUnit>, H264Error> {
        let mut units = Vec::new();
        loop {
            let unit = match &mut traced {
                Some((from, trace)) => {
                    let unit = self.next_unit(Some((*from, &mut **trace)))?;
                    *from += unit.iter().map(|unit| unit.byte_stream().len() as u64).sum::<u64>();
                    unit
                }
                None => self.next_unit(None)?,
            };
            match unit {
                Some(unit) => units.push(unit),
                None => return Ok(units),
            }
        }
    }

    /// Returns the next access unit, if there is one: codes the pictures that are ready and do not refer to each other.
    fn next_unit(&mut self, mut traced: Traced<'_>) -> Result<Option<AccessUnit>, H264Error> {
        if self.units.is_empty() {
            let threads = self.threads.get();
            while !self.planner.has_decided() && self.planner.can_decide(&self.options) {
                self.planner.decide(&self.options, threads - 1);
            }
            // The bytes before a traced unit are known one by one.
            let most = if traced.is_some() { 1 } else { self.coder.pictures() };
            while self.batch.len() < most
                && !(threads > 1 && self.planner.waits_for_decision(&self.options))
                && let Some(plan) = self.planner.next(&self.options)
            {
                self.begin(plan, traced.is_some())?;
            }
            if !self.batch.is_empty() {
                let Session { planner, options, coder, .. } = self;
                coder.run_beside(|| {
                    if threads > 1 && planner.can_decide(options) {
                        planner.decide(options, beside_coding(threads));
                    }
                });
            }
            let mut batch = core::mem::take(&mut self.batch);
            for picture in batch.drain(..) {
                let unit = self.end(picture, traced.take());
                self.units.push_back(unit);
            }
            self.batch = batch;
        }
        Ok(self.units.pop_front())
    }

    /// Begins a picture; `keeps` is `true` if its macroblocks are kept.
    fn begin(&mut self, mut plan: PicturePlan, keeps: bool) -> Result<(), H264Error> {
        let place = self.waiting.iter().position(|waiting| waiting.display == plan.display);
        let Waiting { source, messages, .. } =
            place.and_then(|place| self.waiting.remove(place)).expect("a picture waits until it is coded");
        let mut slices = self.slices.pop().unwrap_or_default();
        begin_slices(&self.headers, &self.options, &mut plan, &mut slices)?;
        let before = nals_before(&self.headers, &self.options, &plan, messages)?;
        let references = core::mem::take(&mut plan.lists);
        let PicturePlan { display, kind, direct, is_reference, qp, deblocking, .. } = plan;
        let is_weighted = |weights: &ReferenceWeights| weights.luma.is_some() || weights.chroma.is_some();
        let table = plan.weights.as_ref().filter(|table| table.lists[0].iter().any(is_weighted));
        let explicit = table.map(|table| {
            let mut explicit = self.explicit.pop().unwrap_or_default();
            explicit.replace(self.level, table, &references[0]);
            explicit
        });
        let inputs = Inputs {
            level: self.level,
            source,
            distances: [0, 1].map(|list: usize| distances(display, &references[list])),
            b: (kind == PictureKind::B).then(|| BSlice::new(&self.options, direct, display, &references)),
            explicit,
            references,
            display,
            is_reference,
            options: Arc::clone(&self.options),
            qp,
            quant: Arc::clone(&plan.quant),
            deblocking,
            quantizer: self.quantizer.clone(),
            // Levels from 6 on allow more; this limit keeps differences of vectors within 16 bits.
            vertical_range: 4 * self.headers.level.max_vmv_r.min(2048) as i16,
            most_vectors: self.headers.level.max_mvs_per_2mb.map_or(16, |most| (most / 2).min(16)),
            slices,
            keeps,
        };
        self.coder.add(inputs);
        self.batch.push(InWork { plan, before });
        Ok(())
    }

    /// Makes the access unit of the next picture that is coded.
    fn end(&mut self, InWork { mut plan, before }: InWork, traced: Traced<'_>) -> AccessUnit {
        let (slices, reference, mut inputs) = self.coder.take();
        let syntax = syntax_of(&inputs.slice());
        let header = nal_header(&plan);
        let of_slices = slices.iter_mut().map(|slice| Nal { header, rbsp: core::mem::take(&mut slice.rbsp) });
        let nals = before.into_iter().chain(of_slices).collect();
        let PicturePlan { display, kind, qp, .. } = plan;
        plan.lists = core::mem::take(&mut inputs.references);
        if let Some(mut explicit) = inputs.explicit.take() {
            explicit.clear();
            self.explicit.push(explicit);
        }
        let letter = match kind {
            PictureKind::Key => 'I',
            PictureKind::P => 'P',
            PictureKind::B => 'B',
        };
        let mean_qp = plan.quant.mean();
        self.planner.take(plan, Arc::clone(&reference));
        let unit = AccessUnit { nals, display, kind: letter, is_idr: kind.is_key(), qp, mean_qp, reference };
        if let Some((from, trace)) = traced {
            let columns = self.options.width.div_ceil(16);
            let traced = |row, macroblocks| TracedSlice {
                entropy_coding_mode_flag: self.headers.pps.entropy_coding_mode_flag,
                syntax,
                slice_qp: qp,
                constrained_intra_pred_flag: self.headers.pps.constrained_intra_pred_flag,
                size_in_mbs: self.options.size_in_mbs(),
                first_mb_in_slice: row * columns,
                macroblocks,
            };
            let slices = slices.iter().zip(&inputs.slices);
            let slices = slices.map(|(slice, start)| (&start.header, traced(start.row, &slice.macroblocks)));
            tell(&self.headers, &unit, slices, from, trace);
        }
        self.sources.push(inputs.source);
        self.slices.push(inputs.slices);
        unit
    }
}

/// Returns the number of threads that help with a decision beside coding, of a number of threads: the lookahead takes a quarter of the
/// time of coding.
fn beside_coding(threads: usize) -> usize {
    (threads - 1) / 4
}

/// Reports an access unit to `trace`, given the headers and the data of its slices.
fn tell<'s>(
    headers: &StreamHeaders,
    unit: &AccessUnit,
    mut slices: impl Iterator<Item = (&'s BitWriter, TracedSlice<'s>)>,
    from: u64,
    trace: &mut dyn Trace,
) {
    let mut sets = headers.sets.clone();
    for nal in ByteStream::at(&unit.byte_stream(), from) {
        let read = Unit::read(&nal, &mut sets, trace);
        if matches!(read.content, Content::Slice(..))
            && let Some((header, slice)) = slices.next()
        {
            let written = slice.tell(header.clone(), &nal.rbsp, trace);
            debug_assert!(nal.rbsp.bytes()[1..] == written, "a traced slice is the slice that was written");
        }
    }
}
