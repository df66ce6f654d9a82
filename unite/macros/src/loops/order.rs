//! Code generation for both orders of storage: the types of the tensors select one.
//!
//! ```text
//! for j, k  s += A[j, k] * B[k, j]
//!
//! let (fiber_0_0, fill_0, order_0, level_0) = A.loops_operand(); ...
//! stored(order_0);                                           compiles if RowMajor; otherwise suggests `for k, j`
//! if order_1.choose(false, true) {
//!     let fiber_1_0 = order_1.choose(absent, fiber_1_0);     B is walked with j, then with k
//!     ...
//! } else {
//!     let fiber_1_0 = order_1.choose(fiber_1_0, absent);     B is walked with k, and looked up at j
//!     ...
//! }
//! ```

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::loops::{Nest, OneWay, Orders};

use super::turns::Turns;
use super::{Emitter, own, own_at};

/// Generates a nest, for each order of storage that matters.
pub(crate) fn nest<'a>(orders: &'a Orders, turns: Turns<'a>) -> TokenStream {
    let emitter = |(set, nest): (usize, &'a Nest)| {
        let order = |(bit, tensor): (usize, &String)| (operand_of(nest, tensor), set >> bit & 1 == 1);
        let orders = orders.either_way.iter().enumerate().map(order).collect();
        Emitter { nest, source: turns.source, turns, steps: nest.steps(), orders, by_table: false }
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

/// Returns the first operand that accesses a tensor.
fn operand_of(nest: &Nest, tensor: &str) -> usize {
    nest.operands.iter().position(|operand| operand.tensor() == tensor).unwrap_or_default()
}

/// Generates the choice of a nest by the orders of the first `count` tensors; `set` has the orders chosen for the
/// others.
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
    /// Generates the loops, with absent tensors in place of those that are not stored in the order of this nest.
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

    /// Replaces an argument of a type check by one that always passes if the nest is not for the order of the tensors.
    pub(crate) fn if_in_order(&self, asked: TokenStream, span: Span) -> TokenStream {
        self.orders.iter().fold(asked, |asked, &(operand, by_columns)| {
            let order = own("order", &[operand]);
            let nothing = quote_spanned!(span=> &::unite::loops::NOTHING);
            let (row_major, column_major) = if by_columns { (nothing, asked) } else { (asked, nothing) };
            quote_spanned!(span=> ::unite::level::IndexOrder::choose(#order, #row_major, #column_major))
        })
    }

    /// Generates the roots of a tensor in a nest for one order of indices: absent if it is stored in the other order.
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

    /// Generates a check that compiles only if an operand is stored in the order in which the loops traverse it.
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
