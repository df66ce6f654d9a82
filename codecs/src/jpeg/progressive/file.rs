//! The driver of the scans of a file: tables, headers and data in the order of the script (T.81 B.2).
//!
//! Scans do not depend on each other, so each is a job for a thread.

use super::dc::{DcPlanes, DcValues};
use super::parts::{Part, Parts};
use super::restarts::Restarts;
use super::scan_coder::ScanCoder;
use super::script::{Progression, Scan, Script};
use super::search::smallest;
use super::sinks::{Class, Codes, Count, Writer};
use super::tokens::{TokenSink, Tokens, optimal, token_codes};
use crate::jpeg::coefficients::{CoefficientPicture, Layout, Layouts};
use crate::jpeg::entropy_segment::EntropySegment;
use crate::jpeg::huffman::HuffmanSpec;
use crate::jpeg::marker::{
    DefinedHuffmanTable, HuffmanTables, MarkerSegment, RestartInterval, ScanComponent, ScanHeader,
};
use crate::jpeg::token_store::TokenCode;
use crate::jpeg::{JpegError, Restart, Scans};
use crate::shared::jobs::in_order;
use core::convert::Infallible;
use core::ops::Range;
use std::collections::BTreeSet;
use std::io::{self, Write};

/// The options of a file that concern its scans.
pub(in crate::jpeg) struct ScanOptions<'o> {
    pub(in crate::jpeg) progression: &'o Progression,
    pub(in crate::jpeg) scans: Scans,
    pub(in crate::jpeg) restart: Restart,
    pub(in crate::jpeg) threads: usize,
}

/// The scans of a file, known before its coefficients.
pub(in crate::jpeg) struct Plan {
    layouts: Layouts,
    jobs: Vec<Job>,
    threads: usize,
}

impl Plan {
    fn new(layouts: Layouts, script: &Script, options: &ScanOptions<'_>) -> Result<Self, JpegError> {
        let mut before = 0;
        let joins_tables = *options.progression == Progression::Smallest;
        let job = |scan: &Scan| {
            let restart_interval = restart_interval(&layouts, scan, options.restart)?;
            let states_interval = restart_interval != core::mem::replace(&mut before, restart_interval);
            Ok(Job { scan: scan.clone(), restart_interval, states_interval, joins_tables })
        };
        let jobs = script.scans().iter().map(job).collect::<Result<_, JpegError>>()?;
        Ok(Plan { layouts, jobs, threads: options.threads })
    }

    /// Returns the scans of a picture, or `None` if they depend on the coefficients.
    ///
    /// # Errors
    /// [`JpegError::Script`], [`JpegError::McuBlocks`], [`JpegError::RestartInterval`].
    pub(in crate::jpeg) fn given(layouts: &Layouts, options: &ScanOptions<'_>) -> Result<Option<Self>, JpegError> {
        let depends = *options.progression == Progression::Smallest;
        let script = if depends {
            Script::uniform(layouts.components.len()).with_separate_dc()
        } else {
            given(layouts, options)?
        };
        let plan = Plan::new(layouts.clone(), &script, options)?;
        Ok(if depends { None } else { Some(plan) })
    }

    /// Returns the components of the picture.
    pub(super) fn layouts(&self) -> &Layouts {
        &self.layouts
    }

    /// Returns `true` if there are scans of DC coefficients.
    pub(super) fn has_dc_scans(&self) -> bool {
        self.jobs.iter().any(|job| job.scan.is_dc())
    }

    /// Returns the component, the scan and the restart interval of each AC scan.
    pub(super) fn ac_scans(&self) -> impl Iterator<Item = (usize, &Scan, usize)> {
        let ac = self.jobs.iter().filter(|job| !job.scan.is_dc());
        ac.map(|job| (job.scan.components[0], &job.scan, job.restart_interval))
    }

    /// Writes all scans of a picture.
    ///
    /// # Errors
    /// The errors of the sink, and the system's error if a thread cannot be started.
    pub(in crate::jpeg) fn write(&self, parts: Parts, sink: &mut dyn Write) -> Result<(), JpegError> {
        let (tokens, planes) = parts.finish();
        self.write_coded(&tokens, &planes, sink)
    }

