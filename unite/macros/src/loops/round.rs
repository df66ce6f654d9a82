//! Code generation for loops: operands, ranges and type checks.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use unite_ir::loops::{
    Affine, AssignOp, AxisKind, Coefficient, Expr, ExprKind, Item, Loop, OperandAxis, Protocol, Round, Step, UnaryOp,
};
use unite_ir::syntax::Name;

use super::{Emitter, own, own_at};

/// A bound of a loop.
pub(crate) enum Bound<'a> {
    Infinite,
    At(&'a Expr),
}

impl Emitter<'_> {
    /// Generates a loop, or a loop that divides its pieces further, with everything inside.
    pub(crate) fn nest_of(&self, number: usize, round: &Round) -> TokenStream {
        let header = &self.nest.loops[round.of_loop];
        let (lo, hi) = self.region(round.of_loop);
        let span = self.source.hygienic(header.var.span);
        let (operands, live) = (own_at("operands", &[number], span), own("live", &[number]));
        let found: Vec<Ident> = round.operands.iter().map(|due| own("fiber", &[due.operand, due.axis + 1])).collect();
        let (bounds, range) = if round.opens { self.range(header, round.of_loop) } else { cut_range(&lo, &hi) };
        let tuple = self.operands(&operands, round);
        let checks = self.checks(number, round, header);
        let (empty, optional) = (self.may_be_empty(number, round, header), round.optional());
        let inside = self.rest(number + 1);
        // A body is as fast as a loop by hand only as a part of what calls it. That of an innermost loop has several
        // callers, each for one way to iterate; a body with loops inside has one.
        let innermost = !self.is_around_others(number);
        let range = if innermost {
            range
        } else {
            let joins = self.joins(number, round).unwrap_or_else(|| quote!(false));
            quote!(::unite::looplet::Once { range: #range, joins: #joins })
        };
        let inside = if innermost { inside } else { self.held(round.of_loop, inside) };
        let is_line = self.line() == Some(number);
        // A loop along a table needs all of its operands (`are_single`). Here the set of operands is a constant for the compiler.
        let known = (is_line && self.by_table).then(|| {
            let (known, count) = (self.known(number), round.operands.len());
            quote_spanned!(span=> #known let #live = ::unite::looplet::Live::all(#count);)
        });
        let line = (is_line && !self.by_table).then(|| {
            let (fixed, known) = (self.fixed_places(), self.known(number));
            let (written, slots) = (self.slots(&operands, number, round.of_loop), own("slots", &[]));
            let (update, slot) = (own("update", &[]), own("slot", &[]));
            quote_spanned! {span=>
                #fixed
                #known
                let #slots = #written;
                ::unite::looplet::coiterate_into::<_, _, _, _, #empty, #optional>(
                    #operands, #range, #live, &mut *#update, #slots,
                    #[inline(always)] |#lo, #hi, (#(#found,)*), mut #slot| { #inside },
                )
            }
        });
        let iterated = line.unwrap_or_else(|| {
            let is_around_line = self.line().is_some_and(|line| self.next_round(number) == Some(line));
            let (iterate, target) = match (is_around_line, self.by_table) {
                (false, _) => {
                    (quote_spanned!(span=> ::unite::looplet::coiterate_layers::<_, _, #empty, #optional>), None)
                }
                (true, true) => {
                    (quote_spanned!(span=> ::unite::looplet::coiterate_inlined::<_, _, #empty, #optional>), None)
                }
                (true, false) => {
                    let target = Some(own("root_axis", &[]));
                    (quote_spanned!(span=> ::unite::loops::around_line::<_, _, _, #empty, #optional>), target)
                }
            };
            let target = target.iter();
            quote_spanned! {span=>
                #iterate(#operands, #range, #live, #(#target,)* #[inline(always)] |#lo, #hi, (#(#found,)*)| { #inside })
            }
        });
        self.zero_based(
            number,
            quote_spanned! {span=>
                #bounds
                #tuple
                #checks
                #known
                #iterated
            },
        )
    }

    /// Generates an innermost loop twice if it looks up places of fibers that are known before it, or writes at such places: once
    /// for fibers, and a target, that begin at 0.
    fn zero_based(&self, number: usize, nest: TokenStream) -> TokenStream {
        let looked_up = self.steps[number + 1..].iter().filter_map(|step| match step {
            Step::LookUp(due) => Some(*due),
            _ => None,
        });
        let known =
            |due: &OperandAxis| due.axis == 0 || self.is_resolved(OperandAxis { axis: due.axis - 1, ..*due }, number);
        let plain = |due: &OperandAxis| self.nest.index_along(*due).window.is_none();
        let fibers: Vec<Ident> = looked_up.filter(|due| known(due) && plain(due)).map(|due| self.fiber(due)).collect();
        let written = self.is_place() && self.nest.accumulate_before(&self.steps).is_none();
        if (fibers.is_empty() && !written) || self.is_around_others(number) {
            return nest;
        }
        let (update, held) = (own("update", &[]), own("held", &[]));
        let (target, found, hold) = if written {
            let target = quote!(::unite::level::Update::zero_based(&mut *#update));
            (target, quote!(::core::option::Option::Some(mut #held)), quote!(let #update = &mut #held;))
        } else {
            Default::default()
        };
        quote! {
            if let (#(::core::option::Option::Some(#fibers),)* #found) =
                (#(::unite::level::Fiber::zero_based(#fibers),)* #target)
            {
                #hold
                #nest
            } else {
                #nest
            }
        }
    }

    /// Returns the step of the first loop, or of another that divides its pieces further, that is generated inside that of a step.
    fn next_round(&self, number: usize) -> Option<usize> {
        (number + 1..self.steps.len()).find(|&inside| matches!(self.steps[inside], Step::Round(_)))
    }

    /// Returns whether a loop, or another that divides its pieces further, is generated inside that of a step.
    pub(crate) fn is_around_others(&self, number: usize) -> bool {
        self.next_round(number).is_some()
    }

    /// Returns whether another loop is generated inside this one.
    pub(crate) fn is_around(&self, of_loop: usize) -> bool {
        let is_last = |step: &Step| matches!(step, Step::Round(round) if round.of_loop == of_loop);
        self.steps.iter().rposition(is_last).is_some_and(|number| self.is_around_others(number))
    }

    /// Generates a body with loops inside. It first copies, for its loop and those around it, whether the region is a single place:
    /// a loop inside would read that from memory again after each write.
    fn held(&self, of_loop: usize, inside: TokenStream) -> TokenStream {
        let span = self.source.hygienic(self.nest.op_span);
        let counted = |of_loop: &usize| self.nest.loops[*of_loop].counts(self.nest.op);
        let around = (0..of_loop).filter(counted).map(|of_loop| own("single", &[of_loop]));
        let around: TokenStream = around.map(|single| quote_spanned!(span=> let #single = #single;)).collect();
        let own = counted(&of_loop).then(|| {
            let ((lo, hi), single) = (self.region(of_loop), own("single", &[of_loop]));
            quote_spanned!(span=> let #single = ::unite::loops::single_region(#single, #lo, #hi);)
        });
        quote!(#around #own #inside)
    }

    /// Returns whether the body may run for an empty region, because everything that it adds is multiplied by the
    /// region's length, which is zero.
    fn may_be_empty(&self, number: usize, round: &Round, header: &Loop) -> bool {
        let inside = &self.steps[number + 1..];
        let last = !inside.iter().any(|step| matches!(step, Step::Round(_) | Step::LookUp(_)));
        last && round.opens && header.weighted.is_some() && header.number_used.is_none()
    }

    /// Generates the condition under which pieces of this loop may be passed over if what they hold along the next axis is apart:
    /// the body is one loop along the next axis of all operands that have one, and multiplies them. Nothing for other bodies, and
    /// for those which may report an error before they find that out.
    fn joins(&self, number: usize, round: &Round) -> Option<TokenStream> {
        let Step::Round(inner) = self.steps.get(number + 1)? else { return None };
        let header = &self.nest.loops[inner.of_loop];
        let bounded = matches!(&self.nest.items[header.item - 1], Item::Loop { range: Some(_), .. });
        let numbers = |of_loop| self.nest.number_after(&self.steps, of_loop) == Some(number + 1);
        if !inner.opens || bounded || (0..self.nest.loops.len()).any(numbers) {
            return None;
        }
        let plain = |due: &OperandAxis| {
            let moves = matches!(self.axis(*due), AxisKind::Moves { affine, .. } if affine.is_index());
            moves && self.nest.index_along(*due).window.is_none()
        };
        let joined = |due: &OperandAxis| {
            let next = OperandAxis { axis: due.axis + 1, ..*due };
            next.axis == self.nest.operands[due.operand].axes.len() || inner.operands.contains(&next)
        };
        if !inner.operands.iter().all(plain) || !round.operands.iter().all(joined) {
            return None;
        }
        let (live, count) = (own("live", &[number + 1]), inner.operands.len());
        let differ = own("differ", &[inner.of_loop]);
        Some(quote!(#live.all_of(#count) && #differ.is_none()))
    }

    /// Generates the operands as a tuple with this name. All must have the coordinate type of the first one.
    fn operands(&self, name: &Ident, round: &Round) -> TokenStream {
        if round.operands.is_empty() {
            let free = self.free(&self.nest.loops[round.of_loop], round.of_loop);
            return quote!(let #name = #free;);
        }
        let first = own("moving", &[round.operands[0].operand]);
        let names: Vec<Ident> = round.operands.iter().map(|due| own("moving", &[due.operand])).collect();
        let values = round.operands.iter().enumerate().map(|(number, due)| {
            let operand = self.operand(*due);
            if number == 0 {
                return operand;
            }
            let span = self.source.hygienic(self.nest.operands[due.operand].access.span);
            quote_spanned!(span=> ::unite::loops::beside(&#first, #operand))
        });
        quote! {
            #(let #names = #values;)*
            let #name = (#(#names,)*);
        }
    }

    /// Generates the operand of an axis that moves with a loop.
    fn operand(&self, due: OperandAxis) -> TokenStream {
        let AxisKind::Moves { of_loop, affine, protocol } = self.axis(due) else { return TokenStream::new() };
        let var = &self.nest.loops[*of_loop].var.text;
        let access = &self.nest.operands[due.operand].access;
        let fiber = self.windowed(due).unwrap_or_else(|| self.fiber(due).into_token_stream());
        let span = self.source.hygienic(access.span);
        let Affine { coefficient, offset } = affine;
        let window = self.nest.index_along(due).window.as_deref();
        let start =
            window.map(|window| self.place(var, self.expr(&window.from), self.source.hygienic(window.from.span)));
        let moved = offset.is_some() || start.is_some();
        let offset = match (start, offset) {
            (None, _) => self.offset(var, affine),
            (Some(start), None) => start,
            (Some(start), Some(_)) => {
                let offset = self.offset(var, affine);
                quote_spanned!(span=> ::unite::continuous::Coord::plus(#start, #offset))
            }
        };
        let operand = match coefficient {
            Coefficient::One if !moved => quote_spanned!(span=> ::unite::level::Fiber::walk(#fiber)),
            Coefficient::One => quote_spanned!(span=> ::unite::loops::rising(#fiber, #offset)),
            Coefficient::MinusOne => quote_spanned!(span=> ::unite::loops::falling(#fiber, #offset)),
            Coefficient::Other(scale) => {
                let scale = self.place(var, self.expr(scale), self.source.hygienic(scale.span));
                quote_spanned!(span=> ::unite::loops::step(::unite::loops::scaled(#var, #fiber, #scale, #offset))?)
            }
        };
        match protocol {
            None => operand,
            Some(Protocol::Walk) => quote_spanned!(span=> ::unite::loops::walked(#operand)),
            Some(Protocol::Gallop) => quote_spanned!(span=> ::unite::loops::galloped(#operand)),
            Some(Protocol::Follow) => quote_spanned!(span=> ::unite::loops::followed(#operand)),
        }
    }

    /// Generates the offset of an index, as a coordinate.
    pub(crate) fn offset(&self, var: &str, affine: &Affine) -> TokenStream {
        match &affine.offset {
            Some(offset) => self.place(var, self.expr(offset), self.source.hygienic(offset.span)),
            None => quote!(::core::default::Default::default()),
        }
    }

    /// Generates the operands of a loop without tensors. Its coordinates have the type of the target's axis that moves
    /// with it or, if there is none, of a bound.
    fn free(&self, header: &Loop, of_loop: usize) -> TokenStream {
        let axes = &self.nest.target.axes;
        let axis = axes.iter().position(|axis| matches!(axis, Some((moves_with, _)) if *moves_with == of_loop));
        if let Some(axis) = axis {
            let span = self.source.hygienic(self.nest.target.access.indices[axis].expr.span);
            let axis = self.target_axis(axis, span);
            return quote_spanned!(span=> #axis.free());
        }
        let (start, end) = self.bounds(header);
        let (lo, hi) = (own("from", &[header.item]), own("to", &[header.item]));
        free_of_bounds([(start, lo), (end, hi)], self.source.hygienic(header.var.span))
    }

    fn bounds(&self, header: &Loop) -> (Bound<'_>, Bound<'_>) {
        match &self.nest.items[header.item - 1] {
            Item::Loop { range: Some((start, end)), .. } => (bound(start), bound(end)),
            _ => (Bound::Infinite, Bound::Infinite),
        }
    }

    /// Generates the values of the bounds, and the range between them.
    fn range(&self, header: &Loop, of_loop: usize) -> (TokenStream, TokenStream) {
        let (start, end) = self.bounds(header);
        let (lo, hi) = (own("from", &[header.item]), own("to", &[header.item]));
        if let (Bound::Infinite, Bound::Infinite) = (&start, &end) {
            return self.range_of_extents(of_loop);
        }
        let mut values = TokenStream::new();
        let mut cut = |name, bound: &Bound<'_>, infinite, side| match bound {
            Bound::Infinite => infinite,
            Bound::At(expr) => {
                let value = self.expr(expr);
                values.extend(quote!(let #name = #value;));
                let place = self.place(&header.var.text, quote!(#name), self.source.hygienic(expr.span));
                quote!(::unite::continuous::Coord::#side(#place))
            }
        };
        let first = lo.clone();
        let lo = cut(lo, &start, quote!(::unite::continuous::Cut::FIRST), quote!(before));
        let hi = cut(hi, &end, quote!(::unite::continuous::Cut::LAST), quote!(after));
        if let (Item::Loop { step: Some(step), .. }, Bound::At(start)) = (&self.nest.items[header.item - 1], start) {
            let (stride, index) = (own("stride", &[of_loop]), &header.var.text);
            let first = self.place(index, quote!(#first), self.source.hygienic(start.span));
            let (value, span) = (self.expr(step), self.source.hygienic(step.span));
            let step = quote_spanned!(span=> ::unite::loops::stride(#index, #first, #value));
            values.extend(quote_spanned!(span=> let #stride = ::unite::loops::step(#step)?;));
            let range = quote!(::unite::looplet::Between { lo: #lo, hi: #hi });
            return (values, quote!(::unite::looplet::ByStride { range: #range, stride: #stride, index: #index }));
        }
        (values, quote!(::unite::looplet::Between { lo: #lo, hi: #hi }))
    }

    /// Generates the checks of the operands' types, and the values that the remaining checks at run time need.
    fn checks(&self, number: usize, round: &Round, header: &Loop) -> TokenStream {
        let live = own("live", &[number]);
        let mut checks: TokenStream = round.operands.iter().map(|due| self.apart(*due)).collect();
        let mut rounds =
            self.steps.iter().filter(|step| matches!(step, Step::Round(cut) if cut.of_loop == round.of_loop));
        let once = rounds.nth(1).is_none();
        if let (true, Some(used)) = (round.opens, header.number_used) {
            let span = self.source.hygienic(used);
            let operands = own_at("operands", &[number], span);
            let asked = self.if_in_order(quote_spanned!(span=> &#operands), span);
            checks.extend(quote_spanned!(span=> ::unite::loops::numeric(#asked);));
        }
        if header.counts(self.nest.op) {
            let single = own("single", &[round.of_loop]);
            let span = self.source.hygienic(self.nest.op_span);
            let operands = own_at("operands", &[number], span);
            // A product or a fold of a value that does not change itself may have any number of places.
            if once && self.nest.op == AssignOp::Add {
                let asked = self.if_in_order(quote_spanned!(span=> &#operands), span);
                checks.extend(quote_spanned!(span=> ::unite::loops::countable(#asked);));
            }
            let before = (!round.opens).then(|| quote!(#single |));
            checks.extend(quote_spanned!(span=> let #single = #before ::unite::loops::single(&#operands, #live);));
        }
        checks
    }

    /// Returns the name of a loop's index.
    pub(crate) fn var(&self, of_loop: usize) -> &Name {
        &self.nest.loops[of_loop].var
    }
}

/// Generates an empty set of operands over the coordinate type of bounds, each with the name of its value.
pub(crate) fn free_of_bounds(bounds: [(Bound<'_>, Ident); 2], span: Span) -> TokenStream {
    for (bound, name) in bounds.iter().rev() {
        if let Bound::At(expr) = bound
            && literal(expr).is_none_or(is_typed)
        {
            return quote_spanned!(span=> ::unite::loops::free(&#name));
        }
    }
    // Literal bounds have Rust's default types, except that integers are `i64`, as in lists of coordinates.
    let real = |bound: &Bound<'_>| matches!(bound, Bound::At(expr) if literal(expr).is_some_and(|text| text.contains(['.', 'e'])));
    let coordinate = if bounds.iter().any(|(bound, _)| real(bound)) { quote!(f64) } else { quote!(i64) };
    quote_spanned!(span=> ::unite::loops::free::<#coordinate>(&::core::default::Default::default()))
}

fn cut_range(lo: &Ident, hi: &Ident) -> (TokenStream, TokenStream) {
    (TokenStream::new(), quote!(::unite::looplet::Between { lo: #lo, hi: #hi }))
}

fn bound(expr: &Expr) -> Bound<'_> {
    match &expr.kind {
        ExprKind::Infinity => Bound::Infinite,
        ExprKind::Unary(UnaryOp::Neg, operand) if operand.kind == ExprKind::Infinity => Bound::Infinite,
        _ => Bound::At(expr),
    }
}

/// Returns the text of a literal bound without its sign; `None` for other bounds.
fn literal(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Number(text) => Some(text),
        ExprKind::Unary(_, operand) => literal(operand),
        _ => None,
    }
}

/// Returns whether a literal has a type suffix.
fn is_typed(literal: &str) -> bool {
    ["f32", "f64"].iter().any(|suffix| literal.ends_with(suffix)) || literal.contains(['i', 'u'])
}
