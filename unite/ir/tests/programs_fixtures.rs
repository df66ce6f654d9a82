//! Worked values of tensor programs, by all evaluators.
#![cfg(feature = "parallel")]

use std::num::NonZeroUsize;

use num_rational::BigRational;
use unite_ir::programs::evaluate::{
    Element, EvaluateError, Store, in_place, padded, padded_as_published, parallel, reference,
};
use unite_ir::programs::{Checked, check, parse};
use unite_ir::syntax::Tokens;

type Evaluator<T> = fn(&Checked, &mut Store<T>) -> Result<(), EvaluateError>;

fn program(text: &str) -> Checked {
    let parsed = parse(&Tokens::from_text(text)).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"));
    check(&parsed.program).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}"))
}

/// Elements in row-major order; `u` is undefined.
fn values<T: Element>(text: &str) -> Vec<Option<T>> {
    let value = |word: &str| match word {
        "u" => None,
        _ => Some(T::parse(word).unwrap_or_else(|| panic!("{word} is a number"))),
    };
    text.split_whitespace().map(value).collect()
}

fn filled<T: Element>(program: &Checked, inputs: &[(&str, &str)]) -> Store<T> {
    let mut store = Store::new(program, &[]).expect("a small store");
    for (name, elements) in inputs {
        store.set(name, values(elements)).expect("an input");
    }
    store
}

/// Evaluates a program by all evaluators over one type of numbers.
fn holds_over<T: Element>(program: &Checked, inputs: &[(&str, &str)], outputs: &[(&str, &str)], published: bool) {
    let expect = |evaluator: Evaluator<T>, mut store: Store<T>, what: &str| {
        evaluator(program, &mut store).expect("a lawful program");
        for (name, elements) in outputs {
            let tensor = store.tensor(name).expect("an output");
            assert_eq!(tensor.values(), values(elements), "{name} by {what} over {}", T::NAME);
        }
    };
    let store = filled::<T>(program, inputs);
    expect(reference, store.clone(), "the reference");
    expect(in_place, store.clone(), "evaluation in place");
    expect(parallel, store.clone(), "evaluation on threads");
    for multiple in [1, 2, 3, 4, 8] {
        let wide = store.padded(NonZeroUsize::new(multiple).expect("not 0")).expect("a small store");
        expect(padded, wide.clone(), &format!("padding to {multiple}"));
        if published {
            expect(padded_as_published, wide, &format!("padding to {multiple} as published"));
        }
    }
}

/// Evaluates a program without functions by all evaluators over all types of numbers that it has.
fn holds(text: &str, inputs: &[(&str, &str)], outputs: &[(&str, &str)]) {
    let program = &program(text);
    holds_over::<BigRational>(program, inputs, outputs, true);
    holds_over::<f64>(program, inputs, outputs, true);
    holds_over::<f32>(program, inputs, outputs, true);
    if Store::<i64>::new(program, &[]).is_ok_and(|mut store| reference(program, &mut store).is_ok()) {
        holds_over::<i64>(program, inputs, outputs, true);
        holds_over::<i32>(program, inputs, outputs, true);
    }
}

#[test]
fn a_matrix_times_a_vector() {
    let text = "var a:[2 3] var x:[3] var y:[2] y=(a # x).[2 3]";
    holds(text, &[("a", "1 2 3 4 5 6"), ("x", "1 10 100")], &[("y", "321 654")]);
}

#[test]
fn a_product_of_matrices_and_its_trace() {
    let text = "var A:[2 3] var B:[3 2] var C:[2 2] var s:[] C=(A # B).[2 3] s=((A # B).[2 3]).[1 2]";
    let inputs = [("A", "1 2 3 4 5 6"), ("B", "7 8 9 10 11 12")];
    holds(text, &inputs, &[("C", "58 64 139 154"), ("s", "212")]);
}

#[test]
fn pairs_behind_one_operator_all_count_dimensions_of_the_operand() {
    let text = "var A:[2 3] var B:[3 2] var s:[] s=(A # B).[2 3,1 4]";
    holds(text, &[("A", "1 2 3 4 5 6"), ("B", "7 8 9 10 11 12")], &[("s", "212")]);
}

