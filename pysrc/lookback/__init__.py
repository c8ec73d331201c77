"""Lookback: two small language networks in plain NumPy, one with a fixed window, one with attention."""

__version__ = "0.1.0"
