//! Writing of MP4 files with one H.264 track. ISO/IEC 14496-12 (boxes), 14496-14 (MP4), 14496-15 (H.264 in MP4).
//!
//! ```text
//!   access_unit ──▶ scratch: samples, each NAL unit after its length in 4 bytes
//!                                │
//!   finish ──▶ sink: ftyp, moov, mdat ◀┘
//! ```
//!
//! The index (`moov`) precedes the samples, so that a player can start before it has the whole file. The index depends
//! on all samples, so samples are first written to a scratch, a temporary file of the caller. Memory holds a few bytes
//! per picture: its size, and its number if it is a sync sample.
//!
//! Not supported: more than one track, more than one picture parameter set, fragments, encryption.

use crate::h264::frame_rate;
use crate::h264::syntax::Sps;
use crate::shared::setters::setters;
use shiguredo_mp4::bitstream::h264::{H264SampleEntryConfig, LengthSize, build_avc1_box};
use shiguredo_mp4::boxes::*;
use shiguredo_mp4::{BoxHeader, BoxSize, BoxType, Either, Encode, FixedPointNumber, LanguageCode, Mp4FileTime};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::num::NonZeroU32;
use thiserror::Error;

/// The number of samples in a chunk; each chunk has one offset in the index.
const SAMPLES_A_CHUNK: usize = 32;

/// The reason why an MP4 file cannot be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum Mp4Error {
    /// An I/O error of the scratch or the sink.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The parameter sets are invalid, or a value does not fit in its box.
    #[error(transparent)]
    Box(BoxError),
    /// The frame rate is 0, or players do not accept it.
    #[error("{0}/{1} pictures a second requested; MP4 files hold 1/2147483647 to 2147483647")]
    FrameRate(u32, u32),
    /// The pictures are too wide or too high for the track header.
    #[error("pictures of {width} x {height} are too large; MP4 files hold up to 32767 x 32767")]
    TooLarge {
        /// The number of columns.
        width: u16,
        /// The number of rows.
        height: u16,
    },
    /// An access unit has 4 GiB or more, or there are more than 2^32 - 1 of them.
    #[error("access unit {0} does not fit in an MP4 file, which holds up to 4294967295 units of less than 4 GiB")]
    TooMany(usize),
    /// A picture is presented more than 2147483647 units of the timescale after it is decoded.
    #[error(
        "a picture is shown {pictures} pictures of {duration} ticks after it is decoded; MP4 files hold 2147483647 ticks; \
         use a simpler frame rate or no B pictures"
    )]
    Delay {
        /// The number of pictures between.
        pictures: u32,
        /// The duration of a picture in units of the timescale.
        duration: u32,
    },
    /// There is no access unit, or decoding cannot start with the first.
    #[error("the first picture of an MP4 file must be one that decoding can start with")]
    NoSyncSample,
}

/// The reason why a box of an MP4 file cannot be written. Its text names the box or the value.
#[derive(Debug, Error)]
#[error(transparent)]
pub struct BoxError(shiguredo_mp4::Error);

/// Wraps an error of the crate that writes the boxes.
fn box_error(error: shiguredo_mp4::Error) -> Mp4Error {
    Mp4Error::Box(BoxError(error))
}

/// The colour space, by the code points of ITU-T H.273, as in the VUI of the sequence parameter set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nclx {
    /// `colour_primaries`: 1 BT.709, 2 unspecified, ..
    pub primaries: u8,
    /// `transfer_characteristics`: 1 BT.709, 2 unspecified, ..
    pub transfer: u8,
    /// `matrix_coefficients`: 1 BT.709, 2 unspecified, ..
    pub matrix: u8,
    /// `video_full_range_flag`: samples use the full range of values.
    pub full_range: bool,
}

/// The properties of a track. Profile, level and size are those of the sequence parameter set.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Track {
    /// The sequence parameter set as a NAL unit, without a start code.
    pub sps: Vec<u8>,
    /// The picture parameter set as a NAL unit, without a start code.
    pub pps: Vec<u8>,
    /// The frame rate in pictures per second: numerator, denominator. Players read both as signed numbers of 32 bits; a
    /// fraction with larger numbers is reduced, or replaced by the nearest one, which is off by less than one part in
    /// 2^31.
    pub frame_rate: [u32; 2],
    /// The contents of the box `colr`, if it is written.
    pub colour: Option<Nclx>,
    /// The contents of the box `pasp`, if it is written: width and height of a sample.
    pub sample_aspect_ratio: Option<[u32; 2]>,
}

