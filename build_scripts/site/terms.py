"""Terms: words that a section explains in its terms.toml. Prose links to their entries, and each entry links back."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any

import jinja2
from markupsafe import Markup
from worker.catalog import Section

from build_scripts.errors import BuildError

FILE = "terms.toml"
PLACE = "<dl data-terms></dl>"


@dataclass(frozen=True)
class Use:
    """One place of the prose where a term stands."""

    id: str
    section: Section


@dataclass(frozen=True)
class Term:
    """One word. text: what its entry says, a template. on_map: a link to the figure that shows it, or ""."""

    id: str
    name: str
    text: str
    group: str
    section: Section
    on_map: str = ""
    uses: list[Use] = field(default_factory=list)

    @property
    def address(self) -> str:
        """The id of its entry in the page."""
        return f"{self.section.name}-{self.id}"

    @property
    def used_in(self) -> list[tuple[Section, list[Use]]]:
        """Its uses by section, in the order of the page."""
        return [(section, list(uses)) for section, uses in groupby(self.uses, key=lambda use: use.section)]


class Terms:
    """All terms of a page, and the places that use them so far."""

    def __init__(self, sections: Sequence[Section]) -> None:
        self._terms: dict[str, Term] = {}
        for term in (term for section in sections for term in read_terms(section)):
            if term.id in self._terms:
                raise BuildError(f"{term.section.folder / FILE}: the term {term.id!r} is explained twice; drop one")
            self._terms[term.id] = term

    def linker(self, section: Section, prose: Path) -> Callable[..., Markup]:
        """Make `term(id, text)` for one section's prose: a link to the entry, which will link back."""

        def term(name: str, text: str = "") -> Markup:
            found = self._find(name, prose)
            use = Use(f"use-{name}-{len(found.uses) + 1}", section)
            found.uses.append(use)
            return Markup('<a class="term" id="{}" href="#{}">{}</a>').format(use.id, found.address, text or found.name)

        return term

    def entries(self, env: jinja2.Environment, section: Section, numbers: Mapping[str, str]) -> Markup:
        """Write the entries of a section; ask when all prose has been rendered, or uses are missing."""
        prose = section.folder / FILE

        def term(name: str, text: str = "") -> Markup:
            found = self._find(name, prose)
            return Markup('<a class="term" href="#{}">{}</a>').format(found.address, text or found.name)

        own = [found for found in self._terms.values() if found.section is section]
        texts = {found.id: Markup(env.from_string(found.text).render(numbers=numbers, term=term)) for found in own}
        groups = [(group, list(members)) for group, members in groupby(own, key=lambda found: found.group)]
        macro = env.get_template("terms.html").make_module().entries  # type: ignore[attr-defined]
        return Markup(macro(groups, texts))

    def _find(self, name: str, prose: Path) -> Term:
        if name not in self._terms:
            known = ", ".join(self._terms) or f"none, since no section has a {FILE}"
            raise BuildError(f"{prose}: {name!r} is no term; known are {known}")
        return self._terms[name]


def read_terms(section: Section) -> list[Term]:
    """Read a section's terms.toml; none if it has no such file. Errors: BuildError naming file and fault."""
    path = section.folder / FILE
    if not path.exists():
        return []
    try:
        raw = tomllib.loads(path.read_text(encoding="utf-8"))
        link = _map_link(section, raw.get("map"))
        return [
            Term(item["id"], item["name"], item["text"], group["name"], section, link.format(item["id"]))
            for group in raw["group"]
            for item in group["term"]
        ]
    except (KeyError, TypeError, ValueError) as error:
        raise BuildError(f"{path}: cannot be read as terms: {error}") from error


def _map_link(section: Section, raw: dict[str, Any] | None) -> str:
    """Where `[map]` names a figure and its control: the address at which the figure shows the term {}."""
    if raw is None:
        return ""
    figure = section.figures[raw["figure"]]
    return f"#{figure.id}?{figure.id}.{figure.controls[raw['control']].name}={{}}"
