//! `--threads`: any number gives the same bytes, and only as many threads start as there is work for.

use super::common::*;

#[test]
fn any_number_of_threads_gives_the_same_bytes() {
    let place = Place::new();
    place.put("in.ppm", &in_format(colours(48, 37), image::ImageFormat::Pnm));
    place.put("b.ppm", &in_format(colours(200, 150), image::ImageFormat::Pnm));
    std::fs::create_dir(place.path("web")).expect("a folder");
    let most = u64::MAX.to_string();
    for switches in ["", "--restart 1", "--restart 1 --optimize", "--lossless", "--lossless --restart 1"] {
        let mut first = None;
        for threads in ["1", "2", "3", "65535", "100000", &most] {
            place.encode(&format!("in.ppm -o out.jpg {switches} --threads {threads}")).silently();
            place.encode(&format!("in.ppm b.ppm --out-dir web {switches} --threads {threads}")).silently();
            let made = ["out.jpg", "web/in.jpg", "web/b.jpg"].map(|name| place.get(name));
            let first = first.get_or_insert_with(|| made.clone());
            assert!(*first == made, "{switches} --threads {threads}");
        }
    }
}

/// Returns the number of threads of the command while it waits for its input, which is a pipe.
#[cfg(target_os = "linux")]
fn threads(place: &Place, switches: &str) -> usize {
    use std::io::Write as _;
    let picture = in_format(colours(48, 37), image::ImageFormat::Pnm);
    let words = format!("pipe -o out.jpg --quiet {switches}");
    let mut child = command(&place.path(".")).args(words.split_whitespace()).spawn().expect("the binary");
    // The pipe opens when the command opens it to read; by then all threads have started except those for a picture.
    let mut pipe = std::fs::OpenOptions::new().write(true).open(place.path("pipe")).expect("the pipe");
    let threads = names(format!("/proc/{}/task", child.id()).as_ref()).len();
    pipe.write_all(&picture).expect("a reader");
    drop(pipe);
    assert!(child.wait().expect("an end").success());
    threads
}

#[cfg(target_os = "linux")]
#[test]
fn no_more_threads_are_started_than_there_is_work_for() {
    let place = Place::new();
    assert_eq!(shell(&place, "mkfifo pipe").status, Some(0));
    let one = threads(&place, "--threads 1");
    for many in ["2", "700", "100000"] {
        assert_eq!(threads(&place, &format!("--threads {many}")), one, "one picture, --threads {many}");
    }
    let cores = std::thread::available_parallelism().expect("a number").get();
    let shared = threads(&place, "--threads 700 --restart 1");
    assert!(shared <= one + 4 * cores, "{shared} threads on {cores} cores");
}
