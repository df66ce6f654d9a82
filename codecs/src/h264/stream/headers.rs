//! [`StreamHeaders`]: the parameter sets and the encoder message that precede the pictures of a stream.

use crate::h264::code::picture::{ChromaFormat, Yuv420};
use crate::h264::options::{EntropyCoding, Options};
use crate::h264::syntax::{
    AspectRatio, BitstreamRestriction, ColourDescription, Demand, FrameCropping, Level, Nal, NalHeader, NalUnitType,
    ParameterSets, PicOrderCnt, Pps, PpsExtension, Sei, SeiMessage, SeiPayload, Sps, Structure, Timing, UserData,
    VideoSignalType, Vui,
};
use crate::h264::{H264Error, frame_rate};

/// The number of bits of `frame_num`.
const FRAME_NUM_BITS: u8 = 8;

/// The UUID that identifies this encoder's SEI messages (D.2.7).
const UUID: [u8; 16] = [0x75, 0x6E, 0x69, 0x74, 0x65, 0x2E, 0x4A, 0x64, 0x8E, 0x1B, 0x68, 0x32, 0x36, 0x34, 0xE5, 0x03];

/// The parameter sets of a stream.
pub(super) struct StreamHeaders {
    pub(super) sets: ParameterSets,
    pub(super) sps: Sps,
    pub(super) pps: Pps,
    pub(super) level: &'static Level,
}

impl StreamHeaders {
    pub(super) fn new(options: &Options) -> Result<Self, H264Error> {
        options.check()?;
        let frame_in_mbs = [options.height.div_ceil(16) as u32, options.width.div_ceil(16) as u32];
        let profile = options.profile.unwrap_or(options.lowest_profile());
        let mut demand = Demand {
            profile,
            frame_in_mbs,
            frame_rate: options.frame_rate,
            dpb_frames: options.max_num_ref_frames().into(),
            bit_rate: None,
            vertical_mv: 64,
        };
        let level = match options.level {
            Some(level) => {
                // The motion search keeps vectors within the level's limit, so the level need not allow a given range.
                demand.vertical_mv = 0;
                if let Some((what, value, most)) = level.refuses(&demand) {
                    return Err(H264Error::Level { level: level.name, what, value, most });
                }
                level
            }
            None => Level::lowest(&demand)?,
        };
        let mut sps = Sps {
            chroma_format_idc: if options.monochrome { 0 } else { Yuv420::CHROMA_FORMAT_IDC },
            log2_max_frame_num_minus4: FRAME_NUM_BITS - 4,
            pic_order_cnt: pic_order_cnt(options),
            max_num_ref_frames: options.max_num_ref_frames(),
            pic_width_in_mbs_minus1: frame_in_mbs[1] as u16 - 1,
            pic_height_in_map_units_minus1: frame_in_mbs[0] as u16 - 1,
            frame_cropping: cropping(options),
            vui: Some(vui(options)),
            ..Sps::default()
        };
        profile.state(&mut sps);
        level.state(&mut sps);
        let extension = PpsExtension { transform_8x8_mode_flag: options.transform_8x8, ..PpsExtension::default() };
        let pps = Pps {
            entropy_coding_mode_flag: options.entropy_coding == EntropyCoding::Cabac,
            num_ref_idx_l0_default_active_minus1: options.references - 1,
            weighted_pred_flag: options.weighted_p,
            weighted_bipred_idc: if options.most_b_frames() > 0 && options.weighted_b { 2 } else { 0 },
            pic_init_qp_minus26: options.qp as i8 - 26,
            deblocking_filter_control_present_flag: true,
            constrained_intra_pred_flag: options.constrained_intra,
            extension: options.transform_8x8.then_some(extension),
            ..Pps::default()
        };
        let mut sets = ParameterSets::default();
        sets.insert_sps(sps.clone());
        sets.insert_pps(pps.clone());
        sets.activate(0);
        Ok(StreamHeaders { sets, sps, pps, level })
    }

    /// Returns the sequence parameter set and the picture parameter set.
    pub(super) fn parameter_sets(&self) -> Result<[Nal; 2], H264Error> {
        let sps = Nal { header: NalHeader::new(3, NalUnitType::SPS), rbsp: self.sps.to_rbsp(())? };
        let pps = Nal { header: NalHeader::new(3, NalUnitType::PPS), rbsp: self.pps.to_rbsp(&self.sets)? };
        Ok([sps, pps])
    }

