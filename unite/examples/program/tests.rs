//! The example on worked values, and on programs and arguments that are wrong.

use std::fs;

use clap::{CommandFactory, Parser};

use crate::arguments::Arguments;
use crate::folder::{Folder, npy};

/// Runs a program over all types of numbers that it has, as it stands, padded and on threads.
fn holds(test: &str, text: &str, inputs: &[(&str, &str)], expected: &str, numbers: &[&str]) -> Folder {
    let folder = Folder::new(test);
    folder.write("p.tl", text);
    for (name, table) in inputs {
        folder.write(&format!("{name}.csv"), table);
    }
    let ways = ["", "--padded 2", "--padded 3", "--padded 4", "--threads 1", "--threads 2", "--threads 7"];
    for way in ways.iter().flat_map(|way| numbers.iter().map(move |numbers| format!("{way} {numbers}"))) {
        assert_eq!(folder.prints(&way), expected, "{test} {way}");
    }
    folder
}

const ALL: [&str; 5] = ["--exact", "--f32", "--f64", "--i32", "--i64"];
const WITH_QUOTIENTS: [&str; 3] = ["--exact", "--f32", ""];

#[test]
fn a_matrix_times_a_vector_with_extents_from_its_inputs() {
    let text = "var input a:[N M] var input x:[M] var output y:[N] y=(a # x).[2 3]";
    holds("vector", text, &[("a", "1,2,3\n4,5,6\n"), ("x", "1,10,100")], "y : [2]\n321 654\n", &ALL);
}

#[test]
fn a_product_and_its_trace() {
    let text = "var input A:[2 3] var input B:[3 2] var C:[2 2] var s:[] C=(A # B).[2 3] s=((A # B).[2 3]).[1 2]";
    let inputs = [("A", "1,2,3\n4,5,6"), ("B", "7,8\n9,10\n11,12")];
    holds("trace", text, &inputs, "C : [2 2]\n58 64\n139 154\ns : []\n212\n", &ALL);
}

#[test]
fn transpositions_exchange_dimensions_also_of_the_target() {
    let text = "var input x:[2 2] x=x^[1 2]";
    holds("square", text, &[("x", "1,2\n3,4")], "x : [2 2]\n1 3\n2 4\n", &ALL);
    let numbers: Vec<u8> = (1..=12_i32).flat_map(i32::to_le_bytes).collect();
    let folder = Folder::new("cube");
    folder.write("p.tl", "var input u:[2 3 2] var output v:[2 3 2] v=u^[1 3]");
    folder.write("u.npy", npy("<i4", "False", "(2, 3, 2)", &numbers));
    assert_eq!(folder.prints("--i32"), "v : [2 3 2]\n1 7\n3 9\n5 11\n\n2 8\n4 10\n6 12\n");
}

#[test]
fn operators_of_one_rank_come_with_a_remark() {
    let text = "var input a:[] var input b:[] var input c:[] var output d:[]\nd=a+b*c";
    let folder = holds("rank", text, &[("a", "1"), ("b", "2"), ("c", "3")], "d : []\n9\n", &ALL);
    let remark = "DIR/p.tl:2:6: all operators have one rank and associate to the left\n2 | d=a+b*c\n  |      ^\n\
                  help: write `(a + b) * c`\n";
    assert_eq!(folder.answers("").expect("it runs").1, remark);
    let text = "var input A:[2 3] var input B:[3 3] var output C:[2 3] C=A # B . [2 3]";
    let inputs = [("A", "1,2,3\n4,5,6"), ("B", "1,0,0\n0,2,0\n0,0,3")];
    let folder = holds("diagonal", text, &inputs, "C : [2 3]\n1 4 9\n4 10 18\n", &ALL);
    assert!(folder.answers("").expect("it runs").1.contains("help: write `(A # B) . [2 3]`"));
}

#[test]
fn what_is_undefined_is_printed_so_and_zero_divided_by_it_is_zero() {
    let text = "var input s:[] var input u:[3] u=s*u";
    holds("undefined", text, &[("s", "\n"), ("u", "1\n2\n3\n")], "u : [3]\nu u u\n", &ALL);
    let text = "var input z:[] var input s:[] var input t:[] var p:[] var q:[] var r:[] p=z/s q=z/z r=t/z";
    let inputs = [("z", "0"), ("t", "5"), ("s", "\r\n")];
    holds("quotients", text, &inputs, "p : []\n0\nq : []\n0\nr : []\nu\n", &WITH_QUOTIENTS);
}

#[test]
fn an_expression_behind_an_assignment_is_another_one() {
    let text = "var input a:[2] var input b:[2] var output y:[2] var output z:[2]\ny=a*b a=b z=a*b";
    let inputs = [("a", "1,2"), ("b", "3,4")];
    let folder = holds("common", text, &inputs, "y : [2]\n3 8\nz : [2]\n9 16\n", &ALL);
    assert_eq!(folder.prints("--print common"), "no common subexpression\n");
}

