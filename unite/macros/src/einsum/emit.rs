//! Code around the loops of an `einsum!`: tensors, the result, and the choice among orders of loops.
//!
//! ```text
//! "ik,kj->ij", a, b
//!
//! let a = &a; let b = &b;
//! let (_, _, order_a, level_a) = a.loops_operand(); ...
//! let mut result = declare(..);
//! let nest_0 = |result| {
//!     let b_1 = choose(order_b, || as_stored(level_b), || reordered(level_b, ..))?;      by rows as it is, else converted
//!     loops!(for i, k, j  result[i, j] += a_0[i, k] * b_1[k, j])
//! };
//! let nest_1 = ..;                                                                       for j, k, i
//! let either = |result| if PLAN.choose(..) == 0 { nest_0(result) } else { nest_1(result) };
//! choose(order_a, choose(order_b, nest_0, either), choose(order_b, either, nest_1))(&mut result)?
//! ```
//! A nest that the types do not select is not called, and so the compiler generates no code for it.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use unite_ir::loops::whole::{Candidates, Meet, Outline, TensorRead, TermNest};
use unite_ir::loops::{Access, Assign, AssignOp};
use unite_ir::syntax::{Diagnostic, Name};

use super::{Target, Wanted, Written, is_number};
use crate::loops;
use crate::tokens::Source;

/// A tensor of the surrounding program.
struct Bound {
    /// Its name in the text.
    text: String,
    /// Its name in the loops.
    label: String,
    span: Span,
    value: TokenStream,
}

impl Bound {
    fn ident(&self, stem: &str) -> Ident {
        Ident::new(&format!("{stem}{}", self.label), Span::mixed_site().located_at(self.span))
    }
}

/// The generator of one program.
struct Emitter<'a> {
    source: &'a mut Source,
    tensors: Vec<Bound>,
    /// The name of the target in the loops.
    target: Ident,
    /// `true` if the target is made.
    makes: bool,
}

