//! The arithmetic decoder (9.3.1, 9.3.3.2), written after the standard's flow charts.

use super::rbsp::Rbsp;
use crate::h264::code::entropy::cabac_tables::{INIT, RANGE_LPS, TRANS_IDX_LPS, TRANS_IDX_MPS};

pub(super) struct Decoder<'a> {
    pub bits: Rbsp<'a>,
    range: u32,
    offset: u32,
    p_state_idx: Vec<u8>,
    val_mps: Vec<u32>,
}

impl<'a> Decoder<'a> {
    pub(super) fn new(bits: Rbsp<'a>, slice_qp: u8, cabac_init_idc: Option<u8>) -> Self {
        let column = cabac_init_idc.map_or(0, |idc| usize::from(idc) + 1);
        let (mut p_state_idx, mut val_mps) = (Vec::new(), Vec::new());
        for [m, n] in INIT[column] {
            let pre_ctx_state = (((i32::from(m) * i32::from(slice_qp)) >> 4) + i32::from(n)).clamp(1, 126);
            if pre_ctx_state <= 63 {
                p_state_idx.push(63 - pre_ctx_state as u8);
                val_mps.push(0);
            } else {
                p_state_idx.push(pre_ctx_state as u8 - 64);
                val_mps.push(1);
            }
        }
        let mut decoder = Decoder { bits, range: 0, offset: 0, p_state_idx, val_mps };
        decoder.start();
        decoder
    }

    /// Initialises the decoder (9.3.1.2).
    pub(super) fn start(&mut self) {
        self.range = 510;
        self.offset = self.bits.bits(9);
        assert!(self.offset < 510, "codIOffset 510 and 511 are not allowed");
    }

    /// Decodes a bin in a context: DecodeDecision (Figure 9-31) and RenormD (Figure 9-32).
    pub(super) fn decision(&mut self, ctx_idx: usize) -> u32 {
        let state = usize::from(self.p_state_idx[ctx_idx]);
        let q_cod_i_range_idx = (self.range >> 6) & 3;
        let lps = u32::from(RANGE_LPS[state][q_cod_i_range_idx as usize]);
        self.range -= lps;
        let mut bin = self.val_mps[ctx_idx];
        if self.offset >= self.range {
            bin = 1 - bin;
            self.offset -= self.range;
            self.range = lps;
            if state == 0 {
                self.val_mps[ctx_idx] = 1 - self.val_mps[ctx_idx];
            }
            self.p_state_idx[ctx_idx] = TRANS_IDX_LPS[state];
        } else {
            self.p_state_idx[ctx_idx] = TRANS_IDX_MPS[state];
        }
        self.renorm();
        bin
    }

    fn renorm(&mut self) {
        while self.range < 256 {
            self.range <<= 1;
            self.offset = self.offset << 1 | self.bits.bit();
        }
    }

    /// Decodes a bypass bin: DecodeBypass (Figure 9-33).
    pub(super) fn bypass(&mut self) -> u32 {
        self.offset = self.offset << 1 | self.bits.bit();
        if self.offset >= self.range {
            self.offset -= self.range;
            return 1;
        }
        0
    }

    /// Decodes a terminating bin: DecodeTerminate (Figure 9-34). After a 1, the last bit read is the final 1 before PCM
    /// samples or `rbsp_stop_one_bit`.
    pub(super) fn terminate(&mut self) -> u32 {
        self.range -= 2;
        if self.offset >= self.range {
            return 1;
        }
        self.renorm();
        0
    }
}
