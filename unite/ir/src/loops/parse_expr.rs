//! The parser of expressions, by operator precedence.

use super::check::is_infinite;
use super::parse::Parser;
use super::{Access, BinaryOp, Expr, ExprKind, Index, Protocol, UnaryOp, Window};
use crate::syntax::{Bracket, Diagnostic, Grammar, Name, Span, Token};

/// Words that end an expression or cannot be a name.
const NO_PLACE: [&str; 11] = ["for", "if", "else", "let", "mut", "as", "in", "while", "loop", "match", "_"];

impl BinaryOp {
    /// Returns the precedence: `||` 1, `&&` 2, comparisons 3, sums 4, products 5.
    pub(super) fn level(self) -> u8 {
        use BinaryOp::*;
        match self {
            Or => 1,
            And => 2,
            Lt | Le | Gt | Ge | Eq | Ne => COMPARISON,
            Add | Sub => 4,
            Mul | Div | Rem => 5,
        }
    }

    /// Returns the operator as written.
    pub fn sign(self) -> &'static str {
        use BinaryOp::*;
        match self {
            Add => "+",
            Sub => "-",
            Mul => "*",
            Div => "/",
            Rem => "%",
            And => "&&",
            Or => "||",
            Lt => "<",
            Le => "<=",
            Gt => ">",
            Ge => ">=",
            Eq => "==",
            Ne => "!=",
        }
    }

    fn from_sign(sign: &str) -> Option<BinaryOp> {
        use BinaryOp::*;
        [Add, Sub, Mul, Div, Rem, And, Or, Lt, Le, Gt, Ge, Eq, Ne].into_iter().find(|op| op.sign() == sign)
    }
}

/// The level of comparisons, which do not chain.
pub(super) const COMPARISON: u8 = 3;

