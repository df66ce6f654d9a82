//! What a user types: every switch, its values, and the text that explains it.

mod files;
mod foreign;
mod foreign_tables;
mod values;
mod video;
mod video_values;

pub use files::Files;
pub(crate) use foreign::answer;
pub use values::{Background, PredictorChoice, RestartEvery, SamplingChoice};
pub use video::{H264, MotionMethod, PixFmt, ProfileName, Range, VideoInput};
pub use video_values::{DeblockChoice, FrameRate, FrameSize, PartitionsChoice, SampleAspect};

use crate::input::Limits;
use clap::parser::ValueSource;
use clap::{ArgGroup, ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  encode photo.png -o photo.jpg                     quality 90, 4:2:0
  encode photo.png -o photo.jpg -q 75 --optimize    smaller
  encode drawing.png -o drawing.jpg --sampling 444  keep the edges of colours
  encode photo.png -o photo.jpg --target-size 200k  as good as fits
  encode *.png --out-dir web --strip                many at the same time
  encode -r photos --out-dir web --update           a folder, and later what changed in it
  encode photo.tif -o photo.jpg --verify --json     look at the result, say it in JSON
  encode scan16.png -o scan.jpg --lossless --verify every bit of every sample
  encode clip.y4m -o clip.mp4 --qp 26               H.264; .264 for a bare stream
  ffmpeg -i any.mkv -f yuv4mpegpipe -pix_fmt yuv420p - | encode - -o clip.mp4
  convert photo.psd ppm:- | encode - -o - --codec jpeg > photo.jpg

Exit status: 0 when every file was written, 1 when one or more were not, 2 when the arguments make no sense.";

/// Encode pictures as JPEG files, and video as H.264
///
/// Reads PNG, PPM, PGM, PBM, PAM, BMP, TIFF, WebP, JPEG and GIF (its first frame), recognised by content and not by name,
/// and writes baseline JPEG, or lossless JPEG. Reads Y4M and raw video, 8 bits, 4:2:0 or gray, and writes H.264, bare or
/// in MP4. A file appears under its name when it is complete, or not at all.
#[derive(Clone, Debug, Parser)]
#[command(name = "encode", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "`encode --help` says more, with all switches and examples.", after_long_help = EXAMPLES)]
#[command(
    override_usage = "encode [OPTIONS] INPUT... -o OUTPUT\n       encode [OPTIONS] INPUT... --out-dir DIR\n       encode COMMAND"
)]
pub struct Arguments {
    /// Something else than to encode.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// To encode.
    #[command(flatten)]
    pub encode: Encode,
}

/// What the command does beside encoding.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// List what a JPEG file or an H.264 stream of any encoder is made of
    ///
    /// Every marker segment of a JPEG, every NAL unit of a byte stream or an MP4 file, with its place, its length and its
    /// elements by the standard's names; what breaks the standard's rules is said, and the status is then 1. Files of any
    /// length take little memory; an MP4 file on standard input is kept in a temporary file while it is listed. For
    /// example: encode inspect photo.jpg
    Inspect {
        /// JPEG, H.264 or MP4 files, or - for standard input
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
    },
    /// Hold an H.264 stream, decoded by another program, against what it should show
    ///
    /// Says the first picture, plane and macroblock that differ, counted from 0, on standard output; the status is then 1.
    /// For example: encode compare clip.264 --recon recon.y4m --with ffmpeg
    Compare(Compare),
    /// Print a shell's completions
    ///
    /// For example: encode completions bash > ~/.local/share/bash-completion/completions/encode
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the man page, or write those of all commands into a folder
    ///
    /// For example: encode man | man -l -
    Man {
        /// Folder to write encode.1, encode-inspect.1 and the others into; it is made when it is missing
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}

