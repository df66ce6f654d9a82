"""Speed of films in parts: one worker and several beside the bare command, and the cost of a part."""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from .. import cluster
from ..dask import encode_film
from .clip import write_clip


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
    from .. import h264, tasks  # noqa: F401

    session = h264.Session(64, 48, qp=30)
    session.push(np.zeros((48, 64), np.uint8), np.zeros((24, 32), np.uint8), np.zeros((24, 32), np.uint8))
    session.finish()
