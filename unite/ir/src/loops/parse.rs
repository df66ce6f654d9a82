//! The parser of nests, headers and assignments: turns tokens into the syntax tree. Expressions are in `parse_expr`.
//!
//! Recursive descent over the grammar at the head of `ast`, one function per rule. The parser stops at the first error
//! and reports what it expected and how to fix it. Programs that the grammar allows but the language does not are
//! rejected by `check`.

use super::affine::value_of;
use super::check::is_infinite;
use super::together;
use super::{Access, Assign, AssignOp, Expr, ExprKind, For, If, Program, Start, Stmt, UnaryOp, Window};
use crate::syntax::{Bracket, Cursor, Diagnostic, Grammar, Name, Span, Token, Tokens, meant};
use std::ops::{Deref, DerefMut};

/// Words that cannot name an index or a scalar.
const KEYWORDS: [&str; 19] = [
    "for", "if", "else", "let", "mut", "as", "in", "inf", "true", "false", "while", "loop", "return", "fn", "match",
    "self", "Self", "crate", "_",
];

/// Parses a text.
///
/// # Errors
/// The first error; its span counts the tokens of [`Tokens::from_text`].
///
/// ```
/// let program = unite_ir::loops::parse_text("for i = 0:9 s += x[i] * y[i]").unwrap();
/// assert_eq!(program.nests.len(), 1);
/// let mistake = unite_ir::loops::parse_text("for i = 0:9 s += x[i]^2").unwrap_err();
/// assert_eq!(mistake.message, "there is no power operator `^`");
/// ```
pub fn parse_text(text: &str) -> Result<Program, Diagnostic> {
    parse(&Tokens::from_text(text))
}

/// Parses a stream of tokens.
///
/// # Errors
/// The first error.
pub fn parse(tokens: &Tokens) -> Result<Program, Diagnostic> {
    let mut parser = Parser(Cursor::new(tokens));
    let mut nests = Vec::new();
    loop {
        nests.extend(parser.nests()?);
        while parser.eat(";") {}
        if parser.peek().is_none() {
            return Ok(Program { nests });
        }
    }
}

pub(super) struct Parser<'t>(Cursor<'t>);

impl<'t> Deref for Parser<'t> {
    type Target = Cursor<'t>;

    fn deref(&self) -> &Cursor<'t> {
        &self.0
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// Rules for names.
impl Parser<'_> {
    /// Parses a name that the program defines.
    fn new_name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        match self.peek() {
            Some(Token::Word(text)) if !KEYWORDS.contains(&text.as_str()) => {
                let first = self.here();
                self.bump();
                Ok(Name { text: text.clone(), span: self.since(first) })
            }
            _ => Err(self.expected(what)),
        }
    }
}

