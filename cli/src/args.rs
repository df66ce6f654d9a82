//! Command-line arguments: every switch, its values, and its help text.

mod effort;
mod files;
mod foreign;
mod foreign_tables;
mod keep;
mod values;
mod video;
mod video_values;

pub use effort::{DeadZoneChoice, Effort, QuantTableChoice};
pub use files::Files;
pub(crate) use foreign::answer;
pub use keep::{Keep, Kind};
pub use values::{Background, PredictorChoice, RestartEvery, SamplingChoice};
pub use video::{BPyramid, DirectMode, H264, MotionMethod, PixFmt, ProfileName, Range, VideoInput};
pub use video_values::{DeblockChoice, FrameRate, FrameSize, PartitionsChoice, SampleAspect};

use clap::parser::ValueSource;
use clap::{ArgGroup, ArgMatches, Args, CommandFactory as _, Parser, Subcommand, ValueEnum, ValueHint};
use clap_complete::Shell;
use codecs::jpeg::IjgQuality;
use std::num::NonZeroUsize;
use std::path::PathBuf;

const EXAMPLES: &str = "\
Examples:
  encode photo.png -o photo.jpg                     quality 90, 4:2:0
  encode photo.png -o photo.jpg -q 75 --optimize    smaller
  encode photo.png -o photo.jpg --progressive       smaller, and visible before it has arrived
  encode drawing.png -o drawing.jpg --sampling 444  keep the edges of colours
  encode photo.png -o photo.jpg --target-size 200k  as good as fits
  encode *.png --out-dir web --strip                many at the same time
  encode -r photos --out-dir web --update           a folder, and later what changed in it
  encode photo.tif -o photo.jpg --verify --json     check the result, report it as JSON
  encode scan16.png -o scan.jpg --lossless --verify every bit of every sample
  encode clip.y4m -o clip.mp4 --crf 23              H.264; .264 for a bare stream
  encode join a.264 b.264 -o film.mp4               parts that several machines encoded
  ffmpeg -i any.mkv -f yuv4mpegpipe -pix_fmt yuv420p - | encode - -o clip.mp4
  convert photo.psd ppm:- | encode - -o - --codec jpeg > photo.jpg

Exit status: 0 when every file was written, 1 when one or more were not, 2 when the arguments are invalid.";

const JOIN_EXAMPLE: &str = "\
Example: two machines share a film of 1000 frames
  encode film.y4m -o a.264 --frames 500
  encode film.y4m -o b.264 --seek 500 --first-picture 500
  encode join a.264 b.264 -o film.mp4";

/// Encode pictures as JPEG files, and video as H.264
///
/// Reads PNG, PPM, PGM, PBM, PAM, BMP, TIFF, WebP, JPEG and GIF (its first frame), recognised by content, not by name,
/// and writes baseline, progressive or lossless JPEG. Reads Y4M and raw video, 8 bits, 4:2:0 or gray, and writes H.264, bare or in
/// MP4. An output appears under its name only when it is complete.
#[derive(Clone, Debug, Parser)]
#[command(name = "encode", version, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "`encode --help` explains all switches, with examples.", after_long_help = EXAMPLES)]
#[command(
    override_usage = "encode [OPTIONS] INPUT... -o OUTPUT\n       encode [OPTIONS] INPUT... --out-dir DIR\n       encode COMMAND"
)]
pub struct Arguments {
    /// The subcommand; `None` to encode.
    #[command(subcommand)]
    pub command: Option<Command>,
    /// The arguments of encoding.
    #[command(flatten)]
    pub encode: Encode,
}

