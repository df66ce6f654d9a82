//! Products of matrices, small and large, and chains of them: `tensor!` and its peers in one run.
//!
//! `cargo run --release --manifest-path benches/peers/programs/Cargo.toml -- [small] [large] [chains]`
//!
//! Without a word, all three. README.md says what is measured.

mod chains;
mod large;
mod numpy;
mod peers;
mod small;
mod turns;

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    if let Some(word) = words.iter().find(|word| !["small", "large", "chains"].contains(&word.as_str())) {
        eprintln!("{word}: expected `small`, `large` or `chains`");
        std::process::exit(1);
    }
    let is_asked = |word: &str| words.is_empty() || words.iter().any(|asked| asked == word);
    if is_asked("small") {
        small::report();
    }
    if is_asked("large") {
        large::report();
    }
    if is_asked("chains") {
        chains::report();
    }
}
