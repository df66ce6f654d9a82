//! Places and multi-indices in row-major order.

/// Returns the place of an element.
///
/// # Panics
/// If the index lies outside of the extents: nothing is read further than tensors go.
pub(crate) fn offset(extents: &[usize], index: &[usize]) -> usize {
    assert_eq!(index.len(), extents.len(), "an index has a coordinate for each dimension");
    index.iter().zip(extents).fold(0, |offset, (&at, &extent)| {
        assert!(at < extent, "index {index:?} lies outside of the extents {extents:?}");
        offset * extent + at
    })
}

/// Returns the multi-index of a place.
pub(crate) fn index_of(mut offset: usize, extents: &[usize]) -> Vec<usize> {
    let mut index = vec![0; extents.len()];
    for (at, &extent) in index.iter_mut().zip(extents).rev() {
        *at = offset % extent;
        offset /= extent;
    }
    index
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_index_runs_fastest() {
        assert_eq!(offset(&[3, 4, 5], &[1, 0, 0]), 20);
        assert_eq!(offset(&[3, 4, 5], &[0, 1, 0]), 5);
        assert_eq!(index_of(27, &[3, 4, 5]), [1, 1, 2]);
        assert_eq!((offset(&[], &[]), index_of(0, &[])), (0, vec![]));
    }

    #[test]
    #[should_panic(expected = "lies outside")]
    fn a_coordinate_past_its_extent_is_refused_though_the_place_exists() {
        offset(&[2, 3], &[0, 3]);
    }
}
