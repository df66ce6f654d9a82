//! The example on files of all kinds, and on what can be wrong with them.

use std::fs;
use std::process::Command;

use crate::error::InputError;
use crate::folder::{Folder, npy, npy_of_version};
use crate::table::Table;

/// The options of all types of numbers.
const ALL: [&str; 5] = ["--exact", "--f32", "--f64", "--i32", "--i64"];

#[test]
fn arrays_of_all_types_orders_and_versions_are_read() {
    let folder = Folder::new("types");
    folder.write("p.tl", "var input a:[2 3] var output y:[2 3] y=a");
    let expected = "y : [2 3]\n1 2 3\n4 5 -6\n";
    let rows = [1, 2, 3, 4, 5, -6_i32];
    let columns = [1, 4, 2, 5, 3, -6_i32];
    for (numbers, order) in [(rows, "False"), (columns, "True")] {
        let big = |descr: &'static str, bytes: Vec<u8>| (descr, bytes);
        let files = [
            big("<i4", numbers.iter().flat_map(|n| n.to_le_bytes()).collect()),
            big(">i4", numbers.iter().flat_map(|n| n.to_be_bytes()).collect()),
            big("<i8", numbers.iter().flat_map(|&n| i64::from(n).to_le_bytes()).collect()),
            big(">i8", numbers.iter().flat_map(|&n| i64::from(n).to_be_bytes()).collect()),
            big("<f4", numbers.iter().flat_map(|&n| (n as f32).to_le_bytes()).collect()),
            big(">f4", numbers.iter().flat_map(|&n| (n as f32).to_be_bytes()).collect()),
            big("<f8", numbers.iter().flat_map(|&n| f64::from(n).to_le_bytes()).collect()),
            big(">f8", numbers.iter().flat_map(|&n| f64::from(n).to_be_bytes()).collect()),
        ];
        for (version, (descr, bytes)) in (1..=3).flat_map(|version| files.iter().map(move |file| (version, file))) {
            folder.write("a.npy", npy_of_version(version, descr, order, "(2, 3)", bytes));
            for numbers in ALL {
                assert_eq!(folder.prints(numbers), expected, "{descr} {order} {version} {numbers}");
            }
        }
    }
}

#[test]
fn inputs_that_are_missing_or_of_another_shape_are_refused() {
    let folder = Folder::new("inputs");
    folder.write("p.tl", "var input a:[N M] var input x:[M] var output y:[N] y=(a # x).[2 3]");
    let expect = |options: &str, expected: &str| assert_eq!(folder.fails(options), expected);
    expect("", "DIR/p.tl: there is no file of the input `a`; write a.npy or a.csv beside it");
    folder.write("a.csv", "1,2\n3,4").write("x.csv", "1,2,3");
    expect(
        "",
        "DIR/x.csv: its shape is [3], and `x` is declared as [M] with M = 2 by a.csv; give an array of that shape",
    );
    expect(
        "--set M=3",
        "DIR/a.csv: its shape is [2 2], and `a` is declared as [N M] with N = 2 by a.csv, M = 3 by --set; give an array \
         of that shape",
    );
    expect("--set K=3", "--set K: DIR/p.tl names no such extent, it has [N M]; leave it out or write another one");
    expect("--set N=3 --set N=4", "--set N: it is given as 3 and as 4; leave one out");
    folder.write("x.npy", npy("<f8", "False", "(2,)", &[0; 16]));
    expect("", "DIR/p.tl: the input `x` has two files, x.npy and x.csv; move one away");
    fs::remove_file(folder.path("x.csv")).expect("it is there");
    assert_eq!(folder.prints(""), "y : [2]\n0 0\n");
    folder.write("x.npy", npy("<f8", "False", "(2, 1)", &[0; 16]));
    assert!(
        folder.fails("").starts_with("DIR/x.npy: its shape is [2 1], and `x` is declared as [M] with M = 2 by a.csv")
    );
    folder.write("p.tl", "var y:[K] y=y");
    expect("", "DIR/p.tl: no input has the extent K; give its size: --set K=300");
    folder.write("p.tl", "var input x:[2 2 2]").write("x.npy", npy("<f8", "False", "(2, 2, 0)", &[]));
    expect("", "DIR/x.npy: its shape is [2 2 0]; give an array whose extents are 1 or more, and which fits in memory");
    folder.write("x.npy", npy("<f8", "False", "(4294967296, 4294967296)", &[]));
    assert!(folder.fails("").contains("fits in memory"));
    fs::remove_file(folder.path("x.npy")).expect("it is there");
    folder.write("x.csv", "1,2");
    expect("", "DIR/x.csv: a table has two dimensions at most, and `x` has 3; give a .npy");
    fs::remove_file(folder.path("x.csv")).expect("it is there");
    fs::create_dir(folder.path("x.csv")).expect("a folder in the way");
    assert!(folder.fails("").starts_with("DIR/x.csv: Is a directory"));
}

