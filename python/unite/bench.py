"""`python -m unite.bench film`: how a film scales over workers, what a part costs beside its encoding, and memory.

```sh
python -m unite.bench film --parts 12 --seconds 5      # speed and overhead, on an idle machine
python -m unite.bench memory --frames 300 30000        # memory of workers and of the client, 1080p
```

`$UNITE_ENCODE` or `--encode` names the command that one worker is compared with.
"""

from __future__ import annotations

import argparse
import multiprocessing
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from . import cluster
from .dask import encode_film

#: Clips of more pictures are black for the bench of memory, so that they fit on a disk.
_SPARSE = 1000


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


def _write_apart(*arguments: Any) -> None:
    """Writes a clip in a process of its own, whose memory is not counted."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=write_clip, args=arguments)
    process.start()
    process.join()


def _command(given: str | None) -> str | None:
    return given or os.environ.get("UNITE_ENCODE") or shutil.which("encode")


def _part_of_seconds(folder: Path, encode: str, width: int, height: int, switches: list[str], seconds: float) -> int:
    """Returns the number of pictures that the command encodes in about so many seconds."""
    probe = folder / "probe.y4m"
    write_clip(probe, 60, width, height)
    started = time.perf_counter()
    subprocess.run([encode, "--quiet", str(probe), "-o", str(folder / "probe.264"), *switches], check=True)
    return max(2, round(60 * seconds / (time.perf_counter() - started)))


def film(given: argparse.Namespace) -> int:
    """Measures one and several workers in turns, and the bare command."""
    encode = _command(given.encode)
    if encode is None:
        print("unite: there is no command `encode` to compare with: say --encode PATH", file=sys.stderr)
        return 1
    options: dict[str, Any] = {"qp": given.qp, "preset": given.preset}
    switches = [f"--qp={given.qp}", f"--preset={given.preset}", "--threads=1"]
    width, height = (int(word) for word in given.size.split("x"))
    with tempfile.TemporaryDirectory(prefix="unite-bench-") as name:
        folder = Path(name)
        keyint = _part_of_seconds(folder, encode, width, height, switches, given.seconds)
        source = folder / "clip.y4m"
        write_clip(source, keyint * given.parts, width, height)
        print(
            f"{given.parts} parts of {keyint} pictures, {given.size}, qp {given.qp}, {given.preset}; load {os.getloadavg()[0]:.1f}"
        )
        times: dict[str, list[float]] = {}
        overhead: list[float] = []
        efficiency: dict[int, list[float]] = {}
        for _ in range(given.runs):
            started = time.perf_counter()
            subprocess.run(
                [encode, "--quiet", str(source), "-o", str(folder / "whole.mp4"), f"--keyint={keyint}", *switches],
                check=True,
            )
            times.setdefault("encode", []).append(time.perf_counter() - started)
            for workers in given.workers:
                with cluster.connected(None, workers) as client:
                    client.run(_warm)
                    report = encode_film(source, folder / "film.mp4", client, keyint, **options)
                times.setdefault(f"{workers} workers", []).append(report.seconds)
                efficiency.setdefault(workers, []).append(report.worker_seconds / (workers * report.seconds))
                if workers == 1:
                    overhead.append((report.seconds - report.worker_seconds) / report.parts)
                if (folder / "film.mp4").read_bytes() != (folder / "whole.mp4").read_bytes():
                    print("unite: the film differs from that of the command", file=sys.stderr)
                    return 1
        one = times.get("1 workers")
        for what, seconds in times.items():
            ratio = (
                "" if one is None else f"   {statistics.median(one) / statistics.median(seconds):.2f} times one worker"
            )
            print(
                f"{what:>10}: {' '.join(f'{value:7.2f}' for value in seconds)} s   median {statistics.median(seconds):.2f}{ratio}"
            )
        for workers, shares in efficiency.items():
            print(f"{workers:>2} workers: time in parts / (workers x wall) {statistics.median(shares):.3f}")
        if overhead:
            print(
                f"beside the parts: {1000 * statistics.median(overhead):.1f} ms a part (one worker, join included, cluster start not)"
            )
    return 0


def _warm() -> None:
    from . import h264, tasks  # noqa: F401

    session = h264.Session(64, 48, qp=30)
    session.push(np.zeros((48, 64), np.uint8), np.zeros((24, 32), np.uint8), np.zeros((24, 32), np.uint8))
    session.finish()


def memory(given: argparse.Namespace) -> int:
    """Measures the largest memory of workers and of the client, whose process holds the scheduler too."""
    for frames in given.frames:
        _memory_of(given, frames)
    return 0


def _memory_of(given: argparse.Namespace, frames: int) -> None:
    width, height = (int(word) for word in given.size.split("x"))
    with tempfile.TemporaryDirectory(prefix="unite-bench-", dir=given.folder) as name:
        source = Path(name) / "clip.yuv"
        if frames <= _SPARSE:
            _write_apart(source, frames, width, height)
            how: dict[str, Any] = {}
        else:  # A file of zeros, most of which the disk does not hold.
            with open(source, "wb") as file:
                file.truncate(frames * width * height * 3 // 2)
            how = {"size": given.size}
        with cluster.connected(None, given.workers[0]) as client:
            client.run(_peak, True)
            report = encode_film(
                source, Path(name) / "film.264", client, given.keyint, qp=given.qp, preset=given.preset, **how
            )
            most = max(client.run(_peak, False).values())
        print(f"{report.pictures:,} pictures of {given.size} in {report.parts:,} parts, {report.seconds:.0f} s")
        print(f"   worker: {most / 1024:.0f} MB at most")
        print(f"   client: {_peak(False) / 1024:.0f} MB at most, with its scheduler")


def _peak(reset: bool) -> int:
    """The largest resident memory of this process in kilobytes; `reset` begins anew where Linux lets it."""
    if reset:
        try:
            Path("/proc/self/clear_refs").write_text("5")
        except OSError:
            pass
    try:
        lines = Path("/proc/self/status").read_text().splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))
    except (OSError, StopIteration):
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a bench; returns its status."""
    parser = argparse.ArgumentParser(
        prog="python -m unite.bench", description="Scaling, overhead and memory of films in parts."
    )
    benches = parser.add_subparsers(dest="bench", required=True)
    for name, run, size, preset in (("film", film, "640x360", "medium"), ("memory", memory, "1920x1080", "ultrafast")):
        one = benches.add_parser(name, help=(run.__doc__ or "").splitlines()[0])
        one.set_defaults(run=run)
        one.add_argument("--size", default=size, help=f"[default: {size}]")
        one.add_argument("--qp", type=int, default=26)
        one.add_argument("--preset", default=preset)
        one.add_argument("--workers", type=int, nargs="+", default=[1, 2] if name == "film" else [1])
    speed, space = (benches.choices[name] for name in ("film", "memory"))
    speed.add_argument("--parts", type=int, default=12)
    speed.add_argument("--seconds", type=float, default=5.0, help="of a part [default: 5]")
    speed.add_argument("--runs", type=int, default=3)
    speed.add_argument("--encode", help="the command to compare with")
    space.add_argument("--frames", type=int, nargs="+", default=[300], help="[default: 300]; more than 1000 are black")
    space.add_argument("--keyint", type=int, default=50)
    space.add_argument("--folder", help="where the clip is written: 3.1 MB a picture of 1080p")
    given = parser.parse_args(arguments)
    return int(given.run(given))


if __name__ == "__main__":
    sys.exit(main())
