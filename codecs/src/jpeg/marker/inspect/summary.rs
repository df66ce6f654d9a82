//! Explanations of the numbers of a segment, and the summary of a stream.

use crate::bitstream::printable;
use crate::jpeg::marker::icc::{ChunkNumbers, ProfileSize};
use crate::jpeg::marker::{Content, FrameHeader, Marker, Part, Process, ScanHeader, Segment, exif};
use crate::shared::inspect::{count_complaints, plural};
use std::io;

/// Explains a segment's numbers in one line.
pub(super) fn gloss(segment: &Segment, frame: Option<&FrameHeader>) -> Option<String> {
    Some(match segment {
        Segment::Scan(scan) => coded(scan, frame?.process),
        Segment::Frame(frame) => frame.process.to_string(),
        Segment::Jfif(jfif) => {
            let unit = ["aspect ratio", "dots per inch", "dots per centimetre"];
            let unit = unit.get(usize::from(jfif.units)).unwrap_or(&"of an unknown unit");
            format!("JFIF {}.{:02}, {}x{} {unit}", jfif.version.0, jfif.version.1, jfif.x_density, jfif.y_density)
        }
        Segment::Jfxx(jfxx) => match jfxx.extension_code {
            0x10 => "JFIF extension, a JPEG thumbnail".to_owned(),
            0x11 => "JFIF extension, a thumbnail with a palette".to_owned(),
            0x13 => "JFIF extension, an RGB thumbnail".to_owned(),
            _ => "JFIF extension, unknown".to_owned(),
        },
        Segment::Exif(app) => match exif::orientation(&app.tiff) {
            Ok(Some(orientation)) => format!("Exif, {} bytes, orientation {orientation}", app.tiff.len()),
            Ok(None) => format!("Exif, {} bytes, no orientation", app.tiff.len()),
            Err(error) => format!("Exif, {} bytes, damaged: {error}", app.tiff.len()),
        },
        Segment::Xmp(xmp) => format!("XMP, {} bytes", xmp.packet.len()),
        Segment::Icc(icc) => format!("ICC profile, {} bytes{}", icc.data.len(), icc_name(&icc.data)),
        Segment::Adobe(adobe) => match adobe.transform {
            0 => "Adobe, RGB or CMYK without transform".to_owned(),
            1 => "Adobe, YCbCr".to_owned(),
            2 => "Adobe, YCCK".to_owned(),
            _ => "Adobe, unknown transform".to_owned(),
        },
        _ => return None,
    })
}

/// Returns the part of its components that a scan codes.
fn coded(scan: &ScanHeader, process: Process) -> String {
    let (start, end) = (scan.spectral_start, scan.spectral_end);
    let (high, low) = (scan.approximation_high, scan.approximation_low);
    if process.is_lossless() {
        return format!("predictor {start}, point transform {low}");
    }
    if !process.is_progressive() {
        return "all coefficients".to_owned();
    }
    let coefficients = if end == 0 { "DC".to_owned() } else { format!("coefficients {start} to {end}") };
    match (high, low) {
        (0, 0) => format!("{coefficients}, all bits"),
        (0, low) => format!("{coefficients}, bits down to {low}"),
        (_, low) => format!("{coefficients}, refined by bit {low}"),
    }
}

/// Returns the data colour space of a profile's header (ICC.1 7.2.6), if this chunk contains it.
fn icc_name(data: &[u8]) -> String {
    match data.get(16..20).and_then(printable) {
        Some(space) if data.get(36..40) == Some(b"acsp") => format!(", {}", space.trim_end()),
        _ => String::new(),
    }
}

/// Returns bytes as quoted text, cut after 200 characters.
pub(super) fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let shown: String = text.chars().take(200).collect();
    let cut = if shown.len() < text.len() { "..." } else { "" };
    format!("{shown:?}{cut}")
}

/// The counters of a stream's parts.
#[derive(Default)]
pub(super) struct Summary {
    scans: u64,
    /// The number of bytes of entropy-coded data.
    coded: u64,
    restarts: u64,
    icc: ChunkNumbers,
    pub(super) complaints: u64,
}

impl Summary {
    /// Counts a part.
    pub(super) fn add(&mut self, part: &Part) {
        self.complaints += part.complaints.len() as u64;
        match &part.content {
            Content::EntropyCoded { restarts } => {
                self.scans += 1;
                self.coded += part.length;
                self.restarts += restarts;
            }
            Content::Segment(Segment::Icc(chunk)) => self.icc.add(part.position, chunk),
            _ => {}
        }
    }

    /// Prints a few lines about the whole stream, of `length` bytes.
    pub(super) fn print(&self, frame: Option<&FrameHeader>, length: u64, sink: &mut impl io::Write) -> io::Result<()> {
        match frame {
            Some(frame) => writeln!(sink, "{}", picture(frame))?,
            None => writeln!(sink, "no frame header")?,
        }
        write!(sink, "{} {}, {length} bytes", self.scans, plural(self.scans, "scan"))?;
        if self.coded > 0 {
            write!(sink, ", {:.1} % of them entropy-coded", 100.0 * self.coded as f64 / length as f64)?;
        }
        if self.restarts > 0 {
            write!(sink, ", {} {}", self.restarts, plural(self.restarts, "restart marker"))?;
        }
        let pixels = frame.map_or(0, |frame| u64::from(frame.width) * u64::from(frame.height));
        if pixels > 0 {
            write!(sink, ", {:.3} bits a pixel", 8.0 * length as f64 / pixels as f64)?;
        }
        writeln!(sink)?;
        match self.icc.check() {
            Ok(Some(ProfileSize { chunks, bytes })) => {
                writeln!(sink, "ICC profile of {bytes} bytes in {chunks} {}", plural(chunks, "chunk"))?;
            }
            Ok(None) => {}
            Err(error) => writeln!(sink, "ICC profile: {error}")?,
        }
        count_complaints(self.complaints, sink)
    }
}

/// Returns size, precision, components and process.
fn picture(frame: &FrameHeader) -> String {
    let factors: Vec<_> = frame.components.iter().map(|c| format!("{}x{}", c.horizontal, c.vertical)).collect();
    let components = factors.len() as u64;
    let name = match (factors.iter().map(String::as_str).collect::<Vec<_>>().as_slice(), frame.process.marker()) {
        (_, Marker::DHP) => "",
        (["1x1", "1x1", "1x1"], _) => " (4:4:4)",
        (["2x1", "1x1", "1x1"], _) => " (4:2:2)",
        (["2x2", "1x1", "1x1"], _) => " (4:2:0)",
        (["1x2", "1x1", "1x1"], _) => " (4:4:0)",
        (["4x1", "1x1", "1x1"], _) => " (4:1:1)",
        (["4x2", "1x1", "1x1"], _) => " (4:1:0)",
        _ => "",
    };
    format!(
        "{}x{}, {} bits, {components} {} {}{name}, {}",
        frame.width,
        frame.height,
        frame.precision,
        plural(components, "component"),
        factors.join(" "),
        frame.process
    )
}