/// Switches of comparing.
#[derive(Args, Clone, Debug)]
pub struct Compare {
    /// The stream: a byte stream or an MP4 file, of 8 bits, 4:2:0 or gray
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub stream: PathBuf,
    /// What it should show: Y4M, or raw video of the stream's size
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub recon: PathBuf,
    /// The decoder: ffmpeg, or any command that reads the file from standard input and writes raw frames (I420, or gray) to
    /// standard output, with its arguments separated by spaces
    #[arg(long, value_name = "CMD", default_value = "ffmpeg", value_hint = ValueHint::CommandString)]
    pub with: String,
}

/// Switches of encoding.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("destination").required(true).args(["output", "out_dir"]))]
pub struct Encode {
    /// Pictures or videos to encode, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<PathBuf>,

    /// File to write, or - for standard output
    ///
    /// What is written is chosen by the ending (JPEG: .jpg, .jpeg, .jpe, .jfif; H.264: .mp4, .m4v, or bare .264, .h264, .avc)
    /// or by --codec; with - it has to be --codec, and H.264 is bare. A file that stands there is replaced when the new one is
    /// complete. A file that is read is never overwritten, by whatever name or link.
    #[arg(short, long, value_name = "OUTPUT", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Folder to write into: photo.png becomes DIR/photo.jpg, with --codec h264 clip.y4m DIR/clip.264
    ///
    /// It is made when the first file is to be written into it, with the folders above it.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub out_dir: Option<PathBuf>,

    /// Which files are read and written.
    #[command(flatten)]
    pub files: Files,

    /// What to write, whatever the output is called
    #[arg(long, value_name = "CODEC", help_heading = "Output")]
    pub codec: Option<Codec>,

    /// Quality, 1 (smallest) to 100 (best) [default: 90]
    ///
    /// On the scale of the Independent JPEG Group: 50 is the tables of the standard's Annex K, 100 quantises by 1.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(1..=100), help_heading = "JPEG")]
    pub quality: Option<u8>,