#[test]
fn tables_without_numbers_are_refused_at_the_cell() {
    let folder = Folder::new("tables");
    folder.write("p.tl", "var input a:[2 2]");
    for (text, expected) in [
        ("1,2\n3,x", "line 2, cell 2: `x` is none of f64; write a number, cells separated by `,`"),
        ("1;2\n3;4", "its shape is [2 1], and `a` is declared as [2 2]; give an array of that shape"),
        ("1,2\n3", "line 2 has 1 cells, and line 1 has 2; give all lines the same number"),
        ("", "it is empty; write a number for each element"),
        ("1,2\n3,1e999", "line 2, cell 2: `1e999` is none of f64; write a number, cells separated by `,`"),
    ] {
        folder.write("a.csv", text);
        assert_eq!(folder.fails(""), format!("DIR/a.csv: {expected}"), "{text}");
    }
    folder.write("a.csv", "1,2\n3,1.5");
    let error = "DIR/a.csv: line 2, cell 2: `1.5` is none of i32; write a number, cells separated by `,`";
    assert_eq!(folder.fails("--i32"), error);
    folder.write("a.csv", b"1,2\n3,\xff");
    assert_eq!(folder.fails(""), "DIR/a.csv: it is not text in UTF-8; save it as that");
    folder.write("a.csv", "1,2\n3,4");
    assert_eq!(folder.fails("--most-bytes 6"), "DIR/a.csv: more than 6 bytes; give a smaller table, or --most-bytes");
    assert!(folder.fails("--most-bytes 60").starts_with("DIR/p.tl: `a` of extents [2, 2] does not fit in 60 bytes"));
}

#[test]
fn cells_may_be_empty_and_a_vector_a_line_or_a_column() {
    let shape = |text: &str, rank| Table::new(text.to_owned()).and_then(|table| table.shape("a", rank));
    assert_eq!(shape("1,2,3\n", 1), Ok(vec![3]));
    assert_eq!(shape("\u{feff}1\r\n2\r\n", 1), Ok(vec![2]));
    assert_eq!(shape("1,2\n3,4\n\n \n", 2), Ok(vec![2, 2]));
    assert_eq!(shape("1\n\n3\n", 2), Ok(vec![3, 1]));
    assert_eq!(shape("\n", 0), Ok(vec![]));
    assert_eq!(shape("1,2", 3), Err(InputError::Rank { name: "a".into(), rank: 3 }));
    let elements = |text: &str| Table::new(text.to_owned()).and_then(|table| table.elements::<f64>());
    assert_eq!(elements(" 1 ,\t\n,+4e0\n"), Ok(vec![Some(1.0), None, None, Some(4.0)]));
    assert_eq!(elements("nan,inf,-Infinity"), Ok(vec![None, Some(f64::INFINITY), Some(f64::NEG_INFINITY)]));
}

