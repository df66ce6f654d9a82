//! A universe has a rank of 1 to 4.

unite::universe! {
    pub struct Spectrum: 5;
}

fn main() {
    println!("{:?}", Spectrum);
}
