//! The definitions of G.1.2 coefficient by coefficient, the reference of the coders by masks.
//!
//! T.81 leaves open when a run of blocks is written at the latest; the limits here are those of the coders.

use super::dc::DcPlanes;
use super::scan_coder::ScanCoder;
use super::script::{Scan, Script};
use super::sinks::{BurstSink, ScanSink};
use crate::jpeg::coefficients::{CoefficientPicture, Layout, Layouts, Levels};
use crate::spaces::Samples;
use noise::Noise;
use unite::{Dyn, Spot};

/// A part of the coded data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Coded {
    /// Table, symbol, extra bits.
    Symbol(usize, u32, u32),
    Bit(bool),
    Restart(usize),
}

#[derive(Default)]
struct Recorder(Vec<Coded>);

impl ScanSink for Recorder {
    const USES_BITS: bool = true;
    type Burst<'b> = &'b mut Recorder;
    fn burst(&mut self) -> &mut Recorder {
        self
    }
    fn restart(&mut self, n: usize) {
        self.0.push(Coded::Restart(n));
    }
}

impl BurstSink for &mut Recorder {
    fn symbol(&mut self, table: usize, symbol: u32, bits: u32) {
        self.0.push(Coded::Symbol(table, symbol, bits));
    }
    fn raw(&mut self, bits: u32, n: u32) {
        assert!(n == 32 || bits >> n == 0, "{bits:#x} has more than {n} bits");
        self.0.extend((0..n).rev().map(|n| Coded::Bit(bits >> n & 1 == 1)));
    }
    fn end(self) {}
}

/// Returns the category of a value and its extra bits (F.1.2.1).
fn sized(value: i32) -> (u32, u32) {
    let category = (0..).find(|&n| value.unsigned_abs() < 1 << n).unwrap();
    let bits = if value < 0 { value - 1 } else { value };
    (category, bits as u32 & ((1 << category) - 1))
}

/// The state of an AC scan.
#[derive(Default)]
struct Plain {
    table: usize,
    eob_run: u32,
    /// `BE`: the correction bits of the blocks of the run.
    kept: Vec<bool>,
    coded: Vec<Coded>,
}

impl Plain {
    fn symbol(&mut self, symbol: u32, bits: u32) {
        self.coded.push(Coded::Symbol(self.table, symbol, bits));
    }

    /// Procedure Encode_EOBRUN (Figure G.4).
    fn encode_eob_run(&mut self) {
        if self.eob_run > 0 {
            let n = (0..15).rev().find(|n| self.eob_run >= 1 << n).unwrap();
            self.symbol(n << 4, self.eob_run - (1 << n));
            let kept = core::mem::take(&mut self.kept);
            self.coded.extend(kept.into_iter().map(Coded::Bit));
            self.eob_run = 0;
        }
    }

    fn end_of_band(&mut self, corrections: &mut Vec<bool>) {
        self.eob_run += 1;
        self.kept.append(corrections);
        if self.eob_run == 0x7FFF || self.kept.len() > 937 {
            self.encode_eob_run();
        }
    }

    /// Figure G.3.
    fn first(&mut self, block: &Levels, scan: &Scan) {
        let (mut r, last) = (0, usize::from(*scan.spectral.end()));
        for k in usize::from(*scan.spectral.start())..=last {
            match i32::from(block.0[k]) / (1 << scan.low) {
                0 => {
                    r += 1;
                    if k == last {
                        self.end_of_band(&mut Vec::new());
                    }
                }
                value => {
                    self.encode_eob_run();
                    while r > 15 {
                        self.symbol(0xF0, 0);
                        r -= 16;
                    }
                    let (size, bits) = sized(value);
                    self.symbol(r << 4 | size, bits);
                    r = 0;
                }
            }
        }
    }

