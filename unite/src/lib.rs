//! # unite: tensors that know where they are
//!
//! An array knows its items, but not *where* they are. A 4x4 block cut out of a picture loses its position, so every
//! function that works on it takes coordinates, strides and offsets as well, and sooner or later one of them is wrong.
//! A `unite` tensor carries its place, and a program can ask
//!
//! * for *the same place* in another tensor ([`Tensor::colocate`], [`Tensor::under`]),
//! * for the points that *cover* a place ([`Tensor::coverage`], [`Tensor::samples`]),
//! * for samples *beside* it (`p.at([-1, x])`: an index may leave its tensor),
//!
//! whatever the order of the axes, the origin, the refinement or the coarsening. Everything known at compile time is in
//! types, so the compiler folds the addresses away: kernels over [`Window`]s of constant extents execute within 2 % of
//! the instructions of hand-written ones.
//!
//! # A primer
//!
//! ## 1. Reference spaces
//! A **universe** is a grid on which places are counted. A **reference space** is another way of counting the same
//! places: coarser, finer, in another order. Spaces are types, and a type alias gives one a name:
//!
//! ```
//! use unite::{By, Coarse, Space, universe};
//!
//! universe! {
//!     /// A luma sample is the unit.
//!     pub struct Video: 2;
//! }
//! type Chroma = Coarse<Video, By<2, 2>>; // 4:2:0: one point for 2 x 2 luma samples
//! type Mbs = Coarse<Video, By<16, 16>>; // one point for a macroblock
//!
//! assert_eq!(Chroma::FRAME.to_string(), "coarsened by (2, 2)");
//! ```
//!
//! The spaces below a universe form a **trie**. It can also be built and queried at run time ([`trie`]). That layer is
//! slow and exact, it defines the meaning of everything here, and it prints itself:
//!
//! ```
//! # use unite::{Atlas, Block, By, Coarse, Dyn, Place, universe};
//! # universe! { pub struct Video: 2; }
//! # type Chroma = Coarse<Video, By<2, 2>>;
//! # type Mbs = Coarse<Video, By<16, 16>>;
//! # let luma = Block::<Video, u8>::new([0, 0], Dyn([32, 48]));
//! # let cb = Block::<Chroma, u8>::new([0, 0], Dyn([16, 24]));
//! let mut atlas = Atlas::<Video>::new();
//! atlas.name("luma", &luma.spot())?;
//! atlas.name("chroma", &cb.spot())?;
//! atlas.name("macroblocks", &luma.view().coarsen::<By<16, 16>>().spot())?;
//! assert_eq!(atlas.trie().to_string(), "\
//! Video, rank 2
//! ├─ luma, rank 2, extent (32, 48): identity
//! ├─ chroma, rank 2, extent (16, 24): coarsen (2, 2)
//! └─ macroblocks, rank 2, extent (2, 3): coarsen (16, 16)
//! ");
//! # Ok::<(), unite::trie::TrieError>(())
//! ```
//!
//! ## 2. Blocks and views
//! Data lives in **blocks**: [`Block`] on the heap, [`Tile`] on the stack (`Tile<Video, [[u8; 4]; 4]>`), or borrowed
//! memory ([`View::over`](Tensor::over), [`RowBlock`]). **Views** share it. A view is a few numbers; cutting, permuting
//! or coarsening one copies no data and allocates nothing:
//!
//! ```
//! # use unite::{Axes, Block, By, Dyn, Fixed, Interleaved, Place, universe};
//! # universe! { pub struct Video: 2; pub struct Still: 3; }
//! let mut luma = Block::<Video, u8>::padded([0, 0], Dyn([32, 48]), 16);
//! luma.view_mut().fill_with(|[y, x]| (5 * y + x) as u8);
//!
//! let mb = luma.view().partition([16, 32], Fixed::<16, 16>);
//! let columns = mb.permute::<Axes<1, 0>>(); // columns[[x, y]]
//! let every_second = mb.coarsen::<By<2, 2>>();
//! assert_eq!((mb.at([0, 3]), columns.at([3, 0]), every_second.at([0, 1])), (115, 115, 114));
//! assert_eq!(mb.to_string(), "view of u8, 16 x 16 at (16, 32) of Video, in a block of 64 x 80 at (-16, -16)");
//! ```
//!
//! ## 3. The same place, and its neighbours
//! Every place can be looked up in any other tensor of the universe. An index may be negative: it reads beside the
//! tensor, from the tensor's block.
//!
//! ```
//! # use unite::{Block, By, Coarse, Dyn, Fixed, Place, universe};
//! # universe! { pub struct Video: 2; }
//! # type Chroma = Coarse<Video, By<2, 2>>;
//! # let mut luma = Block::<Video, u8>::padded([0, 0], Dyn([32, 48]), 16);
//! # luma.view_mut().fill_with(|[y, x]| (5 * y + x) as u8);
//! # let cb = Block::<Chroma, u8>::new([0, 0], Dyn([16, 24]));
//! let mb = luma.view().partition([16, 32], Fixed::<16, 16>);
//! assert_eq!(mb.at([-1, -1]), 106); // above and to the left
//!
//! let chroma = cb.view().under_fixed::<Fixed<8, 8>, _>(&mb); // the chroma block of this macroblock
//! assert_eq!(chroma.origin(), [16, 32]); // at the same place
//! ```
//!
//! Factors that are read from a file, ratios such as 3:2, mirrored axes and mappings of one's own are places too. They are
//! read and written by checked access ([`DynTensor`], [`Tensor::through`]); the part of a component that covers a place is
//! an ordinary view again:
//!
//! ```
//! # use unite::{Block, Dyn, Fixed, Scale, Spot, universe};
//! # universe! { pub struct Picture: 2; }
//! let picture = Spot::<Picture, _>::new([0, 0], Dyn([64, 96]));
//! let sampling = Scale::new([1, 2], [2, 3])?; // of a JPEG component: V of V_max, H of H_max
//! let plane = Block::<Picture, u8>::new([0, 0], picture.scale_by(sampling)?.extent());
//! assert_eq!(plane.extent(), Dyn([32, 64]));
//!
//! let mcu = picture.partition([16, 24], Fixed::<16, 24>);
//! let blocks = plane.view().sampled_at(sampling)?.under(&mcu).view().expect("samples of the plane");
//! assert_eq!(blocks.spot(), Spot::new([8, 16], Dyn([8, 16]))); // two blocks of 8 x 8
//!
//! let backwards = plane.view().mirror::<1>();
//! let turned = plane.view().through(|[y, x]: [isize; 2]| Some([x, 63 - y]));
//! assert_eq!((backwards.at([0, 0]), turned.at([0, 0])), (0, 0)); // sample (0, 63) of the plane
//! # use unite::Place;
//! # Ok::<(), unite::ScaleError>(())
//! ```
//!
//! ## 4. An intra predictor
//! Kernels take [`Window`]s: views that were proven once to lie inside their block, including the neighbours they reach
//! for ([`Around`]). Their indices need no check at run time. With a closure that has the standard's name and the
//! standard's order of coordinates, H.264's Intra_4x4_Vertical_Right (8.3.1.2.6) reads like the standard:
//!
//! ```
//! use unite::{Around, Block, Dyn, Fixed, Tile, Window, universe};
//! universe! { pub struct Video: 2; }
//!
//! fn vertical_right(window: Window<'_, Video, u8, Fixed<4, 4>, Around<1, 1>>, pred: &mut Tile<Video, [[u8; 4]; 4]>) {
//!     let p = move |x, y| u32::from(window[[y, x]]);
//!     pred.fill_with(|[y, x]| {
//!         let sample = match 2 * x - y {
//!             0 | 2 | 4 | 6 => (p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 1) >> 1,
//!             1 | 3 | 5 => (p(x - (y >> 1) - 2, -1) + 2 * p(x - (y >> 1) - 1, -1) + p(x - (y >> 1), -1) + 2) >> 2,
//!             -1 => (p(-1, 0) + 2 * p(-1, -1) + p(0, -1) + 2) >> 2,
//!             _ => (p(-1, y - 1) + 2 * p(-1, y - 2) + p(-1, y - 3) + 2) >> 2,
//!         };
//!         sample as u8
//!     });
//! }
//!
//! let mut picture = Block::<Video, u8>::new([0, 0], Dyn([16, 16]));
//! picture.view_mut().fill_with(|[_, x]| 10 * x as u8); // the same in every row
//! let mut pred = Tile::at([8, 8]);
//! match picture.view().colocate(&pred).window() {
//!     Some(window) => vertical_right(window, &mut pred),
//!     None => unreachable!("the tile has neighbours above and to the left"),
//! }
//! assert_eq!(pred.data[0], [75, 85, 95, 105]);
//! assert_eq!(pred.data[3], [70, 73, 80, 90]);
//! ```
//!
//! `docs/from-c-to-unite.md` in the repository has more such pieces beside the same in C, and the traps of price: what is
//! dear, and what to write instead.
//!
//! ## 5. Places that are real numbers
//! Tensors that are piecewise constant over the real line, or over integers, hold points and intervals in `level`s.
//! Programs over them are loops whose indices are real numbers (the macro `loops!`, feature `continuous`):
//!
#![cfg_attr(feature = "continuous", doc = "```")]
#![cfg_attr(not(feature = "continuous"), doc = "```ignore")]
//! use unite::continuous::Interval;
//! use unite::level::{Duplicates, Element, Piecewise, Pinpoint};
//! use unite::loops;
//!
//! let points = |list: [(f64, f64); 3]| {
//!     Piecewise::from_entries(Pinpoint::new(Interval::EVERYWHERE, Element::new(0.0)), list, Duplicates::Refuse)
//! };
//! let (x, y) = (points([(1.0, 1.0), (3.0, 2.0), (5.1, 4.0)])?, points([(3.0, 6.0), (4.2, 9.0), (5.1, 8.0)])?);
//! let mut s = 0.0;
//! loops!(for i = 0:9  s += x[i] * y[i])?;
//! assert_eq!(s, 44.0);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## 6. Kernels
//! Spatial searches, sums and layers are programs of loops over such tensors, with data structures that suit the query
//! (module `kernel`, feature `continuous`): points near a place and in boxes (`RadiusIndex`), overlapping intervals
//! (`IntervalIndex`), samples between voxels (`VoxelGrid`), convolutions over points (`PointConv`). The same query, as
//! a program and by a kernel:
//!
#![cfg_attr(feature = "continuous", doc = "```")]
#![cfg_attr(not(feature = "continuous"), doc = "```ignore")]
//! use unite::continuous::Interval;
//! use unite::kernel::IntervalIndex;
//! use unite::loops;
//!
//! let exons = [Interval::closed(100, 199)?, Interval::closed(150, 399)?, Interval::closed(900, 949)?];
//! let exons = IntervalIndex::new(1, &exons.map(|exon| (0, exon)))?; // all of them on chromosome 0
//! let peak = (0, Interval::closed(180, 901)?);
//!
//! let (query, data) = (IntervalIndex::new(1, &[peak])?, exons.tensor());
//! let (query, mut overlaps) = (query.tensor(), false);
//! loops!(for chr for x  overlaps |= query[chr, x] && data[chr, x])?;
//! assert!(overlaps);
//! assert_eq!(exons.count(peak.0, peak.1), 3); // two searches, however many there are
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # What is not guaranteed
//! * **A window proves memory, not meaning.** On a padded picture there is memory around every block. Whether a
//!   neighbour is *available* to a codec (already decoded, in this slice) is separate data, in a tensor of its own.
//! * **Extents do not bound reads.** An index that leaves its tensor reads the block. To stay inside, say so
//!   ([`Tensor::clamped`], a window with [`Inside`], a smaller block).
//! * **Padding is data.** A padded block answers with its padding, whatever was last written there, before any ancestor
//!   is asked ([`Tensor::within`]).
//! * **Two tensors of one universe may overlap**, and nothing decides which is right. Exclusive views follow Rust's
//!   rule: one at a time, or [`bands`](Tensor::bands) and [`tiles_mut`](Tensor::tiles_mut).
//! * **Positions are exact, places in the trie are not always.** The static layer keeps the exact position of a point;
//!   the trie compares places at the resolution of the root. So give the universe the finest grid that is needed: a
//!   quarter of a sample for H.264.
//! * **Const assertions are evaluated by `cargo build`**, but not always by `cargo check`: a permutation that names an
//!   axis twice is an error in the program's constants.
//!
//! # Modules
//! | module | content |
//! |---|---|
//! | [`trie`] | the formal layer, which defines the others: spaces, mappings, sets of points |
//! | [`frame`] | spaces, orders, factors and extents as types; factors known at run time |
//! | [`tensor`] | blocks, tiles, views, windows |
//! | [`locate`] | places: partition, colocation, coverage, locality access, edges; run-time scales, mirrored axes, own mappings; the lag of a wavefront |
//! | [`elementwise`] | fill, copy, zip, fold |
//! | [`link`] | a static tensor's space in a trie, and the laws between the layers |
//! | `continuous` | coordinates, cuts, limits, intervals |
//! | `level` | storage formats, one per file; tensors are trees of them |
//! | `looplet` | iteration over the fibers of levels, alone and together |
//! | `kernel` | spatial searches, sums and layers on continuous tensors |
//! | `loops` | the language of loops and its run-time support |
//! | `program` | tensor programs: the macro `tensor!` and its run-time support |

