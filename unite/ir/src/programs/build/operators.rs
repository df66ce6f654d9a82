//! Rust operators on expressions and on references to expressions; either side may also be a number.

use super::{BinaryOp, Expression, number};
use std::ops::{Add, Div, Mul, Sub};

impl From<&Expression> for Expression {
    fn from(expression: &Expression) -> Expression {
        expression.clone()
    }
}

impl From<f64> for Expression {
    fn from(value: f64) -> Expression {
        number(value)
    }
}

impl From<i32> for Expression {
    fn from(value: i32) -> Expression {
        number(value)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident $op:ident;)*) => {$(
        impl<R: Into<Expression>> $trait<R> for Expression {
            type Output = Expression;

            fn $method(self, right: R) -> Expression {
                Expression::binary(BinaryOp::$op, self, right.into())
            }
        }

        impl<R: Into<Expression>> $trait<R> for &Expression {
            type Output = Expression;

            fn $method(self, right: R) -> Expression {
                Expression::binary(BinaryOp::$op, self.clone(), right.into())
            }
        }

        operators!(number $trait $method $op f64 Expression);
        operators!(number $trait $method $op f64 &Expression);
        operators!(number $trait $method $op i32 Expression);
        operators!(number $trait $method $op i32 &Expression);
    )*};
    (number $trait:ident $method:ident $op:ident $number:ident $right:ty) => {
        impl $trait<$right> for $number {
            type Output = Expression;

            fn $method(self, right: $right) -> Expression {
                Expression::binary(BinaryOp::$op, number(self), right.into())
            }
        }
    };
}

operators! {
    Add add Add;
    Sub sub Sub;
    Mul mul Mul;
    Div div Div;
}
