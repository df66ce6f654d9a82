//! A custom file format, described once: its header is checked, written, traced and read.
//!
//! The file holds sprites: a header of 16 bytes, and an entry of 6 bytes for each sprite.
//!
//! ```text
//!   magic "SPRT" | version 4, flags 4 | depth 8 | width 16 | height 16 | palette 8 | reserved 24 | count 16
//!   entries: identifier 16 | x 12 | y 12 | kind 4 | offset, signed 4
//! ```
//!
//! `cargo run --release --example own_syntax`

use codecs::bitstream::{BitPosition, Error, Signed, Structure, Syntax};
use codecs::shared::trace::TextTrace;

/// The header of a file of sprites, with its list of entries.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct SpriteFile {
    /// 1 or 2.
    version: u8,
    loops: bool,
    mirrored: bool,
    /// Bits per pixel: 1 to 8.
    depth: u8,
    width: u16,
    height: u16,
    /// The number of colours minus 1, below `2^depth`.
    palette: u8,
    sprites: Vec<Sprite>,
}

/// An entry: the place of a sprite.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Sprite {
    identifier: u16,
    x: u16,
    y: u16,
    kind: u8,
    offset: i8,
}

impl Structure for SpriteFile {
    type Error = Error;

    fn fields<S: Syntax<Error = Error>>(&mut self, io: &mut S) -> Result<(), Error> {
        io.constant("magic", b"SPRT")?;
        io.u(4, "version", &mut self.version, 1..=2)?;
        io.flag("loops", &mut self.loops)?;
        io.flag("mirrored", &mut self.mirrored)?;
        io.u(2, "reserved", &mut 0_u8, 0..=0)?;
        io.u(8, "depth", &mut self.depth, 1..=8)?;
        io.u(16, "width", &mut self.width, 1..=4096)?;
        io.u(16, "height", &mut self.height, 1..=4096)?;
        let most = (1 << self.depth.min(8)) - 1;
        io.u(8, "palette", &mut self.palette, 0..=most)?;
        io.u(24, "reserved", &mut 0_u32, 0..=0)?;
        io.count(16, "count", &mut self.sprites, 1..=1000)?;
        let [right, bottom] = [self.width, self.height].map(|size| i64::from(size) - 1);
        for (i, sprite) in self.sprites.iter_mut().enumerate() {
            io.bits(16, ("identifier", i), &mut sprite.identifier)?;
            io.u(12, ("x", i), &mut sprite.x, 0..=right)?;
            io.u(12, ("y", i), &mut sprite.y, 0..=bottom)?;
            io.u(4, ("kind", i), &mut sprite.kind, 0..=3)?;
            io.coded(Signed(4), ("offset", i), &mut sprite.offset, -4..=4)?;
        }
        Ok(())
    }
}

fn sample() -> SpriteFile {
    let sprites = vec![
        Sprite { identifier: 3, x: 10, y: 20, kind: 1, offset: -2 },
        Sprite { identifier: 7, x: 300, y: 199, kind: 0, offset: 4 },
    ];
    SpriteFile {
        version: 2,
        loops: true,
        depth: 4,
        width: 320,
        height: 200,
        palette: 15,
        sprites,
        ..Default::default()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = sample();
    println!("{} bits", file.check(BitPosition(0))?);
    let mut bytes = Vec::new();
    file.write(&mut bytes)?;

    let mut trace = TextTrace::new(std::io::stdout().lock());
    file.trace(BitPosition(0), &mut trace)?;
    drop(trace.finish()?);

    // A reader keeps values that the format does not allow.
    bytes[4] = 0x38;
    let (read, complaints) = SpriteFile::read(&bytes, BitPosition(0))?;
    println!("version {}", read.version);
    complaints.iter().for_each(|complaint| println!("{complaint}"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use codecs::bitstream::{Content, Reader, Violation};
    use codecs::shared::trace::Recorder;

    fn written() -> Vec<u8> {
        let mut bytes = Vec::new();
        sample().write(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn what_is_written_is_read_and_has_the_size_that_was_checked() {
        let bytes = written();
        assert_eq!(bytes[..16], *b"SPRT\x28\x04\x01\x40\x00\xC8\x0F\0\0\0\0\x02");
        assert_eq!(bytes[16..22], [0, 3, 0x00, 0xA0, 0x14, 0x1E]);
        assert_eq!(sample().check(BitPosition(0)).unwrap(), 8 * bytes.len() as u64);
        assert_eq!(SpriteFile::read(&bytes, BitPosition(0)).unwrap(), (sample(), vec![]));
    }

    #[test]
    fn a_reader_traces_what_a_tracer_does() {
        let (bytes, from) = (written(), BitPosition::byte(100));
        let (mut traced, mut read) = (Recorder::default(), Recorder::default());
        sample().trace(from, &mut traced).unwrap();
        let content = Content { bytes: &bytes, from };
        let mut reader = Reader::<_, Error>::new(&content, &mut read);
        SpriteFile::default().fields(&mut reader).unwrap();
        assert_eq!(reader.left(), 0);
        assert_eq!(read, traced);
        assert_eq!(traced.records.len(), 11 + 2 * 5);
    }

    #[test]
    fn a_writer_refuses_what_a_reader_complains_about() {
        let refused = |change: fn(&mut SpriteFile), why: &str| {
            let (mut file, mut bytes) = (sample(), Vec::new());
            change(&mut file);
            assert_eq!(file.write(&mut bytes).unwrap_err().to_string(), why);
            assert!(bytes.is_empty(), "nothing is written");
        };
        refused(|file| file.version = 3, "byte 4.0: version = 3 is outside 1 to 2");
        refused(|file| file.sprites.clear(), "byte 14.0: count = 0 is outside 1 to 1000");
        refused(|file| file.sprites[1].x = 320, "byte 24.0: x1 = 320 is outside 0 to 319");
        refused(|file| file.sprites[0].offset = -5, "byte 21.4: offset0 = -5 is outside -4 to 4");

        let mut bytes = written();
        (bytes[0], bytes[4], bytes[21]) = (b'X', 0x38, 0x1B);
        let (file, complaints) = SpriteFile::read(&bytes, BitPosition(0)).unwrap();
        assert_eq!((file.version, file.sprites[0].offset), (3, -5));
        let texts: Vec<_> = complaints.iter().map(ToString::to_string).collect();
        assert_eq!(
            texts,
            [
                "byte 0.0: magic does not have its fixed value",
                "byte 4.0: version = 3 is outside 1 to 2",
                "byte 21.4: offset0 = -5 is outside -4 to 4"
            ]
        );
    }

    #[test]
    fn every_truncation_is_an_error_that_says_what_is_missing() {
        let bytes = written();
        for length in 0..bytes.len() {
            let error = SpriteFile::read(&bytes[..length], BitPosition(0)).unwrap_err();
            assert!(matches!(error.violation, Violation::Truncated { needed, left } if needed > left), "{error}");
        }
        let error = SpriteFile::read(&bytes[..18], BitPosition(0)).unwrap_err();
        assert_eq!(error.to_string(), "byte 18.0: x0 needs 12 bits, and 0 are left");
    }
}
