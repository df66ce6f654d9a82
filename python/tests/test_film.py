"""A film in parts has the bytes of the command `encode` over the whole film."""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from helpers import decoded, encode, frame, raw, real_clip, switches, y4m

from unite import clip as clips
from unite import film, h264, tasks
from unite.dask import encode_film
from unite.store import Place, place

#: Name, frames, columns, rows, gray, keyint, options. Last parts are odd: 43 = 8 x 5 + 3.
CLIPS = [
    ("qcif", 43, 176, 144, False, 5, {"qp": 26, "preset": "veryfast"}),
    ("gray", 31, 98, 66, True, 4, {"qp": 30}),
    ("each-key", 9, 64, 48, False, 1, {"qp": 24}),
    ("crf-b", 47, 128, 96, False, 6, {"crf": 25, "scenecut": 0, "bframes": 3, "preset": "fast"}),
    ("720p", 11, 1280, 720, False, 2, {"qp": 35, "preset": "ultrafast"}),
]


@pytest.fixture(scope="session", params=CLIPS, ids=[one[0] for one in CLIPS])
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A clip, with what the command writes for it."""
    name, frames, width, height, gray, keyint, options = request.param
    folder = tmp_path_factory.mktemp(name)
    source = y4m(folder / "clip.y4m", frames, width, height, gray=gray)
    found: dict[str, Any] = {"source": source, "frames": frames, "keyint": keyint, "options": options, "gray": gray}
    for ending in ("264", "mp4"):
        target = folder / f"whole.{ending}"
        recon = ["--recon", folder / "recon.yuv"] if ending == "264" else []
        encode(source, "-o", target, "--keyint", keyint, *switches(options), *recon)
        found[ending] = target.read_bytes()
    found["recon"] = (folder / "recon.yuv").read_bytes()
    return found


@pytest.mark.parametrize("periods", [1, 2, 3, 7])
@pytest.mark.parametrize("ending", ["264", "mp4"])
def test_parts_are_the_whole(clients: Any, made: dict[str, Any], periods: int, ending: str, tmp_path: Path) -> None:
    out = tmp_path / f"film.{ending}"
    report = encode_film(made["source"], out, clients, made["keyint"], periods, **made["options"])
    assert out.read_bytes() == made[ending]
    assert report.parts == report.made == -(-made["frames"] // (made["keyint"] * periods))
    assert (report.pictures, report.bytes) == (made["frames"], len(made[ending]))
    assert report.sha256 == hashlib.sha256(made[ending]).hexdigest()
    assert [path.name for path in tmp_path.iterdir()] == [out.name]


def test_ffmpeg_decodes_the_reconstruction(client: Any, made: dict[str, Any], tmp_path: Path) -> None:
    for ending in ("264", "mp4"):
        out = tmp_path / f"film.{ending}"
        encode_film(made["source"], out, client, made["keyint"], **made["options"])
        assert decoded(out, "gray" if made["gray"] else "yuv420p") == made["recon"]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["foreman_qcif_30", "akiyo_cif", "walk_720x480", "flower_720p_24"])
@pytest.mark.parametrize("options", [{"qp": 27}, {"crf": 24, "scenecut": 0}], ids=["qp", "crf"])
def test_real_clips(clients: Any, name: str, options: dict[str, Any], tmp_path: Path) -> None:
    source = real_clip(name, 23, tmp_path)
    encode(source, "-o", tmp_path / "whole.mp4", "--keyint", 4, *switches(options))
    encode_film(source, tmp_path / "film.mp4", clients, 4, 2, **options)
    assert (tmp_path / "film.mp4").read_bytes() == (tmp_path / "whole.mp4").read_bytes()


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return y4m(tmp_path_factory.mktemp("small") / "clip.y4m", 14, 64, 48)


OPTIONS = {"qp": 30, "preset": "ultrafast"}


def whole(source: Path, out: Path, *more: object) -> bytes:
    encode(source, "-o", out, "--qp=30", "--preset=ultrafast", "--keyint=4", *more)
    return out.read_bytes()


def test_frame_headers_with_parameters(client: Any, tmp_path: Path) -> None:
    source = y4m(tmp_path / "lines.y4m", 14, 64, 48, lines=True)
    for number, (seek, frames) in enumerate([(0, None), (3, None), (5, 6)]):
        more = ["--seek", seek, *([] if frames is None else ["--frames", frames])]
        expected = whole(source, tmp_path / f"whole{number}.264", *more)
        out = tmp_path / f"film{number}.264"
        encode_film(source, out, client, 4, seek=seek, frames=frames, **OPTIONS)
        assert out.read_bytes() == expected


@pytest.mark.parametrize("pix_fmt", ["i420", "nv12", "gray"])
def test_raw_video(client: Any, pix_fmt: str, tmp_path: Path) -> None:
    source = raw(tmp_path / "clip.yuv", 9, 64, 48, gray=pix_fmt == "gray")
    more = ["--size=64x48", f"--pix-fmt={pix_fmt}", "--fps=24"]
    expected = whole(source, tmp_path / "whole.mp4", *more)
    encode_film(source, tmp_path / "film.mp4", client, 4, size="64x48", pix_fmt=pix_fmt, fps="24", **OPTIONS)
    assert (tmp_path / "film.mp4").read_bytes() == expected


def test_odd_sizes_are_padded(client: Any, tmp_path: Path) -> None:
    source = y4m(tmp_path / "odd.y4m", 6, 63, 47)
    expected = whole(source, tmp_path / "whole.264", "--pad")
    encode_film(source, tmp_path / "film.264", client, 4, pad=True, **OPTIONS)
    assert (tmp_path / "film.264").read_bytes() == expected


def test_aspect_and_range_of_the_header(client: Any, tmp_path: Path) -> None:
    source = y4m(tmp_path / "clip.y4m", 9, 64, 48, more=" A4:3 XCOLORRANGE=FULL")
    for ending in ("264", "mp4"):
        expected = whole(source, tmp_path / f"whole.{ending}")
        encode_film(source, tmp_path / f"film.{ending}", client, 4, **OPTIONS)
        assert (tmp_path / f"film.{ending}").read_bytes() == expected


def test_numbered_pictures(client: Any, tmp_path: Path) -> None:
    source = raw(tmp_path / "clip.yuv", 9, 64, 48, gray=True)
    for number in range(9):
        (tmp_path / f"shot-{number + 7:03d}.pgm").write_bytes(b"P5\n64 48\n255\n" + frame(number, 64, 48, True, 1))
    expected = whole(source, tmp_path / "whole.264", "--size=64x48", "--pix-fmt=gray")
    encode_film(tmp_path / "shot-%03d.pgm", tmp_path / "film.264", client, 4, **OPTIONS)
    assert (tmp_path / "film.264").read_bytes() == expected
    listed = [tmp_path / f"shot-{number:03d}.pgm" for number in range(7, 16)]
    report = encode_film(listed, tmp_path / "listed.264", client, 4, keep_parts=True, **OPTIONS)
    assert (tmp_path / "listed.264").read_bytes() == expected and report.made == 3
    os.utime(listed[5], (1, 1))  # One picture changes: its part alone is made again.
    assert encode_film(listed, tmp_path / "listed.264", client, 4, keep_parts=True, **OPTIONS).made == 1
    (tmp_path / "shot-009.pgm").unlink()
    with pytest.raises(ValueError, match="picture 9 is missing between 8 and 10"):
        encode_film(tmp_path / "shot-%03d.pgm", tmp_path / "film.264", client, 4, **OPTIONS)
    (tmp_path / "shot-009.pgm").write_bytes(b"P5\n32 48\n255\n" + bytes(32 * 48))
    with pytest.raises(ValueError, match="picture 2 is 32x48 gray, the first one 64x48 gray"):
        encode_film(tmp_path / "shot-%03d.pgm", tmp_path / "film.264", client, 4, **OPTIONS)


def test_a_frame_that_is_cut_short(client: Any, small: Path, tmp_path: Path) -> None:
    source = tmp_path / "cut.y4m"
    source.write_bytes(small.read_bytes()[:-100])
    with pytest.raises(ValueError, match=r"cut.y4m: frame 13 is cut short: 4508 of 4608 bytes \(keep_partial encodes"):
        encode_film(source, tmp_path / "film.264", client, 4, **OPTIONS)
    expected = whole(source, tmp_path / "whole.264", "--keep-partial")
    report = encode_film(source, tmp_path / "film.264", client, 4, keep_partial=True, **OPTIONS)
    assert (tmp_path / "film.264").read_bytes() == expected
    assert report.note is not None and "frame 13 is cut short" in report.note


def test_what_is_there_is_not_made_again(client: Any, small: Path, tmp_path: Path) -> None:
    out = tmp_path / "film.264"
    first = encode_film(small, out, client, 4, keep_parts=True, **OPTIONS)
    expected = out.read_bytes()
    streams = sorted((tmp_path / "film.264.parts").glob("*.264"))
    assert (first.parts, first.made, len(streams)) == (4, 4, 4)
    record = json.loads(Path(str(streams[3]) + ".json").read_bytes())
    assert (record["first"], record["count"], record["bytes"]) == (12, 2, streams[3].stat().st_size)
    assert record["sha256"] == hashlib.sha256(streams[3].read_bytes()).hexdigest()

    assert encode_film(small, out, client, 4, keep_parts=True, **OPTIONS).made == 0
    damaged = bytearray(streams[1].read_bytes())
    damaged[-9] ^= 1
    streams[1].write_bytes(damaged)
    streams[2].write_bytes(streams[2].read_bytes()[:-5])
    Path(str(streams[3]) + ".json").write_text("{}")
    out.unlink()
    assert encode_film(small, out, client, 4, keep_parts=True, **OPTIONS).made == 3
    assert out.read_bytes() == expected
    assert encode_film(small, out, client, 4, keep_parts=True, qp=31, preset="ultrafast").made == 4
    small.touch()
    assert encode_film(small, out, client, 4, **OPTIONS).made == 4


def parts_of(source: Path, out: Path, **more: Any) -> list[tasks.Part]:
    return film.plan(clips.describe(source, step=4), place(out), keyint=4, periods=1, options={**OPTIONS, **more})


def test_a_part_that_is_damaged_between_its_record_and_the_join(small: Path, tmp_path: Path) -> None:
    parts = parts_of(small, tmp_path / "film.264")
    records = [tasks.encode_part(part) for part in parts]
    path = Path(parts[1].place.local_path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(film.DamagedParts) as found:
        film.join(parts, records, place(tmp_path / "film.264"))
    assert found.value.parts == [parts[1]]
    Path(parts[2].place.local_path).unlink()
    with pytest.raises(film.DamagedParts) as found:
        film.join(parts, records, place(tmp_path / "film.264"))
    assert found.value.parts == parts[1:3]
    assert not (tmp_path / "film.264").exists()


def test_parts_out_of_order_missing_or_twice(small: Path, tmp_path: Path) -> None:
    parts = parts_of(small, tmp_path / "film.264")
    records = [tasks.encode_part(part) for part in parts]
    out = place(tmp_path / "film.264")
    with pytest.raises(film.FilmError, match="4 parts are needed, and 3 are there"):
        film.join(parts, records[:3], out)
    for order in ([1, 0, 2, 3], [0, 0, 2, 3]):
        with pytest.raises(film.FilmError, match="its record says pictures"):
            film.join(parts, [records[n] for n in order], out)
    assert not (tmp_path / "film.264").exists()


def test_parts_of_other_options_are_refused_with_the_element(small: Path, tmp_path: Path) -> None:
    parts = parts_of(small, tmp_path / "film.264")
    records = [tasks.encode_part(part) for part in parts]
    other = parts_of(small, tmp_path / "film.264", ref=3, no_cabac=True)
    parts[2], records[2] = other[2], tasks.encode_part(other[2])
    with pytest.raises(ValueError, match="encode all parts with the same options"):
        film.join(parts, records, place(tmp_path / "film.264"))
    assert not (tmp_path / "film.264").exists()


def test_a_part_at_no_key_picture(small: Path, tmp_path: Path) -> None:
    units = []
    session = h264.Session(64, 48, qp=30, preset="ultrafast", keyint=8)
    for samples in clips.frames(clips.describe(small), 0, 8):
        units += session.push(*tasks.split_planes(samples, 64, 48, False))
    units += session.finish()
    parts = parts_of(small, tmp_path / "film.264")[:2]
    records = [tasks.encode_part(part) for part in parts]
    # Parameter sets, then a part that begins with a P picture.
    slice_of_key = units[0].data.index(b"\x00\x00\x01\x65")
    data = units[0].data[:slice_of_key] + b"".join(unit.data for unit in units[4:])
    parts[1].place.write(data)
    records[1] = tasks.Record(4, 4, len(data), hashlib.sha256(data).hexdigest())
    with pytest.raises(ValueError, match="its first picture is no key picture"):
        film.join(parts, records, place(tmp_path / "film.264"))


@pytest.mark.parametrize(
    ("options", "line"),
    [
        ({"crf": 23}, "crf 23 with scenecut 40 begins key pictures at cuts"),
        ({}, "crf 23 with scenecut 40 .* say scenecut=0"),
        ({"qp": 30, "scenecut": 40}, "qp 30 with scenecut 40"),
        ({"bitrate": 1000}, "bitrate is not supported for parts"),
        ({"qp": 30, "vbv_maxrate": 1000}, "vbv_maxrate is not supported"),
        ({"qp": 30, "first_picture": 4}, "first_picture is no option of a film in parts"),
        ({"qp": 60}, "60 is not in 0..=51"),
        ({"qp": 30, "crf": 20}, "qp and crf are both given"),
        ({"qp": 30, "nonsense": 1}, "nonsense"),
        ({"qp": 30, "keyint": 0}, "keyint is 0: parts need a number of 1 or more"),
        ({"qp": 30, "periods": 0}, "periods is 0"),
        ({"qp": 30, "seek": 14}, "has 14 whole frames: seek 14 leaves none"),
        ({"qp": 30, "pix_fmt": "gray"}, "raw video also needs its size"),
        ({"qp": 30, "size": "64x48"}, "is Y4M video, which states its own size"),
    ],
)
def test_wrong_options_are_one_line(
    client: Any, small: Path, options: dict[str, Any], line: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=line) as found:
        encode_film(small, tmp_path / "film.264", client, **{"keyint": 4, **options})
    assert "\n" not in str(found.value)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("data", "line"),
    [
        (b"", "is empty"),
        (b"RIFF....AVI ", "is not Y4M video: convert it with"),
        (b"YUV4MPEG2 W4 H4 C420\n", "has no whole frame"),
        (b"YUV4MPEG2 W4\n", "says no width or no height"),
        (b"YUV4MPEG2 Wx H4\n", "its width Wx is invalid"),
        (b"YUV4MPEG2 W4 H4 C422\nFRAME\n", "has C422 samples"),
        (b"YUV4MPEG2 W4 H4 It\nFRAME\n", "is interlaced"),
        (b"YUV4MPEG2 W4 H4 F25\nFRAME\n", "its rate F25 is not N:D"),
        (b"YUV4MPEG2 W99999 H4\nFRAME\n", "1 to 16384 columns and rows"),
        (b"YUV4MPEG2 W4 H4\nFRAME\n" + bytes(24) + b"FRIME\n" + bytes(24), "frame 1 does not begin with a line FRAME"),
        (b"YUV4MPEG2 W4 H4", "its first line does not end"),
        (b"YUV4MPEG2 W3 H4\nFRAME\n" + bytes(20), "needs even sizes"),
    ],
)
def test_wrong_films_are_one_line(client: Any, data: bytes, line: str, tmp_path: Path) -> None:
    source = tmp_path / "clip.y4m"
    source.write_bytes(data)
    with pytest.raises(ValueError, match=line) as found:
        encode_film(source, tmp_path / "film.264", client, 4, qp=30)
    assert "\n" not in str(found.value) and str(source) in str(found.value)


def test_a_frame_in_the_middle_that_is_none(client: Any, small: Path, tmp_path: Path) -> None:
    data = bytearray(small.read_bytes())
    start = data.index(b"\n") + 1 + 5 * (6 + 64 * 48 * 3 // 2)
    data[start : start + 5] = b"FRIME"
    source = tmp_path / "clip.y4m"
    source.write_bytes(data)
    with pytest.raises(RuntimeError, match="pictures 4 to 7: .*frame 5 does not begin with a line FRAME; parts"):
        encode_film(source, tmp_path / "film.264", client, 4, **OPTIONS)
    assert not (tmp_path / "film.264").exists()


def test_workers_of_another_version(small: Path, tmp_path: Path) -> None:
    part = parts_of(small, tmp_path / "film.264")[0]
    other = tasks.Part(**{**part.__dict__, "version": "9.9.9"})
    with pytest.raises(ValueError, match="the job 9.9.9: install the same version on all machines"):
        tasks.encode_part(other)


def test_a_cluster_of_another_version(
    client: Any, small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tasks, "version", lambda: "9.9.9")
    with pytest.raises(
        RuntimeError, match=r"tcp://.*: has unite .*, this machine 9.9.9: install the same version on all workers"
    ):
        encode_film(small, tmp_path / "film.264", client, 4, **OPTIONS)
    assert not (tmp_path / "film.264").exists()


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "unite", *map(str, arguments)]
    return subprocess.run(words, capture_output=True, text=True, timeout=120)


def test_the_command_writes_the_same_bytes(small: Path, tmp_path: Path) -> None:
    expected = whole(small, tmp_path / "whole.mp4")
    done = run(
        "film",
        "--qp",
        30,
        "--no-8x8dct",
        small,
        "-o",
        tmp_path / "film.mp4",
        "--preset=ultrafast",
        "--keyint",
        4,
        "--workers",
        2,
        "--json",
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "film.mp4").read_bytes() == expected
    assert json.loads(done.stdout)["parts"] == 4
    assert "2 workers; a call fails when 4 workers have died" in done.stderr


@pytest.mark.parametrize(
    ("more", "line"),
    [
        (["--crf", "23"], "say scenecut=0"),
        (["--qp", "30", "--scheduler", "tcp://127.0.0.1:9"], "no scheduler answers"),
        (["--qp", "30", "--nonsense"], "nonsense"),
    ],
)
def test_the_command_says_one_line(small: Path, more: list[str], line: str, tmp_path: Path) -> None:
    done = run("film", small, "-o", tmp_path / "film.264", *more)
    assert (done.returncode, done.stdout) == (1, "")
    assert line in done.stderr and done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("source", "out", "line"),
    [
        ("missing.y4m", "film.264", "missing.y4m: does not exist"),
        ("clip.y4m", "film.mkv", "this name selects no format"),
    ],
)
def test_the_command_names_the_file(small: Path, source: str, out: str, line: str, tmp_path: Path) -> None:
    done = run("film", small.parent / source, "-o", tmp_path / out, "--qp", 30)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert line in done.stderr


def test_no_right_to_write_is_said_before_the_work(client: Any, small: Path) -> None:
    target = Place("/proc/nowhere/film.264")
    with pytest.raises(OSError, match="cannot be written") as found:
        encode_film(small, target.url, client, 4, **OPTIONS)
    assert "\n" not in str(found.value)
