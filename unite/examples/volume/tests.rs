//! Tests on volumes of a few voxels.

use std::path::Path;

use clap::Parser;
use clap::error::ErrorKind;
use unite::kernel::Ray;

use crate::arguments::{Arguments, Kind, Size, Slice, place, ray, threshold};
use crate::error::{ArgumentError, VolumeError};
use crate::unpack::packed::{gz, xz};
use crate::{arguments, picture, read, unpack, write_samples};

/// The size of the test volume: 4 x 3 x 2 voxels with values x + 10 y + 100 z. Voxels below the threshold are dropped.
const SIZE: Size = Size([4, 3, 2]);

fn bytes() -> Vec<u8> {
    (0..24).map(|n| n % 4 + 10 * (n / 4 % 3) + 100 * (n / 12)).collect()
}

fn volume(bytes: &[u8], kind: Kind, threshold: f32) -> Result<unite::kernel::VoxelGrid, VolumeError> {
    let mut file = unpack::unpacked(std::io::Cursor::new(bytes.to_vec())).expect("memory can be read");
    read::volume(&mut file, Path::new("few.raw"), SIZE, kind, threshold)
}

#[test]
fn x_is_the_fastest_axis() {
    let grid = volume(&bytes(), Kind::U8, 0.0).expect("24 bytes");
    let mut text = Vec::new();
    let places = [[2.0, 1.0, 1.0], [2.5, 0.0, 0.0], [0.0, 0.5, 0.25], [3.5, 2.0, 1.0], [-1.0, 0.0, 0.0]];
    write_samples(&mut text, &grid, places.into_iter()).expect("memory");
    let expected = "2,1,1\t112\n2.5,0,0\t2.5\n0,0.5,0.25\t30\n3.5,2,1\t61.5\n-1,0,0\t0\n";
    assert_eq!(String::from_utf8(text).expect("text"), expected);
    assert_eq!(volume(&bytes(), Kind::U8, 10.0).expect("24 bytes").voxels(), 24 - 5);
}

#[test]
fn voxels_of_all_types_are_read() {
    let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> { (0..24).flat_map(|n| bytes(1000 * n)).collect() };
    let little = volume(&wide(u16::to_le_bytes), Kind::U16le, 0.0).expect("48 bytes");
    let big = volume(&wide(u16::to_be_bytes), Kind::U16be, 0.0).expect("48 bytes");
    assert_eq!(little.values()[22], 23000.0);
    assert_eq!(little, big);
    let signed = |bytes: fn(i16) -> [u8; 2]| -> Vec<u8> { (0..24).flat_map(|n| bytes(1000 * n - 12000)).collect() };
    let low_first = volume(&signed(i16::to_le_bytes), Kind::I16le, 0.0).expect("48 bytes");
    assert_eq!((low_first.values()[0], low_first.values()[22]), (-12000.0, 11000.0));
    assert_eq!(low_first, volume(&signed(i16::to_be_bytes), Kind::I16be, 0.0).expect("48 bytes"));
    let high_first: Vec<u8> = (0..24).flat_map(|n| (n as f32 - 12.5).to_be_bytes()).collect();
    let reals: Vec<u8> = (0..24).flat_map(|n| (n as f32 - 12.5).to_le_bytes()).collect();
    let reals = volume(&reals, Kind::F32le, 2.0).expect("96 bytes");
    assert_eq!((reals.values()[0], reals.voxels()), (-12.5, 24 - 4));
    assert_eq!(volume(&high_first, Kind::F32be, 2.0).expect("96 bytes"), reals);
}

#[test]
fn compressed_files_are_the_files() {
    let plain = volume(&bytes(), Kind::U8, 0.0).expect("24 bytes");
    let packed = [gz(&bytes()), xz(&bytes())];
    for packed in &packed {
        assert_eq!(volume(packed, Kind::U8, 0.0).expect("24 bytes"), plain);
        // Two members that were compressed separately.
        assert!(matches!(volume(&packed.repeat(2), Kind::U8, 0.0), Err(VolumeError::Size { found: 48, .. })));
        let cut = volume(&packed[..packed.len() - 9], Kind::U8, 0.0).expect_err("it is cut off");
        assert!(matches!(cut, VolumeError::Broken { .. }), "{cut}");
    }
}

#[test]
fn a_file_of_another_size_is_an_error_with_both() {
    let short = volume(&bytes()[..23], Kind::U8, 0.0).expect_err("too short");
    assert_eq!(
        short.to_string(),
        "few.raw: the file has 23 bytes, but 4x3x2 voxels of 1 bytes each take 24; give the --size and --type of the file"
    );
    assert!(matches!(volume(&[1; 25], Kind::U8, 0.0), Err(VolumeError::Size { found: 25, needed: 24, .. })));
    assert!(matches!(volume(&[], Kind::U16le, 0.0), Err(VolumeError::Size { found: 0, needed: 48, .. })));
}

