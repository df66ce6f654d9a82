//! dcmdjpeg of dcmtk, which decodes the JPEG in a DICOM file. The JPEG is wrapped in such a file, and the samples are
//! extracted from the file that the program writes.
//!
//! Follows DICOM PS3.10, chapter 7 (the file), PS3.5, 7.1 (data elements) and A.4 (encapsulated pixel data), with only
//! the elements that the program needs: the file is not a valid image for an archive.

use crate::error::{Error, one_line, plain};
use crate::input::{Picture, Samples};
use crate::output::Scratch;
use std::fs;
use std::process::Command;

/// JPEG Lossless, Non-Hierarchical (process 14), of any predictor.
const TRANSFER_SYNTAX: &[u8] = b"1.2.840.10008.1.2.4.57";
/// Secondary Capture Image Storage, a picture of any origin.
const SOP_CLASS: &[u8] = b"1.2.840.10008.5.1.4.1.1.7";
/// An arbitrary unique identifier: the file does not outlive the comparison.
const UID: &[u8] = b"1.2.3";
const PIXEL_DATA: (u16, u16) = (0x7fe0, 0x0010);
const ITEM: (u16, u16) = (0xfffe, 0xe000);
const END_OF_ITEMS: (u16, u16) = (0xfffe, 0xe0dd);

/// Decodes a lossless JPEG with a command that runs dcmdjpeg; `like` gives the size and kind of the picture.
pub(super) fn decode(jpeg: &[u8], like: &Picture, precision: u8, command: &str) -> Result<Picture, Error> {
    let failed = |reason: String| Error::Verify { decoder: command.to_owned(), reason };
    let folder = Scratch::new().map_err(Error::Write)?;
    let (wrapped, plain_file) = (folder.path().join("jpeg.dcm"), folder.path().join("samples.dcm"));
    let file =
        wrap(jpeg, like, precision).ok_or_else(|| failed("the JPEG is too large for a DICOM file".to_owned()))?;
    fs::write(&wrapped, file).map_err(|error| failed(format!("{}: {}", wrapped.display(), plain(&error))))?;

    let mut words = command.split_whitespace();
    let done = Command::new(words.next().unwrap_or_default())
        // Keep the samples unchanged and interleaved by pixel.
        .args(["--conv-never", "--color-by-pixel"])
        .args(words)
        .args([&wrapped, &plain_file])
        .output()
        .map_err(|error| failed(format!("cannot be run: {}", plain(&error))))?;
    if !done.status.success() {
        let said = one_line(&String::from_utf8_lossy(&done.stderr));
        return Err(failed(format!("it does not decode ({}): {said}", done.status)));
    }
    let decoded = fs::read(&plain_file).map_err(|error| failed(format!("it wrote no file: {}", plain(&error))))?;
    let count = like.samples.count();
    let samples = samples(&decoded, count, precision)
        .ok_or_else(|| failed(format!("the file it wrote lacks the {count} samples of the picture")))?;
    Ok(Picture::bare(like.width, like.height, like.colours, samples, u16::MAX >> (16 - precision)))
}

/// Wraps a JPEG in a DICOM file; returns `None` if its lengths do not fit.
fn wrap(jpeg: &[u8], like: &Picture, precision: u8) -> Option<Vec<u8>> {
    let mut about = Vec::new();
    element(&mut about, (0x0002, 0x0001), b"OB", &[0, 1]);
    element(&mut about, (0x0002, 0x0002), b"UI", SOP_CLASS);
    element(&mut about, (0x0002, 0x0003), b"UI", UID);
    element(&mut about, (0x0002, 0x0010), b"UI", TRANSFER_SYNTAX);
    element(&mut about, (0x0002, 0x0012), b"UI", UID);

    let mut file = vec![0; 128];
    file.extend(b"DICM");
    element(&mut file, (0x0002, 0x0000), b"UL", &(about.len() as u32).to_le_bytes());
    file.extend(about);
    element(&mut file, (0x0008, 0x0016), b"UI", SOP_CLASS);
    element(&mut file, (0x0008, 0x0018), b"UI", UID);
    let (width, height) = (u16::try_from(like.width).ok()?, u16::try_from(like.height).ok()?);
    let number = |file: &mut Vec<u8>, element_of_0028, number: u16| {
        element(file, (0x0028, element_of_0028), b"US", &number.to_le_bytes());
    };
    number(&mut file, 0x0002, if like.is_gray() { 1 } else { 3 });
    element(&mut file, (0x0028, 0x0004), b"CS", if like.is_gray() { b"MONOCHROME2" } else { b"RGB" });
    if !like.is_gray() {
        number(&mut file, 0x0006, 0);
    }
    number(&mut file, 0x0010, height);
    number(&mut file, 0x0011, width);
    number(&mut file, 0x0100, if precision > 8 { 16 } else { 8 });
    number(&mut file, 0x0101, precision.into());
    number(&mut file, 0x0102, u16::from(precision) - 1);
    number(&mut file, 0x0103, 0);

    // Pixel data of unknown length: an item with no offsets, one with the JPEG, and the end of the items.
    let length = u32::try_from(jpeg.len().next_multiple_of(2)).ok().filter(|&length| length != u32::MAX)?;
    file.extend([tag(PIXEL_DATA), *b"OB\0\0", [0xff; 4], tag(ITEM), [0; 4], tag(ITEM), length.to_le_bytes()].concat());
    file.extend(jpeg);
    file.resize(file.len().next_multiple_of(2), 0);
    file.extend([tag(END_OF_ITEMS), [0; 4]].concat());
    Some(file)
}

