//! Tensor programs as text: what parses, what is printed, what is remarked, what is refused and where.

use unite_ir::programs::{Checked, Program, check, parse};
use unite_ir::syntax::{Diagnostic, Text};

fn program(text: &str) -> Program {
    parse(Text::new(text).tokens()).unwrap_or_else(|mistakes| panic!("{text}: {mistakes:?}")).program
}

/// The program, or the mistakes of parsing or of checking.
fn compile(text: &Text) -> Result<Checked, Vec<Diagnostic>> {
    parse(text.tokens()).and_then(|parsed| check(&parsed.program))
}

/// Code, line and column, marked text of each mistake.
fn mistakes(text: &str) -> Vec<(String, String)> {
    let text = Text::new(text);
    let mistakes = compile(&text).expect_err("mistakes");
    let marked = |mistake: &Diagnostic| {
        let code = mistake.code.expect("every mistake of a tensor program has a code").to_owned();
        assert!(mistake.help.is_some() || code == "syntax", "{mistake:?}");
        (code, text.tokens().text(mistake.span))
    };
    mistakes.iter().map(marked).collect()
}

#[track_caller]
fn refused(text: &str, code: &str, marked: &str) {
    assert_eq!(mistakes(text), [(code.to_owned(), marked.to_owned())], "{text}");
}

#[test]
fn every_row_of_the_table_of_errors_is_told_by_its_code_at_its_place() {
    refused("var x:[2] var x:[3]", "redeclared", "x");
    refused("var x:[2] y=x", "assigned-undeclared", "y");
    refused("var x:[2] var y:[3] y=x", "assigned-shape", "y");
    refused("var y:[2] y=z", "undeclared", "z");
    refused("var A:[2 3] var s:[] s=A.[1 2]", "contracted-extents", "1 2");
    refused("var a:[2] var b:[3] var c:[2] c=a+b", "elementwise-shapes", "+");
    refused("var s:[] var a:[2] a=a*s", "scalar-right", "*");
    refused("var a:[2] var b:[2] b=a^[1 2]", "no-such-dimension", "2");
    refused("var a:[2] var b:[2] b=a^[0 1]", "no-such-dimension", "0");
    refused("var a:[2 2] var s:[] s=a.[1 1]", "same-dimension", "1");
    refused("var a:[2 2 2] var s:[2] s=a.[1 2, 2 3]", "same-dimension", "2");
    refused("var a:[2 2 2] a=a^[1 2, 2 3]", "same-dimension", "2");
    refused("var a:[0]", "extent-0", "0");
    refused("var a:[4294967296 4294967296]", "too-large", "4294967296 4294967296");
    refused("var a:[99999999999999999999]", "too-large", "99999999999999999999");
    refused("const c:[2]=[1 2] c=c", "assigned-constant", "c");
    refused("const c:[2 2]=[1 2 3]", "constant-elements", "[ 1 2 3 ]");
    refused("const c:[N]=[1 2 3]", "constant-elements", "[ 1 2 3 ]");
    // One remark, though all that follows depends on it.
    refused("var a:[0] var b:[2] b=a b=a+b", "extent-0", "0");
}

#[test]
fn what_the_grammar_does_not_have_is_told_at_its_token() {
    refused("var a_b:[2]", "syntax", "a_b");
    refused("var a:[1.5]", "syntax", "1.5");
    refused("var a:[2", "syntax", "2");
    refused("var a:[] a=(a", "syntax", "a");
    refused("var a:[] a=-a", "syntax", "-");
    refused("var a:[] a=a a", "syntax", "a");
    refused("var a:[2, 3]", "syntax", ",");
    refused("var a:[2] a=a.[1]", "syntax", "]");
    refused("var a:[2] a=a.1", "syntax", "1");
    refused("var a:[] a+=a", "syntax", "+=");
    refused("var a:[] a=a var b:[]", "syntax", "b");
    refused("var a:[] a=1_000", "syntax", "1_000");
    refused("var a:[] a=0x1f", "syntax", "0x1f");
    refused("var output input a:[]", "syntax", "input");
    refused("a", "syntax", "a");
    refused("@", "syntax", "@");
    refused("const c:[]=[]", "constant-elements", "[ ]");
}

#[test]
fn all_mistakes_are_told_in_the_order_of_the_text() {
    let (undeclared, assigned) =
        (("undeclared".to_owned(), "x".to_owned()), ("assigned-undeclared".to_owned(), "y".to_owned()));
    assert_eq!(mistakes("y=x"), [assigned, undeclared]);
    let codes = |text: &str| mistakes(text).into_iter().map(|(code, _)| code).collect::<Vec<_>>();
    assert_eq!(
        codes("var a:[0] var a:[2] b=a c=d"),
        ["extent-0", "redeclared", "assigned-undeclared", "assigned-undeclared", "undeclared"]
    );
    assert_eq!(codes("var a:[2] a=(a#a).[1 2]+(a#b).[3 1]"), ["undeclared"]);
    assert_eq!(mistakes("var a:[2 a=a a=(a a=a+ a=a b=)").len(), 4);
}