    /// Returns the RBSP of an SEI message that names the encoder and its options.
    pub(super) fn message(&self, options: &Options) -> Result<Vec<u8>, H264Error> {
        let text = format!(
            "unite {} - H.264 - {}x{} qp={} ip_ratio={} keyint={} ref={} {:?} 8x8dct={} deblock={} constrained_intra={} \
             partitions={:?} me={:?}:{} subme={} trellis={}{}{}{}",
            env!("CARGO_PKG_VERSION"),
            options.width,
            options.height,
            options.qp,
            options.ip_ratio,
            options.keyint,
            options.references,
            options.entropy_coding,
            u8::from(options.transform_8x8),
            options.deblocking.map_or("off".to_owned(), |d| format!("{}:{}", d.alpha, d.beta)),
            u8::from(options.constrained_intra),
            options.partitions,
            options.motion.method,
            options.motion.range,
            options.motion.subme,
            u8::from(options.trellis),
            if options.psy_rd > 0.0 { format!(" psy_rd={}", options.psy_rd) } else { String::new() },
            b_frames(options),
            if options.slices > 1 { format!(" slices={}", options.slices) } else { String::new() },
        );
        let payload = SeiPayload::UserDataUnregistered(UserData { uuid: UUID, data: text.into_bytes() });
        Ok(Sei { messages: vec![SeiMessage { payload }] }.to_rbsp(&self.sets)?)
    }
}

/// Names the options of B pictures, if there are any.
fn b_frames(options: &Options) -> String {
    match options.most_b_frames() {
        0 => String::new(),
        most => format!(
            " bframes={most} b_pyramid={} direct={:?} weightb={} pb_ratio={}",
            u8::from(options.b_pyramid),
            options.direct,
            u8::from(options.weighted_b),
            options.pb_ratio,
        ),
    }
}

/// Returns the coding of picture order counts: type 2 if the order of display is that of coding.
///
/// With type 0, slice headers code the lowest bits, so that counts differ by less than half of their range: those of a
/// picture and of the reference coded before it (8.2.1.1).
fn pic_order_cnt(options: &Options) -> PicOrderCnt {
    match options.most_b_frames() {
        0 => PicOrderCnt::Decoding,
        // The count of a P picture is at most 2 * 17 above that of the P picture before it, which at most one B picture follows.
        _ => PicOrderCnt::Lsb { log2_max_pic_order_cnt_lsb_minus4: 4 },
    }
}

/// Returns the cropping that hides the columns and rows added to fill the last macroblocks.
fn cropping(options: &Options) -> Option<FrameCropping> {
    let unit = if options.monochrome { 1 } else { 2 };
    let beyond = |size: usize| ((size.next_multiple_of(16) - size) / unit) as u16;
    let (right, bottom) = (beyond(options.width), beyond(options.height));
    (right > 0 || bottom > 0).then_some(FrameCropping { right, bottom, ..FrameCropping::default() })
}

