//! Every reference space of every codec.

unite::universe! {
    /// The samples of one component, row and column, in the density of that component.
    pub struct Samples: 2;
    /// Interleaved pixels: row, column, component.
    pub struct Pixel: 3;
}

/// Pixels seen as planes: component, row, column.
pub type Planar = unite::Permuted<Pixel, unite::Axes<2, 0, 1>>;
