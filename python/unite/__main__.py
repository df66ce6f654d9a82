"""`python -m unite film|pictures|overlap`: the commands for clusters.

```sh
python -m unite film s3://b/clip.y4m -o s3://b/clip.mp4 --qp 26 --scheduler tcp://host:8786
python -m unite pictures photos/*.png --out-dir web --quality 85 --workers 2
python -m unite overlap a.bed b.bed -o pairs
```

Errors are one line, with status 1; Ctrl-C ends with status 130, and parts stay.
"""

# Libraries without types of their own.
# mypy: disable-error-code="import-untyped"

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any, NoReturn

from .progress import Progress

_INTERRUPTED = 130


#: Switches of the encoders without a value, besides those that begin with `--no-`.
_FLAGS = {"--cabac", "--8x8dct", "--aud", "--constrained-intra", "--optimize", "--lossless"}

#: Switches of the commands here.
_OWN = {
    *(
        "--output",
        "--keyint",
        "--periods",
        "--size",
        "--pix-fmt",
        "--fps",
        "--seek",
        "--frames",
        "--keep-partial",
        "--pad",
        "--threads",
    ),
    *(
        "--keep-parts",
        "--out-dir",
        "--skip-existing",
        "--how",
        "--columns",
        "--scheduler",
        "--workers",
        "--retries",
        "--storage",
        "--json",
    ),
    *("--quiet", "--help"),
}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        self.exit(2, f"{self.prog}: {message} (--help lists all)\n")


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command; returns its status."""
    parser = _parser()
    given, rest = parser.parse_known_args(_with_values(sys.argv[1:] if arguments is None else arguments))
    try:
        options = _switches(rest)
        if given.command == "film":
            return _film(given, options)
        if given.command == "pictures":
            return _pictures(given, options)
        if options:
            raise ValueError(f"--{next(iter(options))} is no switch of {given.command}")
        return _overlap(given)
    except KeyboardInterrupt:
        _say("interrupted; what is complete is kept, and the same command goes on from there")
        return _INTERRUPTED
    except ImportError as error:
        _say(f"{error}: install the package with what this command needs: pip install 'unite[dask]'")
        return 1
    except (ValueError, OSError, RuntimeError) as error:
        _say(" ".join(str(error).split()) or type(error).__name__)
        return 1


def _say(line: str) -> None:
    print(f"unite: {line}", file=sys.stderr)


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="python -m unite",
        allow_abbrev=False,
        description="Films, pictures and interval tables on many workers, with the bytes of one machine.",
    )
    commands = parser.add_subparsers(dest="command", required=True, parser_class=_Parser)

    film = commands.add_parser(
        "film",
        allow_abbrev=False,
        help="encode a film to H.264",
        epilog="All switches of `encode` for streams are taken, such as --qp 26 or --preset fast.",
    )
    film.add_argument(
        "input", nargs="+", help="Y4M, raw video with --size, or pictures (shot-%%04d.y4m): paths or URLs"
    )
    film.add_argument("-o", "--output", required=True, help=".264 or .mp4: a path or URL")
    film.add_argument(
        "--keyint", type=int, default=250, help="pictures from one key picture to the next [default: 250]"
    )
    film.add_argument("--periods", type=int, default=1, help="key pictures in a part [default: 1]")
    film.add_argument("--size", help="WxH of raw video")
    film.add_argument("--pix-fmt", choices=["i420", "nv12", "gray"], help="layout of raw video [default: i420]")
    film.add_argument("--fps", help="frames a second, N or N/D")
    film.add_argument("--seek", type=int, default=0, help="skip the first N frames")
    film.add_argument("--frames", type=int, help="encode at most N frames")
    film.add_argument("--keep-partial", action="store_true", help="leave out a last frame that is cut short")
    film.add_argument("--pad", action="store_true", help="repeat the last column or row of an odd size")
    film.add_argument("--threads", type=int, default=1, help="threads of each worker's encoder [default: 1]")
    film.add_argument("--keep-parts", action="store_true", help="keep OUT.parts when the output is complete")

    pictures = commands.add_parser(
        "pictures",
        allow_abbrev=False,
        help="encode pictures to JPEG",
        epilog="Options of unite.jpeg.encode are taken, such as --quality 85, --optimize or --lossless.",
    )
    pictures.add_argument("input", nargs="+", help="pictures: paths, URLs, or patterns with *")
    pictures.add_argument("--out-dir", required=True, help="folder for photo.jpg of photo.png: a path or URL")
    pictures.add_argument("--skip-existing", action="store_true", help="keep outputs that exist")

    overlap = commands.add_parser("overlap", allow_abbrev=False, help="join two tables of intervals")
    overlap.add_argument("a", help="BED, or parquet with columns chrom, start, end")
    overlap.add_argument("b", help="as a")
    overlap.add_argument(
        "-o", "--output", required=True, help="folder for parquet files; for --how count a .parquet, .csv or .tsv file"
    )
    overlap.add_argument("--how", choices=["inner", "count", "nearest"], default="inner")
    overlap.add_argument(
        "--columns", default="chrom,start,end", help="names of chromosome, start and end [default: chrom,start,end]"
    )

    for command in (film, pictures, overlap):
        where = command.add_mutually_exclusive_group()
        where.add_argument("--scheduler", help="address of a Dask scheduler, such as tcp://host:8786")
        where.add_argument("--workers", type=int, help="processes on this machine [default: one for each core]")
        command.add_argument("--retries", type=int, default=3, help="further attempts of what fails [default: 3]")
        command.add_argument(
            "--storage",
            action="append",
            default=[],
            metavar="KEY=VALUE",
            help="option of fsspec for all URLs; values may be JSON",
        )
        command.add_argument("--json", action="store_true", help="print JSON, a line for each result")
        command.add_argument("--quiet", action="store_true", help="print nothing but errors")
    return parser


def _with_values(words: Sequence[str]) -> list[str]:
    """Joins switches of the encoders to their values, `--crf 23` to `--crf=23`, so that no value is taken for an input."""
    joined: list[str] = []
    waiting = list(words)
    while waiting:
        word = waiting.pop(0)
        is_of_encoder = (
            word.startswith("--")
            and "=" not in word
            and word not in _OWN
            and word not in _FLAGS
            and not word.startswith("--no-")
        )
        if is_of_encoder and waiting and not waiting[0].startswith("--"):
            word = f"{word}={waiting.pop(0)}"
        joined.append(word)
    return joined


def _switches(rest: Sequence[str]) -> dict[str, Any]:
    """Returns the switches of the encoders as options: `--crf=23`, `--no-cabac`."""
    options: dict[str, Any] = {}
    for word in rest:
        if not word.startswith("--") or word == "--":
            raise ValueError(f"{word}: is no switch")
        name, equals, value = word[2:].partition("=")
        options[name.replace("-", "_")] = _value(value) if equals else True
    return options


def _value(text: str) -> Any:
    for kind in (int, float):
        try:
            return kind(text)
        except ValueError:
            continue
    return text


def _storage(pairs: Sequence[str]) -> dict[str, Any]:
    options: dict[str, Any] = {}
    for pair in pairs:
        key, equals, value = pair.partition("=")
        if not equals:
            raise ValueError(f"--storage {pair}: is not KEY=VALUE")
        try:
            options[key] = json.loads(value)
        except json.JSONDecodeError:
            options[key] = value
    return options


def _common(given: argparse.Namespace) -> dict[str, Any]:
    if given.workers is not None and given.workers < 1:
        raise ValueError(f"--workers {given.workers}: 1 or more are needed")
    return {
        "client": given.scheduler,
        "workers": given.workers,
        "retries": given.retries,
        "storage_options": _storage(given.storage),
        "say": None if given.quiet else _say,
    }


def _film(given: argparse.Namespace, options: dict[str, Any]) -> int:
    from .dask import encode_film

    names = (
        "keyint",
        "periods",
        "size",
        "pix_fmt",
        "fps",
        "seek",
        "frames",
        "keep_partial",
        "pad",
        "threads",
        "keep_parts",
    )
    progress = None if given.quiet else Progress("pictures", None)
    try:
        report = encode_film(
            given.input if len(given.input) > 1 else given.input[0],
            given.output,
            progress=progress,
            **_common(given),
            **{name: getattr(given, name) for name in names},
            **options,
        )
    finally:
        if progress is not None:
            progress.close()
    if given.json:
        print(json.dumps(report.to_dict()))
    elif not given.quiet:
        rate = report.pictures / max(report.seconds, 1e-3)
        print(
            f"{report.output}: {report.pictures:,} pictures, {report.bytes:,} bytes, {report.parts:,} parts of which {report.made:,} were made, "
            f"{report.seconds:.1f} s, {rate:.1f} pictures a second"
        )
    return 0


def _pictures(given: argparse.Namespace, options: dict[str, Any]) -> int:
    from .dask import encode_pictures
    from .pictures import find

    common = _common(given)
    urls = find(given.input, common["storage_options"])
    progress = None if given.quiet else Progress("pictures", len(urls))

    def on_row(row: Any) -> None:
        if given.json:
            print(json.dumps(asdict(row)), flush=True)
        elif row.error is not None:
            if progress is not None:
                progress.close()
            _say(f"{row.input}: {row.error}")

    try:
        report = encode_pictures(
            urls,
            given.out_dir,
            skip_existing=given.skip_existing,
            progress=progress,
            on_row=on_row,
            **common,
            **options,
        )
    finally:
        if progress is not None:
            progress.close()
    failed = len(report.failures)
    if not given.json and not given.quiet:
        done = len(report.rows) - failed
        print(f"{given.out_dir}: {done:,} pictures, {report.bytes:,} bytes, {failed:,} failed, {report.seconds:.1f} s")
    return 1 if failed else 0


def _overlap(given: argparse.Namespace) -> int:
    from .dask import overlap

    common = _common(given)
    columns = tuple(given.columns.split(","))
    if len(columns) != 3:
        raise ValueError(f"--columns {given.columns}: names three columns, chromosome, start and end")
    a, b = (_table(url, columns, common["storage_options"]) for url in (given.a, given.b))
    out = None if given.how == "count" else given.output
    result = overlap(a, b, columns=columns, how=given.how, out=out, **common)
    if given.how == "count":
        _write_table(result, given.output, common["storage_options"])
        found = {"output": given.output, "files": 1, "rows": len(result)}
    else:
        found = asdict(result)
    if given.json:
        print(json.dumps(found))
    elif not given.quiet:
        print(f"{found['output']}: {found['rows']:,} rows in {found['files']:,} files")
    return 0


def _table(url: str, columns: tuple[str, ...], storage: dict[str, Any]) -> Any:
    import pandas as pd

    from .store import place

    with place(url, storage).reader() as file:
        if url.endswith((".parquet", ".pq")):
            return pd.read_parquet(file)
        packed = {".gz": "gzip", ".xz": "xz", ".bz2": "bz2"}.get(url[url.rfind(".") :], None)
        try:
            table = pd.read_csv(file, sep="\t", header=None, comment="#", compression=packed)
        except pd.errors.EmptyDataError:
            raise ValueError(f"{url}: is empty") from None
        except pd.errors.ParserError as error:
            raise ValueError(f"{url}: is no BED file: {error}") from None
    if table.shape[1] < 3:
        raise ValueError(f"{url}: has {table.shape[1]} columns separated by tabs; BED has 3 or more")
    more = [f"column{number}" for number in range(4, table.shape[1] + 1)]
    return table.set_axis([*columns, *more], axis=1)


def _write_table(table: Any, url: str, storage: dict[str, Any]) -> None:
    from .store import place

    with place(url, storage).unfinished() as path:
        if url.endswith((".parquet", ".pq")):
            table.to_parquet(path, index=False)
        else:
            table.to_csv(path, index=False, sep="," if url.endswith(".csv") else "\t")


if __name__ == "__main__":
    sys.exit(main())