/// A subcommand, for tasks other than encoding.
#[derive(Clone, Debug, Subcommand)]
pub enum Command {
    /// List the structure of a JPEG file or an H.264 stream of any encoder
    ///
    /// Lists every marker segment of a JPEG, every NAL unit of a byte stream or an MP4 file, with its offset, its
    /// length and its elements by the standard's names. Violations of the standard are reported, and the exit status is
    /// then 1. Memory use does not depend on the file's length; an MP4 file on standard input is copied to a temporary
    /// file first. For example: encode inspect photo.jpg
    Inspect {
        /// JPEG, H.264 or MP4 files, or - for standard input
        #[arg(required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
        files: Vec<PathBuf>,
    },
    /// Decode an H.264 stream with another program and compare the result with a reference
    ///
    /// Prints the first picture, plane and macroblock that differ, counted from 0, on standard output; the exit status
    /// is then 1. For example: encode compare clip.264 --recon recon.y4m --with ffmpeg
    Compare(Compare),
    /// Join parts of a film to one H.264 stream or MP4 file
    ///
    /// Parts are byte streams or MP4 files, in the order of the film, and either kind of output can be made of either. Each
    /// begins with a key picture (IDR), and all have the same parameter sets: they are encoded with the same options. Only
    /// the video of an MP4 file is read, and pictures are copied, not encoded again.
    ///
    /// Machines share a film like this: each encodes a part that begins at a multiple of --keyint, and says its first
    /// picture's number with --first-picture. The joined file then has the bytes that one run over the film writes. One
    /// difference is possible: MP4 files have no access unit delimiters (--aud), so a byte stream made of them has none.
    ///
    /// The timescale of an MP4 file is that of the first part, or follows from the frame rate that a byte stream states.
    /// MP4 parts with another one are refused. The file begins at time 0, and all pictures last equally long. Streams
    /// of fields, and those that do not say how many pictures are reordered, can be joined to a byte stream only.
    ///
    /// Headers are checked, and slice data are not: a byte stream that was cut within its last picture is joined as it is.
    #[command(after_help = JOIN_EXAMPLE)]
    Join(Join),
    /// Print a shell's completions
    ///
    /// For example: encode completions bash > ~/.local/share/bash-completion/completions/encode
    Completions {
        /// The shell to complete for
        shell: Shell,
    },
    /// Print the man page, or write those of all commands into a folder
    ///
    /// For example: encode man | man -l -
    Man {
        /// Folder to write encode.1, encode-inspect.1 and the others into; it is created if it is missing
        #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath)]
        dir: Option<PathBuf>,
    },
}

/// The arguments of `encode compare`.
#[derive(Args, Clone, Debug)]
pub struct Compare {
    /// The stream: a byte stream or an MP4 file, of 8 bits, 4:2:0 or gray
    #[arg(value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub stream: PathBuf,
    /// The reference: Y4M, or raw video of the stream's size
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub recon: PathBuf,
    /// The decoder: ffmpeg, or any command that reads the file from standard input and writes raw frames (I420, or gray) to
    /// standard output, with its arguments separated by spaces
    #[arg(long, value_name = "CMD", default_value = "ffmpeg", value_hint = ValueHint::CommandString)]
    pub with: String,
}

/// The arguments of `encode join`.
#[derive(Args, Clone, Debug)]
pub struct Join {
    /// Parts to join, in the order of the film: byte streams or MP4 files, or - for standard input
    #[arg(required = true, value_name = "PART", value_hint = ValueHint::FilePath)]
    pub parts: Vec<PathBuf>,
    /// File to write: .264, .h264 or .avc for a byte stream, .mp4 or .m4v, or - for a byte stream on standard output
    ///
    /// An existing file is replaced when the new one is complete. A part is never overwritten.
    #[arg(short, long, required = true, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub output: PathBuf,
    /// Print nothing but errors
    #[arg(long)]
    pub quiet: bool,
}

/// The arguments of encoding.
#[derive(Args, Clone, Debug)]
#[command(group = ArgGroup::new("destination").required(true).args(["output", "out_dir"]))]
pub struct Encode {
    /// Pictures or videos to encode, or - for standard input
    #[arg(required = true, value_name = "INPUT", value_hint = ValueHint::FilePath)]
    pub inputs: Vec<PathBuf>,

