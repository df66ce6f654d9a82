//! The gate of continuous loops over unite, compared with merges by hand. It measures instructions and ratios of times.
//!
//! ```text
//! cargo bench -p benches --bench continuous                    counts, times; fails if a merge exceeds its gate
//! cargo bench -p benches --bench continuous -- --counts-only   counts only, as CI runs it
//! cargo bench -p benches --bench continuous -- --times-only    without valgrind; checks no gate
//! ```

use benches::callgrind;
use benches::continuous::input::Input;
use benches::continuous::{TIMED, cases, count, depth, head, matrices, rectangles, time};
use std::env;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;

/// The number of rounds; in each, every side of every kernel is timed once.
const ROUNDS: usize = 15;

/// The sizes for counting.
const COUNTED: [usize; 3] = [8_000, 1_000, 100_000];

/// The number of rounds of programs over matrices.
const MATRIX_ROUNDS: usize = 9;

/// The number of intervals of which the depth of coverage is timed.
const DEPTH: usize = 200_000;
/// The number of rectangles of each of the two sets whose shared area is timed.
const RECTANGLES: usize = 20_000;

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
        let sides: usize = rows.iter().map(|row| row.sides.len()).sum();
        let mut counts = callgrind::count(sides, Path::new(env!("CARGO_TARGET_TMPDIR")))?.into_iter();
        for row in &mut rows {
            for (&side, count) in row.sides.iter().zip(&mut counts) {
                row.instructions[side] = count;
            }
        }
    }
    println!("{}", head());
    rows.iter().for_each(|row| println!("{row}"));
    println!("instr.: instructions of one call, by callgrind, for operands of {COUNTED:?} pieces: equal, few, many.");
    println!("time: ratio to that by hand, medians of {ROUNDS} rounds, for operands of {TIMED:?} pieces.");
    if rounds > 0 {
        for mean in [1, 10, 100, 1000] {
            let [hand, program, part] = depth::seconds(DEPTH, mean)?.map(|seconds| 1000.0 * seconds);
            println!(
                "depth of {DEPTH} intervals, mean depth {mean}: {program:.0} ms, bounded {part:.0} ms, by hand {hand:.0} ms"
            );
        }
        for (name, seconds) in matrices::times(MATRIX_ROUNDS)? {
            let [hand, program] = seconds.map(|seconds| 1000.0 * seconds);
            println!("{name}: {program:.1} ms, by hand {hand:.1} ms, {:.2}", program / hand);
        }
        for others in [4, 40, 400] {
            let [hand, program] = rectangles::seconds(RECTANGLES, others)?.map(|seconds| 1000.0 * seconds);
            println!(
                "area of 2 x {RECTANGLES} rectangles that meet {others} along x: {program:.0} ms, by hand {hand:.0} ms"
            );
        }
    }
    let above: Vec<_> = rows.iter().filter(|row| row.is_above()).collect();
    for row in &above {
        eprintln!("continuous: {} is above the gate", row.name);
    }
    Ok(if above.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
