//! [`trace`]: every syntax element of a stream, the entropy-coded data of sequential Huffman scans included
//! (T.81 Annex B; F.2.1, F.2.2).
//!
//! ```text
//!   marker segments ── their descriptions ──────────────────────────────▶ element
//!   entropy-coded data ─ intervals ─ MCUs ─ blocks ─ DECODE, RECEIVE ──▶ element
//! ```
//!
//! It is a reader of its own: it shares the descriptions of segments and of Huffman tables with the encoder, and nothing of the
//! coder of blocks. Left out, with a line each: scans that are progressive, arithmetic or lossless, and what is broken in others.

use super::huffman::HuffmanSpec;
use super::huffman_decoder::{HuffmanDecoder, extend};
use super::marker::{Content, FrameHeader, Marker, MarkerError, ScanHeader, Segment, Stream};
use crate::shared::trace::Trace;
use core::ops::Range;
use std::sync::Arc;

/// Tells `trace` every syntax element of a stream: those of marker segments, and of each block of a sequential Huffman scan its
/// codes (`DC SSSS`, `AC RRRRSSSS`, with the bits of the code) and additional bits (`DC diff`, `ZZ(k)`, with the difference and
/// the coefficient that they stand for). `stuffing` is the zero byte after an `FF`, `padding` the bits before a marker.
///
/// What is broken is told in a line, and the trace goes on with the next restart interval.
///
/// ```
/// use codecs::jpeg::{baseline, trace};
/// use codecs::picture::{PixelFormat, Pixels};
/// use codecs::shared::trace::TextTrace;
/// let mut file = Vec::new();
/// let gray = Pixels::interleaved(&[131; 64], 8, 8, PixelFormat::Gray)?;
/// baseline::encode(&gray, &baseline::Options::new(50)?, &mut file)?;
/// let mut text = TextTrace::new(Vec::new());
/// trace(&file, &mut text)?;
/// let text = String::from_utf8(text.finish()?)?;
/// // The block's mean is 3 above 128: 24 in T.81's scale, two steps of 16 when it is rounded.
/// assert!(text.contains(
///     "MCU 0\n\
///      328.0        component 1, block 0,0\n\
///      328.0     3  DC SSSS = 2\n\
///      328.3     2  DC diff = 2\n\
///      328.5     4  AC RRRRSSSS = 0\n\
///      329.1     7  padding = 127\n"
/// ));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// [`MarkerError::NotJpeg`].
pub fn trace(bytes: &[u8], trace: &mut dyn Trace) -> Result<(), MarkerError> {
    let stream = Stream::read(bytes)?;
    let mut state = State::default();
    for part in &stream.parts {
        match &part.content {
            Content::EntropyCoded { .. } => {
                let data = part.position as usize..(part.position + part.length) as usize;
                match state.scan(&stream) {
                    Ok(scan) => Tracer { bytes, trace }.scan(&scan, data),
                    Err(why) => {
                        let line = format!("entropy-coded data, {} bytes: {why}", part.length);
                        trace.structure(8 * part.position, &line);
                    }
                }
            }
            Content::Segment(segment) => {
                part.trace(trace);
                state.remember(segment);
            }
            _ => part.trace(trace),
        }
    }
    Ok(())
}

/// What was defined before a scan.
#[derive(Default)]
struct State {
    frame: Option<FrameHeader>,
    scan: Option<ScanHeader>,
    /// By class and destination.
    huffman: [[Option<Arc<HuffmanDecoder>>; 4]; 2],
    restart_interval: u64,
}

impl State {
    fn remember(&mut self, segment: &Segment) {
        match segment {
            Segment::Frame(frame) => self.frame = Some(frame.clone()),
            Segment::Scan(scan) => self.scan = Some(scan.clone()),
            Segment::RestartInterval(interval) => self.restart_interval = interval.mcus.into(),
            Segment::HuffmanTables(segment) => {
                for table in &segment.tables {
                    let spec = HuffmanSpec::new(&table.bits, &table.values);
                    let decoder = spec.map(|spec| Arc::new(HuffmanDecoder::new(&spec)));
                    self.huffman[usize::from(table.class & 1)][usize::from(table.destination & 3)] = decoder;
                }
            }
            _ => {}
        }
    }

