//! [`Pairs`]: the pairs of terms of rows, and the rows that share each.

use super::steps::Steps;
use super::{MOST_SHARED, Row, common_divisor};
use std::collections::{BTreeMap, BTreeSet};

/// Two terms up to a common factor: `left < right`, the factors have no common divisor, and that of `left` is positive.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Pair {
    left: usize,
    right: usize,
    left_factor: i128,
    right_factor: i128,
}

/// A pair that is shared; the least one is computed first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    /// The fewer, the more rows share it.
    others: u32,
    /// The cost of its factors.
    cost: u32,
    /// The values that came first are summed first; all orders are of numbers, never of hashes.
    pair: Pair,
}

/// A set of rows, a bit a row.
type RowSet = u64;

/// Rows, and the rows that each pair of terms occurs in.
pub(super) struct Pairs {
    rows: Vec<Row>,
    found: BTreeMap<Pair, RowSet>,
    /// The pairs that two rows or more have.
    ranks: BTreeSet<Rank>,
}

impl Pair {
    fn new((a, a_factor): (usize, i128), (b, b_factor): (usize, i128)) -> Pair {
        let (left, left_factor, right, right_factor) =
            if a < b { (a, a_factor, b, b_factor) } else { (b, b_factor, a, a_factor) };
        let by = common_divisor(left_factor, right_factor) * left_factor.signum();
        Pair { left, right, left_factor: left_factor / by, right_factor: right_factor / by }
    }

    fn rank(self, rows: RowSet) -> Rank {
        let cost = |factor: i128| match factor.abs() {
            1 => 0,
            2 => 1,
            _ => 2,
        };
        let cost = cost(self.left_factor) + cost(self.right_factor);
        Rank { others: RowSet::BITS - rows.count_ones(), cost, pair: self }
    }
}

impl Pairs {
    /// The pairs of at most [`MOST_SHARED`] rows.
    pub(super) fn new(rows: Vec<Row>) -> Pairs {
        assert!(rows.len() <= MOST_SHARED, "a set of rows has a bit for each");
        let mut pairs = Pairs { rows: vec![Row::new(); rows.len()], found: BTreeMap::new(), ranks: BTreeSet::new() };
        for (number, row) in rows.into_iter().enumerate() {
            for (value, factor) in row {
                pairs.insert(number, value, factor);
            }
        }
        pairs
    }

    /// Writes all pairs that are shared, the most shared ones first, and returns the rows that are left.
    pub(super) fn share(mut self, steps: &mut Steps) -> Vec<Row> {
        let mut chosen = BTreeSet::new();
        while let Some(pair) = self.most_shared(&chosen) {
            let rows = self.found[&pair];
            chosen.insert(rows);
            let sign = self.sign(pair, rows);
            let (value, value_sign) =
                steps.pair((pair.left, sign * pair.left_factor), (pair.right, sign * pair.right_factor));
            for row in rows_of(rows) {
                let factor = self.rows[row][&pair.left] / pair.left_factor * sign * value_sign;
                self.remove(row, pair.left);
                self.remove(row, pair.right);
                self.insert(row, value, factor);
            }
        }
        self.rows
    }

    /// The pair that most rows share. Among equals one whose rows shared a pair before: the sums of the two are shared by
    /// the same rows. (In a Hadamard matrix all pairs are shared by half the rows, but few choices lead to butterflies.)
    fn most_shared(&self, chosen: &BTreeSet<RowSet>) -> Option<Pair> {
        let first = self.ranks.first()?;
        let equals = self.ranks.iter().take_while(|rank| (rank.others, rank.cost) == (first.others, first.cost));
        let again = equals.map(|rank| rank.pair).find(|pair| chosen.contains(&self.found[pair]));
        again.or(Some(first.pair))
    }

    /// Chooses between `a - b` and `b - a`: the one that more rows end with, else the one that more rows contain, so that few
    /// values are negated. Sums are not negated.
    fn sign(&self, pair: Pair, rows: RowSet) -> i128 {
        if pair.right_factor > 0 {
            return 1;
        }
        let (mut ends, mut contains) = (0, 0);
        for row in rows_of(rows) {
            let sign = self.rows[row][&pair.left].signum();
            contains += sign;
            ends += if self.rows[row].len() == 2 { sign } else { 0 };
        }
        if (ends, contains) < (0, 0) { -1 } else { 1 }
    }

    fn insert(&mut self, row: usize, value: usize, factor: i128) {
        self.toggle(row, value, factor);
        self.rows[row].insert(value, factor);
    }

    fn remove(&mut self, row: usize, value: usize) {
        let factor = self.rows[row].remove(&value).expect("a pair is found in rows that have its values");
        self.toggle(row, value, factor);
    }

    /// Adds or removes a row at the pairs of a term with all others of the row.
    fn toggle(&mut self, row: usize, value: usize, factor: i128) {
        for (&other, &other_factor) in &self.rows[row] {
            let pair = Pair::new((value, factor), (other, other_factor));
            let rows = self.found.entry(pair).or_default();
            if rows.count_ones() > 1 {
                self.ranks.remove(&pair.rank(*rows));
            }
            *rows ^= 1 << row;
            if rows.count_ones() > 1 {
                self.ranks.insert(pair.rank(*rows));
            }
            if *rows == 0 {
                self.found.remove(&pair);
            }
        }
    }
}

/// The rows of a set, in order.
fn rows_of(rows: RowSet) -> impl Iterator<Item = usize> {
    (0..MOST_SHARED).filter(move |row| rows >> row & 1 == 1)
}
