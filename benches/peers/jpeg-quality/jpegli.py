#!/usr/bin/env python3
"""jpegli of its own repository, newer than that of the crate, as a program for `--encoders program=./jpegli.py`.

Reads a PPM from standard input and writes a JPEG of the quality that the argument states: 4:2:0, with the scans of
`jpegtran -progressive`, as the package writes sequential files. It needs `pip install pyjpegli` and jpegtran.
"""

import subprocess
import sys

import pyjpegli

data = sys.stdin.buffer.read()
_, width, height, _ = data.split(maxsplit=4)[:4]
width, height = int(width), int(height)
jpeg = pyjpegli.encode(data[len(data) - 3 * width * height :], width, height, int(sys.argv[1]))
progressive = ["jpegtran", "-copy", "none", "-optimize", "-progressive"]
sys.stdout.buffer.write(subprocess.run(progressive, input=jpeg, stdout=subprocess.PIPE, check=True).stdout)
