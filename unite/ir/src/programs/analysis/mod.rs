//! Analyses: facts about a program before it runs. Programs have no loops and no branches, so all of it is exact but
//! [`contraction_order`], which is a choice.
//!
//! | function | question |
//! |---|---|
//! | [`reaching`] | which assignment does a variable's value come from |
//! | [`undefined_uses`] | which variables are read before they hold anything |
//! | [`dead_statements`] | which statements does no result depend on |
//! | [`common_subexpressions`] | which expressions are computed more than once |
//! | [`writes_in_place`] | which statements need no temporary |
//! | [`chains`] | which products of many factors are there |
//! | [`contraction_order`] | in which order is a product of many factors cheapest |

mod chains;
mod common;
mod dead;
mod in_place;
mod order;
mod reaching;

pub(super) use chains::chains_of;
pub use chains::{Chain, chains};
pub use common::{Common, common_subexpressions};
pub use dead::dead_statements;
pub use in_place::writes_in_place;
pub use order::{ContractionOrder, Factor, contraction_order, written_order};
pub use reaching::{Definition, Use, reaching, undefined_uses};
