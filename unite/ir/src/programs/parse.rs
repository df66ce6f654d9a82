//! From tokens to the tree: the grammar at the head of `ast`, one function a rule.
//!
//! A mistake ends the declaration or statement that it is in, and parsing goes on at the next one, so that all mistakes
//! of a program are found at once.

use super::{BinaryOp, Declaration, DeclarationKind, Expr, ExprKind, Extent, Function, Pair, Program, Statement};
use crate::syntax::{Bracket, Cursor, Diagnostic, Grammar, Name, Span, Token, Tokens};
use std::ops::{Deref, DerefMut};

/// Operators inside one another beyond which a program is refused, so that no text exhausts the stack.
const DEEPEST: usize = 400;

/// The code of what the grammar does not allow.
const SYNTAX: &str = "syntax";

/// A program, and remarks on what is lawful but may not mean what it seems to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Parsed {
    /// The tree.
    pub program: Program,
    /// Expressions that other languages read otherwise, with the parentheses that make it plain.
    pub remarks: Vec<Diagnostic>,
}

/// Parses a stream of tokens.
///
/// ```
/// use unite_ir::programs::parse;
/// use unite_ir::syntax::Tokens;
/// let parsed = parse(&Tokens::from_text("var a : [] var b : []  b = a + a * b")).unwrap();
/// assert_eq!(parsed.program.to_string(), "var a : []\nvar b : []\nb = (a + a) * b\n");
/// assert_eq!(parsed.remarks[0].help.as_deref(), Some("write `(a + a) * b`"));
/// ```
///
/// # Errors
/// All mistakes, in the order of the text.
pub fn parse(tokens: &Tokens) -> Result<Parsed, Vec<Diagnostic>> {
    let mut parser = Parser { cursor: Cursor::new(tokens), remarks: Vec::new() };
    let mut program = Program::default();
    let mut mistakes = Vec::new();
    while parser.peek().is_some() {
        let first = parser.here();
        if let Err(mistake) = parser.part(&mut program) {
            mistakes.push(mistake.code(SYNTAX));
            parser.skip_part(first);
        }
    }
    if mistakes.is_empty() { Ok(Parsed { program, remarks: parser.remarks }) } else { Err(mistakes) }
}

struct Parser<'t> {
    cursor: Cursor<'t>,
    remarks: Vec<Diagnostic>,
}

impl<'t> Deref for Parser<'t> {
    type Target = Cursor<'t>;

    fn deref(&self) -> &Cursor<'t> {
        &self.cursor
    }
}

impl DerefMut for Parser<'_> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.cursor
    }
}

/// An expression and the most operators inside one another in it.
struct Deep(Expr, usize);

/// Declarations and statements.
impl<'t> Parser<'t> {
    /// A declaration or a statement.
    fn part(&mut self, program: &mut Program) -> Result<(), Diagnostic> {
        if self.begins_declaration() {
            let declaration = self.declaration()?;
            if !program.statements.is_empty() {
                return Err(Diagnostic::new(
                    declaration.name.span,
                    format!("`{}` is declared after a statement", declaration.name.text),
                )
                .help("move the declaration before the first statement"));
            }
            program.declarations.push(declaration);
        } else {
            program.statements.push(self.statement()?);
        }
        Ok(())
    }

    /// Passes tokens up to the next one that begins a declaration or a statement.
    fn skip_part(&mut self, first: u32) {
        if self.here() == first {
            self.bump();
        }
        while self.peek().is_some() && !self.begins_declaration() && !self.begins_statement() {
            self.bump();
        }
    }

    /// `var` and `const` are words like any other, unless a name follows.
    fn begins_declaration(&self) -> bool {
        (self.sees_word("var") || self.sees_word("const")) && matches!(self.peek_after(1), Some(Token::Word(_)))
    }

    /// `+=` and its like are refused there, not in the statement before.
    fn begins_statement(&self) -> bool {
        let is_assignment = matches!(self.peek_after(1), Some(Token::Sign("=" | "+=" | "-=" | "*=" | "/=")));
        is_assignment && matches!(self.peek(), Some(Token::Word(_)))
    }

    fn declaration(&mut self) -> Result<Declaration, Diagnostic> {
        let is_constant = self.eat_word("const");
        let (mut input, mut output) = (false, false);
        if !is_constant {
            self.bump();
            for (word, qualifier) in [("input", &mut input), ("output", &mut output)] {
                if matches!(self.peek_after(1), Some(Token::Word(_))) {
                    *qualifier = self.eat_word(word);
                }
            }
            if self.sees_word("input") && matches!(self.peek_after(1), Some(Token::Word(_))) {
                return Err(self.wrong("`input` stands before `output`").help("write `var input output`"));
            }
        }
        let name = self.name("the name of a variable")?;
        if !self.eat(":") {
            return Err(self
                .expected("`:` and the shape")
                .help(format!("write `{} : [2 3]`; `[]` is a scalar", name.text)));
        }
        let extents = self.extents()?;
        let kind = if is_constant { self.elements()? } else { DeclarationKind::Variable { input, output } };
        Ok(Declaration { name, kind, extents })
    }

