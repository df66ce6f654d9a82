//! The effect of each constant: three kernels in steps, beside the thesis' own tables.
//!
//! ```text
//! cargo bench -p benches --bench ablation
//! cargo bench -p benches --bench ablation -- --times-only     without valgrind
//! ```

use benches::ablation::{self, STEPS, THESIS};
use benches::bench::{Bench, Purpose, Side};
use benches::callgrind;
use benches::table::median;
use std::env;
use std::path::Path;
use std::process::ExitCode;

/// The number of rounds; in each, every step of every kernel is timed once.
const ROUNDS: usize = 9;

fn main() -> ExitCode {
    let has = |flag: &str| env::args().any(|arg| arg == flag);
    if has(callgrind::CHILD) {
        ablation::all(&mut Bench::new(Purpose::Count));
        return ExitCode::SUCCESS;
    }
    let mut bench = Bench::new(Purpose::Time);
    for _ in 0..ROUNDS {
        ablation::all(&mut bench);
    }
    if !has("--times-only") {
        let sides = bench.rows.iter().map(|row| row.runs.len()).sum();
        match callgrind::count(sides, Path::new(env!("CARGO_TARGET_TMPDIR"))) {
            Ok(counts) => {
                let runs = bench.rows.iter_mut().flat_map(|row| &mut row.runs);
                runs.zip(counts).for_each(|(run, count)| run.instructions = count);
            }
            Err(error) => {
                eprintln!("ablation: {error}; `-- --times-only` prints the times alone");
                return ExitCode::FAILURE;
            }
        }
    }
    for row in &bench.rows {
        let Some(hand) = row.run(Side::Pointers) else { continue };
        println!("\n| {:<52} | {:>12} | {:>7} | {:>11} |", row.name, "instructions", "/ hand", "time / hand");
        println!("|{:-<54}|{:->14}|{:->9}|{:->13}|", "", "", "", "");
        for (run, name) in STEPS.iter().filter_map(|(side, name)| Some((row.run(*side)?, name))) {
            let time = median(&run.nanoseconds) / median(&hand.nanoseconds);
            let (count, ratio) = (run.instructions, run.instructions / hand.instructions);
            println!("| {name:<52} | {count:>12.0} | {ratio:>7.2} | {time:>11.2} |");
        }
        for table in THESIS.iter().filter(|table| table.kernel == row.name) {
            println!("| thesis, table {:<38} | {:>12} | {:>7} | {:>11} |", table.what, "", "", "");
            for (name, seconds) in table.steps.iter().chain([&("by hand", table.by_hand)]) {
                let ratio = seconds / table.by_hand;
                println!("|   {name:<41}{seconds:>7.3} s | {:>12} | {:>7} | {ratio:>11.2} |", "", "");
            }
        }
    }
    ExitCode::SUCCESS
}
