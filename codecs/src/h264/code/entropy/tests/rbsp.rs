//! A reader of the bits of an RBSP (7.2, 9.1), for the parsers in these tests.

use crate::shared::bits::Bits;

#[derive(Clone, Debug)]
pub(super) struct Rbsp<'a> {
    bytes: &'a [u8],
    bits: Bits<'a>,
}

impl<'a> Rbsp<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Rbsp { bytes, bits: Bits::new(bytes) }
    }

    pub(super) fn bit(&mut self) -> u32 {
        self.bits(1)
    }

    pub(super) fn bits(&mut self, n: u32) -> u32 {
        self.bits.read(n).expect("a read within the RBSP")
    }

    /// Goes back by one bit.
    pub(super) fn back(&mut self) {
        self.bits.seek(self.bits.at() - 1);
    }

    pub(super) fn ue(&mut self) -> u32 {
        let mut leading_zero_bits = 0;
        while self.bit() == 0 {
            leading_zero_bits += 1;
        }
        (1 << leading_zero_bits) - 1 + self.bits(leading_zero_bits)
    }

    /// Reads `se(v)` (Table 9-3).
    pub(super) fn se(&mut self) -> i32 {
        let k = self.ue() as i32;
        if k % 2 == 1 { (k + 1) / 2 } else { -(k / 2) }
    }

    pub(super) fn te(&mut self, most: u32) -> u32 {
        if most > 1 { self.ue() } else { 1 - self.bit() }
    }

    pub(super) fn align(&mut self, filling: u32) {
        while !self.bits.at().is_multiple_of(8) {
            assert_eq!(self.bit(), filling, "an alignment bit");
        }
    }

    pub(super) fn byte(&mut self) -> u8 {
        self.bits(8) as u8
    }

    /// Returns `more_rbsp_data()`: whether any bits are left before the last bit that is 1.
    pub(super) fn more_data(&self) -> bool {
        self.bits.at() < self.stop() as u64
    }

    /// Returns the position of `rbsp_stop_one_bit`.
    pub(super) fn stop(&self) -> usize {
        (0..8 * self.bytes.len()).rev().find(|&at| self.bytes[at / 8] >> (7 - at % 8) & 1 == 1).expect("a stop bit")
    }

    pub(super) fn trailing(&mut self) {
        assert_eq!(self.bit(), 1, "rbsp_stop_one_bit");
        self.align(0);
        assert_eq!(self.bits.left(), 0, "nothing follows");
    }
}
