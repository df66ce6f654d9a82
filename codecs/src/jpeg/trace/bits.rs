//! [`Bits`]: a bit reader for entropy-coded data that skips and reports stuffed bytes (T.81 F.2.2.5).

/// The bits of a restart interval (F.2.2.5), up to the end of `bytes`.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    bit: u32,
    /// Positions of stuffed zero bytes skipped and not yet reported. An element of 16 bits can complete at most two
    /// bytes.
    stuffed: [Option<usize>; 2],
}

impl<'a> Bits<'a> {
    /// Returns a reader of `bytes` from byte `at` on.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Bits { bytes, at, bit: 0, stuffed: [None; 2] }
    }

    /// Returns the position of the next bit, in bits from the first byte.
    pub(super) fn position(&self) -> u64 {
        8 * self.at as u64 + u64::from(self.bit)
    }

    /// Returns the number of bits left, including those of stuffed bytes.
    pub(super) fn left(&self) -> u64 {
        (8 * self.bytes.len() as u64).saturating_sub(self.position())
    }

    /// Returns the number of bits up to the next byte boundary.
    pub(super) fn before_whole_byte(&self) -> u32 {
        (8 - self.bit) % 8
    }

    /// Returns the positions of the stuffed bytes skipped since the last call.
    pub(super) fn take_stuffed(&mut self) -> impl Iterator<Item = usize> + use<> {
        core::mem::take(&mut self.stuffed).into_iter().flatten()
    }

    /// Reads the next bit; `None` at the end.
    pub(super) fn next(&mut self) -> Option<u32> {
        let byte = *self.bytes.get(self.at)?;
        let bit = byte >> (7 - self.bit) & 1;
        self.bit += 1;
        if self.bit == 8 {
            (self.at, self.bit) = (self.at + 1, 0);
            if byte == 0xFF && self.bytes.get(self.at) == Some(&0) {
                self.stuffed = [self.stuffed[1], Some(self.at)];
                self.at += 1;
            }
        }
        Some(bit.into())
    }

    /// Reads `n` bits (procedure RECEIVE, Figure F.17).
    pub(super) fn receive(&mut self, n: u32) -> Option<u32> {
        (0..n).try_fold(0, |value, _| Some(value << 1 | self.next()?))
    }
}
