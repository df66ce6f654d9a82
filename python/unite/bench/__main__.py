"""The command `python -m unite.bench`.

```sh
python -m unite.bench film --parts 12 --seconds 5      # speed and overhead, on an idle machine
python -m unite.bench memory --frames 300 30000        # memory of workers and of the client, 1080p
python -m unite.bench peers                            # beside Pillow, simplejpeg, imagecodecs, PyAV, scipy, ncls, bioframe
```

`$UNITE_ENCODE` or `--encode` names the command that one worker is compared with.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from . import film, memory, peers


def _of_films(parser: argparse.ArgumentParser, size: str, preset: str, workers: list[int]) -> None:
    parser.add_argument("--size", default=size, help=f"[default: {size}]")
    parser.add_argument("--qp", type=int, default=26)
    parser.add_argument("--preset", default=preset)
    parser.add_argument("--folder", help="where the clip is written, some gigabytes [default: the temporary folder]")
    parser.add_argument("--workers", type=int, nargs="+", default=workers)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a bench; returns its status."""
    parser = argparse.ArgumentParser(
        prog="python -m unite.bench", description="Films in parts, their memory, and other packages on the same work."
    )
    benches = parser.add_subparsers(dest="bench", required=True)

    speed = benches.add_parser("film", help=film.__doc__)
    speed.set_defaults(run=film.film)
    _of_films(speed, "640x360", "medium", [1, 2])
    speed.add_argument("--parts", type=int, default=12)
    speed.add_argument("--seconds", type=float, default=5.0, help="of a part [default: 5]")
    speed.add_argument("--runs", type=int, default=3)
    speed.add_argument("--encode", help="the command to compare with")

    space = benches.add_parser("memory", help=memory.__doc__)
    space.set_defaults(run=memory.memory)
    _of_films(space, "1920x1080", "ultrafast", [1])
    space.add_argument("--frames", type=int, nargs="+", default=[300], help="[default: 300]; more than 1000 are black")
    space.add_argument("--keyint", type=int, default=50)

    beside = benches.add_parser("peers", help=peers.__doc__)
    beside.set_defaults(run=peers.peers)
    beside.add_argument("pictures", nargs="*", help="photos that Pillow reads [default: a made one]")
    beside.add_argument("--rounds", type=int, default=7, help="runs of each in turns, the best counts [default: 7]")
    given = parser.parse_args(arguments)
    return int(given.run(given))


if __name__ == "__main__":
    sys.exit(main())
