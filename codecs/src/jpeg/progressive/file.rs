//! The driver of the scans of a file: tables, headers and data in the order of the script (T.81 B.2).
//!
//! Scans do not depend on each other, so each is a job for a thread.

use super::ac_coder::{self, AcCoder};
use super::dc::{DcPlanes, DcValues};
use super::end_of_band::Band;
use super::restarts::Restarts;
use super::script::{Progression, Scan, Script};
use super::search::smallest;
use super::sinks::{Class, Codes, Count, ScanSink, Writer};
use crate::jpeg::coefficients::{CoefficientPicture, ComponentCoefficients};
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::marker::{
    DefinedHuffmanTable, HuffmanTables, MarkerSegment, RestartInterval, ScanComponent, ScanHeader,
};
use crate::jpeg::{JpegError, Restart, Scans};
use crate::shared::jobs::in_order;
use fearless_simd::{Level, dispatch};
use std::io::Write;

/// The options of a file that concern its scans.
pub(in crate::jpeg) struct ScanOptions<'o> {
    pub(in crate::jpeg) progression: &'o Progression,
    pub(in crate::jpeg) scans: Scans,
    pub(in crate::jpeg) restart: Restart,
    pub(in crate::jpeg) threads: usize,
}

/// Checks that the scans of a picture can be written.
///
/// # Errors
/// [`JpegError::Script`], [`JpegError::McuBlocks`], [`JpegError::RestartInterval`].
pub(in crate::jpeg) fn check(picture: &CoefficientPicture, options: &ScanOptions<'_>) -> Result<(), JpegError> {
    let script = match options.progression {
        Progression::Smallest => Script::uniform(picture.components().len()).with_separate_dc(),
        _ => given(picture, options)?,
    };
    jobs(picture, &script, options).map(|_| ())
}

/// Writes all scans of a picture.
///
/// # Errors
/// The errors of [`check`] and of the sink.
pub(in crate::jpeg) fn write_scans(
    picture: &CoefficientPicture,
    options: &ScanOptions<'_>,
    sink: &mut impl Write,
) -> Result<(), JpegError> {
    let planes = DcPlanes::new(picture);
    let jobs = jobs(picture, &script((picture, &planes), options)?, options)?;
    let jobs = counted(picture, jobs, options.threads)?;
    let mut headers = jobs.iter();
    let code = |(job, count): &(Job, Option<Count>), coded: &mut Coded| {
        job.code((picture, &planes), count.as_ref(), coded);
    };
    in_order(options.threads, &jobs, code, |coded| {
        if let (Some((job, _)), Some(tables)) = (headers.next(), &coded.tables) {
            sink.write_all(&job.header(picture, tables)?)?;
        }
        Ok(coded.segment.drain_to(sink)?)
    })
}

/// Returns the script of a picture.
fn script((picture, planes): (&CoefficientPicture, &DcPlanes), options: &ScanOptions<'_>) -> Result<Script, JpegError> {
    match options.progression {
        Progression::Smallest => smallest((picture, planes), (options.scans, options.restart), options.threads),
        _ => given(picture, options),
    }
}

/// Returns the jobs with the symbols of AC scans, which are counted for all scans of a component at the same time.
fn counted(
    picture: &CoefficientPicture,
    jobs: Vec<Job>,
    threads: usize,
) -> Result<Vec<(Job, Option<Count>)>, JpegError> {
    let of_component = |c: usize| jobs.iter().filter(move |job| !job.scan.is_dc() && job.scan.components[0] == c);
    let components: Vec<usize> = (0..picture.components().len()).collect();
    let count = |&c: &usize, counts: &mut Vec<Count>| {
        let component = &picture.components()[c];
        let coder = |job: &Job| {
            let band = Band::new(&job.scan, component.table());
            AcCoder::new(band, job.scan.high > 0, Restarts::new(job.restart_interval))
        };
        let coders = of_component(c).map(coder).collect();
        *counts = dispatch!(Level::new(), simd => ac_coder::count(simd, component, coders));
    };
    let mut counts = Vec::new();
    in_order(threads, &components, count, |found| {
        counts.push(core::mem::take(found).into_iter());
        Ok::<(), JpegError>(())
    })?;
    let with_count = |job: Job| {
        let count = if job.scan.is_dc() { None } else { counts[job.scan.components[0]].next() };
        (job, count)
    };
    Ok(jobs.into_iter().map(with_count).collect())
}