    /// Figure G.7.
    fn refine(&mut self, block: &Levels, scan: &Scan) {
        let value = |k: usize| i32::from(block.0[k]) / (1 << scan.low);
        let band = usize::from(*scan.spectral.start())..=usize::from(*scan.spectral.end());
        let eob = band.clone().filter(|&k| value(k).abs() == 1).max().unwrap_or(0);
        let (mut r, mut corrections) = (0, Vec::new());
        for k in band {
            match value(k) {
                0 => r += 1,
                value => {
                    while r > 15 && k <= eob {
                        self.encode_eob_run();
                        self.symbol(0xF0, 0);
                        self.coded.extend(corrections.drain(..).map(Coded::Bit));
                        r -= 16;
                    }
                    if value.abs() > 1 {
                        corrections.push(value & 1 == 1);
                    } else {
                        self.encode_eob_run();
                        self.symbol(r << 4 | 1, u32::from(value > 0));
                        self.coded.extend(corrections.drain(..).map(Coded::Bit));
                        r = 0;
                    }
                }
            }
        }
        if r > 0 || !corrections.is_empty() {
            self.end_of_band(&mut corrections);
        }
    }
}

/// Returns the coded data of an AC scan by definition.
fn plain_ac(picture: &CoefficientPicture, scan: &Scan, interval: usize) -> Vec<Coded> {
    let component = &picture.components()[scan.components[0]];
    let mut plain = Plain { table: component.table(), ..Plain::default() };
    for (n, block) in component.lines().flatten().enumerate() {
        if interval > 0 && n > 0 && n % interval == 0 {
            plain.encode_eob_run();
            plain.coded.push(Coded::Restart(n / interval - 1));
        }
        if scan.high == 0 { plain.first(block, scan) } else { plain.refine(block, scan) }
    }
    plain.encode_eob_run();
    plain.coded
}

/// Returns the coded data of a DC scan by definition (G.1.2.1), in the order of A.2.
fn plain_dc(picture: &CoefficientPicture, scan: &Scan, interval: usize) -> Vec<Coded> {
    let [rows, columns] = match scan.components[..] {
        [c] => picture.components()[c].size(),
        _ => picture.layouts().mcus,
    };
    let (mut coded, mut predictions, mut last) = (Vec::new(), [0; 4], [0; 4]);
    for mcu in 0..rows * columns {
        if interval > 0 && mcu > 0 && mcu % interval == 0 {
            coded.push(Coded::Restart(mcu / interval - 1));
            predictions = [0; 4];
        }
        for &c in &scan.components {
            let component = &picture.components()[c];
            let [v, h] = if scan.components.len() == 1 { [1, 1] } else { component.per_mcu() };
            for (y, x) in (0..v).flat_map(|y| (0..h).map(move |x| (y, x))) {
                let block = component.line(mcu / columns * v + y).get(mcu % columns * h + x);
                let value = block.map_or(last[c], |block| i32::from(block.0[0]));
                last[c] = value;
                let transformed = value >> scan.low;
                if scan.high == 0 {
                    let (category, bits) = sized(transformed - predictions[c]);
                    predictions[c] = transformed;
                    coded.push(Coded::Symbol(component.table(), category, bits));
                } else {
                    coded.push(Coded::Bit(transformed & 1 == 1));
                }
            }
        }
    }
    coded
}

/// Returns a picture of components with these factors, as many MCUs, and blocks of the function.
pub(super) fn picture(
    factors: &[[usize; 2]],
    size: [usize; 2],
    mut block: impl FnMut() -> Levels,
) -> CoefficientPicture {
    let layouts = factors.iter().enumerate().map(|(c, per_mcu)| {
        // A row and a column less than whole MCUs, if there are several.
        let extent = [0, 1].map(|k| size[k] * per_mcu[k] - usize::from(per_mcu[k] > 1));
        let grid = Spot::<Samples>::new([0, 0], Dyn([8 * extent[0], 8 * extent[1]])).coarsen_by([8, 8]).unwrap();
        Layout { id: c as u8 + 1, table: usize::from(c > 0), grid, per_mcu: *per_mcu }
    });
    let mut picture = CoefficientPicture::new(Layouts { components: layouts.collect(), mcus: size }).unwrap();
    for mut band in picture.bands(2) {
        let rows = band.rows;
        for (c, row) in (0..factors.len()).flat_map(|c| (0..rows).map(move |row| (c, row))) {
            band.lines(c, row).flatten().for_each(|levels| *levels = block());
        }
    }
    picture
}

