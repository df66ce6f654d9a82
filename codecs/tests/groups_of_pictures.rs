//! The promise for machines that share a film: a group of pictures does not depend on earlier ones.

use codecs::h264::{
    AccessUnit, AdaptiveMode, AdaptiveQuant, BAdapt, Deblocking, DirectMode, EntropyCoding, H264Error,
    LookaheadOptions, MotionMethod, MotionOptions, Options, Partitions, Session, Signal,
};
use codecs::picture::{Layout, PixelFormat, Pixels, Plane};
use noise::Noise;

/// A clip: 4:2:0 in planes, or gray.
struct Clip {
    width: usize,
    height: usize,
    gray: bool,
    frames: Vec<Vec<u8>>,
}

impl Clip {
    /// Returns a clip of a slope that moves, with noise in some pictures.
    fn random(noise: &mut Noise, gray: bool) -> Clip {
        let [width, height] = [(); 2].map(|()| 2 * (1 + noise.below(20)));
        let samples = if gray { width * height } else { width * height * 3 / 2 };
        let (count, rough) = (2 + noise.below(8), (1 << (2 * noise.below(4))) - 1);
        let slope = |t: usize, k: usize| (2 * (k % width) + 3 * (k / width) + 7 * t) as u8;
        let mut sample = |t, k| slope(t, k) ^ (noise.bits() & rough) as u8;
        let frames = (0..count).map(|t| (0..samples).map(|k| sample(t, k)).collect()).collect();
        Clip { width, height, gray, frames }
    }

    fn pixels(&self, n: usize) -> Pixels<'_> {
        let (width, height) = (self.width, self.height);
        if self.gray {
            return Pixels::interleaved(&self.frames[n], width, height, PixelFormat::Gray).expect("a picture");
        }
        let (luma, chroma) = self.frames[n].split_at(width * height);
        let (cb, cr) = chroma.split_at(chroma.len() / 2);
        let planes = [(luma, width), (cb, width / 2), (cr, width / 2)].map(|(data, pitch)| Plane { data, pitch });
        Pixels::new(width, height, Layout::Planar { planes, subsampling: (2, 2) }).expect("a picture")
    }

    /// Encodes the pictures from `from` on.
    fn units(&self, options: &Options, from: usize) -> Vec<AccessUnit> {
        let mut session = Session::new(options.clone()).expect("lawful options");
        let pushed = (from..self.frames.len()).map(|n| session.push(&self.pixels(n)).expect("the stream's picture"));
        let mut units: Vec<_> = pushed.collect::<Vec<_>>().into_iter().flatten().collect();
        units.extend(session.finish().expect("the stream's pictures"));
        units
    }
}

/// Returns the samples of the reconstruction.
fn samples(unit: &AccessUnit) -> Vec<u8> {
    let picture = unit.reconstruction();
    let chroma = picture.chroma.iter().flatten().flat_map(|plane| plane.view().iter());
    picture.luma.view().iter().chain(chroma).collect()
}

fn options(noise: &mut Noise, clip: &Clip) -> Options {
    let mut of = |n: usize| noise.below(n);
    let partitions = Partitions::ALL.with_intra_4x4(of(3) > 0).with_inter_8x8(of(3) > 0).with_inter_4x4(of(2) > 0);
    let method = [MotionMethod::Diamond, MotionMethod::Hexagon, MotionMethod::Exhaustive][of(3)];
    let motion = MotionOptions::default().with_method(method).with_range(4 + of(5) as u16).with_subme(of(11) as u8);
    let lookahead = LookaheadOptions::NONE
        .with_pictures(of(7) as u16)
        .with_scene_cut([0, 40, 100][of(3)])
        .with_min_keyint(of(2) as u32)
        .with_b_adapt([BAdapt::Fixed, BAdapt::Greedy, BAdapt::Path][of(3)])
        .with_mb_tree(of(2) > 0);
    let aq = [AdaptiveMode::Off, AdaptiveMode::Variance, AdaptiveMode::Auto, AdaptiveMode::AutoDark][of(4)];
    let ratio = [None, Some((4, 3)), Some((7, 5))][of(3)];
    Options::new(clip.width, clip.height)
        .with_monochrome(clip.gray)
        .with_qp(of(52) as u8)
        .with_ip_ratio([1.0, 1.4, 3.0][of(3)])
        .with_keyint([1, 2, 2, 3, 4, 250, u32::MAX][of(7)])
        .with_references(1 + of(4) as u8)
        .with_b_frames([0, 0, 1, 2, 3, 5][of(6)])
        .with_b_pyramid(of(3) > 0)
        .with_crf([None, Some(20.5), Some(33.0)][of(3)])
        .with_qcomp([0.6, 0.0, 1.0][of(3)])
        .with_adaptive(AdaptiveQuant { mode: aq, strength: 1.0 })
        .with_lookahead(lookahead)
        .with_direct([DirectMode::Spatial, DirectMode::Temporal, DirectMode::Auto][of(3)])
        .with_entropy_coding([EntropyCoding::Cavlc, EntropyCoding::Cabac][of(2)])
        .with_transform_8x8(of(2) > 0)
        .with_deblocking([None, Some(Deblocking::default()), Some(Deblocking::new(-2, 3))][of(3)])
        .with_constrained_intra(of(3) == 0)
        .with_partitions(partitions)
        .with_motion(motion)
        .with_frame_rate([(25, 1), (30_000, 1001)][of(2)])
        .with_signal(Signal::default().with_sample_aspect_ratio(ratio))
        .with_access_unit_delimiters(of(2) > 0)
        .with_encoder_message(of(4) > 0)
}

