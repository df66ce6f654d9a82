//! [`DctPicture`]: the blocks of all components after the forward DCT, before quantisation.

use super::picture::{Band, bands};
use crate::jpeg::JpegError;
use crate::spaces::SampleBlocks;
use unite::{Block, Dyn, Place};

/// A block of coefficients: row `v`, column `u`; each is eight times that of T.81.
pub(in crate::jpeg) type DctBlock = [[i16; 8]; 8];

/// The exact coefficients of a picture, one block of memory for each component: two bytes a coefficient.
pub(in crate::jpeg) struct DctPicture {
    components: Vec<Plane>,
    /// The rows of MCUs of an interleaved scan of all components.
    rows: usize,
}

struct Plane {
    /// Rows of blocks in an MCU.
    per_mcu: usize,
    blocks: Block<SampleBlocks, DctBlock>,
}

impl DctPicture {
    /// Returns a picture whose coefficients are 0, with `rows` rows of MCUs. Each component has rows of blocks in an MCU,
    /// and rows and columns of blocks that hold samples of the picture.
    ///
    /// # Errors
    /// [`JpegError::Memory`].
    pub(in crate::jpeg) fn new(
        components: impl IntoIterator<Item = (usize, [usize; 2])>,
        rows: usize,
    ) -> Result<Self, JpegError> {
        let plane = |(per_mcu, [rows, columns]): (usize, [usize; 2])| {
            let blocks =
                Block::try_new([0, 0], Dyn([rows, columns])).map_err(|_| JpegError::Memory { rows, columns })?;
            Ok(Plane { per_mcu, blocks })
        };
        Ok(DctPicture { components: components.into_iter().map(plane).collect::<Result<_, JpegError>>()?, rows })
    }

    /// Returns the rows of MCUs.
    pub(in crate::jpeg) fn rows(&self) -> usize {
        self.rows
    }

    /// Returns the rows of blocks of component `c` in row `row` of MCUs.
    #[inline(always)]
    pub(in crate::jpeg) fn lines(&self, c: usize, row: usize) -> impl Iterator<Item = &[DctBlock]> + use<'_> {
        let Plane { per_mcu, blocks } = &self.components[c];
        let [all, _] = blocks.extent().0;
        let first = row * per_mcu;
        let view = blocks.view();
        (first..all.min(first + per_mcu)).filter_map(move |y| view.line(y as isize))
    }

    /// Moves the DC coefficients of each row of MCUs to where those of the row before end, as if the rows were one. Their
    /// differences within a row stay, or change their signs, which keeps them from leaving their range.
    pub(in crate::jpeg) fn join_rows(&mut self) {
        for Plane { per_mcu, blocks } in &mut self.components {
            let Dyn([rows, _]) = blocks.extent();
            let dc = |block: Option<&DctBlock>| block.map_or(0, |block| block[0][0]);
            // The coefficient to go on from.
            let mut end = 0_i16;
            for top in (0..rows).step_by(*per_mcu) {
                let bottom = rows.min(top + *per_mcu) - 1;
                let line = |y: usize| blocks.view().line(y as isize).unwrap_or_default();
                // The first difference is that of the first two blocks once more.
                let before = dc(line(top).get(1).or(line(top).first()));
                let last = dc(line(bottom).last());
                let is_mirrored = (last > before) == (end > 0);
                let moved = |dc: i16| {
                    let difference = dc.wrapping_sub(before);
                    end.saturating_add(if is_mirrored { difference.saturating_neg() } else { difference })
                };
                for y in top..=bottom {
                    let line = blocks.view_mut().line_mut(y as isize).unwrap_or_default();
                    line.iter_mut().for_each(|block| block[0][0] = moved(block[0][0]));
                }
                end = moved(last);
            }
        }
    }

    /// Cuts the picture into bands of `rows` rows of MCUs, which can be written at the same time.
    pub(in crate::jpeg) fn bands(&mut self, rows: usize) -> Vec<Band<'_, DctBlock>> {
        let all = self.rows;
        bands(self.components.iter_mut().map(|c| (c.per_mcu, &mut c.blocks)), all, rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joined_rows_keep_their_differences_and_go_on_from_each_other() {
        let given: [[i16; 4]; 3] = [[9000, 9100, 8950, 9200], [-8000, -8300, -8250, -8100], [5, 5, 70, -600]];
        let mut picture = DctPicture::new([(1, [3, 4])], 3).unwrap();
        for (mut band, dc) in picture.bands(1).into_iter().zip(&given) {
            band.lines(0, 0).next().unwrap().iter_mut().zip(dc).for_each(|(block, dc)| block[0][0] = *dc);
        }
        picture.join_rows();
        let mut end = 0;
        for (row, given) in given.iter().enumerate() {
            let joined: Vec<i16> = picture.lines(0, row).next().unwrap().iter().map(|block| block[0][0]).collect();
            let differences = |dc: &[i16]| dc.windows(2).map(|pair| pair[1] - pair[0]).collect::<Vec<_>>();
            let (now, before) = (differences(&joined), differences(given));
            assert!(now == before || now.iter().zip(&before).all(|(now, before)| *now == -before), "{joined:?}");
            assert_eq!((joined[0] - end).abs(), before[0].abs(), "{joined:?}");
            end = joined[3];
        }
    }
}
