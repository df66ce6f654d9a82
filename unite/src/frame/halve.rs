//! [`Half`] and [`Quarter`]: extents computed from extents, for blocks that are split into smaller ones.

use super::extent::{Fixed, FixedExtent};

/// A constant extent whose dimensions can be halved: one or two of them, each a power of two from 2 to 128.
///
/// ```
/// use unite::{Block, Dyn, Fixed, Half, Halve, Inside, Window};
/// unite::universe! { pub struct Video: 2; }
/// /// The sums of the four quarters of a block, of any size.
/// fn sums<E: Halve>(block: Window<'_, Video, u8, E>, side: isize) -> Option<[u32; 4]> {
///     let sum = |at| Some(block.partition(at, Half::<E>::default())?.sum());
///     Some([sum([0, 0])?, sum([0, side])?, sum([side, 0])?, sum([side, side])?])
/// }
/// # let mut b = Block::<Video, u8>::new([0, 0], Dyn([8, 8]));
/// # b.view_mut().fill_with(|[y, x]| (y / 4 + x / 4) as u8);
/// # let window = b.view().fixed::<Fixed<8, 8>>().window::<Inside>().unwrap();
/// # assert_eq!(sums(window, 4), Some([0, 16, 16, 32]));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no half",
    label = "an extent whose dimensions cannot be halved",
    note = "`Fixed` has a half if it has one or two dimensions, each a power of two from 2 to 128"
)]
pub trait Halve: FixedExtent {
    /// The extent with half the points along each dimension.
    type Output: FixedExtent;
}

/// The extent with half the points along each dimension: `Half<Fixed<16, 8>>` is `Fixed<8, 4>`.
///
/// ```
/// use unite::{Extent, Fixed, Half, Quarter};
/// assert_eq!(<Half<Fixed<16, 8>>>::STATIC, [8, 4, 0, 0]);
/// assert_eq!(<Quarter<Fixed<16, 8>>>::STATIC, [4, 2, 0, 0]);
/// assert_eq!(Half::<Fixed<64>>::default(), Fixed::<32>);
/// ```
pub type Half<E> = <E as Halve>::Output;

/// The extent with a quarter of the points along each dimension: `Quarter<Fixed<16, 16>>` is `Fixed<4, 4>`. See
/// [`Half`] for an example.
pub type Quarter<E> = Half<Half<E>>;

macro_rules! halves {
    ($($n:literal $half:literal,)*) => {
        $( impl Halve for Fixed<$n> { type Output = Fixed<$half>; } )*
        halves! { @each [$($n $half,)*] $($n $half,)* }
    };
    (@each $all:tt $($n:literal $half:literal,)*) => { $( halves! { @pairs $n $half $all } )* };
    (@pairs $n:literal $half:literal [$($m:literal $other:literal,)*]) => {
        $( impl Halve for Fixed<$n, $m> { type Output = Fixed<$half, $other>; } )*
    };
}
halves! { 2 1, 4 2, 8 4, 16 8, 32 16, 64 32, 128 64, }
