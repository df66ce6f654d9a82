#!/usr/bin/env python3
"""H.264 encoders on the same clips in one run: bits at the same quality, and pictures a second of CPU time, one thread each.

    cargo build --release --manifest-path benches/peers/h264/Cargo.toml
    python3 benches/peers/h264/h264.py [--frames N] [--only NAME,..] CLIP.y4m ..

It needs ffmpeg, x264 and the Python package bjontegaard. The luma PSNR is that of ffmpeg's decoding; BD-rates are against x264's
medium with I and P pictures alone, at QP 22, 27, 32 and 37.
"""
import argparse
import math
import pathlib
import re
import resource
import subprocess
import tempfile

import bjontegaard

HERE = pathlib.Path(__file__).parent
POINTS = (22, 27, 32, 37)
BASE = "x264 medium"


def x264(preset):
    tools = ["--tune", "psnr", "--bframes", "0", "--weightp", "0", "--threads", "1", "--quiet"]
    return lambda clip, qp, frames, out: timed(
        ["x264", "--preset", preset, *tools, "--qp", qp, "--frames", frames, "-o", out, clip])


def built(encoder, setting):
    program = HERE / "target/release/peers-h264"
    return lambda clip, qp, frames, out: float(run([program, encoder, setting, qp, frames, clip, out]).stdout)


CONTESTANTS = {
    **{f"unite {preset}": built("unite", preset) for preset in ("ultrafast", "superfast", "veryfast", "medium", "slow")},
    **{f"x264 {preset}": x264(preset) for preset in ("ultrafast", "superfast", "veryfast", "medium", "slow")},
    **{f"openh264 {setting}": built("openh264", setting) for setting in ("low", "medium", "high")},
    **{f"rusty_h264 {setting}": built("rusty_h264", setting) for setting in ("fast", "balanced", "quality")},
    "oxideav-h264": built("oxideav", "cabac"),
}


def run(command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}: {done.stderr[-300:]}")
    return done


def timed(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    run(command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def psnr(stream, clip, frames):
    same_times = "[0:v]settb=1/25,setpts=N[a];[1:v]settb=1/25,setpts=N[b];[a][b]psnr"
    done = run(["ffmpeg", "-nostats", "-i", stream, "-i", clip, "-frames:v", frames, "-lavfi", same_times, "-f", "null", "-"])
    return float(re.search(r"PSNR y:([\d.]+)", done.stderr)[1])


def curve(encode, clip, frames, out):
    points, seconds = [], 0
    for qp in POINTS:
        seconds += encode(clip, qp, frames, out)
        points.append((out.stat().st_size, psnr(out, clip, frames)))
    return sorted(points), len(POINTS) * frames / seconds


def bd_rate(base, other):
    columns = [list(column) for points in (base, other) for column in zip(*points)]
    return bjontegaard.bd_rate(*columns, method="akima", min_overlap=0)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--frames", type=int, default=40)
    parser.add_argument("--only", default="", help="names of contestants begin with one of these")
    parser.add_argument("clips", nargs="+", type=pathlib.Path)
    args = parser.parse_args()
    wanted = tuple(args.only.split(",")) + ((BASE,) if args.only else ())
    names = [name for name in CONTESTANTS if name.startswith(wanted)]
    rates, speeds = {name: [] for name in names}, {name: [] for name in names}
    with tempfile.TemporaryDirectory() as scratch:
        out = pathlib.Path(scratch) / "out.264"
        for clip in args.clips:
            curves = {}
            for name in names:
                try:
                    curves[name] = curve(CONTESTANTS[name], clip, args.frames, out)
                except SystemExit as error:
                    print(f"{clip.stem}: {name}: {error}")
            for name, (points, speed) in curves.items():
                rates[name].append(bd_rate(curves[BASE][0], points))
                speeds[name].append(speed)
                print(f"{clip.stem:24} {name:20} {rates[name][-1]:+8.1f} %  {speed:8.1f} pictures a second", flush=True)
    print(f"\n{'':24} {'':20} {'mean':>8}    {'worst':>8}  pictures a second (geometric mean)")
    for name in names:
        if rates[name]:
            mean = sum(rates[name]) / len(rates[name])
            speed = math.exp(sum(map(math.log, speeds[name])) / len(speeds[name]))
            print(f"{'':24} {name:20} {mean:+8.1f} %  {max(rates[name]):+8.1f} %  {speed:8.1f}")


if __name__ == "__main__":
    main()
