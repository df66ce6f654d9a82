//! Programs as text: parsing, printing, and syntax errors.

mod programs;

use noise::Noise;
use programs::PROGRAMS;
use unite_ir::loops::*;
use unite_ir::syntax::{Name, Span, Tokens};

/// Removes the positions in the text from the tree.
fn bare(stmt: &mut Stmt) {
    match stmt {
        Stmt::For(header) => {
            header.var.span = Span::default();
            if let Some((start, end)) = &mut header.range {
                bare_expr(start);
                bare_expr(end);
            }
            header.step.iter_mut().for_each(bare_expr);
            bare(&mut header.body);
        }
        Stmt::If(header) => {
            bare_expr(&mut header.condition);
            bare(&mut header.body);
            header.otherwise.iter_mut().for_each(|stmt| bare(stmt));
        }
        Stmt::Let(header) => {
            header.name.span = Span::default();
            bare_expr(&mut header.value);
            bare(&mut header.body);
        }
        Stmt::Assign(assign) => {
            assign.op_span = Span::default();
            assign.function.iter_mut().for_each(|name| name.span = Span::default());
            assign.identity.iter_mut().for_each(bare_expr);
            bare_access(&mut assign.target);
            bare_expr(&mut assign.value);
        }
        Stmt::Start(start) => {
            (start.name.span, start.op_span) = (Span::default(), Span::default());
            bare_expr(&mut start.value);
        }
        Stmt::Block(stmts) => stmts.iter_mut().for_each(bare),
    }
}

fn bare_access(access: &mut Access) {
    access.span = Span::default();
    access.tensor.span = Span::default();
    for index in &mut access.indices {
        bare_expr(&mut index.expr);
        if let Some(window) = &mut index.window {
            [&mut window.from, &mut window.to, &mut window.at].into_iter().for_each(bare_expr);
        }
    }
}

fn bare_expr(expr: &mut Expr) {
    expr.span = Span::default();
    match &mut expr.kind {
        ExprKind::Number(_) | ExprKind::Bool(_) | ExprKind::Infinity => {}
        ExprKind::Place(name) | ExprKind::Measure(name) => name.span = Span::default(),
        ExprKind::Access(access) => bare_access(access),
        ExprKind::Unary(_, operand) => bare_expr(operand),
        ExprKind::Cast(operand, name) => {
            name.span = Span::default();
            bare_expr(operand);
        }
        ExprKind::Binary(_, left, right) => {
            bare_expr(left);
            bare_expr(right);
        }
        ExprKind::Call(name, arguments) => {
            name.span = Span::default();
            arguments.iter_mut().for_each(bare_expr);
        }
        ExprKind::Tuple(values) => values.iter_mut().for_each(bare_expr),
        ExprKind::Conditional(parts) => parts.iter_mut().for_each(bare_expr),
        ExprKind::Method(receiver, name, arguments) => {
            name.span = Span::default();
            bare_expr(receiver);
            arguments.iter_mut().for_each(bare_expr);
        }
    }
}

fn parsed(text: &str) -> Program {
    let mut program = parse_text(text).unwrap_or_else(|mistake| panic!("{mistake}\n{text}"));
    program.nests.iter_mut().for_each(bare);
    program
}

#[test]
fn the_programs_of_the_figures_are_what_is_printed_of_them() {
    for (_, text) in PROGRAMS {
        let program = parsed(text);
        let printed = program.to_string();
        assert_eq!(parsed(&printed), program, "{printed}");
        assert_eq!(parsed(&printed).to_string(), printed);
    }
}

#[test]
fn headers_stand_on_lines_of_their_own() {
    let text = "for x,y = -R:R if Mask[x] let w=1,v=(2*w)+y; Z[x]+=(w*A[x,walk(y)])";
    let printed = "\
for x = -R:R
    for y = -R:R
        if Mask[x]
            let w = 1
                let v = 2 * w + y
                    Z[x] += w * A[x, walk(y)]";
    assert_eq!(parse_text(text).unwrap().to_string(), printed);
}