impl Parser<'_> {
    pub(super) fn expression(&mut self) -> Result<Expr, Diagnostic> {
        let expr = self.inside(|parser| parser.binary(1))?;
        self.no_foreign_operator()?;
        Ok(expr)
    }

    /// Parses operands joined by operators of precedence `level` or higher.
    fn binary(&mut self, level: u8) -> Result<Expr, Diagnostic> {
        let first = self.here();
        let mut left = self.unary()?;
        let mut compared = false;
        loop {
            let Some(Token::Sign(sign)) = self.peek() else { return Ok(left) };
            // The end of `<<f, identity>>=`.
            if *sign == ">" && self.peek_after(1) == Some(&Token::Sign(">=")) {
                return Ok(left);
            }
            let Some(op) = BinaryOp::from_sign(sign).filter(|op| op.level() >= level) else { return Ok(left) };
            if op.level() == COMPARISON && std::mem::replace(&mut compared, true) {
                return Err(self.wrong("comparisons do not chain").help("write `a < b && b < c`"));
            }
            self.bump();
            let right = self.binary(op.level() + 1)?;
            let kind = ExprKind::Binary(op, Box::new(left), Box::new(right));
            left = Expr { kind, span: self.since(first) };
        }
    }

    fn unary(&mut self) -> Result<Expr, Diagnostic> {
        let op = match self.peek() {
            Some(Token::Sign("-")) => UnaryOp::Neg,
            Some(Token::Sign("!")) => UnaryOp::Not,
            _ => return self.cast(),
        };
        let first = self.here();
        self.bump();
        let operand = self.inside(Self::unary)?;
        Ok(Expr { kind: ExprKind::Unary(op, Box::new(operand)), span: self.since(first) })
    }

    fn cast(&mut self) -> Result<Expr, Diagnostic> {
        let first = self.here();
        let mut expr = self.postfix()?;
        while self.eat_word("as") {
            let ty = self.word("a type after `as`")?;
            expr = Expr { kind: ExprKind::Cast(Box::new(expr), ty), span: self.since(first) };
        }
        Ok(expr)
    }

    fn postfix(&mut self) -> Result<Expr, Diagnostic> {
        let first = self.here();
        let mut expr = self.primary()?;
        while self.eat(".") {
            let name = self.word("the name of a method after `.`")?;
            if self.peek() != Some(&Token::Open(Bracket::Round)) {
                return Err(self.expected("`(` after the name of a method"));
            }
            let arguments = self.arguments()?;
            expr = Expr { kind: ExprKind::Method(Box::new(expr), name, arguments), span: self.since(first) };
        }
        if self.peek() == Some(&Token::Open(Bracket::Square)) {
            return Err(self
                .wrong("only a tensor with a name has indices")
                .help("write all of them in one bracket: `A[i, j]`"));
        }
        Ok(expr)
    }

    fn primary(&mut self) -> Result<Expr, Diagnostic> {
        let first = self.here();
        let kind = match self.peek() {
            Some(Token::Number(text)) => {
                self.bump();
                ExprKind::Number(text.clone())
            }
            Some(Token::Open(Bracket::Round)) => {
                self.bump();
                let mut values = vec![self.expression()?];
                while self.eat(",") {
                    values.push(self.expression()?);
                }
                if !self.eat_token(&Token::Close(Bracket::Round)) {
                    return Err(self.expected("an operator, `,` or `)`"));
                }
                if values.len() == 1 { values.remove(0).kind } else { ExprKind::Tuple(values) }
            }
            Some(Token::Word(word)) => match word.as_str() {
                "true" | "false" => {
                    self.bump();
                    ExprKind::Bool(word == "true")
                }
                "inf" => {
                    self.bump();
                    ExprKind::Infinity
                }
                "if" => return self.conditional(),
                word if NO_PLACE.contains(&word) => return Err(self.expected("an expression")),
                _ => self.named()?,
            },
            Some(Token::Sign("*")) => return Err(self.wrong("there is no power operator `**`").help("write `i * i`")),
            Some(Token::Sign("&" | "|")) => {
                return Err(self.expected("an expression").help("truth values are joined by `&&` and `||`"));
            }
            Some(Token::Open(Bracket::Square)) => {
                return Err(self.expected("an expression").help("indices follow the tensor: `A[i]`"));
            }
            _ => return Err(self.expected("an expression")),
        };
        Ok(Expr { kind, span: self.since(first) })
    }

    /// Parses `if c { a } else { b }`.
    fn conditional(&mut self) -> Result<Expr, Diagnostic> {
        let first = self.here();
        self.bump();
        let condition = self.expression()?;
        let then = self.case("`{` and the value where the condition holds")?;
        if !self.eat_word("else") {
            return Err(self.expected("`else`").help("a value has both cases: `if c { a } else { b }`"));
        }
        let otherwise = match self.sees_word("if") {
            true => self.inside(Self::conditional)?,
            false => self.case("`{` and the value where the condition does not hold")?,
        };
        let kind = ExprKind::Conditional(Box::new([condition, then, otherwise]));
        Ok(Expr { kind, span: self.since(first) })
    }

    /// Parses `{ a }`.
    fn case(&mut self, what: &str) -> Result<Expr, Diagnostic> {
        if !self.eat_token(&Token::Open(Bracket::Curly)) {
            return Err(self.expected(what));
        }
        let value = self.expression()?;
        if !self.eat_token(&Token::Close(Bracket::Curly)) {
            return Err(self.expected("an operator or `}`"));
        }
        Ok(value)
    }

    /// Parses an expression that begins with a name: a place, an access, a call or a measure.
    fn named(&mut self) -> Result<ExprKind, Diagnostic> {
        let first = self.here();
        if matches!(self.peek_after(1), Some(Token::Sign("::") | Token::Open(Bracket::Round))) {
            return self.call();
        }
        let tensor = self.place()?;
        if self.peek() != Some(&Token::Open(Bracket::Square)) {
            return Ok(ExprKind::Place(tensor));
        }
        let indices = self.indices()?;
        Ok(ExprKind::Access(Access { tensor, indices, span: self.since(first) }))
    }

    /// Parses `x` or `self.points`; a last name followed by `(` is a method and is left.
    pub(super) fn place(&mut self) -> Result<Name, Diagnostic> {
        let first = self.here();
        let mut text = self.word("a name")?.text;
        while self.sees(".") && self.peek_after(2) != Some(&Token::Open(Bracket::Round)) && !self.starts_anew() {
            self.bump();
            text += ".";
            text += &self.word("the name of a field after `.`")?.text;
        }
        Ok(Name { text, span: self.since(first) })
    }

    /// Returns whether `.=` follows. (It is two tokens: the compiler does not say whether the signs touch.)
    pub(super) fn starts_anew(&self) -> bool {
        self.sees(".") && self.peek_after(1) == Some(&Token::Sign("="))
    }

    /// Parses `f(a, b)`, `module::f(a)` or `d(i)`.
    fn call(&mut self) -> Result<ExprKind, Diagnostic> {
        let first = self.here();
        let name = self.path("a name")?;
        if self.peek() != Some(&Token::Open(Bracket::Round)) {
            let remark = self.expected("`(` after a path");
            return Err(remark.help("a constant gets a name before the loops: `let pi = std::f64::consts::PI;`"));
        }
        let arguments = self.arguments()?;
        if name.text != "d" {
            return Ok(ExprKind::Call(name, arguments));
        }
        match <[Expr; 1]>::try_from(arguments) {
            Ok([Expr { kind: ExprKind::Place(var), .. }]) => Ok(ExprKind::Measure(var)),
            _ => Err(Diagnostic::new(self.since(first), "`d` takes the index of a loop, and nothing else")
                .help("write `d(i)`; a function of this name is called by its path, `self::d(...)`")),
        }
    }

    /// Parses `f` or `module::f`.
    pub(super) fn path(&mut self, what: &str) -> Result<Name, Diagnostic> {
        let first = self.here();
        let mut text = self.word(what)?.text;
        while self.eat("::") {
            text += "::";
            text += &self.word("a name after `::`")?.text;
        }
        Ok(Name { text, span: self.since(first) })
    }

    /// Parses `(a, b)`.
    fn arguments(&mut self) -> Result<Vec<Expr>, Diagnostic> {
        self.bump();
        let mut list = Vec::new();
        loop {
            if self.eat_token(&Token::Close(Bracket::Round)) {
                return Ok(list);
            }
            list.push(self.expression()?);
            if !self.eat(",") && self.peek() != Some(&Token::Close(Bracket::Round)) {
                return Err(self.expected("an operator, `,` or `)`"));
            }
        }
    }

    /// Parses `[i, walk(j)]`.
    pub(super) fn indices(&mut self) -> Result<Vec<Index>, Diagnostic> {
        self.bump();
        let mut list = Vec::new();
        loop {
            if !list.is_empty() && self.eat_token(&Token::Close(Bracket::Square)) {
                return Ok(list);
            }
            list.push(self.index()?);
            if !self.eat(",") && self.peek() != Some(&Token::Close(Bracket::Square)) {
                return Err(self.expected("an operator, `,` or `]`"));
            }
        }
    }

    fn index(&mut self) -> Result<Index, Diagnostic> {
        let protocol = match self.peek() {
            Some(Token::Word(word)) => Protocol::from_word(word),
            _ => None,
        };
        let call = self.peek_after(1) == Some(&Token::Open(Bracket::Round));
        let Some(protocol) = protocol.filter(|_| call) else {
            return self.part();
        };
        self.bump();
        self.bump();
        let index = self.part()?;
        if !self.eat_token(&Token::Close(Bracket::Round)) {
            return Err(self.expected("an operator or `)`"));
        }
        if !matches!(self.peek(), Some(Token::Sign(",") | Token::Close(Bracket::Square))) {
            let word = protocol.word();
            let remark = self.wrong(format!("`{word}(...)` encloses the whole index"));
            return Err(remark.help(format!("write `A[{word}(i + 1)]`")));
        }
        Ok(Index { protocol: Some(protocol), ..index })
    }

    /// Parses an index without a protocol: an expression, or a window and the index in it, `(a:b)(i)`.
    fn part(&mut self) -> Result<Index, Diagnostic> {
        let first = self.here();
        if !self.has_window() {
            return Ok(Index { expr: self.expression()?, window: None, protocol: None });
        }
        self.bump();
        let from = self.expression()?;
        self.bump();
        let to = self.expression()?;
        if self.sees(":") {
            let help = format!("write the place itself, `{from} + {to} * i`, in a loop with bounds");
            return Err(self.wrong("a window has no step").help(help));
        }
        if let Some(bound) = [&from, &to].into_iter().find(|bound| is_infinite(bound)) {
            let remark = Diagnostic::new(bound.span, "a window has two ends, and an index counts from the first");
            return Err(remark.help("write the place itself, `a + i`; a loop may have one end"));
        }
        if !self.eat_token(&Token::Close(Bracket::Round)) {
            return Err(self.expected("an operator or `)`"));
        }
        if !self.eat_token(&Token::Open(Bracket::Round)) {
            let help = format!("write `x[({from}:{to})(i)]`, which reads `x` at `{from} + i`");
            return Err(self.expected("`(` and the index in the window").help(help));
        }
        if self.has_window() {
            return Err(self
                .wrong("a window holds an index, not a window")
                .help("write one window, with the sum of both starts"));
        }
        let at = self.expression()?;
        if !self.eat_token(&Token::Close(Bracket::Round)) {
            return Err(self.expected("an operator or `)`"));
        }
        let kind = ExprKind::Binary(BinaryOp::Add, Box::new(from.clone()), Box::new(at.clone()));
        let expr = Expr { kind, span: self.since(first) };
        Ok(Index { expr, window: Some(Box::new(Window { from, to, at })), protocol: None })
    }

    /// Returns whether a window follows: a bracket with `:` in it.
    fn has_window(&self) -> bool {
        if self.peek() != Some(&Token::Open(Bracket::Round)) {
            return false;
        }
        let mut depth = 1;
        for count in 1.. {
            match self.peek_after(count) {
                Some(Token::Sign(":")) if depth == 1 => return true,
                Some(Token::Open(_)) => depth += 1,
                Some(Token::Close(_)) => depth -= 1,
                None => return false,
                _ => {}
            }
            if depth == 0 {
                return false;
            }
        }
        false
    }

    fn word(&mut self, what: &str) -> Result<Name, Diagnostic> {
        match self.peek() {
            Some(Token::Word(text)) if !NO_PLACE.contains(&text.as_str()) => {
                let span = Span { first: self.here(), end: self.here() + 1 };
                self.bump();
                Ok(Name { text: text.clone(), span })
            }
            _ => Err(self.expected(what)),
        }
    }

    /// Rejects the operators of other languages at the end of an expression.
    fn no_foreign_operator(&self) -> Result<(), Diagnostic> {
        let Some(Token::Sign(sign)) = self.peek() else { return Ok(()) };
        Err(match *sign {
            "^" => self.wrong("there is no power operator `^`").help("write `i * i`"),
            "**" => self.wrong("there is no power operator `**`").help("write `i * i`"),
            "&" => self.wrong("there is no operator `&`").help("write `&&`"),
            "|" => self.wrong("there is no operator `|`").help("write `||`"),
            _ => return Ok(()),
        })
    }
}

impl Protocol {
    /// All protocols.
    pub const ALL: [Protocol; 3] = [Protocol::Walk, Protocol::Gallop, Protocol::Follow];

    /// Returns the protocol as written.
    pub fn word(self) -> &'static str {
        match self {
            Protocol::Walk => "walk",
            Protocol::Gallop => "gallop",
            Protocol::Follow => "follow",
        }
    }

    fn from_word(word: &str) -> Option<Protocol> {
        Protocol::ALL.into_iter().find(|protocol| protocol.word() == word)
    }
}
