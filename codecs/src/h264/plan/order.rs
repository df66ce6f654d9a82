//! The order of pictures: key pictures, B pictures, and the order in which they are coded.
//!
//! ```text
//!   display order   I0  b1  B2  b3  P4  b5  B6  b7  P8
//!   coding order    I0  P4  B2  b1  b3  P8  B6  b5  b7      B2 and B6 are references: a pyramid
//! ```

use super::Request;
use crate::h264::H264Error;
use crate::h264::lookahead::{Anchors, Lookahead, Outlook, cuts, kinds};
use crate::h264::options::Options;
use std::collections::VecDeque;

/// The kind of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub(in crate::h264) enum PictureKind {
    /// An IDR picture: all macroblocks intra, and no later picture refers to one before it.
    Key,
    /// A P picture, predicted from pictures before it.
    P,
    /// A B picture, predicted from pictures before and after it.
    B,
}

impl PictureKind {
    /// Returns whether it is a key picture, where decoding can begin.
    pub(in crate::h264) fn is_key(self) -> bool {
        self == PictureKind::Key
    }
}

/// A picture whose kind is open.
#[derive(Clone, Debug)]
struct Open {
    /// The number of the picture in the film.
    number: u64,
    display: u64,
    request: Request,
    /// `true` if it was found to begin a scene.
    is_cut: bool,
}

/// A picture in coding order.
#[derive(Clone, Debug)]
pub(super) struct Ordered {
    /// The number of the picture in the film.
    pub(super) number: u64,
    /// The index of the picture in the session, in display order.
    pub(super) display: u64,
    pub(super) kind: PictureKind,
    /// `true` if later pictures may refer to it.
    pub(super) is_reference: bool,
    /// `PicOrderCnt` (8.2.1): twice the distance from the last key picture in display order.
    pub(super) pic_order_cnt: i32,
    pub(super) request: Request,
    /// The estimates of the lookahead; `None` without one.
    pub(super) outlook: Option<Outlook>,
}

/// The largest distance of key pictures, which keeps picture order counts within 32 bits.
const MOST_KEYINT: u32 = 1 << 30;

/// The order of the pictures of a session.
#[derive(Debug)]
pub(super) struct Order {
    first: u64,
    keyint: u32,
    /// The number of pictures that have come.
    count: u64,
    /// The number of pictures since the last key picture, including it, whose kind is decided.
    since_key: u32,
    /// The pictures whose kind is open, in display order.
    open: VecDeque<Open>,
    /// The pictures to be coded, in coding order.
    ready: VecDeque<Ordered>,
    /// The memory of a run.
    run: Vec<(u64, Anchors)>,
}

impl Order {
    pub(super) fn new(options: &Options) -> Self {
        Order {
            first: options.first_picture,
            keyint: options.keyint.min(MOST_KEYINT),
            count: 0,
            since_key: 0,
            open: VecDeque::new(),
            ready: VecDeque::new(),
            run: Vec::new(),
        }
    }

    /// Takes the next picture in display order. Returns its index.
    pub(super) fn push(&mut self, request: Request) -> Result<u64, H264Error> {
        let (first, display) = (self.first, self.count);
        let number = first.checked_add(display).ok_or(H264Error::PictureNumber { first, count: display })?;
        self.count += 1;
        self.open.push_back(Open { number, display, request, is_cut: false });
        Ok(display)
    }

    /// Returns the number of pictures that have to come before the next decision; `has_ended` if no other follows.
    pub(super) fn missing(&self, options: &Options, has_ended: bool) -> usize {
        let Some(is_key) = self.is_key() else { return options.pictures_ahead() + 1 };
        if has_ended || self.next_key(is_key).is_some() {
            return 0;
        }
        let needed = if is_key && !options.looks_ahead() { 0 } else { options.pictures_ahead() };
        (needed + 1).saturating_sub(self.open.len())
    }

    /// Takes the next decision, for which no picture is [missing](Order::missing): that a picture is a key picture, that
    /// it begins a scene and will be one, or the kinds of a P picture and the B pictures before it.
    pub(super) fn decide(&mut self, options: &Options, mut lookahead: Option<&mut Lookahead>) {
        let Some(is_key) = self.is_key() else { return };
        let end = self.next_key(is_key).unwrap_or(self.open.len());
        if let Some(lookahead) = lookahead.as_deref_mut() {
            lookahead.read(options);
        }
        if is_key {
            self.key_picture(options, lookahead, end);
        } else if !self.find_cut(options, lookahead.as_deref_mut(), 0, end) {
            self.run(options, lookahead, end);
        }
    }

    /// Returns whether the first open picture is a key picture as far as is known; `None` if no picture is open.
    fn is_key(&self) -> Option<bool> {
        Some(self.open.front()?.is_cut || self.is_next_key(0, self.since_key))
    }

    /// Returns the next key picture after the first open picture, as far as it is known. No picture refers to one on the other side of
    /// it, and none is looked at.
    fn next_key(&self, is_key: bool) -> Option<usize> {
        let since_key = if is_key { 0 } else { self.since_key };
        (1..self.open.len()).find(|&n| self.is_next_key(n, since_key))
    }

