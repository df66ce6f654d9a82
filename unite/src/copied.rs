//! `Clone` and `Copy` for places, windows and other handles.

/// Implements `Clone` and `Copy` for a handle: `copied!([L, C] Handle<'_, L, C>)`. Unlike `derive`, it puts no bounds
/// on the type parameters.
macro_rules! copied {
    ([$($generic:tt)*] $handle:ty) => {
        impl<$($generic)*> Clone for $handle {
            #[inline(always)]
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<$($generic)*> Copy for $handle {}
    };
}

pub(crate) use copied;
