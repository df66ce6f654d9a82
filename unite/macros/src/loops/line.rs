//! Code generation for innermost loops along the values of the target, which is a slice there.
//!
//! ```text
//! for i, l, j  C[i, j] += A[i, l] * B[l, j]
//!
//! let fiber_0_2 = Some(Known(value(fiber_0_2, fill_0)));                A's value, read before the loop
//! let slots = written_at(&operands, position, anew, |lo_2, hi_2| ..);   the regions of C
//! coiterate_into(operands, range, live, update, slots,
//!     |lo_2, hi_2, (..), slot| match slot {
//!         Here(old) => *old += ..                                       the value at lo_2
//!         Next(lists) => append(lists, ..)                              a place after all others
//!         After(lists) => append(lists, ..)                             a piece after all others
//!         Within(update) => ..                                          as in other loops
//!     })
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::loops::{AssignOp, OperandAxis, Step};

use super::{Emitter, own, own_at};

impl Emitter<'_> {
    /// Returns the step of the innermost loop, if it runs along one axis of the target and writes each region by itself.
    pub(crate) fn line(&self) -> Option<usize> {
        let is_round = |step: &Step| matches!(step, Step::Round(_));
        let number = self.steps.iter().rposition(is_round)?;
        let Step::Round(round) = &self.steps[number] else { return None };
        let axes = &self.nest.target.axes;
        let plain = axes.iter().enumerate().all(|(axis, moves)| match moves {
            Some((_, affine)) => affine.is_index(),
            None => self.nest.is_known_before(&self.nest.target.access.indices[axis].expr, round.of_loop),
        });
        let along = axes.iter().flatten().filter(|(of_loop, _)| *of_loop == round.of_loop).count();
        let fits = plain && along == 1 && round.opens && !round.operands.is_empty();
        (fits && self.nest.accumulate_before(&self.steps).is_none()).then_some(number)
    }

    /// Generates the places of the target along axes that do not move, before a loop along its values.
    pub(crate) fn fixed_places(&self) -> TokenStream {
        let fixed = self.nest.target.axes.iter().enumerate().filter(|(_, axis)| axis.is_none());
        let places = fixed.map(|(axis, _)| {
            let (name, place) = (own("fixed", &[axis]), self.fixed_place(axis));
            quote!(let #name = #place;)
        });
        quote!(#(#places)*)
    }

    /// Returns whether a step before step `number` goes along an axis of an operand, or looks up its place.
    pub(crate) fn is_resolved(&self, due: OperandAxis, number: usize) -> bool {
        self.steps[..number].iter().any(|step| match step {
            Step::Round(round) => round.operands.contains(&due),
            Step::LookUp(looked_up) => *looked_up == due,
            _ => false,
        })
    }

    /// Generates the values of operands that are known before step `number`, in place of their leaves.
    pub(crate) fn known(&self, number: usize) -> TokenStream {
        let operands = self.nest.operands.iter().enumerate();
        let known = operands.filter(|&(operand, read)| {
            (0..read.axes.len()).all(|axis| self.is_resolved(OperandAxis { operand, axis }, number))
        });
        let values = known.map(|(operand, read)| {
            let value = self.value(&read.access);
            let span = self.source.hygienic(read.access.span);
            let leaf = own_at("fiber", &[operand, read.axes.len()], span);
            quote_spanned!(span=> let #leaf = ::core::option::Option::Some(::unite::loops::Known(#value));)
        });
        quote!(#(#values)*)
    }

    /// Generates the regions of the target at which a loop over `operands`, that of a step, writes.
    pub(crate) fn slots(&self, operands: &Ident, number: usize, of_loop: usize) -> TokenStream {
        let (position, anew) = (own("position", &[]), own("anew", &[number]));
        let span = self.source.hygienic(self.nest.target.access.span);
        let axes = self.nest.target.axes.len();
        let regions = (0..axes).rev().fold(self.regions(), |inside, axis| self.region_of(axis, inside));
        let (lo, hi) = self.region(of_loop);
        quote_spanned!(span=> ::unite::loops::written_at(&#operands, #position, #anew, #[inline(always)] |#lo, #hi| #regions))
    }

    /// Generates the write of `total` to the end of the target's lists; `single` if the region is known to be a single place.
    pub(crate) fn write_after(&self, single: bool) -> TokenStream {
        let (old, change, regions) = (own("old", &[]), self.changed(), self.regions());
        let span = self.source.hygienic(self.nest.op_span);
        let axes = self.nest.target.axes.len();
        let append = quote_spanned! {span=>
            ::unite::loops::append(
                lists,
                #regions,
                #single,
                #[inline(always)] move |#old| *#old = #change,
            )
        };
        let nested = (0..axes).rev().fold(append, |inside, axis| self.region_of(axis, inside));
        quote_spanned!(span=> #nested;)
    }

    /// Generates the write of a value to the value of the target at the region.
    pub(crate) fn write_here(&self) -> TokenStream {
        let (old, value) = (own("old", &[]), self.total());
        let span = self.source.hygienic(self.nest.op_span);
        match self.nest.op {
            AssignOp::Set => quote_spanned!(span=> *#old = #value;),
            // Where nothing is added, nothing is tested, so that the loop has no branch.
            AssignOp::Add => quote_spanned!(span=> *#old = *#old + #value;),
            _ => {
                let (accumulator, change) = (self.accumulator(), self.changed());
                quote_spanned! {span=>
                    let mut #value = {
                        let mut accumulator = #accumulator;
                        let _ = accumulator.put(#value);
                        accumulator
                    };
                    if let ::core::option::Option::Some(#value) = #value.take() { *#old = #change; }
                }
            }
        }
    }
}
