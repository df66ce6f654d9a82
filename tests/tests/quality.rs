//! Comparison of PSNR and SSIM with ffmpeg's filters.

use approx::abs_diff_eq;
use codecs::shared::quality::Quality;
use codecs::spaces::Samples;
use std::{env, fs, process};
use tests::h264::{ffmpeg, ffmpeg_output, has_ffmpeg, x264};
use unite::{Dyn, Rows, View};

const SIZE: [usize; 2] = [70, 122];

/// Returns the mean over frames of the numbers that follow `name` in ffmpeg's output.
fn mean_of(text: &str, name: &str) -> f64 {
    let numbers: Vec<f64> = text
        .split_whitespace()
        .filter_map(|word| word.strip_prefix(name))
        .map(|number| number.parse().expect("a number"))
        .collect();
    numbers.iter().sum::<f64>() / numbers.len() as f64
}

#[test]
fn psnr_and_ssim_are_those_of_ffmpeg() {
    if !has_ffmpeg() {
        return;
    }
    let stream =
        |qp: &str| x264("122x70", 5, &["-qp", qp, "-pix_fmt", "yuv420p"]).expect("x264 codes the test picture");
    for qp in ["20", "35", "51"] {
        let clips = [stream("1"), stream(qp)].map(|stream| ffmpeg(&stream, SIZE, false).expect("ffmpeg decodes"));
        let [a, b] = &clips;
        let mut quality = Quality::default();
        for (a, b) in a.iter().zip(b) {
            let mut start = 0;
            for plane in 0..3 {
                let [height, width] = if plane == 0 { SIZE } else { SIZE.map(|n| n / 2) };
                let view = |frame| View::<Samples, u8, _, Rows<Samples, _>>::over(frame, [0, 0], Dyn([height, width]));
                let [a, b] =
                    [a, b].map(|frame| view(&frame[start..][..height * width]).expect("the samples are there"));
                quality.add(plane, a, b);
                start += height * width;
            }
        }

        let paths = [0, 1].map(|n| env::temp_dir().join(format!("unite-quality-{}-{n}.yuv", process::id())));
        paths.iter().zip(&clips).for_each(|(path, clip)| fs::write(path, clip.concat()).expect("a temporary file"));
        let [a, b] = paths.each_ref().map(|path| path.to_str().expect("names are UTF-8"));
        let filter = |filter: &str| {
            let filter = format!("[0:v][1:v]{filter}=stats_file=-");
            let raw = |path| ["-f", "rawvideo", "-pixel_format", "yuv420p", "-video_size", "122x70", "-i", path];
            let compare = ["-lavfi", &filter, "-f", "null", "/dev/null"];
            // ffmpeg warns that it estimates the duration of raw files; and its SSIM with SIMD has another last window
            // in each row.
            let output =
                ffmpeg_output(&[&["-v", "error", "-cpuflags", "0"][..], &raw(b), &raw(a), &compare].concat(), &[]);
            String::from_utf8(output.expect("ffmpeg compares")).expect("numbers are text")
        };
        let (ssim, psnr) = (filter("ssim"), filter("psnr"));
        paths.iter().for_each(|path| fs::remove_file(path).expect("it was written"));
        for (plane, name) in ["Y:", "U:", "V:"].iter().enumerate() {
            let ours = quality.ssim(plane).expect("there are windows");
            assert!(abs_diff_eq!(ours, mean_of(&ssim, name), epsilon = 1e-4), "QP {qp}, {name} {ours}");
        }
        let ours = quality.total_ssim().expect("there are windows");
        assert!(abs_diff_eq!(ours, mean_of(&ssim, "All:"), epsilon = 1e-4), "QP {qp}: {ours}");
        for (plane, name) in ["mse_y:", "mse_u:", "mse_v:", "mse_avg:"].iter().enumerate() {
            let ours = if plane == 3 { quality.total_psnr() } else { quality.psnr(plane) };
            let theirs = 10.0 * (255.0 * 255.0 / mean_of(&psnr, name)).log10();
            // ffmpeg prints the errors with two digits.
            assert!(abs_diff_eq!(ours, theirs, epsilon = 0.05), "QP {qp}, {name} {ours} {theirs}");
        }
    }
}
