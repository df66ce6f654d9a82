//! The times of all kernels, ablations and merges: nanoseconds with a confidence interval, by criterion. The ratios of
//! sides are in the tables of the other benches, where sides take turns, so that a slowdown of the machine affects all
//! of them.
//!
//! ```text
//! cargo bench -p benches --bench estimates                           all of them; about five minutes
//! cargo bench -p benches --bench estimates -- SAD                    those whose name contains SAD
//! cargo bench -p benches --bench estimates -- --save-baseline NAME   for a later comparison, by --baseline NAME
//! ```

use benches::bench::{Bench, Purpose};
use benches::continuous::input::Input;
use benches::continuous::{TIMED, cases, estimate};
use benches::{ablation, kernel};
use criterion::Criterion;
use std::error::Error;
use std::time::Duration;

fn criterion() -> Criterion {
    let short = Criterion::default().warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(1));
    short.without_plots().configure_from_args()
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut bench = Bench::new(Purpose::Estimate(Box::new(criterion())));
    kernel::all(&mut bench);
    ablation::all(&mut bench);
    estimate(&cases(&Input::new(TIMED)?), &mut criterion());
    Ok(())
}