    /// File to write, or - for standard output
    ///
    /// The ending selects the format (JPEG: .jpg, .jpeg, .jpe, .jfif; H.264: .mp4, .m4v, or bare .264, .h264, .avc), or
    /// --codec does; with - --codec is required, and H.264 is bare. An existing file is replaced when the new one is
    /// complete. An input is never overwritten, whatever name or link leads to it.
    #[arg(short, long, value_name = "OUTPUT", value_hint = ValueHint::FilePath, help_heading = "Output")]
    pub output: Option<PathBuf>,

    /// Folder to write into: photo.png becomes DIR/photo.jpg, with --codec h264 clip.y4m DIR/clip.264
    ///
    /// It is created, with the folders above it, when the first file is written into it.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, help_heading = "Output")]
    pub out_dir: Option<PathBuf>,

    /// The selection of files to read and write.
    #[command(flatten)]
    pub files: Files,

    /// Format to write, whatever the output's name
    #[arg(long, value_name = "CODEC", help_heading = "Output")]
    pub codec: Option<Codec>,

    /// Quality, 1 (smallest) to 100 (best) [default: 90]
    ///
    /// The scale is that of the Independent JPEG Group: 50 uses the tables of the standard's Annex K, 100 quantises by
    /// 1. One decimal is allowed, as in 84.5; whole numbers give the tables of cjpeg.
    #[arg(short, long, value_name = "N", allow_negative_numbers = true, value_parser = values::quality, help_heading = "JPEG")]
    pub quality: Option<IjgQuality>,