#[test]
fn damaged_arrays_are_refused_with_the_place() {
    let folder = Folder::new("damaged");
    folder.write("p.tl", "var input a:[2]");
    let whole = npy("<f8", "False", "(2,)", &[0; 16]);
    let header = "its header is damaged at byte";
    for (bytes, expected) in [
        (whole[..3].to_vec(), "it does not begin as a .npy does; write it by numpy.save".to_owned()),
        (b"PK\x03\x04 and more".to_vec(), "it does not begin as a .npy does; write it by numpy.save".to_owned()),
        (whole[..9].to_vec(), format!("{header} 8: the end of the header is missing; write it again by numpy.save")),
        (whole[..20].to_vec(), format!("{header} 20: the end of the header is missing; write it again by numpy.save")),
        (
            whole[..whole.len() - 5].to_vec(),
            "it is cut off after 11 of 16 bytes of elements; copy or write it again".to_owned(),
        ),
        (
            [whole.as_slice(), b"more"].concat(),
            "it goes on behind its 16 bytes of elements; write one array a file".to_owned(),
        ),
        (
            npy_of_version(4, "<f8", "False", "(2,)", &[0; 16]),
            "it is of version 4.0 of the format, and 1.0 to 3.0 are read; write it by numpy.save".to_owned(),
        ),
        (
            npy("<c16", "False", "(2,)", &[0; 32]),
            "its elements are `<c16`, and f4, f8, i4 and i8 are read; convert it: a.astype('f8')".to_owned(),
        ),
        (
            npy("<f8", "Maybe", "(2,)", &[0; 16]),
            format!("{header} 44: `True` or `False` is missing; write it again by numpy.save"),
        ),
        (npy("<f8", "False", "(2 3)", &[0; 48]), format!("{header} 63: `)` is missing; write it again by numpy.save")),
        (
            npy("<f8", "False", "(-2,)", &[0; 48]),
            format!("{header} 61: an extent is missing; write it again by numpy.save"),
        ),
    ] {
        folder.write("a.npy", bytes);
        assert_eq!(folder.fails(""), format!("DIR/a.npy: {expected}"));
    }
    let structured = npy("X", "False", "(2,)", &[0; 16]);
    let structured = String::from_utf8_lossy(&structured[10..]).replace("'X'", "[('x', '<f8')]");
    let length = (structured.len() as u16).to_le_bytes();
    folder.write("a.npy", [b"\x93NUMPY\x01\x00".as_slice(), &length, structured.as_bytes()].concat());
    assert!(folder.fails("").contains("its elements are `[..]`"));
    // No cut and no exchanged byte ends in a panic.
    for place in 0..whole.len() {
        for byte in [0, b'(', b'9', 0xff] {
            let mut bytes = whole.clone();
            bytes[place] = byte;
            folder.write("a.npy", &bytes);
            let _ = folder.answers("").map_err(|error| assert_eq!(error.lines().count(), 1, "{error}"));
        }
    }
}

#[test]
fn elements_that_the_numbers_have_not_are_refused_with_their_index() {
    let folder = Folder::new("elements");
    folder.write("p.tl", "var input a:[2 2] var output y:[2 2] y=a");
    let array = |numbers: [f64; 4]| npy("<f8", "True", "(2, 2)", &numbers.map(f64::to_le_bytes).concat());
    folder.write("a.npy", array([1.0, 2.5, 3.0, f64::NAN]));
    assert_eq!(
        folder.fails("--i64"),
        "DIR/a.npy: element [1 0] is 2.5, which is none of i64; choose other numbers, --f64 or --exact"
    );
    assert_eq!(folder.prints("--exact"), "y : [2 2]\n1 3\n5/2 u\n");
    folder.write("a.npy", array([1.0, f64::INFINITY, 9_223_372_036_854_775_808.0, 1e300]));
    assert!(folder.fails("--exact").contains("element [1 0] is inf, which is none of exact rationals"));
    folder.write("a.npy", array([1.0, -9_223_372_036_854_775_808.0, 9_223_372_036_854_775_808.0, 1e300]));
    let error = folder.fails("--i64");
    assert!(error.contains("element [0 1] is 9223372036854776000"), "{error}");
    assert!(folder.fails("--f32").contains("element [1 1] is 1000"));
}

#[test]
fn results_read_back_as_they_were() {
    let folder = Folder::new("back");
    let text = "var input a:[2 3] var output b:[2 3] var output c:[] var output d:[3] b=0.5*a c=(a.[1 1]) d=1*d";
    let text = text.replace("c=(a.[1 1])", "c=3");
    folder.write("p.tl", text).write("a.csv", "1,,3\n4e300,-5,0.1");
    let printed = folder.prints("");
    assert_eq!(printed, "b : [2 3]\n0.5 u 1.5\n2e300 -2.5 0.05\nc : []\n3\nd : [3]\nu u u\n");
    assert_eq!(folder.prints("--out DIR/new/out"), "");
    let back = "var input b:[2 3] var input c:[] var input d:[3] b=1*b c=1*c d=1*d";
    folder.write("new/out/p.tl", back);
    let again = folder.inner("new/out");
    assert_eq!(again.prints(""), printed);
    assert_eq!(again.names(), ["b.npy", "c.npy", "d.npy", "p.tl"]);

    folder.write("p.tl", "var input a:[2 3] var output b:[2 3] var output c:[] b=a/3 c=1/3");
    assert_eq!(folder.prints("--exact --out DIR/exact"), "");
    let exact = folder.inner("exact");
    assert_eq!(
        fs::read_to_string(exact.path("b.csv")).expect("a table"),
        format!("1/3,,1\n4{}/3,-5/3,1/30\n", "0".repeat(300))
    );
    exact.write("p.tl", "var input b:[2 3] var input c:[] b=3*b c=3*c");
    assert_eq!(exact.prints("--exact"), format!("b : [2 3]\n1 u 3\n4{} -5 1/10\nc : []\n1\n", "0".repeat(300)));
}

