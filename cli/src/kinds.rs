//! [`Kinds`]: the numbers of I, P and B pictures of a clip, with their QP, bytes and quality.

use codecs::shared::quality::Quality;
use serde_json::{Map, Value, json};
use std::fmt::{self, Display, Formatter};
use std::ops::AddAssign;

/// The sums over the pictures of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Kind {
    pub(crate) pictures: u64,
    /// The sum of the mean QPs of the pictures.
    pub(crate) qp_sum: f64,
    pub(crate) bytes: u64,
    /// The quality against the source, if it was measured.
    pub(crate) quality: Quality,
}

impl Kind {
    /// Returns the mean QP; NaN without pictures.
    pub(crate) fn mean_qp(&self) -> f64 {
        self.qp_sum / self.pictures as f64
    }
}

impl AddAssign<&Kind> for Kind {
    fn add_assign(&mut self, other: &Kind) {
        self.pictures += other.pictures;
        self.qp_sum += other.qp_sum;
        self.bytes += other.bytes;
        self.quality += other.quality;
    }
}

/// The pictures of a clip by kind.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Kinds([Kind; 3]);

impl Kinds {
    const LETTERS: [char; 3] = ['I', 'P', 'B'];

    /// Adds a picture of the kind of a letter: I, P or B.
    ///
    /// # Panics
    /// If the letter is another one.
    pub(crate) fn add(&mut self, letter: char, picture: &Kind) {
        let kind = Self::LETTERS.iter().position(|kind| *kind == letter).expect("a picture is I, P or B");
        self.0[kind] += picture;
    }

    /// Returns the kinds of which there are pictures, with their letters.
    pub(crate) fn each(&self) -> impl Iterator<Item = (char, &Kind)> {
        Self::LETTERS.into_iter().zip(&self.0).filter(|(_, kind)| kind.pictures > 0)
    }

    /// Returns all pictures together.
    pub(crate) fn total(&self) -> Kind {
        let mut total = Kind::default();
        self.0.iter().for_each(|kind| total += kind);
        total
    }

    /// Returns a JSON object with an entry for each kind: i, p or b.
    pub(crate) fn json(&self) -> Value {
        let entry = |(letter, kind): (char, &Kind)| {
            let mean_qp = (kind.mean_qp() * 100.0).round() / 100.0;
            let facts = json!({ "frames": kind.pictures, "mean_qp": mean_qp, "bytes": kind.bytes });
            (letter.to_ascii_lowercase().to_string(), facts)
        };
        Value::Object(self.each().map(entry).collect::<Map<_, _>>())
    }
}

impl AddAssign<&Kinds> for Kinds {
    fn add_assign(&mut self, other: &Kinds) {
        self.0.iter_mut().zip(&other.0).for_each(|(kind, other)| *kind += other);
    }
}

/// Writes the mean QP of all pictures, and the number and the mean QP of each kind: `26.4 (2 I 23.0, 58 P 26.5)`.
impl Display for Kinds {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.1} (", self.total().mean_qp())?;
        for (n, (letter, kind)) in self.each().enumerate() {
            let comma = if n > 0 { ", " } else { "" };
            write!(f, "{comma}{} {letter} {:.1}", kind.pictures, kind.mean_qp())?;
        }
        write!(f, ")")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_without_pictures_are_left_out() {
        let mut kinds = Kinds::default();
        for (letter, qp_sum) in [('I', 23.0), ('B', 28.0), ('B', 29.0)] {
            kinds.add(letter, &Kind { pictures: 1, qp_sum, bytes: 10, ..Kind::default() });
        }
        let mut twice = kinds;
        twice += &kinds;
        assert_eq!(twice.to_string(), "26.7 (2 I 23.0, 4 B 28.5)");
        assert_eq!((twice.total().pictures, twice.total().bytes), (6, 60));
        let object = r#"{"i":{"frames":2,"mean_qp":23.0,"bytes":20},"b":{"frames":4,"mean_qp":28.5,"bytes":40}}"#;
        assert_eq!(twice.json(), serde_json::from_str::<Value>(object).expect("an object"));
    }
}