fn tag((group, element): (u16, u16)) -> [u8; 4] {
    let ([a, b], [c, d]) = (group.to_le_bytes(), element.to_le_bytes());
    [a, b, c, d]
}

/// Appends a data element with an explicit value representation, little endian, of an even length; `value` is short.
fn element(file: &mut Vec<u8>, place: (u16, u16), kind: &[u8; 2], value: &[u8]) {
    let length = value.len().next_multiple_of(2);
    file.extend(tag(place));
    file.extend(kind);
    if has_long_length(kind) {
        file.extend([0, 0]);
        file.extend((length as u32).to_le_bytes());
    } else {
        file.extend((length as u16).to_le_bytes());
    }
    file.extend(value);
    if length > value.len() {
        // Names are padded with spaces, identifiers with zeros.
        file.push(if kind == b"CS" { b' ' } else { 0 });
    }
}

/// Returns whether the length has four bytes, after two reserved ones (PS3.5, Table 7.1-1).
fn has_long_length(kind: &[u8; 2]) -> bool {
    [b"OB", b"OD", b"OF", b"OL", b"OV", b"OW", b"SQ", b"SV", b"UC", b"UN", b"UR", b"UT", b"UV"].contains(&kind)
}

/// Extracts the samples of a DICOM file that is explicit, little endian and not encapsulated; `None` for other files.
fn samples(file: &[u8], count: usize, precision: u8) -> Option<Samples> {
    let mut rest = file.get(128..)?.strip_prefix(b"DICM")?;
    loop {
        let (&[a, b, c, d, k, l, m, n], after) = rest.split_first_chunk()?;
        let (length, value) = if has_long_length(&[k, l]) {
            let (&length, value) = after.split_first_chunk()?;
            (u32::from_le_bytes(length) as usize, value)
        } else {
            (usize::from(u16::from_le_bytes([m, n])), after)
        };
        if [a, b, c, d] == tag(PIXEL_DATA) {
            let data = value.get(..length)?;
            return Some(if precision > 8 {
                let words = data.get(..2 * count)?.as_chunks().0.iter();
                Samples::Sixteen(words.map(|&word| u16::from_le_bytes(word)).collect())
            } else {
                Samples::Eight(data.get(..count)?.to_vec())
            });
        }
        rest = value.get(length..)?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Colours;

    /// Returns a file of three elements, the last of which is the pixel data.
    fn with_data(kind: &[u8; 2], data: &[u8]) -> Vec<u8> {
        let mut file = vec![0; 128];
        file.extend(b"DICM");
        element(&mut file, (0x0002, 0x0010), b"UI", b"1.2.840.10008.1.2.1");
        element(&mut file, (0x0028, 0x0010), b"US", &[1, 0]);
        element(&mut file, PIXEL_DATA, kind, data);
        file
    }

    #[test]
    fn samples_are_bytes_or_words() {
        assert_eq!(samples(&with_data(b"OB", &[1, 2, 3]), 3, 8), Some(Samples::Eight(vec![1, 2, 3])));
        assert_eq!(samples(&with_data(b"OW", &[1, 2, 3, 4]), 2, 9), Some(Samples::Sixteen(vec![0x201, 0x403])));
    }

    #[test]
    fn files_that_are_cut_have_no_samples() {
        let file = with_data(b"OW", &[1, 2, 3, 4]);
        for length in 0..file.len() {
            assert_eq!(samples(&file[..length], 2, 16), None, "{length}");
        }
        assert_eq!(samples(&file, 3, 16), None);
    }

    #[test]
    fn all_lengths_of_a_wrapped_file_are_even() {
        let picture = Picture::bare(3, 1, Colours::Rgb, Samples::Eight(vec![0; 9]), 255);
        let file = wrap(b"odd", &picture, 8).expect("a short one");
        assert!(file.len().is_multiple_of(2) && file[128..132] == *b"DICM");
        assert!(file.ends_with(b"\x04\0\0\0odd\0\xfe\xff\xdd\xe0\0\0\0\0"));
    }
}
