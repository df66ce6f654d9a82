//! [`sizes!`](crate::sizes): an extent known at run time as one of several constants.

/// Evaluates an expression with the constant extent of a tensor, window or place of rank 2, one of several.
///
/// Code that is generic over a constant extent is compiled once for each: loops unroll and windows prove at compile time.
/// The extent is read once and compared with each size in turn. Anything with `dims` and `fixed` can be asked: [`Spot`](crate::Spot),
/// [`Tensor`](crate::Tensor), [`Window`](crate::Window).
///
/// ```
/// use unite::{Block, Dyn, Fixed, Inside, Window, sizes};
/// unite::universe! { pub struct Video: 2; }
/// /// The sum of a block; its loops have constant bounds.
/// fn sum<const H: usize, const W: usize>(block: Window<'_, Video, u8, Fixed<H, W>>) -> u32 {
///     block.sum()
/// }
/// let picture = Block::<Video, u8>::from_fn([0, 0], Dyn([16, 16]), |_| 3);
/// for (size, expected) in [([4, 4], Some(48)), ([4, 8], Some(96)), ([5, 8], None)] {
///     let part = picture.view().partition([2, 2], Dyn(size)).window::<Inside>().expect("inside");
///     assert_eq!(sizes!(part, block: 4 x 4, 4 x 8, 8 x 8 => Some(sum(block)), else None), expected);
/// }
/// ```
///
/// The sizes are rows by columns, tried from the first on: put the commonest first.
#[macro_export]
macro_rules! sizes {
    ($of:expr, $fixed:ident : $($height:literal x $width:literal),+ => $then:expr, else $other:expr $(,)?) => {{
        let of = $of;
        let $crate::Dyn(size) = of.dims();
        $(if size == [$height, $width] {
            let $fixed = of.fixed::<$crate::Fixed<$height, $width>>();
            $then
        } else)+ {
            $other
        }
    }};
}
