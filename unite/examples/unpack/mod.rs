//! Input files of the examples, plain or compressed by gz or xz. The compression is detected from the first bytes; `-`
//! is standard input.

mod ahead;

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::path::Path;

use ahead::Ahead;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

/// The size of the read buffer, in bytes.
const BUFFER: usize = 1 << 17;
/// The maximum memory for the dictionary of an xz file, in KiB: more than `xz -9` uses.
const DICTIONARY: u32 = 512 << 10;
const GZ: [u8; 2] = [0x1f, 0x8b];
const XZ: [u8; 6] = [0xfd, b'7', b'z', b'X', b'Z', 0];

/// Opens a file and decompresses it.
pub(crate) fn open(path: &Path) -> io::Result<Box<dyn BufRead>> {
    if path == Path::new("-") { unpacked(io::stdin()) } else { unpacked(File::open(path)?) }
}

/// Returns the name of a file for messages.
pub(crate) fn name(path: &Path) -> String {
    if path == Path::new("-") { "standard input".to_owned() } else { path.display().to_string() }
}

/// Decompresses the data of a reader. This usually takes longer than processing the data, so it runs in a separate
/// thread.
pub(crate) fn unpacked(mut reader: impl Read + Send + 'static) -> io::Result<Box<dyn BufRead>> {
    let mut head = Vec::new();
    reader.by_ref().take(XZ.len() as u64).read_to_end(&mut head)?;
    let (gz, xz) = (head.starts_with(&GZ), head == XZ);
    let raw = BufReader::with_capacity(BUFFER, Cursor::new(head).chain(reader));
    Ok(if gz {
        Box::new(Ahead::of(MultiGzDecoder::new(raw))?)
    } else if xz {
        Box::new(Ahead::of(XzReader::new_mem_limit(raw, true, DICTIONARY))?)
    } else {
        Box::new(raw)
    })
}

/// Compressed bytes for tests.
#[cfg(test)]
pub(crate) mod packed {
    use std::io::Write;

    /// Compresses bytes with gz.
    pub(crate) fn gz(bytes: &[u8]) -> Vec<u8> {
        let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        writer.write_all(bytes).expect("memory takes it");
        writer.finish().expect("memory takes it")
    }

    /// Compresses bytes with xz.
    pub(crate) fn xz(bytes: &[u8]) -> Vec<u8> {
        let options = lzma_rust2::XzOptions::with_preset(6);
        let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).expect("memory takes it");
        writer.write_all(bytes).expect("memory takes it");
        writer.finish().expect("memory takes it")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_compressed_in_parts_is_all_of_them_and_short_files_are_themselves() {
        let all = |bytes: &[u8]| {
            let mut text = Vec::new();
            unpacked(Cursor::new(bytes.to_vec())).and_then(|mut reader| reader.read_to_end(&mut text)).map(|_| text)
        };
        for length in [0, 1, 5, 6, 7, 300_000] {
            let bytes: Vec<u8> = (0..length).map(|k| (k % 251) as u8).collect();
            assert_eq!(all(&bytes).expect("memory"), bytes);
            for packed in [packed::gz(&bytes), packed::xz(&bytes)] {
                assert_eq!(all(&packed.repeat(2)).expect("two parts"), bytes.repeat(2));
                assert!(all(&packed[..packed.len() - 5]).is_err(), "{length} bytes, cut off");
            }
        }
        assert_eq!(all(&GZ[..1]).expect("a byte"), GZ[..1]);
        assert_eq!(all(&XZ[..5]).expect("five bytes"), XZ[..5]);
    }
}
