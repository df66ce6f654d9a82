//! Progressive files: those of cjpeg byte for byte, decoded to the samples of the sequential file.

use codecs::jpeg::baseline::{Encoder, Options, RowEncoder, Sampling, encode};
use codecs::jpeg::marker::{Content, Marker, Segment, Stream};
use codecs::jpeg::progressive::{Progression, Scan, Script};
use codecs::jpeg::{Huffman, JpegError, Restart, Scans};
use codecs::picture::{Layout, PixelFormat, Pixels};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::{env, fs, process};
use tests::Random;
use tests::jpeg::{
    Case, Content as Picture, Decoder, KINDS, Kind, Programs, RESTARTS, Reads, SAMPLINGS, TABLES, coefficients,
    jpeg_decoder, reads, zune_jpeg,
};

fn file(picture: &Pixels<'_>, options: &Options) -> Vec<u8> {
    let mut file = Vec::new();
    encode(picture, options, &mut file).expect("a lawful picture");
    file
}

/// The program cjpeg, and a folder for its files, which is removed with this value.
struct Cjpeg(PathBuf);

impl Cjpeg {
    /// Returns the program, or `None` with a line if it is not installed.
    fn find(name: &str) -> Option<Cjpeg> {
        let status = Command::new("cjpeg").arg("-version").stdout(Stdio::null()).stderr(Stdio::null()).status();
        if !status.is_ok_and(|status| status.success()) {
            eprintln!("LEFT OUT, no cjpeg: comparison with its files");
            return None;
        }
        let folder = env::temp_dir().join(format!("unite-{name}-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder for temporary files");
        Some(Cjpeg(folder))
    }

    /// Encodes samples, gray or RGB.
    fn encode(
        &self,
        (samples, [width, height]): (&[u8], [usize; 2]),
        arguments: &[&str],
        script: Option<&str>,
    ) -> Vec<u8> {
        let kind = if samples.len() == width * height { 5 } else { 6 };
        let (input, scans) = (self.0.join("in.pnm"), self.0.join("scans.txt"));
        let pnm = [format!("P{kind} {width} {height} 255\n").as_bytes(), samples].concat();
        fs::write(&input, pnm).expect("a file");
        let mut command = Command::new("cjpeg");
        command.args(["-dct", "int", "-baseline"]).args(arguments);
        match script {
            Some(text) => {
                fs::write(&scans, text).expect("a file");
                command.arg("-scans").arg(&scans);
            }
            None => {
                command.arg("-progressive");
            }
        }
        let output = command.arg(&input).output().expect("cjpeg runs");
        assert!(output.status.success(), "{script:?}: {}", String::from_utf8_lossy(&output.stderr));
        output.stdout
    }
}

impl Drop for Cjpeg {
    fn drop(&mut self) {
        // Failing to remove a temporary folder is not an error of the test.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Returns samples with smooth parts, edges and noise.
fn samples(random: &mut Random, [width, height]: [usize; 2], channels: usize) -> Vec<u8> {
    let (slope, noise) = (random.size(9), random.size(120));
    (0..width * height * channels)
        .map(|n| {
            let (x, y) = (n / channels % width, n / channels / width);
            let edge = if (x / 13 + y / 9) % 3 == 0 { 90 } else { 0 };
            (x * slope / 3 + y * (n % channels + 1) + edge + random.size(noise)) as u8
        })
        .collect()
}

fn picture(samples: &[u8], [width, height]: [usize; 2]) -> Pixels<'_> {
    let format = if samples.len() == width * height { PixelFormat::Gray } else { PixelFormat::Rgb };
    Pixels::interleaved(samples, width, height, format).expect("a picture")
}

const SIZES: [[usize; 2]; 8] = [[1, 1], [8, 8], [17, 13], [16, 40], [100, 3], [63, 65], [130, 70], [250, 190]];
const FACTORS: [(&str, Sampling); 5] = [
    ("1x1", Sampling::S444),
    ("2x1", Sampling::S422),
    ("2x2", Sampling::S420),
    ("1x2", Sampling::S440),
    ("4x2", Sampling::S410),
];

#[test]
fn files_are_those_of_cjpeg() {
    let Some(cjpeg) = Cjpeg::find("progressive") else { return };
    let mut random = Random::new(31);
    for size in SIZES {
        for channels in [1, 3] {
            let samples = samples(&mut random, size, channels);
            // cjpeg states other factors than 1x1 for gray, too.
            for (n, (name, sampling)) in FACTORS.iter().enumerate().take(if channels == 1 { 1 } else { 5 }) {
                let quality = [5, 30, 75, 92, 100][(n + size[0]) % 5];
                for (restart, argument) in [
                    (Restart::Never, None),
                    (Restart::Rows(1), Some("1")),
                    (Restart::Rows(3), Some("3")),
                    (Restart::Mcus(5), Some("5B")),
                ] {
                    let quality_text = quality.to_string();
                    let mut arguments = vec!["-quality", &quality_text, "-sample", name];
                    arguments.extend(argument.into_iter().flat_map(|restart| ["-restart", restart]));
                    let wanted = cjpeg.encode((&samples, size), &arguments, None);
                    let options = Options::new(quality).expect("a quality").with_sampling(*sampling);
                    let options = options.with_progression(Progression::Standard).with_restart(restart);
                    let found = file(&picture(&samples, size), &options);
                    assert!(found == wanted, "{size:?}, {channels} channels, {name}, quality {quality}, {restart:?}");
                }
            }
        }
    }
}

/// Returns a random lawful script, perhaps without the last bits.
fn script(random: &mut Random, components: usize) -> Script {
    let mut pick = |n: usize| random.between(0, n as isize) as usize;
    // The scans that are left of DC and of each component's bands, and those that have begun.
    let mut queues: Vec<Vec<Scan>> = Vec::new();
    let mut scans = Vec::new();
    let groups: Vec<Vec<usize>> = match pick(3) {
        0 => vec![(0..components).collect()],
        1 => (0..components).map(|c| vec![c]).collect(),
        _ => vec![vec![0], (1..components).collect()],
    };
    for group in groups.into_iter().filter(|group| !group.is_empty()) {
        let low = pick(4) as u8;
        scans.push(Scan::dc(group.clone(), 0, low));
        queues.push((0..low).rev().map(|low| Scan::dc(group.clone(), low + 1, low)).collect());
    }
    for c in 0..components {
        let mut first = 1;
        while first <= 63 {
            let last = if pick(3) == 0 { 63 } else { (first + pick(20)).min(63) };
            let (band, low) = (first as u8..=last as u8, pick(5) as u8);
            let refinements = (0..low).rev().map(|low| Scan::ac(c, band.clone(), low + 1, low));
            let mut queue: Vec<Scan> = [Scan::ac(c, band.clone(), 0, low)].into_iter().chain(refinements).collect();
            if pick(6) == 0 {
                queue.pop();
            }
            queues.push(queue);
            first = last + 1;
        }
    }
    queues.retain(|queue| !queue.is_empty());
    while !queues.is_empty() {
        let n = pick(queues.len());
        scans.push(queues[n].remove(0));
        queues.retain(|queue| !queue.is_empty());
    }
    // A refinement of several bands at once, where they have come equally far.
    Script::new(scans).expect("a lawful script")
}

/// Returns a script as cjpeg reads it.
fn text(script: &Script) -> String {
    let scan = |scan: &Scan| {
        let components: Vec<String> = scan.components.iter().map(usize::to_string).collect();
        let (first, last) = (scan.spectral.start(), scan.spectral.end());
        format!("{}: {first}-{last}, {}, {};\n", components.join(","), scan.high, scan.low)
    };
    script.scans().iter().map(scan).collect()
}

#[test]
fn files_with_any_script_are_those_of_cjpeg() {
    let Some(cjpeg) = Cjpeg::find("scans") else { return };
    let mut random = Random::new(32);
    for n in 0..150 {
        let size = SIZES[n % SIZES.len()];
        let channels = if n % 3 == 0 { 1 } else { 3 };
        let samples = samples(&mut random, size, channels);
        let (script, (name, sampling)) =
            (script(&mut random, channels), FACTORS[if channels == 1 { 0 } else { n % 4 }]);
        let (restart, argument) = [(Restart::Never, "0"), (Restart::Rows(2), "2"), (Restart::Mcus(7), "7B")][n / 5 % 3];
        let arguments = ["-quality", "90", "-sample", name, "-restart", argument];
        let wanted = cjpeg.encode((&samples, size), &arguments, Some(&text(&script)));
        let options = Options::new(90).expect("a quality").with_sampling(sampling).with_restart(restart);
        let found = file(&picture(&samples, size), &options.with_progression(Progression::Script(script.clone())));
        assert!(found == wanted, "{size:?}, {channels} channels, {name}, {restart:?}:\n{}", text(&script));
    }
}

/// Returns cases of every sampling and kind.
fn cases(random: &mut Random) -> Vec<Case> {
    let mut cases = Vec::new();
    for sampling in 0..SAMPLINGS.len() {
        for kind in KINDS {
            let mut pick = |n: usize| random.between(0, n as isize) as usize;
            let scans = [Scans::Interleaved, Scans::Separate][pick(2)];
            let (restart, tables) = (RESTARTS[pick(RESTARTS.len())], TABLES[pick(TABLES.len())]);
            let content = [Picture::Noise, Picture::Gradient][pick(2)];
            let case = Case { sampling, kind, scans, restart, tables, size: (1 + pick(70), 1 + pick(90)), content };
            cases.extend(Some(case).filter(Case::is_legal));
        }
    }
    cases
}

fn progressions(random: &mut Random, components: usize) -> [Progression; 3] {
    let mut whole = script(random, components);
    while !whole.is_complete(components) {
        whole = script(random, components);
    }
    [Progression::Standard, Progression::Smallest, Progression::Script(whole)]
}

#[test]
fn decoders_give_the_samples_of_the_sequential_file() {
    let programs = Programs::find("progressive-decoders").expect("a folder for temporary files");
    let mut random = Random::new(33);
    let (mut decoded, mut of_djpeg) = (0, 0);
    for (n, case) in cases(&mut random).into_iter().enumerate() {
        let source = case.source(&mut random);
        let pixels = source.pixels().expect("a picture");
        let options = case.options().expect("lawful options");
        let family = case.kind.family();
        let of_one_scan = Case { scans: Scans::Interleaved, ..case };
        let scans = if of_one_scan.is_legal() { Scans::Interleaved } else { Scans::Separate };
        let sequential = file(&pixels, &options.clone().with_huffman(Huffman::Optimised).with_scans(scans));
        for progression in progressions(&mut random, case.kind.components()) {
            let options = options.clone().with_progression(progression.clone());
            let mut found = Vec::new();
            match encode(&pixels, &options, &mut found) {
                // A script of many components a scan.
                Err(JpegError::McuBlocks { .. }) if matches!(progression, Progression::Script(_)) => continue,
                result => result.expect("a lawful picture"),
            }
            let stream = Stream::read(&found).expect("a JPEG");
            assert_eq!(stream.complaints().count(), 0, "{case:?}, {progression:?}");
            let (mut wanted, mut traced) = (coefficients(&sequential), coefficients(&found));
            let is_zero = |block: &[i16; 64]| block.iter().all(|&level| level == 0);
            // A scan of one component has no blocks beyond the edge, and the trace has no blocks without bits.
            wanted.retain(|block, levels| traced.contains_key(block) && !is_zero(levels));
            traced.retain(|block, levels| !is_zero(levels) && wanted.contains_key(block));
            assert!(wanted == traced, "{case:?}, {progression:?}");
            // zune-jpeg loses rows of blocks of scans that have some of the components.
            let of_all = |scan: &&Segment| match scan {
                Segment::Scan(scan) => scan.spectral_start > 0 || scan.components.len() == case.kind.components(),
                _ => true,
            };
            let is_whole = stream.segments().all(|(_, segment)| of_all(&segment));
            for decoder in [Decoder::JpegDecoder, Decoder::ZuneJpeg] {
                let decode = |file: &[u8]| match decoder {
                    Decoder::JpegDecoder => jpeg_decoder(file, family),
                    _ => zune_jpeg(file, family),
                };
                let is_read = match decoder {
                    // Scans of one component: those of AC always are.
                    Decoder::JpegDecoder => reads(decoder, &Case { scans: Scans::Separate, ..case }),
                    _ if is_whole => reads(decoder, &of_one_scan),
                    _ => Reads::No,
                };
                if is_read == Reads::Components
                    && let Ok(wanted) = decode(&sequential)
                {
                    let planes = decode(&found);
                    assert!(planes == Ok(wanted), "{decoder:?}: {case:?}, {progression:?}: {:?}", planes.err());
                    decoded += 1;
                }
            }
            if programs.djpeg && n % 3 == 0 && reads(Decoder::Djpeg, &of_one_scan) == Reads::Components {
                let decode = |file: &[u8]| programs.djpeg("case", file, &[]);
                let wanted = decode(&sequential);
                assert!(wanted.is_ok() && decode(&found) == wanted, "djpeg: {case:?}, {progression:?}");
                of_djpeg += 1;
            }
        }
    }
    println!("{decoded} files decoded in this process, {of_djpeg} by djpeg");
    assert!(decoded > 300, "{decoded}");
}

#[test]
fn threads_and_portions_of_rows_do_not_change_a_byte() {
    let mut random = Random::new(34);
    for case in cases(&mut random) {
        let source = case.source(&mut random);
        let pixels = source.pixels().expect("a picture");
        for progression in progressions(&mut random, case.kind.components()) {
            let mut options = case.options().expect("lawful options").with_progression(progression);
            let mut one = Vec::new();
            if encode(&pixels, &options, &mut one).is_err() {
                continue;
            }
            for threads in [2, 3, 8] {
                options.threads = threads.try_into().expect("not 0");
                assert!(file(&pixels, &options) == one, "{threads} threads: {case:?}");
            }
            if let (Kind::Natural(format), Layout::Interleaved { plane, .. }) = (case.kind, pixels.layout()) {
                let row = case.size.0 * format.samples();
                let mut encoder =
                    RowEncoder::new(case.size.0, case.size.1, format, options.clone(), Vec::new()).expect("lawful");
                for y in 0..case.size.1 {
                    encoder.push(&plane.data[y * plane.pitch..][..row]).expect("a row");
                }
                assert!(encoder.finish().expect("all rows") == one, "{case:?}");
                for threads in [1, 3] {
                    options.threads = threads.try_into().expect("not 0");
                    let mut encoder =
                        RowEncoder::new(case.size.0, case.size.1, format, options.clone(), Vec::new()).expect("lawful");
                    let mut y = 0;
                    let read = |rows: &mut [u8]| {
                        for samples in rows.chunks_exact_mut(row) {
                            samples.copy_from_slice(&plane.data[y * plane.pitch..][..row]);
                            y += 1;
                        }
                        Ok::<(), JpegError>(())
                    };
                    encoder.push_from(read).expect("all rows");
                    assert!(encoder.finish().expect("all rows") == one, "read by {threads} threads: {case:?}");
                }
            }
        }
    }
}

#[test]
fn the_smallest_file_is_not_larger_than_those_of_other_scripts() {
    let mut random = Random::new(35);
    for size in [[64, 64], [250, 190], [400, 300]] {
        for (channels, quality) in [(1, 50), (1, 95), (3, 30), (3, 75), (3, 98)] {
            let samples = samples(&mut random, size, channels);
            let options = Options::new(quality).expect("a quality");
            let picture = picture(&samples, size);
            let length =
                |progression: Progression| file(&picture, &options.clone().with_progression(progression)).len();
            let (smallest, standard) = (length(Progression::Smallest), length(Progression::Standard));
            assert!(smallest <= standard, "{smallest}, {standard}");
            for low in 0..3 {
                let mut scans = vec![Scan::dc(0..channels, 0, 0)];
                scans.extend((0..channels).map(|c| Scan::ac(c, 1..=8, 0, low)));
                scans.extend((0..channels).map(|c| Scan::ac(c, 9..=63, 0, low)));
                for low in (0..low).rev() {
                    scans.extend((0..channels).map(|c| Scan::ac(c, 1..=63, low + 1, low)));
                }
                let other = length(Progression::Script(Script::new(scans).expect("a lawful script")));
                assert!(smallest <= other, "{smallest}, {other}");
            }
        }
    }
}

#[test]
fn what_a_file_cannot_have_is_an_error_before_anything_is_written() {
    let samples = vec![9; 3 * 40 * 30];
    let picture = Pixels::interleaved(&samples, 40, 30, PixelFormat::Rgb).expect("a picture");
    let sampling = Sampling::new(&[(4, 2), (1, 2), (1, 1)]).expect("factors");
    let options = |progression| Options::new(90).expect("a quality").with_progression(progression);
    let foreign = Script::new(vec![Scan::dc([3], 0, 0)]).expect("a lawful script");
    for (options, message) in [
        (options(Progression::Script(foreign)), "scan 1 has component 3, and the picture has 3, numbered from 0"),
        (options(Progression::Script(Script::uniform(1))), "component 1 has no DC scan: every component needs one"),
        (
            options(Progression::Standard).with_sampling(sampling),
            "an MCU has 11 blocks; an interleaved scan allows at most 10: use smaller sampling factors or separate scans",
        ),
    ] {
        let mut file = Vec::new();
        let error = encode(&picture, &options, &mut file).expect_err(message);
        assert_eq!((error.to_string().as_str(), file.len()), (message, 0));
        let error = RowEncoder::new(40, 30, PixelFormat::Rgb, options, &mut file).err().expect(message);
        assert_eq!((error.to_string().as_str(), file.len()), (message, 0));
    }
    for options in [
        options(Progression::Smallest).with_sampling(sampling),
        options(Progression::Standard).with_sampling(sampling).with_scans(Scans::Separate),
    ] {
        let mut file = Vec::new();
        encode(&picture, &options, &mut file).expect("separate DC scans are lawful");
        assert_eq!(jpeg_decoder(&file, tests::jpeg::Family::YCbCr).err(), None);
    }
    // 65535 rows of 600 MCUs between two markers.
    let wide = vec![9; 4800 * 8];
    let picture = Pixels::interleaved(&wide, 4800, 8, PixelFormat::Gray).expect("a picture");
    for progression in [Progression::Standard, Progression::Smallest] {
        let mut file = Vec::new();
        let error = encode(&picture, &options(progression).with_restart(Restart::Rows(65535)), &mut file).unwrap_err();
        assert!(matches!(error, JpegError::RestartInterval { .. }) && file.is_empty());
    }
}

#[test]
fn metadata_come_before_the_frame_and_wide_tables_are_kept() {
    let samples = vec![9; 64];
    let picture = Pixels::interleaved(&samples, 8, 8, PixelFormat::Gray).expect("a picture");
    let mut options = Options::new(90).expect("a quality").with_progression(Progression::Standard);
    options.metadata.icc = Some(vec![1; 70_000]);
    options.metadata.comments = vec![b"by hand".to_vec()];
    let file = file(&picture, &options);
    let stream = Stream::read(&file).expect("a JPEG");
    let markers = |part: &codecs::jpeg::marker::Part| match &part.content {
        Content::Segment(segment) => Some(segment.marker()),
        _ => None,
    };
    let order: Vec<Marker> = stream.parts.iter().filter_map(markers).collect();
    let frame = order.iter().position(|&marker| marker == Marker::new(0xC2)).expect("SOF2");
    assert!(order[..frame].contains(&Marker::new(0xE2)) && order[..frame].contains(&Marker::new(0xFE)));
    assert!(stream.parts.iter().any(|part| matches!(&part.content, Content::Segment(Segment::Frame(_)))));
    let coefficients = Encoder::new(options).coefficients(&picture).expect("coefficients");
    assert_eq!(coefficients.components().len(), 1);
}
