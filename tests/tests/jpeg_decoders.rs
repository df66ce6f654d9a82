//! Files of the JPEG encoder, decoded by independent decoders. They are djpeg, ffmpeg, `jpeg-decoder` and `zune-jpeg`.
//!
//! Every sampling is combined with every layout and kind of scans; restarts, tables, sizes and contents rotate so that
//! each pair of choices occurs. The table of [`reads`] gives the files that each decoder supports. The results of two
//! decoders differ by at most one, since their integer transforms round differently. Flat pictures and ramps decode to
//! within three of the expected samples; for noise the signal-to-noise ratio is bounded.

use codecs::jpeg::JpegError;
use codecs::jpeg::Scans;
use codecs::jpeg::marker::Stream;
use std::collections::{BTreeMap, BTreeSet};
use tests::Random;
use tests::jpeg::{
    Case, Content, Decoder, Family, KINDS, Plane, Programs, RESTARTS, Reads, SAMPLINGS, SIZES, Source, TABLES, Tables,
    alone, as_ycbcr, coefficients, expected, jpeg_decoder, psnr, reads, repeats, untransformed, zune_jpeg,
};

/// The number of rotations of restarts, tables, sizes and contents for each sampling, kind and scans.
const TURNS: usize = 12;

fn cases() -> Vec<Case> {
    let contents = [Content::Noise, Content::Gradient, Content::Flat];
    let mut random = Random::new(7);
    let mut pick = |n: usize| random.between(0, n as isize) as usize;
    let mut cases = Vec::new();
    for sampling in 0..SAMPLINGS.len() {
        for kind in KINDS {
            for scans in [Scans::Interleaved, Scans::Separate] {
                for _ in 0..TURNS {
                    let restart = RESTARTS[pick(RESTARTS.len())];
                    let tables = TABLES[pick(TABLES.len())];
                    let size = SIZES[pick(SIZES.len())];
                    let content = contents[pick(contents.len())];
                    cases.push(Case { sampling, kind, scans, restart, tables, size, content });
                }
            }
        }
    }
    cases
}

#[test]
fn every_choice_meets_every_other() {
    let mut pairs = BTreeSet::new();
    for case in cases().iter().filter(|case| case.is_legal()) {
        let choices = [
            case.sampling_name().to_owned(),
            format!("{:?}", case.kind),
            format!("{:?}", case.scans),
            format!("{:?}", case.restart),
            format!("{:?}", case.tables),
            format!("{:?}", case.size),
            format!("{:?}", case.content),
        ];
        for a in 0..choices.len() {
            for b in 0..a {
                pairs.insert((a, b, choices[a].clone(), choices[b].clone()));
            }
        }
    }
    let choices = [SAMPLINGS.len(), KINDS.len(), 2, RESTARTS.len(), TABLES.len(), SIZES.len(), 3];
    let all: usize = (0..choices.len()).map(|a| (0..a).map(|b| choices[a] * choices[b]).sum::<usize>()).sum();
    // 4x4, 2x2, 1x1 are 21 blocks: for most layouts only one kind of scans is possible, but gray has both.
    assert_eq!(pairs.len(), all);
}

/// The decoded components of a file by decoder, each in its own resolution.
struct Decoded<'a> {
    case: &'a Case,
    source: &'a Source,
    file: &'a [u8],
    by: BTreeMap<Decoder, Vec<Option<Plane>>>,
    wrong: Vec<String>,
}