/// Generates a program.
pub(super) fn program(
    written: &Written,
    assign: &Assign,
    nests: &[TermNest],
    source: &mut Source,
    wanted: Wanted,
) -> Result<TokenStream, TokenStream> {
    let tensors = bound(written, nests, source);
    let target = Ident::new(&label(&assign.target.tensor.text), Span::mixed_site());
    let mut emitter = Emitter { source, tensors, target, makes: matches!(written.target, Target::Made) };
    let handles = emitter.handles(written);
    let mut code = TokenStream::new();
    for nest in nests {
        code.extend(emitter.nest(nest, wanted)?);
    }
    if wanted == Wanted::Plan {
        return Ok(quote! {{
            #handles
            let mut plan = ::std::string::String::new();
            #code
            plan
        }});
    }
    let (declared, done) = emitter.target(written, assign, nests)?;
    Ok(quote! {{
        #handles
        #[allow(unused, clippy::all)]
        let done = (|| -> ::core::result::Result<_, ::unite::looplet::LoopError> {
            #declared
            #code
            ::core::result::Result::Ok(#done)
        })();
        ::unite::loops::without_loops(done)
    }})
}

/// Returns a name that can be that of a variable.
fn label(text: &str) -> String {
    text.replace(['.', ':'], "_")
}

/// Returns the tensors that the nests read, each once.
fn bound(written: &Written, nests: &[TermNest], source: &Source) -> Vec<Bound> {
    let mut tensors: Vec<Bound> = Vec::new();
    for TensorRead { access: Access { tensor: name, .. }, .. } in nests.iter().flat_map(|nest| &nest.tensors) {
        if tensors.iter().all(|known| known.text != name.text) {
            let given = written.names.iter().find(|(known, ..)| *known == name.text);
            let value = given.map_or_else(|| source.name(name), |(_, value, _)| value.clone());
            tensors.push(Bound {
                text: name.text.clone(),
                label: label(&name.text),
                span: source.span(name.span),
                value,
            });
        }
    }
    tensors
}

/// Generates the orders of a table, or the sets of a plan.
fn table(lists: &[Vec<usize>]) -> TokenStream {
    let lists = lists.iter().map(|list| quote!(&[#(#list),*]));
    quote!(&[#(#lists),*])
}

impl Emitter<'_> {
    /// Generates the tensors and numbers of the program around, and the parts of the tensors.
    fn handles(&self, written: &Written) -> TokenStream {
        let numbers = written.names.iter().filter(|(_, _, tensor)| !tensor);
        let numbers = numbers.map(|(name, value, _)| quote!(let #name = #value;));
        let tensors = self.tensors.iter().map(|tensor| {
            let (name, value) = (tensor.ident(""), &tensor.value);
            quote_spanned!(tensor.span=> let #name = &#value;)
        });
        let parts = self.tensors.iter().map(|tensor| {
            let (name, order, level) = (tensor.ident(""), tensor.ident("order_"), tensor.ident("level_"));
            quote_spanned!(tensor.span=> #[allow(unused)] let (_, _, #order, #level) = #name.loops_operand();)
        });
        quote! {
            #(#numbers)*
            #(#tensors)*
            #[allow(unused)]
            use ::unite::loops::{MistakenOperand as _, MistakenTarget as _, Plain as _, Source as _, Target as _};
            #(#parts)*
        }
    }

    fn tensor(&self, access: &Access) -> &Bound {
        let known = self.tensors.iter().find(|known| known.text == access.tensor.text);
        known.expect("each tensor of a nest is bound")
    }

    /// Generates the target before the loops, and the value after them.
    fn target(
        &self,
        written: &Written,
        assign: &Assign,
        nests: &[TermNest],
    ) -> Result<(TokenStream, TokenStream), TokenStream> {
        let target = &self.target;
        let first = self.tensors.first().map(|tensor| tensor.ident("level_"));
        let no_tensor = || {
            let remark =
                Diagnostic::new(assign.value.span, "no tensor has an index").help("compute numbers without a macro");
            self.source.compile_error(&remark)
        };
        // A target that is assigned begins empty, unless a nest assigns all of it.
        let anew = assign.op == AssignOp::Set && nests.iter().all(|nest| nest.assign.op != AssignOp::Set);
        let own = match &written.target {
            Target::Made => None,
            Target::Named => Some(self.source.name(&assign.target.tensor)),
            Target::Given(own) => Some(own.clone()),
        };
        if let Some(own) = own {
            let start = match is_number(assign) {
                _ if !anew => quote!(),
                true => quote!(*#target = ::unite::level::Value::ZERO;),
                false => {
                    let text = &assign.target.tensor.text;
                    quote!(::unite::loops::sums_begin(#text, #target)?; #target.clear();)
                }
            };
            return Ok((quote!(let #target = &mut #own; #start), quote!(())));
        }
        let first = first.ok_or_else(no_tensor)?;
        let zero = quote!(::unite::loops::zero(#first));
        if is_number(assign) {
            return Ok((quote!(let mut #target = #zero; let #target = &mut #target;), quote!(*#target)));
        }
        let mut format = quote!(::unite::level::Element::new(#zero));
        for (number, index) in assign.target.indices.iter().enumerate().rev() {
            let extent = nests.iter().find_map(|nest| self.extent(nest, number)).ok_or_else(|| {
                let remark = format!("no tensor has the index `{index}` of the result");
                let remark = Diagnostic::new(index.expr.span, remark);
                self.source.compile_error(&remark.help("declare the result, and write `z[..] = ..`"))
            })?;
            format = quote!(::unite::loops::result_axis(#extent, #format)?);
        }
        let declared = quote! {
            let mut own = ::unite::level::Piecewise::declare(#format);
            let #target = &mut own;
        };
        Ok((declared, quote!(own.freeze()?)))
    }

    /// Generates the extent of an index of the result.
    ///
    /// It is that of the first tensor that has the index alone along an axis.
    fn extent(&self, nest: &TermNest, index: usize) -> Option<TokenStream> {
        let axis_of = |tensor: &TensorRead| {
            let alone = |axis: usize| {
                let place = &tensor.access.indices[axis];
                tensor.axes[axis] == 1 << index
                    && place.window.is_none()
                    && place.expr.to_string() == nest.indices[index].text
            };
            (0..tensor.axes.len()).find(|axis| alone(*axis))
        };
        let (tensor, axis) = nest.tensors.iter().find_map(|tensor| Some((tensor, axis_of(tensor)?)))?;
        let (bound, last) = (self.tensor(&tensor.access), tensor.axes.len() - 1);
        let (order, level) = (bound.ident("order_"), bound.ident("level_"));
        let past =
            |axes: usize| (0..axes).fold(quote!(extents), |rest, _| quote!(::unite::loops::Extents::rest(#rest)));
        let (row_major, column_major) = (past(axis), past(last - axis));
        Some(quote!({
            let extents = ::unite::loops::extents(#level);
            ::unite::level::IndexOrder::choose(#order, #row_major.0, #column_major.0)
        }))
    }

    /// Generates a nest, or what appends its plan to a text.
    fn nest(&mut self, nest: &TermNest, wanted: Wanted) -> Result<TokenStream, TokenStream> {
        let found = nest
            .outlined(self.makes, |outline| Some((Candidates::of(outline)?, plan(outline, &nest.assign.to_string()))));
        let Some((candidates, plan)) = found else {
            let fixed: Vec<String> = nest
                .tensors
                .iter()
                .filter(|tensor| tensor.fixed)
                .map(|tensor| format!("`{}`", tensor.access))
                .collect();
            let remark = format!(
                "no order of the loops goes through {} from the first index to the last, and a tensor with an index that is \
                 more than a name is not converted",
                fixed.join(" and ")
            );
            let remark = Diagnostic::new(nest.assign.value.span, remark)
                .help("convert one of them first, or write the loops with `loops!`");
            return Err(self.source.compile_error(&remark));
        };
        let (orders, turned, best) = (table(&candidates.orders), &candidates.turned, table(&candidates.best));
        let plan = quote! {
            const PLAN: ::unite::loops::Plan<'static> =
                ::unite::loops::Plan { orders: #orders, turned: &[#(#turned),*], best: #best, ..#plan };
        };
        let sizes = nest.tensors.iter().map(|tensor| {
            let bound = self.tensor(&tensor.access);
            let (order, level) = (bound.ident("order_"), bound.ident("level_"));
            quote_spanned!(bound.span=> ::unite::loops::sizes(#order, #level))
        });
        let sizes = quote!(&[#(#sizes),*]);
        if wanted == Wanted::Plan {
            return Ok(quote!({ #plan plan.push_str(&PLAN.explain(#sizes)); }));
        }
        let target = self.target.clone();
        let mut code = TokenStream::new();
        for (number, order) in candidates.orders.iter().enumerate() {
            let (name, loops) = (format_ident!("nest_{number}", span = Span::mixed_site()), self.loops(nest, order)?);
            code.extend(quote!(let #name = ::unite::loops::into(&*#target, |#target| { #loops });));
        }
        let mut needs_plan = false;
        let mut choices = Vec::new();
        for (set, best) in candidates.best.iter().enumerate() {
            let nest = |number: &usize| format_ident!("nest_{number}", span = Span::mixed_site());
            // Where no order is possible, the compiler says why, in the first one.
            let (usual, others) = best.split_first().unwrap_or((&0, &[]));
            if others.is_empty() {
                let usual = nest(usual);
                choices.push(quote!(#usual));
                continue;
            }
            needs_plan = true;
            let (name, usual) = (format_ident!("either_{set}", span = Span::mixed_site()), nest(usual));
            let arms = others.iter().map(|other| {
                let name = nest(other);
                quote!(#other => #name(#target),)
            });
            code.extend(quote! {
                let #name = ::unite::loops::into(&*#target, |#target| match PLAN.choose(#sizes) {
                    #(#arms)*
                    _ => #usual(#target),
                });
            });
            choices.push(quote!(#name));
        }
        let orders: Vec<Ident> =
            candidates.turned.iter().map(|part| self.tensor(&nest.tensors[*part].access).ident("order_")).collect();
        let choice = choice(&orders, &choices, 0);
        let plan = needs_plan.then_some(plan);
        Ok(quote!({
            #plan
            #code
            (#choice)(&mut *#target)?;
        }))
    }

    /// Generates the loops in an order, after the conversions that they need.
    fn loops(&mut self, nest: &TermNest, order: &[usize]) -> Result<TokenStream, TokenStream> {
        let mut names = Vec::new();
        let mut operands = TokenStream::new();
        for (number, tensor) in nest.tensors.iter().enumerate() {
            let bound = self.tensor(&tensor.access);
            let as_it_is = tensor.fixed || tensor.axes.len() < 2;
            let name = if as_it_is {
                bound.label.clone()
            } else {
                let again =
                    nest.tensors[..number].iter().filter(|other| other.access.tensor.text == tensor.access.tensor.text);
                match again.count() {
                    0 => bound.label.clone(),
                    count => format!("{}_{}", bound.label, count + 1),
                }
            };
            let span = Span::mixed_site().located_at(bound.span);
            if !as_it_is {
                let operand = operand(bound, tensor, order);
                let name = Ident::new(&name, span);
                operands.extend(quote_spanned!(bound.span=> let #name = &#operand;));
            }
            names.push(Name { text: name, span: self.source.own(span) });
        }
        let target = Name { text: self.target.to_string(), span: self.source.own(Span::mixed_site()) };
        let number = is_number(&nest.assign);
        let program = nest.program(order, target, |number| names[number].clone());
        let checked = unite_ir::loops::check_orders(&program).map_err(|found| -> TokenStream {
            found.iter().map(|remark| self.source.compile_error(remark)).collect()
        })?;
        let code = loops::program(&checked, self.source);
        let target = &self.target;
        if number {
            // The variable is a local one, so that it is held in a register.
            return Ok(quote! {
                #operands
                let sum = #target;
                let mut #target = *sum;
                #code?;
                *sum = #target;
                ::core::result::Result::Ok(())
            });
        }
        Ok(quote!(#operands #code))
    }
}

/// Generates a tensor whose axes are in the order of the loops: as it is stored, or converted.
fn operand(bound: &Bound, tensor: &TensorRead, order: &[usize]) -> TokenStream {
    let level = bound.ident("level_");
    let position = |axis: &usize| order.iter().rposition(|index| tensor.axes[*axis] >> index & 1 == 1);
    let stored = |last_index_first: bool| -> Vec<usize> {
        let axes = 0..tensor.axes.len();
        if last_index_first { axes.rev().collect() } else { axes.collect() }
    };
    let case = |last_index_first: bool| {
        let from = stored(last_index_first);
        // The places of the wanted axes in the stored order.
        let mut to: Vec<usize> = (0..from.len()).collect();
        to.sort_by_key(|place| position(&from[*place]));
        if to.is_sorted() {
            return (quote_spanned!(bound.span=> ::unite::loops::as_stored(#level)), true);
        }
        let axis = |place: &usize| format_ident!("axis_{place}", span = Span::mixed_site());
        let format = to.iter().rev().fold(quote!(leaf), |child, place| {
            let name = axis(place);
            quote!(::unite::level::axis_over(storage, #name, #child)?)
        });
        let axes = (0..to.len()).map(|place| {
            let name = axis(&place);
            quote!(let (#name, axes) = ::unite::loops::NextAxis::next_axis(axes);)
        });
        let regions = (0..to.len()).rev().map(|place| {
            let name = axis(&place);
            quote!(let (#name, above) = ::unite::loops::LastRegion::last_region(above);)
        });
        let region = to.iter().rev().fold(quote!(()), |rest, place| {
            let name = axis(place);
            quote!((#name, #rest))
        });
        let reordered = quote_spanned!(bound.span=> ::unite::loops::reordered);
        let code = quote! {
            #reordered(
                #level,
                |storage, axes, leaf| {
                    #(#axes)*
                    ::core::result::Result::Ok(#format)
                },
                |above| {
                    #(#regions)*
                    #region
                },
            )
        };
        (code, false)
    };
    let ((row_major, plain), (column_major, also_plain)) = (case(false), case(true));
    if plain && also_plain {
        return row_major;
    }
    let result = |(code, plain): (TokenStream, bool)| match plain {
        true => quote!(::core::result::Result::Ok::<_, ::unite::looplet::LoopError>(#code)),
        false => quote!(::core::result::Result::Ok::<_, ::unite::looplet::LoopError>(#code?)),
    };
    let (row_major, column_major) = (result((row_major, plain)), result((column_major, also_plain)));
    let order = bound.ident("order_");
    quote!(::unite::level::IndexOrder::choose(#order, || #row_major, || #column_major)()?)
}

/// Generates the choice of a nest by the orders of storage.
///
/// `set` has the column-major ones among the tensors after `orders`.
fn choice(orders: &[Ident], choices: &[TokenStream], set: usize) -> TokenStream {
    let Some((order, others)) = orders.split_last() else { return choices[set].clone() };
    let (row_major, column_major) = (choice(others, choices, set), choice(others, choices, set | 1 << others.len()));
    quote!(::unite::level::IndexOrder::choose(#order, #row_major, #column_major))
}

/// Generates a plan without its candidates.
fn plan(outline: &Outline<'_>, assignment: &str) -> TokenStream {
    let (indices, result, into_array) = (outline.indices, outline.result, outline.into_array);
    let parts = outline.parts.iter().map(|part| {
        let (tensor, axes, fixed) = (part.tensor, part.axes, part.fixed);
        quote!(::unite::loops::Part { tensor: #tensor, axes: &[#(#axes),*], fixed: #fixed })
    });
    let value = outline.value.iter().map(|meet| match meet {
        Meet::Read(number) => quote!(::unite::loops::Meet::Read(#number)),
        Meet::Number => quote!(::unite::loops::Meet::Number),
        Meet::Product => quote!(::unite::loops::Meet::Product),
        Meet::Sum => quote!(::unite::loops::Meet::Sum),
    });
    quote! {
        ::unite::loops::Plan {
            outline: ::unite::loops::Outline {
                indices: &[#(#indices),*],
                parts: &[#(#parts),*],
                result: &[#(#result),*],
                into_array: #into_array,
                value: &[#(#value),*],
            },
            assignment: #assignment,
            orders: &[],
            turned: &[],
            best: &[],
        }
    }
}
