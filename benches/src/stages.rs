//! Instructions of an encode by stage, counted by callgrind.
//!
//! Each instruction of the program is counted, and the tables of line numbers say which source file it came from, through
//! all inlining.
//!
//! A stage is a source file of the encoder. Instructions of other crates, such as those of a window or of a vector
//! operation, count for the file of the encoder that they were inlined into; those of functions of the C library, for the
//! file that calls them.
//!
//! ```text
//!   program under callgrind ──▶ costs by address, calls by address ──▶ inlined frames of each address ──▶ stage
//! ```

use addr2line::Loader;
use std::collections::{BTreeMap, HashMap};
use std::error::Error;
use std::path::Path;
use std::process::Command;
use std::{env, fs};

/// The argument with which the bench starts itself under callgrind; the arguments of the run follow.
pub const CHILD: &str = "--staged-by-callgrind";

/// The counts of a run.
#[derive(Clone, Debug, Default)]
pub struct Executed {
    /// Instructions by stage: a path below `codecs/src`, or `elsewhere`.
    pub stages: BTreeMap<String, u64>,
    /// All instructions.
    pub instructions: u64,
    /// Calls of `memcpy`, `memmove` and `memset`.
    pub copies: u64,
    /// Calls of `malloc`, `calloc` and `realloc`.
    pub allocations: u64,
}

/// Runs this program under callgrind with [`CHILD`] and `args`. Returns the counts of the run, and its standard output.
///
/// # Errors
/// If valgrind is missing or fails, or if the program has no tables of line numbers.
pub fn run(args: &[String], scratch: &Path) -> Result<(Executed, String), Box<dyn Error>> {
    let file = scratch.join(format!("stages.{}.out", std::process::id()));
    let program = env::current_exe()?;
    let output = Command::new("valgrind")
        .args(["--tool=callgrind", "--dump-instr=yes", "--compress-strings=no", "--compress-pos=no", "--demangle=no"])
        .arg(format!("--callgrind-out-file={}", file.display()))
        .arg(&program)
        .arg(CHILD)
        .args(args)
        .env("LD_BIND_NOW", "1") // otherwise the first call of `memcpy` counts the dynamic linker
        .output()
        .map_err(|error| format!("valgrind cannot be started ({error}); install the package valgrind"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned().into());
    }
    let text = fs::read_to_string(&file)?;
    fs::remove_file(&file)?;
    Ok((by_stage(&text, &program)?, String::from_utf8_lossy(&output.stdout).into_owned()))
}

/// Reads callgrind's output. The used part of the format (callgrind's manual, section "Call-graph profile format"):
/// ```text
/// ob=<object>
/// fn=<function>
/// <address> <line> <instructions>
/// cob=<object of the callee>
/// cfn=<callee>
/// calls=<number of calls> <target>
/// <address> <line> <inclusive instructions>
/// ```
fn by_stage(text: &str, program: &Path) -> Result<Executed, Box<dyn Error>> {
    let (mut executed, mut places) = (Executed::default(), Places::of(text, program)?);
    let (mut ours, mut callee, mut callee_is_ours) = (false, "", true);
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if let Some(object) = line.strip_prefix("ob=") {
            (ours, callee_is_ours) = (Path::new(object) == program, Path::new(object) == program);
        } else if let Some(object) = line.strip_prefix("cob=") {
            callee_is_ours = Path::new(object) == program;
        } else if let Some(name) = line.strip_prefix("cfn=") {
            callee = name;
        } else if let Some(calls) = line.strip_prefix("calls=") {
            let (address, inclusive) = cost(lines.next().unwrap_or_default()).ok_or("a call without a cost")?;
            if ours && !callee_is_ours {
                let calls: u64 = calls.split(' ').next().unwrap_or_default().parse()?;
                let is_copy = ["memcpy", "memmove", "memset"].iter().any(|name| callee.contains(name));
                executed.copies += if is_copy { calls } else { 0 };
                executed.allocations += if matches!(callee, "malloc" | "calloc" | "realloc") { calls } else { 0 };
                let stage = places.stage(address);
                if stage != ELSEWHERE {
                    *executed.stages.entry(stage).or_default() += inclusive;
                }
            }
            callee_is_ours = ours;
        } else if let Some((address, own)) = cost(line) {
            executed.instructions += own;
            let stage = places.stage(address);
            if ours && stage != ELSEWHERE {
                *executed.stages.entry(stage).or_default() += own;
            }
        }
    }
    let known: u64 = executed.stages.values().sum();
    executed.stages.insert(ELSEWHERE.into(), executed.instructions.saturating_sub(known));
    Ok(executed)
}

/// Returns the address and the cost of a line of costs.
fn cost(line: &str) -> Option<(u64, u64)> {
    let mut words = line.split(' ');
    let address = u64::from_str_radix(words.next()?.strip_prefix("0x")?, 16).ok()?;
    Some((address, words.nth(1)?.parse().ok()?))
}

/// The stage of instructions that no file of the encoder caused.
const ELSEWHERE: &str = "elsewhere";

/// The stages of addresses, kept once they are found.
struct Places {
    loader: Loader,
    /// The distance of the program's addresses from those of its file.
    moved: u64,
    known: HashMap<u64, String>,
}

impl Places {
    fn of(text: &str, program: &Path) -> Result<Self, Box<dyn Error>> {
        let loader = Loader::new(program)?;
        // The program is a position-independent one: the linker's address of `main` tells where it was loaded.
        let entry = text.split("\nfn=main\n").nth(1).and_then(|lines| cost(lines.lines().next()?));
        let (entry, _) = entry.ok_or("callgrind saw no function main")?;
        let symbols = Command::new("nm").arg(program).output()?;
        let symbols = String::from_utf8_lossy(&symbols.stdout).into_owned();
        let main = symbols.lines().find(|line| line.ends_with(" T main")).and_then(|line| line.split(' ').next());
        let main = u64::from_str_radix(main.ok_or("the program has no symbol main")?, 16)?;
        Ok(Places { loader, moved: entry - main, known: HashMap::new() })
    }

    /// Returns the stage of an address: the innermost file of `codecs` in its inlined frames.
    fn stage(&mut self, address: u64) -> String {
        let Places { loader, moved, known } = self;
        known
            .entry(address)
            .or_insert_with(|| find(loader, address - *moved).unwrap_or_else(|| ELSEWHERE.into()))
            .clone()
    }
}

fn find(loader: &Loader, address: u64) -> Option<String> {
    let mut frames = loader.find_frames(address).ok()?;
    while let Some(frame) = frames.next().ok()? {
        let file = frame.location.and_then(|location| location.file).unwrap_or_default();
        if let Some((_, stage)) = file.split_once("codecs/src/") {
            return Some(stage.to_owned());
        }
    }
    None
}
