//! [`Content`]: the content of pictures; and whole pictures. A photo, computed ones, and those beside the checkout.

use crate::Random;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

/// Returns the largest sample of a precision.
pub fn mask(precision: u8) -> u16 {
    u16::MAX >> (16 - precision)
}

/// The content of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Random samples.
    Noise,
    /// The smallest and the largest sample in turn, the smallest first.
    Extremes,
    /// The smallest sample and the middle one in turn: differences of half the range, which have the largest category.
    Halves,
    /// A part of a photo; the bits that it lacks are random.
    Photo,
    /// Small numbers of both signs in two's complement, as scanners produce them: around the smallest and largest
    /// sample on the left, around the middle of the range on the right.
    Signed,
}

impl Content {
    /// Returns a sample of a component. `corner` is the position of the picture in a larger one.
    pub fn sample(
        self,
        component: usize,
        (x, y): (usize, usize),
        precision: u8,
        corner: [isize; 2],
        random: &mut Random,
    ) -> u16 {
        let most = mask(precision);
        match self {
            Content::Noise => random.bits() as u16 & most,
            Content::Extremes => [0, most][(x + y + component) % 2],
            Content::Halves => [0, most / 2 + 1][(x + y + component) % 2],
            Content::Photo => {
                let (x, y) = (corner[0] as usize + x, corner[1] as usize + y);
                let bits = u16::from(photo_sample(component, x, y)) << 8 | random.bits() as u16 & 0xFF;
                bits >> (16 - precision)
            }
            Content::Signed => {
                let middle = if x % 16 < 8 { 0 } else { most / 2 + 1 };
                let number = (x as i16 * 3 - y as i16 * 2) / 4 + random.between(-6, 7) as i16;
                middle.wrapping_add(number as u16) & most
            }
        }
    }
}

/// Returns a sample of the photo in `testdata/`, which repeats at its edges.
fn photo_sample(component: usize, x: usize, y: usize) -> u8 {
    static PHOTO: LazyLock<Picture> = LazyLock::new(|| Picture::open(&house("testdata/chelsea.png")));
    let Samples::U8(data) = &PHOTO.samples else { panic!("the photo has 8 bits") };
    data[(y % PHOTO.height * PHOTO.width + x % PHOTO.width) * 3 + component % 3]
}

/// Returns a path relative to the repository.
fn house(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the workspace").join(path)
}

/// The samples of a whole picture.
#[derive(Clone, Debug)]
pub enum Samples {
    /// Samples of 8 bits.
    U8(Vec<u8>),
    /// Samples of 16 bits.
    U16(Vec<u16>),
}

/// A whole picture: gray or RGB, interleaved.
#[derive(Clone, Debug)]
pub struct Picture {
    /// The name for messages.
    pub name: String,
    /// The number of columns.
    pub width: usize,
    /// The number of rows.
    pub height: usize,
    /// The number of components: 1 or 3.
    pub components: usize,
    /// The number of bits per sample; for 16-bit samples those that the largest sample needs.
    pub precision: u8,
    /// The samples.
    pub samples: Samples,
}

impl Picture {
    /// Returns a picture of 16-bit samples.
    fn of_words(name: String, (width, height): (usize, usize), components: usize, samples: Vec<u16>) -> Picture {
        let largest = samples.iter().fold(0, |most, &sample| most | sample);
        let precision = (16 - largest.leading_zeros() as u8).max(2);
        Picture { name, width, height, components, precision, samples: Samples::U16(samples) }
    }

    /// Returns the middle of the picture, of at most the given columns and rows.
    fn middle(self, (columns, rows): (usize, usize)) -> Picture {
        let (width, height) = (self.width.min(columns), self.height.min(rows));
        let (left, top) = ((self.width - width) / 2, (self.height - height) / 2);
        let row =
            |y: usize| (y * self.width + left) * self.components..(y * self.width + left + width) * self.components;
        let samples = match &self.samples {
            Samples::U8(data) => Samples::U8((top..top + height).flat_map(|y| &data[row(y)]).copied().collect()),
            Samples::U16(data) => Samples::U16((top..top + height).flat_map(|y| &data[row(y)]).copied().collect()),
        };
        Picture { width, height, samples, ..self }
    }

    /// Reads a picture from a file, without alpha.
    ///
    /// # Panics
    /// If the file cannot be read.
    fn open(path: &Path) -> Picture {
        let failed = |error: &dyn std::fmt::Display| -> ! { panic!("{}: {error}", path.display()) };
        let reader = image::ImageReader::open(path).unwrap_or_else(|error| failed(&error));
        let image = reader.decode().unwrap_or_else(|error| failed(&error));
        let (width, height) = (image.width() as usize, image.height() as usize);
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let color = image.color();
        let components = if color.has_color() { 3 } else { 1 };
        let wide = color.bytes_per_pixel() / color.channel_count() > 1;
        match (wide, components) {
            (true, 1) => Picture::of_words(name, (width, height), 1, image.into_luma16().into_raw()),
            (true, _) => Picture::of_words(name, (width, height), 3, image.into_rgb16().into_raw()),
            (false, 1) => {
                let samples = Samples::U8(image.into_luma8().into_raw());
                Picture { name, width, height, components, precision: 8, samples }
            }
            (false, _) => {
                let samples = Samples::U8(image.into_rgb8().into_raw());
                Picture { name, width, height, components, precision: 8, samples }
            }
        }
    }
}