#[test]
fn an_undeclared_name_near_a_declared_one_is_taken_for_it() {
    let text = Text::new("var input alpha : [2] var y : [2] y = alhpa");
    let mistakes = compile(&text).unwrap_err();
    assert_eq!(mistakes[0].help.as_deref(), Some("write `alpha`, which is declared"));
}

#[test]
fn no_word_is_reserved() {
    for text in [
        "var input : [2]",
        "var output : [2] output = output",
        "var input output : [2]",
        "var var : [2] var = var",
        "const const : [] = [1]",
        "var exp : [] var log : [] exp = exp + log log = log - exp",
        "var input exp : [] var y : [] y = exp(exp) + log(1)",
    ] {
        let text = Text::new(text);
        assert!(compile(&text).is_ok(), "{:?}", compile(&text));
    }
    let qualified = program("var input : [2] var input output : [2] var input output x : [2]").to_string();
    assert_eq!(qualified, "var input : [2]\nvar input output : [2]\nvar input output x : [2]\n");
}

#[test]
fn empty_programs_and_declarations_alone_are_well_formed() {
    for text in ["", " // nothing\n", "var a : [2 3]", "var a : [007]"] {
        assert!(compile(&Text::new(text)).is_ok(), "{text}");
    }
    let checked = compile(&Text::new("var a : [007] var b : [7] b = a")).expect("[007] is 7");
    assert_eq!(checked.statements.len(), 1);
}

#[test]
fn names_of_extents_agree_with_themselves_alone() {
    assert!(compile(&Text::new("var input a:[N M] var input x:[M] var output y:[N] y=(a # x).[2 3]")).is_ok());
    refused("var a:[N M] var x:[N] var y:[N] y=(a # x).[2 3]", "contracted-extents", "2 3");
    refused("var a:[N] var b:[2] b=a", "assigned-shape", "b");
}

#[test]
fn a_shape_that_agrees_only_when_rounded_up_is_refused() {
    refused("var a:[3] var b:[4] var c:[4] c=a+b", "elementwise-shapes", "+");
}

#[test]
fn an_operator_of_another_rank_gets_a_remark_with_parentheses() {
    let remark = |expr: &str| {
        let text = format!("var input a : [2 2] var input s : [] var y : [2 2] y = {expr}");
        let parsed = parse(Text::new(text).tokens()).expect("lawful");
        parsed.remarks.into_iter().map(|remark| remark.help.expect("parentheses")).collect::<Vec<_>>()
    };
    assert_eq!(remark("s+s*a"), ["write `(s + s) * a`"]);
    assert_eq!(remark("a # a . [2 3]"), ["write `(a # a) . [2 3]`"]);
    assert_eq!(remark("a + a ^ [1 2]"), ["write `(a + a) ^ [1 2]`"]);
    assert_eq!(remark("a * a + a"), ["write `(a * a) + a`"]);
    assert_eq!(remark("(s + s * s) * a"), ["write `(s + s) * s`"]);
    for plain in ["a + a - a", "s * a / s", "(a # a) . [2 3]", "a ^ [1 2] + a", "(s + s) * a", "a . [1 2] * a"] {
        assert_eq!(remark(plain), Vec::<String>::new(), "{plain}");
    }
}

#[test]
fn depth_and_size_are_bounded() {
    let brackets = format!("var a:[] a={}a{}", "(".repeat(1000), ")".repeat(1000));
    assert_eq!(mistakes(&brackets)[0].0, "syntax");
    let chain = format!("var a:[] a=a{}", "+a".repeat(100_000));
    refused(&chain, "syntax", "+");
    let wide = format!("var a:[{}]", "1 ".repeat(65));
    assert_eq!(mistakes(&wide)[0].0, "too-large");
    let outer = format!("var a:[{}] var b:[] b=a # a", "1 ".repeat(33));
    refused(&outer, "too-large", "#");
}

#[test]
fn the_figures_of_the_report_are_well_formed() {
    for text in [
        "var A:[300 400] var B:[400 500] var C:[300 500] C=(A#B).[2 3]",
        "var A:[300 400] var B:[400 300] var s:[] s=((A#B).[2 3]).[1 2]",
        "var u:[200 300 400 500 600] var v:[200 500 400 300 600] v=u^[2 4]",
        "var x:[300 400 500] var s:[]",
        "const C:[4 4]=[1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1] var input X:[4 4] var Y:[4 4] Y=((C # X).[2 3] # C).[2 4]",
    ] {
        let text = Text::new(text);
        assert!(compile(&text).is_ok(), "{:?}", compile(&text));
    }
}
