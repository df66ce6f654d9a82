//! Code generation for the ranges of loops without bounds: the extents of tensors.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::loops::{OperandAxis, Window};

use super::{Emitter, own};

impl Emitter<'_> {
    /// Generates the extents of the tensors that bound a loop.
    pub(crate) fn extents(&self) -> TokenStream {
        let plain: Vec<_> = (0..self.nest.loops.len()).flat_map(|of_loop| self.nest.plain(of_loop)).collect();
        let mut extents = TokenStream::new();
        for (number, operand) in self.nest.operands.iter().enumerate() {
            if plain.iter().any(|plain| plain.operand == Some(number)) {
                let (name, level) = (own("extents", &[number]), own("level", &[number]));
                let span = self.source.hygienic(operand.access.tensor.span);
                extents.extend(quote_spanned!(span=> let #name = ::unite::loops::extents(#level);));
            }
        }
        if plain.iter().any(|plain| plain.operand.is_none()) {
            let (name, update) = (own("extents", &[]), own("update", &[]));
            extents.extend(quote!(let #name = ::unite::loops::extents_of_target(&*#update);));
        }
        extents
    }

    /// Generates the bounds of the loops inside of others, before the loops.
    pub(crate) fn bounds_of_inner(&self) -> TokenStream {
        let inner = (1..self.nest.loops.len()).filter(|&of_loop| !self.nest.plain(of_loop).is_empty());
        let inner = inner.filter(|&of_loop| !self.is_windowed(of_loop));
        let bounds = inner.map(|of_loop| {
            let (bounds, differ) = (own("bounds", &[of_loop]), own("differ", &[of_loop]));
            let common = self.common_extent(of_loop);
            quote! {
                let (#bounds, #differ) = ::unite::loops::bounded(#common);
                let #differ = ::core::option::Option::as_ref(&#differ);
            }
        });
        quote!(#(#bounds)*)
    }

    /// Returns whether the length of a window bounds a loop; it may be known only where the loop is entered.
    fn is_windowed(&self, of_loop: usize) -> bool {
        self.nest.plain(of_loop).iter().any(|axis| axis.windowed)
    }

    /// Generates the common extent of the tensors that bound a loop, or the error.
    fn common_extent(&self, of_loop: usize) -> TokenStream {
        let (bounds, index) = (own("bounds", &[of_loop]), &self.var(of_loop).text);
        let none = quote!(::core::result::Result::Ok(::unite::loops::Bounds::new()));
        self.nest.plain(of_loop).iter().fold(none, |common, axis| {
            if let (Some(operand), true) = (axis.operand, axis.windowed) {
                let due = OperandAxis { operand, axis: axis.axis };
                let access = &self.nest.operands[operand].access;
                let ends = self.nest.index_along(due).window.as_deref().map(|Window { from, to, .. }| {
                    let (from, to) = (self.expr(from), self.expr(to));
                    quote!((#from, #to))
                });
                let extents = past(&own("extents", &[operand]), axis.axis);
                let (text, span) = (access.to_string(), self.source.hygienic(access.span));
                return quote_spanned! {span=>
                    ::core::result::Result::and_then(#common, #[inline(always)] |#bounds| {
                        ::unite::loops::bound_by_window(#extents, #bounds, #index, #text, #ends)
                    })
                };
            }
            let (extents, tensor) = match axis.operand {
                Some(operand) => {
                    let tensor = &self.nest.operands[operand].access.tensor.text;
                    (past(&own("extents", &[operand]), axis.axis), tensor)
                }
                None => (self.target_extents(axis.axis), &self.nest.target.access.tensor.text),
            };
            quote! {
                ::core::result::Result::and_then(#common, #[inline(always)] |#bounds| {
                    ::unite::loops::Extents::bound(#extents, #bounds, #index, #tensor)
                })
            }
        })
    }

    /// Generates the range of a loop without bounds: the extents that bound it, or else the whole line.
    pub(crate) fn range_of_extents(&self, of_loop: usize) -> (TokenStream, TokenStream) {
        let plain = self.nest.plain(of_loop);
        if plain.is_empty() {
            return (TokenStream::new(), quote!(::unite::looplet::Everywhere));
        }
        let (bounds, differ) = (own("bounds", &[of_loop]), own("differ", &[of_loop]));
        let values = if of_loop == 0 || self.is_windowed(of_loop) {
            let common = self.common_extent(of_loop);
            quote!(let #bounds = ::unite::loops::step(#common)?;)
        } else {
            quote!(::unite::loops::unless_differ(#differ)?;)
        };
        let range = if plain.iter().all(|axis| axis.leads) { quote!(of_operands) } else { quote!(range) };
        (values, quote!(#bounds.#range()))
    }

    /// Generates the extents of the target from the axis of an index on.
    fn target_extents(&self, index: usize) -> TokenStream {
        let (extents, order) = (own("extents", &[]), own("order", &[]));
        let last = self.nest.target.axes.len() - 1;
        if last == 0 {
            return quote!(#extents);
        }
        let (row_major, column_major) = (past(&extents, index), past(&extents, last - index));
        quote!(::unite::level::IndexOrder::choose(#order, #row_major, #column_major))
    }
}

/// Generates the extents of the axes after the first `axes`, counted from the root.
pub(crate) fn past(extents: &Ident, axes: usize) -> TokenStream {
    (0..axes).fold(quote!(#extents), |rest, _| quote!(::unite::loops::Extents::rest(#rest)))
}
