//! [`Session`]: encodes pictures into access units. It keeps the order of pictures, parameter sets and reference lists.

use super::H264Error;
use super::bits::BitWriter;
use super::decide::{Lambda, ModeDecision, RateDistortion, SliceContext};
use super::entropy::TracedSlice;
use super::headers::StreamHeaders;
use super::options::{Deblocking, Options};
use super::picture::Picture;
use super::predict::inter::Reference;
use super::slice::{encode_picture, syntax_of};
use super::syntax::{
    self, AccessUnitDelimiter, ByteStream, Content, DecRefPicMarking, Nal, NalHeader, NalUnitType, SliceHeader,
    SliceKind, Structure, Unit, write_access_unit,
};
use crate::picture::Pixels;
use crate::shared::trace::Trace;
use fearless_simd::Level;
use std::collections::VecDeque;
use std::sync::Arc;

/// A coded picture with its NAL units and its reconstruction.
#[derive(Clone, Debug)]
pub struct AccessUnit {
    /// The NAL units in stream order.
    pub nals: Vec<Nal>,
    /// The index in the session, in display order, from 0; coding order is the same. The number in the film is larger by
    /// [`Options::first_picture`].
    pub display: u64,
    /// `true` if it is an IDR picture, where decoding can begin.
    pub is_idr: bool,
    /// The quantisation parameter of the slice.
    pub qp: u8,
    reference: Arc<Reference>,
}

impl AccessUnit {
    /// Returns the access unit as part of a byte stream (Annex B).
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// let mut options = Options::new(16, 16);
    /// options.monochrome = true;
    /// let mut session = Session::new(options)?;
    /// let gray = [128; 256];
    /// let unit = session.push(&Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?)?;
    /// assert_eq!(unit.byte_stream()[..5], [0, 0, 0, 1, 0x67]); // a sequence parameter set
    /// # Ok::<(), codecs::h264::H264Error>(())
    /// ```
    pub fn byte_stream(&self) -> Vec<u8> {
        let mut out = Vec::new();
        write_access_unit(&self.nals, &mut out);
        out
    }

    /// Returns the decoded picture in whole macroblocks; its first rows and columns are the picture shown.
    pub fn reconstruction(&self) -> &Picture {
        self.reference.picture()
    }
}

/// An encoder of a stream. It keeps the reconstructions that the next picture may refer to, and no source pictures.
///
/// ```
/// use codecs::h264::{Options, Session};
/// use codecs::picture::{Layout, Pixels, Plane};
/// let mut session = Session::new(Options::new(32, 16))?;
/// let (y, c) = ([90; 32 * 16], [128; 16 * 8]);
/// let plane = |data, pitch| Plane { data, pitch };
/// let planes = [plane(&y[..], 32), plane(&c[..], 16), plane(&c[..], 16)];
/// let picture = Pixels::new(32, 16, Layout::Planar { planes, subsampling: (2, 2) })?;
/// let mut stream = Vec::new();
/// for _ in 0..3 {
///     stream.extend(session.push(&picture)?.byte_stream());
/// }
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
///
/// # Parts of a film
///
/// The bytes of a group of pictures, from a key picture (IDR) up to the next, depend on the options, on its pictures and on
/// the number of its first picture in the film, and on nothing else. So several machines can encode a film, each a part that
/// begins with a multiple of [`Options::keyint`], and their access units in order are those of one session:
///
/// ```
/// use codecs::h264::{Options, Session};
/// use codecs::picture::{PixelFormat, Pixels};
/// let samples: Vec<u8> = (0..5 * 256).map(|n| (n * n / 77) as u8).collect();
/// let film: Vec<_> = samples.chunks(256).map(|gray| Pixels::interleaved(gray, 16, 16, PixelFormat::Gray)).collect();
/// let options = Options::new(16, 16).with_monochrome(true).with_keyint(2);
/// let part = |from: usize, to: usize| -> Result<Vec<u8>, codecs::h264::H264Error> {
///     let mut session = Session::new(options.clone().with_first_picture(from as u64))?;
///     let mut stream = Vec::new();
///     for picture in &film[from..to] {
///         stream.extend(session.push(picture.as_ref().expect("a picture"))?.byte_stream());
///     }
///     Ok(stream)
/// };
/// assert_eq!([part(0, 2)?, part(2, 5)?].concat(), part(0, 5)?);
/// # Ok::<(), codecs::h264::H264Error>(())
/// ```
///
/// Two elements depend on the number of a picture: the encoder's message precedes picture 0 alone, and `idr_pic_id` follows
/// from the number, since two IDR pictures must differ in it if one directly follows the other (7.4.3). A part may begin at
/// any picture: a key picture that is no multiple of [`Options::keyint`] has an `idr_pic_id` of its own kind.
pub struct Session<D = RateDistortion> {
    options: Options,
    headers: StreamHeaders,
    decision: D,
    level: Level,
    /// The reference pictures, newest first (8.2.4.2.1).
    references: VecDeque<Arc<Reference>>,
    /// The number of pictures encoded.
    count: u64,
    /// The number of pictures since the last IDR picture, including it.
    since_idr: u32,
}

