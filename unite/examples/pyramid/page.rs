//! The page on which the levels are drawn: a tensor of a separate universe.

use super::{Colour, Page, Picture};
use unite::{Block, By, Dyn, Home, In, Place, Spot, View};

/// The page, and the pixel at which the next item is drawn.
pub(crate) struct Canvas {
    page: Block<Page, Colour>,
    top: isize,
    left: isize,
}

/// The number of pixels between items.
pub(crate) const GAP: isize = 24;
/// The number of pixels per sample of the picture along each side of a detail.
pub(crate) type Zoom = By<4, 4>;

impl Canvas {
    /// Creates an empty page.
    pub(crate) fn new(height: usize, width: usize) -> Self {
        let mut page = Block::<Page, Colour>::new([0, 0], Dyn([height, width]));
        page.view_mut().fill_with(|_| Colour([24, 26, 32]));
        Canvas { page, top: GAP, left: GAP }
    }

    /// Draws a tensor below its name, and moves to the right of it.
    fn draw<S: In<Picture, 2>, H: Home>(&mut self, name: &str, tensor: View<'_, S, Colour, Dyn<2>, H>) {
        let mut letters = self.page.view_mut().partition([self.top, self.left], Dyn([10, 200]));
        for [y, x] in super::draw::letters::dots(name) {
            letters.reborrow().partition([2 * y, 2 * x], Dyn([2, 2])).fill_with(|_| Colour([232, 228, 216]));
        }
        self.page.view_mut().partition([self.top + 16, self.left], tensor.extent()).copy_from(tensor);
        self.left += tensor.extent().0[1] as isize + GAP;
    }

    /// Draws a whole level, with a frame around the points that cover the detail.
    pub(crate) fn level<S: In<Picture, 2>>(&mut self, name: &str, level: &Block<S, Colour>, detail: &Spot<Picture>) {
        println!("{name:5} {}", level.view().under(detail));
        let mut framed = level.clone();
        let mut covered = framed.view_mut().under(detail);
        let [height, width] = covered.extent().0.map(|n| n as isize);
        for (y, x) in (-1..=height).flat_map(|y| (-1..=width).map(move |x| (y, x))) {
            // The frame lies beside the covered points: indices that leave the tensor write there.
            let is_frame = y == -1 || y == height || x == -1 || x == width;
            if let Some(pixel) = covered.get_mut([y, x]).filter(|_| is_frame) {
                *pixel = Colour([255, 64, 48]);
            }
        }
        self.draw(name, framed.view());
    }

    /// Draws the samples of a level at the place of the detail, at the scale of the other details.
    pub(crate) fn detail<S: In<Picture, 2>>(&mut self, name: &str, level: &Block<S, Colour>, detail: &Spot<Picture>) {
        self.draw(name, level.view().colocate(&detail.refine::<Zoom>()));
    }

    /// Moves to the start of the next row, this far below.
    pub(crate) fn next_row(&mut self, height: usize) {
        (self.top, self.left) = (self.top + 16 + height as isize + GAP, GAP);
    }

    /// Encodes the page as a PNG file.
    pub(crate) fn png(&self) -> Vec<u8> {
        let Dyn([height, width]) = self.page.extent();
        super::draw::Pixels::new(height, width, |y, x| self.page.view().at([y, x]).0).png()
    }
}