fn vui(options: &Options) -> Vui {
    let signal = &options.signal;
    let described = signal.colour_primaries.is_some()
        || signal.transfer_characteristics.is_some()
        || signal.matrix_coefficients.is_some();
    // 2: unspecified.
    let colour_description = described.then(|| ColourDescription {
        colour_primaries: signal.colour_primaries.unwrap_or(2),
        transfer_characteristics: signal.transfer_characteristics.unwrap_or(2),
        matrix_coefficients: signal.matrix_coefficients.unwrap_or(2),
    });
    // 5: unspecified.
    let video_signal_type = (described || signal.full_range.is_some()).then(|| VideoSignalType {
        video_format: 5,
        video_full_range_flag: signal.full_range.unwrap_or(false),
        colour_description,
    });
    let rate = frame_rate::bounded(options.frame_rate.0, options.frame_rate.1);
    Vui {
        aspect_ratio: signal.sample_aspect_ratio.map(|(width, height)| AspectRatio::new(width, height)),
        video_signal_type,
        timing: rate.and_then(|(frames, seconds)| Timing::from_frame_rate(frames, seconds)),
        bitstream_restriction: Some(BitstreamRestriction {
            max_num_reorder_frames: options.max_num_reorder_frames(),
            max_dec_frame_buffering: options.max_num_ref_frames(),
            ..BitstreamRestriction::default()
        }),
        ..Vui::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::h264::options::Signal;
    use crate::h264::syntax::{NalHeader, NalUnitType, Rbsp, Reader, write_nal_unit};
    use crate::shared::trace::Recorder;

    /// Reads a structure from its RBSP and asserts that there are no complaints.
    fn read_in<T: Structure>(rbsp: &[u8], context: T::Context<'_>) -> T {
        let mut nal = Vec::new();
        write_nal_unit(NalHeader::new(0, NalUnitType::SEI), rbsp, &mut nal);
        let (rbsp, mut recorder) = (Rbsp::new(&nal, 0), Recorder::default());
        let mut reader = Reader::new(&rbsp, &mut recorder);
        let structure = T::read(&mut reader, context).expect("it can be read");
        assert_eq!(reader.complaints(), []);
        structure
    }

    /// Writes the sequence parameter set of the options and reads it back.
    fn sps(options: &Options) -> Sps {
        let rbsp = StreamHeaders::new(options).expect("the options are sound").sps.to_rbsp(()).expect("it is written");
        read_in(&rbsp, ())
    }

    #[test]
    fn cropping_leaves_the_size_that_was_asked_for() {
        for (width, height) in [(2, 2), (16, 16), (176, 144), (1920, 1080), (34, 46), (30, 18), (4096, 2)] {
            for monochrome in [false, true] {
                let sps = sps(&Options { monochrome, ..Options::new(width, height) });
                assert_eq!(sps.size(), Some([height as u32, width as u32]));
                assert_eq!(sps.frame_in_mbs(), [height.div_ceil(16) as u32, width.div_ceil(16) as u32]);
                assert_eq!(sps.frame_cropping.is_some(), width % 16 > 0 || height % 16 > 0);
            }
        }
        let odd = Options { monochrome: true, ..Options::new(101, 75) };
        assert_eq!(sps(&odd).size(), Some([75, 101]));
        let cropping = sps(&Options::new(1920, 1080)).frame_cropping.expect("1088 rows are coded");
        assert_eq!(cropping, FrameCropping { bottom: 4, ..FrameCropping::default() });
    }

    #[test]
    fn what_is_said_of_the_signal_is_read_back() {
        let mut options = Options::new(64, 64);
        options.frame_rate = (30000, 1001);
        let bare = sps(&options).vui.expect("there is always one");
        assert_eq!((bare.aspect_ratio, bare.video_signal_type), (None, None));
        assert_eq!(bare.timing, Timing::from_frame_rate(30000, 1001));
        assert_eq!(sps(&options).frame_rate(), Some((60000, 2002)));
        let restriction = bare.bitstream_restriction.expect("there is always one");
        assert_eq!((restriction.max_num_reorder_frames, restriction.max_dec_frame_buffering), (0, 3));

        options.signal.full_range = Some(true);
        let ranged = sps(&options).vui.and_then(|vui| vui.video_signal_type).expect("it was given");
        assert_eq!(ranged, VideoSignalType { video_full_range_flag: true, ..VideoSignalType::default() });

        options.signal = Signal {
            sample_aspect_ratio: Some((64, 45)),
            full_range: None,
            colour_primaries: Some(9),
            transfer_characteristics: None,
            matrix_coefficients: Some(6),
        };
        let vui = sps(&options).vui.expect("there is always one");
        assert_eq!(vui.aspect_ratio.and_then(|ratio| ratio.ratio()), Some((64, 45)));
        let signal = vui.video_signal_type.expect("it was given");
        assert!(!signal.video_full_range_flag);
        let colours = ColourDescription { colour_primaries: 9, transfer_characteristics: 2, matrix_coefficients: 6 };
        assert_eq!(signal.colour_description, Some(colours));
    }

    #[test]
    fn parameter_sets_say_which_tools_are_on() {
        for (entropy_coding, transform_8x8, constrained_intra, references) in [
            (EntropyCoding::Cavlc, false, true, 1),
            (EntropyCoding::Cabac, false, false, 16),
            (EntropyCoding::Cabac, true, true, 3),
        ] {
            let options = Options {
                entropy_coding,
                transform_8x8,
                constrained_intra,
                references,
                qp: 51,
                ..Options::new(48, 32)
            };
            let headers = StreamHeaders::new(&options).expect("the options are sound");
            let pps = headers.pps.to_rbsp(&headers.sets).expect("it is written");
            let pps: Pps = read_in(&pps, &headers.sets);
            assert_eq!(pps, headers.pps);
            assert_eq!(pps.entropy_coding_mode_flag, entropy_coding == EntropyCoding::Cabac);
            assert_eq!(pps.extension.is_some_and(|e| e.transform_8x8_mode_flag), transform_8x8);
            assert_eq!(pps.constrained_intra_pred_flag, constrained_intra);
            assert_eq!((pps.num_ref_idx_l0_default_active_minus1, pps.pic_init_qp_minus26), (references - 1, 25));
            assert_eq!(sps(&options), headers.sps);
            assert_eq!(headers.sps.max_num_ref_frames, references);
        }
    }

    #[test]
    fn the_message_names_the_options_and_is_read_back() {
        let options = Options::new(64, 64);
        let headers = StreamHeaders::new(&options).expect("the options are sound");
        let rbsp = headers.message(&options).expect("it is written");
        let sei: Sei = read_in(&rbsp, &headers.sets);
        let [SeiMessage { payload: SeiPayload::UserDataUnregistered(data) }] = &sei.messages[..] else {
            panic!("{:?}", sei.messages)
        };
        let text = String::from_utf8(data.data.clone()).expect("text");
        assert!(data.uuid == UUID && text.contains("64x64 qp=26") && text.contains("me=Hexagon:16"), "{text}");
    }
}