    /// The scan whose data follow, or why it is not traced.
    fn scan(&self, stream: &Stream) -> Result<Scan, String> {
        let (Some(frame), Some(scan)) = (&self.frame, &self.scan) else {
            return Err("there is no frame or scan header".to_owned());
        };
        let process = frame.process;
        if process.is_hierarchy() || process.is_lossless() || process.is_progressive() || process.is_arithmetic() {
            return Err(format!("{process}, which is not traced"));
        }
        // Lines that a DNL segment states.
        let known = stream.frame.as_ref().filter(|_| frame.height == 0).unwrap_or(frame);
        let (width, height) = (u64::from(frame.width), u64::from(known.height));
        let (mut h_max, mut v_max) = (1, 1);
        for c in &frame.components {
            if !(1..=4).contains(&c.horizontal) || !(1..=4).contains(&c.vertical) {
                return Err(format!("sampling factors {}x{}", c.horizontal, c.vertical));
            }
            (h_max, v_max) = (h_max.max(c.horizontal.into()), v_max.max(c.vertical.into()));
        }
        let component = |c: &super::marker::ScanComponent| {
            let Some(of_frame) = frame.components.iter().find(|f| f.identifier == c.selector) else {
                return Err(format!("component {} is not in the frame", c.selector));
            };
            let table = |class: usize, destination: u8| {
                let decoder = self.huffman[class][usize::from(destination & 3)].clone();
                decoder.ok_or_else(|| format!("Huffman table {destination} of class {class} is no table"))
            };
            let (h, v) = (of_frame.horizontal.into(), of_frame.vertical.into());
            Ok(Component { identifier: c.selector, h, v, dc: table(0, c.dc_table)?, ac: table(1, c.ac_table)? })
        };
        let mut components = scan.components.iter().map(component).collect::<Result<Vec<_>, _>>()?;
        let (across, down) = match &mut components[..] {
            [] => return Err("the scan has no components".to_owned()),
            // An MCU of a component alone is a block (A.2.2).
            [alone] => {
                let (h, v) = (core::mem::replace(&mut alone.h, 1), core::mem::replace(&mut alone.v, 1));
                ((width * h).div_ceil(8 * h_max), (height * v).div_ceil(8 * v_max))
            }
            _ => (width.div_ceil(8 * h_max), height.div_ceil(8 * v_max)),
        };
        // Without a number of lines the data's end ends the scan.
        let mcus = if height == 0 { u64::MAX } else { across * down };
        Ok(Scan { components, mcus_per_row: across.max(1), mcus, restart_interval: self.restart_interval })
    }
}

/// A scan that is traced.
struct Scan {
    components: Vec<Component>,
    mcus_per_row: u64,
    mcus: u64,
    /// 0: none.
    restart_interval: u64,
}

/// A component of the scan, with its blocks an MCU.
struct Component {
    identifier: u8,
    h: u64,
    v: u64,
    dc: Arc<HuffmanDecoder>,
    ac: Arc<HuffmanDecoder>,
}

/// What an interval is broken by.
enum Broken {
    /// The bits end before an MCU.
    End,
    /// The bits end within an element, or begin no code.
    Element(&'static str),
    /// A symbol that would be more bits or coefficients than there can be.
    Value,
}

/// Tells the elements of a scan.
struct Tracer<'a> {
    bytes: &'a [u8],
    trace: &'a mut dyn Trace,
}

