"""Measure, print, and add a table to benchmarks.md: ``python -m build_scripts.benchmark [--only PART ...]``."""

import os

os.environ |= dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")  # before NumPy

import argparse
import sys
from itertools import chain
from pathlib import Path

from lookback.models import load_models

from build_scripts.benchmark.in_page import in_page_rows
from build_scripts.benchmark.native import native_rows
from build_scripts.benchmark.page_start import page_rows
from build_scripts.benchmark.page_use import use_rows
from build_scripts.benchmark.report import append, table

DIST = Path("dist")
PARTS = {
    "native": lambda: native_rows(load_models(Path("weights"))),
    "page": lambda: in_page_rows(DIST),
    "start": lambda: page_rows(DIST),
    "use": lambda: use_rows(DIST),
}


def main() -> None:
    """Run every part; a quiet machine gives the smallest spread."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dry-run", action="store_true", help="print, and leave benchmarks.md as it is")
    parser.add_argument("--only", choices=PARTS, nargs="+", default=list(PARTS), help="the parts to measure")
    args = parser.parse_args()
    rows = []
    for row in chain.from_iterable(PARTS[part]() for part in args.only):
        print(f"{row.what}: {row.median:.4g} {row.unit} (minimum {row.minimum:.4g})", file=sys.stderr)
        rows.append(row)
    print(table(rows))
    if not args.dry_run:
        append(Path("benchmarks.md"), rows)


if __name__ == "__main__":
    main()