    /// Choose the best quality whose file has at most BYTES (200000, 200k, 2M)
    ///
    /// k, M and G are 1000, 1000000 and 1000000000. If even quality 1 is larger, nothing is written and its size is
    /// reported. The search takes less time than a second encoding, for most pictures.
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = values::size, conflicts_with = "quality", help_heading = "JPEG")]
    pub target_size: Option<u64>,

    /// Choose the smallest quality whose decoded picture has at least DB dB of PSNR against the input
    ///
    /// The PSNR is that of the samples of RGB, or of gray, as djpeg decodes them.
    #[arg(long, value_name = "DB", allow_negative_numbers = true, value_parser = values::score, conflicts_with_all = ["quality", "target_size"], hide_short_help = true, help_heading = "JPEG")]
    pub target_psnr: Option<f64>,

    /// Choose the smallest quality whose decoded picture has a SSIMULACRA2 of at least SCORE (90 looks like the input)
    ///
    /// 100 is no difference, 90 is hardly visible, 70 is good, 50 is clearly visible. The quality is found to a tenth, and
    /// most files have at most 0.1 more than is asked for. Samples are taken to be sRGB.
    #[arg(long, value_name = "SCORE", allow_negative_numbers = true, value_parser = values::score, conflicts_with_all = ["quality", "target_size", "target_psnr"], hide_short_help = true, help_heading = "JPEG")]
    pub target_ssim2: Option<f64>,

    /// Chroma subsampling: 444, 422, 420, 440, 411, 410, auto, or factors HxV[,HxV..] [default: 420]
    ///
    /// 420 keeps one sample of colour for 2x2 of brightness and suits photos; 444 keeps all and suits drawings and
    /// text. auto measures the colour that 420 would lose and takes 444 if it is much, as with red text. Factors are 1 to 4,
    /// one pair for each component; missing pairs are 1x1, so 2x2 means 420. Gray stays gray.
    #[arg(long, value_name = "S", help_heading = "JPEG")]
    pub sampling: Option<SamplingChoice>,

    /// Optimal Huffman tables for the picture: a smaller file, more time
    ///
    /// Lossless files always have such tables.
    #[arg(long, help_heading = "JPEG")]
    pub optimize: bool,

    /// Progressive scans: mostly smaller, and shown before all has arrived
    ///
    /// The scans are cjpeg's, or those of --scans or --scan-search. Samples decode as those of the sequential file. Each
    /// scan has optimal Huffman tables. Encoding takes more time, and two bytes of memory for each coefficient.
    #[arg(long, help_heading = "JPEG")]
    pub progressive: bool,

    /// Scans of a progressive file from a text file, in cjpeg's format
    ///
    /// A scan is its components, counted from 0, a colon, the first and the last coefficient in zigzag order, the point
    /// transform of the scan before (0 if there is none) and its own, and a semicolon: 0,1,2: 0-0, 0, 1; # starts a
    /// comment. DC (0-0) comes before AC, and an AC scan has one component. Scans that leave out bits lose them.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true, help_heading = "JPEG")]
    pub scans: Option<PathBuf>,

    /// The scans of the smallest progressive file among hundreds of candidates
    ///
    /// Point transforms and bands are chosen for each component by counting the bits of all candidates.
    #[arg(long, conflicts_with = "scans", hide_short_help = true, help_heading = "JPEG")]
    pub scan_search: bool,

    /// Restart markers after every N rows of MCUs, or every N MCUs (NB)
    ///
    /// A decoder can resynchronise at a marker, so damage stays local. In a lossless file rows are lines, and NB, which
    /// counts pixels, has to be whole lines; at most 65535 pixels lie between two markers.
    #[arg(long, value_name = "N|NB", allow_negative_numbers = true, help_heading = "JPEG")]
    pub restart: Option<RestartEvery>,

    /// Quantisation tables from a text file, in cjpeg's format
    ///
    /// One to four tables of 64 numbers, 1 to 65535, row by row; # starts a comment. The first is for gray or luma, the
    /// second for chroma; without a second one chroma keeps Annex K's. --quality scales the tables (50 leaves them
    /// unchanged); without it they are used unchanged. Numbers above 255 make an extended sequential file.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, hide_short_help = true, help_heading = "JPEG")]
    pub qtables: Option<PathBuf>,

    /// The arguments that make smaller files.
    #[command(flatten)]
    pub effort: Effort,

    /// Write lossless JPEG, gray or RGB: decoding restores every sample
    ///
    /// 8- and 16-bit samples are kept, and so are PGM, PPM and PAM samples of any maxval. This is the lossless JPEG of
    /// 1992 (process 14, SOF3) that medical archives hold; browsers do not show it. --codec jpeg-lossless is the same.
    /// Switches of lossy JPEG cannot be combined with it: --quality, --target-size and the other targets, --sampling,
    /// --qtables, --progressive, --scans, --scan-search, --depth, --effort and those that it stands for.
    #[arg(long, help_heading = "Lossless JPEG")]
    pub lossless: bool,

    /// Predictor, 1 to 7, or auto to choose one for the picture [default: auto]
    ///
    /// Each sample is predicted from its neighbours a to the left, b above, c above to the left: 1 a, 2 b, 3 c, 4
    /// a+b-c, 5 a+(b-c)/2, 6 b+(a-c)/2, 7 (a+b)/2. DICOM's usual transfer syntax requires 1.
    #[arg(long, value_name = "P", allow_negative_numbers = true, help_heading = "Lossless JPEG")]
    pub predictor: Option<PredictorChoice>,

    /// Number of lowest bits of every sample to discard, 0 to 15 [default: 0]
    ///
    /// The file is smaller, and no longer lossless: the discarded bits decode to 0. N is less than the precision.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(0..=15), help_heading = "Lossless JPEG")]
    pub point_transform: Option<u8>,

    /// Bits per sample that the file states, 2 to 16 [default: those of the input]
    ///
    /// An input has 8 or 16; a PNM file has as many as its maxval needs. Use this for samples of, say, 12 bits in a
    /// file of 16. The samples are not changed; a sample with more bits is an error.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::value_parser!(u8).range(2..=16), help_heading = "Lossless JPEG")]
    pub precision: Option<u8>,

    /// Kinds of metadata to keep, such as exif,icc [default: all]
    ///
    /// All, none, or some of exif, icc, xmp, iptc, comments and pictures, separated by commas. Pictures are those behind
    /// the first one of a JPEG file, such as a gain map; their index (MPF) is corrected. Without exif, the picture is
    /// rotated as its EXIF orientation says.
    #[arg(long, value_name = "KINDS", conflicts_with = "strip", help_heading = "Metadata")]
    pub keep: Option<Keep>,

    /// Leave out all metadata; rotate the picture as its EXIF says
    #[arg(long, help_heading = "Metadata")]
    pub strip: bool,

    /// Colour profile to embed in place of the input's; samples are not converted
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Metadata")]
    pub icc: Option<PathBuf>,

    /// Text to embed as a comment; can be repeated
    #[arg(long, value_name = "TEXT", help_heading = "Metadata")]
    pub comment: Vec<String>,

    /// Encode pictures of CMYK, which are refused without it: keep them, or convert to cmyk or ycck
    ///
    /// They are read from JPEG and TIFF. The file has an Adobe segment, and its samples are inverted, as Adobe's are.
    /// Gray and RGB stay as they are.
    #[arg(long, value_name = "COLOURS", alias = "color", hide_short_help = true, help_heading = "Samples")]
    pub colour: Option<FourColours>,

    /// Colour to lay transparent pictures over
    #[arg(long, value_name = "#RRGGBB", default_value = "#ffffff", help_heading = "Samples")]
    pub background: Background,

    /// Treatment of samples of more than 8 bits [default: round]
    #[arg(long, value_name = "WHAT", help_heading = "Samples")]
    pub depth: Option<Depth>,

    /// The arguments of reading video.
    #[command(flatten)]
    pub video: VideoInput,

    /// The arguments of encoding H.264.
    #[command(flatten)]
    pub h264: H264,

    /// Threads; any number gives the same bytes [default: all cores]
    ///
    /// Several inputs share the threads; one picture or one video uses all of them. At most as many start as there is
    /// work for, and at most four for each core.
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Execution and reports")]
    pub threads: Option<NonZeroUsize>,

    /// Refuse pictures and videos of more than N pixels a frame, such as 1G [default: 500M]
    ///
    /// A header of a few bytes can claim billions of them. k, M and G are 1000, 1000000 and 1000000000.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = values::pixels, hide_short_help = true, help_heading = "Execution and reports")]
    pub max_pixels: Option<u64>,

    /// Refuse pictures and videos that need more memory than BYTES, such as 2G [default: 1G, video 4G]
    ///
    /// The need is estimated from the header, before anything is decoded: the file, the samples, and the buffers of
    /// decoder and encoder. By default a file of more than 250 MB may need four times its own size. The limit holds for
    /// one input: inputs that are encoded at the same time, one on each thread, may need as much each. For a video,
    /// frames, reference pictures and the lookahead are counted.
    #[arg(long, value_name = "BYTES", allow_negative_numbers = true, value_parser = values::size, hide_short_help = true, help_heading = "Execution and reports")]
    pub max_memory: Option<u64>,

    /// Decode the result before it replaces the output, and compare it with the input
    ///
    /// A decoder other than this program has to accept the file, return the same size and come near the input for the
    /// chosen quality; its name and the PSNR are printed on standard error. In a lossless file every sample has to be
    /// the same, after the point transform. Without CMD a bundled decoder is used if it supports the file's features,
    /// otherwise djpeg or ffmpeg if they are found (lossless: djpeg of libjpeg-turbo 3, dcmdjpeg of dcmtk, ffmpeg for 8
    /// bits). CMD is djpeg, ffmpeg, dcmdjpeg, or any command that reads a JPEG from standard input and writes PPM, PGM
    /// or PNG to standard output, with its arguments separated by spaces. H.264 is decoded by ffmpeg, or by a command
    /// that reads it from standard input and writes raw frames; every sample has to equal the encoder's reconstruction.
    #[arg(long, value_name = "CMD", num_args = 0..=1, require_equals = true, default_missing_value = "")]
    #[arg(value_hint = ValueHint::CommandString, help_heading = "Execution and reports")]
    pub verify: Option<String>,

    /// Print one JSON object for each file on standard output
    ///
    /// input, output, codec, width, height, frames, bytes, seconds (from reading to writing, without --verify), psnr
    /// {y, u, v, all} in dB against the input (100 for no difference, null for missing planes; for a lossless file that
    /// of its point transform), verified_by. Pictures add bits_per_pixel, quality (null with --qtables alone and for
    /// lossless files), precision (bits per sample), predictor (null except for lossless files). Video adds
    /// frames_per_second (of the clip), kilobits_per_second, qp (null with --crf), crf (null with --qp), kinds {i, p, b} of
    /// {frames, mean_qp, bytes}, ssim {y, u, v, all}. A file that --skip-existing or --update left alone has input, output, codec and skipped: true. The summary
    /// line is left out.
    #[arg(long, help_heading = "Execution and reports")]
    pub json: bool,

    /// Write every syntax element of the file, with its offset and bits, to FILE
    ///
    /// There is one line for each element, and FILE is some hundred times as long as the output. For JPEG it lists
    /// marker segments, and the codes and additional bits of every block. For H.264 it lists NAL units with their
    /// headers, and macroblocks with their blocks of levels; with CABAC, where an element has no bits of its own, it
    /// shows the bits that the coder emitted meanwhile. Offsets are those in a bare H.264 file, also for MP4. Works for
    /// one input.
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, help_heading = "Execution and reports")]
    pub trace: Option<PathBuf>,

    /// Report what is read, what is written with which settings, what is left out, and how long each step takes
    ///
    /// The report goes to standard error.
    #[arg(short, long, conflicts_with = "quiet", help_heading = "Execution and reports")]
    pub verbose: bool,

    /// Print nothing but errors; without it a run ends with a line of files or frames, bytes, time and rate
    #[arg(long, help_heading = "Execution and reports")]
    pub quiet: bool,
}

