//! Programs built in Rust: their text, what they share, and their mistakes.

use unite_ir::programs::build::{
    Built, Expression, contract, exp, log, number, outer, scalar, scale, tensor, trace, transpose,
};
use unite_ir::programs::{check, parse};
use unite_ir::syntax::Text;

/// The program parses to itself, and its shapes are right.
fn holds(built: &Built) {
    let text = Text::new(built.text());
    let parsed = parse(text.tokens()).unwrap_or_else(|mistakes| panic!("{}{mistakes:?}", built.text()));
    assert_eq!(&parsed.program, built.program());
    assert_eq!(parsed.program.to_string(), built.text());
    assert_eq!(parsed.remarks, []);
    if let Err(mistakes) = check(&parsed.program) {
        panic!("{}{}", built.text(), text.draw(&mistakes[0]));
    }
}

/// The statements of a program.
fn statements(built: &Built) -> String {
    built.program().statements.iter().map(|statement| format!("{statement}; ")).collect()
}

/// The codes of what the checker says, with the marked text.
fn mistakes(expression: &Expression) -> Vec<String> {
    let built = expression.program("wrong");
    let text = Text::new(built.text());
    let mistakes = built.check().expect_err("a mistake");
    mistakes.iter().map(|mistake| format!("{} {}", mistake.code.unwrap_or("-"), text.part(mistake.span))).collect()
}

#[test]
fn every_operation_is_written_as_the_language_has_it() {
    let (a, b, x, s) =
        (tensor([2, 3]).named("a"), tensor([3, 2]).named("b"), tensor([3]).named("x"), scalar().named("s"));
    for (expression, expected) in [
        (&a + &a, "y = a + a"),
        (&a - &a * &a, "y = a - (a * a)"),
        ((&a - &a) * &a, "y = (a - a) * a"),
        (&a / &s, "y = a / s"),
        (&a / 2, "y = a / 2"),
        (2 * &a, "y = 2 * a"),
        (-0.5 * &a, "y = (0 - 0.5) * a"),
        (1e300 * &a, "y = 1e300 * a"),
        (scale(&s, &a), "y = s * a"),
        (scale(3, &a), "y = 3 * a"),
        (&s * &a, "y = s * a"),
        (1 - &s / 4.0, "y = 1 - (s / 4)"),
        (exp(log(&x)), "y = exp(log(x))"),
        (outer(&x, &a), "y = x # a"),
        (contract([], [], &x, &a), "y = x # a"),
        (contract([1], [0], &a, &x), "y = (a # x) . [2 3]"),
        (contract([1], [0], &a, &b), "y = (a # b) . [2 3]"),
        (contract([0, 1], [1, 0], &a, &b), "y = (a # b) . [1 4, 2 3]"),
        (contract([1], [0], contract([1], [0], &a, &b), &a), "y = ((a # b) . [2 3] # a) . [2 3]"),
        (transpose(0, 1, &a), "y = a ^ [1 2]"),
        (transpose(0, 1, &a + &a) + &b, "y = (a + a) ^ [1 2] + b"),
        (trace(0, 1, contract([1], [0], &a, &b)), "y = (a # b) . [2 3] . [1 2]"),
        (a.clone(), "y = a"),
        (number(7).clone(), "y = 7"),
    ] {
        let built = expression.program("f");
        holds(&built);
        assert_eq!(statements(&built), format!("{expected}; "));
        assert_eq!(built.name(), "f");
    }
}

#[test]
fn extents_are_numbers_or_names() {
    let (a, x) = (tensor(["N", "M"]), tensor(["M"]));
    let built = contract([1], [0], &a, &x).program("mat_vec");
    holds(&built);
    let expected = "var input x1 : [N M]\nvar input x2 : [M]\nvar output y : [N]\ny = (x1 # x2) . [2 3]\n";
    assert_eq!(built.text(), expected);
}

#[test]
fn names_that_are_given_stay_and_others_keep_clear_of_them() {
    let (x1, other) = (tensor([2]).named("x1"), tensor([2]));
    let t = (&x1 * &other).named("t1");
    let shared = &t + &t;
    let built = (&shared * &shared).named("result").program("f");
    holds(&built);
    assert_eq!(statements(&built), "t1 = x1 * x2; t2 = t1 + t1; result = t2 * t2; ");
    let y = tensor([2]).named("y");
    assert_eq!(statements(&(&y + &y).program("f")), "y1 = y + y; ");
}