    /// Writes all scans, given the tokens of each AC scan in parts and the DC coefficients.
    fn write_coded(&self, tokens: &[Vec<Tokens>], planes: &DcPlanes, sink: &mut dyn Write) -> Result<(), JpegError> {
        let (layouts, mut tokens) = (&self.layouts, tokens.iter());
        let scans: Vec<ScanData<'_>> = self.jobs.iter().map(|job| ScanData::new(job, layouts, &mut tokens)).collect();
        let mut joined = EntropySegment::new();
        if self.threads == 1 {
            return scans.iter().try_for_each(|scan| scan.write((layouts, planes), &mut joined, sink));
        }
        let units: Vec<(usize, usize)> =
            scans.iter().enumerate().flat_map(|(n, scan)| (0..scan.parts()).map(move |part| (n, part))).collect();
        let mut taken = units.iter();
        let code = |&(n, part): &(usize, usize), coded: &mut Coded| {
            coded.segment.begin_part();
            coded.tables = scans[n].code_part((layouts, planes), part, &mut coded.segment);
        };
        in_order(self.threads, &units, code, |coded| {
            let Some(&(n, part)) = taken.next() else { return Ok(()) };
            if part == 0 {
                sink.write_all(&scans[n].header(layouts, coded.tables.as_ref())?)?;
            }
            joined.join(&coded.segment, sink)?;
            if part + 1 == scans[n].parts() {
                joined.align();
                joined.drain_to(sink)?;
            }
            Ok(())
        })
    }

    /// Returns the tokens of each AC scan in parts.
    fn code(&self, picture: &CoefficientPicture) -> Result<Vec<Vec<Tokens>>, JpegError> {
        let components: BTreeSet<usize> = self.ac_scans().map(|(c, ..)| c).collect();
        let code = |rows: Range<usize>, part: &mut Part| {
            for (row, &c) in rows.flat_map(|row| components.iter().map(move |c| (row, c))) {
                picture.components()[c].lines_of_mcus(row).for_each(|line| part.take(c, line));
            }
        };
        Ok(Parts::of_rows(self, self.threads, code)?.finish().0)
    }
}

/// A scan to be written.
enum ScanData<'p> {
    Dc(&'p Job),
    Ac { job: &'p Job, parts: &'p [Tokens], tables: Box<[HuffmanSpec; 2]>, codes: Box<[TokenCode; 256]> },
}

/// A part of a scan, or a DC scan with its tables.
#[derive(Default)]
struct Coded {
    tables: Option<[HuffmanSpec; 2]>,
    segment: EntropySegment,
}

impl<'p> ScanData<'p> {
    /// Takes the tokens of an AC scan from `tokens`.
    fn new(job: &'p Job, layouts: &Layouts, tokens: &mut impl Iterator<Item = &'p Vec<Tokens>>) -> Self {
        if job.scan.is_dc() {
            return ScanData::Dc(job);
        }
        let (parts, table) = (tokens.next().map_or(&[][..], |parts| parts), job.table(layouts));
        let mut tables = [(); 2].map(|()| HuffmanSpec::optimal(&[0; 256]));
        tables[table] = optimal(parts);
        let codes = Box::new(token_codes(&tables[table]));
        ScanData::Ac { job, parts, tables: Box::new(tables), codes }
    }

    /// Returns the number of parts.
    fn parts(&self) -> usize {
        match self {
            ScanData::Dc(_) => 1,
            ScanData::Ac { parts, .. } => parts.len(),
        }
    }

    /// Returns the marker segments before the data; `tables` are those of a DC scan.
    fn header(&self, layouts: &Layouts, tables: Option<&[HuffmanSpec; 2]>) -> Result<Vec<u8>, JpegError> {
        match self {
            ScanData::Dc(job) => job.header(layouts, tables.expect("a DC scan has been coded")),
            ScanData::Ac { job, tables, .. } => job.header(layouts, tables),
        }
    }

    /// Codes a part, and returns the tables of a DC scan.
    fn code_part(
        &self,
        picture: (&Layouts, &DcPlanes),
        part: usize,
        segment: &mut EntropySegment,
    ) -> Option<[HuffmanSpec; 2]> {
        match self {
            ScanData::Dc(job) => Some(job.code_dc(picture, segment)),
            ScanData::Ac { parts, codes, .. } => {
                let Ok(()) = parts[part].write(codes, segment, |_| Ok::<(), Infallible>(()));
                None
            }
        }
    }

    /// Writes the scan.
    fn write(
        &self,
        picture: (&Layouts, &DcPlanes),
        segment: &mut EntropySegment,
        sink: &mut dyn Write,
    ) -> Result<(), JpegError> {
        match self {
            ScanData::Dc(job) => {
                let tables = job.code_dc(picture, segment);
                sink.write_all(&self.header(picture.0, Some(&tables))?)?;
            }
            ScanData::Ac { parts, codes, .. } => {
                sink.write_all(&self.header(picture.0, None)?)?;
                for part in *parts {
                    part.write(codes, segment, |segment| segment.drain_to(sink))?;
                }
            }
        }
        segment.align();
        Ok(segment.drain_to(sink)?)
    }
}