#[test]
fn slices_show_two_axes() {
    let grid = volume(&bytes(), Kind::U8, 0.0).expect("24 bytes");
    let draw = |text: &str| picture::drawn(&grid, text.parse().expect("a slice"), SIZE).expect("a picture");
    let white = 123.0f32;
    let gray = |value: f32| (255.0 * value / white).round() as u8;
    let z = draw("z=0.5");
    assert_eq!((z.width, z.height, z.samples[6]), (4, 3, gray(62.0)));
    let y = draw("y=2");
    assert_eq!((y.width, y.height, y.samples[5]), (4, 2, gray(121.0)));
    let x = draw("x=3");
    assert_eq!((x.width, x.height, x.samples[5]), (3, 2, 255));
}

#[test]
fn slices_and_places_that_meet_nothing_are_refused() {
    let check = |text: &str| text.parse::<Slice>().expect("a slice").check(SIZE).map_err(|error| error.to_string());
    let outside =
        "--slice z=2 lies outside of the volume: its voxels lie at 0 to 1 along z; choose a place between".to_owned();
    assert_eq!(check("z=2"), Err(outside));
    assert!(check("x=-1").is_err() && check("y=99").is_err());
    assert_eq!([check("z=1.5"), check("x=-0.5"), check("y=2"), check("x=3.75")], [Ok(()), Ok(()), Ok(()), Ok(())]);
    for text in ["nan,0,0", "0,inf,0", "0,0,-inf"] {
        assert!(matches!(place(text), Err(ArgumentError::Number { .. })), "{text}");
        assert!(matches!(ray(&format!("{text}:1,0,0:3")), Err(ArgumentError::Number { .. })), "{text}");
        assert!(matches!(ray(&format!("0,0,0:{text}:3")), Err(ArgumentError::Number { .. })), "{text}");
    }
    assert!(matches!("z=nan".parse::<Slice>(), Err(ArgumentError::Number { .. })));
}

#[test]
fn pictures_are_png() {
    assert_eq!(arguments::picture("a.jpg"), Err(ArgumentError::Ending));
    assert_eq!(arguments::picture("png"), Err(ArgumentError::Ending));
    assert_eq!(arguments::picture("b/a.PNG"), Ok("b/a.PNG".into()));
}

#[test]
fn arguments_say_what_they_are() {
    let line = "volume f.raw --size 4x3x2 --type u16be --at 1,2.5,-3 --at -1,0,0 --ray 0,0,0:1,0.5,0:7 --threshold 3";
    let arguments = Arguments::try_parse_from(line.split(' ')).expect("arguments");
    assert_eq!((arguments.size, arguments.kind, arguments.threshold), (SIZE, Kind::U16be, 3.0));
    assert_eq!(arguments.at, [[1.0, 2.5, -3.0], [-1.0, 0.0, 0.0]]);
    assert_eq!(arguments.ray, [Ray { origin: [0.0; 3], step: [1.0, 0.5, 0.0], count: 7 }]);
    let line = "volume f.raw --size 4x3x2 --type u8 --slice z=77.5";
    let error = Arguments::try_parse_from(line.split(' ')).expect_err("a slice without a picture");
    assert_eq!(error.kind(), ErrorKind::MissingRequiredArgument);
}

#[test]
fn arguments_that_are_none_are_refused() {
    assert_eq!(
        "4x3".parse::<Size>().map_err(|error| error.to_string()),
        Err("the argument has 2 parts, and 3 are needed: --size 256x242x154".into())
    );
    assert_eq!("4x0x2".parse::<Size>(), Err(ArgumentError::Axis { found: 0 }));
    assert_eq!("2000000000x2000000000x2000000000".parse::<Size>(), Err(ArgumentError::Large));
    assert!(matches!("4x-3x2".parse::<Size>(), Err(ArgumentError::Number { .. })));
    assert!(matches!(place("1,2"), Err(ArgumentError::Parts { found: 2, needed: 3, .. })));
    assert!(matches!(place("1,2,a"), Err(ArgumentError::Number { .. })));
    assert!(matches!(ray("1,2,3:1,1,1"), Err(ArgumentError::Parts { found: 2, needed: 3, .. })));
    assert!(matches!(ray("1,2,3:1,1,1:-4"), Err(ArgumentError::Number { .. })));
    assert!(matches!(threshold("nan"), Err(ArgumentError::Number { .. })));
    assert_eq!(threshold("-1.5"), Ok(-1.5));
    assert!(matches!("w=3".parse::<Slice>(), Err(ArgumentError::Name { .. })));
    assert!(matches!("77".parse::<Slice>(), Err(ArgumentError::Parts { .. })));
}
