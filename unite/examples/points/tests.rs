//! Tests of all kinds of files, and of their errors.

use std::io::{Cursor, Read};

use super::read::{self, ReadError, from};
use super::*;

fn points_of<const D: usize>(bytes: &[u8], columns: &[&str]) -> Result<Vec<[f64; D]>, ReadError> {
    let columns: Vec<String> = columns.iter().map(ToString::to_string).collect();
    from(Box::new(Cursor::new(bytes.to_vec())), &columns)
}

fn error<const D: usize>(bytes: &[u8], columns: &[&str]) -> String {
    points_of::<D>(bytes, columns).expect_err("a fault").to_string()
}

/// Returns a PLY file with two vertices (1, 2, 3) and (-4, 5.5, 6), further properties, and an element before the
/// vertices.
fn ply(format: &str, bytes: fn(f64, usize, &mut Vec<u8>)) -> Vec<u8> {
    let mut file = format!(
        "ply\nformat {format} 1.0\ncomment made up\nelement material 1\nproperty list uchar short numbers\n\
         element vertex 2\nproperty uchar red\nproperty double x\nproperty float y\nproperty float z\n\
         property list uchar uint near\nend_header\n"
    )
    .into_bytes();
    let mut put = |values: &[(f64, usize)]| values.iter().for_each(|&(value, size)| bytes(value, size, &mut file));
    put(&[(2.0, 1), (7.0, 2), (8.0, 2)]);
    put(&[(255.0, 1), (1.0, 8), (2.0, 40), (3.0, 40), (1.0, 1), (9.0, 4)]);
    put(&[(0.0, 1), (-4.0, 8), (5.5, 40), (6.0, 40), (0.0, 1)]);
    file
}

fn little_endian(value: f64, size: usize, out: &mut Vec<u8>) {
    match size {
        1 => out.push(value as u8),
        2 => out.extend((value as i16).to_le_bytes()),
        4 => out.extend((value as u32).to_le_bytes()),
        8 => out.extend(value.to_le_bytes()),
        _ => out.extend((value as f32).to_le_bytes()),
    }
}

fn big_endian(value: f64, size: usize, out: &mut Vec<u8>) {
    let mut bytes = Vec::new();
    little_endian(value, size, &mut bytes);
    out.extend(bytes.iter().rev());
}

#[test]
fn ply_files_of_all_formats_have_the_same_points() {
    let points = [[1.0, 2.0, 3.0], [-4.0, 5.5, 6.0]];
    let little = ply("binary_little_endian", little_endian);
    assert_eq!(points_of::<3>(&little, &[]).expect("points"), points);
    assert_eq!(points_of::<3>(&ply("binary_big_endian", big_endian), &[]).expect("points"), points);
    let text = "ply\r\nformat ascii 1.0\r\nelement vertex 2\r\nproperty list uchar int near\r\nproperty float x\r\n\
                property float y\r\nproperty float z\r\nend_header\r\n2 7 8 1 2 3\r\n0 -4 5.5 6\r\n";
    assert_eq!(points_of::<3>(text.as_bytes(), &[]).expect("points"), points);
    assert_eq!(points_of::<2>(&little, &["red", "y"]).expect("points"), [[255.0, 2.0], [0.0, 5.5]]);
    for cut in 0..little.len() {
        assert!(points_of::<3>(&little[..cut], &[]).is_err() || cut < 4, "cut off after {cut} bytes");
    }
    assert_eq!(error::<3>(&little[..little.len() - 3], &[]), "vertex 1 of 2: the file ends too early; is it cut off?");
}

#[test]
fn csv_files_may_have_a_header_and_other_columns() {
    let points = [[1.5, -2.0], [3.0, 4e2]];
    for text in [
        "1.5,-2\n3,4e2\n",
        "x,y\n1.5,-2\n3,4e2",
        "# made up\n\n\"x\" ; \"y\"\r\n1.5;-2\r\n3;4e2\r\n",
        "1.5\t-2\n3 4e2",
        "  1.5   -2\n\t# made up\n \t \n3\t\t4e2 \n",
        "\u{feff}x,y\n1.5,-2\n \n3,4e2",
        "x,y\r1.5,-2\r\r3,4e2\r",
    ] {
        assert_eq!(points_of::<2>(text.as_bytes(), &[]).expect("points"), points, "{text}");
    }
    let text = b"name,lat,lon\n\"Here, there\",-2,1.5\nB,400,3\n";
    assert_eq!(points_of::<2>(text, &["lon", "lat"]).expect("points"), points);
    assert_eq!(points_of::<2>(text, &["3", "2"]).expect("points"), points);
    assert!(points_of::<2>(b"", &[]).expect("no points").is_empty());
}

