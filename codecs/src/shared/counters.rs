//! [`Event`]: counts of what the H.264 encoder does, for measurements with the feature `counters`.

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "counters"), expect(unreachable_pub, reason = "the module is public with the feature alone"))]
pub enum Event {
    /// A candidate of a macroblock is coded: transform, quantisation and reconstruction of its luma.
    Trial,
    /// The data of a macroblock are stored in the map.
    MapStore,
    /// The bits of a macroblock are counted.
    RateCount,
}

impl Event {
    /// All events.
    #[cfg(feature = "counters")]
    pub const ALL: [Event; 3] = [Event::Trial, Event::MapStore, Event::RateCount];

    /// Counts one more.
    #[inline(always)]
    pub(crate) fn count(self) {
        #[cfg(feature = "counters")]
        COUNTS[self as usize].fetch_add(1, core::sync::atomic::Ordering::Relaxed);
    }

    /// Returns how often it happened in this process.
    ///
    /// ```
    /// use codecs::h264::{Options, Session};
    /// use codecs::picture::{PixelFormat, Pixels};
    /// use codecs::shared::counters::Event;
    /// let mut session = Session::new(Options::new(16, 16).with_monochrome(true))?;
    /// session.push(&Pixels::interleaved(&[128; 256], 16, 16, PixelFormat::Gray)?)?;
    /// assert!(Event::Trial.counted() > 0 && Event::MapStore.counted() > 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cfg(feature = "counters")]
    pub fn counted(self) -> u64 {
        COUNTS[self as usize].load(core::sync::atomic::Ordering::Relaxed)
    }
}

#[cfg(feature = "counters")]
static COUNTS: [core::sync::atomic::AtomicU64; 3] = [const { core::sync::atomic::AtomicU64::new(0) }; 3];
