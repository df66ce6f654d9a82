//! Code generation for expressions. The program's own tokens are emitted; accesses are replaced by the values read.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use unite_ir::loops::{BinaryOp, Expr, ExprKind, UnaryOp};

use super::Emitter;

impl Emitter<'_> {
    /// Generates an expression.
    pub(crate) fn expr(&self, expr: &Expr) -> TokenStream {
        let span = self.source.span(expr.span);
        match &expr.kind {
            ExprKind::Number(text) => self.source.number(text, expr.span),
            ExprKind::Bool(value) => quote_spanned!(span=> #value),
            ExprKind::Place(name) => self.source.name(name),
            ExprKind::Access(access) => self.value(access),
            // The checker lets neither through: infinite bounds are handled earlier, and measures are factored out.
            ExprKind::Infinity | ExprKind::Measure(_) => {
                quote_spanned!(span=> ::core::compile_error!("no value"))
            }
            ExprKind::Unary(op, operand) => {
                let operand = self.tight(operand);
                match op {
                    UnaryOp::Neg => quote_spanned!(span=> - #operand),
                    UnaryOp::Not => quote_spanned!(span=> ! #operand),
                }
            }
            ExprKind::Binary(op, left, right) => {
                let sign = sign(*op, self.source.token(left.span.end));
                let (left, right) = (self.tight(left), self.tight(right));
                quote!(#left #sign #right)
            }
            ExprKind::Call(name, arguments) => {
                let values = arguments.iter().map(|argument| self.expr(argument));
                let name = match (name.text.as_str(), arguments.len()) {
                    ("min", 2) => quote_spanned!(self.source.span(name.span)=> ::unite::level::Ordered::least),
                    ("max", 2) => quote_spanned!(self.source.span(name.span)=> ::unite::level::Ordered::greatest),
                    _ => self.source.name(name),
                };
                quote_spanned!(span=> #name(#(#values),*))
            }
            ExprKind::Method(receiver, name, arguments) => {
                let (receiver, name) = (self.tight(receiver), self.source.name(name));
                let values = arguments.iter().map(|argument| self.expr(argument));
                quote!(#receiver.#name(#(#values),*))
            }
            ExprKind::Tuple(values) => {
                let values = values.iter().map(|value| self.expr(value));
                quote_spanned!(span=> (#(#values),*))
            }
            ExprKind::Conditional(parts) => {
                let [condition, then, otherwise] = parts.each_ref().map(|part| self.expr(part));
                quote_spanned!(span=> if #condition { #then } else { #otherwise })
            }
            ExprKind::Cast(operand, ty) => {
                let (operand, ty) = (self.tight(operand), self.source.name(ty));
                quote!(#operand as #ty)
            }
        }
    }

    /// Generates an expression, in parentheses if operators next to it could bind more tightly.
    fn tight(&self, expr: &Expr) -> TokenStream {
        let tokens = self.expr(expr);
        match expr.kind {
            ExprKind::Unary(..) | ExprKind::Binary(..) | ExprKind::Cast(..) | ExprKind::Conditional(_) => {
                quote!((#tokens))
            }
            _ => tokens,
        }
    }
}

fn sign(op: BinaryOp, span: Span) -> TokenStream {
    match op {
        BinaryOp::Add => quote_spanned!(span=> +),
        BinaryOp::Sub => quote_spanned!(span=> -),
        BinaryOp::Mul => quote_spanned!(span=> *),
        BinaryOp::Div => quote_spanned!(span=> /),
        BinaryOp::Rem => quote_spanned!(span=> %),
        BinaryOp::And => quote_spanned!(span=> &&),
        BinaryOp::Or => quote_spanned!(span=> ||),
        BinaryOp::Lt => quote_spanned!(span=> <),
        BinaryOp::Le => quote_spanned!(span=> <=),
        BinaryOp::Gt => quote_spanned!(span=> >),
        BinaryOp::Ge => quote_spanned!(span=> >=),
        BinaryOp::Eq => quote_spanned!(span=> ==),
        BinaryOp::Ne => quote_spanned!(span=> !=),
    }
}
