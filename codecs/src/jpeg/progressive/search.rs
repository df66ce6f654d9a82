//! The script of the smallest file among candidates. Scans are counted, and rarely written.
//!
//! The size of a scan depends on no other scan, so the best scans of each component are found alone:
//!
//! ```text
//!   AC of a component    for each point transform Al of its first scans: one band, or two bands with a split,
//!                        and a refinement of 1 to 63 for each of the Al low bits
//!   DC                   all components together; the first apart from the others; each apart; with Al 0 or 1
//! ```
//!
//! The candidates include those of mozjpeg's search. Sizes are exact but for stuffed zero bytes; where these can decide,
//! the scans are written.

use super::band_counts::{BandCounts, SPLITS, TRANSFORMS};
use super::dc::DcPlanes;
use super::file::{restart_interval, written_bytes};
use super::restarts::Restarts;
use super::scan_coder::ScanCoder;
use super::script::{Scan, Script};
use super::sinks::{Class, Count};
use crate::jpeg::coefficients::{CoefficientPicture, Layouts};
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::{JpegError, Restart, Scans};
use crate::shared::dispatch::dispatch_wide;
use crate::shared::jobs::in_order;
use fearless_simd::Level;

/// The bytes of an SOS segment without its components, and of each component.
const SCAN_HEADER: u64 = 8;
const SCAN_COMPONENT: u64 = 2;

/// The bytes of a Huffman table in a DHT segment without its values, and those of the segment around it.
const TABLE: u64 = 17;
const TABLES: u64 = 4;

/// Choices whose sizes differ by less than this part are written to be compared, at most as many as the second number.
const CLOSE: u64 = 1000;
const MOST_WRITTEN: usize = 3;

/// Returns the script of the smallest file among the candidates.
///
/// # Errors
/// [`JpegError::RestartInterval`], and the system's error if a thread cannot be started.
pub(super) fn smallest(
    picture: &CoefficientPicture,
    (scans, restart): (Scans, Restart),
    threads: usize,
) -> Result<Script, JpegError> {
    let search = Search { picture, layouts: &picture.layouts(), planes: &DcPlanes::new(picture), restart, threads };
    let (dc, dc_refinements) = search.dc(scans)?;
    let mut script = dc;
    let (mut refinements, choices) = (Vec::new(), search.ac()?);
    for (c, choice) in choices.iter().enumerate() {
        script.extend(choice.first(c));
    }
    for low in (0..TRANSFORMS).rev() {
        let refined = choices.iter().enumerate().filter(|(_, choice)| choice.low > low);
        refinements.extend(refined.map(|(c, _)| Scan::ac(c, 1..=63, low as u8 + 1, low as u8)));
    }
    script.extend(refinements);
    script.extend(dc_refinements);
    Ok(Script::new(script)?)
}

/// The scans of a component's AC coefficients.
#[derive(Clone, Copy, Debug)]
struct Choice {
    /// `Al` of the first scans.
    low: usize,
    /// The last coefficient of the lower band, if there are two.
    split: Option<u32>,
    bytes: u64,
}

impl Choice {
    /// Returns the first scans of component `c`.
    fn first(&self, c: usize) -> Vec<Scan> {
        let low = self.low as u8;
        match self.split {
            None => vec![Scan::ac(c, 1..=63, 0, low)],
            Some(split) => {
                vec![Scan::ac(c, 1..=split as u8, 0, low), Scan::ac(c, split as u8 + 1..=63, 0, low)]
            }
        }
    }
}

struct Search<'p> {
    picture: &'p CoefficientPicture,
    layouts: &'p Layouts,
    planes: &'p DcPlanes,
    restart: Restart,
    threads: usize,
}

