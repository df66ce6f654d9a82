//! The nest for the order in which tensors are stored: their types choose it.
//!
//! ```text
//! for j, k  s += A[j, k] * B[k, j]
//!
//! let (fiber_0_0, fill_0, order_0, level_0) = A.loops_operand(); ...
//! stored(order_0);                                           as RowMajor; or else: `for k, j`
//! if order_1.choose(false, true) {
//!     let fiber_1_0 = order_1.choose(absent, fiber_1_0);     B is gone through with j, and then with k
//!     ...
//! } else {
//!     let fiber_1_0 = order_1.choose(fiber_1_0, absent);     B is gone through with k, and looked up at j
//!     ...
//! }
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::loops::{Nest, OneWay, Orders};

use super::{Emitter, own, own_at};
use crate::tokens::Source;

/// A nest.
pub(crate) fn nest<'a>(orders: &'a Orders, source: &'a Source) -> TokenStream {
    let emitter = |(set, nest): (usize, &'a Nest)| {
        let order = |(bit, tensor): (usize, &String)| (operand_of(nest, tensor), set >> bit & 1 == 1);
        let orders = orders.either_way.iter().enumerate().map(order).collect();
        Emitter { nest, source, steps: nest.steps(), orders }
    };
    let emitters: Vec<Emitter<'_>> = orders.nests.iter().enumerate().map(emitter).collect();
    let tensors = emitters[0].tensors();
    let checks = orders.one_way.iter().map(|operand| emitters[0].one_way(operand));
    let loops = choice(&emitters, orders.either_way.len(), 0);
    quote! {{
        #tensors
        #(#checks)*
        #loops
    }}
}

/// The first operand that is a tensor.
fn operand_of(nest: &Nest, tensor: &str) -> usize {
    nest.operands.iter().position(|operand| operand.tensor() == tensor).unwrap_or_default()
}

/// The nests for each set of the first `count` tensors, of which `set` holds those that follow.
fn choice(emitters: &[Emitter<'_>], count: usize, set: usize) -> TokenStream {
    let Some(tensor) = count.checked_sub(1) else { return emitters[set].loops_of_order() };
    let (row_major, column_major) = (choice(emitters, tensor, set), choice(emitters, tensor, set | 1 << tensor));
    let order = own("order", &[emitters[0].orders[tensor].0]);
    quote! {
        if ::unite::level::IndexOrder::choose(#order, false, true) {
            #column_major
        } else {
            #row_major
        }
    }
}

impl Emitter<'_> {
    /// The loops, with the tensors that are not in their order absent.
    fn loops_of_order(&self) -> TokenStream {
        let loops = self.loops();
        let roots = self
            .orders
            .iter()
            .map(|&(operand, by_columns)| self.roots(self.nest.operands[operand].tensor(), by_columns));
        quote! {
            #(#roots)*
            #loops
        }
    }

    /// Something that types are asked of, or where the nest is not for the order of the tensors, what always agrees.
    pub(crate) fn if_in_order(&self, asked: TokenStream, span: Span) -> TokenStream {
        self.orders.iter().fold(asked, |asked, &(operand, by_columns)| {
            let order = own("order", &[operand]);
            let nothing = quote_spanned!(span=> &::unite::loops::NOTHING);
            let (row_major, column_major) = if by_columns { (nothing, asked) } else { (asked, nothing) };
            quote_spanned!(span=> ::unite::level::IndexOrder::choose(#order, #row_major, #column_major))
        })
    }

    /// The roots of a tensor in a nest for one order of its indices: absent for the other one.
    fn roots(&self, tensor: &str, last_index_first: bool) -> TokenStream {
        let mut roots = TokenStream::new();
        for (number, operand) in self.nest.operands.iter().enumerate() {
            if operand.tensor() != tensor {
                continue;
            }
            let span = self.source.hygienic(operand.access.span);
            let (fiber, fill, order) = (own("fiber", &[number, 0]), own("fill", &[number]), own("order", &[number]));
            let count = operand.axes.iter().fold(quote!(()), |count, _| quote!((#count,)));
            let absent = quote_spanned!(span=> ::unite::loops::turned::<#count, _, _>(#fiber, #fill));
            let (row_major, column_major) =
                if last_index_first { (absent, quote!(#fiber)) } else { (quote!(#fiber), absent) };
            roots.extend(quote_spanned! {span=>
                let #fiber = ::unite::level::IndexOrder::choose(#order, #row_major, #column_major);
            });
        }
        roots
    }

    /// Compiles for an operand that is stored the one way that it is gone through.
    fn one_way(&self, OneWay { operand, last_index_first, other_loops }: &OneWay) -> TokenStream {
        let read = &self.nest.operands[*operand];
        let span = self.source.hygienic(read.access.tensor.span);
        let tensor = read.tensor();
        let order = own_at("order", &[*operand], span);
        let (allowed, asked, other_end) = if *last_index_first {
            (quote!(ColumnMajor), quote!(ColumnByColumn), "first")
        } else {
            (quote!(RowMajor), quote!(RowByRow), "last")
        };
        let message = format!("these loops go through `{tensor}` against the order in which it is stored");
        let label = format!("stored from the {other_end} index on");
        let note = match &other_loops[..] {
            [] => format!(
                "read the transposed tensor, with its indices exchanged: `let t = {tensor}.by_ref().transposed()`"
            ),
            loops => format!("put the loops in the order in which it is stored: `for {}`", loops.join(", ")),
        };
        quote_spanned! {span=> {
            #[diagnostic::on_unimplemented(message = #message, label = #label, note = #note)]
            trait #asked {}
            #[diagnostic::do_not_recommend]
            impl #asked for ::unite::level::#allowed {}
            fn stored<O: #asked>(_order: O) {}
            stored(#order);
        }}
    }
}
