//! [`CoefficientPicture`]: the quantised blocks of all components of a picture.

use super::levels::Levels;
use crate::jpeg::JpegError;
use crate::spaces::{SampleBlocks, Samples};
use unite::{Block, Dyn, DynSpot, Place, View};

/// The quantised coefficients of a picture, one block of memory for each component: two bytes a coefficient.
///
/// Made by [`Encoder::coefficients`](crate::jpeg::baseline::Encoder::coefficients).
///
/// ```
/// use codecs::jpeg::baseline::{Encoder, Options};
/// use codecs::picture::{PixelFormat, Pixels};
/// let picture = Pixels::interleaved(&[200; 20 * 10], 20, 10, PixelFormat::Gray)?;
/// let coefficients = Encoder::new(Options::new(90)?).coefficients(&picture)?;
/// let gray = &coefficients.components()[0];
/// assert_eq!(gray.size(), [2, 3]);
/// assert!(gray.line(1).iter().all(|block| block.0[0] == 192 && block.0[1..] == [0; 63]));
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone)]
pub struct CoefficientPicture {
    components: Vec<ComponentCoefficients>,
    /// Rows and columns of MCUs of an interleaved scan of all components.
    mcus: [usize; 2],
}

/// The quantised coefficients of a component: the blocks that hold samples of the picture.
#[derive(Clone)]
pub struct ComponentCoefficients {
    layout: Layout,
    blocks: Block<SampleBlocks, Levels>,
}

/// The properties of a component that do not depend on its samples.
#[derive(Clone, Debug)]
pub(in crate::jpeg) struct Layout {
    /// `Ci` of the frame header.
    pub(in crate::jpeg) id: u8,
    /// The number of the quantisation table and of the Huffman tables, 0 or 1.
    pub(in crate::jpeg) table: usize,
    /// The blocks as places of the picture.
    pub(in crate::jpeg) grid: DynSpot<Samples>,
    /// Rows and columns of blocks in an MCU of an interleaved scan.
    pub(in crate::jpeg) per_mcu: [usize; 2],
}

/// The components of a picture, without their coefficients.
#[derive(Clone, Debug)]
pub(in crate::jpeg) struct Layouts {
    /// The components in the order of the frame.
    pub(in crate::jpeg) components: Vec<Layout>,
    /// Rows and columns of MCUs of an interleaved scan of all components.
    pub(in crate::jpeg) mcus: [usize; 2],
}

impl Layout {
    /// Returns the rows and columns of blocks that hold samples of the picture.
    pub(in crate::jpeg) fn size(&self) -> [usize; 2] {
        self.grid.extent().0
    }
}

impl CoefficientPicture {
    /// Returns a picture whose coefficients are 0.
    ///
    /// # Errors
    /// [`JpegError::Memory`].
    pub(in crate::jpeg) fn new(layouts: Layouts) -> Result<Self, JpegError> {
        let Layouts { components, mcus } = layouts;
        let component = |layout: Layout| -> Result<_, JpegError> {
            let [rows, columns] = layout.size();
            let blocks =
                Block::try_new([0, 0], Dyn([rows, columns])).map_err(|_| JpegError::Memory { rows, columns })?;
            Ok(ComponentCoefficients { layout, blocks })
        };
        Ok(CoefficientPicture { components: components.into_iter().map(component).collect::<Result<_, _>>()?, mcus })
    }

    /// Returns the components without their coefficients.
    pub(in crate::jpeg) fn layouts(&self) -> Layouts {
        let components = self.components.iter().map(|component| component.layout.clone()).collect();
        Layouts { components, mcus: self.mcus }
    }

    /// Returns the components in the order of the frame. See [`CoefficientPicture`] for an example.
    pub fn components(&self) -> &[ComponentCoefficients] {
        &self.components
    }

    /// Cuts the picture into bands of `rows` rows of MCUs, which can be written at the same time.
    pub(in crate::jpeg) fn bands(&mut self, rows: usize) -> Vec<CoefficientBand<'_>> {
        let components = self.components.iter_mut().map(|c| (c.layout.per_mcu[0], &mut c.blocks));
        bands(components, self.mcus[0], rows)
    }

    /// Returns row `row` of MCUs as a band.
    pub(in crate::jpeg) fn band(&mut self, row: usize) -> CoefficientBand<'_> {
        let mut components = Vec::new();
        for component in &mut self.components {
            let ([per_mcu, _], [all, columns]) = (component.layout.per_mcu, component.size());
            let first = row * per_mcu;
            let part = Dyn([per_mcu.min(all.saturating_sub(first)), columns]);
            let part = component.blocks.view_mut().partition([first as isize, 0], part);
            let lines = part.bands(1).filter_map(|band| band.line_mut(0)).collect();
            components.push(Lines { per_mcu, lines });
        }
        CoefficientBand { first: row, rows: 1, components }
    }
}

