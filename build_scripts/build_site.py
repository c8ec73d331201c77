"""Build the site into a folder, with compressed copies.

Run: PYTHONPATH=pysrc:site python -m build_scripts.build_site [--out dist] [--sections DIR] [--weights DIR]
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.runtime.sources import RuntimeFileError
from build_scripts.site.build import SITE, build
from build_scripts.site.files import with_compressed, write_site


def main(arguments: list[str] | None = None) -> int:
    """Build, write, and say how much there is; 1 with one sentence if it cannot be built."""
    parser = argparse.ArgumentParser(description="Build the site.")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--sections", type=Path, default=SITE / "sections")
    parser.add_argument("--weights", type=Path, default=ROOT / "weights")
    options = parser.parse_args(arguments)
    sys.path.insert(0, str(options.sections.parent))  # so that `sections` is the folder that was asked for
    try:
        files = with_compressed(build(options.sections, options.weights, ROOT / "stories"))
    except (BuildError, RuntimeFileError, ValueError) as error:
        print(f"build_site: {error}", file=sys.stderr)
        return 1
    write_site(files, options.out)
    plain = sum(len(data) for path, data in files.items() if not path.endswith((".br", ".gz")))
    print(f"{options.out.name}/: {len(files)} files, {plain / 1e6:.1f} MB without the compressed copies")
    return 0


if __name__ == "__main__":
    sys.exit(main())
