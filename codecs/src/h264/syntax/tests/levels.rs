//! Tests of levels against the numbers of A.3.

use crate::h264::syntax::*;

fn demand(frame_in_mbs: [u32; 2], frame_rate: (u32, u32), dpb_frames: u32) -> Demand {
    Demand { profile: Profile::High, frame_in_mbs, frame_rate, dpb_frames, bit_rate: None, vertical_mv: 0 }
}

#[test]
fn well_known_formats_have_their_levels() {
    for (frame, rate, frames, name) in [
        ([9, 11], (15, 1), 4, "1"),
        ([9, 11], (30, 1), 4, "1.1"),
        ([18, 22], (30, 1), 6, "1.3"),
        ([36, 45], (25, 1), 5, "3"),
        ([30, 45], (30000, 1001), 6, "3"),
        ([45, 80], (30, 1), 5, "3.1"),
        ([45, 80], (60, 1), 5, "3.2"),
        ([68, 120], (30000, 1001), 4, "4"),
        ([68, 120], (30, 1), 5, "5"),
        ([68, 120], (64, 1), 4, "4.2"),
        ([135, 240], (30, 1), 5, "5.1"),
        ([135, 240], (60, 1), 5, "5.2"),
        ([270, 480], (120, 1), 5, "6.2"),
    ] {
        assert_eq!(Level::lowest(&demand(frame, rate, frames)).unwrap().name, name, "{frame:?} {rate:?} {frames}");
    }
}

#[test]
fn a_fraction_of_a_macroblock_a_second_is_too_much() {
    // 1485 macroblocks per second are level 1; any more are level 1.1.
    assert_eq!(Level::lowest(&demand([9, 11], (15, 1), 1)).unwrap().name, "1");
    assert_eq!(Level::lowest(&demand([9, 11], (15_000_001, 1_000_000), 1)).unwrap().name, "1.1");
}

#[test]
fn what_no_level_has_is_refused_by_name() {
    let error = Level::lowest(&demand([1056, 10], (1, 1), 1)).unwrap_err();
    assert_eq!(error.to_string(), "1056 macroblocks of height requested; no level allows more than 1055");
    let error = Level::lowest(&demand([9, 11], (15, 1), 17)).unwrap_err();
    assert_eq!(error.to_string(), "17 frames of the decoded picture buffer requested; no level allows more than 16");
}

#[test]
fn rate_and_motion_raise_the_level() {
    let base = demand([9, 11], (15, 1), 1);
    let name = |demand: Demand| Level::lowest(&demand).unwrap().name;
    assert_eq!(name(Demand { bit_rate: Some(80_000), ..base }), "1");
    assert_eq!(name(Demand { bit_rate: Some(80_001), ..base }), "1b");
    assert_eq!(name(Demand { bit_rate: Some(80_000), profile: Profile::Main, ..base }), "1b");
    assert_eq!(name(Demand { vertical_mv: 65, ..base }), "1.1");
    assert_eq!(name(Demand { vertical_mv: 512, ..base }), "3.1");
}

#[test]
fn every_level_is_stated_and_read_in_every_profile() {
    for profile in [Profile::ConstrainedBaseline, Profile::Main, Profile::High] {
        for level in Level::ALL {
            let mut sps = Sps::default();
            profile.state(&mut sps);
            level.state(&mut sps);
            assert_eq!(Level::of(&sps), Some(level), "{profile} {}", level.name);
            assert_eq!(profile_name(&sps), profile.name());
            sps.check(()).unwrap();
        }
    }
}

#[test]
fn what_is_above_a_level_is_complained_about() {
    let sps = Sps { level_idc: 10, pic_width_in_mbs_minus1: 21, pic_height_in_map_units_minus1: 17, ..Sps::default() };
    let error = Level::of(&sps).unwrap().excess(&sps, BitPosition::byte(4)).unwrap();
    assert_eq!(error.to_string(), "byte 4.0: PicSizeInMbs 396 is above the 99 of level 1");
}
