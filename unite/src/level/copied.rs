//! Handles that are copied.

/// `copied!([L, C] Handle<'_, L, C>)`: a handle is copied whatever it leads to. Derived, that would ask of its parameters
/// that they are copied too.
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

pub(super) use copied;
