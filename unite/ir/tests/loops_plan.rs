//! The plan of a nest. It says when each axis of each operand is resolved, where the nest has no effect, and the facts
//! about loops.

mod programs;

use programs::PROGRAMS;
use unite_ir::loops::*;
use unite_ir::syntax::{Span, Tokens};

fn nests(text: &str) -> Vec<Nest> {
    let program = parse_text(text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"));
    check(&program).unwrap_or_else(|found| panic!("{found:#?}\n{text}"))
}

fn nest(text: &str) -> Nest {
    nests(text).remove(0)
}

fn axis(nest: &Nest, due: OperandAxis) -> String {
    let operand = &nest.operands[due.operand];
    let name = format!("{}.{}", operand.access.tensor.text, due.axis);
    let AxisKind::Moves { affine, protocol, .. } = &operand.axes[due.axis].kind else { return name };
    let protocol = protocol.map(|protocol| format!(" {}", protocol.word())).unwrap_or_default();
    format!("{name}{protocol} {}", line(affine))
}

fn line(affine: &Affine) -> String {
    let offset = affine.offset.as_ref().map(|offset| format!(" + {offset}")).unwrap_or_default();
    format!("{}{offset}", affine.coefficient.clone().expr(Span::default()))
}

/// Returns the steps, one per line, without the live tables.
fn steps(nest: &Nest) -> Vec<String> {
    let list = nest.steps();
    let accumulate = nest.accumulate_before(&list);
    let mut lines: Vec<String> = list
        .iter()
        .map(|step| match step {
            Step::Round(round) => {
                let operands: Vec<String> = round.operands.iter().map(|due| axis(nest, *due)).collect();
                let word = if round.opens { "for" } else { "cut" };
                format!("{word} {}: {}", nest.loops[round.of_loop].var.text, operands.join(", "))
            }
            Step::LookUp(due) => format!("look up {}", axis(nest, *due)),
            Step::If { .. } => "if".to_owned(),
            Step::Let { name, .. } => format!("let {}", name.text),
        })
        .collect();
    if let Some(position) = accumulate {
        lines.insert(position, "accumulate".to_owned());
    }
    lines
}

/// Returns the live tables of the rounds that have operands.
fn live(text: &str) -> Vec<Vec<String>> {
    let steps = nest(text).steps();
    let rounds = steps.iter().filter_map(|step| match step {
        Step::Round(round) if !round.operands.is_empty() => Some(round),
        _ => None,
    });
    rounds.map(|round| round.live.iter().map(ToString::to_string).collect()).collect()
}

fn figure(number: &str) -> &'static str {
    PROGRAMS.iter().find(|(figure, _)| *figure == number).expect("a figure").1
}

#[test]
fn every_program_of_the_figures_has_a_plan_that_resolves_each_axis_once() {
    for (_, text) in PROGRAMS {
        for nest in nests(text) {
            let mut due: Vec<(usize, usize)> = Vec::new();
            for step in nest.steps() {
                match step {
                    Step::Round(round) => {
                        assert_eq!(round.live.len(), 1 << round.operands.len());
                        due.extend(round.operands.iter().map(|due| (due.operand, due.axis)));
                    }
                    Step::LookUp(axis) => due.push((axis.operand, axis.axis)),
                    Step::If { .. } | Step::Let { .. } => {}
                }
            }
            for (number, operand) in nest.operands.iter().enumerate() {
                let axes: Vec<usize> = due.iter().filter(|due| due.0 == number).map(|due| due.1).collect();
                assert_eq!(axes, (0..operand.access.indices.len()).collect::<Vec<_>>(), "{}", operand.access);
            }
        }
    }
}

#[test]
fn an_axis_moves_with_the_innermost_loop_of_its_index() {
    assert_eq!(steps(&nest(figure("1"))), ["accumulate", "for r: A.0 1 + 2.2", "for s: A.1 1 + 3.9", "if"]);
    assert_eq!(
        steps(&nest(figure("3"))),
        ["for i: Mask.0 1", "if", "accumulate", "for j: A.0 1 + i, B.0 1"],
        "the outer index is a constant of the inner loop"
    );
    assert_eq!(
        steps(&nest("for i s += A[2*i+10] * B[10-i] * C[0.5*i] * E[-3*i]"))[1],
        "for i: A.0 2 + 10, B.0 -1 + 10, C.0 0.5, E.0 -3"
    );
    assert_eq!(
        steps(&nest("for i s += A[3-(i-k)*2] * B[-(i+1)*k] * C[2*i+i]"))[1],
        "for i: A.0 -2 + 3 - 2 * -k, B.0 -k + k * -1, C.0 2 + 1"
    );
}

