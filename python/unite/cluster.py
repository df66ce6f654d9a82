"""Dask's part: a client from what the user gives, calls that are retried, results as they come.

Exceptions are retried by Dask (`retries`), except those that another attempt cannot mend: wrong input, no rights, a full disk. A worker
that dies counts for each call that it was running; after the fourth death the call fails (`allowed-failures` is set to 3).
"""

# Libraries without types of their own.
# mypy: disable-error-code="no-untyped-call"

from __future__ import annotations

import contextlib
import importlib.util
import itertools
import logging
import os
import uuid
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, TypeVar

import dask
from distributed import Client, KilledWorker, LocalCluster, as_completed, get_worker

from . import tasks
from .store import is_lasting, one_line

#: Deaths of workers that a call survives.
ALLOWED_FAILURES = 3
#: Seconds to wait for a scheduler to answer, and for its first worker.
_CONNECT, _WORKERS = 10, 60

Key = TypeVar("Key")


class ClusterError(RuntimeError):
    """A cluster that cannot be used: one line that says what and what to do."""


@dataclass(frozen=True)
class CallFailed:
    """A call that has no result."""

    message: str
    #: Whether its workers died.
    killed: bool = False


@contextlib.contextmanager
def connected(
    client: Client | str | None, workers: int | None = None, say: Callable[[str], None] | None = None
) -> Iterator[Client]:
    """Gives a client: the one that is passed, one of a scheduler's address, or one of `workers` processes on this machine."""
    say = say or (lambda line: None)
    with contextlib.ExitStack() as stack:
        if client is None:
            client = stack.enter_context(_local(workers or os.cpu_count() or 1))
        elif isinstance(client, str):
            client = stack.enter_context(_remote(client))
        _prepare(client)
        if importlib.util.find_spec("bokeh") is not None and client.dashboard_link:
            say(f"dashboard: {client.dashboard_link}")
        say(f"{_count(client)} workers; a call fails when {ALLOWED_FAILURES + 1} workers have died of it")
        yield client


@contextlib.contextmanager
def _local(workers: int) -> Iterator[Client]:
    settings = {
        "distributed.scheduler.allowed-failures": ALLOWED_FAILURES,
        "distributed.scheduler.worker-saturation": 1.0,
        "distributed.worker.multiprocessing-method": "spawn",
        # Parts are one long call each, of which a profile of Python says nothing.
        "distributed.worker.profile.enabled": False,
        # By default a worker wakes up 50 times a second to see whether it is late, which takes 1 % of its time.
        "distributed.admin.tick.interval": "1s",
        "distributed.admin.system-monitor.interval": "5s",
    }
    with contextlib.ExitStack() as stack:
        stack.enter_context(dask.config.set(settings))
        try:
            cluster = stack.enter_context(
                LocalCluster(
                    n_workers=workers,
                    threads_per_worker=1,
                    processes=True,
                    dashboard_address=":0",
                    silence_logs=logging.CRITICAL,
                )
            )
            client = stack.enter_context(Client(cluster))
        except (OSError, RuntimeError) as error:
            raise ClusterError(
                f"{workers} workers on this machine cannot be started: {one_line(error)}: a script calls this below "
                '`if __name__ == "__main__":`, since workers import it'
            ) from error
        yield client


@contextlib.contextmanager
def _remote(address: str) -> Iterator[Client]:
    logging.getLogger("distributed").setLevel(logging.CRITICAL)
    try:
        client = Client(address, timeout=_CONNECT)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"{address}: no scheduler answers within {_CONNECT} s ({one_line(error)}): start `dask scheduler` there, or check the address"
        ) from error
    with client:
        try:
            client.wait_for_workers(1, timeout=_WORKERS)
        except TimeoutError as error:
            raise ClusterError(
                f"{address}: has no workers after {_WORKERS} s: start `dask worker {address}` on some machines"
            ) from error
        yield client


def _prepare(client: Client) -> None:
    """Sets what a scheduler allows, and compares the versions of the package on all workers."""
    client.run_on_scheduler(_allow, ALLOWED_FAILURES)
    own = tasks.version()
    for worker, found in client.run(_worker_version, on_error="return").items():
        if isinstance(found, BaseException):
            raise ClusterError(f"{worker}: cannot import unite ({one_line(found)}): install unite {own} on all workers")
        if found != own:
            raise ClusterError(
                f"{worker}: has unite {found}, this machine {own}: install the same version on all workers"
            )