    fn statement(&mut self) -> Result<Statement, Diagnostic> {
        let target = self.name("a declaration or a statement")?;
        match self.peek() {
            Some(Token::Sign(sign @ ("+=" | "-=" | "*=" | "/="))) => {
                let (op, name) = (&sign[..1], &target.text);
                return Err(self
                    .wrong(format!("there is no assignment `{sign}`"))
                    .help(format!("write `{name} = {name} {op} (..)`")));
            }
            _ if !self.eat("=") => return Err(self.expected("`=`")),
            _ => {}
        }
        let value = self.expression()?.0;
        match self.peek() {
            None => {}
            Some(_) if self.begins_declaration() || self.begins_statement() => {}
            Some(Token::Word(_) | Token::Number(_) | Token::Open(Bracket::Round)) => {
                return Err(self.expected("an operator between two operands, or a statement"));
            }
            Some(_) => return Err(self.expected("an operator or a statement")),
        }
        Ok(Statement { target, value })
    }

    /// `[2 3]`
    fn extents(&mut self) -> Result<Vec<Extent>, Diagnostic> {
        self.open("`[` and the extents")?;
        let mut extents = Vec::new();
        loop {
            match self.peek() {
                Some(Token::Close(Bracket::Square)) => break,
                Some(Token::Word(_)) => extents.push(Extent::Named(self.name("an extent")?)),
                Some(Token::Number(_)) => extents.push(Extent::Number(self.integer("an extent")?)),
                Some(Token::Sign(",")) => {
                    return Err(self.wrong("extents are separated by blanks, not by `,`").help("write `[2 3]`"));
                }
                _ => return Err(self.expected("an extent, a whole number or a name, or `]`")),
            }
        }
        self.bump();
        Ok(extents)
    }

    /// `= [1 1; 1 -1]`
    fn elements(&mut self) -> Result<DeclarationKind, Diagnostic> {
        if !self.eat("=") {
            return Err(self.expected("`=` and the elements").help("write `const c : [2] = [1 2]`"));
        }
        let first = self.here();
        self.open("`[` and the elements")?;
        let mut elements = Vec::new();
        loop {
            let first = self.here();
            match self.peek() {
                Some(Token::Close(Bracket::Square)) => break,
                Some(Token::Sign(";")) => self.bump(),
                Some(Token::Sign("-")) => {
                    self.bump();
                    let text = self.number()?;
                    elements.push(Name { text: format!("-{text}"), span: self.since(first) });
                }
                Some(Token::Number(_)) => {
                    let text = self.number()?;
                    elements.push(Name { text, span: self.since(first) });
                }
                Some(Token::Sign(",")) => {
                    return Err(self.wrong("elements are separated by blanks, not by `,`").help("write `[1 2; 3 4]`"));
                }
                _ => return Err(self.expected("a number, `;` or `]`")),
            }
        }
        self.bump();
        Ok(DeclarationKind::Constant { elements, span: self.since(first) })
    }

    fn open(&mut self, what: &str) -> Result<(), Diagnostic> {
        if self.eat_token(&Token::Open(Bracket::Square)) { Ok(()) } else { Err(self.expected(what)) }
    }
}

