//! Decoding of the samples of a file from its trace (T.81 H.1.2, H.2.1). It follows the plain procedure: slow and
//! simple.

use codecs::jpeg::trace;
use codecs::shared::trace::Trace;
use std::collections::BTreeMap;

/// The number of occurrences of each category of Table H.2, 0 to 16.
pub type Categories = [usize; 17];

/// Returns the samples of each component, in the order of the file, row by row; and the occurrences of each category.
///
/// # Panics
/// If the file is not a JPEG, the trace reports damage, or a sample has too many bits.
pub fn reconstruct(file: &[u8]) -> (Vec<Vec<u16>>, Categories) {
    let mut collector = Collector::default();
    trace(file, &mut collector).expect("a JPEG");
    let samples = collector.order.iter().map(|id| collector.components[id].samples(collector.precision)).collect();
    (samples, collector.categories)
}

/// The differences of a component, and the parameters of its scan.
#[derive(Debug, Default)]
struct Component {
    /// The differences by row and column.
    differences: BTreeMap<(usize, usize), i64>,
    predictor: i64,
    point_transform: i64,
    restart_interval: i64,
}

impl Component {
    fn samples(&self, precision: i64) -> Vec<u16> {
        let width = self.differences.keys().map(|(_, x)| x + 1).max().expect("a sample");
        let height = self.differences.keys().map(|(y, _)| y + 1).max().expect("a sample");
        let restart_lines = self.restart_interval as usize / width;
        let bits = precision - self.point_transform;
        let mut samples = vec![vec![0_i64; width]; height];
        for y in 0..height {
            for x in 0..width {
                let first_line = y == 0 || restart_lines > 0 && y % restart_lines == 0;
                let prediction = match (first_line, x) {
                    (true, 0) => 1 << (bits - 1),
                    (true, _) => samples[y][x - 1],
                    (false, 0) => samples[y - 1][x],
                    (false, _) => {
                        table_h_1(self.predictor, samples[y][x - 1], samples[y - 1][x], samples[y - 1][x - 1])
                    }
                };
                let sample = (prediction + self.differences[&(y, x)]).rem_euclid(1 << 16);
                assert!(sample < 1 << bits, "row {y}, column {x}: {sample} has more than {bits} bits");
                samples[y][x] = sample;
            }
        }
        samples.into_iter().flatten().map(|sample| (sample << self.point_transform) as u16).collect()
    }
}

/// Predicts a sample by Table H.1.
fn table_h_1(selection: i64, ra: i64, rb: i64, rc: i64) -> i64 {
    match selection {
        1 => ra,
        2 => rb,
        3 => rc,
        4 => ra + rb - rc,
        5 => ra + (rb - rc).div_euclid(2),
        6 => rb + (ra - rc).div_euclid(2),
        7 => (ra + rb).div_euclid(2),
        _ => panic!("no predictor: {selection}"),
    }
}

#[derive(Default)]
struct Collector {
    components: BTreeMap<u8, Component>,
    /// The component identifiers in the order of the scans.
    order: Vec<u8>,
    categories: Categories,
    precision: i64,
    restart_interval: i64,
    predictor: i64,
    point_transform: i64,
    place: (u8, usize, usize),
}

impl Trace for Collector {
    fn element(&mut self, _: u64, _: u32, name: &str, value: i64) {
        let difference = match (name, value) {
            ("SSSS", 0..=15) => 0,
            ("SSSS", _) => 32768,
            ("diff", _) => value,
            _ => {
                match name {
                    "P" => self.precision = value,
                    "Ri" => self.restart_interval = value,
                    "Ss" => self.predictor = value,
                    "Al" => self.point_transform = value,
                    _ => {}
                }
                return;
            }
        };
        if name == "SSSS" {
            self.categories[value as usize] += 1;
        }
        let (id, y, x) = self.place;
        self.components.get_mut(&id).expect("a component").differences.insert((y, x), difference);
    }

    fn structure(&mut self, _: u64, name: &str) {
        assert!(!name.starts_with("broken") && !name.contains("after the last MCU"), "{name}");
        let Some(rest) = name.strip_prefix("component ") else { return };
        let mut numbers = rest.split(|c: char| !c.is_ascii_digit()).filter(|word| !word.is_empty());
        let mut number = || numbers.next().and_then(|n| n.parse::<usize>().ok()).expect("a number");
        self.place = (number() as u8, number(), number());
        if !self.order.contains(&self.place.0) {
            self.order.push(self.place.0);
            let component = Component {
                predictor: self.predictor,
                point_transform: self.point_transform,
                restart_interval: self.restart_interval,
                ..Component::default()
            };
            self.components.insert(self.place.0, component);
        }
    }
}
