//! Code generation for programs and nests.
//!
//! ```text
//! for i if Mask[i] for j Z[i] += A[i+j] * B[j] * d(j)
//!
//! let (fiber_0_0, fill_0, order_0, level_0) = Mask.loops_operand(); ...          accesses
//! let live_0 = Live(..); ...                                            live tables
//! coiterate_layers((walk(fiber_0_0),), bounds_0.range(), live_0, |lo_0, hi_0, (fiber_0_1,)| {
//!     if value(fiber_0_1, fill_0) {
//!         points("i", lo_0, hi_0, |i, lo_0, hi_0| {                     i is used as a number in A's offset
//!             let mut total = Sum::new();
//!             settled(coiterate_layers((rising(..), walk(..)), bounds_1.of_operands(), live_2, |lo_1, hi_1, (..)| {
//!                 total.put(weighed(.., measure(lo_1, hi_1)))
//!             }))?;
//!             if let Some(total) = total.take() { Z: write total to lo_0..hi_0 }
//!             Continue(())
//! ```
//!
//! The macro's own names are hygienic: programs can neither see nor shadow them.

mod expr;
mod extents;
mod line;
mod order;
mod round;
mod steps;
mod table;
mod turns;
mod write;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use unite_ir::loops::{Access, AxisKind, Checked, Expr, Fact, Formula, Nest, OperandAxis, Step};

use self::turns::Turns;
use crate::tokens::Source;

/// The code generator of one nest.
#[derive(Clone)]
pub(crate) struct Emitter<'a> {
    pub(crate) nest: &'a Nest,
    pub(crate) source: &'a Source,
    pub(crate) turns: Turns<'a>,
    pub(crate) steps: Vec<Step>,
    /// The tensors for which this nest assumes one order of storage, while another nest covers the other order: an
    /// operand of each tensor, and `true` if the order is column-major.
    pub(crate) orders: Vec<(usize, bool)>,
    /// `true` if the innermost loop writes to a table of places, which is found before the loops around it.
    pub(crate) by_table: bool,
}

/// Returns an identifier for the macro's own use, which is invisible to programs.
pub(crate) fn own(stem: &str, numbers: &[usize]) -> Ident {
    let text = numbers.iter().fold(stem.to_owned(), |text, number| format!("{text}_{number}"));
    Ident::new(&text, Span::mixed_site())
}

/// Returns an identifier as [`own`] does, with a span, so that type errors point at the program.
pub(crate) fn own_at(stem: &str, numbers: &[usize], span: Span) -> Ident {
    let mut name = own(stem, numbers);
    name.set_span(span);
    name
}

/// Generates a whole program: an expression of type `Result<(), LoopError>`.
pub(crate) fn program(program: &Checked, source: &Source) -> TokenStream {
    let turns = Turns { tensors: &program.in_turn, source };
    let (taken, statements) = (turns.taken(), steps::statements(&program.statements, turns));
    let result = own("result", &[]);
    quote! {{
        #[allow(unused, clippy::all)]
        let #result = (|| -> ::core::result::Result<(), ::unite::looplet::LoopError> {
            #taken
            #statements
            ::core::result::Result::Ok(())
        })();
        #result
    }}
}

