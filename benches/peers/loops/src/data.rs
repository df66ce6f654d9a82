//! The operands: random sparse matrices and tensors, and dense matrices.

use std::path::Path;

/// Random numbers that are the same in every run (splitmix64).
pub struct Random(pub u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ (bits >> 31)
    }

    /// Returns a number from 0 up to 1.
    pub fn unit(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Returns `count` different numbers below `limit` in increasing order, or as many as were drawn.
    fn below(&mut self, count: usize, limit: usize) -> Vec<usize> {
        let mut list: Vec<usize> = (0..count).map(|_| self.bits() as usize % limit).collect();
        list.sort_unstable();
        list.dedup();
        list
    }

    /// Returns numbers from 0 up to 1.
    pub fn values(&mut self, count: usize) -> Vec<f64> {
        (0..count).map(|_| self.unit()).collect()
    }
}

/// A square matrix by rows.
#[derive(Debug, Clone)]
pub struct Rows {
    pub side: usize,
    pub pointers: Vec<usize>,
    pub columns: Vec<usize>,
    pub values: Vec<f64>,
}

impl Rows {
    /// Makes a matrix with up to `per_row` entries in each row.
    pub fn random(random: &mut Random, side: usize, per_row: usize) -> Rows {
        let (mut pointers, mut columns) = (vec![0], Vec::new());
        for _ in 0..side {
            columns.extend(random.below(per_row, side));
            pointers.push(columns.len());
        }
        let values = random.values(columns.len());
        Rows { side, pointers, columns, values }
    }

    /// Returns the entries of a row.
    pub fn row(&self, row: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let range = self.pointers[row]..self.pointers[row + 1];
        self.columns[range.clone()].iter().copied().zip(self.values[range].iter().copied())
    }

    fn save(&self, folder: &Path, name: &str) {
        save(folder, &format!("{name}.pointers"), self.pointers.iter().map(|&x| (x as i64).to_le_bytes()));
        save(folder, &format!("{name}.columns"), self.columns.iter().map(|&x| (x as i64).to_le_bytes()));
        save(folder, &format!("{name}.values"), self.values.iter().map(|x| x.to_le_bytes()));
    }
}

/// All operands.
pub struct Data {
    /// A matrix that is multiplied by [`Data::x`].
    pub m: Rows,
    pub x: Vec<f64>,
    /// A matrix that is multiplied by itself, and that samples a dense product.
    pub s: Rows,
    /// The columns of the dense matrices.
    pub rank: usize,
    /// Dense matrices by rows, as many as those of [`Data::s`].
    pub a: Vec<f64>,
    pub b: Vec<f64>,
    /// The entries of a sparse tensor with three axes, sorted.
    pub t: Vec<([usize; 3], f64)>,
    /// The extent of its axes.
    pub extent: usize,
}

impl Data {
    /// Makes operands; `scale` is 1 for the sizes of the table.
    pub fn new(scale: f64) -> Data {
        let random = &mut Random(7);
        let sized = |size: usize| ((size as f64 * scale) as usize).max(64);
        let (large, small, extent, rank) = (sized(100_000), sized(20_000), sized(2_000), 16);
        let (m, s) = (Rows::random(random, large, 16), Rows::random(random, small, 8));
        let mut t = Vec::new();
        for i in 0..extent {
            for j in random.below(20, extent) {
                t.extend(random.below(5, extent).into_iter().map(|k| ([i, j, k], 1.0)));
            }
        }
        t.iter_mut().for_each(|entry| entry.1 = random.unit());
        let x = random.values(large);
        let (a, b) = (random.values(small * rank), random.values(small * rank));
        Data { m, x, s, rank, a, b, t, extent }
    }

    /// Writes all operands into files of `i64` and `f64`.
    pub fn save(&self, folder: &Path) {
        self.m.save(folder, "m");
        self.s.save(folder, "s");
        for (name, values) in [("x", &self.x), ("a", &self.a), ("b", &self.b)] {
            save(folder, name, values.iter().map(|x| x.to_le_bytes()));
        }
        save(folder, "t.places", self.t.iter().flat_map(|(place, _)| place.map(|x| (x as i64).to_le_bytes())));
        save(folder, "t.values", self.t.iter().map(|(_, value)| value.to_le_bytes()));
    }
}

fn save(folder: &Path, name: &str, words: impl Iterator<Item = [u8; 8]>) {
    let bytes: Vec<u8> = words.flatten().collect();
    std::fs::write(folder.join(name), bytes).expect("a file in the folder for operands");
}
