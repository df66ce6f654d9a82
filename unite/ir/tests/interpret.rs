//! The reference interpreter against numbers computed by hand. The programs of the figures run on small data, and some
//! programs are rejected.
#![cfg(feature = "interpreter")]

mod reference;

use reference::{Integer, Real, number, program, region, run_text, tensor};
use unite_ir::loops::interpret::{Environment, InterpretError, Number, Overlap, Region, Tensor, Value, run};

const X: &str = "1: 1; 3: 2; 4.1: 3; 5.1: 4";
const DOT: &str = "for i=0:9 s += x[i]*y[i]";

fn dot(x: Tensor, y: Tensor, text: &str) -> Value {
    let mut environment = Environment::default();
    environment.tensor("x", x).tensor("y", y).output_scalar("s", 0);
    run_text(text, &mut environment);
    environment.value("s").unwrap().clone()
}

#[test]
fn fig_2_points_make_44() {
    let y = "0.5: 7; 3: 6; 5.1: 8; 9.5: 100";
    assert_eq!(dot(tensor(&[Real], X), tensor(&[Real], y), DOT), 44.into());
}

#[test]
fn fig_2_integers_make_44() {
    let (x, y) = ("1: 1; 3: 2; 4: 3; 5: 4", "3: 6; 5: 8; 7..12: 5");
    assert_eq!(dot(tensor(&[Integer], x), tensor(&[Integer], y), DOT), 44.into());
}

#[test]
fn fig_2_intervals_make_12_fifths() {
    let (x, y) = ("[1,3]: 1; [4.1,5.1]: 2", "[1.5,2.7): 1; [4.8,6): 2");
    let s = dot(tensor(&[Real], x), tensor(&[Real], y), "for i=0:9 s += x[i]*y[i]*d(i)");
    assert_eq!(s, number("12").div(&number("5")).unwrap().into());
}

#[test]
fn figs_3_to_6_convolve() {
    let mut environment = Environment::default();
    environment
        .tensor("Mask", tensor(&[Real], "0: true; 1.5: true; 2.5: true"))
        .tensor("A", tensor(&[Real], "[0,3): 2"))
        .tensor("B", tensor(&[Real], "[0,1]: 1; (1,2): 3"))
        .output_tensor("Z", &[Real], 0);
    let text = "for i=-inf:inf  if Mask[i]  for j=-inf:inf  Z[i] += A[i+j]*B[j]*d(j)";
    run_text(text, &mut environment);
    assert_eq!(environment.array("Z").unwrap().to_string(), "{0: 8, 1.5: 5, 2.5: 1}");
    environment.tensor("Mask", tensor(&[Real], "[0,1]: true"));
    assert!(matches!(run(&program(text), &mut environment), Err(InterpretError::Varies { .. })));
}

#[test]
fn fig_1_counts_the_points_of_a_disc() {
    let mut environment = Environment::default();
    let points = "2.2 x 3.9: 1; 3.2 x 4.9: 1; 3.9 x 3.9: 1; 4 x 3.9: 1; 3.8 x 5.5: 1";
    environment.tensor("A", tensor(&[Real, Real], points)).output_scalar("count", 0);
    let text = "for r=-1.7:1.7  for s=-1.7:1.7  if r*r+s*s <= 1.7*1.7:  count += A[2.2+r, 3.9+s]";
    run_text(text, &mut environment);
    assert_eq!(environment.value("count"), Ok(&3.into()));
}

#[test]
fn fig_19_finds_the_points_of_a_box_and_of_a_disc() {
    let points = "1 x 1 x 0: true; 2.5 x 1 x 1: true; 2.5 x 1 x 4: true; 3 x 3 x 2: true; 1 x 2.5 x 3: true";
    let mut environment = Environment::default();
    environment
        .tensor("Points", tensor(&[Real, Real, Integer], points))
        .tensor("Box", tensor(&[Real, Real], "[1,3) x [0,2): true"))
        .scalar("R", number("1.5"))
        .scalar("Ox", 1)
        .scalar("Oy", 1)
        .output_tensor("Out", &[Integer], false);
    run_text("for x for y for id  Out[id] |= Box[x,y] && Points[x,y,id]", &mut environment);
    assert_eq!(environment.array("Out").unwrap().to_string(), "{0..1: true, 4: true}");
    environment.output_tensor("Out", &[Integer], false);
    let radius = "for r=-R:R for s=-R:R for id  if r*r+s*s <= R*R:  Out[id] |= Points[Ox+r, Oy+s, id]";
    run_text(radius, &mut environment);
    assert_eq!(environment.array("Out").unwrap().to_string(), "{0..1: true, 3..4: true}");
}

