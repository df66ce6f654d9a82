//! Kernels of sparse tensors by `loops!`, by hand and by peers, in turns.
//!
//! `cargo run --release --manifest-path benches/peers/loops/Cargo.toml -- [PYTHON|none [SCALE [KERNEL]]]`
//!
//! Prints, for each kernel, the median of the CPU time of each side on one thread, in milliseconds, and ours in times of
//! the others. Results are compared by their sums. With a Python that has scipy its kernels take turns too. SCALE is 1 for the
//! sizes of the table.
//!
//! numpy asks the system for huge pages for its arrays, which makes a look-up in a large one faster. So that all sides have the same
//! memory, the program starts again with glibc's `malloc` asking for them too, unless `GLIBC_TUNABLES` is set.

mod by_hand;
mod data;
mod ours;
mod peers;

use cpu_time::ThreadTime;
use data::Data;
use ours::Ours;
use peers::{Faer, Sprs};
use std::hint::black_box;
use std::io::{BufRead, BufReader, Write};
use std::process::{ChildStdin, ChildStdout, Command, Stdio};
use unite::level::AxisLevel;

/// The turns of each side.
const TURNS: usize = 15;

/// A side of a comparison: returns the seconds of a call and the sum of its result.
type Side<'a> = (&'a str, Box<dyn Fn() -> (f64, f64) + 'a>);