#[test]
fn properties_that_are_not_asked_for_may_be_anything_and_elements_without_any_take_no_time() {
    let text = "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float quality\nproperty float y\n\
                end_header\n1 nan 2\n";
    assert_eq!(points_of::<2>(text.as_bytes(), &["x", "y"]).expect("points"), [[1.0, 2.0]]);
    assert_eq!(error::<2>(text.as_bytes(), &["x", "quality"]), "vertex 0: `quality` is NaN, and must be finite");
    let text = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nproperty float scalar_field_#2\n\
                end_header\n.5 5. inf\n-1e2 +2 0";
    assert_eq!(points_of::<2>(text.as_bytes(), &[]).expect("points"), [[0.5, 5.0], [-100.0, 2.0]]);
    assert_eq!(error::<2>(text.replace(" inf", "").as_bytes(), &[]), "line 8: column 3 is missing: there are 2");
    let none = "ply\nformat binary_little_endian 1.0\nelement nothing 1000000000000000000\nelement vertex 0\n\
                property float x\nproperty float y\nend_header\n";
    assert!(points_of::<2>(none.as_bytes(), &[]).expect("no points").is_empty());
}

#[test]
fn faults_are_told_with_their_line() {
    assert_eq!(error::<2>(b"x,y\n1,2\n3,four\n", &[]), "line 3: `four` in column 2 is not a finite number");
    assert_eq!(error::<2>(b"x,y\r1,2\r\r3,four", &[]), "line 4: `four` in column 2 is not a finite number");
    assert_eq!(
        error::<2>(b"# a\r\n\r\nx,y\r\n\r\n# b\r\n1,2\r\n\r\n3,four", &[]),
        "line 8: `four` in column 2 is not a finite number"
    );
    assert_eq!(error::<2>(b"x,y\n\"1\",\"2\"\n\"3", &[]), "line 3: column 2 is missing: there are 1");
    assert_eq!(error::<2>(b"1,2\n3,nan\n", &[]), "line 2: `nan` in column 2 is not a finite number");
    assert_eq!(error::<3>(b"1,2,3\n4,5\n", &[]), "line 2: column 3 is missing: there are 2");
    assert_eq!(error::<2>(b"x,y\n1,2\n", &["x", "w"]), "there is no column `w`: the file has x, y");
    assert_eq!(error::<2>(b"1,2\n", &["1"]), "--columns names 1 columns, and the query has 2 coordinates");
    let vertex = "ply\nformat ascii 1.0\nelement vertex 2\nproperty float x\nproperty float y\nend_header\n";
    assert_eq!(error::<3>(vertex.as_bytes(), &[]), "there is no column `z`: the file has x, y");
    assert_eq!(
        error::<2>(format!("{vertex}1 2\n3 y\n").as_bytes(), &[]),
        "line 8: `y` in column `y` is not a finite number"
    );
    assert_eq!(error::<2>(b"ply\nformat ascii 2.0\n", &[]), "line 2: `format ascii 2.0`: not a line of a PLY header");
}

#[test]
fn a_gzip_file_that_is_cut_off_is_told_with_the_line() {
    let text: String = (0..2000).map(|k| format!("{k},{}\n", k * 37 % 1009)).collect();
    let bytes = unpack::packed::gz(text.as_bytes());
    let unpacked = |bytes: &[u8]| {
        from::<2>(unpack::unpacked(std::io::Cursor::new(bytes.to_vec())).expect("memory can be read"), &[])
    };
    assert_eq!(unpacked(&bytes).expect("points").len(), 2000);
    let error = unpacked(&bytes[..bytes.len() / 2]).expect_err("half of it").to_string();
    assert!(error.starts_with("line ") && error.ends_with("is it cut off?"), "{error}");
}

