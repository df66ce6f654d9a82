//! The DICOM file of `codecs/examples/dicom.rs`, read by dcmtk's `dcmdjpeg`.

#[path = "../../codecs/examples/dicom/file.rs"]
mod file;

use dicom_dictionary_std::{tags, uids};
use std::process::Command;
use std::{env, fs, process};
use tests::Random;

#[test]
fn dcmtk_gives_back_every_sample_of_a_dicom_file() {
    if Command::new("dcmdjpeg").arg("--version").output().is_err() {
        eprintln!("LEFT OUT, no dcmdjpeg: DICOM files");
        return;
    }
    let folder = env::temp_dir().join(format!("unite-dicom-{}", process::id()));
    fs::create_dir_all(&folder).expect("a folder for files");
    let (compressed, plain) = (folder.join("compressed.dcm"), folder.join("plain.dcm"));
    let mut random = Random::new(70);
    for bits in 9..=16 {
        for (columns, rows) in [(1, 1), (3, 2), (64, 33), (301, 200)] {
            // Slopes with noise.
            let noise = 1 << random.size(bits.into());
            let at = |n: u16| (u64::from(n) * 7 + random.bits() % noise) as u16 & (u16::MAX >> (16 - bits));
            let samples: Vec<u16> = (0..columns * rows).map(at).collect();

            let object = file::dicom(&samples, columns, rows, bits).expect("it encodes");
            object.write_to_file(&compressed).expect("it is written");
            let output = Command::new("dcmdjpeg").args([&compressed, &plain]).output().expect("dcmdjpeg runs");
            let says = String::from_utf8_lossy(&output.stderr);
            assert!(output.status.success() && says.is_empty(), "{bits} bits, {columns}x{rows}: {says}");

            let decoded = dicom_object::open_file(&plain).expect("dcmtk writes DICOM");
            assert_eq!(decoded.meta().transfer_syntax(), uids::EXPLICIT_VR_LITTLE_ENDIAN);
            let decoded = decoded.element(tags::PIXEL_DATA).expect("there are pixels").to_multi_int::<u16>();
            assert!(
                decoded.expect("of 16 bits")[..samples.len()] == samples,
                "{bits} bits, {columns}x{rows}: other samples"
            );
        }
    }
    fs::remove_dir_all(&folder).expect("the folder is ours");
}
