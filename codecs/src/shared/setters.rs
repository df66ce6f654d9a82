//! `setters!`: chained setters for types of options.

/// Writes a setter for each listed field: `with_qp(self, qp: u8) -> Self` for `with_qp: qp: u8`.
macro_rules! setters {
    ($options:ident { $($with:ident: $field:ident: $kind:ty,)+ }) => {
        /// Chainable setters: each takes the options and returns them with one field changed.
        impl $options {
            $(
                #[doc = concat!("Returns the options with [`", stringify!($field), "`](Self::", stringify!($field), ") changed.")]
                #[must_use]
                pub fn $with(mut self, $field: $kind) -> Self {
                    self.$field = $field;
                    self
                }
            )+
        }
    };
}

pub(crate) use setters;
