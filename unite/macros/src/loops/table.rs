//! Generation of loops that write to one fiber of a target again and again, at places in any order.
//!
//! A fiber of lists that is written so has a table of its places. It is found once, before the first loop that does not move
//! the target, and the loops inside write to it. For `z[i, j] += s[i, l] * s[l, j]`, the loop over `l` is
//!
//! ```text
//! ::unite::loops::by_table(
//!     &mut *update, position, (region_0, region_1), single,
//!     |mut table| {
//!         // the loops over `l` and `j`, with `table.write(lo.value, |old| ..)` inside
//!     },
//!     |update| {
//!         // the same loops, which find the place of each write in the target
//!     },
//! )
//! ```

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use unite_ir::loops::{AxisKind, OperandAxis, Round, Step};

use super::{Emitter, own};

impl Emitter<'_> {
    /// Generates a loop, or a loop that divides its pieces further, with everything inside: twice if the loops inside may write to
    /// a table of places.
    pub(crate) fn round(&self, number: usize, round: &Round) -> TokenStream {
        let nest = self.nest_of(number, round);
        if self.by_table || self.first_of_fiber() != Some(number) {
            return nest;
        }
        let Some(single) = self.are_single(number) else { return nest };
        let by_table = Emitter { by_table: true, ..self.clone() }.nest_of(number, round);
        let axes = self.nest.target.axes.len();
        let regions = (0..axes).rev().fold(self.regions(), |inside, axis| self.fiber_of(axis, inside));
        let (update, position, table) = (own("update", &[]), own("position", &[]), own("table", &[]));
        let span = self.source.hygienic(self.nest.target.access.span);
        quote_spanned! {span=>
            ::unite::loops::by_table(
                &mut *#update,
                #position,
                #regions,
                #single,
                #[inline(always)] |mut #table| { #by_table },
                #[inline(always)] |#update| { #nest },
            )
        }
    }

    /// Returns the step of the first loop inside of those that move the target to a fiber, if another loop inside of it runs along
    /// that fiber.
    fn first_of_fiber(&self) -> Option<usize> {
        let (line, axes) = (self.line()?, &self.nest.target.axes);
        let moves = |step: &Step| match step {
            Step::Round(round) => axes.iter().flatten().any(|&(of_loop, _)| of_loop == round.of_loop),
            _ => false,
        };
        let inside = self.steps[..line].iter().rposition(moves).map_or(0, |last| last + 1);
        let is_round = |step: &Step| matches!(step, Step::Round(_));
        let first = inside + self.steps[inside..line].iter().position(is_round)?;
        axes.iter().all(Option::is_some).then_some(first)
    }

    /// Returns the innermost loop, if it runs along an axis of the target.
    fn line_round(&self) -> Option<&Round> {
        match &self.steps[self.line()?] {
            Step::Round(round) => Some(round),
            _ => None,
        }
    }

    /// Generates the region of an axis of the target, all of it where the innermost loop moves it, with `inside` in its scope.
    fn fiber_of(&self, axis: usize, inside: TokenStream) -> TokenStream {
        let of_loop = self.nest.target.axes[axis].as_ref().map(|&(of_loop, _)| of_loop);
        if of_loop != self.line_round().map(|round| round.of_loop) {
            return self.region_of(axis, inside);
        }
        let (region, span) = (own("region", &[axis]), self.source.hygienic(self.nest.target.access.span));
        let along = self.target_axis(axis, span);
        quote_spanned!(span=> {
            let #region = #along.everywhere();
            #inside
        })
    }

    /// Generates the condition under which the innermost loop writes to single places alone, as it is known before a step: it
    /// needs all of its operands, whose pieces are single places. Nothing if that cannot be told.
    fn are_single(&self, number: usize) -> Option<TokenStream> {
        let round = self.line_round()?;
        let (live, count) = (own("live", &[self.line()?]), round.operands.len());
        let mut single = quote!(#live.all_of(#count));
        for due in &round.operands {
            let AxisKind::Moves { affine, .. } = self.axis(*due) else { return None };
            if !affine.is_index() || self.nest.index_along(*due).window.is_some() {
                return None;
            }
            let of = |axis| OperandAxis { operand: due.operand, axis };
            let known = (0..due.axis).take_while(|&axis| self.is_resolved(of(axis), number)).count();
            let (fiber, below) = (self.fiber(of(known)), (known..due.axis).map(|_| quote!(.child())));
            single = quote!(#single && ::unite::loops::FiberType::of(&#fiber) #(#below)* .is_single());
        }
        Some(single)
    }

    /// Generates the write of `total` to the table of the target's fiber.
    pub(crate) fn write_by_table(&self) -> TokenStream {
        let Some(round) = self.line_round() else { return TokenStream::new() };
        let (old, here, table) = (own("old", &[]), self.write_here(), own("table", &[]));
        let ((lo, _), text) = (self.region(round.of_loop), self.nest.target.access.to_string());
        let span = self.source.hygienic(self.nest.op_span);
        quote_spanned! {span=>
            ::unite::loops::entered(#text, #table.write(#lo.value, #[inline(always)] move |#old| { #here }))?;
        }
    }
}
