//! The arithmetic encoder (9.3.4), written after the standard's flow charts. Outstanding bits are put one by one.

use crate::h264::code::entropy::cabac_tables::{RANGE_LPS, TRANS_IDX_LPS, TRANS_IDX_MPS};
use crate::h264::code::entropy::{Arithmetic, Bins, Engine};
use bitstream_io::{BigEndian, BitWrite, BitWriter};

struct Plain {
    low: u32,
    range: u32,
    first_bit: bool,
    bits_outstanding: u32,
    bits: BitWriter<Vec<u8>, BigEndian>,
}

impl Plain {
    fn new() -> Self {
        Plain { low: 0, range: 510, first_bit: true, bits_outstanding: 0, bits: BitWriter::new(Vec::new()) }
    }

    fn put(&mut self, bits: u32, n: u32) {
        self.bits.write_var(n, bits).expect("memory takes everything");
    }

    fn put_bit(&mut self, bit: bool) {
        if self.first_bit {
            self.first_bit = false;
        } else {
            self.put(bit.into(), 1);
        }
        while self.bits_outstanding > 0 {
            self.put((!bit).into(), 1);
            self.bits_outstanding -= 1;
        }
    }

    fn settle(&mut self, low: u32, high: u32) {
        if self.low < low {
            self.put_bit(false);
        } else if self.low >= high {
            self.low -= high;
            self.put_bit(true);
        } else {
            self.low -= low;
            self.bits_outstanding += 1;
        }
    }

    fn renorm(&mut self) {
        while self.range < 256 {
            self.settle(256, 512);
            self.range <<= 1;
            self.low <<= 1;
        }
    }

    fn decision(&mut self, state: &mut u8, bin: bool) {
        let (mut index, mut mps) = (usize::from(*state / 2), *state % 2 == 1);
        let lps = u32::from(RANGE_LPS[index][(self.range >> 6 & 3) as usize]);
        self.range -= lps;
        if bin != mps {
            self.low += self.range;
            self.range = lps;
            mps ^= index == 0;
            index = TRANS_IDX_LPS[index].into();
        } else {
            index = TRANS_IDX_MPS[index].into();
        }
        *state = 2 * index as u8 + u8::from(mps);
        self.renorm();
    }

    fn bypass(&mut self, bin: bool) {
        self.low <<= 1;
        if bin {
            self.low += self.range;
        }
        self.settle(512, 1024);
    }

    fn terminate(&mut self, bin: bool) {
        self.range -= 2;
        if bin {
            self.low += self.range;
            self.range = 2;
            self.renorm();
            self.put_bit(self.low >> 9 & 1 == 1);
            self.put(self.low >> 7 & 3 | 1, 2);
        } else {
            self.renorm();
        }
    }

    /// Returns the bytes; an incomplete last byte is filled with zeros.
    fn into_bytes(mut self) -> Vec<u8> {
        self.bits.byte_align().expect("memory takes everything");
        self.bits.into_writer()
    }
}

#[test]
fn the_arithmetic_coder_writes_the_bits_of_the_flow_charts() {
    let mut random = super::random::Random::new(1);
    for run in 0..3000 {
        let (mut fast, mut plain) = (Arithmetic::new(Vec::new()), Plain::new());
        let mut states: Vec<u8> = (0..16).map(|_| random.below(126) as u8).collect();
        let mut others = states.clone();
        // Some runs consist mostly of the less probable value, some of the more probable one.
        let skew = [1, 3, 8, 60][run % 4];
        for _ in 0..random.below(2000) {
            let k = random.below(16);
            match random.below(12) {
                0 => {
                    let n = 1 + random.below(32) as u32;
                    let ones = random.below(3) == 0;
                    let bins = if ones { u32::MAX >> (32 - n) } else { random.bits() as u32 >> (32 - n) };
                    fast.bins().bypass(bins, n);
                    (0..n).rev().for_each(|bit| plain.bypass(bins >> bit & 1 == 1));
                }
                1 => {
                    fast.go_on();
                    plain.terminate(false);
                }
                _ => {
                    let bin = (states[k] % 2 == 1) ^ (random.below(skew) == 0);
                    fast.bins().decision(&mut states[k], bin);
                    plain.decision(&mut others[k], bin);
                }
            }
        }
        plain.terminate(true);
        assert_eq!(fast.finish(), plain.into_bytes());
        assert_eq!(states, others);
    }
}

#[test]
fn a_carry_passes_through_all_bytes_of_ones() {
    // Repeating the less probable value of an even state puts low just below a power of two.
    for ones in 0..200 {
        for tail in 0..64_u32 {
            let (mut fast, mut plain) = (Arithmetic::new(vec![1]), Plain::new());
            plain.put(1, 8);
            fast.bins().bypass(0, 1);
            plain.bypass(false);
            for _ in 0..ones {
                fast.bins().bypass(1, 1);
                plain.bypass(true);
            }
            let (mut a, mut b) = (tail as u8, tail as u8);
            for k in 0..6 {
                let bin = tail >> k & 1 == 1;
                fast.bins().decision(&mut a, bin);
                plain.decision(&mut b, bin);
                fast.bins().bypass(u32::from(!bin), 1);
                plain.bypass(!bin);
            }
            plain.terminate(true);
            assert_eq!(fast.finish(), plain.into_bytes());
        }
    }
}
