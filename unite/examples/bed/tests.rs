//! Tests of both algorithms against all pairs, against each other, and against the output of bedtools.

use super::*;
use noise::Noise;

const PAIRS: Task = Task::Pairs(Columns { whole_a: true, b: true, length: false });
const PARTS: Task = Task::Pairs(Columns { whole_a: false, b: true, length: false });
const COUNT: Task = Task::Lines(Lines::Counted);

fn print(task: Task, order: Order, a: &[u8], b: &[u8]) -> Result<String, String> {
    let mut out = Vec::new();
    let open = |name: &str, text: &[u8]| {
        let text = io::Cursor::new(text.to_vec());
        Input::new(name.to_owned(), unpack::unpacked(text).expect("memory can be read"))
    };
    run(task, order, open("a", a), open("b", b), &mut out).map_err(|error| error.to_string())?;
    Ok(String::from_utf8(out).expect("letters"))
}

fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = text.lines().collect();
    lines.sort_unstable();
    lines
}

/// Returns random lines on two chromosomes, some of length zero, sorted.
fn any(seed: u64, count: usize, name: &str) -> Vec<(String, i64, i64, String)> {
    let mut noise = Noise::new(seed);
    let mut below = |bound| noise.below(bound) as i64;
    let mut list: Vec<_> = (0..count)
        .map(|k| {
            let start = below(200);
            let length = if below(9) == 0 { below(200) } else { below(6) };
            (format!("chr{}", 1 + below(2)), start, start + length, format!("{name}{k}"))
        })
        .collect();
    list.sort_by(|one, other| (&one.0, one.1).cmp(&(&other.0, other.1)));
    list
}

fn text(list: &[(String, i64, i64, String)]) -> String {
    list.iter().map(|(chromosome, start, stop, name)| format!("{chromosome}\t{start}\t{stop}\t{name}\n")).collect()
}

#[test]
fn both_ways_find_the_pairs_that_all_pairs_have() {
    for seed in 0..60 {
        let (a, b) = (any(seed, 1 + seed as usize * 3, "a"), any(seed + 1000, 80, "b"));
        let reach = |start: i64, stop: i64| if start == stop { (start - 1, stop + 1) } else { (start, stop) };
        let mut expected = Vec::new();
        let mut counts = String::new();
        for one in &a {
            let (lo, hi) = reach(one.1, one.2);
            let meets = |other: &&(String, i64, i64, String)| {
                let (start, stop) = reach(other.1, other.2);
                one.0 == other.0 && start < hi && lo < stop
            };
            let met: Vec<_> = b.iter().filter(meets).collect();
            counts += &format!("{}\t{}\t{}\t{}\t{}\n", one.0, one.1, one.2, one.3, met.len());
            expected.extend(met.iter().map(|other| {
                format!(
                    "{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
                    one.0, one.1, one.2, one.3, other.0, other.1, other.2, other.3
                )
            }));
        }
        expected.sort_unstable();
        let (a, b) = (text(&a), text(&b));
        for order in [Order::Any, Order::Sorted] {
            let printed = print(PAIRS, order, a.as_bytes(), b.as_bytes()).expect("sorted");
            assert_eq!(sorted_lines(&printed), expected, "{seed} {order:?}");
            assert_eq!(print(COUNT, order, a.as_bytes(), b.as_bytes()), Ok(counts.clone()));
        }
    }
}

/// The output of bedtools 2.30.
#[test]
fn features_of_length_zero_overlap_what_they_touch() {
    let a = b"chr1\t10\t10\tz\nchr1\t10\t20\tq\n";
    let b = b"chr1\t5\t10\tL\nchr1\t10\t15\tR\nchr1\t0\t9\tLL\nchr1\t11\t15\tRR\nchr1\t10\t10\tZ\nchr1\t20\t20\tZ20\n";
    let expected = "\
chr1\t10\t10\tz\tchr1\t5\t10\tL
chr1\t10\t10\tz\tchr1\t10\t15\tR
chr1\t10\t10\tz\tchr1\t10\t10\tZ
chr1\t10\t15\tq\tchr1\t10\t15\tR
chr1\t11\t15\tq\tchr1\t11\t15\tRR
chr1\t10\t11\tq\tchr1\t10\t10\tZ
chr1\t19\t20\tq\tchr1\t20\t20\tZ20
";
    assert_eq!(print(PARTS, Order::Any, a, b), Ok(expected.to_owned()));
    assert_eq!(print(PAIRS, Order::Any, b"c\t0\t0", b"c\t0\t1"), Ok("c\t0\t0\tc\t0\t1\n".to_owned()));
}