/// Returns the script of a picture, if it does not depend on the coefficients.
fn given(picture: &CoefficientPicture, options: &ScanOptions<'_>) -> Result<Script, JpegError> {
    let components = picture.components();
    let script = match options.progression {
        Progression::Script(script) => {
            script.check(components.len())?;
            return Ok(script.clone());
        }
        _ if components.iter().map(ComponentCoefficients::id).eq([1, 2, 3]) => Script::ycbcr(),
        _ => Script::uniform(components.len()),
    };
    Ok(if options.scans == Scans::Separate { script.with_separate_dc() } else { script })
}

/// Returns the jobs of a script.
fn jobs(picture: &CoefficientPicture, script: &Script, options: &ScanOptions<'_>) -> Result<Vec<Job>, JpegError> {
    let mut before = 0;
    let joins_tables = *options.progression == Progression::Smallest;
    let job = |scan: &Scan| {
        let restart_interval = restart_interval(picture, scan, options.restart)?;
        let states_interval = restart_interval != core::mem::replace(&mut before, restart_interval);
        Ok(Job { scan: scan.clone(), restart_interval, states_interval, joins_tables })
    };
    script.scans().iter().map(job).collect()
}

/// Returns the MCUs between two restart markers of a scan; 0 for no markers.
pub(super) fn restart_interval(
    picture: &CoefficientPicture,
    scan: &Scan,
    restart: Restart,
) -> Result<usize, JpegError> {
    let components = picture.components();
    let mcus_per_row = match scan.components[..] {
        [c] => components[c].size()[1],
        _ => {
            let blocks = |&c: &usize| components[c].per_mcu().iter().product::<usize>();
            Scans::check_interleaved(scan.components.iter().map(blocks).sum())?;
            picture.mcus()[1]
        }
    };
    restart.interval(mcus_per_row)
}

/// Returns the bytes of a scan: headers, tables and data, stuffed bytes included.
pub(super) fn written_bytes(picture: (&CoefficientPicture, &DcPlanes), scan: &Scan, restart_interval: usize) -> u64 {
    let job = Job { scan: scan.clone(), restart_interval, states_interval: false, joins_tables: false };
    let mut coded = Coded::default();
    job.code(picture, None, &mut coded);
    let header = coded.tables.as_ref().and_then(|tables| job.header(picture.0, tables).ok());
    (header.map_or(0, |header| header.len()) + coded.segment.finish().len()) as u64
}

/// A scan to be coded.
struct Job {
    scan: Scan,
    restart_interval: usize,
    /// `true` if the interval differs from that of the scan before, so that the file states it.
    states_interval: bool,
    /// `true` if the Huffman tables share a segment.
    joins_tables: bool,
}

/// A coded scan: the Huffman tables that it uses, and its entropy-coded data.
#[derive(Default)]
struct Coded {
    /// The tables of both destinations; one without symbols is not used.
    tables: Option<[HuffmanSpec; 2]>,
    segment: EntropySegment,
}