#[test]
fn brackets_are_printed_where_the_tree_needs_them() {
    for text in [
        "s = a - (b - c)",
        "s = a - b - c",
        "s = (a + b) * c / (d * e) % 2",
        "s = (a < b) == (c && (d || e)) || !(a && b)",
        "s = -(a + b) - -c * !d",
        "s = (a + b) as f64 * (-a as f32) as i64 as u8",
        "s = (-2.5).abs() + 2.max(3) + (2.).sqrt() + (a * b).powi(2).f() + f::g() + self.x.y(1)",
        "s = min(-inf, x) * (a as f64).sqrt()",
        "s <<f64::max>>= x",
        "z[i] <<f, (0, -1)>>= (a, b)",
        "s <<f, a > b || c>>= x > y",
        "s <<f, if a > b { a } else { b }>>= x",
    ] {
        assert_eq!(parse_text(text).unwrap().to_string(), text);
    }
}

/// Returns whether an expression is `inf` or `-inf`.
fn is_infinite(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Unary(UnaryOp::Neg, operand) => operand.kind == ExprKind::Infinity,
        kind => *kind == ExprKind::Infinity,
    }
}

/// A generator of random trees.
struct RandomTrees(Noise);

impl RandomTrees {
    fn name(&mut self) -> Name {
        let text = *self.0.pick(&["x", "alpha", "max", "d", "walk", "self.points.x", "é"]);
        Name { text: text.to_owned(), span: Span::default() }
    }

    fn word(&mut self) -> Name {
        let text = *self.0.pick(&["f", "max", "min", "sqrt"]);
        Name { text: text.to_owned(), span: Span::default() }
    }

    fn access(&mut self, size: u64) -> Access {
        let protocols = [None, Some(Protocol::Walk), Some(Protocol::Gallop), Some(Protocol::Follow)];
        let indices = (0..1 + self.0.below(3))
            .map(|_| Index { protocol: *self.0.pick(&protocols), ..self.place(size / 2) })
            .collect();
        Access { tensor: self.name(), indices, span: Span::default() }
    }

    /// Returns an index without a protocol; it may count in a window.
    fn place(&mut self, size: u64) -> Index {
        let expr = self.expr(size);
        let [from, to] = [self.expr(size), self.expr(size)];
        if self.0.below(2) == 0 || [&from, &to].into_iter().any(is_infinite) {
            return Index { expr, window: None, protocol: None };
        }
        let kind = ExprKind::Binary(BinaryOp::Add, Box::new(from.clone()), Box::new(expr.clone()));
        let window = Some(Box::new(Window { from, to, at: expr }));
        Index { expr: Expr { kind, span: Span::default() }, window, protocol: None }
    }

    /// Returns the bounds of a loop, and a step where a name may follow.
    fn range(&mut self, body: &Stmt) -> (Option<(Expr, Expr)>, Option<Expr>) {
        let range = (self.0.below(2) == 0).then(|| (self.expr(8), self.expr(8)));
        let counts = matches!(&range, Some((from, _)) if !is_infinite(from));
        // The program `for i = a:b: s max= e` is not one with the step `b`.
        let apart = !matches!(body, Stmt::Assign(_) | Stmt::Start(_));
        let step = (counts && apart && self.0.below(2) == 0).then(|| ExprKind::Place(self.name()));
        (range, step.map(|kind| Expr { kind, span: Span::default() }))
    }

    fn exprs(&mut self, size: u64) -> Vec<Expr> {
        (0..self.0.below(3)).map(|_| self.expr(size / 2)).collect()
    }