/// Bins of bedtools: lines in short bins come first, wherever they are in the file.
#[test]
fn pairs_of_a_line_come_in_the_order_of_bins() {
    let b = "c\t16000\t17000\tlong\nc\t16500\t16600\tsecond\nc\t10\t20\tfirst\nc\t15\t18\tfirst too\n";
    let printed = print(PAIRS, Order::Any, b"c\t0\t20000", b.as_bytes()).expect("good lines");
    let names: Vec<&str> = printed.lines().filter_map(|line| line.rsplit('\t').next()).collect();
    assert_eq!(names, ["first", "first too", "second", "long"]);
}

#[test]
fn further_columns_are_kept_and_headers_and_ends_of_lines_are_not() {
    let a = b"Track x\nbrowser y\r\n# z\n\nchr1\t007\t10\tq \t+\r\nchr1\t8\t9\ttrack";
    let b = b"chr1\t3\t8\tm";
    for order in [Order::Any, Order::Sorted] {
        assert_eq!(print(PARTS, order, a, b), Ok("chr1\t7\t8\tq \t+\tchr1\t3\t8\tm\n".to_owned()));
        assert_eq!(print(COUNT, order, a, b), Ok("chr1\t7\t10\tq \t+\t1\nchr1\t8\t9\ttrack\t0\n".to_owned()));
        assert_eq!(print(PARTS, order, b"", b""), Ok(String::new()));
    }
}

#[test]
fn bad_lines_are_errors_with_their_file_and_line() {
    for (line, message) in [
        ("chr1 1 2", "b:2: the line has 1 columns, and an interval has at least 3"),
        ("chr1\t1", "b:2: the line has 2 columns, and"),
        ("chr1\t-1\t2", "b:2: `-1` is not a coordinate"),
        ("chr1\t1\t", "b:2: `` is not a coordinate"),
        ("chr1\t1\t99999999999999999999", "b:2: `99999999999999999999` is not a coordinate"),
        ("chr1\t5\t3\tx", "b:2: the interval 5..3 ends before it starts"),
    ] {
        for order in [Order::Any, Order::Sorted] {
            let error = print(PAIRS, order, b"chr1\t1\t2\n", format!("#\n{line}\n").as_bytes()).unwrap_err();
            assert!(error.starts_with(message), "{error}");
        }
    }
}

#[test]
fn a_file_that_is_not_sorted_is_an_error_where_it_is_said_to_be() {
    let good = b"chr1\t1\t2\nchr2\t1\t2\n";
    for (bad, message) in [
        (&b"chr1\t5\t6\nchr1\t4\t9\n"[..], ":2: start 4 comes after 5: not sorted"),
        (b"chr10\t5\t6\nchr2\t4\t9\nchr1\t1\t2\n", ":3: chr1 comes after chr2: not sorted"),
    ] {
        assert!(print(PAIRS, Order::Sorted, bad, good).unwrap_err().starts_with(&format!("a{message}")));
        assert!(print(PAIRS, Order::Sorted, good, bad).unwrap_err().starts_with(&format!("b{message}")));
        assert!(print(PAIRS, Order::Any, bad, good).is_ok() && print(PAIRS, Order::Any, good, bad).is_ok());
    }
}

#[test]
fn compressed_files_are_read_and_what_is_cut_off_is_an_error() {
    let plain = text(&any(5, 3000, "a"));
    let packed = unpack::packed::gz(plain.as_bytes());
    // Two members, as bgzip writes them.
    let twice = [&packed[..], &packed[..]].concat();
    let b = text(&any(6, 50, "b"));
    let expected = print(PAIRS, Order::Sorted, plain.as_bytes(), b.as_bytes()).expect("sorted");
    assert_eq!(print(PAIRS, Order::Sorted, &packed, b.as_bytes()), Ok(expected));
    let lines = print(COUNT, Order::Any, &twice, b.as_bytes()).expect("good lines");
    assert_eq!(lines.lines().count(), 6000);
    for order in [Order::Any, Order::Sorted] {
        for cut in [packed.len() / 2, packed.len() - 4] {
            let error = print(PAIRS, order, &packed[..cut], b.as_bytes()).unwrap_err();
            assert!(error.starts_with("a: after line ") && error.ends_with("fetch it again"), "{error}");
        }
    }
}