impl Job {
    /// Counts the symbols, unless they are known, makes the tables and writes the data.
    fn code(&self, picture: (&CoefficientPicture, &DcPlanes), count: Option<&Count>, coded: &mut Coded) {
        let coder = ScanCoder::new(picture, &self.scan, self.restart_interval);
        let count = count.cloned().unwrap_or_else(|| {
            let mut count = Count::default();
            coder.code(&mut count);
            count
        });
        let class = if self.scan.is_dc() { Class::Dc } else { Class::Ac };
        let tables = count.frequencies.map(|frequencies| HuffmanSpec::optimal(&frequencies));
        let codes = tables.each_ref().map(|table| Codes::new(class, table));
        coder.code(&mut Writer { codes, segment: &mut coded.segment });
        coded.segment.align();
        coded.tables = Some(tables);
    }

    /// Returns the marker segments before the data: the tables in the order of the components that use them.
    fn header(&self, picture: &CoefficientPicture, tables: &[HuffmanSpec; 2]) -> Result<Vec<u8>, JpegError> {
        let (mut out, mut defined) = (Vec::new(), Vec::new());
        let mut left = tables.each_ref().map(|spec| Some(spec).filter(|spec| !spec.values().is_empty()));
        let class = u8::from(!self.scan.is_dc());
        let components = self.scan.components.iter().map(|&c| &picture.components()[c]);
        for destination in components.clone().map(ComponentCoefficients::table) {
            if let Some(spec) = left[destination].take() {
                defined.push(DefinedHuffmanTable::new(class, destination as u8, *spec.counts(), spec.values()));
            }
        }
        let in_a_segment = if self.joins_tables { defined.len() } else { 1 };
        for tables in defined.chunks(in_a_segment.max(1)) {
            HuffmanTables { tables: tables.to_vec() }.write(&mut out)?;
        }
        if self.states_interval {
            RestartInterval { mcus: self.restart_interval as u16 }.write(&mut out)?;
        }
        let codes_dc = self.scan.is_dc() && self.scan.high == 0;
        let component = |c: &ComponentCoefficients| ScanComponent {
            selector: c.id(),
            dc_table: if codes_dc { c.table() as u8 } else { 0 },
            ac_table: if self.scan.is_dc() { 0 } else { c.table() as u8 },
        };
        let header = ScanHeader {
            components: components.map(component).collect(),
            spectral_start: *self.scan.spectral.start(),
            spectral_end: *self.scan.spectral.end(),
            approximation_high: self.scan.high,
            approximation_low: self.scan.low,
        };
        header.write(&mut out)?;
        Ok(out)
    }
}

/// The symbols of a scan.
pub(super) struct ScanCoder<'p> {
    source: Source<'p>,
    refines: bool,
    restarts: Restarts,
}

/// The coefficients of a scan.
enum Source<'p> {
    Dc(DcValues<'p>),
    Ac(&'p ComponentCoefficients, Band),
}

impl<'p> ScanCoder<'p> {
    pub(super) fn new(
        (picture, planes): (&'p CoefficientPicture, &'p DcPlanes),
        scan: &Scan,
        restart_interval: usize,
    ) -> Self {
        let source = if scan.is_dc() {
            Source::Dc(DcValues::new(picture, planes, scan))
        } else {
            let component = &picture.components()[scan.components[0]];
            Source::Ac(component, Band::new(scan, component.table()))
        };
        ScanCoder { source, refines: scan.high > 0, restarts: Restarts::new(restart_interval) }
    }

    /// Passes the symbols to a sink.
    pub(super) fn code<K: ScanSink>(&self, sink: &mut K) {
        let restarts = self.restarts.clone();
        match (&self.source, self.refines) {
            (Source::Dc(values), false) => values.first(restarts, sink),
            (Source::Dc(values), true) => values.refine(restarts, sink),
            (Source::Ac(component, band), false) => {
                let coder = AcCoder::new(*band, false, restarts);
                dispatch!(Level::new(), simd => coder.code(simd, component, sink));
            }
            (Source::Ac(component, band), true) => {
                let coder = AcCoder::new(*band, true, restarts);
                dispatch!(Level::new(), simd => coder.code(simd, component, sink));
            }
        }
    }
}
