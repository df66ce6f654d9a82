//! Bits of an RBSP, one at a time (7.2, 9.1).

#[derive(Clone, Debug)]
pub(super) struct Rbsp<'a> {
    bytes: &'a [u8],
    /// The number of the next bit.
    pub at: usize,
}

impl<'a> Rbsp<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Rbsp { bytes, at: 0 }
    }

    pub(super) fn bit(&mut self) -> u32 {
        let bit = self.bytes[self.at / 8] >> (7 - self.at % 8) & 1;
        self.at += 1;
        bit.into()
    }

    pub(super) fn bits(&mut self, n: u32) -> u32 {
        (0..n).fold(0, |value, _| 2 * value + self.bit())
    }

    pub(super) fn ue(&mut self) -> u32 {
        let mut leading_zero_bits = 0;
        while self.bit() == 0 {
            leading_zero_bits += 1;
        }
        (1 << leading_zero_bits) - 1 + self.bits(leading_zero_bits)
    }

    /// Table 9-3.
    pub(super) fn se(&mut self) -> i32 {
        let k = self.ue() as i32;
        if k % 2 == 1 { (k + 1) / 2 } else { -(k / 2) }
    }

    pub(super) fn te(&mut self, most: u32) -> u32 {
        if most > 1 { self.ue() } else { 1 - self.bit() }
    }

    pub(super) fn align(&mut self, filling: u32) {
        while !self.at.is_multiple_of(8) {
            assert_eq!(self.bit(), filling, "bits of alignment");
        }
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.bits(8) as u8
    }

    /// `more_rbsp_data()`: whether anything stands before the last bit that is 1.
    pub(super) fn more_data(&self) -> bool {
        self.at < self.stop()
    }

    /// Where `rbsp_stop_one_bit` is.
    pub(super) fn stop(&self) -> usize {
        (0..8 * self.bytes.len()).rev().find(|&at| self.bytes[at / 8] >> (7 - at % 8) & 1 == 1).expect("a stop bit")
    }

    pub(super) fn trailing(&mut self) {
        assert_eq!(self.bit(), 1, "rbsp_stop_one_bit");
        self.align(0);
        assert_eq!(self.at, 8 * self.bytes.len(), "nothing follows");
    }
}
