//! Extents: rounding up, products that do not overflow, and all multi-indices in row-major order.

use crate::programs::Size;

/// Returns the extents of a shape, with numbers in place of names.
pub(crate) fn extents(shape: &[Size], sizes: &[usize]) -> Vec<usize> {
    let extent = |&size: &Size| match size {
        Size::Known(extent) => extent,
        Size::Named(name) => sizes[name],
    };
    shape.iter().map(extent).collect()
}

/// Returns the number of elements, or `None` if it overflows.
pub(crate) fn count(extents: &[usize]) -> Option<usize> {
    extents.iter().try_fold(1_usize, |product, &extent| product.checked_mul(extent))
}

/// Returns extents rounded up to a multiple of at least 1, or `None` if one overflows.
pub(crate) fn rounded(extents: &[usize], multiple: usize) -> Option<Vec<usize>> {
    extents.iter().map(|extent| extent.checked_next_multiple_of(multiple)).collect()
}

/// Moves to the next multi-index in row-major order; returns `false` past the last one.
pub(crate) fn advance(index: &mut [usize], extents: &[usize]) -> bool {
    for (at, &extent) in index.iter_mut().zip(extents).rev() {
        *at += 1;
        if *at < extent {
            return true;
        }
        *at = 0;
    }
    false
}

/// Returns all multi-indices in row-major order. Extents are 1 or more.
pub(crate) fn indices(extents: &[usize]) -> impl Iterator<Item = Vec<usize>> {
    let first = Some(vec![0; extents.len()]);
    std::iter::successors(first, |index| {
        let mut next = index.clone();
        advance(&mut next, extents).then_some(next)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::programs::row_major::{index_of, offset};

    #[test]
    fn indices_and_places_agree_in_row_major_order() {
        for extents in [vec![], vec![1], vec![3], vec![2, 3], vec![3, 4, 5]] {
            let all: Vec<Vec<usize>> = indices(&extents).collect();
            assert_eq!(Some(all.len()), count(&extents));
            for (place, index) in all.iter().enumerate() {
                assert_eq!(offset(&extents, index), place);
                assert_eq!(&index_of(place, &extents), index);
            }
        }
    }

    #[test]
    fn extents_that_overflow_have_no_count() {
        assert_eq!(count(&[1 << 32, 1 << 32]), None);
        assert_eq!(rounded(&[usize::MAX], 4), None);
        assert_eq!(rounded(&[3, 4, 5], 4), Some(vec![4, 4, 8]));
    }
}