#[test]
fn an_axis_waits_for_the_one_before_it() {
    assert_eq!(
        steps(&nest(figure("19 box"))),
        ["for x: Box.0 1, Points.0 1", "for y: Box.1 1, Points.1 1", "for id: Points.2 1"]
    );
    assert_eq!(
        steps(&nest(figure("transposed"))),
        ["for i: B.0 gallop 1", "accumulate", "for j: A.0 walk 1, B.1 follow 1", "look up A.1"],
        "`Z[i]` alone is written"
    );
    assert_eq!(
        steps(&nest("for i = 0:9 for j for k s += A[j, i, k] * B[3, k, 4, j]")),
        [
            "look up B.0",
            "accumulate",
            "for i: ",
            "for j: A.0 1",
            "look up A.1",
            "for k: A.2 1, B.1 1",
            "look up B.2",
            "look up B.3"
        ]
    );
}

#[test]
fn an_axis_that_moves_with_the_loop_of_the_one_before_does_so_in_a_round_of_its_own() {
    assert_eq!(
        steps(&nest("for i s += A[i, 2, 2*i] * B[i]")),
        ["accumulate", "for i: A.0 1, B.0 1", "look up A.1", "cut i: A.2 2"]
    );
    assert_eq!(
        steps(&nest("for i let p = B[i] if C[i] s += A[i+p, p] * E[p, i]")),
        ["accumulate", "for i: B.0 1, C.0 1", "let p", "look up E.0", "cut i: A.0 1 + p, E.1 1", "look up A.1", "if"]
    );
}

#[test]
fn a_place_given_by_let_is_looked_up() {
    let grid = nest(figure("23"));
    assert_eq!(
        steps(&grid),
        [
            "for t: ",
            "let x",
            "let y",
            "let z",
            "for i: Grid.0 1 + x",
            "for j: Grid.1 1 + y",
            "for k: Grid.2 1 + z",
            "for c: Grid.3 1"
        ],
        "c is an index of the target and the innermost loop"
    );
    assert_eq!(
        steps(&nest("let p = 3 for i = 0:9 let q = 2*i Z[q] += A[p, q]")),
        ["let p", "look up A.0", "for i: ", "let q", "look up A.1"]
    );
}

#[test]
fn a_loop_knows_what_the_nest_does_with_its_index() {
    let what = |text: &str| -> Vec<String> {
        let nest = nest(text);
        let tokens = Tokens::from_text(text);
        let describe = |header: &Loop| {
            let number = header.number_used.map(|span| format!(" number {}@{}", tokens.text(span), span.first));
            let weighted = header.weighted.map(|_| " weighted");
            let reduces = header.reduces.then_some(" reduces");
            let counts = header.counts(nest.op).then_some(" counts");
            let parts = [number.as_deref(), weighted, reduces, counts].into_iter().flatten();
            header.var.text.clone() + &parts.collect::<String>()
        };
        nest.loops.iter().map(describe).collect()
    };
    assert_eq!(what(figure("2 points")), ["i reduces counts"]);
    assert_eq!(what(figure("2 intervals")), ["i weighted reduces"]);
    assert_eq!(what(figure("3")), ["i number i@26", "j weighted reduces"]);
    assert_eq!(what(figure("24 count")), ["chr", "id", "jd reduces counts", "x reduces counts"]);
    assert_eq!(what(figure("24 overlap")), ["chr", "id", "jd reduces", "x reduces"]);
    assert_eq!(what("for i for j = 0:i s max= A[i, j]"), ["i number i@7 reduces", "j reduces"]);
    assert_eq!(what("for j = 0:9 for i s max= A[i, j]"), ["j number j@15 reduces", "i reduces"]);
    assert_eq!(what("for i for j Z[i+j, j] = A[i]"), ["i number i@6", "j number j@10"], "a diagonal is for points");
    assert_eq!(what("for i let p = B[i] Z[p] += 1"), ["i reduces counts"]);
}

