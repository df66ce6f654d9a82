//! Recognition of formats by their first bytes.

use crate::error::Error;

/// A picture format that is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Bmp,
    Gif,
    Jpeg,
    Png,
    Pnm,
    Tiff,
    WebP,
}

impl Format {
    /// Returns the name for messages.
    pub(super) fn name(self) -> &'static str {
        match self {
            Format::Bmp => "BMP",
            Format::Gif => "GIF",
            Format::Jpeg => "JPEG",
            Format::Png => "PNG",
            Format::Pnm => "PNM",
            Format::Tiff => "TIFF",
            Format::WebP => "WebP",
        }
    }
}

/// The first bytes of the formats that are read.
const KNOWN: [(&[u8], Format); 13] = [
    (b"\x89PNG\r\n\x1a\n", Format::Png),
    (b"\xff\xd8\xff", Format::Jpeg),
    (b"GIF87a", Format::Gif),
    (b"GIF89a", Format::Gif),
    (b"BM", Format::Bmp),
    (b"II*\0", Format::Tiff),
    (b"MM\0*", Format::Tiff),
    (b"II+\0", Format::Tiff),
    (b"MM\0+", Format::Tiff),
    (b"P1", Format::Pnm),
    (b"P4", Format::Pnm),
    (b"P7\n", Format::Pnm),
    (b"P7\r\n", Format::Pnm),
];

/// The first bytes of formats that are not read, with their names for messages.
const OTHERS: [(&[u8], &str); 13] = [
    (b"\0\0\0\x0cJXL ", "JPEG XL"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cjP  ", "JPEG 2000"),
    (b"\xff\x4f\xff\x51", "JPEG 2000"),
    (b"8BPS", "a Photoshop document"),
    (b"%PDF", "PDF"),
    (b"%!PS", "PostScript"),
    (b"<svg", "SVG"),
    (b"<?xml", "XML"),
    (b"qoif", "QOI"),
    (b"v/1\x01", "OpenEXR"),
    (b"#?RADIANCE", "Radiance HDR"),
    (b"PF\n", "a floating-point map"),
];

/// Recognises the format of a file by its first bytes.
pub(super) fn recognise(bytes: &[u8]) -> Result<Format, Error> {
    if bytes.is_empty() {
        return Err(Error::Empty);
    }
    if bytes.len() >= 12 && &bytes[..4] == b"RIFF" && &bytes[8..12] == b"WEBP" {
        return Ok(Format::WebP);
    }
    if bytes.len() >= 12 && &bytes[4..8] == b"ftyp" {
        return Err(Error::OtherFormat(if bytes[8..11] == *b"avi" { "AVIF" } else { "HEIF or MP4" }));
    }
    // P2, P3, P5 and P6 alone are too short to be unambiguous: white space or a comment has to follow.
    if let [b'P', b'2' | b'3' | b'5' | b'6', b' ' | b'\t' | b'\r' | b'\n' | b'#', ..] = bytes {
        return Ok(Format::Pnm);
    }
    if let Some(&(_, format)) = KNOWN.iter().find(|(first, _)| bytes.starts_with(first)) {
        return Ok(format);
    }
    if bytes.starts_with(b"YUV4MPEG2") {
        return Err(Error::VideoForPicture);
    }
    match OTHERS.iter().find(|(first, _)| bytes.starts_with(first)) {
        Some(&(_, name)) => Err(Error::OtherFormat(name)),
        None => Err(Error::UnknownFormat),
    }
}
