//! The gate of kernels over unite, compared with their hand-written twins. It measures instructions and ratios of
//! times.
//!
//! ```text
//! cargo bench -p benches --bench overhead                    counts, times; fails if a kernel exceeds a gate
//! cargo bench -p benches --bench overhead -- --counts-only   counts only, as CI runs it
//! cargo bench -p benches --bench overhead -- --times-only    without valgrind; checks no gate
//! cargo bench -p benches --bench overhead -- --avx2          a second table, of the same kernels built for AVX2
//! ```

use benches::bench::{Bench, Purpose};
use benches::callgrind;
use benches::kernel;
use benches::table::{EXCEPTIONS, MORE, RATIO, Table};
use std::error::Error;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::{env, io};

/// The number of rounds; in each, every side of every kernel is timed once.
const ROUNDS: usize = 15;

/// The argument with which a build for another machine prints its table without checking gates.
const UNGATED: &str = "--ungated";

/// `true` in the build that the gates apply to.
const BASELINE: bool = cfg!(all(target_arch = "x86_64", not(target_feature = "sse3")));

fn main() -> ExitCode {
    match run(&env::args().skip(1).collect::<Vec<_>>()) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("overhead: {error}");
            eprintln!("overhead: no gate was checked; without valgrind, `-- --times-only` prints the times alone");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    let has = |flag: &str| args.iter().any(|arg| arg == flag);
    if has(callgrind::CHILD) {
        kernel::all(&mut Bench::new(Purpose::Count));
        return Ok(ExitCode::SUCCESS);
    }
    let gated = !has("--times-only") && !has(UNGATED);
    if gated && !BASELINE {
        return Err("the gates are for the baseline x86-64 build; unset target-cpu and target-feature".into());
    }
    let mut bench = Bench::new(Purpose::Time);
    if has("--counts-only") {
        bench = Bench::new(Purpose::Check);
        kernel::all(&mut bench);
    } else {
        for _ in 0..ROUNDS {
            kernel::all(&mut bench);
        }
    }
    if !has("--times-only") {
        let sides = bench.rows.iter().map(|row| row.runs.len()).sum();
        let counts = callgrind::count(sides, Path::new(env!("CARGO_TARGET_TMPDIR")))?;
        let runs = bench.rows.iter_mut().flat_map(|row| &mut row.runs);
        runs.zip(counts).for_each(|(run, count)| run.instructions = count);
    }
    let table = Table { rows: &bench.rows };
    println!("{table}");
    println!("instr: instructions of one call of the kernel's function, including its callees, by callgrind.");
    println!(
        "twin: pointers or rows, whichever executes fewer. time: ratio to the twin, by medians of {ROUNDS} rounds in"
    );
    println!("which all sides take turns, without the proof; nanoseconds are estimated by `--bench estimates`.");
    if has("--avx2") {
        for_avx2()?;
    }
    if !gated {
        return Ok(ExitCode::SUCCESS);
    }
    let failures = table.failures();
    for name in &failures {
        eprintln!("overhead: {name} is above the gate");
    }
    println!("gates: window/twin <= {RATIO}, view - twin <= {MORE}, at most {EXCEPTIONS} exceptions with their cause.");
    Ok(if failures.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Runs this bench once more, built for AVX2 in a target directory of its own.
fn for_avx2() -> io::Result<()> {
    println!("\nThe same, built for AVX2 (x86-64-v3):");
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("avx2");
    Command::new(env!("CARGO"))
        .args(["bench", "--quiet", "-p", "benches", "--bench", "overhead", "--", UNGATED])
        .env("CARGO_TARGET_DIR", target)
        .env("RUSTFLAGS", "-C target-cpu=x86-64-v3")
        .status()?;
    Ok(())
}
