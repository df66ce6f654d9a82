"""Workers that die, a client that is killed, disks that are full: the film is done and equal, or one line says why not.

Minutes long, so it is left out of CI: `pytest -m "not chaos"`.
"""

from __future__ import annotations

import collections
import json
import os
import random
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from helpers import encode, y4m

from unite import cluster, tasks
from unite import dask as unite_dask
from unite.dask import ClusterError, encode_film

pytestmark = pytest.mark.chaos

OPTIONS = {"qp": 24, "preset": "veryslow"}
KEYINT = 12


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """A clip of 30 parts, each of about a second, with what the command writes."""
    folder = tmp_path_factory.mktemp("chaos")
    source = y4m(folder / "clip.y4m", 30 * KEYINT - 2, 352, 288)
    encode(source, "-o", folder / "whole.264", "--keyint", KEYINT, "--qp=24", "--preset=veryslow")
    return source, (folder / "whole.264").read_bytes()


def counted(part: tasks.Part, progress: Any = None) -> tasks.Record:
    """Encodes a part, and notes that it was begun."""
    log = Path(os.path.dirname(part.place.local_path)).with_name("log")
    log.mkdir(exist_ok=True)
    with open(log / f"{part.first}", "a") as file:
        file.write(f"{os.getpid()}\n")
    return tasks.encode_part(part, progress)


def begun(folder: Path) -> dict[int, int]:
    return {int(path.name): len(path.read_text().splitlines()) for path in (folder / "log").iterdir()}


def test_a_worker_is_killed_every_three_seconds(
    film: tuple[Path, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, expected = film
    # Workers import this module by its name.
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(unite_dask.tasks, "encode_part", counted)
    killed: list[int] = []
    with cluster.connected(None, 2) as client:
        done = threading.Event()

        def kill() -> None:
            while not done.wait(3):
                workers = list(client.run(os.getpid).values())
                if workers:
                    killed.append(random.choice(workers))
                    os.kill(killed[-1], signal.SIGKILL)

        killer = threading.Thread(target=kill)
        killer.start()
        try:
            report = encode_film(source, tmp_path / "film.264", client, KEYINT, **OPTIONS)
        finally:
            done.set()
            killer.join()
    times = begun(tmp_path)
    print(f"{len(killed)} workers killed, {report}, {collections.Counter(times.values())}")
    assert (tmp_path / "film.264").read_bytes() == expected
    assert len(killed) >= 2 and report.parts == 30
    assert len(times) == 30 and max(times.values()) <= 4


def fatal(part: tasks.Part, progress: Any = None) -> tasks.Record:
    """Kills its worker at one part."""
    if part.first == 2 * KEYINT:
        os.kill(os.getpid(), signal.SIGKILL)
    return tasks.encode_part(part, progress)


def test_a_part_that_kills_its_workers_ends_the_job(
    film: tuple[Path, bytes], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, expected = film
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([str(Path(__file__).parent), os.environ.get("PYTHONPATH", "")]))
    monkeypatch.setattr(unite_dask.tasks, "encode_part", fatal)
    out = tmp_path / "film.264"
    with pytest.raises(
        ClusterError, match="pictures 24 to 35: 4 workers died of it.* parts that are complete are kept in"
    ) as found:
        encode_film(source, out, None, KEYINT, workers=2, **OPTIONS)
    assert "\n" not in str(found.value) and not out.exists()
    assert len(list((tmp_path / "film.264.parts").glob("*.json"))) == 29
    monkeypatch.undo()
    assert encode_film(source, out, None, KEYINT, workers=2, **OPTIONS).made == 1
    assert out.read_bytes() == expected


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_second_run_makes_what_misses(film: tuple[Path, bytes], tmp_path: Path, number: signal.Signals) -> None:
    source, expected = film
    out = tmp_path / "film.264"
    words = [
        sys.executable,
        "-m",
        "unite",
        "film",
        str(source),
        "-o",
        str(out),
        "--qp=24",
        "--preset=veryslow",
        f"--keyint={KEYINT}",
    ]
    first = subprocess.Popen(
        [*words, "--workers=2", "--quiet"], stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    parts = tmp_path / "film.264.parts"
    while len(list(parts.glob("*.json"))) < 5:
        assert first.poll() is None, first.stderr.read() if first.stderr else ""
        time.sleep(0.05)
    if number == signal.SIGKILL:
        os.killpg(first.pid, signal.SIGKILL)
        first.wait()
    else:
        first.send_signal(number)
        _, errors = first.communicate(timeout=60)
        assert first.returncode == 130 and errors.count("\n") == 1 and "interrupted" in errors
    kept = len(list(parts.glob("*.json")))
    assert not out.exists() and 5 <= kept < 30
    second = subprocess.run([*words, "--workers=2", "--json", "--quiet"], capture_output=True, text=True, check=True)
    assert json.loads(second.stdout)["made"] == 30 - kept
    assert out.read_bytes() == expected


def test_a_full_disk_is_one_line(film: tuple[Path, bytes], tmp_path: Path) -> None:
    """Needs the right to mount; a disk of half of the film's size."""
    source, expected = film
    disk = tmp_path / "disk"
    disk.mkdir()
    size = len(expected) // 2048
    if (
        subprocess.run(
            ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(disk)], capture_output=True
        ).returncode
        != 0
    ):
        pytest.skip("needs the right to mount a small disk")
    try:
        words = [
            sys.executable,
            "-m",
            "unite",
            "film",
            str(source),
            "-o",
            str(disk / "film.264"),
            "--qp=24",
            "--preset=veryslow",
        ]
        done = subprocess.run([*words, f"--keyint={KEYINT}", "--workers=2", "--quiet"], capture_output=True, text=True)
        assert (done.returncode, done.stderr.count("\n")) == (1, 1)
        assert "No space left on device" in done.stderr and "pictures" in done.stderr
        assert not (disk / "film.264").exists()
        assert len(list((disk / "film.264.parts").glob("*.json"))) >= 5
        assert not list((disk / "film.264.parts").glob(".*"))
    finally:
        subprocess.run(["umount", str(disk)], check=True)
