"""Measure, print, and add a table to benchmarks.md: ``python -m build_scripts.benchmark [--dry-run]``."""

import os

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")  # before NumPy

import argparse
import sys
from itertools import chain
from pathlib import Path

from lookback.models import load_models

from build_scripts.benchmark.native import native_rows
from build_scripts.benchmark.page_start import page_rows
from build_scripts.benchmark.report import append, table


def main() -> None:
    """Run every part; a quiet machine gives the smallest spread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="print, and leave benchmarks.md as it is")
    dry_run = parser.parse_args().dry_run
    rows = []
    for row in chain(native_rows(load_models(Path("weights"))), page_rows(Path("dist"))):
        print(f"{row.what}: {row.median:.4g} {row.unit} (minimum {row.minimum:.4g})", file=sys.stderr)
        rows.append(row)
    print(table(rows))
    if not dry_run:
        append(Path("benchmarks.md"), rows)


if __name__ == "__main__":
    main()