#[test]
fn fig_23_weighs_voxels_by_the_volume_that_a_sample_meets() {
    // The grid of 2 x 2 x 2 voxels holds v = x + 2y + 4z, and ten times that in channel 1. It is linear, so the sample
    // at (x, y, z) is its value at that corner.
    let mut boxes = Vec::new();
    for n in 0..8 {
        let side = |bit: i64| Region::half_open(Number::from(bit), Number::from(bit + 1));
        for c in 0..2 {
            let regions = vec![side(n & 1), side(n >> 1 & 1), side(n >> 2), Region::point(Number::from(c))];
            boxes.push((regions, Value::from(n * (1 + 9 * c))));
        }
    }
    let grid = Tensor::from_boxes(&[Real, Real, Real, Integer], 0.into(), &boxes, Overlap::Refused).unwrap();
    let mut environment = Environment::default();
    environment.tensor("Grid", grid).output_tensor("Out", &[Integer, Integer], 0).scalar("T", 2);
    for (name, text) in [("ox", "0.25"), ("oy", "0.5"), ("oz", "0.75"), ("dx", "0.5"), ("dy", "0"), ("dz", "-0.5")] {
        environment.scalar(name, number(text));
    }
    run_text(
        "for t=0:T-1  let x=ox+t*dx, y=oy+t*dy, z=oz+t*dz   for i=0:1 for j=0:1 for k=0:1 for c=0:27
           Out[t,c] += Grid[x+i,y+j,z+k,c]*d(i)*d(j)*d(k)",
        &mut environment,
    );
    let expected = "{0 x 0: 4.25, 0 x 1: 42.5, 1 x 0: 2.75, 1 x 1: 27.5}";
    assert_eq!(environment.array("Out").unwrap().to_string(), expected);
}

/// Returns an environment of strands: chromosome, id, place.
fn genome() -> Environment {
    let axes = [Integer, Integer, Real];
    let query = "1 x 0 x [4,7]: true; 2 x 1 x [0,9]: true; 2 x 2 x [50,60): true";
    let data = "1 x 0 x [0,1]: true; 1 x 1 x [2,3.5]: true; 1 x 3 x [4,5): true; 1 x 4 x (6,7.5]: true;
        2 x 9 x [9,12]: true; 24 x 5 x [0,90]: true";
    let mut environment = Environment::default();
    environment.tensor("Query", tensor(&axes, query)).tensor("Data", tensor(&axes, data));
    environment
}

fn outcome(text: &str, axes: usize, fill: impl Into<Value>) -> String {
    let mut environment = genome();
    let kinds = [Integer, Integer, Integer, Real];
    environment.output_tensor("Out", &kinds[..axes], fill).output_tensor("Hit", &kinds[..3], false);
    run_text(text, &mut environment);
    environment.array("Out").unwrap().to_string()
}

#[test]
fn fig_24_intersects_overlaps_and_joins() {
    let loops = "for chr=1:23 for id for jd for x:";
    let both = "|= Query[chr,id,x] && Data[chr,jd,x]";
    let pieces = "1 x 0 x 3 x [4,5): true, 1 x 0 x 4 x (6,7]: true, 2 x 1 x 9 x 9: true";
    assert_eq!(outcome(&format!("{loops} Out[chr,id,jd,x] {both}"), 4, false), format!("{{{pieces}}}"));
    assert_eq!(outcome(&format!("{loops} Out[chr,id] {both}"), 2, false), "{1 x 0: true, 2 x 1: true}");
    let join = "{1 x 0 x 3..4: true, 2 x 1 x 9: true}";
    assert_eq!(outcome(&format!("{loops} Out[chr,id,jd] {both}"), 3, false), join);
}

#[test]
fn fig_24_refuses_to_count_over_intervals_and_counts_what_was_hit() {
    let loops = "for chr=1:23 for id for jd for x:";
    let mut environment = genome();
    environment.output_tensor("Out", &[Integer, Integer], 0);
    let refused = format!("{loops} if Query[chr,id,x] && Data[chr,jd,x]: Out[chr,id] += 1");
    let error = run(&program(&refused), &mut environment).unwrap_err();
    assert!(matches!(&error, InterpretError::SumOverInterval { index, .. } if index == "x"), "{error}");
    let says =
        "multiply by d(x) to integrate, or reduce over `x` first, as in `Hit[..] |= ..` and then `Out += Hit[..]`";
    assert!(error.to_string().ends_with(says), "{error}");
    let valid = format!(
        "{loops} Hit[chr,id,jd] |= Query[chr,id,x] && Data[chr,jd,x];
         for chr=1:23 for id for jd Out[chr,id] += Hit[chr,id,jd]"
    );
    assert_eq!(outcome(&valid, 2, 0), "{1 x 0: 2, 2 x 1: 1}");
    let conditional = valid.replace("Out[chr,id] += Hit[chr,id,jd]", "if Hit[chr,id,jd]: Out[chr,id] += 1");
    assert_eq!(outcome(&conditional, 2, 0), "{1 x 0: 2, 2 x 1: 1}");
}

