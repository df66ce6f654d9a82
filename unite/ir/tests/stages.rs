//! The stages of the programs of the figures, as text and executed. Each gives the result of the reference interpreter.
//!
//! `BLESS=1` writes the texts.
#![cfg(feature = "interpreter")]

#[path = "programs/mod.rs"]
mod programs;
mod reference;

use std::path::Path;

use reference::{Integer, Real, number, program, tensor};
use unite_ir::explain::stages::{AxisForm, Kinds, StageError, stages};
use unite_ir::loops::interpret::{Environment, Number, Value, run};

use AxisForm::{Integer as Int, Interval, Pinpoint};

/// Returns the kinds of the operands of a figure's program.
fn kinds(figure: &str) -> Kinds {
    let kinds = Kinds::default();
    match figure {
        "1" => kinds.tensor("A", &[Pinpoint, Pinpoint], 0),
        "2 points" => kinds.tensor("x", &[Pinpoint], 0).tensor("y", &[Pinpoint], 0),
        "2 intervals" => kinds.tensor("x", &[Interval], 0).tensor("y", &[Interval], 0),
        "3" => kinds.tensor("Mask", &[Pinpoint], false).tensor("A", &[Interval], 0).tensor("B", &[Interval], 0).tensor(
            "Z",
            &[Pinpoint],
            0,
        ),
        "19 box" | "19 radius" => kinds
            .tensor("Box", &[Interval, Interval], false)
            .tensor("Points", &[Pinpoint, Pinpoint, Int], false)
            .tensor("Out", &[Int], false),
        "21" => kinds
            .tensor("Mask", &[Pinpoint; 3], false)
            .tensor("Kernel", &[Pinpoint, Pinpoint, Pinpoint, Int, Int], 0)
            .tensor("Input", &[Pinpoint, Pinpoint, Pinpoint, Int], 0)
            .tensor("Out", &[Pinpoint, Pinpoint, Pinpoint, Int], 0),
        "23" => kinds.tensor("Grid", &[Interval, Interval, Interval, Int], 0).tensor("Out", &[Int, Int], 0),
        "strided" => kinds
            .tensor("A", &[Interval], 0)
            .tensor("A2", &[Interval], 0)
            .tensor("A3", &[Interval], 0)
            .tensor("Z", &[Interval], 0),
        "diagonal" => kinds.tensor("A", &[Int, Int], 0),
        "transposed" => kinds.tensor("A", &[Int, Int], 0).tensor("B", &[Int, Int], 0).tensor("Z", &[Int], 0),
        "braces" => kinds.tensor("self.mask", &[Interval], false).tensor("Z", &[Interval], true),
        _ => kinds
            .tensor("Query", &[Int, Int, Interval], false)
            .tensor("Data", &[Int, Int, Interval], false)
            .tensor("Grid", &[Int, Interval, Int], false)
            .tensor("Intersect", &[Int, Int, Int, Interval], false)
            .tensor("Overlap", &[Int, Int], false)
            .tensor("Join", &[Int, Int, Int], false)
            .tensor("Hit", &[Int, Int, Int], false)
            .tensor("Count", &[Int, Int], 0),
    }
}

fn figure(figure: &str) -> &'static str {
    programs::PROGRAMS.iter().find(|(name, _)| *name == figure).expect("a figure").1
}

