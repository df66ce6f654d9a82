//! Extraction of the quantised coefficients of a file from the symbols of its trace.

use codecs::jpeg::marker::ZIGZAG;
use codecs::jpeg::trace;
use codecs::shared::trace::Trace;
use std::collections::BTreeMap;

/// The blocks by component identifier, row and column; coefficients in natural order.
pub type Blocks = BTreeMap<(u8, usize, usize), [i16; 64]>;

/// Returns the blocks of all scans, with the DC differences and the bits of refinements summed (T.81 F.2.1.3.1, G.1.2).
/// Blocks of progressive files without bits are left out.
///
/// # Panics
/// If the file is not a JPEG, or the trace reports damage.
pub fn coefficients(file: &[u8]) -> Blocks {
    let mut collector = Collector::default();
    trace(file, &mut collector).expect("a JPEG");
    collector.blocks
}

#[derive(Default)]
struct Collector {
    blocks: Blocks,
    /// The DC predictions by component.
    predictions: BTreeMap<u8, i64>,
    block: (u8, usize, usize),
}

impl Trace for Collector {
    fn element(&mut self, _: u64, _: u32, name: &str, value: i64) {
        if let Some(name) = name.strip_suffix(" bit") {
            let k = match name.strip_prefix("ZZ(").and_then(|rest| rest.strip_suffix(')')) {
                Some(k) => usize::from(ZIGZAG[k.parse::<usize>().expect("a number")]),
                None => 0,
            };
            let level = &mut self.blocks.entry(self.block).or_insert([0; 64])[k];
            *level += if k > 0 && *level < 0 { -value as i16 } else { value as i16 };
            return;
        }
        let prediction = self.predictions.entry(self.block.0).or_default();
        let (k, level) = match name {
            "DC SSSS" => (0, *prediction),
            "DC diff" => {
                *prediction += value;
                (0, *prediction)
            }
            _ => match name.strip_prefix("ZZ(").and_then(|rest| rest.strip_suffix(')')) {
                Some(k) => (usize::from(ZIGZAG[k.parse::<usize>().expect("a number")]), value),
                None => return,
            },
        };
        self.blocks.entry(self.block).or_insert([0; 64])[k] = level as i16;
    }

    fn structure(&mut self, _: u64, name: &str) {
        assert!(!name.starts_with("broken"), "{name}");
        if name.starts_with("RST") || name == "SOS" {
            self.predictions.clear();
        } else if let Some(rest) = name.strip_prefix("component ") {
            let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
            let mut number = || numbers.next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
            self.block = (number() as u8, number(), number());
        }
    }
}
