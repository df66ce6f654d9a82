//! Kernels over unite, beside the same kernels written by hand.
