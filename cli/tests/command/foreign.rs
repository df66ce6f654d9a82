//! Switches of other encoders on the command line of the built command.

use super::common::*;
use std::collections::BTreeSet;
use std::process::Command;

/// Asserts a refusal with one line that contains these words.
#[track_caller]
fn answered(ran: Ran, words: &str) {
    let ran = ran.misused(words);
    assert_eq!(ran.stderr.lines().count(), 1, "{ran:?}");
    assert!(ran.stderr.starts_with("encode: ") && ran.stdout.is_empty(), "{ran:?}");
}

#[test]
fn words_of_others_are_one_line_and_status_2() {
    let place = Place::new();
    place.put("in.png", &png(colours(9, 9)));
    for (words, answer) in [
        ("in.y4m -o out.mp4 --cqp 23", "--cqp is not a switch here: --crf F"),
        ("--cqp=23 in.y4m -o out.mp4", "--cqp is not a switch here: --crf F"),
        ("-crf 23 in.y4m -o out.mp4", "-crf is not a switch here: it is spelled --crf"),
        ("in.y4m -o out.mp4 --bitrate 500", "there is no control of the bit rate; --crf F"),
        ("in.y4m -o out.mp4 -b:v 500k", "-b:v is not a switch here: there is no control of the bit rate"),
        ("in.y4m -o out.mp4 --speed slow", "--preset NAME"),
        ("-i in.y4m -c:v libx264 out.mp4", "inputs have no switch: encode INPUT -o OUTPUT"),
        ("in.y4m -r 30 -o out.mp4", "-r takes no value here: it is --recursive; the frame rate is --fps N"),
        ("in.png -quality 90 -outfile out.jpg", "-quality is not a switch here: it is spelled --quality"),
        ("in.png -optimize -o out.jpg", "it is spelled --optimize"),
        ("in.png -progressive -o out.jpg", "it is spelled --progressive"),
        ("in.png -y -o out.jpg", "outputs are replaced; --skip-existing keeps them"),
        ("in.png -o out.jpg --strip-all", "--strip leaves"),
        ("in.png --dest web", "--out-dir DIR"),
        ("in.png -o out.jpg -j4", "-j is not a switch here: it is --threads N"),
    ] {
        answered(place.encode(words), answer);
    }
    place.run(["in.png", "-o", "out.jpg", "--comment", "--cqp"], b"").misused("to pass '--cqp' as a value");
    place.run(["in.png", "-o", "out.jpg", "--comment=--cqp"], b"").silently();
    place.put("-y", &place.get("in.png"));
    place.encode("-o out.jpg -- -y").silently();
    assert_eq!(place.names(), ["-y", "in.png", "out.jpg"]);
}

/// Every switch in the help text of another program is a switch here or has an answer.
#[test]
fn switches_in_the_help_of_others_are_known() {
    let place = Place::new();
    for (program, arguments) in
        [("x264", "--fullhelp"), ("cjpeg", "-help"), ("ffmpeg", "-hide_banner -h encoder=libx264")]
    {
        let Ok(done) = Command::new(program).args(arguments.split(' ')).output() else {
            println!("skipped: {program} is not installed");
            continue;
        };
        let help = String::from_utf8_lossy(&done.stdout) + String::from_utf8_lossy(&done.stderr);
        let words = help.split(|c: char| !(c.is_ascii_alphanumeric() || "-_:".contains(c)));
        let words = words.filter(|word| word.starts_with('-') && word.len() > 1);
        let is_word = |word: &&str| word.contains(|c: char| c.is_ascii_alphabetic());
        let words: BTreeSet<&str> = words.filter(is_word).collect();
        assert!(words.len() > 20, "{program}: {help}");
        for word in words {
            // Without an input, so that a known switch ends in an error or in help.
            let ran = place.encode(word);
            let guessed = ran.stderr.contains("tip:") || ran.stderr.contains("unexpected argument");
            assert!(!guessed, "{program} {word}: {ran:?}");
        }
    }
}
