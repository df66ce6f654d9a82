"""Pictures on a cluster have the bytes of the command; one that is broken stops nothing."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import encode

from unite import cluster
from unite.dask import encode_pictures
from unite.pictures import BatchSize


def ppm(path: Path, seed: int, rows: int = 48, columns: int = 64, gray: bool = False, maxval: int = 255) -> Path:
    rng = np.random.default_rng(seed)
    shape = (rows, columns) if gray else (rows, columns, 3)
    smooth = np.add.outer(np.arange(rows), np.arange(columns)) % (maxval // 2 + 1)
    samples = (smooth if gray else smooth[..., None]) + rng.integers(0, maxval // 2, shape)
    kind = np.uint8 if maxval < 256 else ">u2"
    path.write_bytes(f"P{5 if gray else 6}\n{columns} {rows}\n{maxval}\n".encode() + samples.astype(kind).tobytes())
    return path


BROKEN = {
    "cut": (b"P6\n64 48\n255\n" + bytes(100), "is cut short: 100 of 9216 bytes"),
    "empty": (b"", "is empty"),
    "text": (b"hello, this is text", "is no picture of a known format|other formats need Pillow"),
    "header": (b"P6\n64 x\n255\n", "its PNM header is invalid"),
    "deep": (b"P5\n1 1\n4095\n\x01\x01", "has samples up to 4095, and JPEG takes 8 bits: say lossless=True"),
}


def test_two_hundred_pictures_five_of_which_are_broken(client: Any, tmp_path: Path) -> None:
    folder, expected, out = tmp_path / "in", tmp_path / "expected", tmp_path / "out"
    folder.mkdir()
    good = [ppm(folder / f"{n:03d}.ppm", n, 32 + n % 7, 40 + n % 11, gray=n % 5 == 0) for n in range(195)]
    bad = [folder / f"{name}.ppm" for name in BROKEN]
    for path in bad:
        path.write_bytes(BROKEN[path.stem][0])
    encode(*good, "--out-dir", expected, "--quality", 83)
    urls = sorted([*good, *bad], key=lambda path: path.name[::-1])
    rows = []
    report = encode_pictures(urls, out, client, quality=83, on_row=rows.append)
    assert [row.input for row in report.rows] == [str(url) for url in urls]
    assert sorted(row.input for row in rows) == sorted(row.input for row in report.rows)
    assert sorted(path.name for path in out.iterdir()) == [f"{n:03d}.jpg" for n in range(195)]
    for path in good:
        assert (out / f"{path.stem}.jpg").read_bytes() == (expected / f"{path.stem}.jpg").read_bytes(), path.name
    failures = {Path(row.input).stem: row.error for row in report.failures}
    assert failures.keys() == BROKEN.keys()
    for name, (_, line) in BROKEN.items():
        import re

        assert re.search(line, failures[name] or ""), failures[name]
    assert report.bytes == sum(path.stat().st_size for path in out.iterdir())


@pytest.mark.parametrize(
    ("options", "switches"),
    [
        ({"quality": 60, "sampling": "444", "optimize": True}, ["--quality=60", "--sampling=444", "--optimize"]),
        ({"quality": 84.5}, ["--quality=84.5"]),
        ({"lossless": True}, ["--lossless"]),
        ({"lossless": True, "predictor": 4, "restart": 8}, ["--lossless", "--predictor=4", "--restart=8"]),
    ],
)
def test_options_are_those_of_the_command(
    client: Any, options: dict[str, Any], switches: list[str], tmp_path: Path
) -> None:
    sources = [ppm(tmp_path / "rgb.ppm", 1), ppm(tmp_path / "gray.pgm", 2, gray=True)]
    if "lossless" in options:
        sources.append(ppm(tmp_path / "deep.pgm", 3, gray=True, maxval=4095))
    encode(*sources, "--out-dir", tmp_path / "expected", *switches)
    report = encode_pictures(sources, tmp_path / "out", client, **options)
    assert report.failures == []
    for source in sources:
        name = f"{source.stem}.jpg"
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "expected" / name).read_bytes(), name


def test_pictures_that_pillow_reads(client: Any, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    rng = np.random.default_rng(4)
    shapes = {"rgb": (20, 30, 3), "gray": (20, 30), "rgba": (20, 30, 4), "la": (20, 30, 2)}
    for name, shape in shapes.items():
        image.fromarray(rng.integers(0, 256, shape, dtype=np.uint8)).save(tmp_path / f"{name}.png")
    image.fromarray(rng.integers(0, 256, (20, 30, 3), dtype=np.uint8)).quantize(16).save(tmp_path / "palette.png")
    sources = sorted(tmp_path.glob("*.png"))
    encode(*sources, "--out-dir", tmp_path / "expected", "--strip")
    assert encode_pictures(sources, tmp_path / "out", client).failures == []
    for source in sources:
        name = f"{source.stem}.jpg"
        assert (tmp_path / "out" / name).read_bytes() == (tmp_path / "expected" / name).read_bytes(), name


def test_arrays_of_numpy(client: Any, tmp_path: Path) -> None:
    from unite import jpeg

    array = np.random.default_rng(5).integers(0, 65536, (20, 30), dtype=np.uint16)
    np.save(tmp_path / "scan.npy", array)
    report = encode_pictures([tmp_path / "scan.npy"], tmp_path / "out", client, lossless=True)
    assert report.failures == []
    assert (tmp_path / "out" / "scan.jpg").read_bytes() == jpeg.encode_lossless(array)


def test_existing_outputs_are_kept(client: Any, tmp_path: Path) -> None:
    sources = [ppm(tmp_path / f"{n}.ppm", n) for n in range(3)]
    out = tmp_path / "out"
    encode_pictures(sources[:2], out, client)
    (out / "0.jpg").write_bytes(b"kept")
    report = encode_pictures(sources, out, client, skip_existing=True)
    assert [row.skipped for row in report.rows] == [True, True, False]
    assert (out / "0.jpg").read_bytes() == b"kept"


def test_what_cannot_work_is_said_before(client: Any, tmp_path: Path) -> None:
    source = ppm(tmp_path / "a.ppm", 1)
    (tmp_path / "b").mkdir()
    other = ppm(tmp_path / "b" / "a.ppm", 2)
    with pytest.raises(ValueError, match="its output would be a.jpg as that of"):
        encode_pictures([source, other], tmp_path / "out", client)
    with pytest.raises(ValueError, match="crf is no option of JPEG; there are"):
        encode_pictures([source], tmp_path / "out", client, crf=3)
    with pytest.raises(ValueError, match="101|quality"):
        encode_pictures([source], tmp_path / "out", client, quality=101)
    assert not (tmp_path / "out").exists()


def test_batches_take_about_a_second() -> None:
    size = BatchSize()
    assert size.next() == 4
    size.learn(4, 0.02)
    assert size.next() == 200
    size.learn(10, 1000.0)
    assert size.next() == 1


def test_the_command_prints_a_line_for_each_picture(tmp_path: Path) -> None:
    ppm(tmp_path / "a.ppm", 1)
    (tmp_path / "b.ppm").write_bytes(b"")
    words = [
        sys.executable,
        "-m",
        "unite",
        "pictures",
        str(tmp_path / "*.ppm"),
        "--out-dir",
        str(tmp_path / "out"),
        "--workers=1",
        "--json",
        "--quiet",
    ]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    rows = {Path(row["input"]).name: row for row in map(json.loads, done.stdout.splitlines())}
    assert done.returncode == 1 and done.stderr == ""
    assert rows["a.ppm"]["error"] is None and rows["b.ppm"]["error"] == "is empty"
    words = [*words[:4], str(tmp_path / "none*.png"), *words[5:]]
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1) and "no file has such a name" in done.stderr


@pytest.mark.slow
def test_two_workers_are_nearly_twice_as_fast(tmp_path: Path) -> None:
    first = [ppm(tmp_path / f"{n:03d}.ppm", n, 1024, 1536) for n in range(20)]
    sources = [*first, *(tmp_path / f"{n:03d}.ppm" for n in range(20, 200))]
    for number, source in enumerate(sources[20:]):
        source.hardlink_to(first[number % 20])
    seconds = {}
    for workers in (1, 2, 1, 2):
        with cluster.connected(None, workers) as connection:
            encode_pictures(sources[:4], tmp_path / "warm", connection)
            started = time.perf_counter()
            encode_pictures(sources, tmp_path / f"out{workers}", connection, optimize=True)
            seconds.setdefault(workers, []).append(time.perf_counter() - started)
    assert min(seconds[1]) / min(seconds[2]) >= 1.8, seconds
