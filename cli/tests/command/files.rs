//! Complete output files or none: existing files, links, permissions, pipes.

use super::common::*;

fn with_picture() -> Place {
    let place = Place::new();
    place.put("in.png", &png(colours(61, 45)));
    place
}

#[test]
fn inputs_that_are_no_files() {
    let place = with_picture();
    std::fs::create_dir(place.path("folder")).expect("a folder");
    place.encode("none.png -o out.jpg").refused("none.png: cannot be read: No such file or directory");
    place.encode("folder -o out.jpg").refused("folder: is a folder: name the pictures in it");
    place.encode("/dev/zero -o out.jpg").refused("/dev/zero: is not in a supported picture format");
    place.encode("/dev/null -o out.jpg").refused("/dev/null: is empty");
    assert_eq!(place.names(), ["folder", "in.png"]);
}

#[test]
fn outputs_that_cannot_be() {
    let place = with_picture();
    std::fs::create_dir(place.path("folder.jpg")).expect("a folder");
    place.encode("in.png -o folder.jpg").refused("folder.jpg: is a folder");
    place.encode("in.png -o . --codec jpeg").refused("is a folder");
    place.encode("in.png -o no/out.jpg").refused("no/out.jpg: the folder no does not exist: create it first");
    place.encode("in.png -o in.png/out.jpg").refused("the folder in.png does not exist");
    place.encode("in.png -o /dev/full --codec jpeg").refused("/dev/full: cannot be written: No space left on device");
    place.encode("in.png -o /dev/null --codec jpeg").silently();
    let long = "x".repeat(300);
    place.encode(&format!("in.png -o {long}.jpg")).refused("cannot be written: File name too long");
    assert_eq!(place.names(), ["folder.jpg", "in.png"]);
}

#[test]
fn an_input_is_never_overwritten() {
    let place = with_picture();
    let picture = place.get("in.png");
    place.put("same.jpg", &picture);
    std::fs::hard_link(place.path("same.jpg"), place.path("hard.jpg")).expect("a link");
    place.encode("same.jpg -o same.jpg").refused("same.jpg: -o same.jpg is the same file as the input same.jpg");
    place.encode("same.jpg -o ./same.jpg").refused("is the same file as the input");
    place.encode("same.jpg -o hard.jpg").refused("is the same file as the input");
    place.encode("same.jpg --out-dir .").refused("is the same file as the input");
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("same.jpg", place.path("soft.jpg")).expect("a link");
        place.encode("same.jpg -o soft.jpg").refused("is the same file as the input");
        place.encode("soft.jpg -o same.jpg").refused("is the same file as the input");
        let file = std::fs::File::open(place.path("same.jpg")).expect("the input");
        let mut command = command(&place.path("."));
        let ran = command.args(["-", "-o", "same.jpg"]).stdin(file).output().expect("the binary");
        assert_eq!(ran.status.code(), Some(1));
    }
    assert_eq!(place.get("same.jpg"), picture);
}

#[test]
fn what_stood_there_is_replaced_by_a_whole_file_only() {
    let place = with_picture();
    place.put("out.jpg", b"older");
    place.put("bad.png", &place.get("in.png")[..500]);
    place.encode("bad.png -o out.jpg").refused("bad.png: broken PNG");
    place.encode("in.png -o out.jpg --target-size 10").refused("10 bytes are too few");
    place.encode("in.png -o out.jpg --verify=/nowhere").refused("nothing was written");
    assert_eq!(place.get("out.jpg"), b"older");
    place.encode("in.png -o out.jpg").silently();
    decoded(&place.get("out.jpg"));
    assert_eq!(place.names(), ["bad.png", "in.png", "out.jpg"]);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let place = with_picture();
    let mode = |name: &str| std::fs::metadata(place.path(name)).expect("a file").permissions().mode() & 0o777;
    place.put("plain", b"");
    place.encode("in.png -o out.jpg").silently();
    assert_eq!(mode("out.jpg"), mode("plain"), "a file has the permissions that others get");
    std::fs::set_permissions(place.path("out.jpg"), std::fs::Permissions::from_mode(0o640)).expect("permissions");
    place.encode("in.png -o out.jpg -q 10").silently();
    assert_eq!(mode("out.jpg"), 0o640);

    std::fs::create_dir(place.path("there")).expect("a folder");
    place.put("there/real.jpg", b"older");
    symlink("there/real.jpg", place.path("link.jpg")).expect("a link");
    symlink("there/dangling.jpg", place.path("dangling.jpg")).expect("a link");
    for (link, real) in [("link.jpg", "there/real.jpg"), ("dangling.jpg", "there/dangling.jpg")] {
        place.encode(&format!("in.png -o {link}")).silently();
        assert!(std::fs::symlink_metadata(place.path(link)).expect("a link").is_symlink());
        decoded(&place.get(real));
    }
    assert_eq!(names(&place.path("there")), ["dangling.jpg", "real.jpg"]);
}

#[test]
fn standard_input_and_output_are_dashes() {
    let place = with_picture();
    let picture = place.get("in.png");
    place.encode("in.png -o out.jpg").silently();
    let piped = place.run(["-", "-o", "-", "--codec", "jpeg"], &picture).silently().stdout;
    assert_eq!(piped, place.get("out.jpg"));
    place.run(["-", "-o", "second.jpg"], &picture).silently();
    assert_eq!(place.get("second.jpg"), piped);
    place.run(["-", "-o", "-", "--codec", "jpeg"], &picture[..400]).refused("-: broken PNG");
    place.run(["-", "-o", "-", "--codec", "jpeg"], b"").refused("-: is empty");
    place.put("-.png", &picture);
    place.encode("./-.png -o ./-.jpg").silently();
    assert_eq!(place.get("-.jpg"), piped);
}

#[test]
fn names_may_have_anything_in_them() {
    let place = Place::new();
    let picture = png(colours(8, 8));
    for name in ["with space.png", "é.png", "new\nline.png", "a.b.c.png", ".png", "man.png"] {
        place.put(name, &picture);
        place.run([name, "--out-dir", "."], b"").silently();
    }
    for name in ["with space.jpg", "é.jpg", "new\nline.jpg", "a.b.c.jpg", ".png.jpg", "man.jpg"] {
        decoded(&place.get(name));
    }
    place.run(["new\nline.jpg", "-o", "no\nwhere/a.jpg"], b"").refused("no where/a.jpg: the folder no where");
}