#[test]
fn compressed_files_are_the_files() {
    let file = std::env::temp_dir().join(format!("unite-points-{}.xz", std::process::id()));
    std::fs::write(&file, unpack::packed::xz(b"x,y\n1,2\n")).expect("a file");
    assert_eq!(read::points::<2>(&file, &[]).expect("points"), [[1.0, 2.0]]);
    std::fs::remove_file(&file).expect("it is there");
}

#[test]
fn answers_are_lines_and_pictures() {
    let folder = std::env::temp_dir().join(format!("unite-points-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("points.csv");
    std::fs::write(&file, "x,y\n0,0\n3,4\n-5,0\n9,9\n").expect("a file");
    let run = |arguments: &[&str]| {
        let path = file.to_string_lossy();
        let mut words = vec!["points", arguments[0], &path];
        words.extend(&arguments[1..]);
        let mut out = Vec::new();
        let query = Command::try_parse_from(words).expect("arguments").query;
        answer(&query, &mut out).map(|()| String::from_utf8(out).expect("text")).map_err(|error| error.to_string())
    };
    assert_eq!(run(&["radius", "--at", "0,0", "--radius", "5"]).expect("points"), "point,x,y\n0,0,0\n1,3,4\n2,-5,0\n");
    assert_eq!(run(&["box", "--low", "-5,-1", "--high", "2,3"]).expect("points"), "point,x,y\n0,0,0\n2,-5,0\n");
    let nearest = run(&["nearest", "--at", "-1,0", "-k", "2"]).expect("points");
    assert_eq!(nearest, "point,x,y,distance\n0,0,0,1\n2,-5,0,4\n");
    assert_eq!(run(&["nearest", "--at", "-1,0", "-k", "0"]).expect("none"), "point,x,y,distance\n");
    for (query, message) in [
        (&["radius", "--at", "0,0", "--radius", "-5"][..], "--radius is -5, and has to be zero or above"),
        (&["radius", "--at", "0,nan", "--radius", "5"], "--at is NaN, and has to be finite"),
        (&["box", "--low", "0,3", "--high", "9,2"], "--low is 3, and has to be at most --high"),
        (&["box", "--low", "0,0", "--high", "nan,2"], "--high is NaN, and has to be a number"),
        (&["nearest", "--at", "inf,0", "-k", "1"], "--at is inf, and has to be finite"),
        (
            &["nearest", "--at", "1,0", "-k", "1", "--picture", "a.jpg"],
            "a.jpg: a picture is SVG or PNG; end its name in .svg or .png",
        ),
    ] {
        assert_eq!(run(query).expect_err("a query about no place"), message);
    }
    assert!(run(&["radius", "--at", "0", "--radius", "5"]).expect_err("a line").contains("two or three"));
    assert!(
        run(&["radius", "--at", "0,0,0", "--radius", "5"]).expect_err("no z").contains("line 1: column 3 is missing")
    );
    for (name, begin) in [("found.svg", &b"<svg"[..]), ("found.png", b"\x89PNG")] {
        let picture = folder.join(name);
        let path = picture.to_string_lossy();
        run(&["radius", "--at", "0,0", "--radius", "5", "--picture", &path]).expect("a picture");
        let mut start = [0; 4];
        std::fs::File::open(&picture).expect("a file").read_exact(&mut start).expect("four bytes");
        assert_eq!(start, begin);
    }
    std::fs::remove_dir_all(&folder).expect("the folder is there");
}

#[test]
fn a_small_region_is_drawn_with_what_lies_around_it() {
    let points: Vec<[f64; 2]> = (0..100).map(|k| [f64::from(k), f64::from(k)]).collect();
    let all = [(0.0, 99.0), (0.0, 99.0)];
    assert_eq!(picture::shown(&points, &picture::rectangle([10.0, 10.0], [35.0, 20.0])), all);
    assert_eq!(picture::shown(&points, &picture::rectangle([10.0, 11.0], [12.0, 11.0])), [(7.0, 8.0), (7.0, 8.0)]);
    assert_eq!(picture::shown(&points, &picture::circle([5.0, 5.0], 0.0)), all);
    assert_eq!(picture::shown(&points, &picture::circle([5.0, 5.0], f64::INFINITY)), all);
}