impl Session {
    /// Creates a session with the mode decision [`RateDistortion`]. See [`Session`] for an example.
    ///
    /// # Errors
    /// [`H264Error`] for options that no stream can have, or that their level or profile does not allow.
    pub fn new(options: Options) -> Result<Self, H264Error> {
        let decision = RateDistortion::new(&options);
        Session::with_decision(options, decision)
    }
}

impl<D: ModeDecision> Session<D> {
    /// Creates a session with a mode decision of the caller.
    ///
    /// # Errors
    /// The errors of [`Session::new`].
    pub fn with_decision(options: Options, decision: D) -> Result<Self, H264Error> {
        let headers = StreamHeaders::new(&options)?;
        let references = VecDeque::with_capacity(options.references.into());
        let level = Level::new();
        Ok(Session { options, headers, decision, level, references, count: 0, since_idr: 0 })
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
        let sps = Nal { header: NalHeader::new(3, NalUnitType::SPS), rbsp: self.headers.sps.to_rbsp(())? };
        let pps = self.headers.pps.to_rbsp(&self.headers.sets)?;
        Ok([sps, Nal { header: NalHeader::new(3, NalUnitType::PPS), rbsp: pps }])
    }

    /// Encodes the next picture: 4:2:0 in planes (I420) or semi-planar (NV12), or gray if the stream is monochrome.
    ///
    /// # Errors
    /// [`H264Error::OtherPicture`], and [`H264Error::PictureNumber`] after picture 2^64 - 1 of the film; the session is then
    /// unchanged.
    pub fn push(&mut self, pixels: &Pixels<'_>) -> Result<AccessUnit, H264Error> {
        self.encode(pixels, None)
    }

    /// Encodes the next picture as [`Session::push`] does, and reports every syntax element of the access unit to
    /// `trace`; [`TracedSlice`] describes how slice data are reported. Positions refer to a byte stream (Annex B) in
    /// which `from` bytes precede the unit.
    ///
    /// The slice data are coded twice. The access units are the same with and without a trace.
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use codecs::shared::trace::TextTrace;
    /// let mut options = Options::new(16, 16);
    /// options.monochrome = true;
    /// let mut session = Session::new(options)?;
    /// let gray = [128; 256];
    /// let mut trace = TextTrace::new(Vec::new());
    /// session.push_traced(&Pixels::interleaved(&gray, 16, 16, PixelFormat::Gray)?, 0, &mut trace)?;
    /// let text = String::from_utf8(trace.finish()?)?;
    /// assert!(text.contains("frame_num = 0\n") && text.contains(" macroblock 0 (row 0, column 0) I_"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The errors of [`Session::push`].
    pub fn push_traced(
        &mut self,
        pixels: &Pixels<'_>,
        from: u64,
        trace: &mut dyn Trace,
    ) -> Result<AccessUnit, H264Error> {
        self.encode(pixels, Some((from, trace)))
    }