/// Expressions.
impl Parser<'_> {
    /// Operands joined by operators of one rank, from the left to the right.
    fn expression(&mut self) -> Result<Deep, Diagnostic> {
        self.inside(|parser| {
            let first = parser.here();
            let Deep(mut expr, mut depth) = parser.primary()?;
            // What other languages would read otherwise: the first operator of another rank behind a binary one.
            let (mut before, mut surprise) = (None::<BinaryOp>, None::<Span>);
            loop {
                let op_span = parser.here_span();
                if let Some(op) = parser.binary_op() {
                    parser.bump();
                    let Deep(right, right_depth) = parser.primary()?;
                    if before.is_some_and(|before| before.is_sum() != op.is_sum()) {
                        surprise = surprise.or(Some(op_span));
                    }
                    before = Some(op);
                    depth = depth.max(right_depth);
                    let kind = ExprKind::Binary(op, op_span, Box::new(expr), Box::new(right));
                    expr = Expr { kind, span: parser.since(first) };
                } else if let Some(is_contraction) = parser.pairs_op() {
                    parser.bump();
                    let pairs = parser.pairs()?;
                    if before.is_some() {
                        surprise = surprise.or(Some(op_span));
                    }
                    let operand = Box::new(expr);
                    let kind = if is_contraction {
                        ExprKind::Contract(operand, pairs)
                    } else {
                        ExprKind::Transpose(operand, pairs)
                    };
                    expr = Expr { kind, span: parser.since(first) };
                } else {
                    break;
                }
                depth += 1;
                if depth > DEEPEST {
                    return Err(Diagnostic::new(op_span, format!("more than {DEEPEST} operators in one another"))
                        .help("assign a part of the expression to a variable"));
                }
            }
            if let Some(span) = surprise {
                let remark = Diagnostic::new(span, "all operators have one rank and associate to the left");
                parser.remarks.push(remark.help(format!("write `{expr}`")));
            }
            Ok(Deep(expr, depth))
        })
    }

    fn binary_op(&self) -> Option<BinaryOp> {
        let Some(Token::Sign(sign)) = self.peek() else { return None };
        BinaryOp::ALL.into_iter().find(|op| op.sign() == *sign)
    }

    /// Returns `true` if `.` comes next, `false` if `^` does, and nothing otherwise.
    fn pairs_op(&self) -> Option<bool> {
        match self.peek() {
            Some(Token::Sign(".")) => Some(true),
            Some(Token::Sign("^")) => Some(false),
            _ => None,
        }
    }

    fn primary(&mut self) -> Result<Deep, Diagnostic> {
        let first = self.here();
        match self.peek() {
            Some(Token::Open(Bracket::Round)) => self.parenthesised(),
            Some(Token::Number(_)) => {
                let kind = ExprKind::Number(self.number()?);
                Ok(Deep(Expr { kind, span: self.since(first) }, 0))
            }
            Some(Token::Word(word)) => {
                let function = Function::ALL.into_iter().find(|function| function.name() == word);
                match (function, self.peek_after(1)) {
                    (Some(function), Some(Token::Open(Bracket::Round))) => {
                        self.bump();
                        let Deep(argument, depth) = self.parenthesised()?;
                        let kind = ExprKind::Call(function, Box::new(argument));
                        Ok(Deep(Expr { kind, span: self.since(first) }, depth + 1))
                    }
                    _ => {
                        let name = self.name("an operand")?;
                        let span = name.span;
                        Ok(Deep(Expr { kind: ExprKind::Variable(name), span }, 0))
                    }
                }
            }
            Some(Token::Sign("-")) => Err(self
                .wrong("expected an operand, found `-`: there is no sign before an operand")
                .help("write `(0 - 1) * a`")),
            _ => Err(self.expected("an operand: a name, a number or `(`")),
        }
    }

    fn parenthesised(&mut self) -> Result<Deep, Diagnostic> {
        self.bump();
        let inner = self.expression()?;
        if !self.eat_token(&Token::Close(Bracket::Round)) {
            return Err(self.expected("an operator or `)`"));
        }
        Ok(inner)
    }

    /// `[2 3, 1 4]`
    fn pairs(&mut self) -> Result<Vec<Pair>, Diagnostic> {
        let help = "write two dimensions, from 1: `[2 3]`";
        self.open("`[` and two dimensions").map_err(|mistake| mistake.help(help))?;
        let mut pairs = Vec::new();
        loop {
            let first = self.integer("a dimension").map_err(|mistake| mistake.help(help))?;
            let second = self.integer("a second dimension").map_err(|mistake| mistake.help(help))?;
            pairs.push(Pair { first, second });
            if !self.eat(",") {
                break;
            }
        }
        if !self.eat_token(&Token::Close(Bracket::Square)) {
            return Err(self.expected("`,` and two dimensions, or `]`"));
        }
        Ok(pairs)
    }
}

/// Names and numbers.
impl Parser<'_> {
    /// A letter, then letters and digits.
    fn name(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let Some(Token::Word(text)) = self.peek() else { return Err(self.expected(what)) };
        if !text.starts_with(|c: char| c.is_ascii_alphabetic()) || !text.chars().all(|c| c.is_ascii_alphanumeric()) {
            return Err(self
                .wrong(format!("`{text}` cannot be a name"))
                .help("a name is a letter from a to z or A to Z, then letters and digits"));
        }
        let first = self.here();
        self.bump();
        Ok(Name { text: text.clone(), span: self.since(first) })
    }

    /// Digits alone.
    fn integer(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let Some(Token::Number(text)) = self.peek() else { return Err(self.expected(what)) };
        if !text.chars().all(|c| c.is_ascii_digit()) {
            return Err(self.wrong(format!("expected {what}, a whole number, found `{text}`")));
        }
        let first = self.here();
        self.bump();
        Ok(Name { text: text.clone(), span: self.since(first) })
    }

    /// Digits, perhaps with a point and an exponent.
    fn number(&mut self) -> Result<String, Diagnostic> {
        let Some(Token::Number(text)) = self.peek() else { return Err(self.expected("a number")) };
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
        let is_digits = |text: &str| text.chars().all(|c| c.is_ascii_digit());
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        if !is_digits(whole) || !is_digits(fraction) || exponent.is_empty() || !is_digits(exponent) {
            return Err(self
                .wrong(format!("`{text}` is not a number here"))
                .help("write digits: `12`, `1.5` or `2e-3`"));
        }
        self.bump();
        Ok(text.clone())
    }
}