impl Encode {
    /// Returns whether the output is lossless JPEG.
    pub(crate) fn is_lossless(&self) -> bool {
        self.lossless || self.codec == Some(Codec::JpegLossless)
    }
}

/// A format that can be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Codec {
    /// Baseline JPEG, progressive with --progressive, or lossless JPEG with --lossless
    Jpeg,
    /// Lossless JPEG
    JpegLossless,
    /// H.264
    #[value(name = "h264")]
    H264,
}

impl Codec {
    /// Returns the name as it is typed.
    pub fn name(self) -> &'static str {
        match self {
            Codec::Jpeg => "jpeg",
            Codec::JpegLossless => "jpeg-lossless",
            Codec::H264 => "h264",
        }
    }
}

/// A switch that was given on the command line.
#[derive(Clone, Debug)]
pub(crate) struct Typed {
    /// The switch with its dashes.
    pub(crate) switch: String,
    /// The heading of the help that lists it.
    pub(crate) heading: String,
}

/// Returns the switches of encoding that were typed, without defaults.
pub(crate) fn typed(matches: &ArgMatches) -> Vec<Typed> {
    let definition = Arguments::command();
    let is_typed = |id: &str| matches.value_source(id) == Some(ValueSource::CommandLine);
    let switches = definition.get_arguments().filter_map(|arg| {
        let name = arg.get_long().filter(|_| is_typed(arg.get_id().as_str()))?;
        Some(Typed { switch: format!("--{name}"), heading: arg.get_help_heading()?.to_owned() })
    });
    switches.collect()
}

/// The colours of a file for a picture of CMYK or YCCK.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum FourColours {
    /// Keep CMYK or YCCK as it is
    Keep,
    /// Store cyan, magenta, yellow and black
    Cmyk,
    /// Store luma and chroma of the first three, and black: fewer bytes
    Ycck,
}

/// A treatment of samples of more than 8 bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Depth {
    /// Round them to 8 bits
    #[default]
    Round,
    /// Refuse them
    Error,
    /// Keep all samples unchanged, whatever their maxval, as lossless coding does.
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
