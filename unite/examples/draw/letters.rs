//! Letters of three by five dots for pictures without a font: lower-case letters, digits, `/` and `.`.

/// The rows of each letter from the top, three bits per row, as the octal digits of a number.
const LETTERS: [(char, u16); 38] = [
    ('a', 0o03577),
    ('b', 0o44656),
    ('c', 0o03443),
    ('d', 0o11353),
    ('e', 0o03743),
    ('f', 0o34644),
    ('g', 0o35316),
    ('h', 0o44655),
    ('i', 0o20222),
    ('j', 0o10116),
    ('k', 0o45655),
    ('l', 0o62227),
    ('m', 0o07755),
    ('n', 0o06555),
    ('o', 0o02552),
    ('p', 0o06564),
    ('q', 0o03531),
    ('r', 0o03444),
    ('s', 0o03636),
    ('t', 0o27223),
    ('u', 0o05553),
    ('v', 0o05552),
    ('w', 0o05577),
    ('x', 0o05225),
    ('y', 0o05316),
    ('z', 0o07247),
    ('0', 0o75557),
    ('1', 0o26227),
    ('2', 0o71747),
    ('3', 0o71717),
    ('4', 0o55711),
    ('5', 0o74717),
    ('6', 0o74757),
    ('7', 0o71111),
    ('8', 0o75757),
    ('9', 0o75717),
    ('/', 0o11244),
    ('.', 0o00002),
];

/// Returns the dots of a line of text, each as its row (0 to 4) and column.
pub(crate) fn dots(text: &str) -> impl Iterator<Item = [isize; 2]> {
    text.chars().zip((0..).step_by(4)).flat_map(|(letter, left)| {
        let bits = LETTERS.iter().find(|known| known.0 == letter).map_or(0, |known| known.1);
        let is_set = move |n: &isize| bits >> (14 - n) & 1 == 1;
        (0..15).filter(is_set).map(move |n| [n / 3, left + n % 3])
    })
}