/// The line `chr1 100 200`, packed by the program xz.
const XZ: &[u8] = b"\
\xfd\x37\x7a\x58\x5a\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00\x21\x01\x16\x00\x00\x00\x74\x2f\xe5\xa3\
\x01\x00\x0c\x63\x68\x72\x31\x09\x31\x30\x30\x09\x32\x30\x30\x0a\x00\x00\x00\x00\x55\x19\xa8\x5d\
\xce\x5e\x01\x69\x00\x01\x25\x0d\x71\x19\xc4\xb6\x1f\xb6\xf3\x7d\x01\x00\x00\x00\x00\x04\x59\x5a";

#[test]
fn xz_files_are_read_and_what_is_cut_off_is_an_error() {
    let b = b"chr1\t150\t300\n";
    assert_eq!(print(PAIRS, Order::Any, XZ, b), Ok("chr1\t100\t200\tchr1\t150\t300\n".to_owned()));
    let error = print(PAIRS, Order::Any, &XZ[..XZ.len() - 20], b).unwrap_err();
    assert!(error.starts_with("a: after line ") && error.ends_with("fetch it again"), "{error}");
}

/// The output of bedtools 2.30 with -wo, -u, -v.
#[test]
fn lengths_and_lines_are_those_of_bedtools() {
    let a = b"chr1\t10\t20\ta1\nchr1\t30\t40\ta2\nchr2\t5\t9\ta3\nchr3\t1\t2\ta4\n";
    let b = b"chr1\t12\t35\tb1\nchr1\t15\t16\tb2\nchr1\t40\t45\tb3\nchr2\t5\t8\tb4\n";
    let pairs = "\
chr1\t10\t20\ta1\tchr1\t12\t35\tb1\t8
chr1\t10\t20\ta1\tchr1\t15\t16\tb2\t1
chr1\t30\t40\ta2\tchr1\t12\t35\tb1\t5
chr2\t5\t9\ta3\tchr2\t5\t8\tb4\t3
";
    for order in [Order::Any, Order::Sorted] {
        let lengths = Task::Pairs(Columns { whole_a: true, b: true, length: true });
        assert_eq!(print(lengths, order, a, b), Ok(pairs.to_owned()));
        let some = "chr1\t10\t20\ta1\nchr1\t30\t40\ta2\nchr2\t5\t9\ta3\n";
        assert_eq!(print(Task::Lines(Lines::Some), order, a, b), Ok(some.to_owned()));
        assert_eq!(print(Task::Lines(Lines::None), order, a, b), Ok("chr3\t1\t2\ta4\n".to_owned()));
        assert_eq!(print(lengths, order, b"c\t5\t5", b"c\t5\t5"), Ok("c\t5\t5\tc\t5\t5\t0\n".to_owned()));
    }
}

/// The output of bedtools 2.30 for closest -d.
#[test]
fn all_that_are_equally_near_are_printed_in_the_order_of_their_file() {
    let a = b"c\t100\t110\nc\t100\t100\nc\t96\t116\nd\t1\t2\n";
    let b = b"c\t95\t95\tz0\t1\nc\t10\t95\tup\t1\nc\t115\t115\tz\t1\nc\t300\t400\tfar\t1\n";
    let expected = "\
c\t100\t110\tc\t95\t95\tz0\t1\t5
c\t100\t110\tc\t115\t115\tz\t1\t5
c\t100\t100\tc\t95\t95\tz0\t1\t4
c\t96\t116\tc\t115\t115\tz\t1\t0
d\t1\t2\t.\t-1\t-1\t.\t-1\t-1
";
    let nearest = |a, b| print(Task::Nearest { distance: true }, Order::Any, a, b);
    assert_eq!(nearest(a, b), Ok(expected.to_owned()));
    assert_eq!(nearest(b"c\t1\t2", b"c\t2\t3"), Ok("c\t1\t2\tc\t2\t3\t1\n".to_owned()));
    assert_eq!(nearest(b"c\t1\t2", b""), Ok("c\t1\t2\t.\t-1\t-1\t-1\n".to_owned()));
    let far = format!("c\t{}\t{}", i64::MAX / 4 - 1, i64::MAX / 4);
    let printed = nearest(b"c\t0\t1", far.as_bytes()).expect("coordinates");
    assert!(printed.ends_with(&format!("\t{}\n", i64::MAX / 4 - 1)), "{printed}");
}

