//! The single coordinates of a piece, for formats that store coordinates.

use crate::continuous::{Coord, Cut};
use crate::level::LevelError;
use crate::level::pieces::is_single;

/// The coordinates of a piece, one by one.
#[derive(Debug, Clone)]
pub(in crate::level) struct Singles<C> {
    at: Cut<C>,
    stop: Cut<C>,
}

/// Returns the coordinates of a piece, one by one: a point, or finitely many integers.
pub(in crate::level) fn singles<C: Coord>(
    format: &'static str,
    start: Cut<C>,
    stop: Cut<C>,
) -> Result<Singles<C>, LevelError> {
    if !is_single(start, stop) && start < stop {
        if !C::DISCRETE {
            return Err(LevelError::unfit(
                format,
                start,
                stop,
                "it holds single coordinates; use a format of intervals",
            ));
        }
        if C::measure(start, stop).is_infinite() {
            return Err(LevelError::unfit(format, start, stop, "it holds finitely many coordinates; bound the loop"));
        }
    }
    Ok(Singles { at: start, stop })
}

impl<C: Coord> Iterator for Singles<C> {
    type Item = C;

    #[inline(always)]
    fn next(&mut self) -> Option<C> {
        if self.at >= self.stop {
            return None;
        }
        let coordinate = self.at.value;
        self.at = coordinate.after();
        Some(coordinate)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_of_integers_is_its_integers_and_a_real_interval_is_refused() {
        let run: Vec<i8> = singles("Any", (-2i8).before(), 1i8.after()).expect("finite").collect();
        assert_eq!(run, [-2, -1, 0, 1]);
        let last: Vec<i8> = singles("Any", 126i8.before(), 126i8.after()).expect("one coordinate").collect();
        assert_eq!(last, [126]);
        let point: Vec<f64> = singles("Any", f64::before(2.5), f64::after(2.5)).expect("a point").collect();
        assert_eq!(point, [2.5]);
        let error = singles("Any", f64::before(2.5), f64::before(3.0)).expect_err("an interval");
        assert_eq!(
            error.to_string(),
            "Any cannot hold the piece [2.5, 3): it holds single coordinates; use a format of intervals"
        );
        assert!(singles("Any", 2i64.before(), Cut::LAST).is_err());
        assert!(singles("Any", Cut::FIRST, (i64::MIN + 1).before()).is_err());
    }
}
