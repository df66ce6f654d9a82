"""Films, pictures and tables in object storage equal those on a disk; the server is moto's, on this machine."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers import encode, y4m

from unite import cluster
from unite.dask import encode_film, encode_pictures, overlap
from unite.store import place

pytest.importorskip("s3fs")
server = pytest.importorskip("moto.server")

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}
OPTIONS = {"qp": 30, "preset": "ultrafast"}


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    """An empty bucket, whose server the environment names."""
    running = server.ThreadedMotoServer(port=0)
    running.start()
    host, port = running.get_host_and_port()
    before = dict(os.environ)
    os.environ.update({**KEYS, "AWS_ENDPOINT_URL": f"http://{host}:{port}"})
    try:
        _bucket(f"http://{host}:{port}")
        yield "s3://films"
    finally:
        os.environ.clear()
        os.environ.update(before)
        running.stop()


def _bucket(endpoint: str) -> None:
    import s3fs

    s3fs.S3FileSystem(endpoint_url=endpoint, skip_instance_cache=True).mkdir("films")


@pytest.fixture(scope="module")
def workers(bucket: str) -> Iterator[Any]:
    """Workers that know the server."""
    with cluster.connected(None, 2) as client:
        yield client


def put(url: str, path: Path) -> str:
    place(url).write(path.read_bytes())
    return url


@pytest.mark.parametrize("lines", [False, True], ids=["frames", "lines-with-parameters"])
@pytest.mark.parametrize("ending", ["264", "mp4"])
def test_film(bucket: str, workers: Any, ending: str, lines: bool, tmp_path: Path) -> None:
    source = y4m(tmp_path / "clip.y4m", 17, 96, 64, lines=lines)
    encode(source, "-o", tmp_path / f"whole.{ending}", "--keyint=4", "--qp=30", "--preset=ultrafast")
    url = put(f"{bucket}/clip{lines}{ending}.y4m", source)
    report = encode_film(url, f"{bucket}/out/{lines}.{ending}", workers, 4, **OPTIONS)
    assert place(report.output).read() == (tmp_path / f"whole.{ending}").read_bytes()
    assert (report.parts, report.made) == (5, 5)
    assert place(report.output + ".parts").names() == []
    assert place(f"{bucket}/out").names().count(f"{lines}.{ending}") == 1


def test_parts_are_found_again_and_damage_too(bucket: str, workers: Any, tmp_path: Path) -> None:
    source = y4m(tmp_path / "clip.y4m", 9, 96, 64)
    url, out = put(f"{bucket}/again.y4m", source), f"{bucket}/again.264"
    encode_film(url, out, workers, 4, keep_parts=True, **OPTIONS)
    expected = place(out).read()
    assert encode_film(url, out, workers, 4, keep_parts=True, **OPTIONS).made == 0
    names = [name for name in place(out + ".parts").names() if name.endswith(".264")]
    damaged = place(out + ".parts").child(names[1])
    damaged.write(damaged.read()[:-1] + b"?")
    assert encode_film(url, out, workers, 4, keep_parts=True, **OPTIONS).made == 1
    assert place(out).read() == expected


def test_from_a_disk_and_to_one(bucket: str, workers: Any, tmp_path: Path) -> None:
    source = y4m(tmp_path / "clip.y4m", 9, 96, 64)
    encode(source, "-o", tmp_path / "whole.264", "--keyint=4", "--qp=30", "--preset=ultrafast")
    encode_film(source, f"{bucket}/from-disk.264", workers, 4, **OPTIONS)
    encode_film(put(f"{bucket}/to-disk.y4m", source), tmp_path / "film.264", workers, 4, **OPTIONS)
    expected = (tmp_path / "whole.264").read_bytes()
    assert place(f"{bucket}/from-disk.264").read() == (tmp_path / "film.264").read_bytes() == expected


def test_pictures(bucket: str, workers: Any, tmp_path: Path) -> None:
    urls = []
    for number in range(12):
        samples = np.random.default_rng(number).integers(0, 256, (24, 32, 3), dtype=np.uint8)
        path = tmp_path / f"{number}.ppm"
        path.write_bytes(b"P6\n32 24\n255\n" + samples.tobytes())
        urls.append(put(f"{bucket}/pictures/{number}.ppm", path))
    encode(*sorted(tmp_path.glob("*.ppm")), "--out-dir", tmp_path / "expected")
    report = encode_pictures([*urls, f"{bucket}/pictures/none.ppm"], f"{bucket}/web", workers)
    assert [row.error for row in report.failures] == ["does not exist, or its bucket or folder does not"]
    for number in range(12):
        assert place(f"{bucket}/web/{number}.jpg").read() == (tmp_path / "expected" / f"{number}.jpg").read_bytes()


def test_tables(bucket: str, workers: Any) -> None:
    pd = pytest.importorskip("pandas")
    rng = np.random.default_rng(1)
    start = rng.integers(0, 5000, 400)
    table = pd.DataFrame({"chrom": "chr1", "start": start, "end": start + rng.integers(1, 60, 400)})
    report = overlap(table, table, workers, target=100, out=f"{bucket}/pairs")
    found = [pd.read_parquet(f"{bucket}/pairs/{name}") for name in place(f"{bucket}/pairs").names()]
    expected = overlap(table, table, workers)
    key = list(expected.columns)
    assert report.rows == len(expected)
    assert (
        pd.concat(found)
        .sort_values(key)
        .reset_index(drop=True)
        .equals(expected.sort_values(key).reset_index(drop=True))
    )


def test_an_unreachable_server_and_a_missing_bucket(bucket: str, workers: Any, tmp_path: Path) -> None:
    source = y4m(tmp_path / "clip.y4m", 5, 96, 64)
    with pytest.raises(OSError, match="s3://nowhere/clip.y4m: does not exist, or its bucket") as found:
        encode_film("s3://nowhere/clip.y4m", tmp_path / "film.264", workers, 4, **OPTIONS)
    assert "\n" not in str(found.value)
    with pytest.raises(OSError, match="s3://nowhere/film.264: cannot be written") as found:
        encode_film(source, "s3://nowhere/film.264", workers, 4, **OPTIONS)
    assert "\n" not in str(found.value)
    unreachable = {
        "endpoint_url": "http://127.0.0.1:9",
        "config_kwargs": {"retries": {"max_attempts": 1}, "connect_timeout": 2},
    }
    with pytest.raises(OSError, match="s3://films/clip.y4m: looking it up failed") as found:
        encode_film("s3://films/clip.y4m", tmp_path / "film.264", workers, 4, storage_options=unreachable, **OPTIONS)
    assert "\n" not in str(found.value)
    assert not (tmp_path / "film.264").exists()
