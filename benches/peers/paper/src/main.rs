//! The program that runs this library for the paper's comparisons.
//!
//! `paper.py` writes data into a folder and starts this program with a task and the folder. The program prepares the
//! repeated work, prints a line, and then answers each line of standard input with a line of numbers: milliseconds of
//! CPU time, and the number of results.

mod intervals;
mod layers;
mod points;
mod programs;
mod rays;

use std::error::Error;
use std::hint::black_box;
use std::io::{BufRead, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use cpu_time::ProcessTime;

/// The result of a function; an error ends the program with a line.
type Outcome<T> = Result<T, Box<dyn Error>>;

/// The milliseconds, and the number of results.
struct Answer {
    ms: f64,
    found: usize,
}

/// The folder of the script's data.
struct Folder(PathBuf);

impl Folder {
    /// Reads the numbers of a file, which are stored without gaps.
    fn numbers<T, const N: usize>(&self, name: &str, number: impl Fn([u8; N]) -> T) -> Outcome<Vec<T>> {
        let path = self.0.join(name);
        let bytes = std::fs::read(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(bytes.as_chunks::<N>().0.iter().map(|&bytes| number(bytes)).collect())
    }

    /// Reads the numbers of a file as tuples.
    fn tuples<T: Copy, const N: usize, const K: usize>(
        &self,
        name: &str,
        number: impl Fn([u8; N]) -> T,
    ) -> Outcome<Vec<[T; K]>> {
        Ok(self.numbers(name, number)?.as_chunks::<K>().0.to_vec())
    }

    /// Writes numbers for the script.
    fn write(&self, name: &str, numbers: &[f32]) -> Outcome<()> {
        let bytes: Vec<u8> = numbers.iter().flat_map(|number| number.to_le_bytes()).collect();
        Ok(std::fs::write(self.0.join(name), bytes)?)
    }
}

/// Measures the milliseconds of CPU time of some work; returns them with its result.
fn timed<T>(work: impl FnOnce() -> T) -> (f64, T) {
    let start = ProcessTime::now();
    let result = black_box(work());
    (start.elapsed().as_secs_f64() * 1e3, result)
}

/// Parses word `n` of a line.
fn word<T: FromStr>(line: &str, n: usize) -> Outcome<T> {
    let word = line.split(' ').nth(n).and_then(|word| word.parse().ok());
    word.ok_or_else(|| format!("word {n} of `{line}` is missing or not a number").into())
}

/// Prints the time of building, then an answer for each line.
fn serve(build_ms: f64, mut answer: impl FnMut(&str) -> Outcome<Answer>) -> Outcome<()> {
    println!("{build_ms} 0");
    for line in std::io::stdin().lock().lines() {
        let Answer { ms, found } = answer(&line?)?;
        println!("{ms} {found}");
        std::io::stdout().flush()?;
    }
    Ok(())
}

/// Returns the error for an unknown line.
fn unknown(line: &str) -> Box<dyn Error> {
    format!("`{line}` is not a known request").into()
}

fn main() -> Outcome<()> {
    const USAGE: &str = "usage: peers-paper points|intervals|rays|layers FOLDER, which paper.py writes";
    let mut arguments = std::env::args().skip(1);
    let (task, folder) = (arguments.next().ok_or(USAGE)?, arguments.next().ok_or(USAGE)?);
    let folder = Folder(Path::new(&folder).to_owned());
    match task.as_str() {
        "points" => points::run(&folder),
        "intervals" => intervals::run(&folder),
        "rays" => rays::run(&folder),
        "layers" => layers::run(&folder),
        _ => Err(USAGE.into()),
    }
}