impl Track {
    /// Creates a track of `frame_rate[0] / frame_rate[1]` pictures per second, without the boxes `colr` and `pasp`. See
    /// [`Mp4Writer`] for an example.
    pub fn new(sps: Vec<u8>, pps: Vec<u8>, frame_rate: [u32; 2]) -> Self {
        Track { sps, pps, frame_rate, colour: None, sample_aspect_ratio: None }
    }

    /// Creates a track as [`Track::new`] does, with the boxes `colr` and `pasp` as the VUI of the stream describes the
    /// samples.
    ///
    /// ```
    /// use codecs::h264::container::mp4::Track;
    /// use codecs::h264::syntax::{AspectRatio, Nal, NalHeader, NalUnitType, Sps, Structure, Vui};
    /// let vui = Vui { aspect_ratio: Some(AspectRatio::new(4, 3)), ..Default::default() };
    /// let sps = Sps { vui: Some(vui), ..Default::default() };
    /// let nal = Nal { header: NalHeader::new(3, NalUnitType::SPS), rbsp: sps.to_rbsp(())? };
    /// let track = Track::of_stream(&sps, nal.bytes(), vec![0x68, 0xcb, 0x83, 0xcb, 0x20], [25, 1]);
    /// assert_eq!((track.sample_aspect_ratio, track.colour), (Some([4, 3]), None));
    /// # Ok::<(), codecs::h264::syntax::SyntaxError>(())
    /// ```
    pub fn of_stream(stated: &Sps, sps: Vec<u8>, pps: Vec<u8>, frame_rate: [u32; 2]) -> Self {
        let vui = stated.vui.as_ref();
        let colour = vui.and_then(|vui| vui.video_signal_type).map(|signal| {
            let description = signal.colour_description.unwrap_or_default();
            Nclx {
                primaries: description.colour_primaries,
                transfer: description.transfer_characteristics,
                matrix: description.matrix_coefficients,
                full_range: signal.video_full_range_flag,
            }
        });
        let ratio = vui.and_then(|vui| vui.aspect_ratio?.ratio());
        let sample_aspect_ratio = ratio.map(|(width, height)| [width.into(), height.into()]);
        Track { colour, sample_aspect_ratio, ..Track::new(sps, pps, frame_rate) }
    }
}

setters!(Track {
    with_colour: colour: Option<Nclx>,
    with_sample_aspect_ratio: sample_aspect_ratio: Option<[u32; 2]>,
});

/// A writer that collects access units and writes an MP4 file at the end.
///
/// ```
/// use codecs::h264::container::mp4::{Mp4Writer, Track};
/// # let sps = vec![0x67, 0x42, 0xc0, 0x0a, 0xd9, 0x0b, 0xb0, 0x11, 0x00, 0x00, 0x03, 0x00, 0x01, 0x00, 0x00, 0x03, 0x00, 0x32, 0x0f, 0x12, 0x26, 0x48];
/// # let pps = vec![0x68, 0xcb, 0x83, 0xcb, 0x20];
/// # let idr_slice = [0x65, 0x88, 0x84];
/// let track = Track::new(sps, pps, [30_000, 1001]);
/// let scratch = std::io::Cursor::new(Vec::new()); // a temporary file
/// let mut mp4 = Mp4Writer::new(scratch, track)?;
/// mp4.access_unit([&idr_slice[..]], true, 0)?;
/// let mut file = Vec::new();
/// mp4.finish(&mut file)?;
/// assert_eq!((&file[4..8], &file[file.len() - 7..]), (&b"ftyp"[..], &[0, 0, 0, 3, 0x65, 0x88, 0x84][..]));
/// # Ok::<(), codecs::h264::container::mp4::Mp4Error>(())
/// ```
#[derive(Debug)]
pub struct Mp4Writer<S> {
    scratch: S,
    /// The position of the first sample in the scratch.
    start: u64,
    /// The sample being assembled.
    sample: Vec<u8>,
    entry: Avc1Box,
    timescale: NonZeroU32,
    /// The duration of a picture, in units of the timescale.
    duration: u32,
    sample_aspect_ratio: [u32; 2],
    index: Index,
}

