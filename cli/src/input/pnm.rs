//! PBM, PGM, PPM (plain and raw, P1 to P6) and PAM (P7), with any maxval of 1 to 65535.
//!
//! Samples keep their values and their maxval; a bit of PBM becomes 0 or 255. Nothing is allocated before the data are
//! known to be complete, and raw samples of 8 bits stay in the buffer that they were read into.

use super::limits::Claim;
use super::raster::{Channels, Raster};
use super::samples::{Number, Samples};
use super::{ReadOptions, check_size};
use crate::error::Error;

fn broken(reason: impl Into<String>) -> Error {
    Error::Broken { format: "PNM", reason: reason.into() }
}

/// The content of a header.
struct Header {
    width: u64,
    height: u64,
    maxval: u32,
    channels: Channels,
    /// `true` for PBM, where 1 is black.
    bilevel: bool,
}

/// Reads the first picture of a file.
pub(super) fn read(mut bytes: Vec<u8>, options: &ReadOptions) -> Result<Raster, Error> {
    let mut text = Text { bytes: &bytes, at: 2 };
    let kind = bytes.get(1).copied().unwrap_or_default();
    let header = if kind == b'7' { text.pam_header()? } else { text.pnm_header(kind)? };
    let (width, height) = check_size(header.width, header.height)?;
    let Some(maxval @ 1..) = u16::try_from(header.maxval).ok() else {
        return Err(broken(format!("maxval {} is out of range: 1 to 65535", header.maxval)));
    };
    let columns = width as usize * header.channels.count();
    let rows = height as usize;
    let plain = matches!(kind, b'1' | b'2' | b'3');
    let wide = maxval > 255;
    let row = match kind {
        b'4' => columns.div_ceil(8),
        _ if wide => 2 * columns,
        _ => columns,
    };
    if plain {
        text.expect_plain(columns * rows, header.bilevel)?;
    } else {
        rows_of(text.rest(), row, rows)?;
    }
    // Raw samples of one byte stay in place.
    let in_place = !plain && kind != b'4' && !wide;
    let mut claim = Claim::new([width, height], header.channels, wide, bytes.len(), 0);
    if in_place {
        claim.decoding = claim.file;
    }
    claim.check(options)?;
    let samples = match kind {
        b'4' => Samples::Eight(bits(text.rest(), columns, rows)?),
        _ if plain && wide => Samples::Sixteen(text.plain_samples(columns, rows, header.bilevel, maxval)?),
        _ if plain => Samples::Eight(text.plain_samples(columns, rows, header.bilevel, maxval)?),
        _ if wide => Samples::Sixteen(words(text.rest(), columns, rows, maxval)?),
        _ => {
            let start = text.at;
            bytes.truncate(start + row * rows);
            bytes.drain(..start);
            above_none(&bytes, columns, maxval)?;
            Samples::Eight(bytes)
        }
    };
    let mut raster = Raster::new(width, height, header.channels, samples);
    match &mut raster.samples {
        Samples::Eight(samples) if header.bilevel => samples.iter_mut().for_each(|s| *s = 255 * (1 - *s)),
        _ => raster.maxval = maxval,
    }
    Ok(raster)
}

/// Returns the size, the channels and the maxval of raw PGM or PPM, and the number of bytes of its header; `None` for the
/// other kinds. `bytes` are the first ones of a file.
pub(super) fn raw_header(bytes: &[u8]) -> Result<Option<RawHeader>, Error> {
    let Some(&kind @ (b'5' | b'6')) = bytes.get(1) else { return Ok(None) };
    let mut text = Text { bytes, at: 2 };
    let header = text.pnm_header(kind)?;
    let Some(maxval @ 1..) = u16::try_from(header.maxval).ok() else { return Ok(None) };
    Ok(Some(((header.width, header.height), header.channels, maxval, text.at)))
}

/// The size, the channels, the maxval, and the number of bytes before the samples.
type RawHeader = ((u64, u64), Channels, u16, usize);

/// Returns the error of a picture whose samples end too early.
pub(super) fn too_short(rows: u64, row: u64, given: u64) -> Error {
    broken(format!("the header states {rows} rows of {row} bytes, but {given} bytes follow"))
}

