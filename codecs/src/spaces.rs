//! The reference spaces of all codecs.

unite::universe! {
    /// The samples of one component at that component's own resolution: row, column.
    pub struct Samples: 2;
    /// Interleaved pixels: row, column, component.
    pub struct Pixel: 3;
}

/// Interleaved pixels viewed as planes: component, row, column.
pub type Planar = unite::Permuted<Pixel, unite::Axes<2, 0, 1>>;

unite::universe! {
    /// The grid of H.264 motion vectors, in quarters of a luma sample: row, column.
    pub struct QuarterSample: 2;
}

/// Luma samples.
pub type Luma = unite::Coarse<QuarterSample, unite::By<4, 4>>;
/// Chroma samples of 4:2:0: one per 2 x 2 luma samples.
pub type Chroma = unite::Coarse<QuarterSample, unite::By<8, 8>>;
/// The grid with one point per 4 x 4 luma samples.
pub type Luma4x4 = unite::Coarse<QuarterSample, unite::By<16, 16>>;
/// The grid with one point per 4 x 4 chroma samples.
pub type Chroma4x4 = unite::Coarse<QuarterSample, unite::By<32, 32>>;
/// The grid with one point per macroblock.
pub type Mbs = unite::Coarse<QuarterSample, unite::By<64, 64>>;
