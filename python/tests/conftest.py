"""Clusters for the tests, started once for each number of workers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest


def _cluster(workers: int) -> Iterator[Any]:
    cluster = pytest.importorskip("unite.cluster")
    with cluster.connected(None, workers) as client:
        yield client


@pytest.fixture(scope="session")
def client() -> Iterator[Any]:
    """A cluster of two workers."""
    yield from _cluster(2)


@pytest.fixture(scope="module", params=[1, 2, 3], ids=lambda workers: f"workers{workers}")
def clients(request: pytest.FixtureRequest) -> Iterator[Any]:
    """Clusters of one, two and three workers."""
    yield from _cluster(request.param)
