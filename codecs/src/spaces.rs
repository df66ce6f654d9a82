//! Every reference space of every codec.

unite::universe! {
    /// The samples of one component, row and column, in the density of that component.
    pub struct Samples: 2;
    /// Interleaved pixels: row, column, component.
    pub struct Pixel: 3;
}

/// Pixels seen as planes: component, row, column.
pub type Planar = unite::Permuted<Pixel, unite::Axes<2, 0, 1>>;

unite::universe! {
    /// The grid that motion vectors of H.264 count on: a quarter of a luma sample, row and column.
    pub struct QuarterSample: 2;
}

/// Luma samples.
pub type Luma = unite::Coarse<QuarterSample, unite::By<4, 4>>;
/// Chroma samples of 4:2:0: one for 2 x 2 luma samples.
pub type Chroma = unite::Coarse<QuarterSample, unite::By<8, 8>>;
/// One point for 4 x 4 luma samples.
pub type Luma4x4 = unite::Coarse<QuarterSample, unite::By<16, 16>>;
/// One point for 4 x 4 chroma samples.
pub type Chroma4x4 = unite::Coarse<QuarterSample, unite::By<32, 32>>;
/// One point a macroblock.
pub type Mbs = unite::Coarse<QuarterSample, unite::By<64, 64>>;