/// Asserts that the stages of a figure equal those in a file.
fn golden(name: &str, file: &str) {
    let stages = stages(&program(figure(name)), &kinds(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
    let text = stages.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let text = format!("{}\n\n{text}", figure(name));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &text).expect("the golden files can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    assert_eq!(text, expected, "{file}: if this is right, BLESS=1 writes it");
}

#[test]
fn the_convolution_of_fig_3_becomes_figs_4_to_6() {
    golden("3", "convolution.txt");
}

#[test]
fn the_dot_products_of_fig_2_become_point_tests_and_lengths() {
    golden("2 points", "dot_points.txt");
    golden("2 intervals", "dot_intervals.txt");
}

#[test]
fn the_radius_search_of_fig_19_becomes_point_tests() {
    golden("19 radius", "radius.txt");
}

#[test]
fn trilinear_interpolation_becomes_a_product_of_lengths() {
    golden("23", "trilinear.txt");
}

#[test]
fn the_overlap_of_fig_24_becomes_tests_for_emptiness() {
    golden("24 overlap", "overlap.txt");
}

#[test]
fn every_program_of_the_figures_has_stages_that_can_be_printed() {
    for (name, text) in programs::PROGRAMS {
        let stages = stages(&program(text), &kinds(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(stages.len(), 4);
        assert!(stages.iter().all(|stage| !stage.to_string().is_empty()));
    }
}

/// Asserts that each stage leaves the same outputs as the interpreter.
fn agree(name: &str, environment: &Environment, outputs: &[&str]) {
    let mut reference = environment.clone();
    let text = program(figure(name));
    run(&text, &mut reference).unwrap_or_else(|error| panic!("{name}: {error}"));
    for stage in stages(&text, &kinds(name)).unwrap_or_else(|error| panic!("{name}: {error}")) {
        let mut own = environment.clone();
        stage.run(&mut own).unwrap_or_else(|error| panic!("{name}: {error}\n{stage}"));
        for output in outputs {
            assert_eq!(own.array(output), reference.array(output), "{name}\n{stage}");
            assert_eq!(own.value(output), reference.value(output), "{name}\n{stage}");
        }
    }
}

#[test]
fn stages_of_fig_2_give_what_the_programs_give() {
    let mut points = Environment::default();
    points
        .tensor("x", tensor(&[Real], "1: 1; 3: 2; 4.1: 3; 5.1: 4"))
        .tensor("y", tensor(&[Real], "0.5: 7; 3: 6; 5.1: 8; 9.5: 100"))
        .output_scalar("s", 0);
    agree("2 points", &points, &["s"]);
    points
        .tensor("x", tensor(&[Real], "[1,3]: 1; [4.1,5.1]: 2"))
        .tensor("y", tensor(&[Real], "[1.5,2.7): 1; [4.8,6): 2; 7: 9"));
    agree("2 intervals", &points, &["s"]);
}

#[test]
fn stages_of_figs_1_3_and_19_give_what_the_programs_give() {
    let mut environment = Environment::default();
    environment
        .tensor("Mask", tensor(&[Real], "0: true; 1.5: true; 2.5: true"))
        .tensor("A", tensor(&[Real], "[0,3): 2"))
        .tensor("B", tensor(&[Real], "[0,1]: 1; (1,2): 3"))
        .output_tensor("Z", &[Real], 0);
    agree("3", &environment, &["Z"]);
    let points = "1 x 1 x 0: true; 2.5 x 1 x 1: true; 2.5 x 1 x 4: true; 3 x 3 x 2: true; 1 x 2.5 x 3: true";
    environment
        .tensor("Points", tensor(&[Real, Real, Integer], points))
        .tensor("Box", tensor(&[Real, Real], "[1,3) x [0,2): true"))
        .scalar("R", number("1.5"))
        .scalar("Ox", 1)
        .scalar("Oy", 1)
        .output_tensor("Out", &[Integer], false);
    agree("19 box", &environment, &["Out"]);
    agree("19 radius", &environment, &["Out"]);
    environment.tensor("A", tensor(&[Real, Real], "2.2 x 3.9: 1; 3.2 x 4.9: 1; 4 x 3.9: 1")).output_scalar("count", 0);
    agree("1", &environment, &["count"]);
}

#[test]
fn stages_of_fig_23_give_what_the_program_gives() {
    let mut environment = Environment::default();
    let grid = "[0,1) x [0,1) x [0,1) x 0: 3; [1,2) x [0,1) x [1,2) x 0..1: 5; [1,2) x [1,2) x [0,2) x 1: 7";
    environment
        .tensor("Grid", tensor(&[Real, Real, Real, Integer], grid))
        .output_tensor("Out", &[Integer, Integer], 0)
        .scalar("T", 3);
    for (name, text) in [("ox", "0.25"), ("oy", "0.5"), ("oz", "0.75"), ("dx", "0.5"), ("dy", "0"), ("dz", "-0.5")] {
        environment.scalar(name, number(text));
    }
    agree("23", &environment, &["Out"]);
}

#[test]
fn stages_of_fig_21_give_what_the_program_gives() {
    fn sqrt(arguments: &[Value]) -> Option<Value> {
        let [Value::Number(x)] = arguments else { return None };
        Number::from_f64(x.to_f64().sqrt()).map(Value::from)
    }
    let mut environment = Environment::default();
    environment
        .tensor("Mask", tensor(&[Real; 3], "0 x 0 x 0: true; 2 x 0 x 0: true"))
        .tensor("Kernel", tensor(&[Real, Real, Real, Integer, Integer], "1 x 0 x 0 x 0 x 0: 3; -1 x 0 x 0 x 1 x 0: 5"))
        .tensor("Input", tensor(&[Real, Real, Real, Integer], "1.5 x 0 x 0 x 0: 7"))
        .scalar("R", 2)
        .scalar("sigma", 1)
        .function("sqrt", sqrt)
        .output_tensor("Out", &[Real, Real, Real, Integer], 0);
    agree("21", &environment, &["Out"]);
    run(&program(figure("21")), &mut environment).expect("the program runs");
    // From 0, the input at 1.5 is half covered by the kernel's 1; from 2, at -0.5, half covered by -1.
    let expected = "{0 x 0 x 0 x 0: 10.5, 2 x 0 x 0 x 1: 17.5}";
    assert_eq!(environment.array("Out").expect("the output").to_string(), expected);
}

#[test]
fn stages_of_fig_24_give_what_the_programs_give_and_count_is_refused() {
    let axes = [Integer, Integer, Real];
    let query = "1 x 0 x [4,7]: true; 2 x 1 x [0,9]: true; 2 x 2 x [50,60): true";
    let data = "1 x 1 x [2,3.5]: true; 1 x 3 x [4,5): true; 1 x 4 x (6,7.5]: true; 2 x 9 x [9,12]: true";
    let mut environment = Environment::default();
    environment
        .tensor("Query", tensor(&axes, query))
        .tensor("Data", tensor(&axes, data))
        .tensor("Grid", tensor(&[Integer, Real, Integer], "1 x [4,8) x 3..4: true; 2 x [8,12) x 9: true"))
        .output_tensor("Intersect", &[Integer, Integer, Integer, Real], false)
        .output_tensor("Overlap", &[Integer, Integer], false)
        .output_tensor("Join", &[Integer; 3], false)
        .output_tensor("Hit", &[Integer; 3], false)
        .output_tensor("Count", &[Integer, Integer], 0);
    for (name, output) in [
        ("24 intersect", "Intersect"),
        ("24 overlap", "Overlap"),
        ("24 join", "Join"),
        ("24 count, valid", "Count"),
        ("24 grid", "Overlap"),
    ] {
        agree(name, &environment, &[output]);
    }
    for stage in stages(&program(figure("24 count")), &kinds("24 count")).expect("it has stages") {
        let error = stage.run(&mut environment.clone()).expect_err("a sum over an interval");
        assert!(error.to_string().contains("an interval of positive length"), "{error}\n{stage}");
    }
}

#[test]
fn a_sum_is_refused_only_where_the_target_has_places() {
    let mut environment = Environment::default();
    environment.tensor("A", tensor(&[Real], "[0,2]: 3")).tensor("N", tensor(&[Integer], "1: 2; 5: 4")).output_tensor(
        "Z",
        &[Integer],
        0,
    );
    let kinds = Kinds::default().tensor("A", &[Interval], 0).tensor("N", &[Int], 0).tensor("Z", &[Int], 0);
    let text = program("for i for j Z[j] += N[j]*N[j+1]*A[i]");
    assert_eq!(run(&text, &mut environment.clone()), Ok(()));
    for stage in stages(&text, &kinds).expect("it has stages") {
        assert_eq!(stage.run(&mut environment.clone()), Ok(()), "{stage}");
    }
}

#[test]
fn what_cannot_be_staged_says_why() {
    let kinds = Kinds::default().tensor("A", &[Interval], 0).tensor("N", &[Int], 0).tensor("Z", &[Interval], 0);
    let wrong = |text: &str| stages(&program(text), &kinds).expect_err(text);
    let index = || "i".to_string();
    assert_eq!(wrong("for i s += B[i]"), StageError::UnknownTensor { tensor: "B".into() });
    assert_eq!(wrong("for i s += A[i,i]"), StageError::Arity { tensor: "A".into(), axes: 1, indices: 2 });
    assert_eq!(wrong("for i s += A[i*i]"), StageError::NotAffine { tensor: "A".into(), axis: 0, index: index() });
    assert_eq!(wrong("for i s += A[i]*N[i]"), StageError::MixedKinds { index: index(), tensor: "N".into() });
    assert_eq!(wrong("for i s = A[i]"), StageError::LastOneWins { target: "s".into(), index: index() });
    assert_eq!(wrong("for i=0.0:9.0 Z[i] += i"), StageError::NumberOverInterval { index: index() });
    assert_eq!(wrong("for i s max= A[i]*d(i)"), StageError::MeasureOutsideSum { index: index() });
    assert_eq!(wrong("for i Z[i] += A[i]*d(i)"), StageError::MeasureOutsideSum { index: index() });
}

#[test]
fn a_window_cuts_the_pieces_of_its_axis_and_a_step_is_a_condition() {
    let kinds = Kinds::default().tensor("A", &[Interval], 0).tensor("N", &[Int], 0);
    let first = |text: &str| stages(&program(text), &kinds).unwrap().swap_remove(0).to_string();
    assert_eq!(
        first("for i s += A[(2:5)(i)] * d(i)"),
        "piecewise:
    for a in A within 2:5:
        for i in (A.itvl[a]-2) ^ 0:3:
            s += A.val[a]*d(i)
"
    );
    assert_eq!(
        first("for i = 1:3:9 s += N[(0:n)(i)]"),
        "piecewise:
    for p in N within 0:n:
        for i in N.itvl[p] ^ 1:9:
            if (i-1)%3 == 0:
                s += N.val[p]
"
    );
}
