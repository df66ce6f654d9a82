//! Plans: the candidates of a nest, of which the sizes of tensors select one, and their text.
//!
//! ```text
//!  for i, k, j  z[i, j] += a[i, k] * b[k, j]
//!    a[i, k] is read as it is stored
//!    b[k, j] is converted: stored by j, k, read by k, j; 3 entries
//!    about 112 steps, 48 of them for conversions; for j, k, i: 128
//! ```

use std::fmt::Write;

use super::{Outline, Part, Sizes};

/// The candidates of a nest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Plan<'a> {
    /// The nest without its values.
    pub outline: Outline<'a>,
    /// The assignment, as text.
    pub assignment: &'a str,
    /// The orders of the loops.
    pub orders: &'a [&'a [usize]],
    /// See [`Candidates::turned`](super::Candidates::turned).
    pub turned: &'a [usize],
    /// See [`Candidates::best`](super::Candidates::best).
    pub best: &'a [&'a [usize]],
}

impl Plan<'_> {
    /// Returns the number of the order that costs least for tensors of these sizes.
    pub fn choose(&self, stored: &[Sizes]) -> usize {
        let best = self.best(stored);
        let cheapest = self.outline.cheapest(best.iter().map(|number| self.orders[*number]), stored);
        best.get(cheapest.unwrap_or(0)).copied().unwrap_or(0)
    }

    /// Returns the numbers of the orders that are compiled for tensors that are stored like these.
    fn best(&self, stored: &[Sizes]) -> &[usize] {
        let last_first = |part: &usize| stored.get(*part).is_some_and(|sizes| sizes.last_index_first);
        let bits = self.turned.iter().enumerate().filter(|(_, part)| last_first(part));
        let set = bits.fold(0, |set, (bit, _)| set | 1usize << bit);
        self.best.get(set).copied().unwrap_or_default()
    }

    /// Describes the choice for tensors of these sizes: the loops, each conversion, and why.
    pub fn explain(&self, stored: &[Sizes]) -> String {
        let chosen = self.choose(stored);
        let order = self.orders[chosen];
        let mut text = format!("{}{}\n", self.header(order, "  "), self.assignment);
        // Writing to a string does not fail.
        for (part, sizes) in self.outline.parts.iter().zip(stored) {
            let tensor = part.tensor;
            let _ = if part.in_order(sizes.last_index_first, order) {
                writeln!(text, "  {tensor} is read as it is stored")
            } else {
                let from = self.names(part.stored(sizes.last_index_first));
                let to = self.names(sorted(part, order));
                writeln!(text, "  {tensor} is converted: stored by {from}, read by {to}; {} entries", sizes.entries())
            };
        }
        let cost = self.outline.cost(order, stored).unwrap_or_default();
        let _ = write!(text, "  about {:.0} steps", cost.total());
        if cost.converted > 0.0 {
            let _ = write!(text, ", {:.0} of them for conversions", cost.converted);
        }
        for number in self.best(stored).iter().filter(|number| **number != chosen) {
            if let Some(other) = self.outline.cost(self.orders[*number], stored) {
                let _ = write!(text, "; {}: {:.0}", self.header(self.orders[*number], ""), other.total());
            }
        }
        text.push('\n');
        text
    }

    /// Returns the loops as text, and `gap` after them, if there are any.
    fn header(&self, order: &[usize], gap: &str) -> String {
        let names: Vec<&str> = order.iter().map(|index| self.outline.indices[*index]).collect();
        if names.is_empty() { String::new() } else { format!("for {}{gap}", names.join(", ")) }
    }

    /// Returns the indices of axes as text.
    fn names(&self, axes: impl Iterator<Item = u32>) -> String {
        let all = 0..self.outline.indices.len();
        let name = |axis: u32| {
            let names = all.clone().filter(|index| axis >> index & 1 == 1).map(|index| self.outline.indices[index]);
            names.collect::<Vec<_>>().join(" and ")
        };
        axes.map(name).collect::<Vec<_>>().join(", ")
    }
}

/// Returns the indices along each axis in the order in which loops go through them.
fn sorted(part: &Part<'_>, order: &[usize]) -> impl Iterator<Item = u32> {
    let mut axes = part.axes.to_vec();
    axes.sort_by_key(|axis| order.iter().rposition(|index| axis >> index & 1 == 1));
    axes.into_iter()
}