/// Returns blocks in which one of `sparse` coefficients is not 0, with about as many small values as large ones.
pub(super) fn blocks(noise: &mut Noise, sparse: usize) -> Levels {
    Levels(core::array::from_fn(|_| {
        let value = (noise.below(2047) as i16 - 1023) >> noise.below(11);
        if noise.below(sparse) == 0 { value } else { 0 }
    }))
}

fn coded(picture: &CoefficientPicture, scan: &Scan, interval: usize) -> Vec<Coded> {
    let mut recorder = Recorder::default();
    ScanCoder::new((picture, &DcPlanes::new(picture)), scan, interval).code(&mut recorder);
    recorder.0
}

#[test]
fn ac_scans_are_coded_as_the_figures_of_annex_g_say() {
    let mut noise = Noise::new(21);
    for sparse in [1, 2, 5, 20, 64, 300, 4000] {
        let picture = picture(&[[1, 1]], [9, 13], || blocks(&mut noise, sparse));
        for (first, last) in [(1, 63), (1, 5), (6, 63), (1, 1), (63, 63), (20, 40)] {
            for (high, low) in [(0, 0), (0, 2), (1, 0), (2, 1), (4, 3), (0, 10), (13, 12)] {
                for interval in [0, 1, 13, 50] {
                    let scan = Scan::ac(0, first..=last, high, low);
                    let wanted = plain_ac(&picture, &scan, interval);
                    assert!(coded(&picture, &scan, interval) == wanted, "one in {sparse}, {scan:?}, {interval}");
                }
            }
        }
    }
}

#[test]
fn long_runs_and_many_correction_bits_are_written_in_time() {
    let empty = picture(&[[1, 1]], [200, 200], Levels::default);
    let scan = Scan::ac(0, 1..=63, 0, 0);
    let wanted = [Coded::Symbol(0, 0xE0, 0x3FFF), Coded::Symbol(0, 0xC0, 40_000 - 0x7FFF - (1 << 12))];
    assert_eq!(coded(&empty, &scan, 0), wanted);
    assert_eq!(plain_ac(&empty, &scan, 0), wanted);
    let full = picture(&[[1, 1]], [10, 10], || Levels([7; 64]));
    let scan = Scan::ac(0, 1..=63, 1, 0);
    assert_eq!(coded(&full, &scan, 0), plain_ac(&full, &scan, 0));
}

#[test]
fn dc_scans_are_coded_in_the_order_of_mcus() {
    let mut noise = Noise::new(22);
    for factors in [&[[1, 1]][..], &[[2, 2], [1, 1], [1, 1]], &[[1, 3], [1, 2], [1, 1]], &[[3, 1], [2, 1]]] {
        let picture = picture(factors, [3, 5], || blocks(&mut noise, 1));
        let apart = (0..factors.len()).map(|c| vec![c]);
        for components in apart.chain([(0..factors.len()).collect()]) {
            for (high, low) in [(0, 0), (0, 1), (1, 0), (3, 2)] {
                for interval in [0, 1, 4] {
                    let scan = Scan::dc(components.clone(), high, low);
                    assert_eq!(coded(&picture, &scan, interval), plain_dc(&picture, &scan, interval), "{scan:?}");
                }
            }
        }
    }
    // More bits than the queue holds.
    let picture = picture(&[[1, 1]], [40, 50], || blocks(&mut noise, 1));
    let scan = Scan::dc([0], 1, 0);
    assert_eq!(coded(&picture, &scan, 0), plain_dc(&picture, &scan, 0));
    assert!(Script::new(vec![Scan::dc([0], 0, 1), scan]).is_ok());
}
