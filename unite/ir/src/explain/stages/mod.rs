//! The stages of a program on its way to code. Each stage is a program that can be printed and run.
//!
//! ```text
//! program ----------> piecewise ------> pinpoint ---------> converted ---------> simplified
//!          loops over            points           regions             units drop out,
//!          pieces                are scalars      for loops           dead steps vanish
//! ```
//!
//! ```
//! use unite_ir::loops::parse_text;
//! use unite_ir::explain::stages::{AxisForm, Kinds, stages};
//!
//! let kinds = Kinds::default().tensor("x", &[AxisForm::Interval], 0).tensor("y", &[AxisForm::Interval], 0);
//! let program = parse_text("for i=0:9 s += x[i]*y[i]*d(i)").unwrap();
//! let last = stages(&program, &kinds).unwrap().pop().unwrap();
//! assert_eq!(
//!     last.to_string(),
//!     "simplified:
//!     for p in x:
//!         for q in y:
//!             s += x.val[p]*y.val[q]*max(0, length(x.itvl[p] ^ y.itvl[q] ^ 0:9))
//! "
//! );
//! ```

mod affine;
mod convert;
mod error;
mod evaluate;
mod kinds;
mod piecewise;
mod pinpoint;
mod print;
mod simplify;
mod tree;

pub use error::StageError;
pub use kinds::{AxisForm, Kinds};
pub use tree::{Extent, Part, Path, Selector, Spot, Stage, Step, Term};

use crate::loops::Program;

/// Returns the stages of a program: piecewise, pinpoint, converted, simplified. Each computes the same as the program.
///
/// # Errors
/// The errors are listed in [`StageError`]; for example, an index that is not affine, or one used as a number on
/// intervals.
pub fn stages(program: &Program, kinds: &Kinds) -> Result<Vec<Stage>, StageError> {
    let nests = &program.nests;
    let first = nests.iter().map(|nest| piecewise::piecewise(nest, kinds)).collect::<Result<Vec<_>, _>>()?;
    let second: Vec<Step> = first.iter().map(|nest| pinpoint::specialised(nest, kinds)).collect();
    let third = second.iter().map(|nest| convert::converted(nest, kinds)).collect::<Result<Vec<_>, _>>()?;
    let fourth: Vec<Step> = third.iter().map(simplify::simplified).collect();
    let titles = ["piecewise", "pinpoint", "converted", "simplified"];
    Ok(titles.into_iter().zip([first, second, third, fourth]).map(|(title, nests)| Stage { title, nests }).collect())
}
