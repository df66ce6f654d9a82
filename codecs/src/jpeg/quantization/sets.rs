//! [`NamedTables`]: published sets of quantisation tables, by name.

use super::chroma_share::ChromaShare;
use super::perceptual::{Perceptual, distance_of_quality};
use super::sets_tables as tables;
use crate::jpeg::quant_table::QuantTable;
use crate::jpeg::{IjgQuality, JpegError};

/// A set of quantisation tables for luma and chroma. Published sets are scaled with the IJG quality, as Annex K's are.
///
/// ```
/// use codecs::jpeg::baseline::{Options, Sampling};
/// use codecs::jpeg::quantization::NamedTables;
/// let set = NamedTables::from_name("klein").expect("a name");
/// let options = Options::new(90)?.with_quant(set.at_quality(90, Sampling::S420.chroma_share())?);
/// assert_eq!(options.quant[0].steps()[..4], [2, 2, 3, 4]);
/// # Ok::<(), codecs::jpeg::JpegError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NamedTables {
    /// T.81 Annex K.1.
    AnnexK,
    /// One step for all coefficients: the least squared error.
    Flat,
    /// Tuned for MS-SSIM on the Kodak pictures; mozjpeg's table 2.
    MsSsim,
    /// N. Robidoux, 2012, for ImageMagick; mozjpeg's table 3 and its default.
    Robidoux,
    /// Tuned for PSNR-HVS-M on the Kodak pictures; mozjpeg's table 4.
    PsnrHvsM,
    /// Klein, Silverstein and Carney, "Relevance of human vision to JPEG-DCT compression", 1992; mozjpeg's table 5.
    Klein,
    /// Watson, Taylor and Borthwick, "DCTune perceptual optimization of compressed dental X-rays", 1997; mozjpeg's
    /// table 6.
    Watson,
    /// Ahumada, Watson and Peterson, "A visual detection model for DCT coefficient quantization", 1993; mozjpeg's
    /// table 7.
    Ahumada,
    /// Peterson, Ahumada and Watson, "An improved detection model for DCT coefficient quantization", 1993; mozjpeg's
    /// table 8.
    Peterson,
    /// The project's own family, [`Perceptual`]: the smallest files of equal quality.
    Perceptual,
}

impl NamedTables {
    /// All sets and their names; those of mozjpeg are in the order of its numbers, from 0.
    pub const NAMED: [(&'static str, NamedTables); 10] = [
        ("annex-k", NamedTables::AnnexK),
        ("flat", NamedTables::Flat),
        ("ms-ssim", NamedTables::MsSsim),
        ("robidoux", NamedTables::Robidoux),
        ("psnr-hvs-m", NamedTables::PsnrHvsM),
        ("klein", NamedTables::Klein),
        ("watson", NamedTables::Watson),
        ("ahumada", NamedTables::Ahumada),
        ("peterson", NamedTables::Peterson),
        ("perceptual", NamedTables::Perceptual),
    ];

    /// Returns the set of a name in [`NAMED`](NamedTables::NAMED). See [`NamedTables`] for an example.
    pub fn from_name(name: &str) -> Option<Self> {
        NamedTables::NAMED.iter().find(|(known, _)| *known == name).map(|(_, set)| *set)
    }

    /// Returns the name.
    ///
    /// ```
    /// use codecs::jpeg::quantization::NamedTables;
    /// assert_eq!(NamedTables::MsSsim.name(), "ms-ssim");
    /// ```
    pub fn name(self) -> &'static str {
        NamedTables::NAMED.iter().find(|(_, set)| *set == self).map_or("", |(name, _)| name)
    }

    /// Returns the tables of the three components at a quality of 1 to 100, with steps of 1 to 255. Only
    /// [`Perceptual`](NamedTables::Perceptual) tables depend on the resolution of chroma. See [`NamedTables`] for an
    /// example.
    ///
    /// # Errors
    /// [`JpegError::Quality`].
    pub fn at_quality(self, quality: impl Into<IjgQuality>, chroma: ChromaShare) -> Result<[QuantTable; 3], JpegError> {
        let quality = quality.into();
        let [luma, chroma] = match self {
            NamedTables::AnnexK => [&QuantTable::LUMA, &QuantTable::CHROMA],
            NamedTables::Flat => [&tables::FLAT; 2],
            NamedTables::MsSsim => [&tables::MS_SSIM_LUMA, &tables::MS_SSIM_CHROMA],
            NamedTables::Robidoux => [&tables::ROBIDOUX; 2],
            NamedTables::PsnrHvsM => [&tables::PSNR_HVS_M_LUMA, &tables::PSNR_HVS_M_CHROMA],
            NamedTables::Klein => [&tables::KLEIN; 2],
            NamedTables::Watson => [&tables::WATSON; 2],
            NamedTables::Ahumada => [&tables::AHUMADA; 2],
            NamedTables::Peterson => [&tables::PETERSON; 2],
            NamedTables::Perceptual => return Ok(Perceptual::default().at(distance_of_quality(quality)?, chroma)),
        };
        let chroma = chroma.at_quality(quality)?;
        Ok([luma.at_quality(quality)?, chroma.clone(), chroma])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_set_has_a_name_and_is_finer_at_higher_quality() {
        for (name, set) in NamedTables::NAMED {
            assert_eq!((NamedTables::from_name(name), set.name()), (Some(set), name));
            let at = |tenths| set.at_quality(IjgQuality::from_tenths(tenths).unwrap(), ChromaShare::QUARTER).unwrap();
            for tenths in 10..1000 {
                for (coarse, fine) in at(tenths).iter().zip(&at(tenths + 1)) {
                    assert!(
                        coarse.steps().iter().zip(fine.steps()).all(|(c, f)| c >= f && *c <= 255),
                        "{name}, {tenths} tenths"
                    );
                }
            }
            assert!(at(1000).iter().all(|table| table.steps() == &[1; 64]), "{name}");
        }
    }
}
