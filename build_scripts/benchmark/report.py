"""The table of a run, appended to benchmarks.md."""

import datetime
import platform
import subprocess
from collections.abc import Sequence
from pathlib import Path

from build_scripts.benchmark.timing import Row

HEAD = """# Benchmarks

`make benchmark` adds a table; earlier ones stay. Wall times on one thread; n is the number of calls after warm-up.
"""


def append(path: Path, rows: Sequence[Row]) -> None:
    """Add one run's table below the earlier ones."""
    text = path.read_text(encoding="utf-8") if path.exists() else HEAD
    path.write_text(f"{text.rstrip()}\n\n{table(rows)}", encoding="utf-8")


def table(rows: Sequence[Row]) -> str:
    """Markdown of one run, with date, commit and machine."""
    lines = [
        f"## {datetime.datetime.now(datetime.UTC):%Y-%m-%d %H:%M} UTC, commit {commit()}",
        "",
        machine(),
        "",
        "| what | median | minimum | 95th percentile | unit | n |",
        "|---|---:|---:|---:|---|---:|",
        *map(_line, rows),
    ]
    return "\n".join(lines) + "\n"


def commit() -> str:
    """The commit that was measured, with + where files had changed."""
    told = subprocess.run(["git", "describe", "--always", "--dirty=+"], capture_output=True, text=True, check=False)
    return told.stdout.strip() or "unknown"


def machine() -> str:
    """Processor, cores, system, Python."""
    cpuinfo = Path("/proc/cpuinfo")
    lines = cpuinfo.read_text(encoding="utf-8").splitlines() if cpuinfo.exists() else []
    names = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    name = f"{len(names)} x {names[0]}" if names else platform.processor()
    return f"{name}, {platform.system()} {platform.machine()}, Python {platform.python_version()}"


def _line(r: Row) -> str:
    return f"| {r.what} | {_figure(r.median)} | {_figure(r.minimum)} | {_figure(r.p95)} | {r.unit} | {r.n} |"


def _figure(value: float) -> str:
    """Three significant digits, without an exponent."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.3g}"
