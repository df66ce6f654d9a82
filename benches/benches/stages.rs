//! Instructions of the H.264 encoder for each macroblock, by stage, with a gate on their sum.
//!
//! ```text
//! cargo bench -p benches --bench stages               a drawn clip, against the gate, as CI runs it
//! cargo bench -p benches --bench stages -- CLIP.y4m [--frames N] [--qp N] [--preset NAME]
//!                                                     any clip of 8 bits in 4:2:0, without a gate
//! ```
//!
//! With `--features counters` it also prints trials, stores in the map and counts of bits, whose counting costs instructions.

use benches::clip::{Clip, ClipFile};
use benches::stages::{self, Executed};
use codecs::h264::{Options, Preset, Session};
use codecs::picture::Pixels;
use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::{env, fs};

/// The greatest number of instructions for each macroblock of the drawn clip, at AVX2 and the default options: what was measured
/// and 2 %. The clip is harder than most: all of it moves, and has noise.
const GATE: f64 = 179_400.0;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).filter(|arg| arg != "--bench").collect();
    match run(&args) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("stages: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: &[String]) -> Result<ExitCode, Box<dyn Error>> {
    if let [first, rest @ ..] = args
        && first == stages::CHILD
    {
        println!("{}", encode(rest)?);
        return Ok(ExitCode::SUCCESS);
    }
    let (executed, output) = stages::run(args, Path::new(env!("CARGO_TARGET_TMPDIR")))?;
    let (macroblocks, counted) = output.trim().split_once(' ').unwrap_or((output.trim(), ""));
    let macroblocks: u64 = macroblocks.parse()?;
    print(&executed, macroblocks);
    for (name, n) in ["trials", "stores in the map", "counts of bits"].iter().zip(counted.split(' ')) {
        if let Ok(n) = n.parse::<u64>() {
            println!("{:10.2}  {name}", n as f64 / macroblocks as f64);
        }
    }
    let each = executed.instructions as f64 / macroblocks as f64;
    if args.is_empty() && each > GATE {
        eprintln!("stages: {each:.0} instructions a macroblock are above the gate of {GATE:.0}");
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn print(executed: &Executed, macroblocks: u64) {
    let each = |n: u64| n as f64 / macroblocks as f64;
    let mut rows: Vec<_> = executed.stages.iter().collect();
    rows.sort_by_key(|(_, n)| std::cmp::Reverse(**n));
    println!("instructions a macroblock, by the file of the encoder they come from:");
    for (stage, n) in rows {
        println!("{:10.0}  {:4.1} %  {stage}", each(*n), 100.0 * *n as f64 / executed.instructions as f64);
    }
    println!("{:10.0}  in all, of {macroblocks} macroblocks", each(executed.instructions));
    println!(
        "{:10.2}  copies or fills of memory, {:.3} allocations",
        each(executed.copies),
        each(executed.allocations)
    );
}

/// Encodes a clip. Returns the number of macroblocks, and those of events if they are counted.
fn encode(args: &[String]) -> Result<String, Box<dyn Error>> {
    let macroblocks = match args.first() {
        Some(path) => {
            let mut clip = ClipFile::open(fs::File::open(path)?)?;
            let frames = value(args, "--frames").map_or(Ok(12), |n| n.parse())?;
            code([clip.height, clip.width], args, |push| clip.for_each(frames, push))?
        }
        None => {
            let clip = Clip::drawn();
            code([clip.height, clip.width], args, |push| clip.for_each(push))?
        }
    };
    let counted = std::iter::empty::<u64>();
    #[cfg(feature = "counters")]
    let counted = counted.chain(codecs::shared::counters::Event::ALL.map(|event| event.counted()));
    Ok(counted.fold(macroblocks.to_string(), |text, n| format!("{text} {n}")))
}

/// Returns the value of a switch.
fn value<'a>(args: &'a [String], name: &str) -> Option<&'a String> {
    args.iter().position(|arg| arg == name).and_then(|at| args.get(at + 1))
}

type Push<'a> = &'a mut dyn FnMut(&Pixels<'_>) -> Result<(), Box<dyn Error>>;

/// Encodes the pictures that a clip pushes. Returns the number of macroblocks.
fn code(
    [height, width]: [usize; 2],
    args: &[String],
    clip: impl FnOnce(Push<'_>) -> Result<(), Box<dyn Error>>,
) -> Result<usize, Box<dyn Error>> {
    let mut options = Options::new(width, height);
    if let Some(preset) = value(args, "--preset") {
        let preset = Preset::from_name(preset)
            .ok_or_else(|| format!("{preset} is no preset; use {}", Preset::ALL.map(Preset::name).join(", ")))?;
        options = options.with_preset(preset);
    }
    if let Some(qp) = value(args, "--qp") {
        options.qp = qp.parse()?;
    }
    let (mut session, mut macroblocks) = (Session::new(options)?, 0);
    clip(&mut |picture| {
        session.push(picture)?;
        macroblocks += width.div_ceil(16) * height.div_ceil(16);
        Ok(())
    })?;
    session.finish()?;
    Ok(macroblocks)
}