/// Returns the data of `rows` rows of `row` bytes each.
fn rows_of(data: &[u8], row: usize, rows: usize) -> Result<&[u8], Error> {
    data.get(..row * rows).ok_or_else(|| too_short(rows as u64, row as u64, data.len() as u64))
}

/// Returns the error of a sample that is too large.
pub(super) fn above_maxval(sample: u64, row: usize, maxval: u16) -> Error {
    broken(format!("sample {sample} in row {row} is above maxval {maxval}"))
}

/// Unpacks PBM's bits, 8 per byte; each row starts at a byte.
fn bits(data: &[u8], width: usize, rows: usize) -> Result<Vec<u8>, Error> {
    let row = width.div_ceil(8);
    let data = rows_of(data, row, rows)?;
    let mut samples = Vec::with_capacity(width * rows);
    samples.extend(data.chunks_exact(row).flat_map(|row| (0..width).map(|x| row[x / 8] >> (7 - x % 8) & 1)));
    Ok(samples)
}

/// Checks that no sample is above maxval.
fn above_none<S: Copy + Ord + Into<u16>>(samples: &[S], columns: usize, maxval: u16) -> Result<(), Error> {
    // The greatest sample is found by vectors, and its position is looked for only if it is needed.
    if samples.iter().copied().max().is_none_or(|greatest| greatest.into() <= maxval) {
        return Ok(());
    }
    match samples.iter().position(|&sample| sample.into() > maxval) {
        Some(at) => Err(above_maxval(u64::from(samples[at].into()), at / columns, maxval)),
        None => Ok(()),
    }
}

/// Reads samples of two bytes, the most significant byte first.
fn words(data: &[u8], columns: usize, rows: usize, maxval: u16) -> Result<Vec<u16>, Error> {
    let (pairs, _) = rows_of(data, 2 * columns, rows)?.as_chunks::<2>();
    let samples: Vec<u16> = pairs.iter().map(|&pair| u16::from_be_bytes(pair)).collect();
    above_none(&samples, columns, maxval)?;
    Ok(samples)
}