/// The data for the sample table.
#[derive(Debug, Default)]
struct Index {
    sizes: Vec<u32>,
    /// The total size of the samples in bytes.
    bytes: u64,
    /// The offsets of the chunks from the first sample.
    chunk_offsets: Vec<u64>,
    /// The numbers of the sync samples, from 1 on.
    sync_samples: Vec<NonZeroU32>,
    /// Runs of samples with the same delay from decoding to presentation: the delay in pictures, and the number of
    /// samples.
    composition: Vec<(u32, u32)>,
    /// The presentation time of the picture presented first, in pictures.
    first_presented: Option<u64>,
}

impl<S: Read + Write + Seek> Mp4Writer<S> {
    /// Creates a writer that stores samples in `scratch`, from its current position on. See [`Mp4Writer`] for an
    /// example.
    ///
    /// # Errors
    /// [`Mp4Error::Box`] for invalid parameter sets, [`Mp4Error::FrameRate`], [`Mp4Error::TooLarge`], and
    /// [`Mp4Error::Io`].
    pub fn new(mut scratch: S, track: Track) -> Result<Self, Mp4Error> {
        let [rate, per] = track.frame_rate;
        let bounded = frame_rate::bounded(rate, per).and_then(|(rate, per)| Some((NonZeroU32::new(rate)?, per)));
        let (timescale, duration) = bounded.ok_or(Mp4Error::FrameRate(rate, per))?;
        let config = H264SampleEntryConfig { length_size: LengthSize::FourBytes };
        let mut entry = build_avc1_box(&[track.sps], &[track.pps], &config).map_err(box_error)?;
        let (width, height) = (entry.visual.width, entry.visual.height);
        if width.max(height) > i16::MAX as u16 {
            return Err(Mp4Error::TooLarge { width, height });
        }
        entry.unknown_boxes.extend(track.colour.map(colr));
        entry.unknown_boxes.extend(track.sample_aspect_ratio.map(pasp));
        let sample_aspect_ratio = track.sample_aspect_ratio.filter(|sar| !sar.contains(&0)).unwrap_or([1, 1]);
        let start = scratch.stream_position()?;
        let (sample, index) = (Vec::new(), Index::default());
        Ok(Mp4Writer { scratch, start, sample, entry, timescale, duration, sample_aspect_ratio, index })
    }

    /// Appends an access unit, in decoding order, as NAL units without start codes. Parameter sets may be omitted, and
    /// access unit delimiters should be. `sync` states that decoding can start with it (an IDR picture).
    /// `composition_offset` is the number of pictures from its decoding to its presentation, 0 without B pictures. See
    /// [`Mp4Writer`] for an example.
    ///
    /// # Errors
    /// [`Mp4Error::NoSyncSample`] if the first access unit is not `sync`, [`Mp4Error::TooMany`], [`Mp4Error::Delay`] and
    /// [`Mp4Error::Io`].
    pub fn access_unit<'a>(
        &mut self,
        nal_units: impl IntoIterator<Item = &'a [u8]>,
        sync: bool,
        composition_offset: u32,
    ) -> Result<(), Mp4Error> {
        if self.index.sizes.is_empty() && !sync {
            return Err(Mp4Error::NoSyncSample);
        }
        if composition_offset.checked_mul(self.duration).is_none_or(|ticks| ticks > frame_rate::MOST) {
            return Err(Mp4Error::Delay { pictures: composition_offset, duration: self.duration });
        }
        let too_many = || Mp4Error::TooMany(self.index.sizes.len() + 1);
        self.sample.clear();
        for nal_unit in nal_units {
            let size = u32::try_from(nal_unit.len()).map_err(|_| too_many())?;
            self.sample.extend_from_slice(&size.to_be_bytes());
            self.sample.extend_from_slice(nal_unit);
        }
        let size = u32::try_from(self.sample.len()).map_err(|_| too_many())?;
        let number = u32::try_from(self.index.sizes.len() + 1).ok().and_then(NonZeroU32::new).ok_or_else(too_many)?;
        self.scratch.write_all(&self.sample)?;
        self.index.append(number, size, sync, composition_offset);
        Ok(())
    }

    /// Writes the file to `sink` and returns the scratch.
    ///
    /// # Errors
    /// [`Mp4Error::NoSyncSample`] if there is no access unit, [`Mp4Error::Box`] and [`Mp4Error::Io`].
    pub fn finish(mut self, sink: &mut impl Write) -> Result<S, Mp4Error> {
        sink.write_all(&self.head()?)?;
        self.scratch.seek(SeekFrom::Start(self.start))?;
        let copied = io::copy(&mut (&mut self.scratch).take(self.index.bytes), sink)?;
        if copied != self.index.bytes {
            return Err(Mp4Error::Io(io::ErrorKind::UnexpectedEof.into()));
        }
        sink.flush()?;
        Ok(self.scratch)
    }
}