    /// Choose the best quality whose file has at most BYTES (200000, 200k, 2M)
    ///
    /// k, M and G are 1000, 1000000 and 1000000000. When even quality 1 is larger, nothing is written and the smallest size is said.
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = values::size, conflicts_with = "quality", help_heading = "JPEG")]
    pub target_size: Option<u64>,

    /// Chroma subsampling: 444, 422, 420, 440, 411, 410, or factors HxV[,HxV..] [default: 420]
    ///
    /// 420 keeps one sample of colour for 2x2 of brightness and suits photos; 444 keeps all and suits drawings and text.
    /// Factors are 1 to 4, one pair a component; those not said are 1x1, so that 2x2 is 420. Gray stays gray.
    #[arg(long, value_name = "S", help_heading = "JPEG")]
    pub sampling: Option<SamplingChoice>,

    /// Make the Huffman tables that suit the picture best: a smaller file, more time
    ///
    /// Lossless files always have such tables.
    #[arg(long, help_heading = "JPEG")]
    pub optimize: bool,

    /// Restart markers after every N rows of MCUs, or with NB after every N MCUs
    ///
    /// A decoder can start afresh there, so damage stays local; threads can share one picture only where there are some. In a
    /// lossless file rows are lines, and NB, which counts pixels, has to be whole lines; between two markers are 65535
    /// pixels at most.
    #[arg(long, value_name = "N|NB", allow_negative_numbers = true, help_heading = "JPEG")]
    pub restart: Option<RestartEvery>,

    /// Quantisation tables from a text file, as of cjpeg
    ///
    /// One to four tables of 64 numbers, 1 to 65535, row by row; # starts a comment. The first is for gray or luma, the second
    /// for chroma; without a second one chroma keeps Annex K's. With --quality the tables are scaled by it (50 leaves
    /// them alone), else they are used as they are. Numbers above 255 make an extended sequential file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "JPEG")]
    pub qtables: Option<PathBuf>,

    /// Write lossless JPEG, gray or RGB: every sample comes back as it was
    ///
    /// 8- and 16-bit samples stay as they are, and so do PGM, PPM and PAM samples of any maxval. It is the JPEG of 1992 (process
    /// 14, SOF3) that medical archives hold; browsers do not show it. --codec jpeg-lossless is the same. Switches of lossy
    /// JPEG cannot be used with it: --quality, --target-size, --sampling, --qtables, --depth.
    #[arg(long, help_heading = "Lossless JPEG")]
    pub lossless: bool,

    /// Predictor, 1 to 7, or auto for one that suits the picture [default: auto]
    ///
    /// What a sample is taken for, by its neighbours a to the left, b above, c above to the left: 1 a, 2 b, 3 c, 4 a+b-c,
    /// 5 a+(b-c)/2, 6 b+(a-c)/2, 7 (a+b)/2. DICOM's usual transfer syntax asks for 1.
    #[arg(long, value_name = "P", allow_negative_numbers = true, help_heading = "Lossless JPEG")]
    pub predictor: Option<PredictorChoice>,

    /// Lowest bits of every sample to leave out, 0 to 15 [default: 0]
    ///
    /// The file is smaller, and no longer lossless: those bits come back as 0. They are fewer than the precision.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=15), help_heading = "Lossless JPEG")]
    pub point_transform: Option<u8>,

    /// Bits a sample that the file states, 2 to 16 [default: those of the input]
    ///
    /// An input has 8 or 16, a PNM file those that its maxval needs. For samples of, say, 12 bits in a file of 16. The samples
    /// are not changed; one that has more bits is an error.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(2..=16), help_heading = "Lossless JPEG")]
    pub precision: Option<u8>,

    /// Leave out the input's EXIF and colour profile; turn the picture as its EXIF orientation says
    #[arg(long, help_heading = "Metadata")]
    pub strip: bool,

    /// Colour profile to embed in place of the input's; samples are not converted
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Metadata")]
    pub icc: Option<PathBuf>,

    /// Text to embed as a comment; can be repeated
    #[arg(long, value_name = "TEXT", help_heading = "Metadata")]
    pub comment: Vec<String>,

    /// What to lay transparent pictures over
    #[arg(long, value_name = "#RRGGBB", default_value = "#ffffff", help_heading = "Samples")]
    pub background: Background,

    /// What to do with samples of more than 8 bits [default: round]
    #[arg(long, value_name = "WHAT", help_heading = "Samples")]
    pub depth: Option<Depth>,

    /// How video is read.
    #[command(flatten)]
    pub video: VideoInput,

    /// How H.264 is made.
    #[command(flatten)]
    pub h264: H264,

    /// Threads; any number gives the same bytes [default: all cores]
    ///
    /// Many inputs share them. One picture has them all where it has restart markers; a video has one. No more are started
    /// than there is work for, nor than four for each core.
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Work and what is said of it")]
    pub threads: Option<NonZeroUsize>,

    /// Refuse pictures and videos of more than N pixels a frame, such as 1G [default: 500M]
    ///
    /// A header of a few bytes can claim billions of them. k, M and G are 1000, 1000000 and 1000000000.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::pixels, hide_short_help = true, help_heading = "Work and what is said of it")]
    pub max_pixels: Option<u64>,

    /// Refuse pictures and videos that need more memory than BYTES, such as 2G [default: 1G]
    ///
    /// It is estimated from the header, before anything is decoded: the file, the samples, and what decoder and encoder hold.
    /// Without the switch a file of more than 250 MB may need four times its own size. It is for one input: those that are
    /// encoded at the same time, one a thread, may need as much each. Of a video, frames and reference pictures are counted.
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = values::size, hide_short_help = true, help_heading = "Work and what is said of it")]
    pub max_memory: Option<u64>,

    /// Decode the result before it is put in its place, and compare it with the input
    ///
    /// A decoder that is not this program's has to accept the file, give the same size and come near the input for the quality
    /// chosen; which one, and the PSNR, is said on standard error. Of a lossless file every sample has to be the same, after
    /// the point transform. Without CMD that is a bundled one where it knows the file's features, else djpeg or ffmpeg where
    /// they are found (lossless: djpeg of libjpeg-turbo 3, dcmdjpeg of dcmtk, ffmpeg for 8 bits). CMD is djpeg, ffmpeg,
    /// dcmdjpeg, or any command that reads a JPEG from standard input and writes PPM, PGM or PNG to standard output, with its
    /// arguments separated by spaces. H.264 is decoded by ffmpeg, or by a command that reads it from standard input and
    /// writes raw frames; every sample has to be what the encoder reckoned with.
    #[arg(long, value_name = "CMD", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(value_hint = ValueHint::CommandString, help_heading = "Work and what is said of it")]
    pub verify: Option<String>,

    /// Print one JSON object a file on standard output
    ///
    /// input, output, codec, width, height, frames, bytes, seconds (reading to writing, without --verify), psnr {y, u, v, all}
    /// in dB against the input (100 for no difference, null for planes that are not there; of a lossless file that of its
    /// point transform), verified_by; of pictures bits_per_pixel, quality (null for tables of one's own and for lossless
    /// files), precision (bits a sample), predictor (null but for lossless files); of video frames_per_second (of the
    /// clip), kilobits_per_second, qp, ssim {y, u, v, all}. A file that --skip-existing or --update left alone has input,
    /// output, codec and skipped: true. The line that ends a run is left out.
    #[arg(long, help_heading = "Work and what is said of it")]
    pub json: bool,

    /// Write every syntax element of the file, with its place and its bits, to FILE
    ///
    /// A line an element, some hundred times the size of the file. Of JPEG marker segments, and the codes and additional bits
    /// of every block. Of H.264 NAL units with their headers, and macroblocks with their blocks of levels; with CABAC, which
    /// has no bits of an element, the bits that the coder put out meanwhile; places are those in a bare H.264 file, of MP4
    /// too. For one input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Work and what is said of it")]
    pub trace: Option<PathBuf>,

    /// Say what is read, what is written with which settings, what is left out, and how long each step takes
    ///
    /// On standard error.
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Work and what is said of it")]
    pub verbose: bool,

    /// Say nothing but errors; without it a run ends with a line of files or frames, bytes, time and rate
    #[arg(long, help_heading = "Work and what is said of it")]
    pub quiet: bool,
}

