//! [`Difference`]: the first element in which two structures of one format differ.

use crate::shared::trace::Record;

/// The first element in which two structures differ.
///
/// ```
/// use codecs::bitstream::Difference;
/// use codecs::shared::trace::{Recorder, Trace};
/// let (mut one, mut other) = (Recorder::default(), Recorder::default());
/// one.element(0, 8, "P", 8);
/// other.element(40, 8, "P", 8);
/// assert_eq!(Difference::first(&one.records, &other.records), None); // whatever the positions
/// one.element(8, 16, "Y", 288);
/// let found = Difference::first(&one.records, &other.records).expect("an element more");
/// assert_eq!((&*found.name, found.values), ("Y", [Some(288), None]));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The standard's name of the element.
    pub name: String,
    /// The value in each structure; `None` if the structure has no such element.
    pub values: [Option<i64>; 2],
}

impl Difference {
    /// Compares the elements of two recorded structures by name and value. Positions and the names of structures are
    /// ignored. Returns `None` if all elements are equal.
    pub fn first(one: &[Record], other: &[Record]) -> Option<Self> {
        let (mut one, mut other) = (one.iter().filter_map(element), other.iter().filter_map(element));
        loop {
            let (name, values) = match (one.next(), other.next()) {
                (None, None) => return None,
                (Some(one), Some(other)) if one == other => continue,
                (Some((name, value)), Some((same, there))) if name == same => (name, [Some(value), Some(there)]),
                (Some((name, value)), _) => (name, [Some(value), None]),
                (None, Some((name, value))) => (name, [None, Some(value)]),
            };
            return Some(Difference { name: name.to_owned(), values });
        }
    }
}

/// Returns the name and value of an element; `None` for the beginning of a structure.
fn element(record: &Record) -> Option<(&str, i64)> {
    match record {
        Record::Element { name, value, .. } => Some((name, *value)),
        Record::Structure { .. } => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shared::trace::{Recorder, Trace as _};

    fn recorded(elements: &[(&str, i64)]) -> Vec<Record> {
        let mut recorder = Recorder::default();
        recorder.structure(0, "header");
        elements.iter().for_each(|&(name, value)| recorder.element(0, 1, name, value));
        recorder.records
    }

    #[test]
    fn the_first_difference_is_found_in_either_order() {
        let sequences: [&[(&str, i64)]; 6] =
            [&[], &[("a", 1)], &[("a", 2)], &[("a", 1), ("b", 3)], &[("a", 1), ("c", 3)], &[("c", 3)]];
        for one in sequences {
            for other in sequences {
                let at =
                    (0..).find(|&n| one.get(n) != other.get(n) || n >= one.len().max(other.len())).expect("an end");
                let found = Difference::first(&recorded(one), &recorded(other));
                let Some(&(name, _)) = one.get(at).or(other.get(at)) else {
                    assert_eq!(found, None);
                    continue;
                };
                let value = |of: &[(&str, i64)]| of.get(at).filter(|it| it.0 == name).map(|it| it.1);
                let values = [value(one), value(other)];
                assert_eq!(found, Some(Difference { name: name.to_owned(), values }), "{one:?} {other:?}");
            }
        }
    }
}
