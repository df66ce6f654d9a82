#!/usr/bin/env python3
"""The comparisons of the paper, with its own peers; this library replaces its programs. See README.md."""

import os

for name in ("OMP_NUM_THREADS", "MKL_NUM_THREADS", "OPENBLAS_NUM_THREADS", "NUMEXPR_NUM_THREADS"):
    os.environ[name] = "1"

import argparse
import importlib.metadata
import pathlib

import intervals
import layers
import points
import rays

TASKS = {"points": points, "intervals": intervals, "rays": rays, "layers": layers}


def versions(packages):
    """Returns the installed ones of these packages, with versions."""
    found = []
    for package in packages:
        try:
            found.append(f"{package} {importlib.metadata.version(package)}")
        except importlib.metadata.PackageNotFoundError:
            found.append(f"no {package}")
    return ", ".join(found)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program", type=pathlib.Path, help="the peers-paper that cargo built")
    parser.add_argument("--only", nargs="+", choices=TASKS, default=list(TASKS))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--points", type=int, default=10_000_000, help="points in the plane; 10 million take 5 GB")
    parser.add_argument("--hits", type=int, nargs="*", default=[1, 10, 100], help="overlaps of a synthetic interval")
    parser.add_argument("--bed", nargs=2, metavar=("A", "B"), help="two files of intervals; xz and gz are unpacked")
    parser.add_argument("--sizes", type=int, nargs="+", default=[128, 256], help="voxels along an axis")
    arguments = parser.parse_args()
    for task in arguments.only:
        module = TASKS[task]
        print(f"\n## {module.TITLE}\n\n{versions(module.PACKAGES)}; load {os.getloadavg()[0]:.1f}\n", flush=True)
        module.run(arguments)
        print(f"\nload {os.getloadavg()[0]:.1f}", flush=True)


if __name__ == "__main__":
    main()