#[test]
fn nearest_lines_are_those_of_all_pairs() {
    for seed in 0..40 {
        let (a, b) = (any(seed, 40, "a"), any(seed + 500, 1 + seed as usize, "b"));
        let reach = |start: i64, stop: i64| if start == stop { (start - 1, stop + 1) } else { (start, stop) };
        let mut expected = String::new();
        for one in &a {
            let (lo, hi) = reach(one.1, one.2);
            let away = |other: &(String, i64, i64, String)| {
                let (start, stop) = reach(other.1, other.2);
                (start - hi + 1).max(lo - stop + 1).max(0)
            };
            let same = || b.iter().filter(|other| other.0 == one.0);
            let line = |rest: String| format!("{}\t{}\t{}\t{}\t{rest}\n", one.0, one.1, one.2, one.3);
            match same().map(away).min() {
                None => expected += &line(".\t-1\t-1\t.\t-1".to_owned()),
                Some(least) => same().filter(|other| away(other) == least).for_each(|other| {
                    expected += &line(format!("{}\t{}\t{}\t{}\t{least}", other.0, other.1, other.2, other.3));
                }),
            }
        }
        let printed = print(Task::Nearest { distance: true }, Order::Any, text(&a).as_bytes(), text(&b).as_bytes());
        assert_eq!(printed, Ok(expected), "{seed}");
    }
}

#[test]
fn a_folder_is_no_file() {
    let folder = std::env::temp_dir().to_string_lossy().into_owned();
    let error = Input::open(&folder).map(|_| ()).expect_err("a folder").to_string();
    assert!(!error.contains("damaged"), "{error}");
}

#[test]
fn the_command_line_says_what_is_to_be_done() {
    let read = |line: &str| options(line.split(' ').map(str::to_owned)).map_err(|error| error.to_string());
    let names = || ["a".to_owned(), "-".to_owned()];
    assert_eq!(read("intersect -wa -wb a -").expect("complete"), (PAIRS, Order::Any, names()));
    assert_eq!(read("count --sorted a -").expect("complete"), (COUNT, Order::Sorted, names()));
    let lengths = Task::Pairs(Columns { whole_a: true, b: true, length: true });
    for (line, task) in [
        ("intersect -b - -a a -wo", lengths),
        ("intersect -wa -u a -", Task::Lines(Lines::Some)),
        ("intersect -v a -b -", Task::Lines(Lines::None)),
        ("intersect -c a -", COUNT),
        ("nearest -d a -", Task::Nearest { distance: true }),
        ("closest a -", Task::Nearest { distance: false }),
    ] {
        assert_eq!(read(line).expect("complete"), (task, Order::Any, names()), "{line}");
    }
    for (line, message) in [
        ("intersect a", "a task and two files are needed"),
        ("intersect a b c", "a task and two files are needed"),
        ("intersect -a a -b", "a task and two files are needed"),
        ("merge a b", "unknown task merge"),
        ("count -wa a b", "count has no -wa, -wb"),
        ("count -x a b", "unknown option -x"),
        ("count - -", "one of the files can be standard input"),
        ("intersect -u -v a b", "give one of -u, -v and -c"),
        ("intersect -u -wb a b", "-u, -v and -c print lines of A"),
        ("intersect -d a b", "-d belongs to nearest"),
        ("nearest --sorted a b", "nearest holds B in memory"),
        ("nearest -wa a b", "nearest takes no option but -d"),
    ] {
        let error = read(line).unwrap_err();
        assert!(error.starts_with(&format!("bed: {message}")), "{line}: {error}");
    }
}
