//! The traps of price: instructions of what is dear and of what to write instead.
//!
//! `cargo bench -p benches --bench traps`

use benches::bench::{Bench, Purpose, Side};
use benches::{callgrind, traps};
use std::env;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    if env::args().any(|argument| argument == callgrind::CHILD) {
        traps::all(&mut Bench::new(Purpose::Count));
        return ExitCode::SUCCESS;
    }
    let mut bench = Bench::new(Purpose::Check);
    traps::all(&mut bench);
    let sides = bench.rows.iter().map(|row| row.runs.len()).sum();
    let counts = match callgrind::count(sides, Path::new(env!("CARGO_TARGET_TMPDIR"))) {
        Ok(counts) => counts,
        Err(error) => {
            eprintln!("traps: {error}");
            return ExitCode::FAILURE;
        }
    };
    let runs = bench.rows.iter_mut().flat_map(|row| &mut row.runs);
    runs.zip(counts).for_each(|(run, count)| run.instructions = count);
    println!("| {:<82} | dear | instead | ratio |\n|{:-<84}|-----:|--------:|------:|", "instructions a call", "");
    for row in &bench.rows {
        let count = |side| row.run(side).map_or(f64::NAN, |run| run.instructions);
        let (dear, instead) = (count(Side::Dear), count(Side::Instead));
        println!("| {:<82} | {dear:.0} | {instead:.0} | {:.1} |", row.name, dear / instead);
    }
    ExitCode::SUCCESS
}