#[test]
fn a_transposition_exchanges_two_dimensions() {
    let text = "var u:[2 3 2] var v:[2 3 2] v=u^[1 3]";
    holds(text, &[("u", "1 2 3 4 5 6 7 8 9 10 11 12")], &[("v", "1 7 3 9 5 11 2 8 4 10 6 12")]);
}

#[test]
fn a_variable_is_assigned_its_own_transposition() {
    let text = "var x:[2 2] x=x^[1 2]";
    holds(text, &[("x", "1 2 3 4")], &[("x", "1 3 2 4")]);
}

#[test]
fn operators_have_one_rank_and_associate_to_the_left() {
    let text = "var a:[] var b:[] var c:[] var d:[] d=a+b*c";
    holds(text, &[("a", "1"), ("b", "2"), ("c", "3")], &[("d", "9")]);
    let text = "var A:[2 3] var B:[3 3] var C:[2 3] C=A # B . [2 3]";
    holds(text, &[("A", "1 2 3 4 5 6"), ("B", "1 0 0 0 2 0 0 0 3")], &[("C", "1 4 9 4 10 18")]);
}

#[test]
fn an_undefined_factor_makes_published_padding_undefined_and_leaves_ours_zero() {
    let text = "var s:[] var u:[3] u=s*u";
    let program = program(text);
    let inputs = [("s", "u"), ("u", "1 2 3")];
    holds(text, &inputs, &[("u", "u u u")]);
    let wide = filled::<BigRational>(&program, &inputs).padded(NonZeroUsize::new(4).expect("not 0")).expect("small");
    let padding = |evaluator: Evaluator<BigRational>| {
        let mut store = wide.clone();
        evaluator(&program, &mut store).expect("a lawful program");
        let tensor = store.tensor("u").expect("a variable");
        tensor.padding().map(|(index, element)| (index, element.cloned())).collect::<Vec<_>>()
    };
    assert_eq!(padding(padded_as_published), [(vec![3], None)]);
    assert_eq!(padding(padded), [(vec![3], Some(Element::zero()))]);
}

#[test]
fn zero_divided_by_anything_is_zero() {
    let text = "var z:[] var s:[] var t:[] var p:[] var q:[] var r:[] p=z/s q=z/z r=t/z";
    holds(text, &[("z", "0"), ("t", "5"), ("s", "u")], &[("p", "0"), ("q", "0"), ("r", "u")]);
}

#[test]
fn equal_expressions_around_an_assignment_differ() {
    let text = "var a:[2] var b:[2] var y:[2] var z:[2] y=a*b a=b z=a*b";
    holds(text, &[("a", "1 2"), ("b", "3 4")], &[("y", "3 8"), ("z", "9 16"), ("a", "3 4")]);
}

#[test]
fn an_infinity_times_padding_spoils_the_published_evaluator_alone() {
    let text = "var a:[1] var B:[1 1] var c:[1] c=(a # B).[2 3]";
    let program = program(text);
    let mut store = Store::<f64>::new(&program, &[]).expect("a small store");
    store.set("a", vec![Some(f64::INFINITY)]).expect("an input");
    store.set("B", vec![Some(1.0)]).expect("an input");
    let wide = store.padded(NonZeroUsize::new(4).expect("not 0")).expect("a small store");
    let value = |evaluator: Evaluator<f64>, mut store: Store<f64>| {
        evaluator(&program, &mut store).expect("a lawful program");
        store.tensor("c").expect("a variable").values()
    };
    assert_eq!(value(reference, store), [Some(f64::INFINITY)]);
    assert_eq!(value(padded, wide.clone()), [Some(f64::INFINITY)]);
    assert!(value(padded_as_published, wide)[0].is_some_and(f64::is_nan));
}

#[test]
fn the_exponential_of_padding_spoils_the_published_evaluator_alone() {
    let text = "var x:[3] var y:[3] var s:[] s=(exp(x) # exp(y)).[1 2]";
    let program = program(text);
    let inputs = [("x", "0 0 0"), ("y", "0 0 0")];
    holds_over::<BigRational>(&program, &inputs, &[("s", "3")], false);
    holds_over::<f64>(&program, &inputs, &[("s", "3")], false);
    let mut wide = filled::<f64>(&program, &inputs).padded(NonZeroUsize::new(4).expect("not 0")).expect("small");
    padded_as_published(&program, &mut wide).expect("a lawful program");
    assert_eq!(wide.tensor("s").expect("a variable").values(), [Some(4.0)]);
}