def _allow(failures: int, dask_scheduler: Any = None) -> None:
    dask_scheduler.allowed_failures = failures


def _worker_version() -> str:
    import unite

    return str(unite.__version__)


def _count(client: Client) -> int:
    return len(client.nthreads())


def threads_of(client: Client) -> int:
    """The number of calls that the workers run at once, 1 or more."""
    return max(1, sum(client.nthreads().values()))


def run(
    client: Client,
    function: Callable[..., Any],
    calls: Iterable[tuple[Key, tuple[Any, ...]]],
    *,
    retries: int = 3,
    ahead: int = 4,
    on_progress: Callable[[Any, int], None] | None = None,
) -> Generator[tuple[Key, Any], None, None]:
    """Calls a function for each tuple of arguments; yields `(key, result)` as calls end, `CallFailed` in place of a result.

    At most `ahead` calls for each thread of the cluster are known to the scheduler at a time. With `on_progress`, the function gets one
    more argument, which it calls with a number; numbers are summed for each call and passed on with its key.
    If the caller stops, calls that have not begun are cancelled.
    """
    names = itertools.count()
    job = f"unite-{uuid.uuid4().hex[:10]}"
    keys: dict[str, Key] = {}
    waiting = iter(calls)
    running = as_completed(raise_errors=False)

    def submit() -> bool:
        call = next(waiting, None)
        if call is None:
            return False
        name = f"{job}-{next(names)}"
        keys[name] = call[0]
        topic = job if on_progress is not None else None
        # Arguments travel with the call, so that another worker can take it over; they may be tables.
        with dask.config.set({"distributed.admin.large-graph-warning-threshold": "2GB"}):
            future = client.submit(_guarded, function, call[1], name, topic, key=name, retries=retries, pure=False)
        running.add(future)
        futures[name] = future
        return True

    def note(event: tuple[float, Any]) -> None:
        name, amount = event[1]
        if on_progress is not None and name in keys:
            on_progress(keys[name], amount)

    futures: dict[str, Any] = {}
    if on_progress is not None:
        client.subscribe_topic(job, note)
    try:
        while len(futures) < ahead * threads_of(client) and submit():
            pass
        for future in running:
            key, result = keys[future.key], _result(future)
            del futures[future.key], keys[future.key]
            while len(futures) < ahead * threads_of(client) and submit():
                pass
            yield key, result
    finally:
        if futures:
            with contextlib.suppress(Exception):
                client.cancel(list(futures.values()))
        if on_progress is not None:
            with contextlib.suppress(Exception):
                client.unsubscribe_topic(job)


def results(
    client: Client,
    function: Callable[..., Any],
    calls: Iterable[tuple[int, tuple[Any, ...]]],
    what: str,
    *,
    retries: int = 3,
) -> Iterator[tuple[int, Any]]:
    """Runs calls that are numbered, few at a time; raises `ClusterError` with the name `what` and the number of one that fails."""
    for number, result in run(client, function, calls, retries=retries, ahead=2):
        if isinstance(result, CallFailed):
            raise ClusterError(f"{what} {number}: {result.message}")
        yield number, result


def _guarded(function: Callable[..., Any], arguments: tuple[Any, ...], name: str, topic: str | None) -> Any:
    """Runs on a worker: returns errors that last, so that they are not retried; raises others."""
    more: tuple[Any, ...] = ()
    if topic is not None:
        worker, sums = get_worker(), [0]

        def progress(amount: int) -> None:
            sums[0] += amount
            worker.log_event(topic, (name, sums[0]))

        more = (progress,)
    try:
        return function(*arguments, *more)
    except Exception as error:
        if is_lasting(error):
            return CallFailed(one_line(error))
        raise


def _result(future: Any) -> Any:
    if future.status == "finished":
        return future.result()
    if future.status == "cancelled":
        return CallFailed("was cancelled, or the scheduler is gone")
    error = future.exception()
    if isinstance(error, KilledWorker):
        return CallFailed(
            f"{ALLOWED_FAILURES + 1} workers died of it, the last one {error.last_worker.address}: give workers more memory, or look into their logs",
            killed=True,
        )
    return CallFailed(one_line(error))