#[test]
fn fig_21_weighs_neighbours_by_their_distance_from_kernel_points() {
    let mut environment = Environment::default();
    let axes = [Real, Real, Integer, Integer];
    environment
        .tensor("Mask", tensor(&[Real], "0: true; 2: true"))
        .tensor("Kernel", tensor(&[Real, Integer, Integer], "-1 x 0 x 0: 3; 1 x 0 x 0: 5"))
        .tensor("Input", tensor(&[Real, Integer], "0 x 0: 2; 1.5 x 0: 7; 9 x 0: 100"))
        .scalar("R", 2)
        .scalar("sigma", 1)
        .output_tensor("Out", &axes[1..3], 0);
    let text = "for x if Mask[x] for r=-R:R if r*r <= R*R for xk if (xk-r)*(xk-r) <= sigma*sigma
        let w = 1 - (xk-r).abs()/sigma
        for m for c Out[x,m] += w*Kernel[xk,m,c]*Input[x+r,c]";
    run_text(text, &mut environment);
    // From 0, the input at 1.5 is half covered by the kernel's 1. From 2, 1.5 is at -0.5, half covered by -1.
    assert_eq!(environment.array("Out").unwrap().to_string(), "{0 x 0: 17.5, 2 x 0: 10.5}");
}

#[test]
fn fig_10_overlapping_pieces_are_combined_where_both_are() {
    let side = |a, b| Region::half_open(Number::from(a), Number::from(b));
    let boxes = [(vec![side(1, 3)], Value::from(1)), (vec![side(2, 4)], Value::from(10))];
    let combined = Tensor::from_boxes(&[Real], 0.into(), &boxes, Overlap::Combined).unwrap();
    assert_eq!(combined.to_string(), "{[1,2): 1, [2,3): 11, [3,4): 10}");
    assert!(Tensor::from_boxes(&[Real], 0.into(), &boxes, Overlap::Refused).is_err());
}

#[test]
fn fig_11_tensors_keep_which_ends_are_theirs() {
    for text in ["[0,1): 1; 2: 2; (3,4): 3", "0.6: 1; 2.5: 2", "[0,1): 1; [2,3): 2; [3,4): 3"] {
        assert_eq!(tensor(&[Real], text).to_string(), format!("{{{}}}", text.replace(';', ",")));
    }
}

#[test]
fn an_index_is_a_number_on_points_only() {
    let mut environment = Environment::default();
    environment.output_tensor("Z", &[Real], 0).tensor("P", tensor(&[Real], "1: 2; 3: 4"));
    run_text("for i=0:9 Z[i] += i*P[i]", &mut environment);
    assert_eq!(environment.array("Z").unwrap().to_string(), "{1: 2, 3: 12}");
    let refused = run(&program("for i=0.0:10.0 Z[i] += i"), &mut environment);
    assert_eq!(refused, Err(InterpretError::Varies { index: "i".into(), region: "[0,10]".into() }));
    let condition = run(&program("for i=0.0:10.0 if i > 2 Z[i] += 1"), &mut environment);
    assert!(matches!(condition, Err(InterpretError::Varies { .. })));
}

#[test]
fn outputs_take_runs_and_the_last_assignment_stays() {
    let mut environment = Environment::default();
    environment.output_tensor("Z", &[Real], 0).tensor("A", tensor(&[Real], "[1,3): 2; 5: 7"));
    run_text("for i=0:9 Z[10-2*i] = A[i]  for i=9:20 Z[i] = 1", &mut environment);
    assert_eq!(environment.array("Z").unwrap().to_string(), "{0: 7, (4,8]: 2, [9,20]: 1}");
    let diagonal = "for i=0:1 Q[i,i] = A[i]";
    environment.output_tensor("Q", &[Real, Real], 0);
    assert!(matches!(run(&program(diagonal), &mut environment), Err(InterpretError::NotARun { .. })));
}

