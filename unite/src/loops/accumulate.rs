//! Accumulators: what the loops inside of the target's last one reduce to, before it is written once.

use std::ops::{Add, ControlFlow};

use crate::level::Value;
use crate::looplet::{Flow, Stop};

/// `+=`
#[derive(Debug, Clone, Copy)]
pub struct Sum<T>(pub T);

impl<T: Value + Add<Output = T>> Sum<T> {
    /// Nothing yet.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "made by the macro alone")]
    pub fn new() -> Self {
        Sum(T::ZERO)
    }

    /// One value more.
    #[inline(always)]
    pub fn put(&mut self, value: T) -> Flow {
        self.0 = self.0 + value;
        ControlFlow::Continue(())
    }

    /// The result; nothing where it would change nothing.
    #[inline(always)]
    pub fn take(self) -> Option<T> {
        if self.0 == T::ZERO { None } else { Some(self.0) }
    }
}

macro_rules! chosen {
    ($(#[$doc:meta] $name:ident $neutral:ident $choose:ident;)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy)]
        pub struct $name<T>(T);

        impl<T: Value> $name<T> {
            /// Nothing yet.
            #[inline(always)]
            #[expect(clippy::new_without_default, reason = "made by the macro alone")]
            pub fn new() -> Self {
                $name(T::$neutral)
            }

            /// One value more.
            #[inline(always)]
            pub fn put(&mut self, value: T) -> Flow {
                self.0 = self.0.$choose(value);
                ControlFlow::Continue(())
            }

            /// The result; nothing where it would change nothing.
            #[inline(always)]
            pub fn take(self) -> Option<T> {
                if self.0 == T::$neutral { None } else { Some(self.0) }
            }
        }
    )*};
}
chosen! {
    /// `max=`
    Max LOWEST greatest;
    /// `min=`
    Min HIGHEST least;
}

/// `=`
#[derive(Debug, Clone, Copy)]
pub struct Last<T>(Option<T>);

impl<T: Value> Last<T> {
    /// Nothing yet.
    #[inline(always)]
    #[expect(clippy::new_without_default, reason = "made by the macro alone")]
    pub fn new() -> Self {
        Last(None)
    }

    /// One value more.
    #[inline(always)]
    pub fn put(&mut self, value: T) -> Flow {
        self.0 = Some(value);
        ControlFlow::Continue(())
    }

    /// The result, if there was a value.
    #[inline(always)]
    pub fn take(self) -> Option<T> {
        self.0
    }
}

macro_rules! logical {
    ($(#[$doc:meta] $name:ident $decided:literal;)*) => {$(
        #[$doc]
        #[derive(Debug, Clone, Copy)]
        pub struct $name(bool);

        impl $name {
            /// Nothing yet.
            #[inline(always)]
            #[expect(clippy::new_without_default, reason = "made by the macro alone")]
            pub fn new() -> Self {
                $name(!$decided)
            }

            /// One value more; it may settle the result.
            #[inline(always)]
            pub fn put(&mut self, value: bool) -> Flow {
                if value == $decided {
                    self.0 = $decided;
                    ControlFlow::Break(Stop::Satisfied)
                } else {
                    ControlFlow::Continue(())
                }
            }

            /// The result; nothing where it would change nothing.
            #[inline(always)]
            pub fn take(self) -> Option<bool> {
                if self.0 == $decided { Some($decided) } else { None }
            }
        }
    )*};
}
logical! {
    /// `|=`: settled by the first true.
    Any true;
    /// `&=`: settled by the first false.
    All false;
}

/// A loop that was left because its result was settled has ended well; one that failed has not.
#[inline(always)]
pub fn settled(flow: Flow) -> Flow {
    match flow {
        ControlFlow::Break(Stop::Satisfied) => ControlFlow::Continue(()),
        flow => flow,
    }
}