    fn expr(&mut self, size: u64) -> Expr {
        use BinaryOp::*;
        let boxed = |trees: &mut RandomTrees| Box::new(trees.expr(size / 2));
        let kind = match self.0.below(if size == 0 { 5 } else { 16 }) {
            0 => ExprKind::Number(self.0.pick(&["0", "1.", "2.5", "3e-2", "4f32", "1_0"]).to_string()),
            1 => ExprKind::Bool(self.0.below(2) == 0),
            2 => ExprKind::Infinity,
            3 => ExprKind::Place(self.name()),
            4 => ExprKind::Measure(self.name()),
            5 => ExprKind::Access(self.access(size)),
            6 => ExprKind::Call(self.word(), self.exprs(size)),
            7 => ExprKind::Method(boxed(self), self.word(), self.exprs(size)),
            8 => ExprKind::Cast(boxed(self), self.word()),
            9 => ExprKind::Unary(*self.0.pick(&[UnaryOp::Neg, UnaryOp::Not]), boxed(self)),
            10 => ExprKind::Tuple((0..2 + self.0.below(2)).map(|_| self.expr(size / 2)).collect()),
            11 => ExprKind::Conditional(Box::new([0, 1, 2].map(|_| self.expr(size / 2)))),
            _ => {
                let op = *self.0.pick(&[Add, Sub, Mul, Div, Rem, And, Or, Lt, Le, Gt, Ge, Eq, Ne]);
                ExprKind::Binary(op, boxed(self), boxed(self))
            }
        };
        Expr { kind, span: Span::default() }
    }

    fn stmt(&mut self, size: u64) -> Stmt {
        use AssignOp::*;
        let name = Name { text: self.0.pick(&["i", "j", "max"]).to_string(), span: Span::default() };
        match self.0.below(if size == 0 { 1 } else { 4 }) {
            0 => {
                let mut target = self.access(8);
                target.indices.truncate(self.0.below(4));
                target.indices.iter_mut().for_each(|index| index.window = None);
                if target.indices.is_empty() {
                    // No expression reads it: a scalar that is written and read makes a block of what is around.
                    target.tensor.text = "sum".into();
                }
                let op = *self.0.pick(&[Set, Add, Max, Min, And, Or, Mul, Fold]);
                let function = (op == Fold).then(|| self.word());
                let identity = (op == Fold && self.0.below(2) == 0).then(|| self.expr(8));
                Stmt::Assign(Assign { target, op, op_span: Span::default(), function, identity, value: self.expr(40) })
            }
            1 => {
                let body = self.stmt(size - 1);
                let (range, step) = self.range(&body);
                Stmt::For(For { var: name, range, step, body: Box::new(body) })
            }
            2 => Stmt::If(If { condition: self.expr(8), body: Box::new(self.stmt(size - 1)), otherwise: None }),
            _ => Stmt::Let(Let { name, value: self.expr(8), body: Box::new(self.stmt(size - 1)) }),
        }
    }

    /// Returns a statement that runs step by step.
    fn stepped(&mut self, size: u64) -> Stmt {
        let name = Name { text: self.0.pick(&["i", "j", "max"]).to_string(), span: Span::default() };
        match self.0.below(if size == 0 { 1 } else { 6 }) {
            0 => Stmt::Start(Start { name: self.name(), op_span: Span::default(), value: self.expr(20) }),
            1 => {
                let body = self.stepped(size - 1);
                let (range, step) = self.range(&body);
                Stmt::For(For { var: name, range, step, body: Box::new(body) })
            }
            2 => Stmt::Let(Let { name, value: self.expr(8), body: Box::new(self.stepped(size - 1)) }),
            3 => {
                let (body, otherwise) = (Box::new(self.stepped(size - 1)), None);
                Stmt::If(If { condition: self.expr(8), body, otherwise })
            }
            4 => {
                let (stepped, other) = (self.block(size - 1), Stmt::Block(vec![self.stmt(size - 1)]));
                let (body, otherwise) = if self.0.below(2) == 0 { (stepped, other) } else { (other, stepped) };
                Stmt::If(If { condition: self.expr(8), body: Box::new(body), otherwise: Some(Box::new(otherwise)) })
            }
            _ => self.block(size - 1),
        }
    }

    /// Returns a block that runs step by step. A name is in it the last statement, with all that follow inside.
    fn block(&mut self, size: u64) -> Stmt {
        let is_let = |stmt: &Stmt| matches!(stmt, Stmt::Let(_));
        let mut stmts: Vec<Stmt> = (0..self.0.below(3)).map(|_| self.stmt(size)).filter(|stmt| !is_let(stmt)).collect();
        let stepped = self.stepped(size);
        let named = is_let(&stepped);
        stmts.push(stepped);
        if !named {
            stmts.extend((0..self.0.below(3)).map(|_| self.stmt(size)).filter(|stmt| !is_let(stmt)));
        }
        Stmt::Block(stmts)
    }
}

