//! Comparison of the deblocking filter with ffmpeg's. ffmpeg can also output intra pictures before the filter.

use codecs::h264::deblock::{self, Params};
use codecs::h264::map::{MbInfo, MbKind, MbMap};
use codecs::h264::picture::Picture;
use tests::h264::{ffmpeg, ffmpeg_output, has_ffmpeg, x264};

const SIZE: [usize; 2] = [144, 176];

fn picture(frame: &[u8]) -> Picture {
    let mut picture = Picture::new(SIZE.map(|n| n / 16), false);
    let (luma, chroma) = frame.split_at(SIZE[0] * SIZE[1]);
    let (cb, cr) = chroma.split_at(chroma.len() / 2);
    picture.luma.view_mut().fill_with(|[y, x]| luma[y as usize * SIZE[1] + x as usize]);
    for (plane, samples) in picture.chroma.iter_mut().flatten().zip([cb, cr]) {
        plane.view_mut().fill_with(|[y, x]| samples[y as usize * SIZE[1] / 2 + x as usize]);
    }
    picture
}

fn samples(picture: &Picture) -> Vec<u8> {
    let mut samples = Vec::new();
    (0..SIZE[0]).for_each(|y| samples.extend_from_slice(picture.luma.view().line(y as isize).expect("a row")));
    for plane in picture.chroma.iter().flatten() {
        (0..SIZE[0] / 2).for_each(|y| samples.extend_from_slice(plane.view().line(y as isize).expect("a row")));
    }
    samples
}

#[test]
fn intra_pictures_are_filtered_as_ffmpeg_does() {
    if !has_ffmpeg() {
        return;
    }
    // All macroblocks are intra, of one QP and with 4 x 4 transforms, so the map of each picture is known.
    for (qp, a, b, chroma) in
        [(12, 0, 0, 0), (20, 6, 6, 3), (28, 0, 0, -2), (36, -2, 3, 0), (44, -6, 6, 12), (51, 6, -6, -12)]
    {
        let parameters = format!(
            "qp={qp}:ipratio=1:aq-mode=0:8x8dct=0:keyint=1:deblock={a},{b}:chroma-qp-offset={chroma}:psy=0:scenecut=0"
        );
        let options = ["-x264-params", &parameters, "-profile:v", "main", "-pix_fmt", "yuv420p"];
        let stream = x264("176x144", 3, &options).expect("x264 codes the test picture");
        let filtered = ffmpeg(&stream, SIZE, false).expect("ffmpeg decodes");
        let options = ["-skip_loop_filter", "all", "-f", "h264", "-i", "pipe:0", "-f", "rawvideo", "pipe:1"];
        let unfiltered = ffmpeg_output(&options, &stream).expect("ffmpeg decodes");
        let params = Params::default()
            .with_slice_alpha_c0_offset_div2(a)
            .with_slice_beta_offset_div2(b)
            .with_chroma_qp_index_offset([chroma; 2]);
        let mut map = MbMap::new(SIZE.map(|n| n / 16));
        map.mbs.view_mut().fill_with(|_| MbInfo { kind: MbKind::Intra4x4, qp, ..MbInfo::default() });
        assert_eq!(unfiltered.len(), 3 * filtered[0].len());
        for (n, (before, after)) in unfiltered.chunks(filtered[0].len()).zip(&filtered).enumerate() {
            let mut ours = picture(before);
            deblock::picture(&mut ours, &map, &params);
            let wrong = samples(&ours).iter().zip(after).position(|(ours, theirs)| ours != theirs);
            assert_eq!(wrong, None, "QP {qp}, offsets {a} {b} {chroma}, picture {n}");
            assert!(before != &after[..] || qp < 20, "QP {qp}: nothing is filtered");
        }
    }
}
