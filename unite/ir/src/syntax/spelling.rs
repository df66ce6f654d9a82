//! Suggestions for misspelt words of the language.

/// Returns the word in `words` that `written` probably misspells. An error is a wrong, missing or additional letter, or
/// two neighbours exchanged; one error is allowed, and two in words of five letters or more. Returns `None` if
/// `written` is one of the words.
pub(crate) fn meant<'w>(written: &str, words: impl IntoIterator<Item = &'w str>) -> Option<&'w str> {
    let most = if written.chars().count() < 5 { 1 } else { 2 };
    let distances = words.into_iter().map(|word| (strsim::osa_distance(written, word), word));
    distances
        .min_by_key(|(distance, _)| *distance)
        .filter(|(distance, _)| (1..=most).contains(distance))
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::meant;

    #[test]
    fn a_word_with_a_wrong_letter_is_the_nearest_one() {
        for (written, word) in [
            ("fro", "for"),
            ("fore", "for"),
            ("fr", "for"),
            ("iff", "if"),
            ("lett", "let"),
            ("lte", "let"),
            ("gallup", "gallop"),
            ("galopp", "gallop"),
            ("wallk", "walk"),
            ("folow", "follow"),
        ] {
            assert_eq!(meant(written, ["for", "if", "let", "walk", "gallop", "follow"]), Some(word), "{written}");
        }
    }

    #[test]
    fn a_word_that_is_right_or_far_from_all_others_is_not_misspelt() {
        for written in ["for", "let", "sum", "x", "f", "while", "gap", "round"] {
            assert_eq!(meant(written, ["for", "let", "walk", "gallop", "follow"]), None, "{written}");
        }
    }
}