#[test]
fn padding_with_infinities_and_exponentials_changes_nothing() {
    let text = "var input a:[1] var input B:[1 1] var output c:[1] c=(a # B).[2 3]";
    holds("infinity", text, &[("a", "inf"), ("B", "1")], "c : [1]\ninf\n", &["--f64", "--f32"]);
    let text = "var input x:[3] var input y:[3] var output s:[] s=(exp(x) # exp(y)).[1 2]";
    holds("exponential", text, &[("x", "0,0,0"), ("y", "0\n0\n0")], "s : []\n3\n", &WITH_QUOTIENTS);
}

#[test]
fn a_constant_transform_of_a_flat_block_is_its_mean() {
    let text = "const C:[4 4]=[1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1] var input X:[4 4] var output Y:[4 4]
                Y=((C # X).[2 3] # C).[2 4]";
    let expected = "Y : [4 4]\n48 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n";
    holds("transform", text, &[("X", &"3,3,3,3\n".repeat(4))], expected, &ALL);
}

#[test]
fn the_published_figures_run_or_are_refused_in_one_line() {
    let folder = Folder::new("figures");
    let scale = if cfg!(debug_assertions) { 10 } else { 1 };
    let [m, k, n] = [300, 400, 500].map(|extent| extent / scale);
    let ones = |count: usize| vec![1.0_f64.to_le_bytes(); count].concat();
    folder.write("p.tl", "var input A:[M K] var input B:[K N] var output C:[M N] C=(A # B).[2 3]");
    folder.write("A.npy", npy("<f8", "False", &format!("({m}, {k})"), &ones(m * k)));
    folder.write("B.npy", npy(">f8", "True", &format!("({k}, {n})"), &vec![2.0_f64.to_be_bytes(); k * n].concat()));
    let printed = folder.prints("--threads 2");
    let row = vec![(2 * k).to_string(); n].join(" ") + "\n";
    assert!(printed == format!("C : [{m} {n}]\n{}", row.repeat(m)));
    folder.write("p.tl", "var input A:[K M] var output s:[] s=A.[1 2]");
    assert!(folder.answers("").expect_err("K is not M").contains("dimensions 1 and 2"));

    folder.write("p.tl", "var u:[200 300 400 500 600] var v:[200 500 400 300 600] v=u^[2 4]");
    assert_eq!(
        folder.fails(""),
        "DIR/p.tl: `u` of extents [200, 300, 400, 500, 600] does not fit in 1073741824 bytes with the other variables: \
         give smaller extents, or --most-bytes if the machine has more"
    );
}

#[test]
fn a_run_without_an_end_is_refused_with_its_number() {
    let folder = Folder::new("endless");
    folder.write("p.tl", "var a:[N] var s:[] s=(((a # a).[1 2] # a).[1 1] # a).[1 2]");
    folder.write("p.tl", "var a:[N] var s:[] s=(((a # a) # (a # a)).[1 2]).[1 2]");
    let error = folder.fails("--set N=100000");
    assert_eq!(
        error,
        "DIR/p.tl: it needs 70000100001 operations on elements, and 10000000000 are allowed; give smaller extents, or \
         --most-operations 70000100001"
    );
    assert_eq!(folder.prints("--set N=3"), "a : [3]\nu u u\ns : []\nu\n");
    assert_eq!(folder.prints("--set N=3 --most-operations 67"), "a : [3]\nu u u\ns : []\nu\n");
    assert!(folder.fails("--set N=3 --most-operations 66").contains("it needs 67 operations"));
    assert!(folder.fails("--set N=3 --padded 4 --most-operations 67").contains("it needs 117 operations"));
    // Exact numbers that double their digits.
    folder.write("p.tl", format!("var output x:[] x=3 {}", "x=x*x ".repeat(40)));
    assert!(folder.fails("--exact").contains("it needs 4398046511101 operations"), "{}", folder.fails("--exact"));
    assert_eq!(folder.prints("--f64"), "x : []\ninf\n");
    let nested = (0..9).fold("a".to_owned(), |inner, _| format!("(({inner}) # a # a).[1 2]"));
    folder.write("p.tl", format!("var a:[N] var s:[N] s={nested}"));
    let error = folder.fails("--set N=100000");
    assert!(error.contains("more than 10^38 operations on elements"), "{error}");
}

#[test]
fn threads_and_padding_change_no_byte() {
    let folder = Folder::new("bytes");
    let text = "var input a:[5 7] var input b:[7 3] var output y:[5 3] var output z:[7 5]
                y=exp((a # b).[2 3]/7) z=log(a^[1 2]) z=z*exp(z)";
    folder.write("p.tl", text);
    let row =
        |first: usize, count: usize| (0..count).map(|k| format!("0.{}", 3 + first * 17 + k * 13)).collect::<Vec<_>>();
    folder.write("a.csv", (0..5).map(|n| row(n, 7).join(",") + "\n").collect::<String>());
    folder.write("b.csv", (0..7).map(|n| row(n, 3).join(",") + "\n").collect::<String>());
    for numbers in ["--f32", "--f64"] {
        let written = |options: &str| {
            folder.prints(&format!("--out DIR/out {numbers} {options}"));
            ["y", "z"].map(|name| fs::read(folder.path(&format!("out/{name}.npy"))).expect("a result"))
        };
        let plain = written("");
        for options in ["--threads 1", "--threads 2", "--threads 7", "--padded 2", "--padded 3", "--padded 4"] {
            assert!(written(options) == plain, "{numbers} {options}");
        }
    }
}

#[test]
fn all_that_is_known_of_a_program_is_printed_without_inputs() {
    let folder = Folder::new("print");
    let text = "var input A:[N N] var input B:[N N] var input v:[N] var output y:[N] var t:[N]\n\
                y=(((A # B).[2 3]) # v).[2 3]\nt=v+v";
    folder.write("p.tl", text);
    for (print, expected) in [
        ("ast", "y = ((A # B) . [2 3] # v) . [2 3]"),
        ("types", "    ((A # B).[2 3]) # v : [N N N]"),
        ("reaching", "2:22: `v` from the start"),
        ("dead", "statement 2, 3:3: t = v+v"),
        ("common", "no common subexpression"),
        ("in-place", "statement 1, 2:3: y = (((A # B).[2 3]) # v).[2 3]: in place"),
        ("dag", "%5 = %3 # %4"),
        ("staged", ", result y"),
        ("padded", "A : [N N], stored as [N.. N..], where .. rounds up to a multiple of 4"),
        ("rust", "pub fn p<T: ::unite::program::Number, const N: usize>("),
        ("order --set N=512", "268959744 operations as written, 1048576 as A (B v)"),
    ] {
        let printed = folder.prints(&format!("--print {print}"));
        assert!(printed.contains(expected), "{print}:\n{printed}");
    }
    let both = folder.prints("--print dead --print common");
    assert_eq!(both, "statement 2, 3:3: t = v+v\nno common subexpression\n");
    assert!(folder.prints("--print padded --padded 8").contains("a multiple of 8"));
    assert!(folder.fails("--print order").contains("there is no file of the input `A`"));
    folder.write("A.csv", "1").write("B.csv", "1").write("v.csv", "1");
    assert!(folder.prints("--print order").contains("4 operations as written"), "{}", folder.prints("--print order"));
}

#[test]
fn mistakes_are_drawn_with_their_file() {
    let folder = Folder::new("mistakes");
    folder.write("p.tl", "var a:[2]\nvar b:[3]\na=b\nb=c");
    let error = folder.answers("").expect_err("two mistakes");
    assert_eq!(
        error,
        "DIR/p.tl:3:1: assigned-shape: `a` is declared as [2], and gets a value of the shape [3]\n3 | a=b\n  | ^\n\
         help: declare it as `a : [3]`\n\n\
         DIR/p.tl:4:3: undeclared: `c` is not declared\n4 | b=c\n  |   ^\nhelp: write `a`, which is declared"
    );
    folder.write("p.tl", "var input a:[2] var b:[2] b=b");
    assert!(
        folder.answers("--print rust").expect_err("b holds nothing").contains("`b` is read before it holds anything")
    );
}

#[test]
fn programs_that_cannot_be_read_are_refused() {
    let folder = Folder::new("unread");
    assert!(folder.fails("").starts_with("DIR/p.tl: No such file or directory"));
    folder.write("p.tl", b"var a:[2] \xff");
    assert_eq!(folder.fails(""), "DIR/p.tl: it is not text in UTF-8; save it as that");
    folder.write("p.tl", vec![b' '; (16 << 20) + 1]);
    assert_eq!(folder.fails(""), "DIR/p.tl: more than 16777216 bytes; give the text of a program");
    folder.write("p.tl", "");
    assert_eq!(folder.prints(""), "");
}

#[test]
fn arguments_that_are_none_are_refused() {
    Arguments::command().debug_assert();
    let refused = |line: &str| Arguments::try_parse_from(line.split(' ')).expect_err("refused").to_string();
    assert!(refused("program p.tl --exact --f32").contains("cannot be used with"));
    assert!(refused("program p.tl --padded 4 --threads 2").contains("cannot be used with"));
    assert!(refused("program p.tl --padded 0").contains("zero"));
    assert!(refused("program p.tl --threads 0").contains("write a whole number from 1 to 1024"));
    assert!(refused("program p.tl --set N").contains("write a name and a size: N=300"));
    assert!(refused("program p.tl --set N=0").contains("`0` is no size"));
    assert!(refused("program p.tl --print all").contains("in-place"));
    assert!(refused("program").contains("FILE"));
}
