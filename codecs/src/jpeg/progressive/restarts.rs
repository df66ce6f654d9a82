//! [`Restarts`]: the restart markers of a scan (T.81 E.1.4).

/// A counter of MCUs that says where restart markers stand.
#[derive(Clone, Debug)]
pub(super) struct Restarts {
    /// MCUs between two markers; 0 for no markers.
    interval: usize,
    left: usize,
    markers: usize,
}

impl Restarts {
    pub(super) fn new(interval: usize) -> Self {
        Restarts { interval, left: interval, markers: 0 }
    }

    /// Goes to MCU number `mcu`, before which a marker may stand.
    pub(super) fn go_to(&mut self, mcu: usize) {
        if let Some(intervals) = mcu.checked_div(self.interval) {
            let is_due = mcu > 0 && mcu.is_multiple_of(self.interval);
            self.markers = intervals - usize::from(is_due);
            self.left = if is_due { 0 } else { (intervals + 1) * self.interval - mcu };
        }
    }

    /// Counts an MCU, and returns the number of the marker before it, from 0, if there is one.
    #[inline(always)]
    pub(super) fn before_mcu(&mut self) -> Option<usize> {
        if self.interval == 0 {
            return None;
        }
        if self.left > 0 {
            self.left -= 1;
            return None;
        }
        self.left = self.interval - 1;
        self.markers += 1;
        Some(self.markers - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markers_stand_between_intervals() {
        let marks = |interval| {
            let mut restarts = Restarts::new(interval);
            (0..6).map(|_| restarts.before_mcu()).collect::<Vec<_>>()
        };
        assert_eq!(marks(0), [None; 6]);
        assert_eq!(marks(1), [None, Some(0), Some(1), Some(2), Some(3), Some(4)]);
        assert_eq!(marks(4), [None, None, None, None, Some(0), None]);
    }

    #[test]
    fn markers_are_the_same_from_any_mcu_on() {
        for interval in 0..6 {
            let marks = |first: usize| {
                let mut restarts = Restarts::new(interval);
                restarts.go_to(first);
                (first..20).map(|_| restarts.before_mcu()).collect::<Vec<_>>()
            };
            (0..20).for_each(|first| assert_eq!(marks(first), marks(0)[first..], "{interval}, {first}"));
        }
    }
}
