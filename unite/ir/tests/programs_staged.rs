//! The code of tensor programs, against files in `staged/`. `BLESS=1` in the environment of a run writes them anew; read them
//! before they are committed.

use std::fs;
use std::path::Path;
use unite_ir::programs::staged::{Signature, rust};
use unite_ir::programs::{check, parse};
use unite_ir::syntax::Text;

fn code(name: &str, text: &str) -> String {
    let text = Text::new(text);
    let parsed = parse(text.tokens()).unwrap_or_else(|mistakes| panic!("{}", text.draw(&mistakes[0])));
    let checked = check(&parsed.program).unwrap_or_else(|mistakes| panic!("{}", text.draw(&mistakes[0])));
    let signature = Signature::new(name).with_reordering(name == "reordered");
    rust(&checked, &signature).unwrap_or_else(|mistakes| panic!("{}", text.draw(&mistakes[0])))
}

#[test]
fn code_is_what_was_read_and_found_right() {
    let programs = [
        ("mat_vec", "var input a : [N M] var input x : [M] var output y : [N]  y = (a # x) . [2 3]"),
        ("product", "var input A : [N K] var input B : [K M] var output C : [N M]  C = (A # B) . [2 3]"),
        ("trace", "var input A : [3 4] var input B : [4 3] var output s : []  s = ((A # B) . [2 3]) . [1 2]"),
        (
            "chain",
            "var input a : [8] var input b : [8] var input output x : [8] var input s : []  x = (s * (a + b)) / x  x = x - exp(a)",
        ),
        ("exchange", "var input output x : [2] var input output y : [2]  x = y  y = x"),
        (
            "transform",
            "const C : [4 4] = [1 1 1 1; 2 1 -1 -2; 1 -1 -1 1; 1 -2 2 -1] var input X : [4 4] var output Y : [4 4] \
            Y = ((C # X) . [2 3] # C) . [2 4]",
        ),
        (
            "updates",
            "var input a : [8] var input output x : [8] var input output y : [8] var input output A : [8 8] \
            x = a - x  y = y + x  A = A ^ [1 2] - A",
        ),
        (
            "reordered",
            "var input A : [20 30] var input B : [30 40] var input v : [40] var output y : [20] \
            y = ((A # B) . [2 3] # v) . [2 3]",
        ),
        (
            "large",
            "var input A : [200 300] var input B : [300 200] var output C : [200 200]  C = (A # B) . [2 3]  C = (C # C) . [2 3]",
        ),
    ];
    for (name, text) in programs {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/staged").join(format!("{name}.rs.txt"));
        let code = code(name, text);
        if std::env::var_os("BLESS").is_some() {
            fs::write(&path, &code).expect("a file of this folder");
        }
        let expected = fs::read_to_string(&path).unwrap_or_default();
        assert_eq!(code, expected, "{name}: run with BLESS=1 and read the difference");
    }
}
