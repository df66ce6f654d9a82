//! [`Frame`]: the components of a picture as places, their blocks, and MCUs (T.81 A.1.1, A.2).
//!
//! All grids lie in one universe, the samples of the picture. For factors of 2 x 2, 1 x 1 and 1 x 1, an MCU of 16 x 16
//! samples has four blocks of the first component and one of each other:
//!
//! ```text
//!   picture                 scale_by V, H for V_max, H_max     coarsen_by 8, 8
//!   Dyn([Y, X]) ──────┬───▶ samples of a component ──────────▶ its blocks ── under an MCU: V rows of H
//!                     │     coarsen_by V_max, H_max
//!                     └───▶ ─────────────────────────────────▶ MCUs
//! ```

use super::options::Sampling;
use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::{JpegError, Restart, Scans};
use crate::spaces::Samples;
use unite::{Dyn, DynSpot, Fixed, Scale, Spot};

/// The sides of a block of samples.
const BLOCK: [usize; 2] = [8, 8];

/// A component of the frame (T.81 A.1.1).
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Component {
    /// `Ci` of the frame header.
    pub(super) id: u8,
    /// The number of the pair of Huffman tables.
    pub(super) table: usize,
    /// The number of the quantisation table: `table`, or 2 for a third component that has a table of its own.
    pub(super) quant_table: usize,
    /// The sampling factors: `Vi` rows and `Hi` columns for `V_max` rows and `H_max` columns of the picture.
    pub(super) scale: Scale<2>,
    /// The samples: `yi` rows of `xi`.
    pub(super) samples: DynSpot<Samples>,
    /// The blocks that hold samples of the picture.
    pub(super) blocks: DynSpot<Samples>,
    /// Rows and columns of blocks in an MCU of an interleaved scan.
    pub(super) per_mcu: [usize; 2],
}

impl Component {
    fn new(
        picture: &Spot<Samples>,
        (id, table): (u8, usize),
        scale: Scale<2>,
        mcu: &DynSpot<Samples, Fixed<1, 1>>,
    ) -> Self {
        let samples = picture.scale_by(scale).expect(SMALL);
        let blocks = samples.coarsen_by(BLOCK).expect(SMALL);
        Component { id, table, quant_table: table, scale, samples, blocks, per_mcu: blocks.under(mcu).extent().0 }
    }

    /// Returns the number of blocks in these MCUs, including those beyond the edges of the picture.
    pub(super) fn blocks_in(&self, mcus: &DynSpot<Samples>) -> usize {
        self.blocks.under(mcus).extent().0.iter().product()
    }
}

/// The greatest sampling factor (T.81 B.2.2).
pub(super) const MOST_FACTOR: usize = 4;

/// The message of the `expect`s on scales: sampling factors are at most 4.
pub(super) const SMALL: &str = "sampling factors are small";

