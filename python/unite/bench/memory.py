"""Largest memory of workers and of the client, for short films and long ones."""

from __future__ import annotations

import argparse
import multiprocessing
import resource
import tempfile
from pathlib import Path
from typing import Any

from .. import cluster
from ..dask import encode_film
from .clip import write_clip

#: Clips of more pictures are black, so that they fit on a disk.
_SPARSE = 1000


def _write_apart(*arguments: Any) -> None:
    """Writes a clip in a process of its own, whose memory is not counted."""
    context = multiprocessing.get_context("spawn")
    process = context.Process(target=write_clip, args=arguments)
    process.start()
    process.join()


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
