//! A gray picture as a DICOM file with lossless JPEG in it. PS3.3 A.8.1, Secondary Capture; PS3.5 A.4.1, encapsulated
//! pixel data; PS3.10, the file format.

use codecs::jpeg::lossless::{Options, encode};
use codecs::picture::{PixelFormat, Pixels};
use dicom_core::value::PixelFragmentSequence;
use dicom_core::{DataElement, PrimitiveValue, VR};
use dicom_dictionary_std::{tags, uids};
use dicom_object::{FileDicomObject, FileMetaTableBuilder, InMemDicomObject};
use std::error::Error;
use std::hash::{BuildHasher, RandomState};

/// Returns the file of a picture of `rows` rows of `columns` samples, each of `bits` bits, 9 to 16.
///
/// # Errors
/// The errors of the encoder, for example samples that exceed `bits`.
pub(crate) fn dicom(
    samples: &[u16],
    columns: u16,
    rows: u16,
    bits: u16,
) -> Result<FileDicomObject<InMemDicomObject>, Box<dyn Error>> {
    let mut options = Options::dicom();
    options.precision = Some(bits.try_into()?);
    let mut jpeg = Vec::new();
    encode(&Pixels::interleaved(samples, columns.into(), rows.into(), PixelFormat::Gray)?, &options, &mut jpeg)?;
    if jpeg.len() % 2 == 1 {
        jpeg.push(0); // a fragment is of even length (PS3.5 A.4)
    }

    let instance = unique();
    let mut object = InMemDicomObject::new_empty();
    let mut put = |tag, vr, value: PrimitiveValue| object.put(DataElement::new(tag, vr, value));
    put(tags::SOP_CLASS_UID, VR::UI, uids::SECONDARY_CAPTURE_IMAGE_STORAGE.into());
    put(tags::SOP_INSTANCE_UID, VR::UI, instance.clone().into());
    put(tags::STUDY_INSTANCE_UID, VR::UI, unique().into());
    put(tags::SERIES_INSTANCE_UID, VR::UI, unique().into());
    put(tags::MODALITY, VR::CS, "OT".into());
    put(tags::CONVERSION_TYPE, VR::CS, "WSD".into());
    // Attributes that are required and may be empty.
    put(tags::PATIENT_NAME, VR::PN, "".into());
    put(tags::PATIENT_ID, VR::LO, "".into());
    put(tags::PATIENT_BIRTH_DATE, VR::DA, "".into());
    put(tags::PATIENT_SEX, VR::CS, "".into());
    put(tags::STUDY_DATE, VR::DA, "".into());
    put(tags::STUDY_TIME, VR::TM, "".into());
    put(tags::STUDY_ID, VR::SH, "".into());
    put(tags::ACCESSION_NUMBER, VR::SH, "".into());
    put(tags::REFERRING_PHYSICIAN_NAME, VR::PN, "".into());
    put(tags::SERIES_NUMBER, VR::IS, "".into());
    put(tags::INSTANCE_NUMBER, VR::IS, "".into());
    // The picture.
    put(tags::SAMPLES_PER_PIXEL, VR::US, 1_u16.into());
    put(tags::PHOTOMETRIC_INTERPRETATION, VR::CS, "MONOCHROME2".into());
    put(tags::ROWS, VR::US, rows.into());
    put(tags::COLUMNS, VR::US, columns.into());
    put(tags::BITS_ALLOCATED, VR::US, 16_u16.into());
    put(tags::BITS_STORED, VR::US, bits.into());
    put(tags::HIGH_BIT, VR::US, (bits - 1).into());
    put(tags::PIXEL_REPRESENTATION, VR::US, 0_u16.into());
    // One fragment; the offset table may be empty.
    object.put(DataElement::new(tags::PIXEL_DATA, VR::OB, PixelFragmentSequence::new_fragments(vec![jpeg])));

    let meta = FileMetaTableBuilder::new()
        .transfer_syntax(uids::JPEG_LOSSLESS_SV1)
        .media_storage_sop_class_uid(uids::SECONDARY_CAPTURE_IMAGE_STORAGE)
        .media_storage_sop_instance_uid(instance);
    Ok(object.with_meta(meta)?)
}

/// Returns a unique identifier: a random UUID (PS3.5 B.2).
fn unique() -> String {
    let random = || u128::from(RandomState::new().hash_one(0));
    let (version, variant) = (4 << 76, 2 << 62);
    let uuid = (random() << 64 | random()) & !(15 << 76 | 3 << 62) | version | variant;
    format!("2.25.{uuid}")
}
