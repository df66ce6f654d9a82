//! [`Planner`]: makes the plans of the pictures of a session, one after the other.

use super::order::{Order, Ordered};
use super::rate::{self, Rate};
use super::references::References;
use super::{PictureKind, PicturePlan, Request, weights};
use crate::h264::H264Error;
use crate::h264::code::picture::Picture;
use crate::h264::code::predict::inter::Reference;
use crate::h264::code::quant_map::QuantMap;
use crate::h264::lookahead::Lookahead;
use crate::h264::options::{Deblocking, Options};
use fearless_simd::Level;
use std::io;
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Makes the plans of the pictures of a session, one after the other.
#[derive(Debug)]
pub(in crate::h264) struct Planner {
    level: Level,
    order: Order,
    has_ended: bool,
    lookahead: Option<Lookahead>,
    rate: Rate,
    references: References,
    /// The QPs of the last plan, whose memory the next one uses.
    quant: Arc<QuantMap>,
    /// The memory of lists that are not in use.
    lists: Vec<[Vec<Arc<Reference>>; 2]>,
}

impl Planner {
    pub(in crate::h264) fn new(level: Level, options: &Options) -> Self {
        Planner {
            level,
            order: Order::new(options),
            has_ended: false,
            lookahead: options.looks_ahead().then(|| Lookahead::new(level, options)),
            rate: Rate::default(),
            references: References::new(options.max_num_ref_frames()),
            quant: Arc::new(QuantMap::new(options.size_in_mbs(), 0, &[])),
            lists: Vec::new(),
        }
    }

    /// Starts threads that share the work of the lookahead with the calling one.
    ///
    /// # Errors
    /// The system's error if a thread cannot be started.
    pub(in crate::h264) fn with_threads(self, threads: NonZeroUsize) -> io::Result<Self> {
        let lookahead = self.lookahead.map(|lookahead| lookahead.with_threads(threads)).transpose()?;
        Ok(Planner { lookahead, ..self })
    }

    /// Takes the next picture in display order. Returns its index in the session.
    ///
    /// # Errors
    /// [`H264Error::PictureNumber`], and [`H264Error::Qp`], [`H264Error::PictureReferences`],
    /// [`H264Error::DeblockingOffsets`], [`H264Error::NoWeights`] and [`H264Error::WeightDenominator`] for a request out of
    /// range. The state is then unchanged.
    pub(in crate::h264) fn push(
        &mut self,
        options: &Options,
        request: &Request,
        source: &Arc<Picture>,
    ) -> Result<u64, H264Error> {
        rate::check(request)?;
        request.deblocking.flatten().map_or(Ok(()), Deblocking::check)?;
        request.weights.as_ref().map_or(Ok(()), |table| weights::check(options, table))?;
        let most = options.references;
        let references = request.references.unwrap_or(most);
        if !(1..=most).contains(&references) {
            return Err(H264Error::PictureReferences { requested: references, most });
        }
        let display = self.order.push(request.clone())?;
        self.has_ended = false;
        if let Some(lookahead) = &mut self.lookahead {
            lookahead.push(Arc::clone(source));
        }
        Ok(display)
    }

    /// Ends the stream: no other picture follows, unless one is [pushed](Planner::push).
    pub(in crate::h264) fn finish(&mut self) {
        self.has_ended = true;
    }

    /// Returns whether the pictures that have come suffice for the next decision on kinds of pictures.
    pub(in crate::h264) fn can_decide(&self, options: &Options) -> bool {
        self.order.missing(options, self.has_ended) == 0
    }

    /// Takes the next decision on kinds of pictures, with at most `helpers` threads beside the calling one.
    pub(in crate::h264) fn decide(&mut self, options: &Options, helpers: usize) {
        let mut lookahead = self.lookahead.as_mut();
        if let Some(lookahead) = &mut lookahead {
            lookahead.set_helpers(helpers);
        }
        self.order.decide(options, lookahead);
    }

    /// Returns whether there is a picture whose kind is decided.
    pub(in crate::h264) fn has_decided(&self) -> bool {
        self.order.first().is_some()
    }

    /// Returns whether the next picture in coding order has to wait for the next decision, so that this is taken beside its coding: it
    /// begins a run, and no more pictures are missing than a run has.
    pub(in crate::h264) fn waits_for_decision(&self, options: &Options) -> bool {
        let begins_run = self.order.first().is_some_and(|picture| picture.kind != PictureKind::B);
        let looks_ahead = self.lookahead.is_some() && options.pictures_ahead() > 0;
        let soon = 1..=usize::from(options.most_b_frames()) + 1;
        begins_run && looks_ahead && !self.has_ended && soon.contains(&self.order.missing(options, false))
    }

    /// Returns the plan of the next picture in coding order, if its kind is decided and all its references are coded and
    /// [taken](Planner::take). So the pictures whose plans are made before one of them is taken do not refer to each other.
    pub(in crate::h264) fn next(&mut self, options: &Options) -> Option<PicturePlan> {
        let Ordered { kind, pic_order_cnt, request, .. } = self.order.first()?;
        let references = request.references.unwrap_or(options.references);
        let mut lists = self.lists.pop().unwrap_or_default();
        let Some(modification) = self.references.lists(*kind, *pic_order_cnt, references, &mut lists) else {
            self.keep(lists);
            return None;
        };
        let picture = self.order.next()?;
        let qp = self.rate.qp(options, &picture);
        let Ordered { number, display, kind, is_reference, pic_order_cnt, request, outlook } = picture;
        let frame_num = self.references.frame_num(kind);
        let weights = (kind == PictureKind::P && options.weighted_p).then(|| {
            let decoded = lists[0].first().map(|reference| reference.picture());
            let reference = self.references.brightness_before(pic_order_cnt).zip(decoded);
            let weights = weights::table(self.level, outlook.as_ref(), reference);
            weights::of_list(request.weights.unwrap_or(weights), lists[0].len(), options.monochrome)
        });
        if is_reference {
            let brightness = outlook.as_ref().map(|outlook| Arc::clone(&outlook.brightness));
            self.references.mark(kind, pic_order_cnt, display, brightness);
        }
        let offsets = outlook.as_ref().filter(|_| options.crf.is_some()).map(|outlook| &outlook.offsets);
        Arc::make_mut(&mut self.quant).set(qp, offsets, &request.regions);
        Some(PicturePlan {
            number,
            display,
            kind,
            is_reference,
            pic_order_cnt,
            frame_num,
            qp: ((qp + 128) >> 8) as u8,
            quant: Arc::clone(&self.quant),
            deblocking: request.deblocking.unwrap_or(options.deblocking),
            lists,
            direct: outlook.and_then(|outlook| outlook.direct).unwrap_or(options.direct),
            modification,
            weights,
        })
    }

    /// Takes a coded picture, which the next ones may refer to if it is a reference, and its plan.
    pub(in crate::h264) fn take(&mut self, plan: PicturePlan, reference: Arc<Reference>) {
        if plan.is_reference {
            self.references.coded(plan.display, reference);
        }
        self.keep(plan.lists);
    }

    /// Keeps the memory of lists.
    fn keep(&mut self, mut lists: [Vec<Arc<Reference>>; 2]) {
        lists.iter_mut().for_each(Vec::clear);
        self.lists.push(lists);
    }
}
