//! Programs at run time: the same results from text, from expressions and from `tensor!`.
#![cfg(feature = "interpreter")]

use std::num::NonZeroUsize;

use unite::program::{
    BigRational, Element, EvaluateError, Expression, Program, Store, contract, exp, scalar, tensor, transpose,
};

tensor! {
    /// Turns a matrix by another one, from both sides, and adds its exponential.
    fn turned<const N: usize>:
    var input c : [N N]   var input x : [N N]   var output y : [N N]
    y = ((c # x) . [2 3] # c) . [2 4] + exp(x ^ [1 2])
}

/// The same of expressions.
fn turned_expression() -> Expression {
    let (c, x) = (tensor(["N", "N"]).named("c"), tensor(["N", "N"]).named("x"));
    contract([1], [1], contract([1], [0], &c, &x), &c) + exp(transpose(0, 1, &x))
}

const C: [[f64; 3]; 3] = [[1.0, 0.5, -2.0], [0.25, 3.0, 1.0], [-1.0, 0.125, 0.7]];
const X: [[f64; 3]; 3] = [[0.1, 0.2, 0.3], [-0.4, 0.5, -0.6], [0.7, -0.8, 0.9]];

fn filled(program: &Program) -> Store<f64> {
    let mut store = program.store(&[3]).expect("a small store");
    for (name, tensor) in [("c", C), ("x", X)] {
        store.set(name, tensor.as_flattened().iter().copied().map(Some).collect()).expect("an input");
    }
    store
}

fn bits(store: &Store<f64>, name: &str) -> Vec<Option<u64>> {
    store.tensor(name).expect("a variable").values().into_iter().map(|value| value.map(f64::to_bits)).collect()
}

#[test]
fn all_ways_to_run_a_program_agree_to_the_last_bit() {
    let program = Program::from_built(&turned_expression().program("turned")).expect("it is well-formed");
    let mut plain = filled(&program);
    program.run(&mut plain).expect("a lawful program");
    for multiple in [1, 2, 4, 8] {
        let mut padded = filled(&program);
        let multiple = NonZeroUsize::new(multiple).expect("not 0");
        program.run_padded(&mut padded, multiple).expect("a lawful program");
        assert_eq!(bits(&padded, "y"), bits(&plain, "y"));
        assert_eq!(bits(&padded, "x"), bits(&plain, "x"));
    }
    #[cfg(feature = "parallel")]
    for threads in [1, 2, 7] {
        let mut parallel = filled(&program);
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a few threads");
        pool.install(|| program.run_parallel(&mut parallel)).expect("a lawful program");
        assert_eq!(bits(&parallel, "y"), bits(&plain, "y"));
    }
    let staged = turned(&C, &X);
    let near = bits(&plain, "y").into_iter().flatten().map(f64::from_bits).zip(staged.as_flattened());
    near.for_each(|(value, staged)| approx::assert_relative_eq!(value, *staged, max_relative = 1e-14));
}

#[test]
fn a_built_program_and_its_text_are_one_program() {
    let built = turned_expression().program("turned");
    let program = Program::from_built(&built).expect("it is well-formed");
    let again = Program::parse(program.to_string()).expect("what is printed parses");
    assert_eq!(again.to_string(), built.text());
    assert_eq!((again.checked(), again.sizes()), (program.checked(), ["N".to_owned()].as_slice()));
    assert_eq!(program.remarks().count(), 0);
    let code = program.rust(built.name()).expect("all of it is defined");
    assert!(code.contains("pub fn turned<T: ::unite::program::Real, const N: usize>("), "{code}");
}

#[test]
fn a_builders_mistake_is_drawn_in_the_text_that_it_wrote() {
    let wrong = (tensor([2]).named("a") + scalar().named("s")).program("wrong");
    let mistakes = Program::from_built(&wrong).expect_err("shapes do not agree");
    assert_eq!(
        mistakes.to_string(),
        "4:7: elementwise-shapes: `+` takes operands of one shape, and gets [2] and []\n4 | y = a + s\n  |       ^\n\
         help: a smaller operand is not repeated: make both shapes equal"
    );
    assert_eq!(mistakes.diagnostics().next().and_then(|mistake| mistake.code), Some("elementwise-shapes"));
}

#[test]
fn what_the_numbers_have_not_changes_no_store() {
    let program = Program::parse("var input a:[2] var output y:[2] y=a+a y=a/a").expect("it is well-formed");
    let mut store = program.store::<i32>(&[]).expect("a small store");
    store.set("a", vec![Some(6), Some(i32::MAX)]).expect("an input");
    let before = store.clone();
    let error = EvaluateError::NoQuotients { operation: "/", numbers: "i32" };
    assert_eq!(program.run(&mut store), Err(error.clone()));
    assert_eq!(program.run_padded(&mut store, NonZeroUsize::MIN), Err(error.clone()));
    assert_eq!(program.operations(&store), Err(error));
    assert_eq!(store, before);
    assert_eq!(program.order(&[1]), Err(EvaluateError::Sizes { given: 1, names: Vec::new() }));

    let mut exact = program.store::<BigRational>(&[]).expect("a small store");
    exact.set("a", vec![BigRational::parse("0.75"), None]).expect("an input");
    program.run(&mut exact).expect("rationals have quotients");
    assert_eq!(exact.tensor("y").expect("a result").values(), [BigRational::parse("1"), None]);
}