#[test]
fn a_name_is_known_to_the_end_of_its_block() {
    let same = |text: &str, other: &str| assert_eq!(parsed(text), parsed(other), "{text}");
    same("for i { let v = x[i]; s += v; t max= v }", "for i let v = x[i] s += v  for i let v = x[i] t max= v");
    same(
        "for i { let v = x[i], w = 2 * v; s += w; t += x[i]; u += v }",
        "for i let v = x[i] let w = 2 * v s += w  for i t += x[i]  for i let v = x[i] u += v",
    );
    same("for i { { let v = x[i]; s += v }; t += v }", "for i let v = x[i] s += v  for i t += v");
    same(
        "for i { let v = x[i]; s += v; let v = y[i]; t += v }",
        "for i let v = x[i] s += v  for i let v = y[i] t += v",
    );
    same("for i { s .= 0; let v = x[i]; s += v; t += v }", "for i { s .= 0; let v = x[i] { s += v; t += v } }");
}

#[test]
fn a_scalar_that_is_written_and_read_makes_its_headers_steps() {
    for (text, printed) in [
        ("for i { s += x[i]; z[i] = s }", "for i { s += x[i]; z[i] = s }"),
        ("for i { z[i] = s; s += x[i] }", "for i { z[i] = s; s += x[i] }"),
        ("for i, j { s += x[i, j]; z[i, j] = s }", "for i for j { s += x[i, j]; z[i, j] = s }"),
        ("for i { for j s += x[i, j]; z[i] = s }", "for i { for j s += x[i, j] z[i] = s }"),
        ("for i s = s * 0.5 + x[i]", "for i { s = s * 0.5 + x[i] }"),
        ("for i = 0:n n += x[i]", "for i = 0:n { n += x[i] }"),
        ("for i if s < 9 { s += x[i]; t += 1 }", "for i if s < 9 { s += x[i]; t += 1 }"),
        ("if s > 1 s += 1 else t += s", "if s > 1 { s += 1 } else { t += s }"),
        ("let v = s; s += v", "let v = s { s += v }"),
        ("for i { let v = s; s += x[i]; z[i] = v }", "for i { let v = s { s += x[i]; z[i] = v } }"),
        ("for i { p.a += x[i]; z[i] = f(p) }", "for i { p.a += x[i] z[i] = f(p) }"),
    ] {
        let flat = |text: &str| text.split_whitespace().collect::<Vec<_>>().join(" ").replace(';', "");
        assert_eq!(flat(&parsed(text).to_string()), flat(printed), "{text}");
        assert!(parsed(text).nests[0].is_stepped(), "{text}");
    }
    for text in
        ["for i { s += x[i]; t += y[i] }", "for i s = x[i]", "{ s = 1; t = s }", "for i { pa += x[i]; t += p.a }"]
    {
        assert!(!parsed(text).nests.iter().any(unite_ir::loops::Stmt::is_stepped), "{text}");
    }
}

#[test]
fn steps_are_printed_in_braces() {
    let text = "for i{w .=0;for k,j w[j]+=a[i,k]*b[k,j];if s>1{s.=t;u+=1}else for j c[i,j]=w[j]}";
    let printed = "\
for i
    {
        w .= 0
        for k
            for j
                w[j] += a[i, k] * b[k, j]
        if s > 1
            {
                s .= t
                u += 1
            }
        else
            {
                for j
                    c[i, j] = w[j]
            }
    }";
    assert_eq!(parse_text(text).unwrap().to_string(), printed);
    assert_eq!(parsed(printed), parsed(text));
}

/// Checks that programs of random statements are what is printed of them.
fn check_printed(seed: u64, rounds: usize, stmt: impl Fn(&mut RandomTrees) -> Stmt) {
    let mut trees = RandomTrees(Noise::new(seed));
    for _ in 0..rounds {
        let program = Program { nests: (0..1 + trees.0.below(2)).map(|_| stmt(&mut trees)).collect() };
        let printed = program.to_string();
        assert_eq!(parsed(&printed), program, "{printed}");
    }
}