// Programs refer to this crate by its name, also inside the crate.
#[cfg(any(feature = "continuous", feature = "program"))]
#[allow(unused_extern_crates, reason = "for programs inside of this crate")]
extern crate self as unite;

#[cfg(feature = "continuous")]
pub mod continuous;
mod copied;
pub mod elementwise;
pub mod frame;
#[cfg(feature = "continuous")]
pub mod kernel;
#[cfg(feature = "continuous")]
pub mod level;
#[cfg(feature = "continuous")]
mod level_error;
pub mod link;
pub mod locate;
#[cfg(feature = "continuous")]
pub mod looplet;
#[cfg(feature = "continuous")]
pub mod loops;
#[cfg(feature = "continuous")]
mod product;
#[cfg(feature = "program")]
pub mod program;
pub mod tensor;
pub mod trie;
#[cfg(feature = "continuous")]
mod value;

pub use elementwise::{Elements, Lines, select};
pub use frame::*;
pub use link::{Atlas, Named};
pub use locate::{
    Ancestor, AnyPlace, AnyPlaceIn, Average, Clamp, Constant, DynSpot, DynTensor, Edge, Edged, Locate, LocateMut,
    PointMap, Proven, RowBlock, Through, Tiles, Within, Wrap,
};
pub use tensor::*;

#[cfg(feature = "continuous")]
pub use unite_macros::loops;

/// The examples of the README, run as tests of the documentation.
#[cfg(all(doctest, feature = "continuous", feature = "program"))]
#[doc = include_str!("../README.md")]
struct Readme;