impl ComponentCoefficients {
    /// Returns the identifier in the frame header.
    pub fn id(&self) -> u8 {
        self.layout.id
    }

    /// Returns the number of the quantisation table, 0 or 1.
    pub fn table(&self) -> usize {
        self.layout.table
    }

    /// Returns the rows and columns of blocks that hold samples of the picture.
    pub fn size(&self) -> [usize; 2] {
        self.blocks.extent().0
    }

    /// Returns the blocks as places of the picture, for example to find those of two components at the same place.
    pub fn grid(&self) -> &DynSpot<Samples> {
        &self.layout.grid
    }

    /// Returns the blocks. Their grid counts the component's own blocks.
    pub fn blocks(&self) -> View<'_, SampleBlocks, Levels> {
        self.blocks.view()
    }

    /// Returns row `y` of blocks; an empty row beyond the last. See [`CoefficientPicture`] for an example.
    #[inline(always)]
    pub fn line(&self, y: usize) -> &[Levels] {
        self.blocks.view().line(y as isize).unwrap_or_default()
    }

    /// Returns the rows of blocks.
    pub(in crate::jpeg) fn lines(&self) -> impl Iterator<Item = &[Levels]> {
        (0..self.size()[0]).map(|y| self.line(y))
    }

    /// Returns the rows of blocks in row `row` of MCUs.
    pub(in crate::jpeg) fn lines_of_mcus(&self, row: usize) -> impl Iterator<Item = &[Levels]> {
        let [per_mcu, _] = self.per_mcu();
        (row * per_mcu..self.size()[0].min((row + 1) * per_mcu)).map(|y| self.line(y))
    }

    /// Returns the rows and columns of blocks in an MCU of an interleaved scan.
    pub(in crate::jpeg) fn per_mcu(&self) -> [usize; 2] {
        self.layout.per_mcu
    }
}

/// Cuts blocks of components into bands of `rows` of `all` rows of MCUs. The components come with their rows of blocks in
/// a row of MCUs.
pub(super) fn bands<'p, T: Copy + Default + 'p>(
    components: impl Iterator<Item = (usize, &'p mut Block<SampleBlocks, T>)>,
    all: usize,
    rows: usize,
) -> Vec<Band<'p, T>> {
    let band = |first: usize| Band { first, rows: rows.min(all - first), components: Vec::new() };
    let mut bands: Vec<_> = (0..all).step_by(rows).map(band).collect();
    for (per_mcu, blocks) in components {
        let mut lines = blocks.view_mut().bands(1).filter_map(|band| band.line_mut(0));
        for band in &mut bands {
            let lines = lines.by_ref().take(per_mcu * band.rows).collect();
            band.components.push(Lines { per_mcu, lines });
        }
    }
    bands
}

/// Rows of MCUs of quantised blocks, to be filled.
pub(in crate::jpeg) type CoefficientBand<'p> = Band<'p, Levels>;

/// Rows of MCUs of a picture, to be filled.
pub(in crate::jpeg) struct Band<'p, T> {
    /// The first row of MCUs.
    pub(in crate::jpeg) first: usize,
    /// The number of rows of MCUs.
    pub(in crate::jpeg) rows: usize,
    components: Vec<Lines<'p, T>>,
}

/// The rows of blocks of a component in a band.
struct Lines<'p, T> {
    per_mcu: usize,
    lines: Vec<&'p mut [T]>,
}

impl<T> Band<'_, T> {
    /// Returns the rows of blocks of component `c` in row `row` of MCUs, counted from the top of the band.
    pub(in crate::jpeg) fn lines(&mut self, c: usize, row: usize) -> impl Iterator<Item = &mut [T]> {
        let Lines { per_mcu, lines } = &mut self.components[c];
        lines.iter_mut().skip(row * *per_mcu).take(*per_mcu).map(|line| &mut **line)
    }
}
