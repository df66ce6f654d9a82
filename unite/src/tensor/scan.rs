//! [`Scan`]: a traversal of a window in a constant order.

/// An order in which the samples of a window of rank 2 are visited: the zigzag of a transform block, a Hilbert curve.
///
/// An order that leaves the window does not compile, so a scan costs as much as a table of offsets. (Indexing a window
/// by a table at run time costs two to five times as much: every entry is checked.)
///
/// ```
/// use unite::{Fixed, Inside, Scan, Tile};
/// unite::universe! { pub struct Video: 2; }
/// struct ZigZag;
/// impl Scan<4> for ZigZag {
///     const ORDER: [[isize; 2]; 4] = [[0, 0], [0, 1], [1, 0], [1, 1]];
/// }
/// let mut tile = Tile::<Video, [[u8; 2]; 2]>::at([0, 0]);
/// tile.fill_with(|[y, x]| (10 * y + x) as u8);
/// let window = tile.view().window::<Inside>().unwrap();
/// assert_eq!(window.scan::<ZigZag, 4>(), [0, 1, 10, 11]);
/// let mut samples = [0; 4];
/// window.scan_into::<ZigZag, 4>(&mut samples);
/// assert_eq!(samples, [0, 1, 10, 11]);
/// assert_eq!(window.nth::<ZigZag, 4, Fixed<1, 1>>(2)[[0, 0]], 10); // the part that the order begins third
/// ```
///
/// ```compile_fail,E0080
/// use unite::{Inside, Scan, Tile};
/// unite::universe! { pub struct Video: 2; }
/// struct Outside;
/// impl Scan<1> for Outside {
///     const ORDER: [[isize; 2]; 1] = [[0, 2]];
/// }
/// let tile = Tile::<Video, [[u8; 2]; 2]>::at([0, 0]);
/// let _ = tile.view().window::<Inside>().unwrap().scan::<Outside, 1>();
/// ```
pub trait Scan<const N: usize> {
    /// The indices (row, column) in the order of visit.
    const ORDER: [[isize; 2]; N];
}
