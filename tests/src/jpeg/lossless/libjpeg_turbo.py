"""Encodes and decodes lossless JPEG with libjpeg-turbo 3, in the package imagecodecs.

Standard input names a file of records. Each is a line and the data that it announces:

    decode FILE_BYTES SAMPLE_BYTES HEIGHT WIDTH COMPONENTS PRECISION SPACE
    luma FILE_BYTES SAMPLE_BYTES HEIGHT WIDTH 1 PRECISION SPACE
    encode 0 SAMPLE_BYTES HEIGHT WIDTH COMPONENTS PRECISION PREDICTOR

Standard output has the version in its first line, then one line per record: `same` or the difference, or the number of
bytes. `luma` compares only the first component.
"""

import sys

import imagecodecs
import numpy


def decode(file, samples, space, of_all):
    decoded = imagecodecs.jpeg8_decode(file, outcolorspace=None if space == "GRAYSCALE" else space)
    decoded = decoded[of_all]
    if decoded.dtype != samples.dtype or decoded.shape != samples.shape:
        return f"{decoded.dtype} of {decoded.shape}, not {samples.dtype} of {samples.shape}"
    if numpy.array_equal(decoded, samples):
        return "same"
    y, x, *c = numpy.argwhere(decoded != samples)[0]
    return f"row {y}, column {x}, component {c}: {decoded[y, x]}, not {samples[y, x]}"


def encode(samples, precision, predictor):
    file = imagecodecs.jpeg8_encode(
        samples, lossless=True, predictor=predictor, bitspersample=precision, optimize=True
    )
    return str(len(file))


def main():
    print(imagecodecs.jpeg8_version())
    with open(sys.stdin.readline().rstrip("\n"), "rb") as records:
        while line := records.readline():
            what, file, samples, height, width, components, precision, last = line.decode().split()
            file, samples = records.read(int(file)), records.read(int(samples))
            words = "<u1" if int(precision) <= 8 else "<u2"
            shape = (int(height), int(width)) + ((int(components),) if components != "1" else ())
            samples = numpy.frombuffer(samples, words).reshape(shape)
            try:
                if what == "encode":
                    says = encode(samples, int(precision), int(last))
                else:
                    says = decode(file, samples, last, (..., 0) if what == "luma" else ...)
            except Exception as error:
                says = f"{type(error).__name__}: {error}"
            print(says.replace("\n", " "))


main()