/// Rules for statements.
impl Parser<'_> {
    /// Parses a statement, and returns the nests that it stands for; a statement that runs step by step is one.
    fn nests(&mut self) -> Result<Vec<Stmt>, Diagnostic> {
        self.inside(|parser| match parser.peek() {
            Some(Token::Open(Bracket::Curly)) => parser.block(),
            Some(Token::Word(word)) => match word.as_str() {
                "for" => parser.for_loops(),
                "if" => parser.condition(),
                "let" => parser.bindings(),
                "else" => Err(parser
                    .wrong("this `else` has no `if`")
                    .help("write `if c { .. } else { .. }`, with no `;` before `else`")),
                "while" | "loop" => {
                    Err(parser.expected("`for`, `if`, `let` or an assignment").help("loops are `for i = a:b`"))
                }
                "break" | "continue" | "return" => Err(parser
                    .wrong(format!("there is no statement `{word}`: a nest goes through all of its places"))
                    .help("put what it leaves out under a condition: `if c { .. }`")),
                "elif" | "elsif" | "elseif" if !matches!(parser.peek_after(1), Some(Token::Sign(_))) => {
                    Err(parser.wrong(format!("there is no statement `{word}`")).help("write `else if`"))
                }
                _ => Ok(vec![parser.assignment()?]),
            },
            Some(_) => Err(parser.expected("`for`, `if`, `let` or an assignment")),
            None => Err(parser
                .wrong("the nest ends without an assignment")
                .help("the innermost statement is one assignment: `s += x[i]`")),
        })
    }

    /// Parses `{ nest ; nest ; }`.
    fn block(&mut self) -> Result<Vec<Stmt>, Diagnostic> {
        self.bump();
        let nests = self.rest_of_block(false)?;
        Ok(if nests.iter().any(Stmt::is_stepped) { vec![Stmt::Block(nests)] } else { nests })
    }

    /// Parses `nest ; nest ; }`; `stepped` if the block runs step by step, as is known from what comes before.
    fn rest_of_block(&mut self, mut stepped: bool) -> Result<Vec<Stmt>, Diagnostic> {
        if self.peek() == Some(&Token::Close(Bracket::Curly)) {
            return Err(self
                .wrong("the nest ends without an assignment")
                .help("the innermost statement is one assignment: `s += x[i]`"));
        }
        let mut nests = Vec::new();
        loop {
            if self.sees_word("let") {
                nests.extend(self.inside(|parser| {
                    let given = parser.names_given()?;
                    let rest = parser.rest_of_block(stepped)?;
                    together::name(given, rest, stepped)
                })?);
                return Ok(nests);
            }
            nests.extend(self.nests()?);
            stepped |= nests.iter().any(Stmt::is_stepped);
            while self.eat(";") {}
            if self.eat_token(&Token::Close(Bracket::Curly)) {
                return Ok(nests);
            }
            if !matches!(self.peek(), Some(Token::Word(_) | Token::Open(Bracket::Curly))) {
                return Err(self.expected("a statement or `}`"));
            }
        }
    }

    /// Parses `for x, y = a:b body` into nested loops.
    fn for_loops(&mut self) -> Result<Vec<Stmt>, Diagnostic> {
        self.bump();
        let mut vars = vec![self.new_name("the name of an index after `for`")?];
        while self.eat(",") {
            vars.push(self.new_name("the name of an index after `,`")?);
        }
        if self.sees_word("in") {
            return Err(self.wrong("a loop's range follows `=`, not `in`").help("write `for i = a:b`"));
        }
        let (range, step) = if self.eat("=") { self.range()? } else { (None, None) };
        self.eat(":");
        let mut nests = self.nests()?;
        let bounds = || range.iter().flat_map(|(from, to)| [from, to]).chain(&step);
        if together::in_turn(&nests) || together::read_before(bounds(), &nests) {
            nests = vec![Stmt::Block(nests)];
        }
        for var in vars.into_iter().rev() {
            together::check(&nests, &var)?;
            let around = |body| {
                let (var, body) = (var.clone(), Box::new(body));
                Stmt::For(For { var, range: range.clone(), step: step.clone(), body })
            };
            nests = nests.into_iter().map(around).collect();
        }
        Ok(nests)
    }

    /// Parses `a:b`, or `a:s:b` with a step.
    fn range(&mut self) -> Result<Range, Diagnostic> {
        let start = self.expression()?;
        if self.sees("..") {
            return Err(self
                .wrong("a range is written with `:`, not `..`")
                .help("write `a:b`; both ends belong to it"));
        }
        if !self.eat(":") {
            return Err(self
                .expected("`:` and the end of the range")
                .help("write `for i = a:b`; both ends belong to it"));
        }
        let second = self.expression()?;
        Ok(match self.third()? {
            None => (Some((start, second)), None),
            Some(end) => {
                strided(&start, &second)?;
                (Some((start, end)), Some(second))
            }
        })
    }

    /// Parses the end of a range whose step has been parsed: an expression after `:` and before a statement. After a range
    /// without a step, a statement follows `:`, which may begin as an expression does.
    fn third(&mut self) -> Result<Option<Expr>, Diagnostic> {
        let here = self.here();
        let header = |word: &str| matches!(word, "for" | "if" | "let");
        let begins_statement = match self.peek_after(1) {
            Some(Token::Word(word)) => header(word),
            Some(Token::Open(Bracket::Curly)) | None => true,
            Some(_) => false,
        };
        if begins_statement || !self.eat(":") {
            return Ok(None);
        }
        let end = self.expression().ok().filter(|_| match self.peek() {
            // `s max= e` is a statement.
            Some(Token::Word(word)) => {
                !(matches!(word.as_str(), "max" | "min") && self.peek_after(1) == Some(&Token::Sign("=")))
            }
            Some(Token::Sign(sign)) => *sign == ":",
            Some(Token::Open(bracket)) => *bracket == Bracket::Curly,
            Some(_) => false,
            None => true,
        });
        if end.is_none() {
            self.back_to(here);
        }
        Ok(end)
    }

    /// Parses `if e body else body`.
    fn condition(&mut self) -> Result<Vec<Stmt>, Diagnostic> {
        self.bump();
        let condition = self.expression()?;
        if self.sees("=") {
            return Err(self.wrong("`=` is an assignment, and this is a condition").help("write `==` to compare"));
        }
        self.eat(":");
        let under = |condition: &Expr, nests: Vec<Stmt>| -> Vec<Stmt> {
            let nest = |body| If { condition: condition.clone(), body: Box::new(body), otherwise: None };
            nests.into_iter().map(|body| Stmt::If(nest(body))).collect()
        };
        let mut then = self.nests()?;
        if together::read_before([&condition], &then) {
            then = vec![Stmt::Block(then)];
        }
        if !self.eat_word("else") {
            return Ok(under(&condition, then));
        }
        self.eat(":");
        let mut otherwise = self.nests()?;
        if together::read_before([&condition], &otherwise) {
            otherwise = vec![Stmt::Block(otherwise)];
        }
        if then.iter().chain(&otherwise).any(Stmt::is_stepped) {
            let (body, otherwise) = (Box::new(block_of(then)), Some(Box::new(block_of(otherwise))));
            return Ok(vec![Stmt::If(If { condition, body, otherwise })]);
        }
        let span = condition.span;
        let opposite = Expr { kind: ExprKind::Unary(UnaryOp::Not, Box::new(condition.clone())), span };
        Ok([under(&condition, then), under(&opposite, otherwise)].concat())
    }

    /// Parses `let x = e, y = f; body` into nested bindings.
    fn bindings(&mut self) -> Result<Vec<Stmt>, Diagnostic> {
        let given = self.names_given()?;
        let nests = self.nests()?;
        together::name(given, nests, false)
    }

    /// Parses `let x = e, y = f;`.
    fn names_given(&mut self) -> Result<Vec<(Name, Expr)>, Diagnostic> {
        self.bump();
        let mut given = Vec::new();
        loop {
            let name = self.new_name("a name after `let`")?;
            if !self.eat("=") {
                return Err(self.expected("`=`").help("write `let x = value`"));
            }
            given.push((name, self.expression()?));
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat(";") {
            self.eat(":");
        }
        Ok(given)
    }

    /// Parses `Z[i] += e` or `w .= e`.
    fn assignment(&mut self) -> Result<Stmt, Diagnostic> {
        let start = self.here();
        let target = self.target()?;
        let first = self.here();
        if self.starts_anew() {
            self.bump();
            self.bump();
            let op_span = self.since(first);
            let value = self.assigned()?;
            if !target.indices.is_empty() {
                let name = &target.tensor.text;
                let remark =
                    Diagnostic::new(target.span, format!("`.=` starts all of `{name}` anew, not a part of it"));
                return Err(remark.help(format!("write `{name} .= {value}`, or `{target} = {value}`")));
            }
            return Ok(Stmt::Start(Start { name: target.tensor, op_span, value }));
        }
        let (op, function, identity) =
            self.assign_op().map_err(|remark| self.misspelt_header(start).unwrap_or(remark))?;
        let op_span = self.since(first);
        let value = self.assigned()?;
        Ok(Stmt::Assign(Assign { target, op, op_span, function, identity, value }))
    }

    /// Parses the value of an assignment, up to its end.
    fn assigned(&mut self) -> Result<Expr, Diagnostic> {
        let value = self.expression()?;
        match self.peek() {
            None
            | Some(Token::Word(_) | Token::Sign(";") | Token::Open(Bracket::Curly) | Token::Close(Bracket::Curly)) => {
                Ok(value)
            }
            Some(_) => Err(self.expected("an operator, `;` or the next nest")),
        }
    }

    fn target(&mut self) -> Result<Access, Diagnostic> {
        let first = self.here();
        let tensor = self.place()?;
        let indices = if self.peek() == Some(&Token::Open(Bracket::Square)) { self.indices()? } else { Vec::new() };
        if let Some(window) = indices.iter().find_map(|index| index.window.as_deref()) {
            let Window { from, to, at } = window;
            let span = Span { first: from.span.first, end: at.span.end };
            let help = format!("write the place itself, `{from} + {at}`, in a loop with bounds");
            return Err(
                Diagnostic::new(span, format!("a window, `{from}:{to}`, is read, and this is the target")).help(help)
            );
        }
        Ok(Access { tensor, indices, span: self.since(first) })
    }

    fn assign_op(&mut self) -> Result<(AssignOp, Option<Name>, Option<Expr>), Diagnostic> {
        let next_is = |sign| matches!(self.peek_after(1), Some(Token::Sign(seen)) if *seen == sign);
        let (op, tokens) = match self.peek() {
            Some(Token::Sign("=")) => (AssignOp::Set, 1),
            Some(Token::Sign("+=")) => (AssignOp::Add, 1),
            Some(Token::Sign("&=")) => (AssignOp::And, 1),
            Some(Token::Sign("|=")) => (AssignOp::Or, 1),
            Some(Token::Sign("*=")) => (AssignOp::Mul, 1),
            Some(Token::Sign("<")) if matches!(self.peek_after(1), Some(Token::Sign("<"))) => {
                let (function, identity) = self.function()?;
                return Ok((AssignOp::Fold, Some(function), identity));
            }
            Some(Token::Word(word)) if word == "max" && next_is("=") => (AssignOp::Max, 2),
            Some(Token::Word(word)) if word == "min" && next_is("=") => (AssignOp::Min, 2),
            _ => return Err(self.no_assign_op(next_is("="))),
        };
        (0..tokens).for_each(|_| self.bump());
        Ok((op, None, None))
    }

    /// Parses `<<f>>=` or `<<f, identity>>=`.
    fn function(&mut self) -> Result<(Name, Option<Expr>), Diagnostic> {
        self.bump();
        self.bump();
        let what = "the name of a function of two values after `<<`";
        if self.sees("|") || self.sees("||") {
            let help = "give the closure a name before the loops: `let f = |old: f64, new: f64| ..;`";
            return Err(self.expected(what).help(help));
        }
        let function = self.path(what)?;
        let identity = if self.eat(",") { Some(self.expression()?) } else { None };
        if self.eat(">") && self.eat(">=") {
            Ok((function, identity))
        } else if identity.is_some() {
            let remark = self.expected("`>>=` after the identity of a function");
            Err(remark.help("write `s <<f, e>>= x[i]`, where `f(s, e)` is `s`"))
        } else {
            Err(self.expected("`>>=` after the name of a function").help("write `s <<f>>= x[i]`, for `s = f(s, x[i])`"))
        }
    }

    /// Returns a diagnostic if the token `start` is a misspelt `for`, `if` or `let`: a word at the start of an
    /// assignment that has no operator.
    fn misspelt_header(&self, start: u32) -> Option<Diagnostic> {
        let Some(Token::Word(written)) = self.token(start) else { return None };
        if self.here() != start + 1 || !matches!(self.peek(), Some(Token::Word(_) | Token::Open(Bracket::Round))) {
            return None;
        }
        let word = meant(written, ["for", "if", "let"])?;
        let span = Span { first: start, end: self.here() };
        Some(Diagnostic::new(span, format!("there is no statement `{written}`")).help(format!("write `{word}`")))
    }

    /// Returns the diagnostic for a missing assignment operator, with a suggestion where there is an obvious one.
    fn no_assign_op(&self, equals_follows: bool) -> Diagnostic {
        let remark = self.expected("an assignment: one of `=`, `.=`, `+=`, `*=`, `max=`, `min=`, `&=`, `|=`, `<<f>>=`");
        match self.peek() {
            Some(Token::Word(written)) if equals_follows => match meant(written, ["max", "min"]) {
                Some(word) => remark.help(format!("write `{word}=`")),
                None => remark,
            },
            Some(Token::Sign("-=")) => remark.help("write `+=` and the value with a minus"),
            Some(Token::Sign("/=")) => remark.help("write `*=` and the inverse of the value: `s *= 1.0 / x[i]`"),
            Some(Token::Sign("&&")) if equals_follows => remark.help("write `&=`"),
            Some(Token::Sign("||")) if equals_follows => remark.help("write `|=`"),
            _ => remark,
        }
    }
}