    fn encode(&mut self, pixels: &Pixels<'_>, traced: Option<(u64, &mut dyn Trace)>) -> Result<AccessUnit, H264Error> {
        let number = self.number()?;
        let source = Picture::from_pixels(pixels, &self.options)?;
        let is_idr = self.count == 0 || self.since_idr >= self.options.keyint;
        if is_idr {
            self.references.clear();
            self.since_idr = 0;
        }
        let qp = if is_idr { self.options.intra_qp() } else { self.options.qp };
        let nal_unit_type = if is_idr { NalUnitType::IDR_SLICE } else { NalUnitType::SLICE };
        let header = NalHeader::new(if is_idr { 3 } else { 2 }, nal_unit_type);
        let references: Vec<_> = self.references.iter().cloned().collect();
        let slice = SliceContext {
            level: self.level,
            source: &source,
            references: &references,
            options: &self.options,
            qp,
            lambda: Lambda::new(qp),
            // Levels from 6 on allow more; this limit keeps differences of vectors within 16 bits.
            vertical_range: 4 * self.headers.level.max_vmv_r.min(2048) as i16,
            most_vectors: self.headers.level.max_mvs_per_2mb.map_or(16, |most| (most / 2).min(16)),
        };
        let bits = self.slice_header(number, header, qp)?;
        let mut macroblocks = Vec::new();
        let kept = traced.is_some().then_some(&mut macroblocks);
        let coded = encode_picture(&slice, bits.clone(), &self.decision, kept);
        let syntax = syntax_of(&slice);

        let mut nals = Vec::new();
        if self.options.access_unit_delimiters {
            let delimiter = AccessUnitDelimiter { primary_pic_type: if is_idr { 0 } else { 1 } };
            let header = NalHeader::new(0, NalUnitType::ACCESS_UNIT_DELIMITER);
            nals.push(Nal { header, rbsp: delimiter.to_rbsp(())? });
        }
        if is_idr {
            nals.extend(self.parameter_sets()?);
        }
        if number == 0 && self.options.encoder_message {
            let rbsp = self.headers.message(&self.options)?;
            nals.push(Nal { header: NalHeader::new(0, NalUnitType::SEI), rbsp });
        }
        nals.push(Nal { header, rbsp: coded.rbsp });

        let reference = Arc::new(Reference::new(self.level, coded.picture));
        self.references.truncate(usize::from(self.options.references) - 1);
        self.references.push_front(Arc::clone(&reference));
        self.count += 1;
        self.since_idr += 1;
        let unit = AccessUnit { nals, display: self.count - 1, is_idr, qp, reference };
        if let Some((from, trace)) = traced {
            let slice = TracedSlice {
                entropy_coding_mode_flag: self.headers.pps.entropy_coding_mode_flag,
                syntax,
                slice_qp: qp,
                constrained_intra_pred_flag: self.headers.pps.constrained_intra_pred_flag,
                size_in_mbs: source.size_in_mbs(),
                macroblocks: &macroblocks,
            };
            self.tell(&unit, &bits, &slice, from, trace);
        }
        Ok(unit)
    }

    /// Reports an access unit to `trace`, given the header and the data of its slice.
    fn tell(&self, unit: &AccessUnit, header: &BitWriter, slice: &TracedSlice<'_>, from: u64, trace: &mut dyn Trace) {
        let mut sets = self.headers.sets.clone();
        for nal in ByteStream::at(&unit.byte_stream(), from) {
            let read = Unit::read(&nal, &mut sets, trace);
            if matches!(read.content, Content::Slice(..)) {
                let written = slice.tell(header.clone(), &nal.rbsp, trace);
                debug_assert!(nal.rbsp.bytes()[1..] == written, "a traced slice is the slice that was written");
            }
        }
    }