    /// Returns whether the open picture `n` is a key picture by its request or by its distance from the last, given the number of
    /// pictures since that when the first one came.
    fn is_next_key(&self, n: usize, since_key: u32) -> bool {
        let Open { request, display, .. } = &self.open[n];
        request.key_picture || *display == 0 || since_key.saturating_add(n as u32) >= self.keyint
    }

    /// Returns whether the open picture `n` begins a scene, and remembers it.
    fn find_cut(&mut self, options: &Options, lookahead: Option<&mut Lookahead>, n: usize, end: usize) -> bool {
        let since_key = self.since_key + n as u32;
        let last = self.open[end - 1].display;
        let open = &mut self.open[n];
        if let Some(lookahead) = lookahead.filter(|_| !open.is_cut) {
            open.is_cut = lookahead.is_cut(options, open.display, since_key, last + 1);
        }
        open.is_cut
    }

    /// Returns the number of open pictures up to the next scene. Beyond the next run, a picture is asked when those have come that tell
    /// a cut from a flash.
    fn up_to_cut(&mut self, options: &Options, mut lookahead: Option<&mut Lookahead>, end: usize) -> usize {
        let run = usize::from(options.most_b_frames()) + 1;
        let asked = run.max(end.saturating_sub(cuts::FLASH as usize)).min(end);
        if let Some(lookahead) = lookahead.as_deref_mut().filter(|_| options.lookahead.scene_cut > 0) {
            // Most pictures are like the one before them, and nothing else is asked then.
            let pictures = (1..asked).map(|n| self.open[n].display);
            lookahead.compute_ahead(pictures.map(|at| (at, Anchors { before: at - 1, after: None })));
        }
        (1..asked).find(|&n| self.find_cut(options, lookahead.as_deref_mut(), n, end)).unwrap_or(end)
    }

    /// Decides that the first open picture is a key picture. Those before `end` may build upon it.
    fn key_picture(&mut self, options: &Options, mut lookahead: Option<&mut Lookahead>, end: usize) {
        self.since_key = 0;
        let end = self.up_to_cut(options, lookahead.as_deref_mut(), end);
        let display = self.open[0].display;
        let mut outlook = None;
        if let Some(lookahead) = lookahead {
            let order = lookahead.order(options, display, end as u64 - 1);
            outlook = lookahead.outlooks(options, &order, &[(display, None)], &[display]).pop();
            lookahead.drop_before(display.saturating_sub(cuts::FLASH));
        }
        let Open { number, display, request, .. } = self.open.pop_front().expect("a picture is open");
        self.since_key = 1;
        let (kind, is_reference, pic_order_cnt) = (PictureKind::Key, true, 0);
        self.ready.push_back(Ordered { number, display, kind, is_reference, pic_order_cnt, request, outlook });
    }

    /// Decides the next run: B pictures, and the P picture after them. Those before `end` may build upon them.
    fn run(&mut self, options: &Options, mut lookahead: Option<&mut Lookahead>, end: usize) {
        let end = self.up_to_cut(options, lookahead.as_deref_mut(), end);
        let start = self.open[0].display - 1;
        let mut outlooks = Vec::new();
        let mut run = core::mem::take(&mut self.run);
        run.clear();
        match lookahead {
            Some(lookahead) => {
                let order = lookahead.order(options, start, end as u64);
                // The P picture comes first, and after it those that are shown before it.
                let last = order[0].0;
                run.extend(order.iter().take_while(|(picture, _)| *picture <= last));
                let wanted: Vec<u64> =
                    run.iter().map(|(picture, _)| *picture).filter(|&at| is_used(&run, at)).collect();
                let all: Vec<(u64, Option<Anchors>)> = run.iter().map(|&(at, from)| (at, Some(from))).collect();
                outlooks = lookahead.outlooks(options, &order, &all, &wanted);
                // Those that tell cuts from flashes stay.
                lookahead.drop_before(last.saturating_sub(cuts::FLASH));
            }
            None => {
                let length = end.min(1 + usize::from(options.most_b_frames()));
                run.extend(kinds::run(start, start + length as u64, options.b_pyramid));
            }
        }
        let mut outlooks = outlooks.into_iter();
        for (n, &(display, _)) in run.iter().enumerate() {
            let offset = (display - start - 1) as usize;
            let open = &mut self.open[offset];
            let (number, request) = (open.number, core::mem::take(&mut open.request));
            let pic_order_cnt = 2 * (self.since_key as i32 + offset as i32);
            let (kind, is_reference) = match n {
                0 => (PictureKind::P, true),
                _ => (PictureKind::B, is_used(&run, display)),
            };
            let outlook = outlooks.next();
            self.ready.push_back(Ordered { number, display, kind, is_reference, pic_order_cnt, request, outlook });
        }
        self.open.drain(..run.len());
        self.since_key += run.len() as u32;
        self.run = run;
    }

    /// Returns the next picture in coding order, if it is decided, and leaves it there.
    pub(super) fn first(&self) -> Option<&Ordered> {
        self.ready.front()
    }

    /// Takes the next picture in coding order, if it is decided.
    pub(super) fn next(&mut self) -> Option<Ordered> {
        self.ready.pop_front()
    }
}

/// Returns whether other pictures are predicted from a picture of a run: the P picture, and the middle of a pyramid.
fn is_used(run: &[(u64, Anchors)], picture: u64) -> bool {
    run[0].0 == picture || run.iter().any(|(_, from)| from.before == picture || from.after == Some(picture))
}
