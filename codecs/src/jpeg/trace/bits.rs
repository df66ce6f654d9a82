//! [`Bits`]: the bits of entropy-coded data, one by one, and the stuffed bytes among them (T.81 F.2.2.5).

/// The bits of a restart interval (F.2.2.5), which ends where `bytes` does.
#[derive(Clone, Copy)]
pub(super) struct Bits<'a> {
    bytes: &'a [u8],
    at: usize,
    bit: u32,
    /// Zero bytes passed over that were not told yet: an element of 16 bits ends two bytes at most.
    stuffed: [Option<usize>; 2],
}

impl<'a> Bits<'a> {
    /// Those of `bytes` from byte `at` on.
    pub(super) fn new(bytes: &'a [u8], at: usize) -> Self {
        Bits { bytes, at, bit: 0, stuffed: [None; 2] }
    }

    /// Bits before the next one, from the first byte on.
    pub(super) fn position(&self) -> u64 {
        8 * self.at as u64 + u64::from(self.bit)
    }

    /// Bits before the end, stuffed ones included.
    pub(super) fn left(&self) -> u64 {
        (8 * self.bytes.len() as u64).saturating_sub(self.position())
    }

    /// Bits before the next whole byte.
    pub(super) fn before_whole_byte(&self) -> u32 {
        (8 - self.bit) % 8
    }

    /// Where the zero bytes stand that were passed over since this was asked last.
    pub(super) fn take_stuffed(&mut self) -> impl Iterator<Item = usize> + use<> {
        core::mem::take(&mut self.stuffed).into_iter().flatten()
    }

    /// The next bit.
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

    /// The procedure RECEIVE (Figure F.17).
    pub(super) fn receive(&mut self, n: u32) -> Option<u32> {
        (0..n).try_fold(0, |value, _| Some(value << 1 | self.next()?))
    }
}
