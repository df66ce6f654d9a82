//! Pictures encoded row by row: the file is that of the whole picture; a fault leaves nothing behind.

use super::common::*;
use image::{DynamicImage, ImageFormat};

/// Returns files that are read row by row.
fn files() -> Vec<Vec<u8>> {
    let wide: DynamicImage = DynamicImage::from(colours(100, 77)).into_rgb16().into();
    let kinds = [colours(700, 437).into(), grays(513, 1030).into(), wide.clone(), wide.into_luma16().into()];
    let kinds: Vec<DynamicImage> = kinds.into_iter().collect();
    kinds
        .iter()
        .flat_map(|kind| [ImageFormat::Png, ImageFormat::Pnm].map(|format| in_format(kind.clone(), format)))
        .collect()
}

#[test]
fn the_file_is_that_of_the_whole_picture() {
    let place = Place::new();
    for file in files() {
        place.put("in", &file);
        for switches in ["", "--optimize --sampling 444", "--restart 1 -q 30", "--sampling 2x1 --comment text"] {
            // For a report the whole picture is decoded again.
            place.encode(&format!("in -o whole.jpg {switches} --json")).well();
            for threads in [1, 2, 3, 7] {
                place.encode(&format!("in -o rows.jpg {switches} --threads {threads} --quiet")).well();
                assert!(place.get("rows.jpg") == place.get("whole.jpg"), "{switches} --threads {threads}");
            }
        }
    }
}

#[test]
fn a_cut_file_is_told_as_for_the_whole_picture_and_leaves_nothing() {
    let place = Place::new();
    for file in files() {
        for cut in [20, file.len() / 3, file.len() - 60] {
            place.put("in", &file[..file.len() - cut]);
            place.put("out.jpg", b"an older file");
            let whole = place.encode("in -o out.jpg --json").refused("broken");
            for threads in [1, 2] {
                let rows = place.encode(&format!("in -o out.jpg --threads {threads}")).refused("broken");
                assert_eq!(rows.stderr, whole.stderr);
                assert_eq!(place.get("out.jpg"), b"an older file");
                assert_eq!(place.names(), ["in", "out.jpg"]);
            }
        }
    }
}

#[test]
fn a_folder_for_a_picture_that_fails_is_removed() {
    let place = Place::new();
    let file = files().swap_remove(0);
    place.put("in.png", &file[..file.len() / 2]);
    place.encode("in.png --out-dir new/folder").refused("in.png: broken PNG");
    assert_eq!(place.names(), ["in.png"]);
}

#[test]
fn many_rows_need_little_memory() {
    let place = Place::new();
    place.put("tall.pgm", &[&b"P5 64 60000 255\n"[..], &vec![77; 64 * 60000]].concat());
    // The estimate for the whole picture is 8 MB of the process, and 7 MB.
    place.encode("tall.pgm -o tall.jpg --max-memory 9M").silently();
    place.run("- -o tall.jpg --max-memory 9M".split(' '), &place.get("tall.pgm")).silently();
    place.encode("tall.pgm -o tall.jpg --max-memory 9M --json").refused("64x60000 pixels need about");
}

#[test]
fn a_pipe_gives_the_file_and_the_faults_of_a_file() {
    let place = Place::new();
    for (file, name) in files().into_iter().zip(["in.png", "in.pnm"].into_iter().cycle()) {
        place.put(name, &file);
        place.encode(&format!("{name} -o file.jpg")).well();
        // What follows the picture is read, so that its writer can end.
        let longer = [&file[..], &[b'x'; 200_000]].concat();
        for (bytes, output) in [(&file, "pipe.jpg"), (&file, "-"), (&longer, "pipe.jpg")] {
            let ran = place.run(["-", "-o", output, "--codec", "jpeg"], bytes).well();
            let written = if output == "-" { ran.stdout } else { place.get(output) };
            assert!(written == place.get("file.jpg"), "{name} to {output}");
        }
        for cut in [20, file.len() / 3, file.len() - 60] {
            place.put(name, &file[..file.len() - cut]);
            let of_file = place.encode(&format!("{name} -o cut.jpg")).refused("broken");
            for output in ["cut.jpg", "-"] {
                let of_pipe = place.run(["-", "-o", output, "--codec", "jpeg"], &file[..file.len() - cut]);
                let of_pipe = of_pipe.refused("broken");
                assert_eq!(
                    of_pipe.stderr.replace("encode: -:", ""),
                    of_file.stderr.replace(&format!("encode: {name}:"), "")
                );
            }
        }
        assert!(!place.names().contains(&"cut.jpg".to_owned()));
    }
}

#[test]
fn a_sample_above_the_maxval_is_named_with_its_row() {
    let place = Place::new();
    for (header, samples) in [("P5 3 40 100\n", vec![90; 120]), ("P5 3 40 1000\n", [1, 2].repeat(120))] {
        let mut file = [header.as_bytes(), &samples].concat();
        let (row, bytes) = (37, samples.len() / 40);
        file[header.len() + row * bytes + 2] = 200;
        place.put("in.pgm", &file);
        let of_file = place.encode("in.pgm -o out.jpg").refused("in row 37 is above maxval 100");
        let of_pipe = place.run(["-", "-o", "out.jpg"], &file).refused("in row 37 is above maxval 100");
        assert_eq!(of_pipe.stderr.replace("encode: -", ""), of_file.stderr.replace("encode: in.pgm", ""));
    }
}