#[test]
fn the_target_is_written_where_its_place_is_known() {
    let depth = |text: &str| (nest(text).target.depth, nest(text).target.axes);
    assert_eq!(depth("for i for j s += A[i, j]"), (0, vec![]));
    let (at, axes) = depth("for i for j for k Z[10-j, i, 3] += A[i, j, k]");
    assert_eq!(at, 2);
    let axes: Vec<String> = axes
        .iter()
        .map(|axis| {
            axis.as_ref().map_or("constant".to_owned(), |(of_loop, affine)| format!("{of_loop}: {}", line(affine)))
        })
        .collect();
    assert_eq!(axes, ["1: -1 + 10", "0: 1", "constant"]);
    let (at, axes) = depth("for i for j let p = A[i, j] for k Z[p] |= B[k]");
    assert_eq!((at, axes), (2, vec![None]));
}

#[test]
fn the_weights_are_taken_out_of_the_value() {
    let without =
        |value: &str| nest(&format!("for i = 0:1 for j = 0:1 s += {value}")).unweighted.map(|value| value.to_string());
    assert_eq!(without("A[i] * d(i)").as_deref(), Some("A[i]"));
    assert_eq!(without("d(j) * A[i] * 2 * d(i)").as_deref(), Some("A[i] * 2"));
    assert_eq!(without("-A[i] * d(i) / 2").as_deref(), Some("-A[i] / 2"));
    assert_eq!(without("d(i) / B[j]").as_deref(), Some("1 / B[j]"));
    assert_eq!(without("d(i) * d(j)"), None);
    assert_eq!(without("-d(i)").as_deref(), Some("-1"));
    assert_eq!(without("A[i] + 1").as_deref(), Some("A[i] + 1"));
}

#[test]
fn nothing_is_done_where_the_fills_say_so() {
    assert_eq!(live("for i s += A[i] * B[i]"), [["!(Zero(0) || Zero(1))", "!Zero(1)", "!Zero(0)", "yes"]]);
    assert_eq!(live("for i s += A[i] + B[i]"), [["!(Zero(0) && Zero(1))", "yes", "yes", "yes"]]);
    assert_eq!(live("for i s |= A[i] && !B[i]"), [["!(Zero(0) || One(1))", "!One(1)", "!Zero(0)", "yes"]]);
    assert_eq!(live("for i s &= A[i] || !B[i]"), [["!(One(0) || Zero(1))", "!Zero(1)", "!One(0)", "yes"]]);
    assert_eq!(live("for i s &= A[i] && B[i]"), [["!(One(0) && One(1))", "yes", "yes", "yes"]]);
    assert_eq!(live("for i s max= A[i]"), [["!Lowest(0)", "yes"]]);
    assert_eq!(live("for i s min= A[i]"), [["!Highest(0)", "yes"]]);
    assert_eq!(live("for i s max= A[i] * B[i]"), [["yes"; 4]]);
    assert_eq!(live("for i Z[i] = A[i]"), [["!(Zero(0) && unwritten)", "yes"]]);
    assert_eq!(live("for i for j Z[i] = A[i, j]"), [["yes"; 2], ["yes"; 2]]);
    let conditional = live("for i if A[i] Z[i] = B[i]");
    assert_eq!(conditional, [["!((Zero(1) && unwritten) || Zero(0))", "!(Zero(1) && unwritten)", "!Zero(0)", "yes"]]);
    assert_eq!(live("for i if A[i] > 1 s += B[i]"), [["!Zero(1)", "!Zero(1)", "yes", "yes"]]);
    assert_eq!(live("for i s += 0.0 * A[i]"), [["no"; 2]]);
    assert_eq!(live("for i s |= A[i] || true"), [["yes"; 2]]);
    assert_eq!(live("for i s += A[i] * A[i]"), [["!Zero(0)", "yes"]]);
    assert_eq!(live("for i s += -(A[i] as f64) / B[i] % 3"), [["!Zero(0)", "yes", "!Zero(0)", "yes"]]);
    assert_eq!(live("for i let w = A[i] let v = w - 0 s += v * f(B[i])"), [["!Zero(0)", "yes", "!Zero(0)", "yes"]]);
}

