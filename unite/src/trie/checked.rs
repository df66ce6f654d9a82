//! Integer arithmetic that returns an error on overflow.
//!
//! Coordinates are `i64` and come from the user, so no sum or product of them may wrap. Division rounds down, also for
//! negative coordinates: places left of the origin lie in the blocks left of the origin.

use super::TrieError;

/// Returns `left + right`.
pub(super) fn add(left: i64, right: i64) -> Result<i64, TrieError> {
    left.checked_add(right).ok_or(TrieError::Overflow { left, operator: '+', right })
}

/// Returns `left - right`.
pub(super) fn sub(left: i64, right: i64) -> Result<i64, TrieError> {
    left.checked_sub(right).ok_or(TrieError::Overflow { left, operator: '-', right })
}

/// Returns `left * right`.
pub(super) fn mul(left: i64, right: i64) -> Result<i64, TrieError> {
    left.checked_mul(right).ok_or(TrieError::Overflow { left, operator: '*', right })
}

/// Returns `left / right`, rounded down. It cannot overflow for the divisors in use, which are at least 1.
pub(super) fn div_floor(left: i64, right: i64) -> Result<i64, TrieError> {
    // For a positive divisor the euclidean quotient is rounded down.
    left.checked_div_euclid(right).ok_or(TrieError::Overflow { left, operator: '/', right })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn division_rounds_down_on_both_sides_of_zero() {
        for left in -20..=20 {
            for right in 1..=5 {
                let quotient = div_floor(left, right).unwrap();
                assert!(quotient * right <= left && left < (quotient + 1) * right, "{left} / {right} = {quotient}");
            }
        }
    }

    #[test]
    fn what_does_not_fit_is_an_error_with_its_operands() {
        let overflow = |left, operator, right| Err(TrieError::Overflow { left, operator, right });
        assert_eq!(add(i64::MAX, 1), overflow(i64::MAX, '+', 1));
        assert_eq!(sub(i64::MIN, 1), overflow(i64::MIN, '-', 1));
        assert_eq!(mul(i64::MAX, 2), overflow(i64::MAX, '*', 2));
        assert_eq!(div_floor(i64::MIN, -1), overflow(i64::MIN, '/', -1));
    }
}