/// Writes all scans of a picture with the script of the smallest file.
///
/// The scans are coded one by one, so that the tokens of one at a time are beside the coefficients.
///
/// # Errors
/// The errors of [`Plan::given`] and of the sink.
pub(in crate::jpeg) fn write_smallest(
    picture: &CoefficientPicture,
    options: &ScanOptions<'_>,
    sink: &mut dyn Write,
) -> Result<(), JpegError> {
    let script = smallest(picture, (options.scans, options.restart), options.threads)?;
    let Plan { layouts, jobs, threads } = Plan::new(picture.layouts(), &script, options)?;
    let planes = DcPlanes::new(picture);
    for job in jobs {
        let plan = Plan { layouts: layouts.clone(), jobs: vec![job], threads };
        let tokens = plan.code(picture)?;
        plan.write_coded(&tokens, &planes, sink)?;
    }
    Ok(())
}

/// Returns the script of a picture, if it does not depend on the coefficients.
fn given(layouts: &Layouts, options: &ScanOptions<'_>) -> Result<Script, JpegError> {
    let components = &layouts.components;
    let script = match options.progression {
        Progression::Script(script) => {
            script.check(components.len())?;
            return Ok(script.clone());
        }
        _ if components.iter().map(|layout| layout.id).eq([1, 2, 3]) => Script::ycbcr(),
        _ => Script::uniform(components.len()),
    };
    Ok(if options.scans == Scans::Separate { script.with_separate_dc() } else { script })
}

/// Returns the MCUs between two restart markers of a scan; 0 for no markers.
pub(super) fn restart_interval(layouts: &Layouts, scan: &Scan, restart: Restart) -> Result<usize, JpegError> {
    let components = &layouts.components;
    let mcus_per_row = match scan.components[..] {
        [c] => components[c].size()[1],
        _ => {
            let blocks = |&c: &usize| components[c].per_mcu.iter().product::<usize>();
            Scans::check_interleaved(scan.components.iter().map(blocks).sum())?;
            layouts.mcus[1]
        }
    };
    restart.interval(mcus_per_row)
}

/// Returns the bytes of an AC scan: headers, tables and data, stuffed bytes included.
pub(super) fn written_bytes(
    picture: &CoefficientPicture,
    planes: &DcPlanes,
    scan: &Scan,
    restart_interval: usize,
) -> u64 {
    let layouts = picture.layouts();
    let job = Job { scan: scan.clone(), restart_interval, states_interval: false, joins_tables: false };
    let blocks = layouts.components[scan.components[0]].size().iter().product();
    let mut sink = TokenSink::new(blocks);
    ScanCoder::new((picture, planes), scan, restart_interval).code(&mut sink);
    let parts = vec![sink.take()];
    let scan = ScanData::new(&job, &layouts, &mut [&parts].into_iter());
    let mut bytes = ByteCount(0);
    // A count of bytes takes everything.
    let _ = scan.write((&layouts, planes), &mut EntropySegment::new(), &mut bytes);
    bytes.0
}

/// A sink that counts bytes.
struct ByteCount(u64);

impl Write for ByteCount {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len() as u64;
        Ok(bytes.len())
    }
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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

impl Job {
    /// Returns the number of the Huffman table of an AC scan.
    fn table(&self, layouts: &Layouts) -> usize {
        layouts.components[self.scan.components[0]].table
    }

    /// Writes the data of a DC scan, and returns the optimal Huffman tables; one without symbols is not used.
    fn code_dc(&self, (layouts, planes): (&Layouts, &DcPlanes), segment: &mut EntropySegment) -> [HuffmanSpec; 2] {
        let values = DcValues::new(layouts, planes, &self.scan);
        let restarts = Restarts::new(self.restart_interval);
        let refines = self.scan.high > 0;
        let mut count = Count::default();
        values.code(refines, restarts.clone(), &mut count);
        let tables = count.frequencies.map(|frequencies| HuffmanSpec::optimal(&frequencies));
        let codes = tables.each_ref().map(|table| Codes::new(Class::Dc, table));
        values.code(refines, restarts, &mut Writer { codes, segment });
        tables
    }

    /// Returns the marker segments before the data: the tables in the order of the components that use them.
    fn header(&self, layouts: &Layouts, tables: &[HuffmanSpec; 2]) -> Result<Vec<u8>, JpegError> {
        let (mut out, mut defined) = (Vec::new(), Vec::new());
        let mut left = tables.each_ref().map(|spec| Some(spec).filter(|spec| !spec.values().is_empty()));
        let class = u8::from(!self.scan.is_dc());
        let components = self.scan.components.iter().map(|&c| &layouts.components[c]);
        for destination in components.clone().map(|layout| layout.table) {
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
        let component = |layout: &Layout| ScanComponent {
            selector: layout.id,
            dc_table: if codes_dc { layout.table as u8 } else { 0 },
            ac_table: if self.scan.is_dc() { 0 } else { layout.table as u8 },
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
