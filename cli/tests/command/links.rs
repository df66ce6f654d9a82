//! Symbolic links in place of an output: a link stays a link, and the file that it leads to is created.
#![cfg(unix)]

use super::common::*;
use std::os::unix::fs::symlink;

fn with_picture() -> Place {
    let place = Place::new();
    place.put("in.png", &png(colours(30, 20)));
    place
}

fn link(place: &Place, target: &str, name: &str) {
    symlink(target, place.path(name)).expect("a link");
}

fn leads_to(place: &Place, name: &str) -> String {
    std::fs::read_link(place.path(name)).expect("a link").display().to_string()
}

#[test]
fn every_link_of_a_chain_stays_a_link() {
    let place = with_picture();
    for folder in ["there", "there/below"] {
        std::fs::create_dir(place.path(folder)).expect("a folder");
    }
    link(&place, "there/l1", "l2");
    link(&place, "below/../l0", "there/l1");
    link(&place, &place.path("there/below/l3").display().to_string(), "there/l0");
    for switches in ["-q 20", "-q 90"] {
        // The second run finds a file at the end of the chain.
        place.encode(&format!("in.png -o l2 --codec jpeg {switches} --trace t.txt")).silently();
        place.encode(&format!("in.png -o plain.jpg {switches}")).silently();
        assert_eq!(place.get("there/below/l3"), place.get("plain.jpg"));
        let chain = [leads_to(&place, "l2"), leads_to(&place, "there/l1")];
        assert_eq!(chain, ["there/l1", "below/../l0"]);
        assert!(leads_to(&place, "there/l0").ends_with("there/below/l3"));
    }
    assert_eq!(names(&place.path("there")), ["below", "l0", "l1"]);
    assert_eq!(names(&place.path("there/below")), ["l3"]);
}

#[test]
fn a_loop_of_links_is_one_line_and_stays() {
    let place = with_picture();
    link(&place, "b", "a");
    link(&place, "a", "b");
    link(&place, "self", "self");
    link(&place, "none/c", "away");
    for name in ["a", "b", "self"] {
        place
            .encode(&format!("in.png -o {name} --codec jpeg"))
            .refused(&format!("{name}: its symbolic links lead in a"));
        place
            .encode(&format!("in.png -o out.jpg --trace {name}"))
            .refused("links lead in a circle, or are more than 40");
    }
    place.encode("in.png -o away --codec jpeg").refused("away: the folder none does not exist: create it first");
    assert_eq!(place.names(), ["a", "away", "b", "in.png", "self"]);
    assert_eq!([leads_to(&place, "a"), leads_to(&place, "b"), leads_to(&place, "self")], ["b", "a", "self"]);
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_file_without_a_name_is_one_line() {
    let place = with_picture();
    let line = "exec 3> gone; rm gone; exec \"$ENCODE\" in.png -o /proc/self/fd/3 --codec jpeg";
    shell(&place, line).refused("/proc/self/fd/3: is an open file that has been removed");
    assert_eq!(place.names(), ["in.png"]);
}
