//! Code generation for writes to the target, directly or through an accumulator.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use unite_ir::loops::{Affine, AssignOp, Coefficient};

use super::{Emitter, own, own_at};

impl Emitter<'_> {
    /// Generates the handle of the target's storage; nothing if the target is a scalar.
    pub(crate) fn target_parts(&self) -> TokenStream {
        let target = &self.nest.target.access;
        if target.indices.is_empty() {
            return TokenStream::new();
        }
        let (update, position, order) = (own("update", &[]), own("position", &[]), own("order", &[]));
        let span = self.source.span(target.tensor.span);
        let tensor = self.turns.written(&target.tensor);
        quote_spanned!(span=> let (#update, #position, #order) = #tensor.loops_target();)
    }

    /// Generates an accumulator, the loops that only reduce, and the write of the accumulated result to the target.
    pub(crate) fn accumulate(&self, loops: TokenStream) -> TokenStream {
        let (total, flow) = (self.total(), own("flow", &[]));
        let accumulator = self.accumulator();
        let write = self.add_in_place().unwrap_or_else(|| {
            let write = self.write();
            quote_spanned!(total.span()=> if let ::core::option::Option::Some(#total) = #total.take() { #write })
        });
        quote_spanned! {total.span()=>
            let mut #total = #accumulator;
            let #flow: ::unite::looplet::Flow = { #loops };
            ::unite::loops::settled(#flow)?;
            #write
            ::core::ops::ControlFlow::Continue(())
        }
    }

    /// Generates the write of a sum that is added to a value in its place without a test of whether it is zero; nothing if the
    /// target has other axes than whole ones.
    fn add_in_place(&self) -> Option<TokenStream> {
        let axes = &self.nest.target.axes;
        let plain = |axis: &Option<(usize, Affine)>| match axis {
            Some((_, affine)) => affine.is_index(),
            None => false,
        };
        if self.nest.op != AssignOp::Add || axes.is_empty() || !axes.iter().all(plain) {
            return None;
        }
        let (total, old, change) = (self.total(), own("old", &[]), self.changed());
        let added = quote!(#[inline(always)] move |#old| *#old = *#old + #total.0);
        let change = quote!(#[inline(always)] move |#old| *#old = #change);
        let (write, enter) = (self.change(&added), self.enter(&change));
        let write = quote_spanned! {total.span()=>
            if #write {
                ::core::ops::ControlFlow::Continue(())
            } else if let ::core::option::Option::Some(#total) = #total.take() {
                #enter
            } else {
                ::core::ops::ControlFlow::Continue(())
            }
        };
        let nested = (0..axes.len()).rev().fold(write, |inside, axis| self.region_of(axis, inside));
        Some(quote!(#nested?;))
    }

    /// Generates a change of the values at the region of the target, if they have their memory: an expression that is `true` if so.
    fn change(&self, change: &TokenStream) -> TokenStream {
        let (update, position, regions) = (own("update", &[]), own("position", &[]), self.regions());
        let span = self.source.hygienic(self.nest.target.access.span);
        quote_spanned!(span=> ::unite::loops::change(&mut *#update, #position, #regions, #change))
    }

    /// Generates a change of the values at the region of the target, an expression of type `Flow`.
    fn enter(&self, change: &TokenStream) -> TokenStream {
        let (update, position, regions) = (own("update", &[]), own("position", &[]), self.regions());
        let (target, span) = (&self.nest.target.access, self.source.hygienic(self.nest.target.access.span));
        let text = target.to_string();
        let enter = if self.is_place() { quote!(enter_place) } else { quote!(enter) };
        quote_spanned! {span=> {
            let #update = ::unite::level::Update::held(&mut *#update);
            ::unite::loops::entered(#text, ::unite::loops::#enter(#update, #position, #regions, #change))
        }}
    }

    /// Returns whether the region of the target is a single place, each of whose coordinates is computed.
    pub(crate) fn is_place(&self) -> bool {
        let axes = &self.nest.target.axes;
        !axes.is_empty() && axes.iter().all(Option::is_none)
    }

    /// Generates the regions along all axes of the target, as a nested tuple from the root on.
    pub(crate) fn regions(&self) -> TokenStream {
        let order = own("order", &[]);
        let regions = (0..self.nest.target.axes.len()).map(|axis| own("region", &[axis]));
        quote!(::unite::loops::root_first(#order, (#(#regions,)*)))
    }

    /// Generates the body of the innermost loop.
    pub(crate) fn innermost(&self) -> TokenStream {
        let (total, value) = (self.total(), self.weighed_value());
        if self.nest.accumulate_before(&self.steps).is_some() {
            return quote_spanned!(total.span()=> #total.put(#value));
        }
        if self.by_table {
            let write = self.write_by_table();
            return quote_spanned! {total.span()=>
                let #total = #value;
                #write
                ::core::ops::ControlFlow::Continue(())
            };
        }
        let (accumulator, write) = (self.accumulator(), self.write());
        if self.line().is_some() {
            let (slot, old, update) = (own("slot", &[]), own("old", &[]), own("update", &[]));
            let (here, next, after) = (self.write_here(), self.write_after(true), self.write_after(false));
            return quote_spanned! {total.span()=>
                let #total = #value;
                match &mut #slot {
                    ::unite::looplet::Slot::Here(#old) => {
                        let #old = &mut **#old;
                        #here
                    }
                    ::unite::looplet::Slot::Next(lists) => {
                        let value = #total;
                        let mut #total = #accumulator;
                        ::unite::loops::go_on(#total.put(value));
                        if let ::core::option::Option::Some(#total) = #total.take() { #next }
                    }
                    ::unite::looplet::Slot::After(lists) => {
                        let value = #total;
                        let mut #total = #accumulator;
                        ::unite::loops::go_on(#total.put(value));
                        if let ::core::option::Option::Some(#total) = #total.take() { #after }
                    }
                    ::unite::looplet::Slot::Within(#update) => {
                        let (#update, value) = (&mut **#update, #total);
                        let mut #total = #accumulator;
                        ::unite::loops::go_on(#total.put(value));
                        if let ::core::option::Option::Some(#total) = #total.take() { #write }
                    }
                }
                ::core::ops::ControlFlow::Continue(())
            };
        }
        // `put` breaks off if the value decides the result; the outer loops must still go on.
        quote_spanned! {total.span()=>
            let mut #total = #accumulator;
            ::unite::loops::go_on(#total.put(#value));
            if let ::core::option::Option::Some(#total) = #total.take() { #write }
            ::core::ops::ControlFlow::Continue(())
        }
    }

    pub(crate) fn total(&self) -> Ident {
        own_at("total", &[], self.source.hygienic(self.nest.op_span))
    }

    pub(crate) fn accumulator(&self) -> TokenStream {
        let kind = match self.nest.op {
            AssignOp::Set => quote!(Last),
            AssignOp::Add => quote!(Sum),
            AssignOp::Max => quote!(Max),
            AssignOp::Min => quote!(Min),
            AssignOp::And => quote!(All),
            AssignOp::Or => quote!(Any),
            AssignOp::Mul | AssignOp::Fold => {
                let function = self.function();
                let span = self.source.hygienic(self.nest.op_span);
                return quote_spanned!(span=> ::unite::loops::Fold::new(#function));
            }
        };
        quote_spanned!(self.source.hygienic(self.nest.op_span)=> ::unite::loops::#kind::new())
    }

    /// Generates the function of a fold, or of a product.
    fn function(&self) -> TokenStream {
        match &self.nest.function {
            Some(name) => {
                let function = self.source.name(name);
                quote_spanned!(self.source.hygienic(name.span)=> &#function)
            }
            None => quote_spanned!(self.source.hygienic(self.nest.op_span)=> &::core::ops::Mul::mul),
        }
    }

    /// Generates the value, multiplied by the number of places that it is summed over and the lengths that it is
    /// integrated over.
    fn weighed_value(&self) -> TokenStream {
        let span = self.source.hygienic(self.nest.op_span);
        let mut value = match &self.nest.unweighted {
            Some(value) => self.expr(value),
            None => quote!(1.0f64),
        };
        if self.nest.identity.is_some() {
            let identity = self.identity(None);
            value = quote_spanned!(span=> ::unite::loops::like_identity(#value, #identity));
        }
        for (of_loop, header) in self.nest.loops.iter().enumerate() {
            if header.counts(self.nest.op) {
                let (lo, hi) = self.region(of_loop);
                let (index, single) = (&self.var(of_loop).text, own("single", &[of_loop]));
                let single = if header.number_used.is_some() { quote!(true) } else { quote!(#single) };
                value = match self.nest.op {
                    AssignOp::Add => {
                        let summed = if self.is_around(of_loop) {
                            quote_spanned!(span=> ::unite::loops::summed_around)
                        } else {
                            quote_spanned!(span=> ::unite::loops::summed)
                        };
                        quote_spanned!(span=> #summed(#index, #single, #lo, #hi, #value)?)
                    }
                    _ => {
                        let function = self.function();
                        quote_spanned!(span=> ::unite::loops::folded(#index, #single, (#lo, #hi), #value, #function)?)
                    }
                };
            }
        }
        let weighted = self.nest.loops.iter().enumerate().filter(|(_, header)| header.weighted.is_some());
        let measure = weighted
            .map(|(of_loop, _)| {
                let (lo, hi) = self.region(of_loop);
                quote!(::unite::continuous::Coord::measure(#lo, #hi))
            })
            .reduce(|product, measure| quote!(#product * #measure));
        let indices = self.nest.loops.iter().filter(|header| header.weighted.is_some());
        let indices = indices.map(|header| header.var.text.as_str()).collect::<Vec<_>>().join("`, `");
        match measure {
            Some(measure) => quote_spanned!(span=> ::unite::loops::weighed(#indices, #value, #measure)?),
            None => value,
        }
    }

    /// Generates the write of `total` to the target.
    fn write(&self) -> TokenStream {
        let total = self.total();
        let target = &self.nest.target;
        let span = self.source.hygienic(self.nest.op_span);
        if target.access.tensor.text.is_empty() {
            let found = own("found", &[]);
            return quote_spanned!(span=> #found = ::core::option::Option::Some(#total););
        }
        if target.access.indices.is_empty() {
            let place = self.source.name(&target.access.tensor);
            return match self.nest.op {
                AssignOp::Set => quote_spanned!(span=> #place = #total;),
                AssignOp::Add => quote_spanned!(span=> #place += #total;),
                AssignOp::Max => quote_spanned!(span=> #place = ::unite::level::Ordered::greatest(#place, #total);),
                AssignOp::Min => quote_spanned!(span=> #place = ::unite::level::Ordered::least(#place, #total);),
                AssignOp::And => quote_spanned!(span=> #place &= #total;),
                AssignOp::Or => quote_spanned!(span=> #place |= #total;),
                AssignOp::Mul => quote_spanned!(span=> #place *= #total;),
                AssignOp::Fold => {
                    let function = self.function();
                    quote_spanned!(span=> #place = ::unite::loops::Combine::combine(#function, #place, #total);)
                }
            };
        }
        let (old, change) = (own("old", &[]), self.changed());
        let change = quote!(#[inline(always)] move |#old| *#old = #change);
        let fixed = target.axes.iter().enumerate().filter(|(_, axis)| axis.is_none()).map(|(axis, _)| {
            let (region, index) = (own("region", &[axis]), &target.access.indices[axis].expr);
            let text = index.to_string();
            quote_spanned!(self.source.hygienic(index.span)=> ::unite::loops::unless_invalid(#text, #region)?;)
        });
        let (write, enter) = (self.change(&change), self.enter(&change));
        let write = quote_spanned! {span=>
            if #write {
                ::core::ops::ControlFlow::Continue(())
            } else {
                #(#fixed)*
                #enter
            }
        };
        let nested = (0..target.axes.len()).rev().fold(write, |inside, axis| self.region_of(axis, inside));
        quote!(#nested?;)
    }

    /// Generates the value of the target after `total` is combined with its `old` value.
    pub(crate) fn changed(&self) -> TokenStream {
        let (total, old) = (self.total(), own("old", &[]));
        let span = self.source.hygienic(self.nest.op_span);
        match self.nest.op {
            AssignOp::Set => quote!(#total),
            AssignOp::Add => quote_spanned!(span=> *#old + #total),
            AssignOp::Max => quote!(::unite::level::Ordered::greatest(*#old, #total)),
            AssignOp::Min => quote!(::unite::level::Ordered::least(*#old, #total)),
            AssignOp::And => quote_spanned!(span=> *#old & #total),
            AssignOp::Or => quote_spanned!(span=> *#old | #total),
            AssignOp::Mul => quote_spanned!(span=> *#old * #total),
            AssignOp::Fold => {
                let function = self.function();
                quote_spanned!(span=> ::unite::loops::Combine::combine(#function, *#old, #total))
            }
        }
    }

    /// Generates the region of one axis of the target, with `inside`, an expression of type `Flow`, in its scope.
    pub(crate) fn region_of(&self, axis: usize, inside: TokenStream) -> TokenStream {
        let region = own("region", &[axis]);
        let index = &self.nest.target.access.indices[axis].expr;
        let span = self.source.hygienic(index.span);
        let Some((of_loop, affine)) = &self.nest.target.axes[axis] else {
            let place = match self.line() {
                Some(_) => own("fixed", &[axis]).into_token_stream(),
                None => self.fixed_place(axis),
            };
            return quote!({
                let #region = #place;
                #inside
            });
        };
        let (lo, hi) = self.region(*of_loop);
        let var = &self.var(*of_loop).text;
        let Affine { coefficient, offset } = affine;
        let along = self.target_axis(axis, span);
        let image = match (coefficient, offset) {
            (Coefficient::One, None) => quote!((#lo, #hi)),
            (Coefficient::One, Some(_)) => {
                let offset = self.offset(var, affine);
                quote_spanned!(span=> ::unite::loops::risen(#offset, #lo, #hi))
            }
            (Coefficient::MinusOne, _) => {
                let offset = self.offset(var, affine);
                quote_spanned!(span=> ::unite::loops::fallen(#offset, #lo, #hi))
            }
            (Coefficient::Other(scale), _) => {
                let scale = self.place(var, self.expr(scale), self.source.hygienic(scale.span));
                let offset = self.offset(var, affine);
                return quote_spanned! {span=>
                    ::unite::loops::image(#var, #scale, #offset, #lo, #hi, #[inline(always)] |#region| {
                        let #region = ::unite::loops::Region(#region).along(&#along);
                        #inside
                    })
                };
            }
        };
        quote_spanned!(span=> {
            let #region = ::unite::loops::Region(#image).along(&#along);
            #inside
        })
    }

    /// Generates the region of an axis of the target that does not move, in a function that returns a `Flow`.
    pub(crate) fn fixed_place(&self, axis: usize) -> TokenStream {
        let index = &self.nest.target.access.indices[axis].expr;
        let span = self.source.hygienic(index.span);
        let (axis, value, text) = (self.target_axis(axis, span), self.expr(index), index.to_string());
        let place = quote_spanned!(span=> ::unite::loops::place_of_target(&#axis, #text, #value));
        quote!(::unite::loops::one_place(::unite::loops::step(#place)?.0))
    }

    /// Generates the axis of the target that an index belongs to.
    pub(crate) fn target_axis(&self, index: usize, span: Span) -> TokenStream {
        let (root, order) = (own_at("root_axis", &[], span), own("order", &[]));
        let axis = |depth: usize| {
            let children = (0..depth).map(|_| quote_spanned!(span=> .child()));
            quote_spanned!(span=> #root #(#children)*)
        };
        let last = self.nest.target.axes.len() - 1;
        if last == 0 {
            return axis(0);
        }
        let (row_major, column_major) = (axis(index), axis(last - index));
        quote_spanned!(span=> ::unite::level::IndexOrder::choose(#order, #row_major, #column_major))
    }
}
