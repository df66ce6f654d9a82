"""Measurements, run by hand: `python -m unite.bench film | memory | peers`."""
