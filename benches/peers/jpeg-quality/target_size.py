#!/usr/bin/env python3
"""The time of `encode --target-size` in times of one `encode` of the quality that it finds: 5 sizes of each picture, 4 ways to code.

    cargo build --release -p encode
    python3 benches/peers/jpeg-quality/target_size.py target/release/encode PICTURE ..

Time is processor time of the whole command on one thread, reading included, the least of five runs in turns. The sizes are 4 to 45 %
of a byte for each pixel. Every file is checked: it fits, and it is the file of its quality. A next quality that fits as well is reported. It needs the Python package pillow.
"""
import pathlib
import re
import resource
import statistics
import subprocess
import sys
import tempfile

from PIL import Image

WAYS = ("", "--optimize", "--progressive", "--perceptual")
BYTES_A_PIXEL = (0.04, 0.08, 0.15, 0.25, 0.45)
RUNS = 5
Image.MAX_IMAGE_PIXELS = None


def encode(*arguments):
    """Returns the processor time and the messages of a run."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([*map(str, arguments), "--threads", "1"], capture_output=True, text=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode:
        return None, done.stderr
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done.stderr


def ratio(program, picture, way, target, folder):
    """Returns the ratio of times, or None if no quality is so small."""
    found, same = folder / "found.jpg", folder / "same.jpg"
    search = [program, picture, "-o", found, "--target-size", target, *way.split()]
    time, messages = encode(*search)
    if time is None:
        return None
    quality = int(re.search(r"quality (\d+)", messages)[1])
    one = [program, picture, "-o", same, "--quality", quality, *way.split()]
    times = [(encode(*search)[0], encode(*one)[0]) for _ in range(RUNS)]
    assert found.stat().st_size <= target, f"{picture} {way} {target}: {found.stat().st_size} bytes"
    assert found.read_bytes() == same.read_bytes(), f"{picture} {way} {target}: not the file of quality {quality}"
    if quality < 100:
        encode(program, picture, "-o", same, "--quality", quality + 1, *way.split())
        if same.stat().st_size <= target:
            print(f"{picture} {way} {target}: quality {quality} is found, {quality + 1} fits")
    return min(search for search, _ in times) / min(one for _, one in times)


def main():
    program, *pictures = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for way in WAYS:
            ratios = []
            for picture in pictures:
                width, height = Image.open(picture).size
                for part in BYTES_A_PIXEL:
                    ratios.append(ratio(program, picture, way, int(part * width * height), pathlib.Path(folder)))
            ratios = sorted(times for times in ratios if times is not None)
            above = sum(times > 1.8 for times in ratios)
            print(f"{way or 'default'}: mean {statistics.mean(ratios):.2f}, median {statistics.median(ratios):.2f}, "
                  f"most {ratios[-1]:.2f}, {above} of {len(ratios)} above 1.8", flush=True)


main()
