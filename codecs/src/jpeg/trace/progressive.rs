//! The scans of the progressive process: blocks whose bits are spread over scans (T.81 G.1.2, G.2).

use super::bits::Bits;
use super::entropy_coded::{Broken, Tracer};
use super::scan::Band;
use crate::jpeg::huffman_decoder::HuffmanDecoder;
use std::collections::BTreeMap;

/// The state of the blocks between scans, and of a run of blocks within one.
#[derive(Default)]
pub(super) struct Progress {
    /// The coefficients that are not 0 so far, one bit each, by component identifier, row and column; a block without
    /// any is left out, so that memory grows with the data.
    significant: BTreeMap<(u8, u64, u64), u64>,
    /// The blocks left whose band has ended (`EOBRUN`).
    pub(super) eob_run: u32,
}

impl Progress {
    fn of(&self, block: (u8, u64, u64)) -> u64 {
        self.significant.get(&block).copied().unwrap_or(0)
    }

    /// Returns whether an AC scan has no bits of a block, and if so counts it.
    pub(super) fn skips(&mut self, band: &Band, block: (u8, u64, u64)) -> bool {
        let skips = self.eob_run > 0 && (!band.refines || self.of(block) & band.mask() == 0);
        self.eob_run -= u32::from(skips);
        skips
    }
}

impl Tracer<'_> {
    /// Traces a block of a DC scan (G.1.2.1); `dc` is the table of a first scan.
    pub(super) fn dc_band(&mut self, dc: Option<&HuffmanDecoder>, low: u32, bits: &mut Bits<'_>) -> Result<(), Broken> {
        let Some(dc) = dc else {
            return self.bit(bits, low, format_args!("DC bit"));
        };
        let ssss = self.code(bits, dc, "DC SSSS")?;
        if ssss > 15 {
            return Err(Broken::Value);
        }
        self.scaled(bits, ssss, low, format_args!("DC diff"))
    }

    /// Traces a block of an AC scan (G.1.2.2, G.1.2.3).
    pub(super) fn ac_band(
        &mut self,
        ac: &HuffmanDecoder,
        band: &Band,
        block: (u8, u64, u64),
        bits: &mut Bits<'_>,
    ) -> Result<(), Broken> {
        let before = if band.refines { self.progress.of(block) } else { 0 };
        let mut significant = before;
        let end = band.last + 1;
        let mut k = band.first;
        while k < end && self.progress.eob_run == 0 {
            let rs = self.code(bits, ac, "AC RRRRSSSS")?;
            let (rrrr, ssss) = (rs >> 4, rs & 15);
            if ssss == 0 && rrrr < 15 {
                self.progress.eob_run = (1 << rrrr) + self.run(bits, rrrr)?;
                break;
            }
            // The place after RRRR coefficients that are and stay 0.
            let mut zeros = (k..end).filter(|&k| before >> k & 1 == 0).skip(rrrr as usize);
            let at = zeros.next().unwrap_or(end);
            if ssss > 0 {
                if at == end || (band.refines && ssss > 1) {
                    return Err(Broken::Value);
                }
                self.scaled(bits, ssss, band.low, format_args!("ZZ({at})"))?;
                significant |= 1 << at;
            }
            self.corrections(bits, before, (k, at), band.low)?;
            k = at + 1;
        }
        if self.progress.eob_run > 0 {
            self.corrections(bits, before, (k, end), band.low)?;
            self.progress.eob_run -= 1;
        }
        if significant != before || !band.refines {
            let all = self.progress.of(block) | significant;
            if all != 0 {
                self.progress.significant.insert(block, all);
            }
        }
        Ok(())
    }

    /// Traces the correction bits of the coefficients from `k` on, up to `end`, that were significant before the scan.
    fn corrections(&mut self, bits: &mut Bits<'_>, before: u64, (k, end): (u32, u32), low: u32) -> Result<(), Broken> {
        (k..end).filter(|&k| before >> k & 1 == 1).try_for_each(|k| self.bit(bits, low, format_args!("ZZ({k}) bit")))
    }

    /// Traces a bit, with the value that it adds to the magnitude.
    fn bit(&mut self, bits: &mut Bits<'_>, low: u32, name: core::fmt::Arguments<'_>) -> Result<(), Broken> {
        let (position, mut ahead) = (bits.position(), *bits);
        let bit = ahead.next().ok_or(Broken::Element("bit"))?;
        *bits = ahead;
        self.trace.element(position, 1, &name.to_string(), i64::from(bit) << low);
        self.stuffing(bits);
        Ok(())
    }

    /// Traces the additional bits of `EOBn` and returns them.
    fn run(&mut self, bits: &mut Bits<'_>, n: u32) -> Result<u32, Broken> {
        let (position, mut ahead) = (bits.position(), *bits);
        let value = ahead.receive(n).ok_or(Broken::Element("run"))?;
        *bits = ahead;
        if n > 0 {
            self.trace.element(position, n, "EOBRUN", i64::from((1 << n) + value));
            self.stuffing(bits);
        }
        Ok(value)
    }
}
