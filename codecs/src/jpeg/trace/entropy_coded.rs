//! [`Tracer`]: traces the elements of entropy-coded data (T.81 F.2.1, F.2.2, H.2.1).

use super::bits::Bits;
use super::progressive::Progress;
use super::scan::{Component, DataUnit, Scan};
use crate::jpeg::huffman_decoder::{HuffmanDecoder, extend};
use crate::jpeg::marker::Marker;
use crate::shared::trace::Trace;
use core::ops::Range;

/// An error in the data of a restart interval.
pub(super) enum Broken {
    /// The bits end before an MCU.
    End,
    /// The bits end within an element or match no code.
    Element(&'static str),
    /// A symbol is out of range: too many bits or coefficients.
    Value,
}

/// Traces the elements of a scan.
pub(super) struct Tracer<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) trace: &'a mut dyn Trace,
    pub(super) progress: &'a mut Progress,
}

impl Tracer<'_> {
    /// Traces restart intervals and the markers between them.
    pub(super) fn scan(&mut self, scan: &Scan, data: Range<usize>) {
        let mut from = data.start;
        let mut mcu = 0;
        loop {
            let marker = (from..data.end.saturating_sub(1))
                .find(|&at| self.bytes[at] == 0xFF && Marker::new(self.bytes[at + 1]).is_restart());
            let mut bits = Bits::new(&self.bytes[..marker.unwrap_or(data.end)], from);
            let end = match scan.restart_interval {
                0 => scan.mcus,
                interval => scan.mcus.min((mcu / interval + 1).saturating_mul(interval)),
            };
            self.progress.eob_run = 0;
            let broken = (mcu..end).find_map(|n| {
                mcu = n + 1;
                self.mcu(scan, n, &mut bits).err()
            });
            self.rest(&mut bits, broken);
            let Some(marker) = marker else { return };
            Marker::new(self.bytes[marker + 1]).trace(marker as u64, self.trace);
            from = marker + 2;
            // If an interval was cut short, the next one still begins at its own MCU.
            if scan.restart_interval > 0 {
                mcu = mcu.next_multiple_of(scan.restart_interval);
            }
        }
    }

    /// Traces an MCU (A.2.3, F.2.2).
    fn mcu(&mut self, scan: &Scan, mcu: u64, bits: &mut Bits<'_>) -> Result<(), Broken> {
        let (row, column) = (mcu / scan.mcus_per_row, mcu % scan.mcus_per_row);
        if let [Component { identifier, data_unit: DataUnit::Ac { band, .. }, .. }] = &scan.components[..]
            && self.progress.skips(band, (*identifier, row, column))
        {
            return Ok(());
        }
        if bits.left() == 0 {
            return Err(Broken::End);
        }
        self.trace.structure(bits.position(), &format!("MCU {mcu}"));
        for c in &scan.components {
            for y in row * c.v..(row + 1) * c.v {
                for x in column * c.h..(column + 1) * c.h {
                    match &c.data_unit {
                        DataUnit::Block { dc, ac } => {
                            let name = format!("component {}, block {y},{x}", c.identifier);
                            self.trace.structure(bits.position(), &name);
                            self.block(dc, ac, bits)?;
                        }
                        DataUnit::Sample { table } => {
                            let name = format!("component {}, sample {y},{x}", c.identifier);
                            self.trace.structure(bits.position(), &name);
                            self.sample(table, bits)?;
                        }
                        DataUnit::Dc { table, low } => {
                            let name = format!("component {}, block {y},{x}", c.identifier);
                            self.trace.structure(bits.position(), &name);
                            self.dc_band(table.as_deref(), *low, bits)?;
                        }
                        DataUnit::Ac { table, band } => {
                            let name = format!("component {}, block {y},{x}", c.identifier);
                            self.trace.structure(bits.position(), &name);
                            self.ac_band(table, band, (c.identifier, y, x), bits)?;
                        }
                    }
                }
            }
        }
        Ok(())
    }

    /// Traces a block (F.2.2.1, F.2.2.2).
    fn block(&mut self, dc: &HuffmanDecoder, ac: &HuffmanDecoder, bits: &mut Bits<'_>) -> Result<(), Broken> {
        let ssss = self.code(bits, dc, "DC SSSS")?;
        if ssss > 15 {
            return Err(Broken::Value);
        }
        self.additional(bits, ssss, format_args!("DC diff"))?;
        let mut k = 1;
        while k < 64 {
            let rs = self.code(bits, ac, "AC RRRRSSSS")?;
            let (rrrr, ssss) = (rs >> 4, rs & 15);
            if ssss == 0 && rrrr != 15 {
                break;
            }
            k += rrrr;
            if k > 63 {
                return Err(Broken::Value);
            }
            self.additional(bits, ssss, format_args!("ZZ({k})"))?;
            k += 1;
        }
        Ok(())
    }

    /// Traces a sample of a lossless scan (H.2.1, Table H.2).
    fn sample(&mut self, table: &HuffmanDecoder, bits: &mut Bits<'_>) -> Result<(), Broken> {
        match self.code(bits, table, "SSSS")? {
            ssss @ 0..=15 => self.additional(bits, ssss, format_args!("diff")),
            16 => Ok(()),
            _ => Err(Broken::Value),
        }
    }

    /// Traces a Huffman code and returns its symbol.
    pub(super) fn code(
        &mut self,
        bits: &mut Bits<'_>,
        table: &HuffmanDecoder,
        name: &'static str,
    ) -> Result<u32, Broken> {
        let (position, mut ahead) = (bits.position(), *bits);
        let (symbol, length) = table.decode(|| ahead.next()).ok_or(Broken::Element(name))?;
        *bits = ahead;
        self.trace.element(position, length, name, symbol.into());
        self.stuffing(bits);
        Ok(symbol.into())
    }

    /// Traces `n` additional bits (procedures RECEIVE and EXTEND).
    fn additional(&mut self, bits: &mut Bits<'_>, n: u32, name: core::fmt::Arguments<'_>) -> Result<(), Broken> {
        self.scaled(bits, n, 0, name)
    }

    /// Traces `n` additional bits of a value that is divided by 2^`low`.
    pub(super) fn scaled(
        &mut self,
        bits: &mut Bits<'_>,
        n: u32,
        low: u32,
        name: core::fmt::Arguments<'_>,
    ) -> Result<(), Broken> {
        if n > 0 {
            let (position, mut ahead) = (bits.position(), *bits);
            let value = ahead.receive(n).ok_or(Broken::Element("additional bits"))?;
            *bits = ahead;
            self.trace.element(position, n, &name.to_string(), extend(value, n) << low);
            self.stuffing(bits);
        }
        Ok(())
    }

    /// Traces the stuffed zero bytes within or right after the last element.
    pub(super) fn stuffing(&mut self, bits: &mut Bits<'_>) {
        for at in bits.take_stuffed() {
            self.trace.element(8 * at as u64, 8, "stuffing", 0);
        }
    }

    /// Traces the padding after the last MCU of an interval, and reports broken or surplus data.
    fn rest(&mut self, bits: &mut Bits<'_>, broken: Option<Broken>) {
        let (position, left) = (bits.position(), bits.left());
        let line = match broken {
            Some(Broken::Element(name)) => format!("broken: the remaining {left} bits hold no {name}"),
            Some(Broken::Value) => format!("broken: a symbol that no data unit can have, {left} bits before the end"),
            Some(Broken::End) => "broken: the data end before the last MCU".to_owned(),
            None => {
                let padding = bits.before_whole_byte();
                if let Some(value) = bits.receive(padding).filter(|_| padding > 0) {
                    self.trace.element(position, padding, "padding", value.into());
                    self.stuffing(bits);
                }
                match bits.left() / 8 {
                    0 => return,
                    bytes => format!("{bytes} bytes after the last MCU"),
                }
            }
        };
        self.trace.structure(bits.position(), &line);
    }
}