#[test]
fn errors_name_what_is_wrong() {
    let mut environment = Environment::default();
    environment
        .tensor("A", tensor(&[Real], "[1,3): 2"))
        .tensor("N", tensor(&[Integer], "1: 2"))
        .scalar("flag", true)
        .scalar("half", number("0.5"))
        .output_scalar("pair", Value::Tuple(vec![0.into(), true.into()]))
        .output_tensor("Z", &[Integer], 0)
        .output_scalar("s", 0);
    let wrong = |text: &str| run(&program(text), &mut environment.clone()).unwrap_err().to_string();
    for (text, says) in [
        ("for i=0:1 s += B[i]", "`B` is neither"),
        ("for i=0:1 s += A[i,i]", "`A` has 1 axes and is written with 2 indices"),
        ("for i=0:1 s += A", "`A` has 1 axes and is written with 0 indices"),
        ("for i=0:1 A[i] += 1", "`A` is assigned to but is no output"),
        ("for i=0:1 Z[i] += Z[i + 1]", "`Z` is assigned to and read in the same nest"),
        (
            "for i=0:1 s += A[i]*s",
            "the loop over `i` runs step by step and takes its places one by one, but is over real",
        ),
        ("for i=0:1 s += A[i]*N[i]", "`i` runs over Integer places in `N` and over Real ones before"),
        ("s += flag + 1", "`+` takes numbers, not true"),
        ("if half s += 1", "`if` takes truth values, not 0.5"),
        ("s += N[half]", "axis 0 of `N` has integer places, and 0.5 is not an integer"),
        ("s += inf - inf", "inf - inf has no value"),
        ("s += f(1)", "`f` has no value for these 1 arguments"),
        ("for i=1:2 s max= d(i)*A[i]", "d(i) on [1,2] depends on how finely the loop is cut"),
        (
            "for i { s .= 1; for j=0:1 s += A[i]*j }",
            "the loop over `i` runs step by step and takes its places one by one, but is over real",
        ),
        (
            "for i=0.5:2 { s .= i }",
            "the loop over `i` runs step by step and takes its places one by one, but is over real",
        ),
        ("for i { s .= N[i] }", "the loop over `i` runs step by step, and takes infinitely many places"),
        ("for i=0:1 { N .= 0; s += N[i] }", "`N` is assigned to but is no output"),
        ("for i=0:1 { s .= N[i] > 0 }", "`=` takes numbers, not"),
        ("s += (1, 2)", "`+=` takes numbers, not (1, 2)"),
        ("s = (1, flag)", "`=` takes numbers, not (1, true)"),
        ("pair = (1, 2, 3)", "`=` assigns (1, 2, 3) where (0, true) is"),
        ("if (1, 2) s += 1", "`if` takes truth values, not (1, 2)"),
        ("for i=0:1 if (A[i], i) == (2, 1) s max= 1", "the index `i` is used as a number on"),
        ("for i=0:half:2 s += N[i]", "the range of `i` has the step 0.5: a step is an integer above 0"),
        ("for i=0:N[0]:2 { s .= i }", "the range of `i` has the step 0: a step is an integer above 0"),
        ("for i=0:2:8 s += A[i]", "`i` has a range with a step, and runs over real places: count the steps"),
        ("for i=0:2:inf s += N[i] + 1", "the index `i` is used as a number on 2..inf"),
        ("for i s += N[(0:2)(i)] * N[(1:2)(i)]", "`N[(0:2)(i)]` has the extent 0..2, `N[(1:2)(i)]` 0..1"),
        ("for i s += N[(half:2)(i)]", "axis 0 of `N` has integer places, and 0.5 is not an integer"),
        ("for i=0:100000000 s += i", "`i` would take 100000001 places one by one"),
    ] {
        assert!(wrong(text).contains(says), "{text}: {}", wrong(text));
    }
}

#[test]
fn steps_go_over_the_extent_and_see_what_was_written() {
    let mut environment = Environment::default();
    let extent = region("-1..2");
    environment.tensor("N", tensor(&[Integer], "-1: 2; 1..2: 5")).extents("N", &[extent]);
    environment.output_tensor("W", &[Integer], 0).output_tensor("Z", &[Integer], 0).output_scalar("s", 9);
    run_text("for i { s .= N[i]; W[i] += s; for j=-1:i Z[j] = W[j] + i }", &mut environment);
    assert_eq!(environment.array("Z").unwrap().to_string(), "{-1: 4, 0: 2, 1..2: 7}");
    assert_eq!(environment.value("s"), Ok(&5.into()));
    let refused = run(&program("W .= 1; for i W[i] = N[i]"), &mut environment).unwrap_err();
    assert_eq!(refused.to_string(), "`W .= 1` empties `W`, whose fill is 0: write `W .= 0`");
    run_text("W .= 0", &mut environment);
    assert_eq!(environment.array("W").unwrap().to_string(), "{}");
}
