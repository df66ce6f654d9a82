"""The faces of the codecs against the command: equal bytes for equal switches."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest

from unite import h264, jpeg

import helpers

WIDTH, HEIGHT, FRAMES = 96, 64, 26


def planes(number: int) -> list[np.ndarray]:
    """The planes of a picture of the made clip."""
    data = np.frombuffer(helpers.frame(number, WIDTH, HEIGHT, False, 1), np.uint8)
    luma, rest = data[: WIDTH * HEIGHT], data[WIDTH * HEIGHT :]
    return [luma.reshape(HEIGHT, WIDTH), *rest.reshape(2, HEIGHT // 2, WIDTH // 2)]


def stream(numbers: range, **options: object) -> bytes:
    """The stream of some pictures."""
    session = h264.Session(WIDTH, HEIGHT, frame_rate=(30000, 1001), **options)  # type: ignore[arg-type]
    units = [unit for number in numbers for unit in session.push(*planes(number))]
    return b"".join(unit.data for unit in units + session.finish())


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"qp": 30, "bframes": 2},
        {"preset": "veryfast", "tune": "ssim", "aud": True},
        {"crf": 31.5, "scenecut": 0, "keyint": 10, "deblock": "-1:1", "threads": 2},
        {"qp": 22, "cabac": False, "8x8dct": False, "first_picture": 4},
    ],
    ids=str,
)
def test_streams_are_those_of_the_command(options: dict[str, object], tmp_path: Path) -> None:
    clip, out = helpers.y4m(tmp_path / "clip.y4m", FRAMES, WIDTH, HEIGHT), tmp_path / "out.264"
    words = []
    for name, value in options.items():
        switch = name.replace("_", "-")
        words += [f"--no-{switch}"] if value is False else [f"--{switch}"] if value is True else [f"--{switch}={value}"]
    helpers.encode(clip, "-o", out, *words)
    assert stream(range(FRAMES), **options) == out.read_bytes()


@pytest.mark.parametrize("ending", ["264", "mp4"])
def test_parts_join_to_one_run(ending: str, tmp_path: Path) -> None:
    options: dict[str, object] = {"qp": 28, "keyint": 10}
    parts: list[h264.Part] = [
        stream(range(first, min(first + 10, FRAMES)), first_picture=first, **options) for first in (0, 10, 20)
    ]
    whole, joined = tmp_path / f"whole.{ending}", tmp_path / f"joined.{ending}"
    helpers.encode(helpers.y4m(tmp_path / "clip.y4m", FRAMES, WIDTH, HEIGHT), "-o", whole, "--qp=28", "--keyint=10")
    assert h264.join(parts, joined) == (FRAMES, whole.stat().st_size)
    assert joined.read_bytes() == whole.read_bytes()
    with pytest.raises(ValueError, match="part 1"):
        h264.join([parts[0], b"no stream"], tmp_path / "bad.264")
    with pytest.raises(FileNotFoundError):
        h264.join([tmp_path / "missing.264"], tmp_path / "bad.264")
    assert not (tmp_path / "bad.264").exists()


@pytest.mark.parametrize("gray", [False, True])
def test_pictures_are_those_of_the_command(gray: bool, tmp_path: Path) -> None:
    rng = np.random.default_rng(3)
    y, x = np.mgrid[0:75, 0:101]
    picture = np.clip(128 + 90 * np.sin(x / 9) + 30 * np.cos(y / 5) + rng.normal(0, 4, x.shape), 0, 255).astype(
        np.uint8
    )
    picture = picture if gray else np.stack([picture, picture.T.reshape(75, 101), 255 - picture], axis=-1)
    source, out = tmp_path / "in.pnm", tmp_path / "out.jpg"
    source.write_bytes(f"P{5 if gray else 6} 101 75 255\n".encode() + picture.tobytes())
    for words, data in (
        ([], jpeg.encode(picture)),
        (["-q", "60", "--optimize", "--sampling=444"], jpeg.encode(picture, 60, optimize=True, sampling="444")),
        (["--restart=2"], jpeg.encode(picture, restart=2, threads=2)),
        (["--lossless"], jpeg.encode_lossless(picture)),
        (["--lossless", "--predictor=1"], jpeg.encode_lossless(picture, predictor=1)),
    ):
        helpers.encode(source, "-o", out, *words)
        assert out.read_bytes() == data, words


@pytest.mark.parametrize("kind", [np.uint8, np.uint16])
def test_lossless_files_decode_to_the_array(kind: type) -> None:
    imagecodecs = pytest.importorskip("imagecodecs")
    picture = np.random.default_rng(1).integers(0, np.iinfo(kind).max + 1, (33, 47), kind)
    decoded = imagecodecs.jpeg_decode(jpeg.encode_lossless(picture))
    assert decoded.dtype == kind and np.array_equal(decoded, picture)


def test_baseline_files_are_read_by_pillow() -> None:
    image = pytest.importorskip("PIL.Image")
    picture = np.full((24, 40, 3), (200, 100, 50), np.uint8)
    with image.open(io.BytesIO(jpeg.encode(picture, 95))) as opened:
        assert opened.size == (40, 24) and np.abs(np.asarray(opened).astype(int) - picture).max() <= 2