impl Encode {
    /// How large an input may be.
    pub(crate) fn limits(&self) -> Limits {
        let default = Limits::default();
        Limits { pixels: self.max_pixels.unwrap_or(default.pixels), memory: self.max_memory.or(default.memory) }
    }

    /// Whether what is written keeps all bits of the samples.
    pub(crate) fn is_lossless(&self) -> bool {
        self.lossless || self.codec == Some(Codec::JpegLossless)
    }
}

/// What can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Codec {
    /// Baseline JPEG, or lossless JPEG with --lossless
    Jpeg,
    /// Lossless JPEG
    JpegLossless,
    /// H.264
    #[value(name = "h264")]
    H264,
}

impl Codec {
    /// As it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Jpeg => "jpeg",
            Codec::JpegLossless => "jpeg-lossless",
            Codec::H264 => "h264",
        }
    }
}

/// A switch that was typed.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    /// With its dashes.
    pub(crate) switch: String,
    /// Under which its help stands.
    pub(crate) heading: String,
}

/// The switches of encoding that were typed, and are no defaults.
pub(crate) fn typed(matches: &ArgMatches) -> Vec<Typed> {
    let definition = Arguments::command();
    let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let switches = definition.get_arguments().filter_map(|arg| {
        let name = arg.get_long().filter(|_| is_typed(arg.get_id().as_str()))?;
        Some(Typed { switch: format!("--{name}"), heading: arg.get_help_heading()?.to_owned() })
    });
    switches.collect()
}

/// What to do with samples of more than 8 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Depth {
    /// Round them to 8 bits
    #[default]
    Round,
    /// Refuse them
    Error,
    /// Keep all samples as they are, whatever their maxval: what lossless coding does.
    #[value(skip)]
    Keep,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    #[test]
    fn the_definition_is_consistent() {
        super::Arguments::command().debug_assert();
    }
}