/// The bounds of a loop, and its step.
type Range = (Option<(Expr, Expr)>, Option<Expr>);

/// Rejects the start and the step of a range if places do not follow one another from the left to the right.
fn strided(start: &Expr, step: &Expr) -> Result<(), Diagnostic> {
    if is_infinite(start) {
        let remark = Diagnostic::new(start.span, "a range with a step counts from its start, and this one has none");
        return Err(remark.help("give it a finite start, `for i = a:s:b`"));
    }
    let negative =
        matches!(&step.kind, ExprKind::Unary(UnaryOp::Neg, operand) if matches!(operand.kind, ExprKind::Number(_)));
    if negative || matches!(&step.kind, ExprKind::Number(text) if value_of(text) == Some(0.0)) {
        let remark = Diagnostic::new(step.span, format!("the step of a range is positive, and this one is `{step}`"));
        return Err(
            remark.help("loops go from the left to the right: count up, and write `n - i` for places from the right")
        );
    }
    if matches!(&step.kind, ExprKind::Number(text) if text.contains(['.', 'e'])) {
        let remark = Diagnostic::new(step.span, "a range with a step has integer places");
        let help = "count the steps, `for k = 0:n`, and give the place a name, `let x = a + s * k`";
        return Err(remark.help(help));
    }
    Ok(())
}

/// Returns the block of these statements.
fn block_of(mut nests: Vec<Stmt>) -> Stmt {
    match nests.pop() {
        Some(block @ Stmt::Block(_)) if nests.is_empty() => block,
        last => Stmt::Block(nests.into_iter().chain(last).collect()),
    }
}
