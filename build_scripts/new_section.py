"""Copy the smallest section that there can be: python -m build_scripts.new_section NAME [--after SECTION].

It stands behind SECTION, or last; then change its files one by one, the page stays whole.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path

from worker.catalog import SECTIONS, Section, find_sections
from worker.controls import checked_name

from build_scripts import ROOT

TEMPLATE = ROOT / "build_scripts" / "section_template"
GAP = 10  # between the orders of sections


def new_section(name: str, after: str | None = None, folder: Path = SECTIONS) -> Path:
    """Copy the template to `folder`/`name`. Errors: ValueError saying what to change."""
    if (folder / checked_name(name)).exists():
        raise ValueError(f"there is a section {name!r}: take another name")
    order, part = _place(find_sections(folder), after)
    shutil.copytree(TEMPLATE, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder / name).iterdir():
        text = path.read_text(encoding="utf-8").replace("sections.template.", f"sections.{name}.")
        text = text.replace("order = 0\n", f"order = {order}\n").replace('part = "Opening"', f'part = "{part}"')
        path.write_text(text, encoding="utf-8")
    return folder / name


def _place(sections: Sequence[Section], after: str | None) -> tuple[int, str]:
    """Find an order behind a section, by default the last, and the part of the page that it belongs to."""
    names = [section.name for section in sections]
    if after is not None and after not in names:
        raise ValueError(f"there is no section {after!r} to stand behind; there are {', '.join(names)}")
    at = len(names) - 1 if after is None else names.index(after)
    before = sections[at]
    behind = sections[at + 1].order if at + 1 < len(sections) else before.order + 2 * GAP
    order = (before.order + behind) // 2
    if order == before.order:
        raise ValueError(f"no order is free behind {before.name!r}: give the sections after it higher ones")
    return order, before.part


def main(arguments: list[str] | None = None) -> int:
    """Copy, and say what to change; 1 with one sentence if it cannot be done."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="a word in small letters, as folder, in addresses and in Python")
    parser.add_argument("--after", metavar="SECTION", help="the section to stand behind; else it comes last")
    options = parser.parse_args(arguments)
    try:
        made = new_section(options.name, options.after)
    except ValueError as error:
        print(f"new_section: {error}", file=sys.stderr)
        return 1
    print(f"{made.relative_to(ROOT)}/ is a section with one figure and one control: make serve shows it.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
