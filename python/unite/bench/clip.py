"""Made clips for the benches."""

from __future__ import annotations

from pathlib import Path

import numpy as np


def write_clip(path: Path, frames: int, width: int, height: int) -> None:
    """Writes a clip of moving texture and noise."""
    rng = np.random.default_rng(1)
    noise = rng.normal(0, 4, (height + 64, width + 64))
    y, x = np.mgrid[0 : height + 64, 0 : width + 64]
    texture = np.clip(120 + 50 * np.sin(x / 9) + 40 * np.cos(y / 13 + x / 31) + noise, 0, 255).astype(np.uint8)
    chroma = np.full(2 * ((height + 1) // 2) * ((width + 1) // 2), 128, np.uint8).tobytes()
    with open(path, "wb") as file:
        file.write(f"YUV4MPEG2 W{width} H{height} F25:1 Ip C420jpeg\n".encode())
        for number in range(frames):
            down, across = number * 3 % 64, number * 5 % 64
            file.write(b"FRAME\n" + texture[down : down + height, across : across + width].tobytes() + chroma)
