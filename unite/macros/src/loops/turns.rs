//! Handles of tensors: a tensor that a program reads and writes in turn is held for all of it.
//!
//! ```text
//! for i { w .= 0.0; for k  w[k] += a[i, k];  for k  y[i, k] = w[k] }
//!
//! let mut turn_0 = w.loops_in_turn();
//! for i in .. {
//!     turn_0.start("w", 0.0)?;
//!     { let (update, position, order) = turn_0.writing().loops_target(); .. }
//!     { let frozen_0 = turn_0.reading()?; let (fiber_0_0, fill_0, order_0, level_0) = frozen_0.loops_operand(); .. }
//! }
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::syntax::Name;

use super::{own, own_at};
use crate::tokens::Source;

/// The tensors that a program reads and writes in turn.
#[derive(Clone, Copy)]
pub(crate) struct Turns<'a> {
    pub(crate) tensors: &'a [Name],
    pub(crate) source: &'a Source,
}

impl Turns<'_> {
    /// Returns the number of a tensor, if it is read and written in turn.
    fn number(&self, tensor: &Name) -> Option<usize> {
        self.tensors.iter().position(|known| known.text == tensor.text)
    }

    /// Returns the holder of a tensor.
    pub(crate) fn holder(&self, tensor: &Name) -> Option<Ident> {
        self.number(tensor).map(|number| own_at("turn", &[number], self.source.hygienic(tensor.span)))
    }

    /// Generates the holders of all tensors.
    pub(crate) fn taken(&self) -> TokenStream {
        let holders = self.tensors.iter().map(|tensor| {
            let (holder, name) = (self.holder(tensor), self.source.name(tensor));
            quote_spanned!(self.source.span(tensor.span)=> let mut #holder = #name.loops_in_turn();)
        });
        quote! {
            use ::unite::loops::{MistakenOperand as _, MistakenTarget as _, Plain as _, Source as _, Target as _};
            #(#holders)*
        }
    }

    /// Generates the tensors that a nest reads, for those among `tensors` that are held.
    pub(crate) fn frozen<'t>(&self, tensors: impl Iterator<Item = &'t Name>) -> TokenStream {
        let mut numbers: Vec<usize> = tensors.filter_map(|tensor| self.number(tensor)).collect();
        numbers.sort_unstable();
        numbers.dedup();
        let frozen = numbers.into_iter().map(|number| {
            let (frozen, holder) = (own("frozen", &[number]), own("turn", &[number]));
            quote!(let #frozen = #holder.reading()?;)
        });
        quote!(#(#frozen)*)
    }

    /// Generates a tensor that is read.
    pub(crate) fn read(&self, tensor: &Name) -> TokenStream {
        match self.number(tensor) {
            Some(number) => {
                let frozen = own_at("frozen", &[number], self.source.hygienic(tensor.span));
                quote!(#frozen)
            }
            None => self.source.name(tensor),
        }
    }

    /// Generates a tensor that is written.
    pub(crate) fn written(&self, tensor: &Name) -> TokenStream {
        match self.holder(tensor) {
            Some(holder) => quote_spanned!(holder.span()=> #holder.writing()),
            None => self.source.name(tensor),
        }
    }
}
