//! The metadata in the chunks of a PNG, before and behind its samples: EXIF, XMP and comments. PNG, third edition, 11.3.
//!
//! Decoders read what lies behind the samples after them, when the header of a JPEG is already written.

use super::through_image::{BESIDE, without_prefix};
use crate::args::Kind;
use png::{DecodingError, Info};
use std::borrow::Cow;
use std::io::{Cursor, Read, Seek, SeekFrom};

/// The keyword of a packet of XMP (XMP part 3, 1.1.5).
const XMP: &str = "XML:com.adobe.xmp";
/// The keyword of a comment.
const COMMENT: &str = "Comment";
/// The most bytes of a comment in a JPEG.
const MOST_COMMENT: usize = 65533;

/// A PNG of one gray pixel up to its samples, and an empty chunk of samples: what stands between is read on its own.
const BEFORE: &[u8] = b"\x89PNG\r\n\x1a\n\0\0\0\x0dIHDR\0\0\0\x01\0\0\0\x01\x08\0\0\0\0\x3a\x7e\x9b\x55";
const BEHIND: &[u8] = b"\0\0\0\0IDAT\x35\xaf\x06\x1e";

/// The metadata of a PNG.
#[derive(Debug, Default)]
pub(super) struct Chunks {
    /// `true` if there is a colour profile: the decoder silently drops one that it cannot read.
    pub(super) has_profile: bool,
    /// EXIF, starting with its byte order mark.
    pub(super) exif: Option<Vec<u8>>,
    pub(super) xmp: Option<Vec<u8>>,
    /// The comments, in UTF-8.
    pub(super) comments: Vec<Vec<u8>>,
    /// The metadata that could not be read, and why.
    pub(super) left_out: Vec<(Kind, String)>,
    comment_bytes: u64,
}

impl Chunks {
    /// Reads the chunks up to the end of a file, or up to where it is cut short. The samples are skipped.
    pub(super) fn read(png: &mut (impl Read + Seek)) -> Self {
        let mut chunks = Chunks::default();
        // The rest of a file that is cut short is its decoder's business.
        let _ = chunks.read_all(png);
        chunks
    }

    fn read_all(&mut self, png: &mut (impl Read + Seek)) -> std::io::Result<()> {
        png.seek(SeekFrom::Start(8))?;
        loop {
            let mut header = [0; 8];
            png.read_exact(&mut header)?;
            let [a, b, c, d, name @ ..] = header;
            // The data, and a checksum.
            let length = u64::from(u32::from_be_bytes([a, b, c, d])) + 4;
            match &name {
                b"IEND" => return Ok(()),
                b"iCCP" => self.has_profile = true,
                b"eXIf" | b"tEXt" | b"zTXt" | b"iTXt" if length <= BESIDE => {
                    let mut chunk = [BEFORE, &header].concat();
                    png.take(length).read_to_end(&mut chunk)?;
                    self.take_in(name, chunk);
                    continue;
                }
                b"eXIf" | b"tEXt" | b"zTXt" | b"iTXt" => {
                    let kind = if name == *b"eXIf" { Kind::Exif } else { Kind::Xmp };
                    let what = if name == *b"eXIf" { "EXIF" } else { "a text" };
                    self.left_out
                        .push((kind, format!("{what} of {length} bytes is left out: at most {BESIDE} are read")));
                }
                _ => {}
            }
            png.seek_relative(length as i64)?;
            if name == *b"IDAT" {
                skip_alike(png, header, length + 8)?;
            }
        }
    }

    /// Takes in a chunk with a name, which stands behind the beginning of a PNG.
    fn take_in(&mut self, name: [u8; 4], chunk: Vec<u8>) {
        let data = &chunk[BEFORE.len() + 8..];
        let has = |keyword: &str| data.strip_prefix(keyword.as_bytes()).is_some_and(|rest| rest.starts_with(&[0]));
        if name == *b"eXIf" {
            let exif = || info(chunk).ok()?.exif_metadata.map(Cow::into_owned).filter(|exif| !exif.is_empty());
            self.exif = self.exif.take().or_else(exif).map(without_prefix);
        } else if name == *b"iTXt" && has(XMP) {
            if self.xmp.is_none() {
                self.xmp = text(chunk, BESIDE as usize);
                if self.xmp.is_none() {
                    let reason = format!("XMP is left out: it is broken, or has more than {BESIDE} bytes");
                    self.left_out.push((Kind::Xmp, reason));
                }
            }
        } else if has(COMMENT) {
            match text(chunk, MOST_COMMENT) {
                Some(text) if self.comment_bytes + text.len() as u64 <= BESIDE => {
                    self.comment_bytes += text.len() as u64;
                    self.comments.push(text);
                }
                _ => {
                    let reason = format!(
                        "a comment is left out: it is broken, or has more than {MOST_COMMENT} bytes; --comment adds a \
                         shorter one"
                    );
                    self.left_out.push((Kind::Comments, reason));
                }
            }
        }
    }
}