#[test]
fn the_four_point_transform_of_a_flat_block_is_its_mean() {
    let text = "const C:[4 4]=[1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1] var X:[4 4] var Y:[4 4] \
                Y=((C # X).[2 3] # C).[2 4]";
    holds(text, &[("X", &"3 ".repeat(16))], &[("Y", &format!("48{}", " 0".repeat(15)))]);
}

#[test]
fn numbers_and_functions_of_scalars() {
    let text = "var x:[2] var y:[2] y=0.5*x+exp(log(x/x))";
    let program = program(text);
    // The quotient 0/0 is 0, whose logarithm is undefined.
    let (inputs, outputs) = ([("x", "3 0")], [("y", "2.5 u")]);
    holds_over::<BigRational>(&program, &inputs, &outputs, false);
    holds_over::<f32>(&program, &inputs, &outputs, false);
}

#[test]
fn the_published_figures_run_or_are_refused() {
    let scale = if cfg!(debug_assertions) { 10 } else { 1 };
    let [m, k, n] = [300, 400, 500].map(|extent| extent / scale);
    let text = format!("var A:[{m} {k}] var B:[{k} {n}] var C:[{m} {n}] C=(A # B).[2 3]");
    let program = program(&text);
    let mut store = Store::<f64>::new(&program, &[]).expect("1.4 million elements");
    store.set("A", vec![Some(1.0); m * k]).expect("an input");
    store.set("B", vec![Some(2.0); k * n]).expect("an input");
    parallel(&program, &mut store).expect("a lawful program");
    assert_eq!(store.tensor("C").expect("a variable").values(), vec![Some(2.0 * k as f64); m * n]);

    let text = "var u:[200 300 400 500 600] var v:[200 500 400 300 600] v=u^[2 4]";
    let error = Store::<f64>::new(&self::program(text), &[]).expect_err("7.2e12 elements do not fit");
    assert!(error.to_string().starts_with("`u` of extents [200, 300, 400, 500, 600] does not fit"), "{error}");
}

#[test]
fn what_cannot_be_evaluated_is_refused_in_a_line() {
    let quotient = program("var a:[2] var b:[2] a=b a=a/b");
    let exponential = program("var x:[2] x=exp(x)");
    let large = program("var a:[1048576 1048576]");
    let mut store = filled::<i64>(&quotient, &[("a", "1 2"), ("b", "3 4")]);
    let before = store.clone();
    let refusals = [
        reference(&quotient, &mut store).expect_err("a quotient of integers"),
        reference(&exponential, &mut filled::<i32>(&exponential, &[])).expect_err("exp of integers"),
        Store::<i32>::new(&program("const c:[2]=[1 0.5]"), &[]).expect_err("half an integer"),
        Store::<f64>::new(&quotient, &[1]).expect_err("a size too many"),
        Store::<f64>::with_limit(&quotient, &[], 95).expect_err("3 tensors of 32 bytes"),
        Store::<f64>::new(&large, &[]).expect_err("2 to the 40 elements"),
        store.set("c", vec![]).expect_err("an unknown name"),
        store.set("a", vec![None]).expect_err("one element of two"),
        reference(&program("var a:[3]"), &mut store).expect_err("another program"),
    ];
    assert_eq!(store, before, "the store is unchanged, though the first statement is lawful");
    assert!(Store::<f64>::with_limit(&quotient, &[], 96).is_ok());
    let expected = [
        "`/` is not defined on i64: choose floats or exact rationals",
        "`exp` is not defined on i32: choose floats or exact rationals",
        "the number 0.5 is none of i32: write another one, or choose other numbers",
        "1 sizes given for the 0 named extents []: give one for each",
        "`b` of extents [2] does not fit in 95 bytes with the other variables: give smaller extents",
        "`a` of extents [1048576, 1048576] does not fit in 1073741824 bytes with the other variables: give smaller \
         extents",
        "the program declares no variable `c`: it has [a b]",
        "1 elements given for `a`; its extents [2] need 2",
        "the store was made for another program: `a` has other extents there, or is missing",
    ];
    assert_eq!(refusals.map(|error| error.to_string()), expected);
}