impl Decoded<'_> {
    fn complain(&mut self, who: impl std::fmt::Debug, what: impl std::fmt::Display) {
        self.wrong.push(format!("{who:?}: {what}: {:?}, {}", self.case, self.case.sampling_name()));
    }

    /// Takes planes in full resolution and keeps the samples of comparable components.
    fn take(&mut self, decoder: Decoder, full: Result<Vec<Plane>, String>) {
        let case = self.case;
        let full = match full {
            Ok(full) if full.len() == case.kind.components() && (full[0].width, full[0].height) == case.size => full,
            Ok(_) => return self.complain(decoder, "another size"),
            Err(error) => return self.complain(decoder, error),
        };
        let ((h_max, v_max), factors, sizes) = (case.most(), case.factors(), case.component_sizes());
        let own = |c: usize| {
            let ((h, v), (width, height)) = (factors[c], sizes[c]);
            Plane::from_fn(width, height, |x, y| full[c].at(x * h_max / h, y * v_max / v))
        };
        let planes = (0..full.len()).map(|c| repeats(decoder, case, c).then(|| own(c))).collect();
        self.by.insert(decoder, planes);
    }

    fn in_process(&mut self) {
        let family = self.case.kind.family();
        if reads(Decoder::JpegDecoder, self.case) != Reads::No {
            self.take(Decoder::JpegDecoder, jpeg_decoder(self.file, family));
        }
        if reads(Decoder::ZuneJpeg, self.case) != Reads::No {
            self.take(Decoder::ZuneJpeg, zune_jpeg(self.file, family));
        }
    }

    fn djpeg(&mut self, programs: &Programs, name: &str) {
        let family = self.case.kind.family();
        match reads(Decoder::Djpeg, self.case) {
            Reads::Components if family == Family::YCbCr => {
                self.take(Decoder::Djpeg, programs.djpeg(name, &untransformed(self.file), &[]));
            }
            Reads::Components => self.take(Decoder::Djpeg, programs.djpeg(name, self.file, &[])),
            Reads::Frame => self.djpeg_cmyk(programs, name),
            // Without its upsampling djpeg reads any ratio: the first component as gray.
            Reads::No if matches!(family, Family::YCbCr | Family::Rgb) => {
                let gray = programs.djpeg(name, &as_ycbcr(self.file), &["-grayscale"]);
                match gray.map(|mut planes| planes.swap_remove(0)) {
                    Err(error) => self.complain("djpeg -grayscale", error),
                    Ok(gray) if (gray.width, gray.height) != self.case.size => self.complain("djpeg", "another size"),
                    Ok(gray) if self.case.factors()[0] == self.case.most() => {
                        let none = vec![None; self.case.kind.components() - 1];
                        self.by.insert(Decoder::Djpeg, [vec![Some(gray)], none].concat());
                    }
                    Ok(_) => {}
                }
            }
            Reads::No => {}
        }
    }

    /// Checks djpeg's conversion of CMYK to RGB: `C K / 255`, with YCCK's first three components converted and
    /// subtracted from 255.
    fn djpeg_cmyk(&mut self, programs: &Programs, name: &str) {
        let rgb = match programs.djpeg(name, self.file, &[]) {
            Ok(rgb) => rgb,
            Err(error) => return self.complain(Decoder::Djpeg, error),
        };
        let (width, height) = self.case.size;
        if rgb.len() != 3 || (rgb[0].width, rgb[0].height) != self.case.size {
            return self.complain(Decoder::Djpeg, "another size");
        }
        if self.case.content == Content::Noise {
            return;
        }
        let (own, (h_max, v_max), factors) = (expected(self.case, self.source), self.case.most(), self.case.factors());
        let at = |c: usize, x: usize, y: usize| {
            let (h, v) = factors[c];
            f64::from(own[c].at(x * h / h_max, y * v / v_max))
        };
        let light = |c: usize, x: usize, y: usize| {
            let ink = match self.case.kind.family() {
                Family::Ycck => {
                    let (y, cb, cr) = (at(0, x, y), at(1, x, y) - 128.0, at(2, x, y) - 128.0);
                    let rgb = [y + 1.402 * cr, y - 0.344136 * cb - 0.714136 * cr, y + 1.772 * cb];
                    255.0 - rgb[c].clamp(0.0, 255.0)
                }
                _ => at(c, x, y),
            };
            (ink * at(3, x, y) / 255.0).round() as u8
        };
        for (c, plane) in rgb.iter().enumerate() {
            let wanted = Plane::from_fn(width, height, |x, y| light(c, x, y));
            let far = farthest(&wanted, plane);
            if far > 8 {
                self.complain(Decoder::Djpeg, format!("colour {c} is {far} off"));
            }
        }
    }

    /// Decodes each component as a picture of its own, for separate scans that a decoder does not support.
    fn one_by_one(&mut self) {
        if self.case.scans == Scans::Interleaved {
            return;
        }
        let decoders = [Decoder::JpegDecoder, Decoder::ZuneJpeg];
        for decoder in decoders.into_iter().filter(|&decoder| reads(decoder, self.case) == Reads::No) {
            let mut planes = Vec::new();
            for (c, size) in self.case.component_sizes().into_iter().enumerate() {
                let file = alone(self.file, c, size);
                let decoded = match decoder {
                    Decoder::JpegDecoder => jpeg_decoder(&file, Family::Gray),
                    _ => zune_jpeg(&file, Family::Gray),
                };
                let plane = decoded.map(|mut planes| planes.swap_remove(0));
                match plane {
                    Ok(plane) if (plane.width, plane.height) == size => planes.push(Some(plane)),
                    Ok(_) => return self.complain((decoder, "a component alone"), "another size"),
                    Err(error) => return self.complain((decoder, "a component alone"), error),
                }
            }
            self.by.insert(decoder, planes);
        }
    }

    /// Compares decoders with each other, and with the expected samples.
    fn compare(&mut self) {
        let wanted = expected(self.case, self.source);
        let least = if matches!(self.case.tables, Tables::Wide | Tables::WideOptimised) { 14.0 } else { 30.0 };
        for (c, wanted) in wanted.iter().enumerate() {
            let found: Vec<(Decoder, Plane)> =
                self.by.iter().filter_map(|(&decoder, planes)| Some((decoder, planes.get(c)?.clone()?))).collect();
            for (n, (decoder, plane)) in found.iter().enumerate() {
                for (other, another) in &found[..n] {
                    let far = farthest(plane, another);
                    if far > 1 {
                        self.complain((decoder, other), format!("component {c} differs by {far}"));
                    }
                }
                let far = farthest(plane, wanted);
                let ratio = psnr(&plane.data, &wanted.data);
                match self.case.content {
                    Content::Noise if ratio < least => {
                        self.complain(decoder, format!("component {c} has {ratio:.1} dB"));
                    }
                    Content::Flat | Content::Gradient if far > 3 => {
                        self.complain(decoder, format!("component {c} is {far} off"));
                    }
                    _ => {}
                }
            }
        }
    }
}

