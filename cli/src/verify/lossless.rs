//! Comparison of lossless files, sample by sample. Every sample equals that of the source, except for the bits that the
//! point transform discarded.

use crate::input::Picture;

/// Returns the finding for a correct file, or an error with the first sample that differs. The pictures have one size.
pub(super) fn judge(source: &Picture, decoded: &Picture, point_transform: u8) -> Result<String, String> {
    if decoded.colours != source.colours {
        return Err(format!("{} samples came out, not {}", decoded.colours.name(), source.colours.name()));
    }
    let count = source.samples.count();
    let expected = |place: usize| source.samples.at(place) >> point_transform << point_transform;
    if let Some(place) = (0..count).find(|&place| decoded.samples.at(place) != expected(place)) {
        let components: &[&str] = if source.is_gray() { &["gray"] } else { &["red", "green", "blue"] };
        let (pixel, component) = (place / components.len(), components[place % components.len()]);
        let (row, column) = (pixel / source.width as usize, pixel % source.width as usize);
        let (is, should) = (decoded.samples.at(place), expected(place));
        return Err(format!("the {component} sample in row {row}, column {column} is {is}, not {should}"));
    }
    Ok(match point_transform {
        0 => format!("all {count} samples are the same"),
        _ => format!("all {count} samples are the same after a point transform of {point_transform}"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{Colours, Samples};

    fn gray(samples: &[u16]) -> Picture {
        Picture::bare(2, samples.len() as u32 / 2, Colours::Gray, Samples::Sixteen(samples.to_vec()), 4095)
    }

    #[test]
    fn a_sample_that_is_another_is_named() {
        let source = gray(&[1, 2, 3, 4095]);
        assert_eq!(judge(&source, &source, 0), Ok("all 4 samples are the same".to_owned()));
        let error = judge(&source, &gray(&[1, 2, 3, 4094]), 0).expect_err("another sample");
        assert_eq!(error, "the gray sample in row 1, column 1 is 4094, not 4095");
        let rgb = |samples: [u8; 6]| Picture::bare(2, 1, Colours::Rgb, Samples::Eight(samples.to_vec()), 255);
        let error = judge(&rgb([1, 2, 3, 4, 5, 6]), &rgb([1, 2, 3, 4, 5, 7]), 0).expect_err("another sample");
        assert_eq!(error, "the blue sample in row 0, column 1 is 7, not 6");
    }

    #[test]
    fn bits_that_were_left_out_have_to_be_zeros() {
        let source = gray(&[1, 2, 3, 4095]);
        let right = judge(&source, &gray(&[0, 0, 0, 4092]), 2);
        assert_eq!(right, Ok("all 4 samples are the same after a point transform of 2".to_owned()));
        assert!(judge(&source, &source, 2).is_err());
        assert!(judge(&source, &gray(&[0, 0, 0, 1023]), 2).is_err());
    }

    #[test]
    fn gray_is_not_colour() {
        let rgb = Picture::bare(2, 1, Colours::Rgb, Samples::Eight(vec![7; 6]), 255);
        let gray = Picture::bare(2, 1, Colours::Gray, Samples::Eight(vec![7; 2]), 255);
        assert_eq!(judge(&gray, &rgb, 0), Err("RGB samples came out, not gray".to_owned()));
    }
}
