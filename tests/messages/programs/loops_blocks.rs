//! Blocks whose statements meet, and folds by no function of two values.
//! The compiler says which names, and the remedy.

use unite::continuous::Interval;
use unite::level::{Element, Piecewise, SparseList};
use unite::loops;

fn main() {
    let format = || SparseList::new(Interval::closed(0, 9).unwrap(), Element::new(0.0));
    let x = Piecewise::declare(format()).freeze().unwrap();
    let mut z = Piecewise::declare(format());
    let (mut s, mut t) = (0.0, 0.0);
    let _ = loops!(for i { z[i] = x[i]; t += z[i] });
    let _ = loops!(for i { z[i] = x[i]; z[i + 1] += x[i] });
    let _ = loops!(for i if x[i] > 0.0 s = x[i] else s = -x[i]);
    let _ = loops!(for i s <<f64::sqrt>>= x[i]);
    let _ = loops!(for i s <<t>>= x[i] * 2.0);
    let _ = loops!(for i s *= x[i] * d(i));
}
