//! Diagnostics of programs that parse but cannot be run.

use unite_ir::loops::*;
use unite_ir::syntax::Tokens;

/// Returns all diagnostics, with the tokens that they mark.
fn said(text: &str) -> Vec<String> {
    let program = parse_text(text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"));
    let tokens = Tokens::from_text(text);
    let found = check(&program).err().unwrap_or_default();
    found.iter().map(|remark| format!("{} | {}", tokens.text(remark.span), remark.message)).collect()
}

#[track_caller]
fn says(cases: &[(&str, &str)]) {
    for (text, remark) in cases {
        assert_eq!(said(text), [*remark], "{text}");
    }
}

#[test]
fn an_index_is_affine_in_its_innermost_loop() {
    let affine = "an index must be affine in `i`, the innermost index in it";
    for (index, place) in [
        ("i*i", "i * i"),
        ("2*i*i", "2 * i * i"),
        ("sin(i)", "sin ( i )"),
        ("i.abs()", "i . abs ( )"),
        ("j/i", "j / i"),
        ("i % 2", "i % 2"),
        ("3 + i as f64", "i as f64"),
        ("1 - (i < 3)", "( i < 3 )"),
    ] {
        assert_eq!(said(&format!("for j = 0:9 for i s += A[{index}]")), [format!("{place} | {affine}")]);
        assert_eq!(said(&format!("for j = 0:9 for i Z[{index}] += 1")), [format!("{place} | {affine}")]);
    }
    for index in [
        "2*i+10",
        "i+j",
        "10-i",
        "0.5*i",
        "x+i",
        "k*i",
        "i*j",
        "(i-j)*k*2 + j/2",
        "-i",
        "j*j+sin(j)-i",
        "self.x - i",
        "f(k) + i",
    ] {
        assert_eq!(said(&format!("for j = 0:9 for i s += A[{index}]")), [""; 0], "{index}");
        assert_eq!(said(&format!("for j = 0:9 for i Z[{index}] = 1")), [""; 0], "{index}");
    }
    says(&[
        ("for i s += A[i / 2 + 1]", "i / 2 | `i` is divided, which integers would round"),
        ("for i s += A[i - i]", "i - i | `i` cancels out of this index"),
        ("for i s += A[0 * i + 3]", "0 * i + 3 | `i` cancels out of this index"),
        ("for i s += A[B[i]]", "B [ i ] | an index does not hold a tensor"),
        ("for i Z[B[i]] += 1", "B [ i ] | an index does not hold a tensor"),
    ]);
}

#[test]
fn a_place_that_is_computed_goes_through_a_name() {
    for text in
        ["for i = 0:9 let p = i * i s += A[p]", "for i let p = B[i] Z[p] += 1", "for i let p = B[i] s += A[i + p]"]
    {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}

#[test]
fn a_tensor_stands_on_one_side() {
    says(&[
        ("for i A[i] += A[i]", "A | `A` is read and written in one nest"),
        ("for i if A[i] A[i] = B[i]", "A | `A` is read and written in one nest"),
        ("for i self.z[i] = self.z[i] + 1", "self . z | `self.z` is read and written in one nest"),
    ]);
    assert_eq!(said("for i A[i] = B[i] for i B[i] = A[i]"), [""; 0]);
}

#[test]
fn a_name_has_one_meaning_in_a_nest() {
    says(&[
        ("for i for i s += x[i]", "i | `i` has a meaning in this nest already"),
        ("for i,i s += x[i]", "i | `i` has a meaning in this nest already"),
        ("for i let i = 3 s += x[i]", "i | `i` has a meaning in this nest already"),
        ("let w = 1, w = 2 s += w", "w | `w` has a meaning in this nest already"),
        (
            "for i = 0:n for n s += x[i]",
            "n | `n` is used further out in this nest, for something of the program around",
        ),
        ("let w = w + 1 s += w", "w | `w` is used further out in this nest, for something of the program around"),
        (
            "for i if A[j] for j s += B[i, j]",
            "j | `j` is used further out in this nest, for something of the program around",
        ),
        ("for i i += x[i]", "i | `i` is the index of a loop and cannot be assigned"),
        ("for i let w = 1 w += x[i]", "w | `w` is given by `let` and cannot be assigned"),
        ("for i for j s += i[j]", "i | `i` is the index of a loop, not a tensor"),
        ("for i let w = 1 s += w[i]", "w | `w` is given by `let`, not a tensor"),
    ]);
    assert_eq!(said("for i s += x[i] for i t += y[i] let x1 = 3 for y1 t += x1 * y[y1]"), [""; 0]);
}

#[test]
fn a_tensor_has_one_number_of_indices() {
    says(&[
        ("for i s += A[i] * A[i, i]", "A | `A` has 2 indices here and 1 index before"),
        ("for i s += A[i] * A", "A | `A` has no index here and 1 index before"),
        ("for i s += A[i] for i, j t += A[i, j]", "A | `A` has 2 indices here and 1 index before"),
        ("for i Z[i] = 1 for i = 0:9 s += Z", "Z | `Z` has no index here and 1 index before"),
    ]);
    assert_eq!(said("for x s += A[x] for i t += x[i]"), [""; 0]);
}

#[test]
fn a_measure_is_a_factor_of_a_sum() {
    let factor = "d ( i ) | `d(i)` is a factor of the whole value, and nothing else";
    for value in ["A[i] + d(i)", "A[i] / d(i)", "f(d(i))", "A[i] * (1 + d(i))", "d(i).sqrt()", "(A[i] * d(i)) as f32"] {
        says(&[(&format!("for i s += {value}"), factor)]);
    }
    for value in ["A[i] * d(i)", "d(i)", "A[i] * d(i) / 2", "d(i) * d(j) * (A[i] + 1) / (1 + B[j])", "(2 * (d(j) * 2))"]
    {
        assert_eq!(said(&format!("for i for j s += C[i, j] * {value}")), [""; 0]);
    }
    let header = "d ( i ) | `d(i)` is a factor of a sum's value, and nothing else";
    says(&[
        ("for i s max= A[i] * d(i)", "d ( i ) | `d(i)` weighs a sum, and nothing else"),
        ("for i if d(i) > 1 s += A[i]", header),
        ("for i let w = d(i) s += A[i] * w", header),
        ("for i for j = 0:d(i) s += A[i] * B[j]", header),
        ("for i Z[d(i)] += A[i]", header),
        ("for i s += A[i + d(i)]", factor),
        ("for i s += A[i] * d(k)", "k | `k` is not the index of a loop of this nest"),
        ("for i let w = 1 s += A[i] * d(w)", "w | `w` is not the index of a loop of this nest"),
        ("for i s += d(i) * A[i] * d(i)", "d ( i ) | `d(i)` is a factor already"),
        (
            "for i for j Z[i] += A[i + j] * d(i)",
            "d ( i ) | `d(i)` has no sum over `i` to weigh: the target has this index",
        ),
    ]);
}

#[test]
fn ranges_are_numbers_and_infinity_is_a_bound() {
    let infinity = "inf | `inf` is the bound of a loop, and nothing else";
    says(&[
        ("for i = 0:inf+1 s += x[i]", infinity),
        ("for i s += x[i] * inf", infinity),
        ("for i if x[i] < inf s += 1", infinity),
        ("for i s += x[inf]", infinity),
        ("for i Z[inf] += x[i]", infinity),
        ("for i let w = -inf s += x[i]", infinity),
    ]);
    assert_eq!(said("for i = 0:A[3] for j = A[i]:A[i + 1] s += x[j]"), [""; 0]);
    assert_eq!(said("for i = -inf:inf let w = i * 2 for j = w - i:inf s += x[i, j]"), [""; 0]);
}

#[test]
fn any_number_of_operands_moves_with_a_loop() {
    assert_eq!(said("for i s += a[i] * b[i] * c[i] * e[i] * f[i] * g[i] * h[i] * k[i] * l[i]"), [""; 0]);
    assert_eq!(said("for i if a[i] && b[i] s += c[2*i] * e[i] * f[3, i]"), [""; 0]);
    assert_eq!(said("for i s += a[i, i] * b[i, i] * c[i] * e[i]"), [""; 0]);
}

#[test]
fn only_what_is_gone_through_has_a_way_to_go() {
    says(&[
        ("for i s += A[walk(3), i]", "3 | `walk`: this axis is looked up at one place, not iterated over"),
        (
            "for j = 0:9 for i s += A[i, gallop(j)]",
            "j | `gallop`: this axis is looked up at one place, not iterated over",
        ),
        ("for i Z[walk(i)] += A[i]", "i | `walk` sets how an operand is iterated over, and this is the target"),
    ]);
    assert_eq!(said("for i for j s += A[walk(i), gallop(j)] * B[follow(3), follow(i)]"), [""; 0]);
}

#[test]
fn all_that_is_wrong_is_said_in_the_order_of_the_text() {
    assert_eq!(
        said("for i = 0:inf * 2 if d(i) > 0 s += A[i * i] * d(i) * d(i) for k k += A[k]"),
        [
            "inf | `inf` is the bound of a loop, and nothing else",
            "d ( i ) | `d(i)` is a factor of a sum's value, and nothing else",
            "i * i | an index must be affine in `i`, the innermost index in it",
            "d ( i ) | `d(i)` is a factor already",
            "k | `k` is the index of a loop and cannot be assigned",
        ]
    );
}

#[test]
fn a_loop_has_bounds_or_indexes_something() {
    let unbounded = "i | `i` indexes nothing and has no bounds";
    says(&[
        ("for i s += 1", unbounded),
        ("for i = -inf:inf if i > 3 s += 1", unbounded),
        ("for i for j s += A[i + j]", unbounded),
        ("for i let p = B[3] s += A[i + p]", unbounded),
    ]);
    for text in ["for i = 0:inf s += 1", "for i = -inf:3 s += 1", "for i Z[i] = 1", "for i Z[3, 2 * i + 1] = 1"] {
        assert_eq!(said(text), [""; 0], "{text}");
    }
}

#[test]
fn steps_have_names_of_their_own_and_finite_bounds() {
    says(&[
        (
            "for i { s .= 0; for j s += x[i + j] }",
            "i | the loop over `i` has no bounds, and no tensor is indexed by `i` alone",
        ),
        (
            "for i = 0:-inf { s .= 0; s += x[i] }",
            "- inf | the loop over `i` runs step by step: it takes its places one by one, and has infinitely many",
        ),
        ("for i { s .= 0; for i s += x[i] }", "i | `i` has a meaning in this block already"),
        ("for i { s .= 0; let i = 2; s += x[i] }", "i | `i` has a meaning in this block already"),
        ("for i { s .= 0; let v = x[i]; for j v += y[j] }", "v | `v` is given by `let` and cannot be assigned"),
        ("for i { s .= 0; i .= 2; s += x[i] }", "i | `i` is the index of a loop and cannot be assigned"),
        ("for i { s .= i[2]; s += x[i] }", "i | `i` is the index of a loop, not a tensor"),
        ("for i { s .= 0; for j s += x[i] * y[j] * d(i) }", "i | `i` is not the index of a loop of this nest"),
        ("for i { s .= x[i] * d(i) }", "d ( i ) | `d(i)` weighs a sum, and nothing else"),
        ("for i { s .= x[i] * inf }", "inf | `inf` is the bound of a loop, and nothing else"),
        ("for i if x[i] < inf s .= 2", "inf | `inf` is the bound of a loop, and nothing else"),
        ("for i { s .= x[y[i]] }", "y [ i ] | an index does not hold a tensor"),
        ("for i { w .= 0; w[i] = x[i]; s += w[i, i] }", "w | `w` has 2 indices here and 1 index before"),
        ("w .= w[3]", "w | `w` is read and written in one nest"),
        ("for i { s .= 0; for j t[j] = t[i] + s; s += x[i] }", "t | `t` is read and written in one nest"),
    ]);
    for text in [
        "for i { s .= 0; for j s += a[i, j]; y[i] = s * s }",
        "for i = x[0]:n { w .= 0; for j w[j] += a[i, j]; for j c[i, j] = w[j] }",
        "for i { s .= 0; { let v = x[i]; s += v }; let v = y[i]; s += v }",
        "for i if x[i] > 0 { s .= i } else for k = 0:i { t .= x[k]; u += t }",
        "w .= 0; for j w[j] = x[j]; for j s += w[j]",
        "for i = 0:9 { s .= 0; for j s += x[i * i + j] * x[f(i)] }",
    ] {
        assert_eq!(said(text), [""; 0], "{text}");
        assert!(check_orders(&parse_text(text).unwrap()).is_ok(), "{text}");
    }
}

#[test]
fn a_tensor_is_held_where_steps_read_what_they_write() {
    let in_turn = |text: &str| -> Vec<String> {
        let checked = check_orders(&parse_text(text).unwrap()).unwrap();
        checked.in_turn.into_iter().map(|name| name.text).collect()
    };
    let gustavson = "for i { w .= 0; for k, j w[j] += a[i, k] * b[k, j]; for j c[i, j] = w[j] }";
    assert_eq!(in_turn(gustavson), ["w"]);
    assert_eq!(in_turn("for i { s .= 0; for j s += a[i, j]; y[i] = s }"), [""; 0]);
    assert_eq!(in_turn("c .= 0; for i c[i] = a[i]"), ["c"]);
    assert_eq!(in_turn("for i { s .= y[i]; for j y[j] = s + a[j] }"), ["y"]);
    // A name of a step is not the tensor of the same name, and without steps nothing is read after it is written.
    assert_eq!(in_turn("for i { s .= 0; let y = a[i]; s += y }; for i y[i] = a[i]"), [""; 0]);
    assert_eq!(in_turn("for i y[i] = a[i]; for i s += y[i]"), [""; 0]);
}

#[test]
fn an_identity_is_known_before_the_loops() {
    says(&[
        ("for i s <<f, i>>= A[i]", "i | the identity of `f` reads `i`, and is needed before the loops"),
        ("for i s <<f, B[0]>>= A[i]", "B | the identity of `f` reads `B`, and is needed before the loops"),
        (
            "for i let w = 2 s <<f, (0, w)>>= (A[i], w)",
            "w | the identity of `f` reads `w`, and is needed before the loops",
        ),
        ("for i s <<f, s>>= A[i]", "s | the identity of `f` reads `s`, and is needed before the loops"),
        ("for i s <<f, inf>>= A[i]", "inf | `inf` is the bound of a loop, and nothing else"),
        ("for i s <<f, d(i)>>= A[i]", "d ( i ) | `d(i)` is a factor of a sum's value, and nothing else"),
    ]);
    let program = parse_text("for i = 0:9 { s .= 0; for j s <<f, n + i>>= A[i, j]; t += s }").unwrap();
    assert_eq!(check(&program).err(), None);
}