#[test]
fn a_function_with_an_identity_passes_over_it() {
    assert_eq!(live("for i s <<f>>= A[i]"), [["yes"; 2]]);
    assert_eq!(live("for i s <<f, e>>= A[i]"), [["!Identity(0)", "yes"]]);
    assert_eq!(live("for i let w = A[i] Z[i] <<f, (0, 1)>>= w"), [["!Identity(0)", "yes"]]);
    assert_eq!(
        live("for i s <<f, e>>= A[i] * B[i]"),
        [[
            "!((Zero(identity) && (Zero(0) || Zero(1))) || (One(identity) && One(0) && One(1)))",
            "!(Zero(identity) && Zero(1))",
            "!(Zero(identity) && Zero(0))",
            "yes"
        ]]
    );
    assert_eq!(live("for i s <<f, e>>= min(A[i], x)"), [["!(Lowest(identity) && Lowest(0))", "yes"]]);
    assert_eq!(
        live("for i s <<f, e>>= (A[i], -B[i])"),
        [["!(Identity.0(0) && Zero(identity.1) && Zero(1))", "yes", "yes", "yes"]]
    );
    assert_eq!(live("for i = 0:9 s <<f, e>>= (A[i], i)"), [["yes"; 2]]);
    assert_eq!(live("for i s <<f, e>>= g(A[i])"), [["yes"; 2]]);
    assert_eq!(live("for i if A[i] > 0 s <<f, e>>= B[i]"), [["!Identity(1)", "!Identity(1)", "yes", "yes"]]);
}

#[test]
fn a_round_tells_of_its_own_operands_alone() {
    assert_eq!(
        live(figure("3")),
        [vec!["!Zero(0)", "yes"], vec!["!(Zero(1) || Zero(2))", "!Zero(2)", "!Zero(1)", "yes"]]
    );
    assert_eq!(live("for i s += A[i, i]"), [["!Zero(0)", "yes"], ["!Zero(0)", "yes"]]);
    let grid = live(figure("24 grid"));
    assert_eq!(grid[0].len(), 16);
    assert_eq!(grid[0][0b0011], "!(Zero(2) || Zero(3))");
}

#[test]
fn a_live_table_agrees_with_the_values_on_small_integers() {
    // Tests every expression over the fills 0 and 1 of three operands: where the formula says no, the sum adds nothing.
    for value in
        ["A[i] * B[i] + C[i]", "(A[i] - B[i]) * C[i]", "A[i] * (B[i] + C[i]) * B[i]", "-A[i] * 0 + B[i] * C[i]"]
    {
        let Some(Step::Round(round)) = nest(&format!("for i s += {value}")).steps().into_iter().next() else {
            panic!("a round");
        };
        for bits in 0..8 {
            let fills = [bits & 1, bits >> 1 & 1, bits >> 2 & 1];
            let zero = |operand: usize, fact| fact == Fact::Zero && fills[operand] == 0;
            let [a, b, c] = fills;
            let result = match value {
                "A[i] * B[i] + C[i]" => a * b + c,
                "(A[i] - B[i]) * C[i]" => (a - b) * c,
                "A[i] * (B[i] + C[i]) * B[i]" => a * (b + c) * b,
                _ => b * c,
            };
            assert!(round.live[0].holds(&zero) || result == 0, "{value} {fills:?}");
            assert!(round.live[7].holds(&zero));
        }
    }
}

#[test]
fn minima_and_maxima_pass_over_what_is_infinite_or_extreme() {
    assert_eq!(
        live("for i s min= A[i] + B[i]"),
        [["!(Infinity(0) || Infinity(1))", "!Infinity(1)", "!Infinity(0)", "yes"]]
    );
    assert_eq!(live("for i s max= A[i] - 1 + x"), [["!MinusInfinity(0)", "yes"]]);
    assert_eq!(
        live("for i s max= min(A[i], B[i])"),
        [["!(Lowest(0) || Lowest(1))", "!Lowest(1)", "!Lowest(0)", "yes"]]
    );
    assert_eq!(live("for i s min= min(A[i], B[i])"), [["!(Highest(0) && Highest(1))", "yes", "yes", "yes"]]);
}