#[test]
fn every_tree_of_steps_is_what_is_printed_of_it() {
    check_printed(2, 2000, |trees| trees.stepped(4));
}

#[test]
fn every_tree_is_what_is_printed_of_it() {
    check_printed(1, 4000, |trees| trees.stmt(5));
}

/// Returns the diagnostic, and the tokens that it marks.
fn said(text: &str) -> String {
    let mistake = parse_text(text).expect_err(text);
    let place = Tokens::from_text(text).text(mistake.span);
    match mistake.help {
        Some(help) => format!("{place} | {} | {help}", mistake.message),
        None => format!("{place} | {}", mistake.message),
    }
}

#[test]
fn a_mistake_is_told_where_it_is_with_the_remedy() {
    for (text, remark) in [
        ("for i = 0..9 s += x[i]", ".. | a range is written with `:`, not `..` | write `a:b`; both ends belong to it"),
        ("for i in 0:9 s += x[i]", "in | a loop's range follows `=`, not `in` | write `for i = a:b`"),
        (
            "for i = 0 s += x[i]",
            "s | expected `:` and the end of the range, found `s` | write `for i = a:b`; both ends belong to it",
        ),
        ("for 3 s += x[i]", "3 | expected the name of an index after `for`, found `3`"),
        ("s += x[i^2]", "^ | there is no power operator `^` | write `i * i`"),
        ("s += i**2", "** | there is no power operator `**` | write `i * i`"),
        ("s += x & y", "& | there is no operator `&` | write `&&`"),
        ("s += (x | y)", "| | there is no operator `|` | write `||`"),
        (
            "s -= x[i]",
            "-= | expected an assignment: one of `=`, `.=`, `+=`, `*=`, `max=`, `min=`, `&=`, `|=`, `<<f>>=`, found `-=` | write `+=` and the value with a minus",
        ),
        (
            "s &&= x[i]",
            "&& | expected an assignment: one of `=`, `.=`, `+=`, `*=`, `max=`, `min=`, `&=`, `|=`, `<<f>>=`, found `&&` | write `&=`",
        ),
        ("for i w[i] .= 0", "w [ i ] | `.=` starts all of `w` anew, not a part of it | write `w .= 0`, or `w[i] = 0`"),
        (
            "{ let v = x[1]; t += v; x[2] += 1; t += v }",
            "x | `x` is read by `let v`, and written in its scope | end the scope before, with braces around `let` and the statements that need the name",
        ),
        ("for i if x[i] = 3 s += 1", "= | `=` is an assignment, and this is a condition | write `==` to compare"),
        (
            "for i { w[i] = x[i]; t += w[i] }",
            "w | `w` is read and written in one loop | write a loop of its own for each; a statement sees what another one wrote into a tensor only in a loop that runs step by step, as one does that reads a scalar that it writes",
        ),
        (
            "for i, j { z[i] = x[j]; z[i] += y[j] }",
            "z [ i ] | `z` is written twice in the loop over `j`, and the order of the writes matters | write both to the same place, with `j` in an index of its own, or a loop of its own for each",
        ),
        (
            "for i, j if x[i] > 0 { z[i + j] = 1 } else { z[i + j] = 2 }",
            "z [ i + j ] | `z` is written twice in the loop over `i`, and the order of the writes matters | write both to the same place, with `i` in an index of its own, or a loop of its own for each",
        ),
        (
            "for i { for j = 0:1 { z[i + j] = x[i] }; z[i + j] = 1 }",
            "z [ i + j ] | `z` is written twice in the loop over `i`, and the order of the writes matters | write both to the same place, with `i` in an index of its own, or a loop of its own for each",
        ),
        (
            "for i if x[i] > 0 { z[i] = 1 } else { z[i + 1] = 2 }",
            "z [ i + 1 ] | `z` is written twice in the loop over `i`, and the order of the writes matters | write both to the same place, with `i` in an index of its own, or a loop of its own for each",
        ),
        (
            "for i s <<least>> x[i]",
            "> | expected `>>=` after the name of a function, found `>` | write `s <<f>>= x[i]`, for `s = f(s, x[i])`",
        ),
        (
            "for i s += if x[i] > 0 { 1 }; t += 1",
            "; | expected `else`, found `;` | a value has both cases: `if c { a } else { b }`",
        ),
        ("for i s += if x[i] > 0 1 else 2", "1 | expected `{` and the value where the condition holds, found `1`"),
        (
            "for i s <<f, 0> x[i]",
            "] | expected `>>=` after the identity of a function, but the program ends here | write `s <<f, e>>= x[i]`, where `f(s, e)` is `s`",
        ),
        (
            "for i s <<|a, b| a + b>>= x[i]",
            "| | expected the name of a function of two values after `<<`, found `|` | give the closure a name before the loops: `let f = |old: f64, new: f64| ..;`",
        ),
        ("for i s <<2>>= x[i]", "2 | expected the name of a function of two values after `<<`, found `2`"),
        ("for i { s += x[i], t += y[i] }", ", | expected an operator, `;` or the next nest, found `,`"),
        (
            "for i { }",
            "} | the nest ends without an assignment | the innermost statement is one assignment: `s += x[i]`",
        ),
        (
            "for i = 0:9",
            "9 | the nest ends without an assignment | the innermost statement is one assignment: `s += x[i]`",
        ),
        (
            "for i if x[i] { s += 1 }; else { t += 1 }",
            "else | this `else` has no `if` | write `if c { .. } else { .. }`, with no `;` before `else`",
        ),
        (
            "for i s /= x[i]",
            "/= | expected an assignment: one of `=`, `.=`, `+=`, `*=`, `max=`, `min=`, `&=`, `|=`, `<<f>>=`, found `/=` | write `*=` and the inverse of the value: `s *= 1.0 / x[i]`",
        ),
        (
            "for i if x[i] > 0 { break }",
            "break | there is no statement `break`: a nest goes through all of its places | put what it leaves out under a condition: `if c { .. }`",
        ),
        ("for i if x[i] > 0 s += 1 elif y[i] > 0 s += 2", "elif | there is no statement `elif` | write `else if`"),
        (
            "for i s <<|a, b| a>>= x[i]",
            "| | expected the name of a function of two values after `<<`, found `|` | give the closure a name before the loops: `let f = |old: f64, new: f64| ..;`",
        ),
        ("s += a < b < c", "< | comparisons do not chain | write `a < b && b < c`"),
        ("s += a[i][j]", "[ | only a tensor with a name has indices | write all of them in one bracket: `A[i, j]`"),
        ("s += a[]", "] | expected an expression, found `]`"),
        ("s += a[walk(i) + 1]", "+ | `walk(...)` encloses the whole index | write `A[walk(i + 1)]`"),
        (
            "s += d(i + 1)",
            "d ( i + 1 ) | `d` takes the index of a loop, and nothing else | write `d(i)`; a function of this name is called by its path, `self::d(...)`",
        ),
        (
            "s += std::f64::PI",
            "PI | expected `(` after a path, but the program ends here | a constant gets a name before the loops: `let pi = std::f64::consts::PI;`",
        ),
        ("s += f(a b)", "b | expected an operator, `,` or `)`, found `b`"),
        ("s += a[i j]", "j | expected an operator, `,` or `]`, found `j`"),
        ("s += (a b)", "b | expected an operator, `,` or `)`, found `b`"),
        ("s += \"a\"", "\" | expected an expression, found `\"`"),
        ("s += a.b.(c)", "( | expected the name of a field after `.`, found `(`"),
        ("let x 3 s += x", "3 | expected `=`, found `3` | write `let x = value`"),
        ("", " | the nest ends without an assignment | the innermost statement is one assignment: `s += x[i]`"),
        ("s += a, t += b", ", | expected an operator, `;` or the next nest, found `,`"),
    ] {
        assert_eq!(said(text), remark);
    }
}

#[test]
fn brackets_without_end_do_not_exhaust_the_stack() {
    let deep = "(".repeat(100_000);
    assert!(said(&format!("s = {deep}")).contains("are nested"));
    assert!(said(&format!("s = {}", "-".repeat(100_000))).contains("are nested"));
    assert!(said(&"if a ".repeat(100_000)).contains("are nested"));
}