impl Search<'_> {
    /// Returns the best DC scans and their refinements.
    fn dc(&self, scans: Scans) -> Result<(Vec<Scan>, Vec<Scan>), JpegError> {
        let components = self.picture.components();
        let n = components.len();
        let mut shapes = vec![(0..n).map(|c| vec![c]).collect::<Vec<_>>()];
        if scans == Scans::Interleaved && n > 1 {
            shapes.extend([vec![(0..n).collect()], vec![vec![0], (1..n).collect()]]);
        }
        let dc = |components: &Vec<usize>, low| Scan::dc(components.iter().copied(), 0, low);
        // A group too large for an MCU makes the shape impossible.
        shapes.retain(|shape| shape.iter().all(|group| self.interval(&dc(group, 0)).is_ok()));
        let mut groups: Vec<Vec<usize>> = shapes.concat();
        groups.sort();
        groups.dedup();
        let counted = groups.iter().flat_map(|group| [dc(group, 0), dc(group, 1)]).collect::<Vec<_>>();
        let sizes = self.sizes(&counted)?;
        let size = |group: &Vec<usize>, low: usize| {
            groups.iter().position(|other| other == group).map_or(u64::MAX, |n| sizes[2 * n + low])
        };
        let blocks = |group: &Vec<usize>| -> u64 {
            group.iter().map(|&c| components[c].size().iter().map(|&n| n as u64).product::<u64>()).sum()
        };
        let candidates = shapes.iter().flat_map(|shape| [(shape, 0), (shape, 1)]);
        let bytes = |(shape, low): &(&Vec<Vec<usize>>, usize)| -> u64 {
            let of_group = |group: &Vec<usize>| {
                let refinement = blocks(group).div_ceil(8) + SCAN_HEADER + SCAN_COMPONENT * group.len() as u64;
                size(group, *low) + if *low > 0 { refinement } else { 0 }
            };
            shape.iter().map(of_group).sum()
        };
        let Some((shape, low)) = candidates.min_by_key(bytes) else {
            // Only an interval that is too long rules out all shapes.
            self.interval(&Scan::dc([0], 0, 0))?;
            return Ok((vec![Scan::dc(0..n, 0, 0)], Vec::new()));
        };
        let first = shape.iter().map(|group| dc(group, low as u8)).collect();
        let refinements = shape.iter().filter(|_| low > 0).map(|group| Scan::dc(group.iter().copied(), 1, 0));
        Ok((first, refinements.collect()))
    }

    /// Returns the best AC scans of each component.
    fn ac(&self) -> Result<Vec<Choice>, JpegError> {
        let components: Vec<usize> = (0..self.picture.components().len()).collect();
        for &c in &components {
            self.interval(&Scan::ac(c, 1..=63, 0, 0))?;
        }
        let mut first: Vec<Vec<Choice>> = Vec::new();
        let count = |&c: &usize, choices: &mut Vec<Choice>| *choices = self.first_scans(c);
        in_order(self.threads, &components, count, |choices| {
            first.push(core::mem::take(choices));
            Ok::<(), JpegError>(())
        })?;
        // Refinements are counted from the lowest bit on, as long as greater point transforms can still be better.
        let smallest = |choices: &[Choice]| choices.iter().map(|choice| choice.bytes).min().unwrap_or(u64::MAX);
        let at = |c: usize, low: usize| first[c].iter().filter(move |choice| choice.low == low).copied();
        let mut whole: Vec<Vec<Choice>> = components.iter().map(|&c| at(c, 0).collect()).collect();
        let mut refined = vec![0; components.len()];
        for low in 1..TRANSFORMS {
            let can_win = |&&c: &&usize| {
                let rest: Vec<Choice> = (low..TRANSFORMS).flat_map(|low| at(c, low)).collect();
                smallest(&rest).saturating_add(refined[c]) < smallest(&whole[c])
            };
            let left: Vec<usize> = components.iter().filter(can_win).copied().collect();
            let scans = left.iter().map(|&c| Scan::ac(c, 1..=63, low as u8, low as u8 - 1));
            let sizes = self.sizes(&scans.collect::<Vec<_>>())?;
            for (c, size) in left.into_iter().zip(sizes) {
                refined[c] += size;
                whole[c].extend(at(c, low).map(|choice| Choice { bytes: choice.bytes + refined[c], ..choice }));
            }
        }
        whole.into_iter().enumerate().map(|(c, choices)| self.best(c, choices)).collect()
    }

    /// Returns the smallest of the choices of a component. Those that are almost as small as the smallest are written,
    /// because their stuffed bytes, which are not counted, decide.
    fn best(&self, c: usize, mut choices: Vec<Choice>) -> Result<Choice, JpegError> {
        choices.sort_by_key(|choice| choice.bytes);
        let smallest = choices[0];
        choices.retain(|choice| choice.bytes <= smallest.bytes + smallest.bytes / CLOSE);
        choices.truncate(MOST_WRITTEN);
        if choices.len() == 1 {
            return Ok(smallest);
        }
        // The refinements of the lowest bits are common to all.
        let common = choices.iter().map(|choice| choice.low).min().unwrap_or(0);
        let scans_of = |choice: &Choice| {
            let mut scans = choice.first(c);
            scans.extend((common..choice.low).map(|low| Scan::ac(c, 1..=63, low as u8 + 1, low as u8)));
            scans
        };
        let scans: Vec<Scan> = choices.iter().flat_map(scans_of).collect();
        let mut sizes = Vec::new();
        let write = |scan: &Scan, size: &mut u64| {
            let interval = self.interval(scan).unwrap_or_default();
            *size = written_bytes(self.picture, self.planes, scan, interval);
        };
        in_order(self.threads, &scans, write, |size| {
            sizes.push(*size);
            Ok::<(), JpegError>(())
        })?;
        let mut sizes = sizes.into_iter();
        let sums: Vec<u64> = choices.iter().map(|choice| sizes.by_ref().take(scans_of(choice).len()).sum()).collect();
        Ok(choices.into_iter().zip(sums).min_by_key(|(_, bytes)| *bytes).map_or(smallest, |(choice, _)| choice))
    }

    /// Returns the first scans of a component: each point transform with one band or with each split.
    fn first_scans(&self, c: usize) -> Vec<Choice> {
        let component = &self.picture.components()[c];
        let restarts = Restarts::new(self.interval(&Scan::ac(c, 1..=63, 0, 0)).unwrap_or_default());
        let counts =
            dispatch_wide!(Level::new(), simd => BandCounts::of_component(simd, component, TRANSFORMS, restarts));
        let choices = |(low, counts): (usize, BandCounts)| {
            let bytes = |count: &Count| bytes(count, Class::Ac, 1);
            let whole = Choice { low, split: None, bytes: bytes(&counts.whole()) };
            let halves = SPLITS.iter().enumerate().map(|(s, &split)| Choice {
                low,
                split: Some(split),
                bytes: counts.halves(s).iter().map(bytes).sum(),
            });
            halves.chain([whole]).collect::<Vec<_>>()
        };
        counts.into_iter().enumerate().flat_map(choices).collect()
    }

    /// Returns the bytes of each scan, with its tables and its header.
    fn sizes(&self, scans: &[Scan]) -> Result<Vec<u64>, JpegError> {
        let mut sizes = Vec::new();
        let size = |scan: &Scan, size: &mut u64| {
            let mut count = Count::default();
            let interval = self.interval(scan).unwrap_or_default();
            ScanCoder::new((self.picture, self.planes), scan, interval).code(&mut count);
            let class = if scan.is_dc() { Class::Dc } else { Class::Ac };
            *size = bytes(&count, class, scan.components.len());
        };
        in_order(self.threads, scans, size, |size| {
            sizes.push(*size);
            Ok::<(), JpegError>(())
        })?;
        Ok(sizes)
    }

    fn interval(&self, scan: &Scan) -> Result<usize, JpegError> {
        restart_interval(self.layouts, scan, self.restart)
    }
}

/// Returns the bytes of a scan of that many components with optimal tables, without stuffed zero bytes.
fn bytes(count: &Count, class: Class, components: usize) -> u64 {
    let mut bits = count.raw;
    let mut header = SCAN_HEADER + SCAN_COMPONENT * components as u64;
    let used = count.frequencies.iter().filter(|frequencies| frequencies.iter().any(|&f| f > 0));
    for (n, frequencies) in used.enumerate() {
        let spec = HuffmanSpec::optimal(frequencies);
        let mut values = spec.values().iter();
        for (&codes, len) in spec.counts().iter().zip(1..) {
            for &symbol in values.by_ref().take(usize::from(codes)) {
                let times = u64::from(frequencies[usize::from(symbol)]);
                bits += times * u64::from(len + class.extra(symbol.into()));
            }
        }
        header += TABLE + spec.values().len() as u64 + if n == 0 { TABLES } else { 0 };
    }
    bits.div_ceil(8) + header
}
