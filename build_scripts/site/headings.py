"""Headings inside a section's prose: each gets an id, if it has none, and a link to itself that shows on hover."""

import re
from collections.abc import Iterator

from build_scripts.errors import BuildError

HEADING = re.compile(r'<h3(?: id="([^"]+)")?>(.*?)</h3>', re.DOTALL)


def link_headings(section: str, prose: str) -> str:
    """Give the headings of a section's finished prose their links. Errors: BuildError where two would have one id."""
    ids = list(_ids(section, prose))
    if repeated := sorted({one for one in ids if ids.count(one) > 1}):
        raise BuildError(f"two headings of section {section!r} lead to #{repeated[0]}: word one of them differently")
    named = iter(ids)
    return HEADING.sub(lambda match: _linked(next(named), match[2]), prose)


def _ids(section: str, prose: str) -> Iterator[str]:
    for match in HEADING.finditer(prose):
        words = re.findall(r"[a-z0-9]+", re.sub(r"<[^>]*>|&[^;]*;", "", match[2]).lower())
        yield match[1] or "-".join((section, *words))


def _linked(name: str, words: str) -> str:
    link = f'<a class="anchor" href="#{name}" aria-hidden="true" tabindex="-1">#</a>'
    return f'<h3 id="{name}">{words}{link}</h3>'