impl Tracer<'_> {
    /// Restart intervals and the markers between them.
    fn scan(&mut self, scan: &Scan, data: Range<usize>) {
        let mut from = data.start;
        let mut mcu = 0;
        loop {
            let marker = (from..data.end.saturating_sub(1))
                .find(|&at| self.bytes[at] == 0xFF && Marker::new(self.bytes[at + 1]).is_restart());
            let mut bits =
                Bits { bytes: &self.bytes[..marker.unwrap_or(data.end)], at: from, bit: 0, stuffed: [None; 2] };
            let end = match scan.restart_interval {
                0 => scan.mcus,
                interval => scan.mcus.min((mcu / interval + 1).saturating_mul(interval)),
            };
            let broken = (mcu..end).find_map(|n| {
                mcu = n + 1;
                self.mcu(scan, n, &mut bits).err()
            });
            self.rest(&mut bits, broken);
            let Some(marker) = marker else { return };
            Marker::new(self.bytes[marker + 1]).trace(marker as u64, self.trace);
            from = marker + 2;
            // Where an interval was cut short, the next one begins at its own place all the same.
            if scan.restart_interval > 0 {
                mcu = mcu.next_multiple_of(scan.restart_interval);
            }
        }
    }

    /// An MCU (A.2.3), F.2.2.
    fn mcu(&mut self, scan: &Scan, mcu: u64, bits: &mut Bits<'_>) -> Result<(), Broken> {
        if bits.left() == 0 {
            return Err(Broken::End);
        }
        self.trace.structure(bits.position(), &format!("MCU {mcu}"));
        let (row, column) = (mcu / scan.mcus_per_row, mcu % scan.mcus_per_row);
        for c in &scan.components {
            for y in row * c.v..(row + 1) * c.v {
                for x in column * c.h..(column + 1) * c.h {
                    let name = format!("component {}, block {y},{x}", c.identifier);
                    self.trace.structure(bits.position(), &name);
                    self.block(c, bits)?;
                }
            }
        }
        Ok(())
    }

    /// A block: F.2.2.1 and F.2.2.2.
    fn block(&mut self, c: &Component, bits: &mut Bits<'_>) -> Result<(), Broken> {
        let ssss = self.code(bits, &c.dc, "DC SSSS")?;
        if ssss > 15 {
            return Err(Broken::Value);
        }
        self.additional(bits, ssss, format_args!("DC diff"))?;
        let mut k = 1;
        while k < 64 {
            let rs = self.code(bits, &c.ac, "AC RRRRSSSS")?;
            let (rrrr, ssss) = (rs >> 4, rs & 15);
            if ssss == 0 && rrrr != 15 {
                break;
            }
            k += rrrr;
            if k > 63 {
                return Err(Broken::Value);
            }
            self.additional(bits, ssss, format_args!("ZZ({k})"))?;
            k += 1;
        }
        Ok(())
    }

    /// A Huffman code.
    fn code(&mut self, bits: &mut Bits<'_>, table: &HuffmanDecoder, name: &'static str) -> Result<u32, Broken> {
        let (position, mut ahead) = (bits.position(), *bits);
        let (symbol, length) = table.decode(|| ahead.next()).ok_or(Broken::Element(name))?;
        *bits = ahead;
        self.trace.element(position, length, name, symbol.into());
        self.stuffing(bits);
        Ok(symbol.into())
    }

    /// The procedures RECEIVE and EXTEND.
    fn additional(&mut self, bits: &mut Bits<'_>, n: u32, name: core::fmt::Arguments<'_>) -> Result<(), Broken> {
        if n > 0 {
            let (position, mut ahead) = (bits.position(), *bits);
            let value = ahead.receive(n).ok_or(Broken::Element("additional bits"))?;
            *bits = ahead;
            self.trace.element(position, n, &name.to_string(), extend(value, n));
            self.stuffing(bits);
        }
        Ok(())
    }

    /// The zero bytes that the last element ran across, or ended at.
    fn stuffing(&mut self, bits: &mut Bits<'_>) {
        for at in core::mem::take(&mut bits.stuffed).into_iter().flatten() {
            self.trace.element(8 * at as u64, 8, "stuffing", 0);
        }
    }

    /// What stands between the last MCU of an interval and its end.
    fn rest(&mut self, bits: &mut Bits<'_>, broken: Option<Broken>) {
        let (position, left) = (bits.position(), bits.left());
        let line = match broken {
            Some(Broken::Element(name)) => format!("broken: no {name} in the {left} bits that are left"),
            Some(Broken::Value) => format!("broken: a symbol that no block can have, {left} bits before the end"),
            Some(Broken::End) => "broken: the data end before the last MCU".to_owned(),
            None => {
                let padding = (8 - bits.bit) % 8;
                if let Some(value) = bits.receive(padding).filter(|_| padding > 0) {
                    self.trace.element(position, padding, "padding", value.into());
                    self.stuffing(bits);
                }
                match bits.left() / 8 {
                    0 => return,
                    bytes => format!("{bytes} bytes after the last MCU"),
                }
            }
        };
        self.trace.structure(bits.position(), &line);
    }
}

/// The bits of a restart interval (F.2.2.5), which ends where `bytes` does.
#[derive(Clone, Copy)]
struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    bit: u32,
    /// Zero bytes passed over that were not told yet: an element of 16 bits ends two bytes at most.
    stuffed: [Option<usize>; 2],
}

impl Bits<'_> {
    fn position(&self) -> u64 {
        8 * self.at as u64 + u64::from(self.bit)
    }

    /// Bits before the end, stuffed ones included.
    fn left(&self) -> u64 {
        (8 * self.bytes.len() as u64).saturating_sub(self.position())
    }

    fn next(&mut self) -> Option<u32> {
        let byte = *self.bytes.get(self.at)?;
        let bit = byte >> (7 - self.bit) & 1;
        self.bit += 1;
        if self.bit == 8 {
            (self.at, self.bit) = (self.at + 1, 0);
            if byte == 0xFF && self.bytes.get(self.at) == Some(&0) {
                self.stuffed = [self.stuffed[1], Some(self.at)];
                self.at += 1;
            }
        }
        Some(bit.into())
    }

    fn receive(&mut self, n: u32) -> Option<u32> {
        (0..n).try_fold(0, |value, _| Some(value << 1 | self.next()?))
    }
}
