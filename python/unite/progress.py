"""A line on standard error that says how far a job is, rewritten on a terminal once a second."""

from __future__ import annotations

import sys
import time
from collections.abc import Hashable
from typing import TextIO


class Progress:
    """Counts what calls report while they run, and what they end with."""

    def __init__(self, what: str, total: int | None, to: TextIO | None = None, every: float = 1.0) -> None:
        self._what, self._total, self._every = what, total, every
        self._to = sys.stderr if to is None else to
        self._running: dict[Hashable, int] = {}
        self._ended = self._found = 0
        self._started = self._shown = time.monotonic()
        self._is_terminal = self._to.isatty()

    def expect(self, total: int) -> None:
        """Takes the number that will be done in all."""
        self._total = total

    def running(self, key: Hashable, amount: int) -> None:
        """Takes what a call has done so far."""
        self._running[key] = amount
        self._show()

    def ended(self, key: Hashable, amount: int, made: bool = True) -> None:
        """Takes what a call has done at its end; `made` is false if it was done before."""
        self._running.pop(key, None)
        self._ended += amount
        self._found += 0 if made else amount
        self._show()

    def _show(self) -> None:
        now = time.monotonic()
        if self._is_terminal and now - self._shown >= self._every:
            self._shown = now
            self._to.write("\r\x1b[K" + self.line())
            self._to.flush()

    def line(self) -> str:
        """Returns the line: what is done, and the speed of all workers together."""
        done = self._ended + sum(self._running.values())
        seconds = max(time.monotonic() - self._started, 1e-3)
        of = "" if self._total is None else f" of {self._total:,}"
        found = f" ({self._found:,} were there)" if self._found else ""
        return f"{done:,}{of} {self._what}{found}, {(done - self._found) / seconds:,.1f} a second"

    def close(self) -> None:
        """Clears the line."""
        if self._is_terminal:
            self._to.write("\r\x1b[K")
            self._to.flush()
