"""Measurements of speed and size, kept in benchmarks.md; never part of the tests."""
