//! The gate of continuous loops over unite, compared with merges by hand. It measures instructions and ratios of times.
//!
//! ```text
//! cargo bench -p benches --bench continuous                    counts, times; fails if a merge exceeds its gate
//! cargo bench -p benches --bench continuous -- --counts-only   counts only, as CI runs it
//! cargo bench -p benches --bench continuous -- --times-only    without valgrind; checks no gate
//! ```

use benches::callgrind;
use benches::continuous::input::Input;
use benches::continuous::{TIMED, cases, count, head, time};
use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// The number of rounds; in each, every side of every kernel is timed once.
const ROUNDS: usize = 15;

/// The sizes for counting.
const COUNTED: [usize; 3] = [8_000, 1_000, 100_000];

fn main() -> ExitCode {
    match run(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("continuous: {error}");
            eprintln!("continuous: no gate was checked; without valgrind, `-- --times-only` prints the times alone");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    if has(callgrind::CHILD) {
        count(&cases(&Input::new(COUNTED)?));
        return Ok(ExitCode::SUCCESS);
    }
    let (sizes, rounds) = if has("--counts-only") { (COUNTED, 0) } else { (TIMED, ROUNDS) };
    let mut rows = time(&cases(&Input::new(sizes)?), rounds);
    if !has("--times-only") {
        let counts = callgrind::count(3 * rows.len(), Path::new(env!("CARGO_TARGET_TMPDIR")))?;
        for (row, counts) in rows.iter_mut().zip(counts.chunks_exact(3)) {
            row.instructions.copy_from_slice(counts);
        }
    }
    println!("{}", head());
    rows.iter().for_each(|row| println!("{row}"));
    println!("instr.: instructions of one call, by callgrind, for operands of {COUNTED:?} pieces: equal, few, many.");
    println!("time: ratio to that by hand, medians of {ROUNDS} rounds, for operands of {TIMED:?} pieces.");
    let above: Vec<_> = rows.iter().filter(|row| row.is_above()).collect();
    for row in &above {
        eprintln!("continuous: {} is above the gate", row.name);
    }
    Ok(if above.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