/// Returns a number for the first picture of a clip: often 0 or small, sometimes near the end of all numbers.
fn first_picture(noise: &mut Noise, keyint: u32, pictures: usize) -> u64 {
    match noise.below(5) {
        0 | 1 => 0,
        2 => u64::from(keyint) * noise.below(6) as u64,
        3 => noise.below(1000) as u64,
        _ => u64::MAX - pictures as u64 + 1 - noise.below(3) as u64,
    }
}

#[test]
fn a_group_of_pictures_depends_on_its_options_pictures_and_first_number_alone() {
    let mut noise = Noise::new(35);
    let (mut cases, mut clips) = (0, 0);
    while cases < 1200 {
        let gray = noise.below(5) == 0;
        let clip = Clip::random(&mut noise, gray);
        let options = options(&mut noise, &clip);
        let first = first_picture(&mut noise, options.keyint, clip.frames.len());
        let whole = clip.units(&options.clone().with_first_picture(first), 0);
        for k in (0..whole.len()).filter(|&k| whole[k].is_idr) {
            // Scene cuts begin groups between those of the interval.
            assert!(options.lookahead.scene_cut > 0 || k % options.keyint as usize == 0);
            let part = clip.units(&options.clone().with_first_picture(first + k as u64), k);
            assert_eq!(part.len(), whole.len() - k);
            for (n, (one, other)) in whole[k..].iter().zip(&part).enumerate() {
                let place = format!("clip {clips}: picture {} of one from {first}, part from {k}: {options:?}", k + n);
                assert_eq!(one.byte_stream(), other.byte_stream(), "{place}");
                assert_eq!((&one.nals, one.is_idr, one.qp), (&other.nals, other.is_idr, other.qp), "{place}");
                assert!(samples(one) == samples(other), "{place}");
                assert_eq!(one.display, k as u64 + other.display);
            }
            cases += 1;
        }
        clips += 1;
    }
    println!("{cases} parts of {clips} clips");
}

#[test]
fn the_first_number_changes_no_parameter_set_and_no_other_picture() {
    let mut noise = Noise::new(36);
    for _ in 0..40 {
        let clip = Clip::random(&mut noise, false);
        let options = options(&mut noise, &clip);
        let moved = options.clone().with_first_picture(1 + noise.below(1000) as u64);
        let sets = |options: &Options| {
            Session::new(options.clone()).expect("lawful options").parameter_sets().expect("of a session")
        };
        assert_eq!(sets(&options), sets(&moved));
        for (one, other) in clip.units(&options, 0).iter().zip(&clip.units(&moved, 0)) {
            assert!(one.is_idr == other.is_idr && samples(one) == samples(other));
            assert!(one.is_idr || one.nals == other.nals);
        }
    }
}

#[test]
fn pictures_without_a_number_are_refused() {
    let clip = Clip::random(&mut Noise::new(37), false);
    let mut session = Session::new(Options::new(clip.width, clip.height).with_first_picture(u64::MAX)).expect("lawful");
    assert!(session.push(&clip.pixels(0)).is_ok());
    for _ in 0..2 {
        let error = session.push(&clip.pixels(1)).expect_err("no number is left");
        assert!(matches!(error, H264Error::PictureNumber { first: u64::MAX, count: 1 }));
        let text = "a session from picture 18446744073709551615 of the film ends with 1 encoded: no number is above \
                    18446744073709551615; begin at a lower one";
        assert_eq!(error.to_string(), text);
    }
}
