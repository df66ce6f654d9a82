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
}
