//! The headers of the first frame in GIF and WebP files. They decide how much memory the decoder needs beside the
//! samples.

/// Returns the number of pixels of a GIF's first frame if it does not cover whole rows of the screen, since it is then
/// decoded into a buffer of its own; otherwise `None`.
pub(super) fn gif_pixels_apart(bytes: &[u8]) -> Option<u64> {
    let word = |at: usize| Some(u16::from_le_bytes([*bytes.get(at)?, *bytes.get(at + 1)?]));
    let (screen_width, screen_height) = (word(6)?, word(8)?);
    let flags = *bytes.get(10)?;
    let palette = if flags & 0x80 > 0 { 3 * (2 << (flags & 7)) } else { 0 };
    let mut at = 13 + palette;
    // Extensions: a label, and blocks up to an empty one.
    while *bytes.get(at)? == 0x21 {
        at += 2;
        while *bytes.get(at)? > 0 {
            at += 1 + usize::from(bytes[at]);
        }
        at += 1;
    }
    let [left, top, width, height] = [word(at + 1)?, word(at + 3)?, word(at + 5)?, word(at + 7)?];
    let whole_rows = left == 0 && width == screen_width && u32::from(top) + u32::from(height) <= screen_height.into();
    (bytes[at] == 0x2c && !whole_rows).then(|| u64::from(width) * u64::from(height))
}

/// The coding of the first frame of a WebP file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WebP {
    Lossy,
    Lossless,
    Animated,
}

/// Finds the coding by the names of the chunks.
pub(super) fn webp(bytes: &[u8]) -> WebP {
    let mut rest = bytes.get(12..).unwrap_or_default();
    while let Some((&[a, b, c, d, size @ ..], body)) = rest.split_first_chunk::<8>() {
        match &[a, b, c, d] {
            b"ANIM" | b"ANMF" => return WebP::Animated,
            b"VP8L" => return WebP::Lossless,
            b"VP8 " => return WebP::Lossy,
            _ => {}
        }
        // Chunks have even lengths.
        let size = u32::from_le_bytes(size) as usize;
        rest = body.get(size.saturating_add(size % 2)..).unwrap_or_default();
    }
    WebP::Lossy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_first_frame_that_is_smaller_than_its_screen_is_found() {
        let gif = |extension: &[u8], frame: [u8; 4]| {
            let [left, top, width, height] = frame;
            let frame = [0x2c, left, 0, top, 0, width, 0, height, 0, 0];
            [&b"GIF89a\x0a\0\x05\0\x80\0\0"[..], &[0; 6], extension, &frame].concat()
        };
        for extension in [&[][..], &[0x21, 0xfe, 2, b'h', b'i', 1, b'!', 0, 0x21, 0xf9, 4, 0, 0, 0, 0, 0]] {
            assert_eq!(gif_pixels_apart(&gif(extension, [0, 0, 10, 5])), None);
            assert_eq!(gif_pixels_apart(&gif(extension, [0, 2, 10, 3])), None);
            assert_eq!(gif_pixels_apart(&gif(extension, [1, 0, 9, 5])), Some(45));
            assert_eq!(gif_pixels_apart(&gif(extension, [0, 3, 10, 4])), Some(40));
        }
        let whole = gif(&[], [1, 1, 2, 2]);
        assert!((0..28).all(|length| gif_pixels_apart(&whole[..length]).is_none()));
    }

    #[test]
    fn chunks_say_how_a_webp_is_coded() {
        let file = |chunks: &[&[u8]]| [b"RIFF\0\0\0\0WEBP", &chunks.concat()[..]].concat();
        let extended = b"VP8X\x03\0\0\0abc\0";
        assert_eq!(webp(&file(&[b"VP8L\x01\0\0\0a\0"])), WebP::Lossless);
        assert_eq!(webp(&file(&[extended, b"ALPH\x01\0\0\0a\0", b"VP8 \0\0\0\0"])), WebP::Lossy);
        assert_eq!(webp(&file(&[extended, b"ANIM\0\0\0\0"])), WebP::Animated);
        assert_eq!(webp(&file(&[b"ICCP\xff\xff\xff\xff"])), WebP::Lossy);
        assert_eq!(webp(b"RIFF"), WebP::Lossy);
    }
}
