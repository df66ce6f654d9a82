//! Counts of executed instructions by valgrind's callgrind: exact, and the same in every run.
//!
//! The bench runs itself under callgrind once. Around each side of a kernel the process calls [`part`], at which
//! callgrind writes its counts since the last call as a separate part. In the part of a side, the loop that drives it
//! (`drive` in `bench.rs`) calls exactly one function of this crate [`CALLS`] times: the kernel. The *inclusive* cost
//! of that call is reported: from the kernel's first instruction to its return, with everything it calls, without the
//! loop and the passing of operands.
//!
//! The kernel is found by its caller, not by its name: if two sides compile to the same code they are one function with
//! one of the two names.

use core::hint::black_box;
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;
use std::{env, fmt, fs, io};

/// The number of calls of a kernel in the counted loop.
pub const CALLS: usize = 96;

/// Settings of the C library under which counts do not depend on what a kernel is not: long lists are remapped as they grow (whether
/// they are copied would depend on what the heap holds behind them), and memory is filled by stores (the instruction that does it
/// alone is counted once a byte).
const TUNABLES: &str = "glibc.malloc.mmap_threshold=16384:glibc.cpu.x86_rep_stosb_threshold=1073741824";

/// The argument with which the bench starts itself to run all kernels once under callgrind.
pub const CHILD: &str = "--counted-by-callgrind";

/// Ends a part of callgrind's output.
#[inline(never)]
pub fn part() {
    black_box(CALLS);
}

/// A reason why there are no counts.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// Valgrind could not be started.
    Missing(io::Error),
    /// Valgrind or the kernels failed.
    Failed(String),
    /// The output could not be read.
    Unreadable(io::Error),
    /// The parts do not match the sides that were run.
    Parts {
        /// Sides run.
        sides: usize,
        /// Parts in which a kernel was found.
        found: usize,
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Missing(error) => write!(f, "valgrind cannot be started ({error})"),
            Error::Failed(message) => write!(f, "counting failed: {message}"),
            Error::Unreadable(error) => write!(f, "callgrind's output cannot be read ({error})"),
            Error::Parts { sides, found } => {
                write!(f, "{found} counts for {sides} sides: a kernel was inlined, or stands beside another call")
            }
        }
    }
}

impl std::error::Error for Error {}

/// Runs this program under callgrind with the argument [`CHILD`] and returns the instructions per call of each of the
/// `sides` that it runs, in order.
///
/// # Errors
/// If valgrind is missing or fails, or its output is invalid.
pub fn count(sides: usize, scratch: &Path) -> Result<Vec<f64>, Error> {
    let file = scratch.join(format!("callgrind.{}.out", std::process::id()));
    let program = env::current_exe().map_err(Error::Missing)?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--combine-dumps=yes", "--compress-strings=no", "--compress-pos=no"])
        .arg("--dump-before=benches::callgrind::part*")
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(program)
        .arg(CHILD)
        .env("LD_BIND_NOW", "1") // otherwise the first call of `memcpy` counts the dynamic linker
        .env("GLIBC_TUNABLES", TUNABLES)
        .output()
        .map_err(Error::Missing)?;
    if !output.status.success() {
        return Err(Error::Failed(String::from_utf8_lossy(&output.stderr).into_owned()));
    }
    let text = fs::read_to_string(&file).map_err(Error::Unreadable)?;
    fs::remove_file(&file).map_err(Error::Unreadable)?;
    let counts: Vec<f64> = text.split("\npart: ").filter_map(kernel_in).collect();
    if counts.len() == sides { Ok(counts) } else { Err(Error::Parts { sides, found: counts.len() }) }
}

/// Returns the instructions per call of the one function of this crate that `drive` called [`CALLS`] times in this
/// part.
///
/// The used part of the format (callgrind's manual, section "Call-graph profile format"):
/// ```text
/// fn=<caller>
/// cfn=<callee>
/// calls=<number of calls> <line>
/// <line> <inclusive cost>
/// ```
///
/// The compiler may have peeled the loop, so the call may occur at several places.
fn kernel_in(part: &str) -> Option<f64> {
    let (mut caller, mut callee) = ("", "");
    let mut called: BTreeMap<&str, (usize, f64)> = BTreeMap::new();
    let mut lines = part.lines();
    while let Some(line) = lines.next() {
        if let Some(name) = line.strip_prefix("fn=") {
            caller = name;
        } else if let Some(name) = line.strip_prefix("cfn=") {
            callee = name;
        } else if let Some(calls) = line.strip_prefix("calls=") {
            let cost = lines.next()?.split(' ').nth(1)?;
            if caller.contains("::drive") {
                let sum = called.entry(callee).or_default();
                sum.0 += calls.split(' ').next()?.parse::<usize>().ok()?;
                sum.1 += cost.parse::<f64>().ok()?;
            }
        }
    }
    let mut kernels = called.into_iter().filter(|(name, (calls, _))| name.contains("benches::") && *calls == CALLS);
    match (kernels.next(), kernels.next()) {
        (Some((_, (_, cost))), None) => Some(cost / CALLS as f64),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::kernel_in;

    #[test]
    fn the_kernel_is_what_drive_calls() {
        let part = "1\nfn=benches::bench::drive\n3 400\ncfn=benches::kernel::sad::window\ncalls=96 20\n3 17856\n";
        assert_eq!(kernel_in(part), Some(186.0));
        assert_eq!(kernel_in(&part.replace("calls=96", "calls=1")), None);
        let copied = part.to_owned() + "cfn=memcpy\ncalls=96 20\n3 960\n";
        assert_eq!(kernel_in(&copied), Some(186.0));
    }
}
