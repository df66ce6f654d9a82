//! Laws of the JPEG encoder: invariance of its output, its refusals, and the decoded result. The last holds for any
//! picture and options.

use codecs::fearless_simd::{Level, Simd};
use codecs::jpeg::baseline::{
    Colour, ForwardDct, IntegerDct, Options, PairWindow, QuadWindow, RowEncoder, Sampling, encode,
};
use codecs::jpeg::marker::Stream;
use codecs::jpeg::quant_table::QuantTable;
use codecs::jpeg::{DensityUnit, Huffman, JpegError, Restart, Scans};
use codecs::picture::{Layout, PixelFormat, Pixels, Plane};
use codecs::spaces::Samples;
use proptest::prelude::*;
use std::io::{self, Write};
use tests::Random;
use tests::jpeg::{
    Case, Content, Decoder, Family, KINDS, Kind, RESTARTS, Reads, SAMPLINGS, TABLES, jpeg_decoder, reads, zune_jpeg,
};
use unite::{Dyn, Fixed, View};

fn file(picture: &Pixels<'_>, options: &Options) -> Vec<u8> {
    let mut file = Vec::new();
    encode(picture, options, &mut file).expect("a lawful picture");
    file
}

/// Returns cases of every sampling, kind and scans, several rows of MCUs high.
fn tall_cases() -> impl Iterator<Item = Case> {
    let mut random = Random::new(3);
    let mut pick = move |n: usize| random.between(0, n as isize) as usize;
    let all = (0..SAMPLINGS.len()).flat_map(|sampling| KINDS.map(|kind| (sampling, kind)));
    let all =
        all.flat_map(|(sampling, kind)| [Scans::Interleaved, Scans::Separate].map(|scans| (sampling, kind, scans)));
    let cases = all.map(move |(sampling, kind, scans)| {
        let (restart, tables) = (RESTARTS[pick(RESTARTS.len())], TABLES[pick(TABLES.len())]);
        let size = (1 + pick(60), 1 + pick(150));
        Case { sampling, kind, scans, restart, tables, size, content: Content::Noise }
    });
    cases.filter(Case::is_legal)
}

#[test]
fn the_number_of_threads_does_not_change_a_byte() {
    let mut random = Random::new(1);
    for (n, mut case) in tall_cases().enumerate() {
        case.restart =
            [Restart::Never, Restart::Rows(1), Restart::Rows(3), Restart::Mcus(1), Restart::Mcus(7), Restart::Mcus(60)]
                [n % 6];
        let source = case.source(&mut random);
        let mut options = case.options().expect("lawful options");
        let one = file(&source.pixels().expect("a picture"), &options);
        for threads in [2, 3] {
            options.threads = threads.try_into().expect("not 0");
            assert!(file(&source.pixels().expect("a picture"), &options) == one, "{threads} threads: {case:?}");
        }
    }
}

/// Includes numbers with one thread per job, and numbers whose products with small ones overflow to 0.
#[test]
fn any_number_of_threads_can_be_asked_for_in_a_pool_or_outside_of_one() {
    let gray = [[50_u8, 200, 7]; 13 * 40].concat();
    let picture = Pixels::interleaved(&gray, 39, 40, PixelFormat::Gray).expect("a picture");
    let mut options = Options::new(90).expect("a quality").with_restart(Restart::Rows(1));
    let one = file(&picture, &options);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("threads");
    for threads in [2, 100_000, usize::MAX / 8 + 1, usize::MAX / 16 + 1, usize::MAX] {
        options.threads = threads.try_into().expect("not 0");
        assert!(file(&picture, &options) == one, "{threads} threads");
        assert!(pool.install(|| file(&picture, &options)) == one, "{threads} threads in a pool of 2");
    }
}

#[test]
fn rows_pushed_in_any_portions_make_the_same_file() {
    let mut random = Random::new(2);
    for case in tall_cases() {
        let Kind::Natural(format) = case.kind else { continue };
        let source = case.source(&mut random);
        let options = case.options().expect("lawful options");
        let picture = source.pixels().expect("a picture");
        let Layout::Interleaved { plane, .. } = picture.layout() else { continue };
        let row = case.size.0 * format.samples();
        let rows: Vec<u8> = (0..case.size.1).flat_map(|y| &plane.data[y * plane.pitch..][..row]).copied().collect();
        for most in [1, 5, 1000] {
            let mut encoder = RowEncoder::new(case.size.0, case.size.1, format, options.clone(), Vec::new())
                .expect("a lawful picture");
            let mut rest = &rows[..];
            while !rest.is_empty() {
                let (now, later) = rest.split_at((row * random.size(most)).min(rest.len()));
                encoder.push(now).expect("whole rows");
                rest = later;
            }
            assert!(encoder.finish().expect("all rows") == file(&picture, &options), "{most} rows at most: {case:?}");
        }
    }
}