impl Index {
    fn append(&mut self, number: NonZeroU32, size: u32, sync: bool, composition_offset: u32) {
        let decoded = self.sizes.len();
        if decoded.is_multiple_of(SAMPLES_A_CHUNK) {
            self.chunk_offsets.push(self.bytes);
        }
        self.sizes.push(size);
        self.bytes += u64::from(size);
        if sync {
            self.sync_samples.push(number);
        }
        match self.composition.last_mut() {
            Some((offset, samples)) if *offset == composition_offset => *samples += 1,
            _ => self.composition.push((composition_offset, 1)),
        }
        let presented = decoded as u64 + u64::from(composition_offset);
        self.first_presented = Some(self.first_presented.map_or(presented, |first| first.min(presented)));
    }
}

/// Returns the box `colr` (14496-12, 12.1.5) with code points.
fn colr(colour: Nclx) -> UnknownBox {
    let points = [colour.primaries, colour.transfer, colour.matrix].map(|point| u16::from(point).to_be_bytes());
    unknown(*b"colr", [&b"nclx"[..], points.as_flattened(), &[u8::from(colour.full_range) << 7]].concat())
}

/// Returns the box `pasp` (14496-12, 12.1.4).
fn pasp(sample_aspect_ratio: [u32; 2]) -> UnknownBox {
    unknown(*b"pasp", sample_aspect_ratio.map(u32::to_be_bytes).as_flattened().to_vec())
}

fn unknown(name: [u8; 4], payload: Vec<u8>) -> UnknownBox {
    let box_size = BoxSize::U32((BoxHeader::MIN_SIZE + payload.len()) as u32);
    UnknownBox { box_type: BoxType::Normal(name), box_size, payload }
}

impl<S> Mp4Writer<S> {
    /// Returns the bytes of the file before the samples: `ftyp`, `moov` and the header of `mdat`.
    fn head(&self) -> Result<Vec<u8>, Mp4Error> {
        if self.index.sizes.is_empty() {
            return Err(Mp4Error::NoSyncSample);
        }
        let mut head = FtypBox {
            major_brand: Brand::ISOM,
            minor_version: 512,
            compatible_brands: vec![Brand::ISOM, Brand::ISO2, Brand::AVC1, Brand::MP41],
        }
        .encode_to_vec()
        .map_err(box_error)?;
        let small = u32::try_from(self.index.bytes + BoxHeader::MIN_SIZE as u64).map(BoxSize::U32);
        let size = small.unwrap_or(BoxSize::U64(self.index.bytes + BoxHeader::MIN_SIZE as u64 + 8));
        let mdat = BoxHeader { box_type: MdatBox::TYPE, box_size: size }.encode_to_vec().map_err(box_error)?;

        // The start of the samples depends on the size of `moov`, which depends only on the size of an offset.
        for large in [false, true] {
            let moov = self.moov(0, large).encode_to_vec().map_err(box_error)?.len();
            let start = (head.len() + moov + mdat.len()) as u64;
            if large || start + self.index.bytes <= u64::from(u32::MAX) {
                head.extend(self.moov(start, large).encode_to_vec().map_err(box_error)?);
                break;
            }
        }
        head.extend(mdat);
        Ok(head)
    }

