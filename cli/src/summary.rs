//! The summary line of a run: files or frames made, failed and skipped, bytes in and out, seconds, rate.
//!
//! ```text
//! encode: 12 files, 1 failed, 2 skipped, 34.1 MB in, 5.2 MB out (15 %), 1.4 s, 8.6 files/s
//! encode: 300 frames, 45.6 MB in, 0.5 MB out (1.1 %), 412.3 kb/s, mean QP 26.4 (2 I 23.4, 298 P 26.4), 3.2 s, 94 frames/s
//! encode: 2 files, 600 frames, ..
//! ```

use crate::kinds::Kinds;
use crate::report::{Detail, Outcome};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The counters of a run.
pub(crate) struct Summary {
    started: Instant,
    totals: Mutex<Totals>,
}

#[derive(Clone, Debug, Default)]
struct Totals {
    written: u64,
    failed: u64,
    skipped: u64,
    bytes_in: u64,
    bytes_out: u64,
    video: Option<Video>,
}

/// The counters that only H.264 has.
#[derive(Clone, Copy, Debug, Default)]
struct Video {
    kinds: Kinds,
    /// The playing time of the clips in seconds.
    duration: f64,
}

impl Summary {
    /// Starts the clock.
    pub(crate) fn new() -> Self {
        Summary { started: Instant::now(), totals: Mutex::default() }
    }

    fn change(&self, change: impl FnOnce(&mut Totals)) {
        change(&mut self.totals.lock().unwrap_or_else(PoisonError::into_inner));
    }

    /// Counts a written file.
    pub(crate) fn written(&self, outcome: &Outcome) {
        self.change(|totals| {
            totals.written += 1;
            totals.bytes_in += outcome.bytes_in;
            totals.bytes_out += outcome.bytes;
            if let Detail::Video { frame_rate: (frames, seconds), kinds, .. } = &outcome.detail {
                let video = totals.video.get_or_insert_default();
                video.kinds += kinds;
                video.duration += outcome.frames as f64 * f64::from(*seconds) / f64::from(*frames);
            }
        });
    }

    /// Counts files that were not written, or folders that were not read.
    pub(crate) fn failed(&self, count: usize) {
        self.change(|totals| totals.failed += count as u64);
    }

    /// Counts an output that was kept.
    pub(crate) fn skipped(&self) {
        self.change(|totals| totals.skipped += 1);
    }

    /// Returns the number of files that were not written, or folders that were not read.
    pub(crate) fn failures(&self) -> u64 {
        self.totals.lock().unwrap_or_else(PoisonError::into_inner).failed
    }

    /// Returns the line; `None` if the only file failed, since its error is enough.
    pub(crate) fn line(&self) -> Option<String> {
        let totals = self.totals.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let is_lone_failure = totals.failed == 1 && totals.written + totals.skipped == 0;
        (!is_lone_failure).then(|| totals.line(self.started.elapsed()))
    }
}

impl Totals {
    fn line(&self, elapsed: Duration) -> String {
        let seconds = elapsed.as_secs_f64();
        let mut parts = Vec::new();
        let has_other_files = self.failed + self.skipped > 0 || self.written > 1;
        if self.video.is_none() || has_other_files {
            parts.push(counted(self.written, "file"));
        }
        for (count, what) in [(self.failed, "failed"), (self.skipped, "skipped")] {
            if count > 0 {
                parts.push(format!("{count} {what}"));
            }
        }
        let frames = self.video.map(|video| video.kinds.total().pictures);
        parts.extend(frames.map(|frames| counted(frames, "frame")));
        if self.written > 0 {
            parts.push(format!("{} in", size(self.bytes_in)));
            parts.push(format!("{} out{}", size(self.bytes_out), self.percent()));
        }
        if let Some(Video { kinds, duration }) = self.video {
            parts.push(format!("{:.1} kb/s", self.bytes_out as f64 * 8.0 / 1000.0 / duration));
            parts.push(format!("mean QP {kinds}"));
        }
        parts.push(format!("{seconds:.*} s", if seconds < 1.0 { 2 } else { 1 }));
        if self.written > 0 {
            let (steps, unit) = frames.map_or((self.written, "files"), |frames| (frames, "frames"));
            let rate = steps as f64 / seconds.max(1e-3);
            parts.push(format!("{rate:.*} {unit}/s", if rate < 10.0 { 1 } else { 0 }));
        }
        parts.join(", ")
    }

    /// Formats the bytes out as a percentage of the bytes in; empty if there were none.
    fn percent(&self) -> String {
        match self.bytes_in {
            0 => String::new(),
            bytes_in => {
                let percent = self.bytes_out as f64 * 100.0 / bytes_in as f64;
                format!(" ({percent:.*} %)", if percent < 10.0 { 1 } else { 0 })
            }
        }
    }
}

/// Formats a number of things, with a plural.
pub(crate) fn counted(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

/// Formats a number of bytes, in powers of 1000.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..100_000 => format!("{:.1} kB", bytes as f64 / 1e3),
        100_000..100_000_000_000 => format!("{:.1} MB", bytes as f64 / 1e6),
        _ => format!("{:.1} GB", bytes as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::Kind;

    #[test]
    fn the_line_has_a_stable_format() {
        let stills =
            Totals { written: 12, failed: 1, skipped: 2, bytes_in: 34_100_000, bytes_out: 5_200_000, video: None };
        let line = stills.line(Duration::from_millis(1400));
        assert_eq!(line, "12 files, 1 failed, 2 skipped, 34.1 MB in, 5.2 MB out (15 %), 1.4 s, 8.6 files/s");
        let one = Totals { written: 1, bytes_in: 812, bytes_out: 45_120, ..Totals::default() };
        let line = one.line(Duration::from_millis(20));
        assert_eq!(line, "1 file, 812 B in, 45.1 kB out (5557 %), 0.02 s, 50 files/s");
        let mut kinds = Kinds::default();
        kinds.add('I', &Kind { pictures: 10, qp_sum: 230.0, ..Kind::default() });
        kinds.add('P', &Kind { pictures: 290, qp_sum: 7690.0, ..Kind::default() });
        let video = Some(Video { kinds, duration: 12.0 });
        let clip = Totals { written: 1, bytes_in: 45_619_200, bytes_out: 618_450, video, ..Totals::default() };
        let line = clip.line(Duration::from_millis(3200));
        let words = "300 frames, 45.6 MB in, 0.6 MB out (1.4 %), 412.3 kb/s, mean QP 26.4 (10 I 23.0, 290 P 26.5), ";
        assert_eq!(line, words.to_owned() + "3.2 s, 94 frames/s");
        let line = Totals { written: 2, ..clip }.line(Duration::from_secs(300));
        assert!(
            line.starts_with("2 files, 300 frames, 45.6 MB in") && line.ends_with("300.0 s, 1.0 frames/s"),
            "{line}"
        );
    }

    #[test]
    fn a_run_that_writes_nothing_has_no_rate() {
        let kept = Totals { skipped: 3, ..Totals::default() };
        assert_eq!(kept.line(Duration::ZERO), "0 files, 3 skipped, 0.00 s");
    }

    #[test]
    fn a_lone_failure_has_no_summary() {
        let summary = Summary::new();
        summary.failed(1);
        assert_eq!(summary.line(), None);
        summary.skipped();
        assert!(summary.line().is_some_and(|line| line.starts_with("0 files, 1 failed, 1 skipped, ")));
    }
}