#[test]
fn the_layout_does_not_change_a_byte() {
    use PixelFormat::{Bgr, Bgra, Gray, Rgb, Rgba, YCbCr};
    let mut random = Random::new(4);
    let interleaved = |data: &[u8], (width, height), format, options: &Options| {
        file(&Pixels::interleaved(data, width, height, format).expect("a picture"), options)
    };
    for sampling in SAMPLINGS {
        for size in [(1, 1), (33, 17), (64, 9), (31, 40)] {
            let mut options = Options::new(80).expect("a quality");
            options.sampling = Sampling::new(&sampling.1).expect("factors");
            options.scans = if sampling.0 == "4x4, 2x2, 1x1" { Scans::Separate } else { Scans::Interleaved };
            let rgb = random.bytes(3 * size.0 * size.1);
            let pixels = rgb.as_chunks::<3>().0;
            let bgr: Vec<u8> = pixels.iter().flat_map(|[r, g, b]| [*b, *g, *r]).collect();
            let rgba: Vec<u8> = pixels.iter().flat_map(|[r, g, b]| [*r, *g, *b, random.bits() as u8]).collect();
            let bgra: Vec<u8> = pixels.iter().flat_map(|[r, g, b]| [*b, *g, *r, random.bits() as u8]).collect();
            for colour in [Colour::Natural, Colour::Gray, Colour::Rgb] {
                options.colour = colour;
                let wanted = interleaved(&rgb, size, Rgb, &options);
                assert!(interleaved(&bgr, size, Bgr, &options) == wanted, "BGR, {size:?}, {}", sampling.0);
                assert!(interleaved(&rgba, size, Rgba, &options) == wanted, "RGBA, {size:?}, {}", sampling.0);
                assert!(interleaved(&bgra, size, Bgra, &options) == wanted, "BGRA, {size:?}, {}", sampling.0);
            }

            options.colour = Colour::Natural;
            let planes: [Vec<u8>; 3] = std::array::from_fn(|c| pixels.iter().map(|pixel| pixel[c]).collect());
            let chroma: Vec<u8> = pixels.iter().flat_map(|[_, cb, cr]| [*cb, *cr]).collect();
            let plane = |data, channels| Plane { data, pitch: size.0 * channels };
            let planar = Layout::Planar { planes: [0, 1, 2].map(|c| plane(&planes[c][..], 1)), subsampling: (1, 1) };
            let semi = Layout::SemiPlanar { planes: [plane(&planes[0], 1), plane(&chroma, 2)], subsampling: (1, 1) };
            let wanted = interleaved(&rgb, size, YCbCr, &options);
            for layout in [planar, semi] {
                let picture = Pixels::new(size.0, size.1, layout).expect("a picture");
                assert!(file(&picture, &options) == wanted, "{size:?}, {}", sampling.0);
            }

            // Luma only, in all layouts.
            let wanted = interleaved(&planes[0], size, Gray, &options);
            options.colour = Colour::Gray;
            for layout in [planar, semi] {
                let picture = Pixels::new(size.0, size.1, layout).expect("a picture");
                assert!(file(&picture, &options) == wanted, "gray, {size:?}");
            }
            assert!(interleaved(&rgb, size, YCbCr, &options) == wanted, "gray, {size:?}");
        }
    }
}

#[test]
fn gaps_between_rows_do_not_change_a_byte() {
    let mut random = Random::new(5);
    for format in [PixelFormat::Gray, PixelFormat::Rgb, PixelFormat::Rgba, PixelFormat::Cmyk] {
        let (width, height) = (37, 21);
        let row = width * format.samples();
        let data = random.bytes(row * height);
        let options = Options::new(70).expect("a quality");
        let wanted = file(&Pixels::interleaved(&data, width, height, format).expect("a picture"), &options);
        for gap in [1, 3, 100] {
            let wide: Vec<u8> = data.chunks(row).flat_map(|row| [row, &[0x5A; 100][..gap]].concat()).collect();
            // The last row has no gap.
            let plane = Plane { data: &wide[..wide.len() - gap], pitch: row + gap };
            let picture = Pixels::new(width, height, Layout::Interleaved { format, plane }).expect("a picture");
            assert!(file(&picture, &options) == wanted, "a gap of {gap}");
        }
    }
}