#[test]
fn results_are_written_all_or_none() {
    let folder = Folder::new("none");
    folder.write("p.tl", "var input a:[2] var output y:[2] var output z:[2] y=a*a z=a+y").write("a.csv", "1,\n");
    let before = folder.names();
    assert_eq!(
        folder.fails("--i64 --out DIR/out"),
        "DIR/out/y.npy: element [1] is undefined, and i64 has no number for it; choose --f64 or --exact, or print \
         without --out"
    );
    assert_eq!(folder.names(), before);
    assert!(folder.fails("--out DIR/a.csv").starts_with("DIR/a.csv: File exists"));
    assert!(folder.fails("--out DIR/a.csv/b").starts_with("DIR/a.csv/b: Not a directory"));
    fs::create_dir_all(folder.path("out/z.npy")).expect("a folder in the way");
    assert!(folder.fails("--out DIR/out").starts_with("DIR/out/z.npy: is a directory"));
    assert_eq!(folder.inner("out").names(), ["z.npy"]);
    // What a run reads is not written over.
    folder.write("p.tl", "var input output a:[2] a=a+a");
    assert_eq!(folder.prints("--exact"), "a : [2]\n2 u\n");
    assert!(folder.fails("--exact --out DIR").contains("DIR/a.csv: the program has read this file"));
    assert_eq!(fs::read_to_string(folder.path("a.csv")).expect("as it was"), "1,\n");
    folder.write("p.tl", "var input a:[2] var output y:[2 2 2] y=(a#a)#a");
    assert!(folder.fails("--exact --out DIR").starts_with("DIR/y.csv: a table has no 3 dimensions"));
    folder.write("p.tl", "var input a:[2] var output y:[2] y=a/a");
    let error = "DIR/p.tl: `/` is not defined on i32: choose floats or exact rationals";
    assert_eq!(folder.fails("--i32"), error);
}

/// The arrays of the next test in Python: their folders and types.
const ARRAYS: &str = "
import os
import numpy as np
arrays = [(f'{kind}-{order}-{n}', ends + kind, order) for kind in ['f4', 'f8', 'i4', 'i8'] for order in 'CF'
          for n, ends in enumerate('<>')]
";

/// Runs Python in a folder; `false` if there is none that has numpy.
fn python(folder: &Folder, lines: &str) -> bool {
    let Ok(run) =
        Command::new("python3").args(["-c", &format!("{ARRAYS}{lines}")]).current_dir(folder.path(".")).output()
    else {
        return false;
    };
    let said = String::from_utf8_lossy(&run.stderr);
    let has_numpy = !said.contains("No module named 'numpy'");
    assert!(run.status.success() || !has_numpy, "{said}");
    has_numpy
}

#[test]
fn numpy_writes_what_is_read_and_reads_what_is_written() {
    let folder = Folder::new("numpy");
    let write = "
for folder, kind, order in arrays:
    os.mkdir(folder)
    np.save(folder + '/a.npy', np.arange(24).reshape(2, 3, 4).astype(kind, order=order))
    np.save(folder + '/s.npy', np.array(3, dtype=kind))
    with open(folder + '/p.tl', 'w') as program:
        program.write('var input a:[2 3 4] var input s:[] var output y:[4 3 2] var output t:[] y=s*a^[1 3] t=s*s')
";
    if !python(&folder, write) {
        return;
    }
    for name in folder.names() {
        let numbers = [("f4", "--f32"), ("f8", "--f64"), ("i4", "--i32"), ("i8", "--i64")];
        let (_, flag) = numbers.iter().find(|(kind, _)| name.starts_with(kind)).expect("one of four types");
        folder.inner(&name).prints(&format!("{flag} --out DIR/out"));
    }
    let read = "
for folder, kind, order in arrays:
    a, y, t = np.load(folder + '/a.npy'), np.load(folder + '/out/y.npy'), np.load(folder + '/out/t.npy')
    assert y.dtype == np.dtype(kind[1:]) and t.dtype == y.dtype, (y.dtype, t.dtype)
    assert (y == 3 * a.transpose(2, 1, 0)).all() and t == 9 and t.shape == (), folder
";
    assert!(python(&folder, read));
}
