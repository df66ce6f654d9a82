//! Loops in Rust: operands, range, what types must show.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use unite_ir::loops::{
    Affine, AxisKind, Coefficient, Expr, ExprKind, Item, Loop, Name, OperandAxis, Protocol, Round, Step, UnaryOp,
};

use crate::emit::{Emitter, own, own_at};

/// A bound of a loop.
enum Bound<'a> {
    Infinite,
    At(&'a Expr),
}

impl Emitter<'_> {
    /// A loop, or a further cut of its pieces, and all that is inside.
    pub(crate) fn round(&self, number: usize, round: &Round) -> TokenStream {
        let header = &self.nest.loops[round.of_loop];
        let (lo, hi) = self.region(round.of_loop);
        let span = self.source.hygienic(header.var.span);
        let (operands, live) = (own_at("operands", &[number], span), own("live", &[number]));
        let found = round.operands.iter().map(|due| own("fiber", &[due.operand, due.axis + 1]));
        let (bounds, range) = if round.opens { self.range(header, round.of_loop) } else { cut_range(&lo, &hi) };
        let tuple = self.operands(round);
        let checks = self.checks(number, round, header);
        let empty = self.may_be_empty(number, round, header);
        let inside = self.rest(number + 1);
        quote_spanned! {span=>
            #bounds
            let #operands = #tuple;
            #checks
            ::unite::looplet::coiterate_layers::<_, _, #empty>(#operands, #range, #live, |#lo, #hi, (#(#found,)*)| {
                #inside
            })
        }
    }

    /// Whether a region without any place does no harm: its length, which is zero, is a factor of all that is done.
    fn may_be_empty(&self, number: usize, round: &Round, header: &Loop) -> bool {
        let inside = &self.steps[number + 1..];
        let last = !inside.iter().any(|step| matches!(step, Step::Round(_) | Step::LookUp(_)));
        last && round.opens && header.weighted.is_some() && header.number_used.is_none()
    }

    fn operands(&self, round: &Round) -> TokenStream {
        if round.operands.is_empty() {
            return self.free(&self.nest.loops[round.of_loop], round.of_loop);
        }
        let operands = round.operands.iter().map(|due| self.operand(*due));
        quote!((#(#operands,)*))
    }

    /// An axis that moves with a loop.
    fn operand(&self, due: OperandAxis) -> TokenStream {
        let AxisKind::Moves { of_loop, affine, protocol } = self.axis(due) else { return TokenStream::new() };
        let var = &self.nest.loops[*of_loop].var.text;
        let access = &self.nest.operands[due.operand].access;
        let fiber = self.fiber(due);
        let span = self.source.hygienic(access.span);
        let Affine { coefficient, offset } = affine;
        let operand = match (coefficient, offset) {
            (Coefficient::One, None) => quote_spanned!(span=> ::unite::level::Fiber::walk(#fiber)),
            (Coefficient::One, Some(_)) => {
                let offset = self.offset(var, affine);
                quote_spanned!(span=> ::unite::loops::rising(#fiber, #offset))
            }
            (Coefficient::MinusOne, _) => {
                let offset = self.offset(var, affine);
                quote_spanned!(span=> ::unite::loops::falling(#fiber, #offset))
            }
            (Coefficient::Other(scale), _) => {
                let scale = self.place(var, self.expr(scale), self.source.hygienic(scale.span));
                let offset = self.offset(var, affine);
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

    /// The offset of an index, as a coordinate.
    pub(crate) fn offset(&self, var: &str, affine: &Affine) -> TokenStream {
        match &affine.offset {
            Some(offset) => self.place(var, self.expr(offset), self.source.hygienic(offset.span)),
            None => quote!(::core::default::Default::default()),
        }
    }

    /// A loop without operands goes over the coordinates of a target's axis, or else over those of a bound.
    fn free(&self, header: &Loop, of_loop: usize) -> TokenStream {
        let axes = &self.nest.target.axes;
        let axis = axes.iter().position(|axis| matches!(axis, Some((moves_with, _)) if *moves_with == of_loop));
        if let Some(axis) = axis {
            let update = own("update", &[]);
            let children = (0..axis).map(|_| quote!(.child()));
            return quote!(::unite::loops::Axis::of(&*#update)#(#children)*.free());
        }
        let (start, end) = self.bounds(header);
        let (lo, hi) = (own("from", &[header.item]), own("to", &[header.item]));
        let span = self.source.hygienic(header.var.span);
        for (name, bound) in [(hi, &end), (lo, &start)] {
            if let Bound::At(expr) = bound
                && literal(expr).is_none_or(is_typed)
            {
                return quote_spanned!(span=> ::unite::loops::free(&#name));
            }
        }
        // Literals alone: as Rust has it, but that integers are those of lists of coordinates.
        let real = |bound: &Bound<'_>| matches!(bound, Bound::At(expr) if literal(expr).is_some_and(|text| text.contains(['.', 'e'])));
        let coordinate = if real(&start) || real(&end) { quote!(f64) } else { quote!(i64) };
        quote_spanned!(span=> ::unite::loops::free::<#coordinate>(&::core::default::Default::default()))
    }

    fn bounds(&self, header: &Loop) -> (Bound<'_>, Bound<'_>) {
        match &self.nest.items[header.item - 1] {
            Item::Loop { range: Some((start, end)), .. } => (bound(start), bound(end)),
            _ => (Bound::Infinite, Bound::Infinite),
        }
    }

    /// The bounds' values, and the range that they make.
    fn range(&self, header: &Loop, of_loop: usize) -> (TokenStream, TokenStream) {
        let (start, end) = self.bounds(header);
        let (lo, hi) = (own("from", &[header.item]), own("to", &[header.item]));
        if let (Bound::Infinite, Bound::Infinite) = (&start, &end) {
            return self.range_of_extents(header, of_loop);
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
        let lo = cut(lo, &start, quote!(::unite::continuous::Cut::FIRST), quote!(before));
        let hi = cut(hi, &end, quote!(::unite::continuous::Cut::LAST), quote!(after));
        (values, quote!(::unite::looplet::Between { lo: #lo, hi: #hi }))
    }

    /// The extents of the tensors that bound a loop.
    pub(crate) fn extents(&self) -> TokenStream {
        let plain: Vec<_> = (0..self.nest.loops.len()).flat_map(|of_loop| self.nest.plain(of_loop)).collect();
        let mut extents = TokenStream::new();
        for (number, operand) in self.nest.operands.iter().enumerate() {
            if plain.iter().any(|plain| plain.operand == Some(number)) {
                let name = own("extents", &[number]);
                let (span, tensor) =
                    (self.source.span(operand.access.tensor.span), self.source.name(&operand.access.tensor));
                extents.extend(quote_spanned!(span=> let #name = ::unite::loops::extents(#tensor.level());));
            }
        }
        if plain.iter().any(|plain| plain.operand.is_none()) {
            let (name, update) = (own("extents", &[]), own("update", &[]));
            extents.extend(quote!(let #name = ::unite::loops::extents_of_target(&*#update);));
        }
        extents
    }

    /// The range of a loop without bounds: that of the extents, if there are any.
    fn range_of_extents(&self, header: &Loop, of_loop: usize) -> (TokenStream, TokenStream) {
        let plain = self.nest.plain(of_loop);
        if plain.is_empty() {
            return (TokenStream::new(), quote!(::unite::looplet::Everywhere));
        }
        let (bounds, index) = (own("bounds", &[of_loop]), &header.var.text);
        let mut values = quote!(let #bounds = ::unite::loops::Bounds::new(););
        for axis in &plain {
            let (extents, tensor) = match axis.operand {
                Some(operand) => (own("extents", &[operand]), &self.nest.operands[operand].access.tensor.text),
                None => (own("extents", &[]), &self.nest.target.access.tensor.text),
            };
            let extents = (0..axis.axis).fold(quote!(#extents), |rest, _| quote!(::unite::loops::Extents::rest(#rest)));
            let bound = quote!(::unite::loops::Extents::bound(#extents, #bounds, #index, #tensor));
            values.extend(quote!(let #bounds = ::unite::loops::step(#bound)?;));
        }
        let range = if plain.iter().all(|axis| axis.leads) { quote!(of_operands) } else { quote!(range) };
        (values, quote!(#bounds.#range()))
    }

    /// What the types of the operands must show, and what they leave to the run.
    fn checks(&self, number: usize, round: &Round, header: &Loop) -> TokenStream {
        let live = own("live", &[number]);
        let mut checks: TokenStream = round.operands.iter().map(|due| self.apart(*due)).collect();
        let mut rounds =
            self.steps.iter().filter(|step| matches!(step, Step::Round(cut) if cut.of_loop == round.of_loop));
        let once = rounds.nth(1).is_none();
        if let (true, Some(used)) = (round.opens, header.number_used) {
            let span = self.source.hygienic(used);
            let operands = own_at("operands", &[number], span);
            checks.extend(quote_spanned!(span=> ::unite::loops::numeric(&#operands);));
        }
        if header.counts(self.nest.op) {
            let single = own("single", &[round.of_loop]);
            let span = self.source.hygienic(self.nest.op_span);
            let operands = own_at("operands", &[number], span);
            if once {
                checks.extend(quote_spanned!(span=> ::unite::loops::countable(&#operands);));
            }
            let before = (!round.opens).then(|| quote!(#single |));
            checks.extend(quote_spanned!(span=> let #single = #before ::unite::loops::single(&#operands, #live);));
        }
        checks
    }

    /// The name of a loop's index.
    pub(crate) fn var(&self, of_loop: usize) -> &Name {
        &self.nest.loops[of_loop].var
    }
}

fn cut_range(lo: &proc_macro2::Ident, hi: &proc_macro2::Ident) -> (TokenStream, TokenStream) {
    (TokenStream::new(), quote!(::unite::looplet::Between { lo: #lo, hi: #hi }))
}

fn bound(expr: &Expr) -> Bound<'_> {
    match &expr.kind {
        ExprKind::Infinity => Bound::Infinite,
        ExprKind::Unary(UnaryOp::Neg, operand) if operand.kind == ExprKind::Infinity => Bound::Infinite,
        _ => Bound::At(expr),
    }
}

/// The literal that a bound is.
fn literal(expr: &Expr) -> Option<&str> {
    match &expr.kind {
        ExprKind::Number(text) => Some(text),
        ExprKind::Unary(_, operand) => literal(operand),
        _ => None,
    }
}

/// Whether a literal has a type for a suffix.
fn is_typed(literal: &str) -> bool {
    ["f32", "f64"].iter().any(|suffix| literal.ends_with(suffix)) || literal.contains(['i', 'u'])
}