#[test]
fn what_is_shared_is_written_once_however_often_it_is_used() {
    let x = scalar().named("x");
    let doubled = (0..200).fold(x, |x, _| &x + &x);
    let built = doubled.program("f");
    holds(&built);
    assert_eq!(built.program().statements.len(), 200);
    // Functions over expressions compose.
    let square = |x: &Expression| x * x;
    let x = scalar().named("x");
    assert_eq!(statements(&square(&square(&exp(&x))).program("f")), "t1 = exp(x); t2 = t1 * t1; y = t2 * t2; ");
}

#[test]
fn no_depth_exhausts_the_stack_or_the_parser() {
    let x = tensor([2]).named("x");
    let sum = (0..100_000).fold(x.clone(), |sum, _| sum + &x);
    let built = sum.program("f");
    holds(&built);
    assert!(built.program().statements.len() < 10_000);
    let right = (0..100_000).fold(x.clone(), |sum, _| &x + sum);
    holds(&right.program("f"));
    let wrong = (0..100_000).fold(&x + tensor([3]), |sum, _| sum + &x);
    assert_eq!(mistakes(&wrong), ["elementwise-shapes +"]);
}

#[test]
fn mistakes_are_those_of_the_checker() {
    let (a, b, x, s) =
        (tensor([2, 3]).named("a"), tensor([2, 3, 3]).named("b"), tensor([3]).named("x"), scalar().named("s"));
    assert_eq!(mistakes(&(&a + &x)), ["elementwise-shapes +"]);
    assert_eq!(mistakes(&(&a * &s)), ["scalar-right *"]);
    assert_eq!(mistakes(&contract([0], [0], &a, &x)), ["contracted-extents 1 3"]);
    assert_eq!(mistakes(&trace(0, 1, &a)), ["contracted-extents 1 2"]);
    assert_eq!(mistakes(&trace(1, 1, &a)), ["same-dimension 2"]);
    assert_eq!(mistakes(&contract([1, 1], [1, 2], &a, &b)), ["same-dimension 2"]);
    assert_eq!(mistakes(&transpose(0, 2, &a)), ["no-such-dimension 3"]);
    // A dimension behind those of the left operand is not one of the right operand.
    assert_eq!(mistakes(&contract([2], [1], &a, &b)), ["no-such-dimension 6"]);
    assert_eq!(mistakes(&contract([1], [3], &a, &b)), ["no-such-dimension 6"]);
    assert_eq!(mistakes(&transpose(0, usize::MAX, &a)), [format!("no-such-dimension {}", usize::MAX)]);
    assert_eq!(mistakes(&exp(tensor([0]).named("a"))), ["extent-0 0", "extent-0 0"]);
    assert_eq!(mistakes(&(tensor([2]).named("a") + tensor([2]).named("a"))), ["redeclared a"]);
    assert_eq!(mistakes(&exp(f64::INFINITY)), ["undeclared inf"]);
    assert_eq!(mistakes(&exp(tensor([2]).named("a_b"))), ["syntax a_b", "syntax a_b"]);
}

#[test]
fn all_mistakes_are_told_once_though_they_are_used_more_than_once() {
    let (a, x) = (tensor([2, 3]).named("a"), tensor([3]).named("x"));
    let (first, second) = (&a + &x, transpose(0, 4, &a));
    let wrong = (0..100).fold(first * second, |wrong, _| &wrong + &wrong);
    assert_eq!(mistakes(&wrong), ["elementwise-shapes +", "no-such-dimension 5"]);
}

#[test]
fn shapes_of_what_is_shared_are_those_of_the_checker() {
    let inputs =
        || vec![scalar(), number(2), tensor([2]), tensor([3]), tensor([2, 3]), tensor([3, 2]), tensor(["N", "N"])];
    let combine = |x: &Expression, y: &Expression| {
        vec![
            x + y,
            x * y,
            x / y,
            outer(x, y),
            contract([0], [0], x, y),
            contract([1], [0], x, y),
            contract([0, 1], [1, 0], x, y),
            transpose(0, 1, outer(x, y)),
            trace(0, 1, outer(x, y)),
            exp(x),
        ]
    };
    let mut right = 0;
    for (x, y) in inputs().iter().flat_map(|x| inputs().into_iter().map(move |y| (x.clone(), y))) {
        for value in combine(&x, &y) {
            // Used twice, so that it is declared with the shape that the builder gives it.
            let built = outer(&value, &value).program("f");
            match built.check() {
                Ok(_) => right += 1,
                Err(mistakes) => {
                    let codes: Vec<_> = mistakes.iter().filter_map(|mistake| mistake.code).collect();
                    assert!(codes.len() == mistakes.len() && !codes.contains(&"assigned-shape"), "{}", built.text());
                    assert_eq!(built.program().statements.len(), 1, "{}", built.text());
                }
            }
        }
    }
    assert!(right > 150, "{right}");
}