#[test]
fn a_live_table_of_minima_agrees_with_the_values() {
    type Value = fn(f64, f64) -> f64;
    let cases: [(&str, Value); 7] = [
        ("A[i] + B[i]", |a, b| a + b),
        ("A[i] - B[i] - 2", |a, b| a - b - 2.0),
        ("max(A[i], B[i] + 1)", |a, b| a.max(b + 1.0)),
        ("min(A[i], B[i])", f64::min),
        ("-(A[i] as f64) + 3 - B[i]", |a, b| -a + 3.0 - b),
        ("max(min(A[i], 4), -B[i])", |a, b| a.min(4.0).max(-b)),
        ("if A[i] < B[i] { A[i] } else { B[i] }", |a, b| if a < b { a } else { b }),
    ];
    let values = [f64::NEG_INFINITY, -2.0, 0.0, 1.0, f64::INFINITY];
    let mut passed_over = 0;
    for (text, value) in cases {
        for (op, neutral) in [("min", f64::INFINITY), ("max", f64::NEG_INFINITY)] {
            let Some(Step::Round(round)) = nest(&format!("for i s {op}= {text}")).steps().into_iter().next() else {
                panic!("a round");
            };
            for (fill_a, fill_b) in values.iter().flat_map(|a| values.map(|b| (*a, b))) {
                let fact = |operand: usize, fact| {
                    let fill = [fill_a, fill_b][operand];
                    match fact {
                        Fact::Zero => fill == 0.0,
                        Fact::One => fill == 1.0,
                        Fact::Lowest | Fact::MinusInfinity => fill == f64::NEG_INFINITY,
                        Fact::Highest | Fact::Infinity => fill == f64::INFINITY,
                        Fact::Identity(_) => unreachable!("there is no function"),
                    }
                };
                for set in 0..4 {
                    if round.live[set].holds(&fact) {
                        continue;
                    }
                    passed_over += 1;
                    // What is not at fill is any number.
                    for other in [-2.0, 0.0, 1.0] {
                        let a = if set & 1 == 1 { other } else { fill_a };
                        let b = if set >> 1 & 1 == 1 { other } else { fill_b };
                        let found = value(a, b);
                        assert!(found == neutral || found.is_nan(), "{op} {text}: {a}, {b}: {found}");
                    }
                }
            }
        }
    }
    assert!(passed_over > 50, "{passed_over}");
}

#[test]
fn a_tensor_of_overlapping_pieces_is_a_factor_read_once() {
    let linear = |text: &str| -> Vec<bool> { nest(text).operands.iter().map(|operand| operand.linear).collect() };
    assert_eq!(linear("for i s += -A[i] * d(i) * (2 * B[i]) / C[i]"), [true, true, false]);
    assert_eq!(linear("for i s += A[i] * A[i] * (B[i] + 1)"), [false, false]);
    assert_eq!(linear("for i if A[i] s += B[i]"), [false, true]);
    assert_eq!(linear("for i if A[i] && B[i] s |= C[i] && !E[i]"), [true, true, true, false]);
    assert_eq!(linear("for i s max= A[i]"), [false]);
    assert_eq!(linear("for i Z[i] = A[i]"), [false]);
    assert_eq!(linear("for i let w = A[i] s += w"), [false]);
}

#[test]
fn an_index_is_a_number_no_earlier_than_it_must() {
    let after = |text: &str| -> Vec<Option<usize>> {
        let nest = nest(text);
        let steps = nest.steps();
        (0..nest.loops.len()).map(|of_loop| nest.number_after(&steps, of_loop)).collect()
    };
    assert_eq!(after(figure("3")), [Some(2), None], "after the mask");
    assert_eq!(after(figure("2 points")), [None]);
    assert_eq!(after(figure("19 radius")), [Some(3), Some(3), None]);
    assert_eq!(after("for i if A[i] && i < 3 && B[i] s += i"), [Some(2)], "`&&` is two conditions");
    assert_eq!(after("for i = 0:9 for j Z[i] += A[j] * i"), [Some(1), None], "what is written is written for a point");
    assert_eq!(after("for i for j = 0:i s max= A[i, j]"), [Some(1), None]);
    assert_eq!(after("for i if A[i] Z[i] += i"), [Some(2)]);
}
