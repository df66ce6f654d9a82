//! `setters!`: chained setters for types of options, which users build by a constructor and setters.

/// Writes a setter for each field of a type of options: `with_qp(self, qp: u8) -> Self` for `with_qp: qp: u8`.
macro_rules! setters {
    ($options:ident { $($with:ident: $field:ident: $kind:ty,)+ }) => {
        /// Setters, to be chained: each takes the options and returns them with one field changed.
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
