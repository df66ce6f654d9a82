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
from dataclasses import dataclass, field
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


@dataclass
class Runs:
    """The runs of the command, or of a number of workers."""

    wall: list[float] = field(default_factory=list)
    #: Seconds of CPU of the command, or of all workers.
    cpu: list[float] = field(default_factory=list)
    #: Seconds of the wall that parts took, over all workers.
    in_parts: list[float] = field(default_factory=list)


def film(given: argparse.Namespace) -> int:
    """Measures one and several workers in turns, and the bare command."""
    encode = _command(given.encode)
    if encode is None:
        print("unite: there is no command `encode` to compare with: say --encode PATH", file=sys.stderr)
        return 1
    switches = [f"--qp={given.qp}", f"--preset={given.preset}", "--threads=1"]
    width, height = (int(word) for word in given.size.split("x"))
    with tempfile.TemporaryDirectory(prefix="unite-bench-", dir=given.folder) as name:
        folder = Path(name)
        keyint = _part_of_seconds(folder, encode, width, height, switches, given.seconds)
        source, whole, parts = folder / "clip.y4m", folder / "whole.mp4", folder / "film.mp4"
        write_clip(source, keyint * given.parts, width, height)
        what = f"{given.parts} parts of {keyint} pictures, {given.size}, qp {given.qp}, {given.preset}"
        print(f"{what}; load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        bare, of_workers = Runs(), {workers: Runs() for workers in given.workers}
        for _ in range(given.runs):
            _run_command(bare, [encode, "--quiet", str(source), "-o", str(whole), f"--keyint={keyint}", *switches])
            for workers, runs in of_workers.items():
                _run_workers(runs, workers, source, parts, keyint, {"qp": given.qp, "preset": given.preset})
                if parts.read_bytes() != whole.read_bytes():
                    print("unite: the film differs from that of the command", file=sys.stderr)
                    return 1
    _print_runs(bare, of_workers, given.parts)
    return 0


def _run_command(runs: Runs, words: list[str]) -> None:
    before, started = os.times(), time.perf_counter()
    subprocess.run(words, check=True)
    after = os.times()
    runs.wall.append(time.perf_counter() - started)
    runs.cpu.append(after.children_user + after.children_system - before.children_user - before.children_system)


def _run_workers(runs: Runs, workers: int, source: Path, out: Path, keyint: int, options: dict[str, Any]) -> None:
    with cluster.connected(None, workers) as client:
        client.run(_warm)
        before = sum(client.run(time.process_time).values())
        report = encode_film(source, out, client, keyint, **options)
        runs.cpu.append(sum(client.run(time.process_time).values()) - before)
    runs.wall.append(report.seconds)
    runs.in_parts.append(report.worker_seconds)


def _print_runs(bare: Runs, of_workers: dict[int, Runs], parts: int) -> None:
    median = statistics.median
    print(f"   command: wall {median(bare.wall):.2f} s, CPU {median(bare.cpu):.2f} s")
    for workers, runs in of_workers.items():
        wall, cpu = median(runs.wall), median(runs.cpu)
        share = median(runs.in_parts) / (workers * wall)
        print(f"{workers:>2} workers: wall {wall:.2f} s, CPU {cpu:.2f} s; in parts {share:.3f} of workers x wall")
    if 1 in of_workers:
        one = of_workers[1]
        speed, of_cpu = median(bare.wall) / median(one.wall), median(bare.cpu) / median(one.cpu)
        print(f"one worker: {speed:.2f} of the command's speed; by CPU {of_cpu:.3f}")
        beside = [(wall - in_parts) / parts for wall, in_parts in zip(one.wall, one.in_parts, strict=True)]
        print(
            f"beside the parts: {1000 * median(beside):.1f} ms a part, the join included and the start of the cluster not"
        )
        for workers, runs in of_workers.items():
            if workers > 1:
                print(f"1 -> {workers} workers: {median(one.wall) / median(runs.wall):.2f} times as fast")


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
            client.run(peak_memory, reset=True)
            report = encode_film(
                source, Path(name) / "film.264", client, given.keyint, qp=given.qp, preset=given.preset, **how
            )
            most = max(client.run(peak_memory).values())
        print(f"{report.pictures:,} pictures of {given.size} in {report.parts:,} parts, {report.seconds:.0f} s")
        print(f"   worker: {most / 1024:.0f} MB at most")
        print(f"   client: {peak_memory() / 1024:.0f} MB at most, with its scheduler")


def peak_memory(reset: bool = False) -> int:
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
        one.add_argument("--folder", help="where the clip is written, some gigabytes [default: the temporary folder]")
        one.add_argument("--workers", type=int, nargs="+", default=[1, 2] if name == "film" else [1])
    speed, space = (benches.choices[name] for name in ("film", "memory"))
    speed.add_argument("--parts", type=int, default=12)
    speed.add_argument("--seconds", type=float, default=5.0, help="of a part [default: 5]")
    speed.add_argument("--runs", type=int, default=3)
    speed.add_argument("--encode", help="the command to compare with")
    space.add_argument("--frames", type=int, nargs="+", default=[300], help="[default: 300]; more than 1000 are black")
    space.add_argument("--keyint", type=int, default=50)
    given = parser.parse_args(arguments)
    return int(given.run(given))


if __name__ == "__main__":
    sys.exit(main())
