//! How far the work is: a bar where standard error is a terminal, a line every few seconds where it is not, nothing with
//! `--quiet`.

use crate::console;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal as _};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Seconds between two lines.
const EVERY: Duration = Duration::from_secs(5);

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Files, each of them a step.
    Files(usize),
    /// The frames of one video; how many there are may never be known.
    Frames,
}

/// What is done.
struct Counts {
    started: Instant,
    unit: Unit,
    /// How many there are; 0 where that is not known.
    total: AtomicU64,
    done: AtomicU64,
    pixels: AtomicU64,
    bytes: AtomicU64,
}

impl Counts {
    fn seconds(&self) -> f64 {
        self.started.elapsed().as_secs_f64().max(1e-3)
    }

    /// Megapixels or frames a second and the size of what was written.
    fn speed(&self) -> String {
        let (rate, unit) = match self.unit {
            Unit::Files(_) => (self.pixels.load(Relaxed) as f64 / 1e6, "MP/s"),
            Unit::Frames => (self.done.load(Relaxed) as f64, "frames/s"),
        };
        format!("{:.1} {unit}, {:.1} MB written", rate / self.seconds(), self.bytes.load(Relaxed) as f64 / 1e6)
    }

    /// All that is known, in a line.
    fn line(&self) -> String {
        let (done, total, speed) = (self.done.load(Relaxed), self.total.load(Relaxed), self.speed());
        match self.unit {
            Unit::Files(_) => format!("{done} of {total} files, {speed}"),
            Unit::Frames if total == 0 => format!("{done} frames, {speed}"),
            Unit::Frames => {
                let left = total.saturating_sub(done) as f64 * self.seconds() / (done.max(1) as f64);
                let eta = if done > 0 { format!(", ETA {left:.0} s") } else { String::new() };
                format!("{done} of {total} frames, {speed}{eta}")
            }
        }
    }
}

enum Shown {
    Nothing,
    Bar(ProgressBar),
    /// A thread that writes lines until its channel is closed.
    Lines(Mutex<Option<(Sender<()>, JoinHandle<()>)>>),
}

/// How far the work is.
pub(crate) struct Progress {
    counts: Arc<Counts>,
    shown: Shown,
}

impl Progress {
    /// Work begins.
    pub(crate) fn new(unit: Unit, quiet: bool) -> Self {
        let [done, pixels, bytes] = [(); 3].map(|()| AtomicU64::new(0));
        let total = match unit {
            Unit::Files(files) => files as u64,
            Unit::Frames => 0,
        };
        let counts =
            Arc::new(Counts { started: Instant::now(), unit, total: AtomicU64::new(total), done, pixels, bytes });
        let shown = if quiet {
            Shown::Nothing
        } else if io::stderr().is_terminal() {
            Shown::Bar(bar(unit))
        } else {
            Shown::Lines(Mutex::new(lines(&counts)))
        };
        Progress { counts, shown }
    }

    /// A file is done, of no pixels and no bytes where it failed.
    pub(crate) fn file(&self, pixels: u64, bytes: u64) {
        self.add(pixels, bytes, matches!(self.counts.unit, Unit::Files(_)));
    }

    /// A frame of a video is done.
    pub(crate) fn frame(&self, pixels: u64, bytes: u64) {
        self.add(pixels, bytes, self.counts.unit == Unit::Frames);
    }

    /// A video has so many frames, as far as can be told.
    pub(crate) fn expect_frames(&self, frames: u64) {
        if self.counts.unit == Unit::Frames {
            self.counts.total.store(frames, Relaxed);
            if let Shown::Bar(bar) = &self.shown {
                bar.set_style(style("{bar:30} {pos}/{len} frames, {msg} ETA {eta}"));
                bar.set_length(frames);
            }
        }
    }

    fn add(&self, pixels: u64, bytes: u64, is_step: bool) {
        self.counts.done.fetch_add(u64::from(is_step), Relaxed);
        self.counts.pixels.fetch_add(pixels, Relaxed);
        self.counts.bytes.fetch_add(bytes, Relaxed);
        if let Shown::Bar(bar) = &self.shown {
            bar.set_message(self.counts.speed());
            bar.inc(u64::from(is_step));
        }
    }

    /// Does something that writes to standard error, with the bar out of its way.
    pub(crate) fn aside(&self, write: impl FnOnce()) {
        match &self.shown {
            Shown::Bar(bar) => bar.suspend(write),
            _ => write(),
        }
    }

    /// The work is over.
    pub(crate) fn finish(&self) {
        match &self.shown {
            Shown::Nothing => {}
            Shown::Bar(bar) => bar.finish_and_clear(),
            Shown::Lines(thread) => {
                if let Some((stop, thread)) = thread.lock().unwrap_or_else(PoisonError::into_inner).take() {
                    drop(stop);
                    let _ = thread.join();
                }
            }
        }
    }
}

fn bar(unit: Unit) -> ProgressBar {
    let bar = match unit {
        Unit::Files(files) => {
            ProgressBar::new(files as u64).with_style(style("{bar:30} {pos}/{len} files, {msg} ETA {eta}"))
        }
        Unit::Frames => ProgressBar::new_spinner().with_style(style("{spinner} {pos} frames, {msg}")),
    };
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

fn style(template: &str) -> ProgressStyle {
    ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// The thread that writes lines; none where the system has no more threads.
fn lines(counts: &Arc<Counts>) -> Option<(Sender<()>, JoinHandle<()>)> {
    let (stop, stopped) = mpsc::channel();
    let counts = Arc::clone(counts);
    let write = move || {
        while stopped.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
            console::line(&counts.line());
        }
    };
    let thread = std::thread::Builder::new().spawn(write).ok()?;
    Some((stop, thread))
}
