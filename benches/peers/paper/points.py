"""Radius and box search on points in the plane: Shapely."""

import pathlib
import tempfile

import numpy
import shapely

from turns import Ours, head, in_turns, mean, row, timed

TITLE = "Radius and box search"
PACKAGES = ["shapely", "numpy"]
SIDE = 1e4
TURN = 1000
RADII = [1, 10, 100]
BOXES = [(10, 10), (100, 10), (1000, 10), (100, 100)]


class Tree:
    """Shapely's tree of points; queries are answered a thousand at a time, by one call."""

    def __init__(self, places):
        self.places = places
        points_ms, self.points = timed(lambda: shapely.points(places))
        tree_ms, self.tree = timed(lambda: shapely.STRtree(self.points))
        # The first query may complete the construction.
        first_ms, _ = timed(lambda: self.tree.query(shapely.box(0, 0, 1, 1)))
        self.points_ms, self.tree_ms = points_ms, tree_ms + first_ms

    def within(self, centers, radius):
        """Finds the pairs at most `radius` apart with the tree."""
        queries = shapely.points(centers)
        return timed(lambda: self.tree.query(queries, predicate="dwithin", distance=radius)[1].size)

    def boxed(self, centers, radius):
        """Finds the pairs in boxes around the balls, then those that are near enough."""
        queries = shapely.box(*(centers - radius).T, *(centers + radius).T)

        def pairs():
            query, point = self.tree.query(queries)
            offsets = self.places[point] - centers[query]
            near = (offsets * offsets).sum(1) <= radius * radius
            return point[near].size

        return timed(pairs)

    def box(self, centers, width, height):
        half = numpy.array([width, height]) / 2
        queries = shapely.box(*(centers - half).T, *(centers + half).T)
        return timed(lambda: self.tree.query(queries)[1].size)


def compare(name, contestants, rounds):
    """Returns a row: microseconds per query of ours and of the peers, and the ratio of the best peer's time to ours."""
    found = {}

    def counted(key, run):
        def turn(number):
            ms, count = run(number)
            # The result at the boundary depends on rounding.
            expected = found.setdefault(number, count)
            assert abs(count - expected) <= 1e-6 * expected + 1, f"{name}: {key} finds {count}, not {expected}"
            return ms

        return turn

    medians = in_turns({key: counted(key, run) for key, run in contestants.items()}, rounds)
    ours, *peers = medians.values()
    peers += [None] * (2 - len(peers))
    hits = sum(found.values()) / len(found) / TURN
    micro = [f"{1e3 * ms / TURN:.2f}" if ms is not None else "" for ms in [ours, *peers]]
    best = min(ms for ms in peers if ms is not None)
    row(name, f"{hits:.1f}", *micro, f"{best / ours:.1f}")
    return [ms / ours if ms is not None else None for ms in peers]


def run(arguments):
    random = numpy.random.default_rng(1)
    places = random.uniform(0, SIDE, (arguments.points, 2))
    centers = random.uniform(0, SIDE, (arguments.rounds, TURN, 2))
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        places.tofile(folder / "points.f64")
        centers.tofile(folder / "places.f64")
        ours = Ours(arguments.program, "points", folder)
        tree = Tree(places)
        print(f"{arguments.points} points. Building: unite {ours.build_ms / 1e3:.2f} s; Shapely's tree"
              f" {tree.tree_ms / 1e3:.2f} s, and its points {tree.points_ms / 1e3:.2f} s.\n")
        head("us a query", "hits", "unite", "Shapely", "box, then distances", "best / unite")
        within, best = [], []
        for radius in RADII:
            ratios = compare(f"radius {radius}", {
                "unite": lambda turn: ours.ask(f"radius {turn} {radius}"),
                "dwithin": lambda turn: tree.within(centers[turn], radius),
                "boxed": lambda turn: tree.boxed(centers[turn], radius),
            }, arguments.rounds)
            within.append(ratios[0])
            best.append(min(ratios))
        for radius in RADII:
            for turn in range(arguments.rounds):
                assert ours.ask(f"loops {turn} {radius}")[1] == ours.ask(f"some {turn} {radius}")[1]
            program = {"loops": lambda turn: ours.ask(f"loops {turn} {radius}")[0]}
            us = 1e3 * in_turns(program, arguments.rounds)["loops"] / TURN
            row(f"radius {radius}, the program by `loops!`", "", f"{us:.0f}", "", "", "")
        boxes = []
        for width, height in BOXES:
            ratios = compare(f"box {width} x {height}", {
                "unite": lambda turn: ours.ask(f"box {turn} {width} {height}"),
                "box": lambda turn: tree.box(centers[turn], width, height),
            }, arguments.rounds)
            boxes.append(ratios[0])
        print(f"\nGeometric means of Shapely's time / unite's: radius by `dwithin` {mean(within):.1f}, by the better of"
              f" the two {mean(best):.1f}; box {mean(boxes):.1f}.")
        ours.end()
