//! [`Frame`]: the components of a picture, their sizes, and the resulting MCUs (T.81 A.1.1, A.2). Sizes are in samples
//! and in blocks.

use super::options::{Options, Sampling};
use crate::jpeg::{JpegError, Restart, Scans};

/// A component of the frame (T.81 A.1.1).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Component {
    /// `Ci` of the frame header.
    pub(super) id: u8,
    /// `Hi`, `Vi`: the horizontal and vertical sampling factors.
    pub(super) h: usize,
    pub(super) v: usize,
    /// The number of the quantisation table and of the pair of Huffman tables.
    pub(super) table: usize,
    /// Blocks that hold samples of the picture, across and down.
    pub(super) width_in_blocks: usize,
    pub(super) height_in_blocks: usize,
}

/// The components of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame {
    pub(super) width: usize,
    pub(super) height: usize,
    pub(super) components: Vec<Component>,
    pub(super) h_max: usize,
    pub(super) v_max: usize,
    /// MCUs of an interleaved scan, across and down.
    pub(super) mcus_per_row: usize,
    pub(super) mcu_rows: usize,
}

/// Returns the rows and columns of picture samples that an MCU covers (A.2.4).
const fn mcu(v_max: usize, h_max: usize) -> [usize; 2] {
    [8 * v_max, 8 * h_max]
}

impl Frame {
    /// Returns the frame of a picture whose components have these identifiers and tables.
    pub(super) fn new(
        (width, height): (usize, usize),
        components: &[(u8, usize)],
        sampling: Sampling,
    ) -> Result<Frame, JpegError> {
        if !(1..=65535).contains(&width) || !(1..=65535).contains(&height) {
            return Err(JpegError::Size { width, height });
        }
        let factors = |c: usize| {
            let (h, v) = if components.len() == 1 { (1, 1) } else { sampling.factors(c) };
            (usize::from(h), usize::from(v))
        };
        let h_max = (0..components.len()).map(|c| factors(c).0).max().unwrap_or(1);
        let v_max = (0..components.len()).map(|c| factors(c).1).max().unwrap_or(1);
        let [mcu_height, mcu_width] = mcu(v_max, h_max);
        let components = components
            .iter()
            .enumerate()
            .map(|(c, &(id, table))| {
                let (h, v) = factors(c);
                let width_in_blocks = (width * h).div_ceil(mcu_width);
                let height_in_blocks = (height * v).div_ceil(mcu_height);
                Component { id, h, v, table, width_in_blocks, height_in_blocks }
            })
            .collect();
        let (mcus_per_row, mcu_rows) = (width.div_ceil(mcu_width), height.div_ceil(mcu_height));
        Ok(Frame { width, height, components, h_max, v_max, mcus_per_row, mcu_rows })
    }

    /// Returns the number of picture rows in a row of MCUs.
    pub(super) fn rows_per_mcu(&self) -> usize {
        mcu(self.v_max, self.h_max)[0]
    }

    /// Returns the scans of the file, each with its components.
    pub(super) fn scans(&self, options: &Options) -> Result<Vec<Scan>, JpegError> {
        let all = 0..self.components.len();
        let components: Vec<Vec<usize>> = match options.scans {
            Scans::Interleaved => vec![all.collect()],
            Scans::Separate => all.map(|c| vec![c]).collect(),
        };
        components.into_iter().map(|components| Scan::new(self, components, options.restart)).collect()
    }
}

/// A scan: its components and the shape of its MCUs (T.81 A.2). In a scan of a single component an MCU is one block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) components: Vec<usize>,
    /// MCUs across the picture.
    pub(super) mcus_per_row: usize,
    /// MCUs between two restart markers; 0 for no restart markers.
    pub(super) restart_interval: usize,
}

impl Scan {
    fn new(frame: &Frame, components: Vec<usize>, restart: Restart) -> Result<Scan, JpegError> {
        let mcus_per_row = match components[..] {
            [c] => frame.components[c].width_in_blocks,
            _ => {
                let blocks: usize = components.iter().map(|&c| frame.components[c].h * frame.components[c].v).sum();
                if blocks > 10 {
                    return Err(JpegError::McuBlocks { blocks: blocks as u32 });
                }
                frame.mcus_per_row
            }
        };
        let mcus = match restart {
            Restart::Never => 0,
            Restart::Rows(rows) => u64::from(rows) * mcus_per_row as u64,
            Restart::Mcus(mcus) => u64::from(mcus),
        };
        match u16::try_from(mcus) {
            Ok(interval) => Ok(Scan { components, mcus_per_row, restart_interval: usize::from(interval) }),
            Err(_) => Err(JpegError::RestartInterval { mcus }),
        }
    }

    /// Returns the component if the scan has only one; its MCUs are single blocks in raster order.
    pub(super) fn single(&self) -> Option<usize> {
        match self.components[..] {
            [c] => Some(c),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_follow_the_figures_of_annex_a() {
        // A.1.1's example: 512 x 512, factors 4x1, 2x2, 1x1.
        let sampling = Sampling::new(&[(4, 1), (2, 2), (1, 1)]).unwrap();
        let frame = Frame::new((512, 512), &[(1, 0), (2, 1), (3, 1)], sampling).unwrap();
        let blocks: Vec<_> = frame.components.iter().map(|c| (c.width_in_blocks, c.height_in_blocks)).collect();
        assert_eq!(blocks, [(64, 32), (32, 64), (16, 32)]); // 512x256, 256x512, 128x256 samples
        assert_eq!((frame.mcus_per_row, frame.mcu_rows), (16, 32));
    }

    #[test]
    fn more_than_ten_blocks_an_mcu_need_separate_scans() {
        let sampling = Sampling::new(&[(4, 2), (2, 2)]).unwrap();
        let frame = Frame::new((64, 64), &[(1, 0), (2, 1)], sampling).unwrap();
        let mut options = Options::new(90).unwrap();
        assert_eq!(
            frame.scans(&options).unwrap_err().to_string(),
            "an MCU has 12 blocks; an interleaved scan allows at most 10: use smaller sampling factors or separate scans"
        );
        options.scans = Scans::Separate;
        assert_eq!(frame.scans(&options).unwrap().len(), 2);
    }
}
