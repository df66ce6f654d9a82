"""Made clips, the command `encode` and decoders, shared by the tests."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest

_ROOT = Path(__file__).resolve().parents[2]


def command() -> str:
    """The command whose bytes are the reference: `$UNITE_ENCODE`, the one built here, or the one on the path."""
    built = _ROOT / "target" / "release" / "encode"
    found = os.environ.get("UNITE_ENCODE") or (str(built) if built.exists() else shutil.which("encode"))
    if found is None:
        pytest.skip("there is no command `encode`: cargo build --release, or set UNITE_ENCODE")
    return found


def encode(*arguments: object) -> None:
    """Runs the command, which has to succeed."""
    done = subprocess.run([command(), "--quiet", *map(str, arguments)], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def frame(number: int, width: int, height: int, gray: bool, seed: int) -> bytes:
    """A picture of a made clip: texture that moves, a fade, and noise; a cut every 40 pictures."""
    rng = np.random.default_rng(seed * 1000 + number)
    y, x = np.mgrid[0:height, 0:width]
    scene = number // 40 + seed
    shift = number * 1.7
    luma = (
        110 + 50 * np.sin((x + shift) / (7 + scene % 5)) + 35 * np.cos((y - shift / 2) / (9 + scene % 3)) + number % 40
    )
    luma = np.clip(luma + rng.normal(0, 3, luma.shape), 0, 255).astype(np.uint8)
    planes = [luma]
    if not gray:
        rows, columns = (height + 1) // 2, (width + 1) // 2
        for sign in (1, -1):
            wave = 128 + sign * 40 * np.sin((x[:rows, :columns] + y[:rows, :columns] + shift) / 15)
            planes.append(wave.astype(np.uint8))
    return b"".join(plane.tobytes() for plane in planes)


def y4m(
    path: Path,
    frames: int,
    width: int = 176,
    height: int = 144,
    *,
    gray: bool = False,
    seed: int = 1,
    rate: str = "F30000:1001",
    more: str = "",
    lines: bool = False,
) -> Path:
    """Writes a clip; with `lines`, the lines before frames have parameters of different lengths."""
    chroma = "Cmono" if gray else "C420jpeg"
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} {rate} Ip {chroma}{more}\n".encode())
        for number in range(frames):
            parameters = f" Xn={number}" if lines else ""
            file.write(f"FRAME{parameters}\n".encode() + frame(number, width, height, gray, seed))
    return path


def raw(path: Path, frames: int, width: int, height: int, *, gray: bool = False, seed: int = 1) -> Path:
    """Writes a clip without headers."""
    path.write_bytes(b"".join(frame(number, width, height, gray, seed) for number in range(frames)))
    return path


def switches(options: dict[str, object]) -> list[str]:
    """The command's switches for options."""
    return [f"--{name.replace('_', '-')}={value}" for name, value in options.items()]


def real_clip(name: str, frames: int, folder: Path) -> Path:
    """The first frames of a clip in `$UNITE_DATA/video`; the test is skipped without one."""
    import lzma

    packed = Path(os.environ.get("UNITE_DATA", ""), "video", name + ".y4m.xz")
    if not packed.exists():
        pytest.skip("needs UNITE_DATA, a folder with video/*.y4m.xz")
    path = folder / f"{name}.y4m"
    with lzma.open(packed) as file, open(path, "wb") as out:
        header = file.readline()
        out.write(header)
        words = dict((word[:1], int(word[1:])) for word in header.decode().split()[1:] if word[0] in "WH")
        size = words["W"] * words["H"]
        bytes_of_frame = size if b"Cmono" in header else size * 3 // 2
        for _ in range(frames):
            out.write(file.readline() + file.read(bytes_of_frame))
    return path


def decoded(path: Path, pixel_format: str) -> bytes:
    """The pictures of a stream, as ffmpeg decodes them."""
    if shutil.which("ffmpeg") is None:
        pytest.skip("needs ffmpeg")
    words = ["ffmpeg", "-v", "error", "-nostdin", "-i", str(path), "-fps_mode", "passthrough"]
    words += ["-vf", "extractplanes=y"] if pixel_format == "gray" else []
    return subprocess.run([*words, "-f", "rawvideo", "-"], capture_output=True, check=True).stdout
