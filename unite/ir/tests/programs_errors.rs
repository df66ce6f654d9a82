//! Errors of random well-typed programs. They print and parse to themselves; one planted mistake of each kind is found
//! where it is.

mod tensor_programs;

use noise::Noise;
use tensor_programs::random_program;
use unite_ir::programs::{Expr, ExprKind, Extent, Pair, Program, check, parse};
use unite_ir::syntax::{Name, Span, Text, Tokens};

/// Programs of each kind.
const COUNT: usize = 2000;

fn without_spans(program: &mut Program) {
    let name = |name: &mut Name| name.span = Span::default();
    for declaration in &mut program.declarations {
        name(&mut declaration.name);
        for extent in &mut declaration.extents {
            match extent {
                Extent::Number(extent) | Extent::Named(extent) => name(extent),
            }
        }
        if let unite_ir::programs::DeclarationKind::Constant { elements, span } = &mut declaration.kind {
            *span = Span::default();
            elements.iter_mut().for_each(name);
        }
    }
    for statement in &mut program.statements {
        name(&mut statement.target);
        expr_without_spans(&mut statement.value);
    }
}

fn expr_without_spans(expr: &mut Expr) {
    expr.span = Span::default();
    let clear = |pairs: &mut Vec<Pair>| {
        for pair in pairs {
            (pair.first.span, pair.second.span) = (Span::default(), Span::default());
        }
    };
    match &mut expr.kind {
        ExprKind::Variable(name) => name.span = Span::default(),
        ExprKind::Number(_) => {}
        ExprKind::Call(_, argument) => expr_without_spans(argument),
        ExprKind::Binary(_, span, left, right) => {
            *span = Span::default();
            expr_without_spans(left);
            expr_without_spans(right);
        }
        ExprKind::Contract(operand, pairs) | ExprKind::Transpose(operand, pairs) => {
            clear(pairs);
            expr_without_spans(operand);
        }
    }
}

#[test]
fn what_is_printed_parses_to_the_same_tree_and_is_well_typed() {
    let mut noise = Noise::new(1);
    for _ in 0..5 * COUNT {
        let program = random_program(&mut noise);
        let printed = program.to_string();
        let parsed = parse(&Tokens::from_text(&printed)).unwrap_or_else(|mistakes| panic!("{printed}{mistakes:?}"));
        assert_eq!(parsed.remarks, [], "{printed}");
        let mut again = parsed.program.clone();
        without_spans(&mut again);
        assert_eq!(again, program, "{printed}");
        check(&parsed.program).unwrap_or_else(|mistakes| panic!("{printed}{mistakes:?}"));
    }
}

/// A mistake that is planted: its code, declarations it needs, and the part with the mistake between two `|`, which is a
/// declaration or a statement.
struct Mistake {
    code: &'static str,
    declarations: &'static str,
    part: &'static str,
    is_declaration: bool,
}

const fn statement(code: &'static str, declarations: &'static str, part: &'static str) -> Mistake {
    Mistake { code, declarations, part, is_declaration: false }
}

const fn declaration(code: &'static str, part: &'static str) -> Mistake {
    Mistake { code, declarations: "", part, is_declaration: true }
}