/// The components of a picture.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Frame {
    /// The samples of the picture at full resolution.
    pub(super) picture: Spot<Samples>,
    pub(super) components: Vec<Component>,
    /// MCUs of an interleaved scan.
    pub(super) mcus: DynSpot<Samples>,
    /// Rows and columns of the picture in an MCU.
    pub(super) mcu: [usize; 2],
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
            [usize::from(v), usize::from(h)]
        };
        let most = [0, 1].map(|k| (0..components.len()).map(|c| factors(c)[k]).max().unwrap_or(1));
        let picture = Spot::new([0, 0], Dyn([height, width]));
        let mcus = picture.coarsen_by(most).and_then(|largest| largest.coarsen_by(BLOCK)).expect(SMALL);
        let mcu = mcus.partition([0, 0], Fixed);
        let component = |(c, &identified): (usize, &(u8, usize))| {
            Component::new(&picture, identified, Scale::new(factors(c), most).expect(SMALL), &mcu)
        };
        let components = components.iter().enumerate().map(component).collect();
        let mcu = picture.under_any(&mcu).dims().0;
        Ok(Frame { picture, components, mcus, mcu })
    }

    /// Returns the frame for these quantisation tables: equal ones are written once, as one table.
    pub(super) fn with_quant_tables(mut self, tables: &[QuantTable; 3]) -> Frame {
        if let Some(third) = self.components.get_mut(2).filter(|third| third.table == 1 && tables[1] != tables[2]) {
            third.quant_table = 2;
        }
        self
    }

    /// Returns the number of quantisation tables in use.
    pub(super) fn quant_tables(&self) -> usize {
        1 + self.components.iter().map(|c| c.quant_table).max().unwrap_or(0)
    }

    /// Returns the rows and the columns of the picture.
    pub(super) fn size(&self) -> [usize; 2] {
        self.picture.dims().0
    }

    /// Returns the rows of the picture in a row of MCUs.
    pub(super) fn rows_per_mcu(&self) -> usize {
        self.mcu[0]
    }

    /// Returns the rows of MCUs, and the MCUs in each.
    pub(super) fn mcu_grid(&self) -> [usize; 2] {
        self.mcus.extent().0
    }

    /// Returns the place of row `row` of MCUs.
    pub(super) fn row_of_mcus(&self, row: usize) -> DynSpot<Samples> {
        let [_, across] = self.mcu_grid();
        self.mcus.partition([row as isize, 0], Dyn([1, across]))
    }

    /// Returns the scans of the file, each with its components.
    pub(super) fn scans(&self, scans: Scans, restart: Restart) -> Result<Vec<Scan>, JpegError> {
        let all = 0..self.components.len();
        let components: Vec<Vec<usize>> = match scans {
            Scans::Interleaved => vec![all.collect()],
            Scans::Separate => all.map(|c| vec![c]).collect(),
        };
        components.into_iter().map(|components| Scan::new(self, components, restart)).collect()
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
            [c] => frame.components[c].blocks.extent().0[1],
            _ => {
                let blocks = |&c: &usize| frame.components[c].per_mcu.iter().product::<usize>();
                Scans::check_interleaved(components.iter().map(blocks).sum())?;
                frame.mcu_grid()[1]
            }
        };
        Ok(Scan { components, mcus_per_row, restart_interval: restart.interval(mcus_per_row)? })
    }

    /// Returns the number of MCUs of the scan in a row of MCUs of the frame.
    pub(super) fn mcus_in_row(&self, frame: &Frame) -> usize {
        self.mcus_per_row * self.single().map_or(1, |c| frame.components[c].per_mcu[0])
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
        let samples: Vec<_> = frame.components.iter().map(|c| c.samples.extent().0).collect();
        assert_eq!(samples, [[256, 512], [512, 256], [256, 128]]);
        let blocks: Vec<_> = frame.components.iter().map(|c| (c.blocks.extent().0, c.per_mcu)).collect();
        assert_eq!(blocks, [([32, 64], [1, 4]), ([64, 32], [2, 2]), ([32, 16], [1, 1])]);
        assert_eq!((frame.mcu_grid(), frame.rows_per_mcu()), ([32, 16], 16));
    }

    #[test]
    fn sizes_are_those_of_the_formulas_for_all_factors() {
        for (v_max, h_max) in (1..=4).flat_map(|v| (1..=4).map(move |h| (v, h))) {
            for (v, h) in (1..=v_max).flat_map(|v| (1..=h_max).map(move |h| (v, h))) {
                let sampling = Sampling::new(&[(h_max, v_max), (h, v)]).unwrap();
                let [v, h, v_max, h_max] = [v, h, v_max, h_max].map(usize::from);
                for (x, y) in (1..70).map(|x| (x, 131 - x)) {
                    let frame = Frame::new((x, y), &[(1, 0), (2, 1)], sampling).unwrap();
                    let size = [(y * v).div_ceil(v_max), (x * h).div_ceil(h_max)]; // A.1.1
                    assert_eq!(frame.components[1].samples.extent().0, size);
                    assert_eq!(frame.components[1].blocks.extent().0, size.map(|n| n.div_ceil(8)));
                    assert_eq!(frame.components[1].per_mcu, [v, h]);
                    assert_eq!(frame.mcu_grid(), [y.div_ceil(8 * v_max), x.div_ceil(8 * h_max)]);
                    assert_eq!(frame.mcu, [8 * v_max, 8 * h_max]);
                }
            }
        }
    }

    #[test]
    fn more_than_ten_blocks_an_mcu_need_separate_scans() {
        let sampling = Sampling::new(&[(4, 2), (2, 2)]).unwrap();
        let frame = Frame::new((64, 64), &[(1, 0), (2, 1)], sampling).unwrap();
        assert_eq!(
            frame.scans(Scans::Interleaved, Restart::Never).unwrap_err().to_string(),
            "an MCU has 12 blocks; an interleaved scan allows at most 10: use smaller sampling factors or separate scans"
        );
        assert_eq!(frame.scans(Scans::Separate, Restart::Never).unwrap().len(), 2);
    }
}