    /// Returns `moov` for samples that start at byte `start` of the file; `large` selects offsets of 64 bits.
    fn moov(&self, start: u64, large: bool) -> MoovBox {
        // Creation and modification times are 0, the epoch of MP4.
        let time = Mp4FileTime::from_secs(0);
        let duration = self.index.sizes.len() as u64 * u64::from(self.duration);
        let [width, height] = self.display_size();
        let tkhd_box = TkhdBox {
            flag_track_enabled: true,
            flag_track_in_movie: true,
            flag_track_in_preview: false,
            flag_track_size_is_aspect_ratio: false,
            creation_time: time,
            modification_time: time,
            track_id: 1,
            duration,
            layer: TkhdBox::DEFAULT_LAYER,
            alternate_group: TkhdBox::DEFAULT_ALTERNATE_GROUP,
            volume: TkhdBox::DEFAULT_VIDEO_VOLUME,
            matrix: TkhdBox::DEFAULT_MATRIX,
            width,
            height,
        };
        let mdhd_box = MdhdBox {
            creation_time: time,
            modification_time: time,
            timescale: self.timescale,
            duration,
            language: LanguageCode::UNDEFINED,
        };
        let minf_box = MinfBox {
            media_header: Some(MediaHeader::Vmhd(VmhdBox::default())),
            dinf_box: DinfBox::LOCAL_FILE,
            stbl_box: self.stbl(start, large),
            unknown_boxes: Vec::new(),
        };
        let hdlr_box = HdlrBox { handler_type: HdlrBox::HANDLER_TYPE_VIDE, name: b"video\0".to_vec() };
        let trak_box = TrakBox {
            tkhd_box,
            edts_box: self.edts(duration),
            mdia_box: MdiaBox { mdhd_box, hdlr_box, minf_box, unknown_boxes: Vec::new() },
            unknown_boxes: Vec::new(),
        };
        let mvhd_box = MvhdBox {
            creation_time: time,
            modification_time: time,
            timescale: self.timescale,
            duration,
            rate: MvhdBox::DEFAULT_RATE,
            volume: MvhdBox::DEFAULT_VOLUME,
            matrix: MvhdBox::DEFAULT_MATRIX,
            next_track_id: 2,
        };
        MoovBox { mvhd_box, trak_boxes: vec![trak_box], mvex_box: None, unknown_boxes: Vec::new() }
    }

    /// Returns width and height for the track header, in 16.16 fixed point: those of the picture, the width scaled by
    /// the sample aspect ratio.
    fn display_size(&self) -> [FixedPointNumber<i16, u16>; 2] {
        let [width, height] = [self.entry.visual.width, self.entry.visual.height].map(u64::from);
        let [across, down] = self.sample_aspect_ratio.map(u64::from);
        let fixed = |size: u64| i16::try_from(size >> 16).ok().map(|whole| FixedPointNumber::new(whole, size as u16));
        let whole = |size: u64| FixedPointNumber::new(size as i16, 0);
        [fixed((width << 16) * across / down).unwrap_or(whole(width)), whole(height)]
    }

    /// Returns an edit list if the first presentation time is not 0, so that presentation begins with the first picture
    /// presented.
    fn edts(&self, duration: u64) -> Option<EdtsBox> {
        let first = self.index.first_presented.filter(|&first| first > 0)?;
        let entry = ElstEntry {
            edit_duration: duration,
            media_time: (first * u64::from(self.duration)) as i64,
            media_rate: FixedPointNumber::new(1, 0),
        };
        Some(EdtsBox { elst_box: Some(ElstBox { entries: vec![entry] }), unknown_boxes: Vec::new() })
    }

