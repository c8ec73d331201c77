"""The same program in plain Python and in JavaScript, cut into the same parts at the comments that begin them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent / "plain"
TITLES = {
    "The weights": "weights",
    "Attention": "attention",
    "The whole forward pass": "forward",
    "The loss and its gradients": "loss",
    "A training step": "step",
}
HEADING = re.compile(r"^(?:#|//) --- (.+)\n+", re.MULTILINE)


def plain_parts(file: str) -> Mapping[str, str]:
    """Part -> its source, of a file in plain/. Errors: ValueError where it has not these parts in this order."""
    source = (FOLDER / file).read_text(encoding="utf-8")
    start, *pieces = HEADING.split(source)
    titles, texts = pieces[::2], pieces[1::2]
    if titles != list(TITLES):
        raise ValueError(f"plain/{file} has the parts {', '.join(titles)}, expected {', '.join(TITLES)}")
    texts[0] = _imports(start) + texts[0]
    return {TITLES[title]: text.strip() + "\n" for title, text in zip(titles, texts, strict=True)}


def _imports(start: str) -> str:
    lines = [line for line in start.splitlines() if line.startswith(("import ", "from "))]
    return "".join(f"{line}\n" for line in lines) + ("\n\n" if lines else "")