    /// Returns the number in the film of the next picture.
    fn number(&self) -> Result<u64, H264Error> {
        let (first, count) = (self.options.first_picture, self.count);
        first.checked_add(count).ok_or(H264Error::PictureNumber { first, count })
    }

    /// Returns the bits of the slice header of the next picture, `number` in the film.
    fn slice_header(&self, number: u64, nal: NalHeader, qp: u8) -> Result<BitWriter, H264Error> {
        let is_idr = nal.is_idr();
        let active = self.references.len().max(1) as u8 - 1;
        let default = self.headers.pps.num_ref_idx_l0_default_active_minus1;
        let deblocking = match self.options.deblocking {
            Some(Deblocking { alpha, beta }) => syntax::Deblocking {
                disable_deblocking_filter_idc: 0,
                slice_alpha_c0_offset_div2: alpha,
                slice_beta_offset_div2: beta,
            },
            None => syntax::Deblocking { disable_deblocking_filter_idc: 1, ..syntax::Deblocking::default() },
        };
        let header = SliceHeader {
            slice_type: if is_idr { SliceKind::I.of_all() } else { SliceKind::P.of_all() },
            frame_num: (self.since_idr % (1 << self.headers.sps.frame_num_bits())) as u16,
            idr_pic_id: if is_idr { idr_pic_id(number, self.options.keyint) } else { 0 },
            num_ref_idx_active_override_flag: !is_idr && active != default,
            num_ref_idx_l0_active_minus1: if is_idr { 0 } else { active },
            dec_ref_pic_marking: if is_idr { DecRefPicMarking::IDR } else { DecRefPicMarking::default() },
            slice_qp_delta: qp as i8 - self.options.qp as i8,
            deblocking,
            ..SliceHeader::default()
        };
        let mut bits = BitWriter::new();
        header.write(syntax::SliceContext { sets: &self.headers.sets, nal }, &mut bits)?;
        Ok(bits)
    }
}

/// Returns `idr_pic_id` of the IDR picture `number` of a film (7.4.3).
///
/// Two IDR pictures of which one directly follows the other have consecutive numbers, `n` and `n + 1`, and must differ:
///
/// ```text
/// multiples of keyint      1, 0, 1, 0, ..    both are multiples only if keyint is 1, and then they alternate
/// other numbers            2 + number % 2    consecutive numbers differ; 2 and 3 differ from 0 and 1
/// ```
fn idr_pic_id(number: u64, keyint: u32) -> u16 {
    let keyint = u64::from(keyint);
    let parity = |number: u64| (number & 1) as u16;
    if number.is_multiple_of(keyint) { parity(number / keyint) ^ 1 } else { 2 + parity(number) }
}

#[cfg(test)]
mod tests {
    use super::idr_pic_id;

    #[test]
    fn idr_pictures_that_follow_each_other_differ() {
        for keyint in [1, 2, 3, 4, 250, u32::MAX - 1, u32::MAX] {
            let near = |center: u64| center.saturating_sub(600)..center.saturating_add(600);
            for first in near(0).chain(near(u32::MAX.into())).chain(near(u64::MAX)) {
                assert_ne!(idr_pic_id(first, keyint), idr_pic_id(first + 1, keyint), "{first}, every {keyint}");
            }
        }
    }

    #[test]
    fn idr_pictures_of_a_whole_film_alternate() {
        for keyint in [1, 2, 7, 250] {
            let ids = (0..40).map(|group| idr_pic_id(group * u64::from(keyint), keyint));
            assert!(ids.eq([1, 0].into_iter().cycle().take(40)), "every {keyint}");
        }
        assert_eq!(idr_pic_id(u64::MAX, 1), 0);
        // 2^64 - 1 is an odd multiple of 3.
        assert_eq!([1, 2, 4, u64::MAX].map(|number| idr_pic_id(number, 3)), [3, 2, 2, 0]);
    }
}
