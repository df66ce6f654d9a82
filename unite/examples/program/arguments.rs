//! The arguments of the command.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::str::FromStr;

use clap::{Args, Parser, ValueEnum};
use unite::program::DEFAULT_LIMIT;

use crate::error::ArgumentError;

/// The vector length of `--print padded` where `--padded` gives none.
pub(crate) const MULTIPLE: NonZeroUsize = NonZeroUsize::new(4).expect("not 0");

/// The text below the options in `--help`.
const MORE: &str = "\
The program, for example y.tl, a matrix times a vector:

  var input a : [N M]   var input x : [M]   var output y : [N]
  y = (a # x) . [2 3]

  a + b, a - b, a * b, a / b   of equal shapes; also s * a and a / s with a scalar s
  a # b                        the outer product
  a . [2 3]                    sums over two dimensions, counted from 1
  a ^ [1 2]                    two dimensions exchanged
  exp(a), log(a)               of each element

  All operators have one rank and associate to the left. Comments are // and /* */.

Inputs: each `var input NAME` is read from NAME.npy or NAME.csv in the folder of FILE.

  .npy  as numpy.save writes it: float32, float64, int32, int64, any byte order, C or Fortran order.
        NaN is undefined.
  .csv  numbers, a row a line, separated by commas; a vector is one line or one column. An empty cell
        is undefined; with --exact 1/3 is a number, too.

Results: variables declared as `output`, or all that are assigned if none is. They are printed, a row a line,
`u` for an undefined element; or written to --out as NAME.npy, NaN for an undefined element, with --exact as
NAME.csv. All of them are written, or none.

  y.tl, a.npy, x.csv:   cargo run --release -p unite --example program -- y.tl --out results";

/// Runs a tensor program: linear algebra without indices, on arrays of numpy and tables of numbers.
#[derive(Debug, Parser)]
#[command(name = "program", after_help = MORE)]
pub(crate) struct Arguments {
    /// The program; its inputs lie in the same folder
    pub(crate) file: PathBuf,
    /// Write results into this folder instead of printing them; it is made if need be
    #[arg(long, value_name = "DIR")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) numbers: NumbersArguments,
    /// Run in storage whose extents are rounded up to multiples of M; results are the same
    #[arg(long, value_name = "M", conflicts_with = "threads")]
    pub(crate) padded: Option<NonZeroUsize>,
    /// Run on N threads; results are the same
    #[arg(long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The size of an extent that the program names; others are those of the inputs
    #[arg(long, value_name = "NAME=SIZE")]
    pub(crate) set: Vec<Setting>,
    /// Print this about the program, and do not run it
    #[arg(long, value_name = "WHAT", value_enum)]
    pub(crate) print: Vec<Print>,
    /// Operations on elements beyond which a program is not run
    #[arg(long, value_name = "N", default_value_t = 10_000_000_000)]
    pub(crate) most_operations: u128,
    /// Bytes of tensors beyond which a program is not run; give no more than the machine has
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT)]
    pub(crate) most_bytes: usize,
}

/// The type of numbers, one flag each.
#[derive(Debug, Clone, Copy, Default, Args)]
#[group(multiple = false)]
pub(crate) struct NumbersArguments {
    /// Exact rationals; `exp` and `log` are undefined but for exp(0) and log(1)
    #[arg(long)]
    exact: bool,
    /// Floating-point numbers of 32 bits
    #[arg(long)]
    f32: bool,
    /// Floating-point numbers of 64 bits, the default
    #[arg(long)]
    f64: bool,
    /// Integers of 64 bits, without `/`, `exp` and `log`; what overflows is undefined
    #[arg(long)]
    i64: bool,
    /// Integers of 32 bits
    #[arg(long)]
    i32: bool,
}

impl NumbersArguments {
    pub(crate) fn kind(self) -> Numbers {
        match self {
            NumbersArguments { exact: true, .. } => Numbers::Exact,
            NumbersArguments { f32: true, .. } => Numbers::F32,
            NumbersArguments { i64: true, .. } => Numbers::I64,
            NumbersArguments { i32: true, .. } => Numbers::I32,
            _ => Numbers::F64,
        }
    }
}

/// A type of numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Numbers {
    Exact,
    F32,
    F64,
    I64,
    I32,
}

/// The parts of a program that can be printed.
#[derive(Debug, Clone, Copy, PartialEq, ValueEnum)]
pub(crate) enum Print {
    /// The program, with the parentheses that make it plain
    Ast,
    /// The shapes of variables and expressions
    Types,
    /// The origin of each variable's value that is read
    Reaching,
    /// Statements that no result depends on
    Dead,
    /// Expressions that are written more than once on the same values
    Common,
    /// The statements that are written straight into their targets
    InPlace,
    /// The cheapest order of products of three factors and more
    Order,
    /// The values of the program, each once
    Dag,
    /// The values that results need, by height
    Staged,
    /// Storage in vectors of --padded elements, 4 without it
    Padded,
    /// The program as functions in Rust
    Rust,
}

/// `N=300`
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Setting {
    pub(crate) name: String,
    pub(crate) size: NonZeroUsize,
}

impl FromStr for Setting {
    type Err = ArgumentError;

    fn from_str(text: &str) -> Result<Self, ArgumentError> {
        let (name, size) = text.split_once('=').ok_or(ArgumentError::Setting)?;
        let size = size.parse().map_err(|_| ArgumentError::Size { text: size.to_owned() })?;
        Ok(Setting { name: name.to_owned(), size })
    }
}

/// Threads that a pool may have.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, ArgumentError> {
    let threads = text.parse().ok().filter(|threads: &NonZeroUsize| threads.get() <= MOST_THREADS);
    threads.ok_or(ArgumentError::Threads { most: MOST_THREADS })
}