#[test]
fn pairs_and_quads_of_blocks_are_single_blocks_at_every_simd_level() {
    let mut levels = vec![("none", Level::baseline()), ("best", Level::new())];
    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    {
        let best = Level::new();
        levels.extend(best.as_sse2().map(|token| ("SSE2", token.level())));
        levels.extend(best.as_sse4_2().map(|token| ("SSE4.2", token.level())));
        levels.extend(best.as_avx2().map(|token| ("AVX2", token.level())));
        levels.extend(best.as_avx512().map(|token| ("AVX-512", token.level())));
    }
    let mut random = Random::new(6);
    for round in 0..5000 {
        let samples: [u8; 256] = std::array::from_fn(|n| match round % 4 {
            0 => random.bits() as u8,
            1 => 255 * (random.bits() as u8 & 1),
            2 => {
                if (n / 8 + n / 32 + round / 4) % 2 == 0 {
                    255
                } else {
                    0
                }
            }
            _ => {
                if random.bits().is_multiple_of(16) {
                    0
                } else {
                    255
                }
            }
        });
        let view = View::<Samples, u8>::over(&samples, [0, 0], Dyn([8, 32])).expect("256 samples");
        let quad: QuadWindow<'_> = view.fixed::<Fixed<8, 32>>().window().expect("all of it");
        let pairs: [PairWindow<'_>; 2] = [quad.part::<0, 0, _>(), quad.part::<0, 16, _>()];
        let wanted =
            pairs.map(|pair| [IntegerDct.forward(pair.part::<0, 0, _>()), IntegerDct.forward(pair.part::<0, 8, _>())]);
        for (name, level) in &levels {
            assert_eq!(pairs.map(|pair| IntegerDct.forward_pair(*level, pair)), wanted, "{name}");
            assert_eq!(IntegerDct.forward_quad(*level, quad), wanted.as_flattened(), "{name}");
        }
    }
}

#[test]
fn all_metadata_are_written_and_found_again() {
    let mut options = Options::new(90).expect("a quality");
    let tiff = b"MM\0\x2A\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
    let profile: Vec<u8> = (0..200_000_u32).map(|n| (n * 7 / 8) as u8).collect();
    options.metadata.density = (DensityUnit::Inch, 300, 299);
    options.metadata.exif = Some(tiff.clone());
    options.metadata.icc = Some(profile.clone());
    options.metadata.comments = vec![b"one".to_vec(), Vec::new(), vec![0xFF; 65_533]];
    for (format, colour) in [
        (PixelFormat::Gray, Colour::Natural),
        (PixelFormat::Rgb, Colour::Natural),
        (PixelFormat::Rgb, Colour::Rgb),
        (PixelFormat::Cmyk, Colour::Natural),
    ] {
        options.colour = colour;
        let data = vec![99; 5 * 5 * format.samples()];
        let file = file(&Pixels::interleaved(&data, 5, 5, format).expect("a picture"), &options);
        let stream = Stream::read(&file).expect("a JPEG");
        assert_eq!(stream.complaints().next(), None);
        assert_eq!((stream.exif(), stream.orientation().expect("an Exif structure")), (Some(&tiff[..]), Some(6)));
        assert_eq!(stream.icc_profile().expect("all chunks"), Some(profile.clone()));
        let mut others = jpeg_decoder::Decoder::new(&file[..]);
        others.decode().expect("a JPEG");
        assert_eq!((others.icc_profile(), others.exif_data()), (Some(profile.clone()), Some(&tiff[..])));
    }
}

/// A sink that accepts this number of bytes.
struct Full(usize);

impl Write for Full {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(io::Error::other("the sink is full")) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn what_a_file_cannot_be_is_an_error_that_says_so() {
    let gray = [0; 70_000];
    let options = Options::new(90).expect("a quality");
    let says = |result: Result<(), JpegError>| result.expect_err("an error").to_string();
    let code = |width, height, format: PixelFormat, options: &Options| {
        let data = vec![0; width * height * format.samples()];
        encode(&Pixels::interleaved(&data, width, height, format)?, options, &mut io::sink())
    };

    // Picture.
    assert_eq!(says(code(0, 5, PixelFormat::Gray, &options)), "a picture of 0x5 has no samples");
    let short = Pixels::interleaved(&gray[..11], 4, 3, PixelFormat::Gray).map(|_| ());
    assert_eq!(says(short.map_err(JpegError::from)), "plane 0 has 11 samples and needs 12");
    let overlapping = Layout::Interleaved { format: PixelFormat::Rgb, plane: Plane { data: &gray, pitch: 11 } };
    let overlapping = Pixels::new(4, 3, overlapping).map(|_| ()).map_err(JpegError::from);
    assert_eq!(says(overlapping), "plane 0: rows of 12 samples do not fit a pitch of 11");
    let planes = [Plane { data: &gray, pitch: 100 }; 3];
    let fifth = Pixels::new(4, 3, Layout::Planar { planes, subsampling: (5, 1) }).map(|_| ()).map_err(JpegError::from);
    assert_eq!(says(fifth), "chroma subsampling by 5x1 is not supported; each factor is 1 to 4");

    // Size.
    assert_eq!(
        says(code(65_536, 1, PixelFormat::Gray, &options)),
        "a JPEG has 1 to 65535 columns and rows, not 65536x1"
    );
    assert_eq!(
        says(code(1, 65_536, PixelFormat::Gray, &options)),
        "a JPEG has 1 to 65535 columns and rows, not 1x65536"
    );
    for (width, height) in [(0, 1), (1, 0), (65_536, 8), (usize::MAX, usize::MAX)] {
        let error = RowEncoder::new(width, height, PixelFormat::Rgb, options.clone(), io::sink()).map(|_| ());
        assert_eq!(says(error), format!("a JPEG has 1 to 65535 columns and rows, not {width}x{height}"));
    }
    assert!(
        code(65_535, 1, PixelFormat::Gray, &options).is_ok() && code(1, 65_535, PixelFormat::Rgb, &options).is_ok()
    );

    // Quality, QuantStep, SamplingFactor.
    assert_eq!(
        says(Options::new(0).map(|_| ())),
        "quality 0 is not allowed; use 1 (smallest) to 100 (best), with at most one decimal"
    );
    assert_eq!(
        says(Options::new(101).map(|_| ())),
        "quality 101 is not allowed; use 1 (smallest) to 100 (best), with at most one decimal"
    );
    let mut steps = [16; 64];
    steps[10] = 65_536;
    let wide = QuantTable::new(steps).map(|_| ());
    assert_eq!(says(wide), "quantisation step 65536 at row 1, column 2 is not allowed; use 1 to 65535");
    let factor = Sampling::new(&[(1, 1), (1, 0)]).map(|_| ());
    assert_eq!(says(factor), "component 1 has sampling factors 1x0; each is 1 to 4");

    // McuBlocks.
    let mut many = options.clone();
    many.sampling = Sampling::new(&[(4, 4), (1, 1), (1, 1)]).expect("factors");
    let blocks =
        "an MCU has 18 blocks; an interleaved scan allows at most 10: use smaller sampling factors or separate scans";
    assert_eq!(says(code(9, 9, PixelFormat::Rgb, &many)), blocks);
    many.scans = Scans::Separate;
    assert!(code(9, 9, PixelFormat::Rgb, &many).is_ok());

    // RestartInterval.
    let mut far = options.clone();
    far.restart = Restart::Rows(9);
    let interval = "a restart interval of 73728 MCUs is too long; at most 65535 are allowed";
    assert_eq!(says(code(65_535, 1, PixelFormat::Gray, &far)), interval);

    // Colour.
    for (format, colour, message) in [
        (PixelFormat::Gray, Colour::Rgb, "gray samples cannot be coded as RGB"),
        (PixelFormat::YCbCr, Colour::Rgb, "YCbCr samples cannot be coded as RGB"),
        (PixelFormat::Cmyk, Colour::Gray, "CMYK samples cannot be coded as gray"),
        (PixelFormat::Ycck, Colour::Rgb, "CMYK samples cannot be coded as RGB"),
    ] {
        assert_eq!(says(code(3, 3, format, &options.clone().with_colour(colour))), message);
    }

    // Rows, RowLength.
    let rows = || RowEncoder::new(4, 3, PixelFormat::Gray, options.clone(), Vec::new()).expect("a lawful picture");
    assert_eq!(says(rows().push(&gray[..16])), "4 rows were given, and the picture has 3");
    assert_eq!(says(rows().push(&gray[..6])), "6 bytes are not whole rows of 4 bytes");
    let mut few = rows();
    few.push(&gray[..8]).expect("whole rows");
    assert_eq!(says(few.finish().map(|_| ())), "2 rows were given, and the picture has 3");

    // Marker.
    let mut metadata = options.clone();
    metadata.metadata.comments = vec![vec![0; 65_534]];
    assert_eq!(
        says(code(3, 3, PixelFormat::Gray, &metadata)),
        "COM of 65536 bytes is too long; at most 65535 are allowed, including the length"
    );
    metadata = options.clone();
    metadata.metadata.icc = Some(Vec::new());
    assert_eq!(
        says(code(3, 3, PixelFormat::Gray, &metadata)),
        "an ICC profile of 0 bytes cannot be stored; 1 to 16707345 bytes are allowed"
    );
    metadata = options.clone();
    metadata.metadata.density.1 = 0;
    assert!(matches!(code(3, 3, PixelFormat::Gray, &metadata), Err(JpegError::Marker(_))));

    // Io, wherever the sink ends, with one thread and with two.
    let picture = Pixels::interleaved(&gray, 250, 280, PixelFormat::Gray).expect("a picture");
    for huffman in [Huffman::Standard, Huffman::Optimised] {
        for (threads, restart) in [(1, Restart::Rows(1)), (2, Restart::Rows(1)), (2, Restart::Never)] {
            let threads = threads.try_into().expect("not 0");
            let options = options.clone().with_huffman(huffman).with_threads(threads).with_restart(restart);
            let whole = file(&picture, &options).len();
            for room in (0..whole).step_by(whole / 37) {
                assert_eq!(
                    says(encode(&picture, &options, &mut Full(room))),
                    "the JPEG cannot be written: the sink is full"
                );
            }
            assert!(encode(&picture, &options, &mut Full(whole)).is_ok());
        }
    }
}

fn any_case() -> impl Strategy<Value = (Case, u64)> {
    let content = prop_oneof![Just(Content::Flat), Just(Content::Gradient), Just(Content::Noise)];
    let restart =
        prop_oneof![Just(Restart::Never), (1..4_u16).prop_map(Restart::Rows), (1..40_u16).prop_map(Restart::Mcus)];
    let scans = prop_oneof![Just(Scans::Interleaved), Just(Scans::Separate)];
    let kind = prop::sample::select(&KINDS[..]);
    let tables = prop::sample::select(&TABLES[..]);
    let choices = (0..SAMPLINGS.len(), kind, scans, restart, tables, (1..80_usize, 1..80_usize), content);
    let case = choices.prop_map(|(sampling, kind, scans, restart, tables, size, content)| Case {
        sampling,
        kind,
        scans,
        restart,
        tables,
        size,
        content,
    });
    (case, any::<u64>())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn two_decoders_see_the_same_in_any_picture((case, seed) in any_case()) {
        let source = case.source(&mut Random::new(seed));
        let coded = case.encode(&source);
        prop_assert_eq!(coded.is_ok(), case.is_legal());
        let Ok(file) = coded else { return Ok(()) };
        let stream = Stream::read(&file).expect("a JPEG");
        prop_assert_eq!(stream.complaints().next(), None);
        let frame = stream.frame.as_ref().expect("a frame header");
        prop_assert_eq!((usize::from(frame.width), usize::from(frame.height)), case.size);
        let family = case.kind.family();
        let (most, factors) = (case.most(), case.factors());
        let one = (reads(Decoder::JpegDecoder, &case) != Reads::No).then(|| jpeg_decoder(&file, family));
        let other = (reads(Decoder::ZuneJpeg, &case) != Reads::No).then(|| zune_jpeg(&file, family));
        for decoded in [&one, &other].into_iter().flatten() {
            prop_assert!(decoded.is_ok(), "{decoded:?}");
        }
        if let (Some(Ok(one)), Some(Ok(other))) = (one, other) {
            for (c, (a, b)) in one.iter().zip(&other).enumerate().filter(|(c, _)| factors[*c] == most) {
                let far = a.data.iter().zip(&b.data).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0);
                prop_assert!(far <= 1, "component {c} differs by {far}");
            }
        }
        prop_assert_eq!(family == Family::Gray, frame.components.len() == 1);
    }
}
