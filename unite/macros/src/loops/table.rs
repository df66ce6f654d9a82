//! Code generation for loops that write to a table of places, which is opened before a loop around them.
//!
//! ```text
//! for i, l, j  C[i, j] += A[i, l] * B[l, j]
//!
//! if let Some(mut table) = opened_table(update, position, the regions of C at i and all j) {
//!     coiterate_layers(.., |lo_1, hi_1, ..| {
//!         coiterate_layers(.., |lo_2, hi_2, ..| write_to_table(&mut table, ..))
//!     })
//! } else {
//!     the same loops, which open C for each l
//! }
//! ```

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::loops::{Item, Step};

use super::{Emitter, own};

impl Emitter<'_> {
    /// Returns the step before which a table of the target is opened: all axes of the target but that of the innermost loop are
    /// known there, and other loops follow.
    fn table_before(&self) -> Option<usize> {
        let number = self.line().filter(|_| !self.tabled)?;
        let Step::Round(inner) = &self.steps[number] else { return None };
        let header = &self.nest.loops[inner.of_loop];
        let is_whole = matches!(&self.nest.items[header.item - 1], Item::Loop { range: None, .. });
        if !is_whole || header.strided || inner.of_loop == 0 || self.nest.plain(inner.of_loop).is_empty() {
            return None;
        }
        let mut before = 0;
        for axis in &self.nest.target.axes {
            let (of_loop, _) = axis.as_ref()?;
            if *of_loop != inner.of_loop {
                let goes = |step: &Step| matches!(step, Step::Round(round) if round.of_loop == *of_loop);
                before = before.max(1 + self.steps.iter().rposition(goes)?);
            }
        }
        let around = self.steps[before..number].iter().any(|step| matches!(step, Step::Round(_)));
        (around && !self.is_windowed(inner.of_loop)).then_some(before)
    }

    /// Generates the loops from a step on, with a table of the target if it has one there; nothing for other steps.
    pub(crate) fn with_table(&self, step: usize) -> Option<TokenStream> {
        let number = self.line().filter(|_| self.table_before() == Some(step))?;
        let Step::Round(inner) = &self.steps[number] else { return None };
        let (of_loop, count) = (inner.of_loop, inner.operands.len());
        let (live, differ, bounds) = (own("live", &[number]), own("differ", &[of_loop]), own("bounds", &[of_loop]));
        let (update, position, table) = (own("update", &[]), own("position", &[]), self.table());
        let axes = self.nest.target.axes.len();
        let regions = (0..axes).rev().fold(self.regions(), |inside, axis| self.region_of(axis, inside));
        let (lo, hi) = self.region(of_loop);
        let tabled = Emitter {
            nest: self.nest,
            source: self.source,
            turns: self.turns,
            steps: self.steps.clone(),
            orders: self.orders.clone(),
            tabled: true,
        };
        let (inside, otherwise) = (tabled.step(step), self.step(step));
        let span = self.source.hygienic(self.nest.target.access.span);
        Some(quote_spanned! {span=>
            let opened = if #live.all_of(#count) && #differ.is_none() {
                let (#lo, #hi) = #bounds.ends();
                ::unite::loops::opened_table(&mut *#update, #position, #regions)
            } else {
                ::core::option::Option::None
            };
            if let ::core::option::Option::Some(mut #table) = opened { #inside } else { #otherwise }
        })
    }

    fn table(&self) -> Ident {
        own("table", &[])
    }

    /// Generates the write of `total` to the table.
    pub(crate) fn write_to_table(&self) -> TokenStream {
        let (old, change, regions, table) = (own("old", &[]), self.changed(), self.regions(), self.table());
        let span = self.source.hygienic(self.nest.op_span);
        let axes = self.nest.target.axes.len();
        let write = quote_spanned! {span=>
            ::unite::loops::write_to_table(&mut #table, #regions, #[inline(always)] move |#old| *#old = #change)
        };
        let nested = (0..axes).rev().fold(write, |inside, axis| self.region_of(axis, inside));
        quote!(#nested;)
    }
}