/// Skips the chunks of samples behind one with this header, which takes `bytes` in the file, as far as they have the same header.
/// No other chunks stand between chunks of samples (5.6), and most files have chunks of one length: one that is further on tells
/// what those before it are, so that few of a file's thousands are read.
fn skip_alike(png: &mut (impl Read + Seek), header: [u8; 8], bytes: u64) -> std::io::Result<()> {
    let mut at = png.stream_position()?;
    let (mut step, mut grows) = (1, true);
    while step > 0 {
        png.seek(SeekFrom::Start(at + (step - 1) * bytes))?;
        let mut other = [0; 8];
        if png.read_exact(&mut other).is_ok() && other == header {
            at += step * bytes;
        } else {
            grows = false;
        }
        step = if grows { 2 * step } else { step / 2 };
    }
    png.seek(SeekFrom::Start(at)).map(drop)
}

/// Reads a chunk that stands behind the beginning of a PNG.
fn info(mut chunk: Vec<u8>) -> Result<Info<'static>, DecodingError> {
    chunk.extend_from_slice(BEHIND);
    let bytes = 2 * BESIDE as usize;
    let mut decoder = png::Decoder::new_with_limits(Cursor::new(chunk), png::Limits { bytes });
    decoder.set_ignore_text_chunk(false);
    Ok(decoder.read_info()?.info().clone())
}

/// Returns the text of a chunk in UTF-8; `None` if it cannot be read, or has more than `most` bytes.
fn text(chunk: Vec<u8>, most: usize) -> Option<Vec<u8>> {
    let mut info = info(chunk).ok()?;
    let text = if let Some(text) = info.uncompressed_latin1_text.pop() {
        text.text
    } else if let Some(mut text) = info.compressed_latin1_text.pop() {
        text.decompress_text_with_limit(most).ok()?;
        text.get_text().ok()?
    } else {
        let mut text = info.utf8_text.pop()?;
        text.decompress_text_with_limit(most).ok()?;
        text.get_text().ok()?
    };
    Some(text.into_bytes()).filter(|text| text.len() <= most)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a PNG with texts of all kinds before its samples, and with those behind them if `behind`.
    fn png(behind: bool) -> Vec<u8> {
        let mut file = Vec::new();
        let mut encoder = png::Encoder::new(&mut file, 2, 1);
        encoder.add_text_chunk("Comment".to_owned(), "plain \u{e9}".to_owned()).expect("Latin-1");
        encoder.add_ztxt_chunk("Comment".to_owned(), "x".repeat(900)).expect("Latin-1");
        encoder.add_text_chunk("Comments".to_owned(), "other".to_owned()).expect("Latin-1");
        encoder.add_itxt_chunk("Comment".to_owned(), "\u{4e2d}".to_owned()).expect("UTF-8");
        encoder.add_itxt_chunk(XMP.to_owned(), "<x/>".to_owned()).expect("UTF-8");
        encoder.add_ztxt_chunk("Comment".to_owned(), "y".repeat(MOST_COMMENT + 1)).expect("Latin-1");
        encoder.write_header().expect("a header").write_image_data(&[1, 2]).expect("samples");
        if behind {
            // The chunk of the samples is put before those of the texts.
            let at = file.windows(4).position(|name| name == b"IDAT").expect("samples") - 4;
            let end = file.len() - 12;
            let samples: Vec<u8> = file.splice(at..end, []).collect();
            file.splice(BEFORE.len()..BEFORE.len(), samples);
        }
        file
    }

    #[test]
    fn texts_are_found_before_and_behind_the_samples() {
        for behind in [false, true] {
            let chunks = Chunks::read(&mut Cursor::new(png(behind)));
            let comments = ["plain \u{e9}".into(), "x".repeat(900), "\u{4e2d}".into()].map(String::into_bytes);
            assert_eq!(chunks.comments, comments);
            assert_eq!(chunks.xmp.as_deref(), Some(&b"<x/>"[..]));
            assert!(matches!(&chunks.left_out[..], [(Kind::Comments, _)]));
        }
    }

    #[test]
    fn texts_are_found_behind_any_number_of_chunks_of_samples() {
        let whole = png(true);
        let (before, behind) = whole.split_at(BEFORE.len());
        for (count, last) in (0..70).flat_map(|count| [0, 3, 5].map(|last| (count, last))) {
            let chunk = |length: u8| [&[0, 0, 0, length][..], b"IDAT", &vec![7; usize::from(length) + 4]].concat();
            let file = [before, &chunk(5).repeat(count), &chunk(last), behind].concat();
            let chunks = Chunks::read(&mut Cursor::new(file));
            assert_eq!(
                (chunks.comments.len(), chunks.xmp.is_some()),
                (3, true),
                "{count} chunks and one of {last} bytes"
            );
        }
    }

    #[test]
    fn a_file_that_is_cut_or_broken_is_read_as_far_as_possible() {
        let whole = png(true);
        for length in 0..whole.len() {
            assert!(Chunks::read(&mut Cursor::new(&whole[..length])).comments.len() <= 3);
            let mut broken = whole.clone();
            broken[length] ^= 0xff;
            Chunks::read(&mut Cursor::new(broken));
        }
    }
}
