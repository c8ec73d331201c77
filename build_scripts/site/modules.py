"""Which modules a script imports, and those again: browsers fetch them all at once where the page names them."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Mapping

STATIC = re.compile(rb"""\b(?:from|import)\s*["'](\.[^"']+)["']""")


def imported(files: Mapping[str, bytes], start: str) -> list[str]:
    """List a module and all that it imports, directly or not, each once; what it imports only when it runs left out."""
    found, waiting = [], [start]
    while waiting:
        path = waiting.pop(0)
        if path in files and path not in found:
            found.append(path)
            folder = posixpath.dirname(path)
            waiting += [posixpath.normpath(posixpath.join(folder, to.decode())) for to in STATIC.findall(files[path])]
    return found