/// A kind of mistake a row, each in some forms.
const MISTAKES: [&[Mistake]; 13] = [
    &[
        declaration("redeclared", "var q : [2] var |q| : [3]"),
        declaration("redeclared", "const q : [] = [1] var input |q| : []"),
        declaration("redeclared", "var output q : [N] var |q| : [N]"),
    ],
    &[
        statement("assigned-undeclared", "var input q : [2]", "|z| = q"),
        statement("assigned-undeclared", "", "|z| = 1 + 2"),
    ],
    &[
        statement("assigned-shape", "var q : [2] var r : [3]", "|r| = q"),
        statement("assigned-shape", "var q : [2] var r : []", "|q| = r"),
        statement("assigned-shape", "var q : [P] var r : [Q]", "|q| = r"),
        statement("assigned-shape", "var q : [2 3]", "|q| = q ^ [1 2]"),
    ],
    &[
        statement("undeclared", "var q : [2]", "q = |zzz|"),
        statement("undeclared", "var q : [2]", "q = (q # |zzz|) . [1 2]"),
        statement("undeclared", "var q : []", "q = q / exp(|zzz| * q)"),
    ],
    &[
        statement("contracted-extents", "var q : [2 3] var r : []", "r = q . [|1 2|]"),
        statement("contracted-extents", "var q : [P 3] var r : [3]", "r = (q # q) . [|1 4|]"),
        statement("contracted-extents", "var q : [P Q] var p : [P 2] var r : []", "r = (q # p) . [1 3, |2 4|]"),
    ],
    &[
        statement("elementwise-shapes", "var q : [2] var r : [3]", "q = q |+| r"),
        statement("elementwise-shapes", "var q : [2 3] var r : [3 2]", "q = q |*| r"),
        statement("elementwise-shapes", "var q : [2] var r : []", "q = r |/| q"),
        statement("elementwise-shapes", "var q : [P] var r : [2]", "q = q |-| r"),
        statement("elementwise-shapes", "var q : [2] var r : []", "q = q |+| r"),
    ],
    &[
        statement("scalar-right", "var q : [2] var r : []", "q = q |*| r"),
        statement("scalar-right", "var q : [N 2]", "q = q |*| 2"),
    ],
    &[
        statement("no-such-dimension", "var q : [2]", "q = q ^ [1 |2|]"),
        statement("no-such-dimension", "var q : [2 2] var r : []", "r = q . [|0| 1]"),
        statement("no-such-dimension", "var q : [2 2] var r : []", "r = q . [1 |99999999999999999999|]"),
    ],
    &[
        statement("same-dimension", "var q : [2 2] var r : []", "r = q . [1 |1|]"),
        statement("same-dimension", "var q : [2 2 2]", "q = q ^ [1 2, 3 |2|]"),
    ],
    &[declaration("extent-0", "var q : [|0|]"), declaration("extent-0", "var input q : [2 N |00| 3]")],
    &[
        declaration("too-large", "var q : [|4294967296 4294967296|]"),
        declaration("too-large", "var q : [2 |99999999999999999999|]"),
    ],
    &[
        declaration("syntax", "var |q_r| : [2]"),
        declaration("syntax", "var q : [2 |1.5|]"),
        declaration("syntax", "var q |[| 2 ]"),
        declaration("syntax", "var q : [2 |=| 3]"),
        statement("syntax", "var q : []", "q = |-| q"),
        statement("syntax", "var q : []", "q = q |q|"),
        statement("syntax", "var q : []", "q = q . |1| 2"),
        statement("syntax", "var q : []", "q = (q + |*| q)"),
        statement("syntax", "var q : []", "q |+=| q"),
    ],
    &[
        declaration("constant-elements", "const q : [2 2] = |[1 2 3]|"),
        declaration("constant-elements", "const q : [N] = |[1 2 3]|"),
    ],
];

#[test]
fn a_planted_mistake_of_each_kind_is_found_at_its_place() {
    let mut noise = Noise::new(2);
    for kind in MISTAKES {
        for number in 0..COUNT {
            let mistake = &kind[number % kind.len()];
            let program = random_program(&mut noise);
            let mut declarations: Vec<String> = program.declarations.iter().map(ToString::to_string).collect();
            let mut statements: Vec<String> = program.statements.iter().map(ToString::to_string).collect();
            declarations.insert(noise.below(declarations.len() + 1), mistake.declarations.to_owned());
            let parts = if mistake.is_declaration { &mut declarations } else { &mut statements };
            parts.insert(noise.below(parts.len() + 1), mistake.part.to_owned());
            declarations.append(&mut statements);
            let marked = declarations.join("\n");
            let (before, rest) = marked.split_once('|').expect("a mark");
            let (inside, _) = rest.split_once('|').expect("a second mark");
            let first = Tokens::from_text(before).len() as u32;
            let span = Span { first, end: first + Tokens::from_text(inside).len() as u32 };
            let text = Text::new(marked.replace('|', " "));
            let found = parse(text.tokens()).and_then(|parsed| check(&parsed.program)).expect_err("a mistake");
            let told: Vec<_> = found.iter().map(|found| (found.code, found.span)).collect();
            assert_eq!(told, [(Some(mistake.code), span)], "{}\n{found:?}", text.draw(&found[0]));
        }
    }
}