/// Returns a side that is timed here.
fn side<'a, T: 'a>(name: &'a str, kernel: impl Fn() -> T + 'a, sum: impl Fn(&T) -> f64 + 'a) -> Side<'a> {
    let timed = move || {
        let start = ThreadTime::now();
        let result = black_box(kernel());
        let seconds = start.elapsed().as_secs_f64();
        (seconds, sum(&result))
    };
    (name, Box::new(timed))
}

/// Kernels in a process of Python.
struct Python(std::cell::RefCell<(ChildStdin, BufReader<ChildStdout>)>);

impl Python {
    fn new(program: &str, data: &Data) -> Python {
        let folder = std::env::temp_dir().join(format!("peers-loops-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for operands");
        data.save(&folder);
        let script = concat!(env!("CARGO_MANIFEST_DIR"), "/loops.py");
        let mut command = Command::new(program);
        command.arg(script).arg(&folder).arg(data.rank.to_string()).env("OPENBLAS_NUM_THREADS", "1");
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("a Python with scipy");
        let (input, output) = (child.stdin.take().expect("a pipe"), child.stdout.take().expect("a pipe"));
        let python = Python(std::cell::RefCell::new((input, BufReader::new(output))));
        python.run("the operands are read"); // before they are removed
        std::fs::remove_dir_all(folder).expect("the folder of operands");
        python
    }

    /// Returns the seconds of a kernel and the sum of its result, if there is such a kernel.
    fn run(&self, kernel: &str) -> Option<(f64, f64)> {
        let (input, output) = &mut *self.0.borrow_mut();
        writeln!(input, "{kernel}").expect("a running process");
        let mut line = String::new();
        output.read_line(&mut line).expect("an answer");
        let numbers: Vec<f64> = line.split_whitespace().filter_map(|word| word.parse().ok()).collect();
        <[f64; 2]>::try_from(numbers).ok().map(|[seconds, sum]| (seconds, sum))
    }
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

/// Prints the rows of a kernel; the first side is ours.
fn compare<'a>(kernel: &str, mut sides: Vec<Side<'a>>, python: Option<&'a Python>) {
    if let Some(python) = python {
        for name in ["scipy", "scipy, sorted", "sparse"] {
            let call = format!("{name} {kernel}");
            if python.run(&call).is_some() {
                sides.push((name, Box::new(move || python.run(&call).expect("an answer"))));
            }
        }
    }
    let mut times = vec![Vec::new(); sides.len()];
    let expected = sides[0].1().1;
    for _ in 0..TURNS {
        for ((name, side), times) in sides.iter().zip(&mut times) {
            side(); // loads the data that others evicted from the caches
            let (seconds, sum) = side();
            assert!((sum - expected).abs() <= 1e-9 * expected.abs(), "{kernel}: {sum} by {name}, {expected} by us");
            times.push(seconds);
        }
    }
    let medians: Vec<f64> = times.into_iter().map(median).collect();
    for ((name, _), seconds) in sides.iter().zip(&medians) {
        println!("| {kernel} | {name} | {:.2} | {:.2} |", seconds * 1e3, medians[0] / seconds);
    }
}

/// The exit code of a process whose memory has no huge pages.
const WITHOUT_HUGE_PAGES: i32 = 77;

/// Starts the program again with huge pages for its memory, unless that was settled outside; does not return then.
fn ask_for_huge_pages() {
    const TUNABLES: &str = "GLIBC_TUNABLES";
    let tunables = std::env::var(TUNABLES);
    if tunables.is_err() {
        let mut again = Command::new(std::env::current_exe().expect("the path of this program"));
        again.args(std::env::args_os().skip(1)).env(TUNABLES, "glibc.malloc.hugetlb=1");
        // Some versions of glibc compare memory that they have not written, and so often fail to see that there are huge pages.
        let mut codes = (0..40).map(|_| again.status().expect("this program runs again").code());
        let code = codes.find(|&code| code != Some(WITHOUT_HUGE_PAGES));
        std::process::exit(code.expect("huge pages; set `GLIBC_TUNABLES=` to measure without them").unwrap_or(1));
    }
    if tunables.is_ok_and(|tunables| tunables.contains("hugetlb=1")) {
        let touched = black_box(vec![1u8; 64 << 20]);
        let memory = std::fs::read_to_string("/proc/self/smaps_rollup").expect("the memory of this process");
        let huge = memory.lines().find_map(|line| line.strip_prefix("AnonHugePages:"));
        if huge.is_some_and(|huge| huge.trim().starts_with("0 ")) {
            std::process::exit(WITHOUT_HUGE_PAGES);
        }
        drop(touched);
    }
}

fn main() {
    ask_for_huge_pages();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let data = Data::new(arguments.get(1).map_or(1.0, |scale| scale.parse().expect("a number")));
    let python = arguments.first().filter(|program| *program != "none").map(|program| Python::new(program, &data));
    let is_asked = |kernel: &str| arguments.get(2).is_none_or(|asked| asked == kernel);
    let ours = Ours::new(&data).expect("tensors");
    let (sprs, faer) = (Sprs::new(&data.m, &data.s), Faer::new(&data));
    let (side_of_s, extent, rank) = (data.s.side, data.extent, data.rank);
    println!("| kernel | side | ms | ours / side |\n|---|---|---:|---:|");
    let total = |values: &Vec<f64>| values.iter().sum::<f64>();
    let spmv = vec![
        side("ours", || ours.spmv().expect("a vector"), |y| y.level().child().values().iter().sum()),
        side("ours, 32 bits", || ours.spmv32().expect("a vector"), |y| y.level().child().values().iter().sum()),
        side("by hand", || by_hand::spmv(&data.m, &data.x), total),
        side("sprs", || sprs.spmv(&data.x), total),
        side("faer", || faer.spmv(), |y| (0..y.nrows()).map(|i| y[(i, 0)]).sum()),
    ];
    if is_asked("spmv") {
        compare("spmv", spmv, python.as_ref());
    }
    let spgemm = vec![
        side("ours", || ours.spgemm(side_of_s).expect("a matrix"), |z| z.level().child().child().values().iter().sum()),
        side(
            "ours, 32 bits",
            || ours.spgemm32(side_of_s).expect("a matrix"),
            |z| z.level().child().child().values().iter().sum(),
        ),
        side("by hand", || by_hand::spgemm(&data.s, &data.s), |z| z.values.iter().sum()),
        side("sprs", || sprs.spgemm(), |z| z.data().iter().sum()),
        side("faer", || faer.spgemm(), |z| z.val().iter().sum()),
    ];
    if is_asked("spgemm") {
        compare("spgemm", spgemm, python.as_ref());
    }
    let spmm = vec![
        side(
            "ours",
            || ours.spmm(side_of_s, rank).expect("a matrix"),
            |z| z.level().child().child().values().iter().sum(),
        ),
        side("by hand", || by_hand::spmm(&data), total),
        side("faer", || faer.spmm(), |z| z.col_iter().map(|column| column.iter().sum::<f64>()).sum()),
    ];
    if is_asked("spmm") {
        compare("spmm", spmm, python.as_ref());
    }
    let sddmm = vec![
        side("ours", || ours.sddmm(side_of_s).expect("a matrix"), |z| z.level().child().child().values().iter().sum()),
        side("by hand", || by_hand::sddmm(&data), total),
    ];
    if is_asked("sddmm") {
        compare("sddmm", sddmm, python.as_ref());
    }
    let mttkrp = vec![
        side(
            "ours",
            || ours.mttkrp(extent, rank).expect("a matrix"),
            |z| z.level().child().child().values().iter().sum(),
        ),
        side("by hand", || by_hand::mttkrp(&data), total),
    ];
    if is_asked("mttkrp") {
        compare("mttkrp", mttkrp, python.as_ref());
    }
}