/// The text part of a file, and the position in it.
struct Text<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Text<'a> {
    fn rest(&self) -> &'a [u8] {
        &self.bytes[self.at.min(self.bytes.len())..]
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.bytes.get(self.at).copied();
        self.at += 1;
        byte
    }

    /// Returns the next byte that is not white space, after comments.
    fn skip(&mut self) -> Option<u8> {
        loop {
            match self.next()? {
                b'#' => while !matches!(self.next()?, b'\n' | b'\r') {},
                b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => {}
                byte => return Some(byte),
            }
        }
    }

    /// Reads a number, and the one byte after it.
    fn number(&mut self, what: &str) -> Result<u64, Error> {
        let mut digit = self.skip().ok_or_else(|| broken(format!("ends before {what}")))?;
        let mut number = 0_u64;
        loop {
            if !digit.is_ascii_digit() {
                return Err(broken(format!("{what} is not a number")));
            }
            number = number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
            digit = match self.next() {
                None | Some(b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c) => return Ok(number),
                Some(b'#') => {
                    self.at -= 1;
                    return Ok(number);
                }
                Some(byte) => byte,
            };
        }
    }

    fn pnm_header(&mut self, kind: u8) -> Result<Header, Error> {
        let width = self.number("the width")?;
        let height = self.number("the height")?;
        let bilevel = matches!(kind, b'1' | b'4');
        let maxval = if bilevel { 1 } else { self.number("maxval")?.min(u64::from(u32::MAX)) as u32 };
        let channels = if matches!(kind, b'3' | b'6') { Channels::Rgb } else { Channels::Gray };
        Ok(Header { width, height, maxval, channels, bilevel })
    }

    /// Reads a PAM header: lines of a name and a value, up to ENDHDR.
    fn pam_header(&mut self) -> Result<Header, Error> {
        let (mut width, mut height, mut depth, mut maxval) = (None, None, None, None);
        let mut kind = String::new();
        loop {
            let mut line = Vec::new();
            loop {
                match self.next() {
                    None => return Err(broken("ends before ENDHDR")),
                    Some(b'\n') => break,
                    Some(byte) => line.push(byte),
                }
            }
            let line = String::from_utf8_lossy(&line);
            let (name, value) = line.trim().split_once([' ', '\t']).unwrap_or((line.trim(), ""));
            let value = value.trim();
            let number = || value.parse::<u64>().map_err(|_| broken(format!("{name} is not a number")));
            match name {
                "ENDHDR" => break,
                "WIDTH" => width = Some(number()?),
                "HEIGHT" => height = Some(number()?),
                "DEPTH" => depth = Some(number()?),
                "MAXVAL" => maxval = Some(number()?),
                "TUPLTYPE" => kind.push_str(value),
                _ => {} // Empty lines, comments and unknown names are skipped.
            }
        }
        let missing = |what: &str| broken(format!("its header has no {what}"));
        let channels = match (depth.ok_or_else(|| missing("DEPTH"))?, kind.as_str()) {
            (_, "CMYK" | "CMYK_ALPHA") => {
                return Err(Error::Unsupported { format: "PNM", what: "CMYK samples".to_owned() });
            }
            (1, _) => Channels::Gray,
            (2, _) => Channels::GrayAlpha,
            (3, _) => Channels::Rgb,
            (4, _) => Channels::RgbAlpha,
            (depth, _) => return Err(Error::Unsupported { format: "PNM", what: format!("{depth} samples a pixel") }),
        };
        Ok(Header {
            width: width.ok_or_else(|| missing("WIDTH"))?,
            height: height.ok_or_else(|| missing("HEIGHT"))?,
            maxval: maxval.ok_or_else(|| missing("MAXVAL"))?.min(u64::from(u32::MAX)) as u32,
            channels,
            bilevel: false,
        })
    }

    /// Refuses text that is too short for `count` numbers.
    fn expect_plain(&self, count: usize, digits: bool) -> Result<(), Error> {
        let (least, given) = (if digits { count } else { count * 2 - 1 }, self.rest().len());
        if given < least {
            return Err(broken(format!("the header states {count} samples, but {given} bytes follow")));
        }
        Ok(())
    }

    /// Reads samples in text form. PBM's digits need no space between them.
    fn plain_samples<T: Number>(
        &mut self,
        columns: usize,
        rows: usize,
        digits: bool,
        maxval: u16,
    ) -> Result<Vec<T>, Error> {
        let count = columns * rows;
        let mut samples = Vec::with_capacity(count);
        for at in 0..count {
            let value = if digits {
                match self.skip() {
                    Some(digit @ b'0'..=b'9') => u64::from(digit - b'0'),
                    Some(_) => return Err(broken("a sample is not a number")),
                    None => return Err(broken(format!("ends in row {} of {rows}", at / columns))),
                }
            } else {
                self.number("a sample")?
            };
            if value > u64::from(maxval) {
                return Err(above_maxval(value, at / columns, maxval));
            }
            samples.push(T::of(value as u32));
        }
        Ok(samples)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: &[u8]) -> Result<Raster, Error> {
        read(bytes.to_vec(), &ReadOptions::default())
    }

    fn samples(bytes: &[u8]) -> Vec<u8> {
        match of(bytes).expect("a picture").samples {
            Samples::Eight(samples) => samples,
            wide => panic!("{wide:?}"),
        }
    }

    fn complaint(bytes: &[u8]) -> String {
        of(bytes).expect_err("no picture").to_string()
    }

    #[test]
    fn plain_and_raw_say_the_same() {
        assert_eq!(samples(b"P2 3 1 255 0 100 255\n"), [0, 100, 255]);
        assert_eq!(samples(b"P5 3 1 255 \x00\x64\xff"), [0, 100, 255]);
        assert_eq!(samples(b"P3\n1 1\n255\n1 2 3"), [1, 2, 3]);
        assert_eq!(samples(b"P6\n1 1\n255\n\x01\x02\x03"), [1, 2, 3]);
        assert_eq!(samples(b"P1 3 2 101 0 1 0"), [0, 255, 0, 255, 0, 255]);
        assert_eq!(samples(b"P4 3 2\n\xa0\x40"), [0, 255, 0, 255, 0, 255]);
    }

    #[test]
    fn samples_of_any_maxval_stay_as_they_are() {
        let with_maxval = |bytes: &[u8]| {
            let raster = of(bytes).expect("a picture");
            (raster.samples, raster.maxval)
        };
        assert_eq!(with_maxval(b"P5 3 1 15 \x00\x07\x0f"), (Samples::Eight(vec![0, 7, 15]), 15));
        assert_eq!(with_maxval(b"P5 2 1 1023 \x02\x00\x03\xff"), (Samples::Sixteen(vec![512, 1023]), 1023));
        assert_eq!(with_maxval(b"P2 2 1 256 256 1"), (Samples::Sixteen(vec![256, 1]), 256));
        assert_eq!(with_maxval(b"P1 2 1 01"), (Samples::Eight(vec![255, 0]), 255));
        assert_eq!(with_maxval(b"P4 2 1 \x40"), (Samples::Eight(vec![255, 0]), 255));
        assert_eq!(
            with_maxval(b"P7\nWIDTH 1\nHEIGHT 1\nDEPTH 1\nMAXVAL 1\nENDHDR\n\x01"),
            (Samples::Eight(vec![1]), 1)
        );
    }

    #[test]
    fn comments_and_any_white_space_part_the_numbers() {
        assert_eq!(samples(b"P5 # one\n#two\n 1\t# three\r\n1\n255\n\x09"), [9]);
        assert_eq!(samples(b"P2 1#c\n1 255#c\n7"), [7]);
    }

    #[test]
    fn pam_has_one_to_four_channels() {
        let pam = |rest: &str, data: &[u8]| [b"P7\nWIDTH 1\nHEIGHT 1\n", rest.as_bytes(), b"ENDHDR\n", data].concat();
        let with_alpha = pam("# c\n\nDEPTH 4\nMAXVAL 255\nTUPLTYPE RGB_ALPHA\n", &[1, 2, 3, 4]);
        let raster = of(&with_alpha).expect("a picture");
        assert_eq!((raster.channels, raster.samples), (Channels::RgbAlpha, Samples::Eight(vec![1, 2, 3, 4])));
        assert_eq!(samples(&pam("DEPTH 1\nMAXVAL 1\nTUPLTYPE BLACKANDWHITE\n", &[1])), [1]);
        assert!(complaint(&pam("DEPTH 4\nMAXVAL 255\nTUPLTYPE CMYK\n", &[0; 4])).contains("CMYK"));
        assert!(complaint(&pam("DEPTH 9\nMAXVAL 255\n", &[0; 9])).contains("9 samples a pixel"));
        assert!(complaint(&pam("DEPTH 1\n", &[0])).contains("no MAXVAL"));
        assert!(complaint(b"P7\nWIDTH 1\n").contains("ends before ENDHDR"));
    }

    #[test]
    fn lies_are_found_before_memory_is_taken() {
        assert!(complaint(b"P6\n32768 32768\n255\n").contains("0 bytes follow"));
        assert!(complaint(b"P2 65535 65535 255 1 2 3").contains("bytes follow"));
        assert!(complaint(b"P5\n4294967295 4294967295\n255\n").contains("65535 columns"));
        assert!(complaint(b"P5\n99999999999999999999999999 1\n255\n").contains("65535 columns"));
        assert!(complaint(b"P5\n0 5\n255\n").contains("0x5"));
        assert!(complaint(b"P5\n-5 5\n255\n").contains("not a number"));
        assert!(complaint(b"P5 1 1 0 \0").contains("maxval 0"));
        assert!(complaint(b"P5 1 1 65536 \0\0").contains("maxval 65536"));
        assert!(complaint(b"P5 1 1 99999999999 \0\0").contains("maxval"));
        assert!(complaint(b"P5 2 1 9 \x01\x0a").contains("sample 10 in row 0"));
        assert!(complaint(b"P5 1 1 1000 \x03\xe9").contains("sample 1001 in row 0 is above maxval 1000"));
        assert!(complaint(b"P2 1 1 9 10").contains("above maxval"));
        assert!(complaint(b"P2 1 1 9 265").contains("above maxval"));
        assert!(complaint(b"P2 2 2 9 1 2 3   ").contains("ends before"));
    }
}