/// Returns computed pictures of many kinds and sizes, and the photo, whole and in parts.
pub fn pictures() -> Vec<Picture> {
    let mut random = Random::new(14);
    let mut pictures = vec![Picture::open(&house("testdata/chelsea.png"))];
    let all = [(8, 1), (8, 3), (12, 1), (16, 1)];
    for (width, height) in [(16, 16), (40, 24), (100, 75), (257, 255), (700, 500), (1500, 1100)] {
        let some = if width < 1000 { &all[..] } else { &all[..1] };
        for kind in MADE {
            for &(precision, components) in some {
                pictures.push(kind.make((width, height), precision, components, &mut random));
            }
        }
    }
    pictures
}

/// The content of a computed picture. Each suits another predictor.
#[derive(Clone, Copy, Debug)]
enum Made {
    Photo,
    Flat,
    Ramp,
    Rows,
    Columns,
    Diagonals,
    Waves,
    Disc,
    Text,
    Noise,
    /// One of the other contents in each quarter from top to bottom.
    Mixed,
}

const MADE: [Made; 11] = [
    Made::Photo,
    Made::Flat,
    Made::Ramp,
    Made::Rows,
    Made::Columns,
    Made::Diagonals,
    Made::Waves,
    Made::Disc,
    Made::Text,
    Made::Noise,
    Made::Mixed,
];

impl Made {
    fn make(self, (width, height): (usize, usize), precision: u8, components: usize, random: &mut Random) -> Picture {
        let seed = random.bits();
        let most = f64::from(mask(precision));
        let mut sample = |n: usize| {
            let (c, x, y) = (n % components, n / components % width, n / components / width);
            let light = self.light(c, (x, y), (width, height), seed, random);
            (light * most).round().clamp(0.0, most) as u16
        };
        let samples: Vec<u16> = (0..width * height * components).map(&mut sample).collect();
        let name = format!("{self:?} of {width}x{height}, {components} components of {precision} bits");
        let samples = match precision {
            8 => Samples::U8(samples.iter().map(|&sample| sample as u8).collect()),
            _ => Samples::U16(samples),
        };
        Picture { name, width, height, components, precision, samples }
    }

    /// Returns the brightness at a position, 0 to 1.
    fn light(
        self,
        c: usize,
        (x, y): (usize, usize),
        (width, height): (usize, usize),
        seed: u64,
        random: &mut Random,
    ) -> f64 {
        let (across, down) = (x as f64 / width as f64, y as f64 / height as f64);
        let grain = |random: &mut Random, most: f64| most * (random.between(-1000, 1001) as f64 / 1000.0);
        // A random number for each column, row or diagonal.
        let of = |n: usize| Random::new(seed ^ n as u64 ^ (c as u64) << 40).bits() as f64 / u64::MAX as f64;
        match self {
            Made::Photo => f64::from(photo_sample(c, x, y)) / 255.0,
            Made::Flat => 0.4,
            Made::Ramp => 0.1 + 0.5 * across + 0.3 * down + grain(random, 0.004),
            Made::Rows => of(y) + grain(random, 0.01),
            Made::Columns => of(x) + grain(random, 0.01),
            Made::Diagonals => of(height + x - y.min(x + height)) + grain(random, 0.01),
            Made::Waves => 0.5 + 0.2 * (x as f64 / 5.0).sin() + 0.2 * (y as f64 / 9.0).cos() + grain(random, 0.02),
            Made::Disc => match (across - 0.5).hypot(down - 0.5) {
                distance if distance < 0.4 => {
                    0.6 + 0.2 * (20.0 * across).sin() * (14.0 * down).cos() + grain(random, 0.03)
                }
                _ => 0.0,
            },
            Made::Text => f64::from(u8::from(of(((x / 3) << 20) | (y / 4)) > 0.7 || y % 16 > 11)),
            Made::Noise => of(x << 20 | y),
            Made::Mixed => {
                let quarters = [Made::Photo, Made::Text, Made::Noise, Made::Columns];
                quarters[4 * y / height].light(c, (x, y), (width, height), seed, random)
            }
        }
    }
}

/// The maximal columns and rows of a picture of [`shared_pictures`].
const MOST: (usize, usize) = (1600, 1200);

/// Returns the pictures beside the checkout, in the order of their names, if there are any. Large ones are cropped to
/// the middle, which is still larger than the part that the encoder examines to choose a predictor.
pub fn shared_pictures() -> impl Iterator<Item = Picture> {
    let folder = house("../shared/data/images");
    let mut paths: Vec<PathBuf> = match std::fs::read_dir(&folder) {
        Ok(entries) => entries.filter_map(|entry| Some(entry.ok()?.path())).collect(),
        Err(error) => {
            eprintln!("LEFT OUT, {}: {error}: the pictures there", folder.display());
            Vec::new()
        }
    };
    let known = ["png", "pgm", "ppm", "bmp", "jpg"];
    paths.retain(|path| path.extension().is_some_and(|ending| known.iter().any(|known| ending == *known)));
    paths.sort();
    paths.into_iter().map(|path| Picture::open(&path).middle(MOST))
}