impl Emitter<'_> {
    /// Generates the handles of the tensors that are read, and of the storage of the target.
    pub(crate) fn tensors(&self) -> TokenStream {
        let operands =
            self.nest.operands.iter().enumerate().map(|(number, operand)| self.root(number, &operand.access));
        let target = self.target_parts();
        let extents = self.extents();
        let frozen = self.turns.frozen(self.nest.operands.iter().map(|operand| &operand.access.tensor));
        quote! {
            #frozen
            #(#operands)*
            #target
            #extents
        }
    }

    /// Generates the loops, which use the handles of the tensors.
    pub(crate) fn loops(&self) -> TokenStream {
        let (live, bounds) = (self.live_tables(), self.bounds_of_inner());
        let identity = self.nest.identity.as_ref().map(|identity| {
            let (name, value) = (own("identity", &[]), self.expr(identity));
            quote!(let #name = #value;)
        });
        let rest = self.rest(0);
        let held = (!self.nest.target.access.indices.is_empty()).then(|| {
            let (update, held, position) = (own("update", &[]), own("held", &[]), own("position", &[]));
            let root = own("root_axis", &[]);
            // The compiler checks the number of indices here, where it can say so.
            let target = &self.nest.target.access;
            let span = self.source.hygienic(target.span);
            let last = (1..target.indices.len())
                .fold(quote!(#root), |axis, _| quote_spanned!(span=> ::unite::loops::below(#axis)));
            let last = quote_spanned!(span=> ::unite::loops::above_values(#last););
            quote! {
                let (mut #held, #position) = ::unite::level::Update::held_block(&mut *#update, #position, 1);
                let #update = &mut #held;
                let #root = ::unite::loops::Axis::of(&*#update);
                #last
            }
        });
        quote! {
            #held
            #identity
            #live
            #bounds
            ::unite::loops::ended(#[inline(always)] || -> ::unite::looplet::Flow { #rest })?;
        }
    }

    /// Generates the handle of an accessed tensor: its root, fill value, order of indices and format.
    fn root(&self, number: usize, access: &Access) -> TokenStream {
        let (fiber, fill, order) = (own("fiber", &[number, 0]), own("fill", &[number]), own("order", &[number]));
        let level = own("level", &[number]);
        let span = self.source.span(access.tensor.span);
        let tensor = self.turns.read(&access.tensor);
        quote_spanned! {span=>
            let (#fiber, #fill, #order, #level) = #tensor.loops_operand();
        }
    }

    /// Generates the live tables of all rounds, before the loops, and that of the innermost one for a fiber of the target that
    /// stores nothing.
    fn live_tables(&self) -> TokenStream {
        let (update, position) = (own("update", &[]), own("position", &[]));
        let rounds = self.steps.iter().enumerate().filter_map(|(number, step)| match step {
            Step::Round(round) => Some((number, &round.live)),
            _ => None,
        });
        let tables = rounds.map(|(number, formulas)| {
            let table = self.live_table(formulas, &quote!(::unite::loops::is_unwritten(&*#update, #position)));
            let (live, anew) = (own("live", &[number]), own("anew", &[number]));
            let lined = (self.line() == Some(number)).then(|| {
                let is_zero = quote!(::unite::loops::is_zero(::unite::level::Update::fill(&*#update)));
                let table = self.live_table(formulas, &is_zero);
                quote!(let #anew = #table;)
            });
            quote!(let #live = #table; #lined)
        });
        quote!(#(#tables)*)
    }

    /// Generates a live table, where `unwritten` tells whether the target stores nothing, and its fill is zero or false.
    fn live_table(&self, formulas: &[Formula], unwritten: &TokenStream) -> TokenStream {
        if formulas.len() <= 16 {
            let bits = self.live_bits(formulas, quote!(u16), unwritten);
            return quote!(::unite::looplet::Live(#bits));
        }
        let mut words = formulas.chunks(64);
        let words = [(); 4].map(|()| self.live_bits(words.next().unwrap_or_default(), quote!(u64), unwritten));
        quote!(::unite::looplet::Live([#(#words),*]))
    }

    /// Generates a number with a bit for each of some sets of operands: those which are known, `|` those which depend on fills.
    fn live_bits(&self, formulas: &[Formula], number: TokenStream, unwritten: &TokenStream) -> TokenStream {
        let sets = formulas.iter().enumerate();
        let known = sets.clone().filter(|(_, formula)| **formula == Formula::Always).map(|(set, _)| 1 << set).sum();
        let known = Literal::u64_unsuffixed(known);
        let asked = sets.filter(|(_, formula)| !matches!(formula, Formula::Always | Formula::Never));
        let asked = asked.map(|(set, formula)| {
            let holds = self.formula(formula, unwritten);
            quote!((#holds as #number) << #set)
        });
        quote!(#known as #number #(| #asked)*)
    }

    fn formula(&self, formula: &Formula, unwritten: &TokenStream) -> TokenStream {
        match formula {
            Formula::Always => quote!(true),
            Formula::Never => quote!(false),
            Formula::Unwritten => unwritten.clone(),
            Formula::Fill(operand, fact) => {
                let fill = own("fill", &[*operand]);
                self.fact(*fact, &fill.into_token_stream())
            }
            Formula::Identity(part, fact) => self.fact(*fact, &self.identity(*part)),
            Formula::Not(inner) => {
                let inner = self.formula(inner, unwritten);
                quote!((!#inner))
            }
            Formula::All(parts) => {
                let parts = parts.iter().map(|part| self.formula(part, unwritten));
                quote!((#(#parts)&&*))
            }
            Formula::Any(parts) => {
                let parts = parts.iter().map(|part| self.formula(part, unwritten));
                quote!((#(#parts)||*))
            }
        }
    }

    /// Generates whether a fact holds of a value.
    fn fact(&self, fact: Fact, value: &TokenStream) -> TokenStream {
        let question = match fact {
            Fact::Zero => quote!(is_zero),
            Fact::One => quote!(is_one),
            Fact::Lowest => quote!(is_lowest),
            Fact::Highest => quote!(is_highest),
            Fact::Infinity => quote!(is_infinity),
            Fact::MinusInfinity => quote!(is_minus_infinity),
            Fact::Identity(part) => {
                let identity = self.identity(part);
                return quote!(::unite::loops::is_identity(#value, #identity));
            }
        };
        quote!(::unite::loops::#question(#value))
    }

    /// Generates the identity of the function of a fold, or a component of it.
    pub(crate) fn identity(&self, part: Option<usize>) -> TokenStream {
        let span = self.nest.identity.as_ref().map_or(self.nest.op_span, |identity| identity.span);
        let name = own_at("identity", &[], self.source.hygienic(span));
        match part.map(Literal::usize_unsuffixed) {
            Some(part) => quote!(#name.#part),
            None => name.into_token_stream(),
        }
    }

    /// Generates the steps from `step` on: statements and an expression of type `Flow`.
    pub(crate) fn rest(&self, step: usize) -> TokenStream {
        let mut rest = self.step(step);
        if self.nest.accumulate_before(&self.steps) == Some(step) {
            rest = self.accumulate(rest);
        }
        // Each index that is used as a number from here on needs a loop over points; the outermost wraps the others.
        for of_loop in (0..self.nest.loops.len()).rev() {
            if self.nest.number_after(&self.steps, of_loop) == Some(step) {
                let ((lo, hi), var) = (self.region(of_loop), self.var(of_loop));
                let (index, var) = (&var.text, self.source.name(var));
                rest = if self.nest.loops[of_loop].strided {
                    quote!({ let #var = #lo.value; #rest })
                } else {
                    quote!(::unite::loops::points(#index, #lo, #hi, #[inline(always)] |#var, #lo, #hi| { #rest }))
                };
            }
        }
        rest
    }

    fn step(&self, number: usize) -> TokenStream {
        let Some(step) = self.steps.get(number) else { return self.innermost() };
        match step {
            Step::Round(round) => self.round(number, round),
            Step::LookUp(due) => self.look_up(*due, number),
            Step::If { condition } => {
                let (condition, rest) = (self.expr(condition), self.rest(number + 1));
                quote! {
                    if #condition { #rest } else { ::core::ops::ControlFlow::Continue(()) }
                }
            }
            Step::Let { name, value } => {
                let (name, value) = (self.source.name(name), self.expr(value));
                let rest = self.rest(number + 1);
                quote! {
                    let #name = #value;
                    #rest
                }
            }
        }
    }

    fn look_up(&self, due: OperandAxis, number: usize) -> TokenStream {
        let operand = &self.nest.operands[due.operand];
        let index = &operand.access.indices[due.axis].expr;
        let span = self.source.hygienic(operand.access.span);
        let (fiber, child) = (self.fiber(due), own("fiber", &[due.operand, due.axis + 1]));
        let (text, value, place) = (index.to_string(), self.expr(index), own("place", &[number]));
        let coordinate = quote_spanned! {self.source.hygienic(index.span)=>
            let #place = ::unite::loops::coordinate(#text, &#fiber, #value);
        };
        let (apart, rest) = (self.apart(due), self.rest(number + 1));
        let innermost = !self.is_around_others(number);
        let windowed = self.windowed(due).map(|windowed| quote_spanned!(span=> let #fiber = #windowed;));
        quote_spanned! {span=>
            #apart
            #windowed
            #coordinate
            ::unite::loops::at::<_, #innermost>(#text, #fiber, ::unite::loops::step(#place)?.0, #[inline(always)] |#child| { #rest })
        }
    }

    /// Returns the name of the fiber along an operand's axis.
    pub(crate) fn fiber(&self, due: OperandAxis) -> Ident {
        let span = self.source.hygienic(self.nest.operands[due.operand].access.span);
        own_at("fiber", &[due.operand, due.axis], span)
    }

    /// Generates the check that an operand has no overlapping pieces, unless the nest is linear in the operand.
    pub(crate) fn apart(&self, due: OperandAxis) -> TokenStream {
        let operand = &self.nest.operands[due.operand];
        if operand.linear {
            return TokenStream::new();
        }
        let fiber = self.fiber(due);
        let span = self.source.hygienic(operand.access.span);
        quote_spanned!(span=> ::unite::loops::apart(&#fiber);)
    }

    /// Generates the fiber of an axis, restricted to the window of its index, if it has one.
    pub(crate) fn windowed(&self, due: OperandAxis) -> Option<TokenStream> {
        let window = self.nest.index_along(due).window.as_deref()?;
        let (fiber, text) = (self.fiber(due), self.nest.index_along(due).to_string());
        let place = |end: &Expr| self.place(&text, self.expr(end), self.source.hygienic(end.span));
        let (from, to) = (place(&window.from), place(&window.to));
        let span = self.source.hygienic(self.nest.operands[due.operand].access.span);
        Some(quote_spanned!(span=> ::unite::loops::windowed(#fiber, #from, #to)))
    }

    /// Generates the conversion of a number to a coordinate, in a function that returns a `Flow`.
    pub(crate) fn place(&self, index: &str, value: TokenStream, span: Span) -> TokenStream {
        let place = quote_spanned!(span=> ::unite::loops::place(#index, #value));
        quote!(::unite::loops::step(#place)?.0)
    }

    /// Generates the value that an access reads.
    pub(crate) fn value(&self, access: &Access) -> TokenStream {
        // The checker has created an operand for each access.
        let operand = self.nest.operand(access).unwrap_or_default();
        let span = self.source.hygienic(access.span);
        let leaf = own_at("fiber", &[operand, access.indices.len()], span);
        let fill = own_at("fill", &[operand], span);
        quote_spanned!(span=> ::unite::loops::value(#leaf, #fill))
    }

    /// Returns the kind of an axis. An axis that moves with a loop does so in exactly one round.
    pub(crate) fn axis(&self, due: OperandAxis) -> &AxisKind {
        &self.nest.operands[due.operand].axes[due.axis].kind
    }

    /// Returns the names of the start and the stop of a loop's region.
    pub(crate) fn region(&self, of_loop: usize) -> (Ident, Ident) {
        (
            format_ident!("lo_{of_loop}", span = Span::mixed_site()),
            format_ident!("hi_{of_loop}", span = Span::mixed_site()),
        )
    }
}
