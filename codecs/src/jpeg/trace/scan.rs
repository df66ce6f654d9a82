//! [`State`]: the definitions before a scan that determine the layout of its data (T.81 A.2, Annex B).

use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::huffman_decoder::HuffmanDecoder;
use crate::jpeg::marker::{FrameHeader, ScanComponent, ScanHeader, Segment, Stream};
use std::sync::Arc;

/// The headers and tables read so far.
#[derive(Default)]
pub(super) struct State {
    frame: Option<FrameHeader>,
    scan: Option<ScanHeader>,
    /// Decoders by class and destination.
    huffman: [[Option<Arc<HuffmanDecoder>>; 4]; 2],
    restart_interval: u64,
}

impl State {
    pub(super) fn remember(&mut self, segment: &Segment) {
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

    /// Returns the scan whose data follow, or the reason why it is not traced.
    pub(super) fn scan(&self, stream: &Stream) -> Result<Scan, String> {
        let (Some(frame), Some(scan)) = (&self.frame, &self.scan) else {
            return Err("there is no frame or scan header".to_owned());
        };
        let process = frame.process;
        if process.is_hierarchy() || process.is_arithmetic() {
            return Err(format!("{process}, which is not traced"));
        }
        let band = Band::new(scan);
        if process.is_progressive() && !band.is_lawful() {
            let Band { first, last, .. } = band;
            return Err(format!("a progressive scan of coefficients {first} to {last}, which is not allowed"));
        }
        // A DNL segment may state the number of lines.
        let known = stream.frame.as_ref().filter(|_| frame.height == 0).unwrap_or(frame);
        let (width, height) = (u64::from(frame.width), u64::from(known.height));
        let (mut h_max, mut v_max) = (1, 1);
        for c in &frame.components {
            if !(1..=4).contains(&c.horizontal) || !(1..=4).contains(&c.vertical) {
                return Err(format!("the sampling factors {}x{} are outside 1 to 4", c.horizontal, c.vertical));
            }
            (h_max, v_max) = (h_max.max(c.horizontal.into()), v_max.max(c.vertical.into()));
        }
        let component = |c: &ScanComponent| {
            let Some(of_frame) = frame.components.iter().find(|f| f.identifier == c.selector) else {
                return Err(format!("component {} is not in the frame", c.selector));
            };
            let table = |class: usize, destination: u8| {
                let decoder = self.huffman[class][usize::from(destination & 3)].clone();
                decoder.ok_or_else(|| format!("Huffman table {destination} of class {class} is missing or invalid"))
            };
            let (h, v) = (of_frame.horizontal.into(), of_frame.vertical.into());
            let (dc, ac) = (|| table(0, c.dc_table), || table(1, c.ac_table));
            let data_unit = if process.is_lossless() {
                DataUnit::Sample { table: dc()? }
            } else if !process.is_progressive() {
                DataUnit::Block { dc: dc()?, ac: ac()? }
            } else if band.first > 0 {
                DataUnit::Ac { table: ac()?, band }
            } else {
                DataUnit::Dc { table: if band.refines { None } else { Some(dc()?) }, low: band.low }
            };
            Ok(Component { identifier: c.selector, h, v, data_unit })
        };
        // Samples of a data unit across and down (A.1.3).
        let unit = if process.is_lossless() { 1 } else { 8 };
        let mut components = scan.components.iter().map(component).collect::<Result<Vec<_>, _>>()?;
        let (across, down) = match &mut components[..] {
            [] => return Err("the scan has no components".to_owned()),
            [_, _, ..] if process.is_progressive() && band.first > 0 => {
                return Err("a progressive AC scan of several components, which is not allowed".to_owned());
            }
            // An MCU of a single component is one data unit (A.2.2).
            [alone] => {
                let (h, v) = (core::mem::replace(&mut alone.h, 1), core::mem::replace(&mut alone.v, 1));
                ((width * h).div_ceil(unit * h_max), (height * v).div_ceil(unit * v_max))
            }
            _ => (width.div_ceil(unit * h_max), height.div_ceil(unit * v_max)),
        };
        // If the number of lines is unknown, the end of the data ends the scan.
        let mcus = if height == 0 { u64::MAX } else { across * down };
        Ok(Scan { components, mcus_per_row: across.max(1), mcus, restart_interval: self.restart_interval })
    }
}

/// The layout and the tables of a scan to be traced.
pub(super) struct Scan {
    pub(super) components: Vec<Component>,
    pub(super) mcus_per_row: u64,
    pub(super) mcus: u64,
    /// MCUs between two restart markers; 0 for no restart markers.
    pub(super) restart_interval: u64,
}

/// A component of the scan, with the number of its data units per MCU, across and down.
pub(super) struct Component {
    pub(super) identifier: u8,
    pub(super) h: u64,
    pub(super) v: u64,
    pub(super) data_unit: DataUnit,
}

/// The data unit of a component (A.1.3), with the tables to decode it.
pub(super) enum DataUnit {
    /// A block of 8x8 coefficients.
    Block { dc: Arc<HuffmanDecoder>, ac: Arc<HuffmanDecoder> },
    /// A sample of a lossless scan.
    Sample { table: Arc<HuffmanDecoder> },
    /// The DC coefficient of a block, or with no table the next bit of it.
    Dc { table: Option<Arc<HuffmanDecoder>>, low: u32 },
    /// A band of AC coefficients of a block.
    Ac { table: Arc<HuffmanDecoder>, band: Band },
}

/// The coefficients that a progressive scan codes (G.1.1.1).
#[derive(Clone, Copy)]
pub(super) struct Band {
    /// `Ss` and `Se`.
    pub(super) first: u32,
    pub(super) last: u32,
    /// `Al`.
    pub(super) low: u32,
    /// `true` if the scan adds a bit to coefficients of earlier scans: `Ah` is not 0.
    pub(super) refines: bool,
}

impl Band {
    fn new(scan: &ScanHeader) -> Self {
        let [first, last, low] = [scan.spectral_start, scan.spectral_end, scan.approximation_low].map(u32::from);
        Band { first, last, low, refines: scan.approximation_high > 0 }
    }

    fn is_lawful(&self) -> bool {
        self.last <= 63 && self.low <= 13 && self.first <= self.last && (self.first > 0 || self.last == 0)
    }

    /// Returns a bit for each coefficient of the band.
    pub(super) fn mask(&self) -> u64 {
        (u64::MAX >> (63 - self.last)) & (u64::MAX << self.first)
    }
}
