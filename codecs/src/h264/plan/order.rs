//! The order of pictures: key pictures, B pictures, and the order in which they are coded.
//!
//! ```text
//!   display order   I0  b1  B2  b3  P4  b5  B6  b7  P8
//!   coding order    I0  P4  B2  b1  b3  P8  B6  b5  b7      B2 and B6 are references: a pyramid
//! ```

use super::Request;
use crate::h264::H264Error;
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
}

/// The largest distance of key pictures, which keeps picture order counts within 32 bits.
const MOST_KEYINT: u32 = 1 << 30;

/// The order of the pictures of a session.
#[derive(Debug)]
pub(super) struct Order {
    first: u64,
    keyint: u32,
    b_frames: usize,
    b_pyramid: bool,
    /// The number of pictures that have come.
    count: u64,
    /// The number of pictures since the last key picture, including it.
    since_key: u32,
    /// The pictures whose kind is open, in display order.
    open: Vec<Ordered>,
    /// The pictures to be coded, in coding order.
    ready: VecDeque<Ordered>,
}

impl Order {
    pub(super) fn new(options: &Options) -> Self {
        Order {
            first: options.first_picture,
            keyint: options.keyint.min(MOST_KEYINT),
            b_frames: options.most_b_frames().into(),
            b_pyramid: options.b_pyramid,
            count: 0,
            since_key: 0,
            open: Vec::new(),
            ready: VecDeque::new(),
        }
    }

    /// Takes the next picture in display order. Returns its index.
    pub(super) fn push(&mut self, request: Request) -> Result<u64, H264Error> {
        let (first, display) = (self.first, self.count);
        let number = first.checked_add(display).ok_or(H264Error::PictureNumber { first, count: display })?;
        let is_key = request.key_picture || display == 0 || self.since_key >= self.keyint;
        if is_key {
            // No picture refers to one on the other side of a key picture.
            self.close();
            self.since_key = 0;
        }
        let pic_order_cnt = 2 * self.since_key as i32;
        self.count += 1;
        self.since_key += 1;
        let kind = if is_key { PictureKind::Key } else { PictureKind::P };
        let picture = Ordered { number, display, kind, is_reference: true, pic_order_cnt, request };
        if is_key {
            self.ready.push_back(picture);
            return Ok(display);
        }
        self.open.push(picture);
        if self.open.len() > self.b_frames {
            self.close();
        }
        Ok(display)
    }

    /// Decides the pictures that are open: the last is a P picture, and those before it are B pictures.
    pub(super) fn close(&mut self) {
        self.ready.extend(self.open.pop());
        let count = self.open.len();
        for picture in &mut self.open {
            (picture.kind, picture.is_reference) = (PictureKind::B, false);
        }
        if self.b_pyramid && count >= 3 {
            let mut middle = self.open.remove(count / 2);
            middle.is_reference = true;
            self.ready.push_back(middle);
        }
        self.ready.append(&mut self.open.drain(..).collect());
    }

    /// Returns the next picture in coding order, if it is decided.
    pub(super) fn next(&mut self) -> Option<Ordered> {
        self.ready.pop_front()
    }
}