/// Returns the greatest difference between samples of two planes of one size.
fn farthest(a: &Plane, b: &Plane) -> u8 {
    assert_eq!((a.width, a.height), (b.width, b.height), "planes that are compared are of one size");
    a.data.iter().zip(&b.data).map(|(a, b)| a.abs_diff(*b)).max().unwrap_or(0)
}

#[test]
fn every_file_decodes_to_what_it_was_made_from() {
    let programs = Programs::find("decoders").expect("a folder for temporary files");
    let mut random = Random::new(8);
    let mut files = Vec::new();
    for case in cases() {
        let source = case.source(&mut random);
        match case.encode(&source) {
            Ok(file) if case.is_legal() => files.push((case, source, file)),
            Err(JpegError::McuBlocks { .. }) if !case.is_legal() => {}
            other => panic!("{:?}: {case:?}, {}", other.map(|file| file.len()), case.sampling_name()),
        }
    }
    let run = |files: &[(Case, Source, Vec<u8>)], name: &str| {
        let mut wrong = Vec::new();
        let mut count = BTreeMap::new();
        let read_by_ffmpeg: Vec<_> =
            files.iter().filter(|(case, ..)| reads(Decoder::Ffmpeg, case) != Reads::No).collect();
        let inputs: Vec<_> = read_by_ffmpeg.iter().map(|(case, _, file)| (case, &file[..])).collect();
        let mut by_ffmpeg = if programs.ffmpeg { programs.ffmpeg(name, &inputs) } else { Vec::new() }.into_iter();
        for (case, source, file) in files {
            let mut decoded = Decoded { case, source, file, by: BTreeMap::new(), wrong: Vec::new() };
            let stream = Stream::read(file).expect("a JPEG");
            stream.complaints().for_each(|complaint| decoded.complain("marker segments", complaint));
            decoded.in_process();
            if programs.djpeg {
                decoded.djpeg(&programs, name);
            }
            if programs.ffmpeg && reads(Decoder::Ffmpeg, case) != Reads::No {
                match by_ffmpeg.next().expect("ffmpeg read as many files as it was given") {
                    Err(error) => decoded.complain(Decoder::Ffmpeg, error),
                    Ok(planes) => {
                        decoded.by.insert(Decoder::Ffmpeg, planes.into_iter().map(Some).collect());
                    }
                }
            }
            decoded.one_by_one();
            decoded.compare();
            decoded.by.keys().for_each(|&decoder| *count.entry(decoder).or_insert(0_usize) += 1);
            // Four components in non-integer ratios, in one scan: the coefficients are the same as in four scans.
            let odd = reads(Decoder::Djpeg, case) == Reads::No && case.scans == Scans::Interleaved;
            if odd {
                let separate = Case { scans: Scans::Separate, ..*case }.encode(source).expect("a lawful case");
                let (mut one, four) = (coefficients(file), coefficients(&separate));
                one.retain(|block, _| four.contains_key(block));
                if one != four {
                    decoded.complain("coefficients", "of one scan and of several differ");
                }
            }
            if decoded.by.is_empty() && !odd {
                decoded.complain("nobody", "decodes it");
            }
            wrong.append(&mut decoded.wrong);
        }
        (wrong, count)
    };
    let (first, second) = files.split_at(files.len() / 2);
    let ((mut wrong, one), (other_wrong, other)) = rayon::join(|| run(first, "a"), || run(second, "b"));
    println!("{} files: {one:?}, {other:?}", files.len());
    wrong.extend(other_wrong);
    assert!(wrong.is_empty(), "{} complaints:\n{}", wrong.len(), wrong[..wrong.len().min(20)].join("\n"));
}
