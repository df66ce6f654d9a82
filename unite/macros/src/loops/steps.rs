//! Code generation for steps: loops that take their places one by one, conditions and names around them.
//!
//! ```text
//! for i { s .= 0.0; for j  s += a[i, j];  y[i] = s }
//!
//! let extents_0 = ..;                              of a, along i
//! let along = along(extents_0);
//! let bounds = extents_0.bound(bounds_along(&along), "i", "a")?;
//! for i in steps("i", bounds)? {
//!     s = 0.0;
//!     { .. }                                       a nest: looks up i, then goes through a
//!     { .. }                                       a nest without loops
//! }
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use unite_ir::loops::{AssignOp, Each, IndexedAxis, Item, Nest, Orders, Statement};

use super::extents::past;
use super::round::{Bound, free_of_bounds};
use super::turns::Turns;
use super::{Emitter, order, own, own_at};

/// Generates statements, in a function that returns a `Result`.
pub(crate) fn statements(statements: &[Statement], turns: Turns<'_>) -> TokenStream {
    let statements = statements.iter().map(|statement| turns.statement(statement));
    quote!(#(#statements)*)
}

impl Turns<'_> {
    fn statement(&self, statement: &Statement) -> TokenStream {
        match statement {
            Statement::Nest(orders) => self.assigned(orders).unwrap_or_else(|| order::nest(orders, *self)),
            Statement::Start { tensor, value } => {
                let (holder, text, value) = (self.holder(tensor), &tensor.text, self.value(value));
                quote_spanned!(self.source.hygienic(tensor.span)=> #holder.start(#text, #value)?;)
            }
            Statement::Each(each) => self.each(each),
            Statement::If { condition, then, otherwise } => {
                let condition = self.condition(condition);
                let (then, otherwise) = (statements(then, *self), statements(otherwise, *self));
                quote!(if #condition { #then } else { #otherwise })
            }
            Statement::Let { name, value, body } => {
                let (name, value, body) = (self.source.name(name), self.value(value), statements(body, *self));
                quote!({
                    let #name = #value;
                    #body
                })
            }
        }
    }

    /// Generates the assignment to a variable of a value without tensors; nothing for other nests.
    fn assigned(&self, orders: &Orders) -> Option<TokenStream> {
        let nest = &orders.nests[0];
        let plain = nest.items.is_empty() && nest.operands.is_empty() && nest.op == AssignOp::Set;
        let place =
            (plain && nest.target.access.indices.is_empty()).then(|| self.source.name(&nest.target.access.tensor))?;
        let value = self.emitter(nest).expr(&nest.value);
        Some(quote_spanned!(self.source.hygienic(nest.op_span)=> #place = #value;))
    }

    /// Generates the value that a nest finds.
    fn value(&self, orders: &Orders) -> TokenStream {
        let nest = &orders.nests[0];
        if nest.operands.is_empty() {
            return self.emitter(nest).expr(&nest.value);
        }
        let (found, nest) = (own("found", &[]), order::nest(orders, *self));
        quote!({
            let mut #found = ::core::option::Option::None;
            #nest
            ::unite::loops::found(#found)
        })
    }

    /// Generates the condition for which a nest finds `true`.
    fn condition(&self, orders: &Orders) -> TokenStream {
        let nest = &orders.nests[0];
        if let ([Item::If { condition }], true) = (&nest.items[..], nest.operands.is_empty()) {
            return self.emitter(nest).expr(condition);
        }
        let (found, nest) = (own("found", &[]), order::nest(orders, *self));
        quote!({
            let mut #found = ::core::option::Option::None::<bool>;
            #nest
            #found.is_some()
        })
    }

    /// Returns the generator of a nest whose expressions contain no tensors.
    fn emitter<'n>(&'n self, nest: &'n Nest) -> Emitter<'n> {
        Emitter { nest, source: self.source, turns: *self, steps: Vec::new(), orders: Vec::new(), by_table: false }
    }

    fn each(&self, each: &Each) -> TokenStream {
        let Each { var, range, step, axes, body } = each;
        let span = self.source.hygienic(var.span);
        let (along, index) = (own_at("along", &[], span), &var.text);
        let extents = axes.iter().enumerate().map(|(number, axis)| self.extents(number, axis));
        let first = own("extents", &[0]);
        let (mut values, steps) = match range {
            Some((from, to)) => {
                let (lo, hi) = (own("from", &[]), own("to", &[]));
                let (start, end) = (&from.nests[0].value, &to.nests[0].value);
                let along_bounds = (axes.is_empty()).then(|| {
                    let free = free_of_bounds([(Bound::At(start), lo.clone()), (Bound::At(end), hi.clone())], span);
                    quote!(let #along = #free;)
                });
                let (from, to) = (self.value(from), self.value(to));
                let values = quote! {
                    let #lo = #from;
                    let #hi = #to;
                    #along_bounds
                };
                let place =
                    |value, span| quote_spanned!(self.source.hygienic(span)=> ::unite::loops::place(#index, #value)?.0);
                let (first, last) = (place(lo, start.span), place(hi, end.span));
                let mut steps = quote_spanned!(span=> ::unite::loops::steps_between(&#along, #first, #last));
                if let Some(step) = step {
                    let span = self.source.hygienic(step.nests[0].value.span);
                    let step = self.value(step);
                    steps = quote_spanned!(span=> ::unite::loops::steps_by(#index, #steps, #step)?);
                }
                (values, steps)
            }
            None => {
                let bounds = own_at("bounds", &[], span);
                let none = quote!(let #bounds = ::unite::loops::bounds_along(&#along););
                let bound = axes.iter().enumerate().map(|(number, axis)| {
                    let (extents, tensor) = (own("extents", &[number]), &axis.tensor.text);
                    quote!(let #bounds = ::unite::loops::Extents::bound(#extents, #bounds, #index, #tensor)?;)
                });
                (quote!(#none #(#bound)*), quote_spanned!(span=> ::unite::loops::steps(#index, #bounds)?))
            }
        };
        if !axes.is_empty() {
            let others = axes.iter().enumerate().skip(1).map(|(number, axis)| {
                let span = self.source.hygienic(axis.tensor.span);
                let extents = own_at("extents", &[number], span);
                quote_spanned!(span=> ::unite::loops::meets(&#along, #extents);)
            });
            values = quote! {
                let #along = ::unite::loops::along(#first);
                #(#others)*
                #values
            };
        }
        let (var, body) = (self.source.name(var), statements(body, *self));
        quote!({
            #(#extents)*
            #values
            for #var in #steps { #body }
        })
    }

    /// Generates the extents of a tensor from one of its axes on.
    fn extents(&self, number: usize, axis: &IndexedAxis) -> TokenStream {
        let IndexedAxis { tensor, axis, rank, written } = axis;
        let (extents, order, whole) = (own("extents", &[number]), own("order", &[]), own("whole", &[]));
        let (name, update) = (self.source.name(tensor), own("update", &[]));
        let span = self.source.span(tensor.span);
        let all = match self.holder(tensor) {
            Some(holder) => quote! {
                let (#update, #order) = #holder.axes();
                let #whole = ::unite::loops::extents_of_target(#update);
            },
            None if *written => quote_spanned! {span=>
                let (#update, _, #order) = #name.loops_target();
                let #whole = ::unite::loops::extents_of_target(&*#update);
            },
            None => quote_spanned! {span=>
                let (_, _, #order, #update) = #name.loops_operand();
                let #whole = ::unite::loops::extents(#update);
            },
        };
        let (row_major, column_major) = (past(&whole, *axis), past(&whole, rank - 1 - axis));
        let chosen = match rank {
            1 => row_major,
            _ => quote!(::unite::level::IndexOrder::choose(#order, #row_major, #column_major)),
        };
        quote!(let #extents = { #all #chosen };)
    }
}
