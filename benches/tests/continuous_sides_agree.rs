//! Every side of every merge gives the same result, on operands of several sizes.

use benches::continuous::input::Input;
use benches::continuous::{cases, time};

#[test]
fn all_sides_of_a_merge_give_the_same() -> Result<(), unite::level::LevelError> {
    for sizes in [[40, 20, 60], [300, 20, 2_000], [2_000, 1_000, 1_500]] {
        let rows = time(&cases(&Input::new(sizes)?), 1); // compares the sides
        for row in rows {
            let timed: Vec<usize> = (0..3).filter(|&side| row.seconds[side].len() == 1).collect();
            assert_eq!(timed, row.sides, "{}: each side is timed once", row.name);
        }
    }
    Ok(())
}