    /// Returns the sample table.
    fn stbl(&self, start: u64, large: bool) -> StblBox {
        let index = &self.index;
        let samples = index.sizes.len();
        let offsets = index.chunk_offsets.iter().map(|offset| start + offset);
        let one = NonZeroU32::MIN;
        let chunk = |first_chunk: NonZeroU32, samples: usize| StscEntry {
            first_chunk,
            sample_per_chunk: samples as u32,
            sample_description_index: one,
        };
        let last = (samples - 1) % SAMPLES_A_CHUNK + 1;
        let mut chunks = vec![chunk(one, samples.min(SAMPLES_A_CHUNK))];
        if samples > SAMPLES_A_CHUNK && last < SAMPLES_A_CHUNK {
            chunks.push(chunk(one.saturating_add(index.chunk_offsets.len() as u32 - 1), last));
        }
        let ctts = |&(offset, sample_count): &(u32, u32)| CttsEntry {
            sample_count,
            sample_offset: i64::from(offset) * i64::from(self.duration),
        };
        let is_delayed = index.composition.iter().any(|&(offset, _)| offset > 0);
        StblBox {
            stsd_box: StsdBox { entries: vec![SampleEntry::Avc1(self.entry.clone())] },
            stts_box: SttsBox {
                entries: vec![SttsEntry { sample_count: samples as u32, sample_delta: self.duration }],
            },
            ctts_box: is_delayed.then(|| CttsBox { version: 0, entries: index.composition.iter().map(ctts).collect() }),
            cslg_box: None,
            stsc_box: StscBox { entries: chunks },
            stsz_box: StszBox::Variable { entry_sizes: index.sizes.clone() },
            stco_or_co64_box: if large {
                Either::B(Co64Box { chunk_offsets: offsets.collect() })
            } else {
                Either::A(StcoBox { chunk_offsets: offsets.map(|offset| offset as u32).collect() })
            },
            stss_box: (index.sync_samples.len() < samples)
                .then(|| StssBox { sample_numbers: index.sync_samples.clone() }),
            sdtp_box: None,
            unknown_boxes: Vec::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shiguredo_mp4::Decode;
    use std::io::Cursor;

    /// Returns the head of a file with samples of these sizes; no sample is written.
    fn head(sizes: impl IntoIterator<Item = u32>) -> Vec<u8> {
        let sps = [
            &[0x67, 0x42, 0xc0, 0x0a, 0xd9, 0x0b, 0xb0, 0x11, 0x00, 0x00, 0x03][..],
            &[0x00, 0x01, 0x00, 0x00, 0x03, 0x00, 0x32, 0x0f, 0x12, 0x26, 0x48],
        ];
        let track = Track {
            sps: sps.concat(),
            pps: vec![0x68, 0xcb, 0x83, 0xcb, 0x20],
            frame_rate: [25, 1],
            colour: None,
            sample_aspect_ratio: Some([u32::MAX, 1]),
        };
        let mut mp4 = Mp4Writer::new(Cursor::new(Vec::new()), track).expect("parameter sets");
        for (number, size) in (1..).zip(sizes) {
            mp4.index.append(NonZeroU32::new(number).expect("from 1 on"), size, number == 1, 0);
        }
        mp4.head().expect("boxes hold it")
    }

    fn moov(head: &[u8]) -> MoovBox {
        let (_, ftyp) = FtypBox::decode(head).expect("ftyp comes first");
        MoovBox::decode(&head[ftyp..]).expect("then moov").0
    }

    #[test]
    fn chunks_start_where_their_first_sample_lies() {
        for samples in [1, 31, 32, 33, 64, 100] {
            let head = head(1..=samples);
            let moov = moov(&head);
            let stbl = &moov.trak_boxes[0].mdia_box.minf_box.stbl_box;
            let Either::A(stco) = &stbl.stco_or_co64_box else { panic!("offsets of 32 bits are enough") };
            let before = |sample: u32| head.len() as u32 + sample * (sample + 1) / 2;
            assert_eq!(stco.chunk_offsets, (0..samples).step_by(32).map(before).collect::<Vec<_>>());
            let last = stbl.stsc_box.entries.last().expect("a chunk");
            let in_chunks = |n: u32| (n - 1) * 32 + last.sample_per_chunk;
            assert_eq!(in_chunks(stco.chunk_offsets.len() as u32), samples);
            assert_eq!(head[head.len() - 8..][..4], (8 + samples * (samples + 1) / 2).to_be_bytes());
        }
    }

    #[test]
    fn beyond_four_gibibytes_sizes_and_offsets_have_64_bits() {
        let largest = |bytes: u32| head([bytes / 2, bytes - bytes / 2]);
        let small = largest(u32::MAX - head([1, 1]).len() as u32);
        assert!(matches!(moov(&small).trak_boxes[0].mdia_box.minf_box.stbl_box.stco_or_co64_box, Either::A(_)));
        let large = head([u32::MAX; 40]);
        let moov = moov(&large);
        let Either::B(co64) = &moov.trak_boxes[0].mdia_box.minf_box.stbl_box.stco_or_co64_box else {
            panic!("offsets of 64 bits")
        };
        let start = large.len() as u64;
        assert_eq!(co64.chunk_offsets, [start, start + 32 * u64::from(u32::MAX)]);
        let size = 16 + 40 * u64::from(u32::MAX);
        assert_eq!(large[large.len() - 16..], [&[0, 0, 0, 1], &b"mdat"[..], &size.to_be_bytes()].concat());
    }
}
