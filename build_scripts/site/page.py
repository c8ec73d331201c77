"""The page as finished HTML: the template, every section's prose, every figure's first state as SVG."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

import jinja2
from markupsafe import Markup
from scene import Scene, to_svg
from worker.catalog import NARROW, PARTS, WIDE, Figure, Section
from worker.dispatch import Dispatcher
from worker.heads import head_profiles

from build_scripts import ROOT
from build_scripts.errors import BuildError
from build_scripts.site.code import code_lines
from build_scripts.site.guide import guide_stops
from build_scripts.site.headings import link_headings
from build_scripts.site.terms import PLACE as TERMS_PLACE
from build_scripts.site.terms import Terms
from build_scripts.site.untranslated import untranslated

SITE = ROOT / "site"
PLACE = re.compile(r'<figure data-figure="([^"]*)">\s*</figure>')


def render_page(dispatcher: Dispatcher, files: Mapping[str, Any], site: Mapping[str, Any]) -> bytes:
    """Render the whole page. Errors: BuildError naming the section whose prose and section.toml do not agree.

    files: addresses of style, page script and licenses, and of all `modules` that the script imports. site: what it
    needs to know, as JSON in the page.
    """
    sections = list(dispatcher.sections.values())
    env = jinja2.Environment(
        loader=jinja2.FileSystemLoader(SITE), autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True
    )
    terms = Terms(sections)
    figures = {figure.id: _figure_spec(figure) for section in sections for figure in section.figures.values()}
    numbers = {section.name: dispatcher.numbers(section.name) for section in sections}
    bodies = {section.name: _body(env, dispatcher, section, terms, numbers[section.name]) for section in sections}
    for section in sections:  # now that all prose has said which terms it uses
        if TERMS_PLACE in bodies[section.name]:
            entries = terms.entries(env, section, numbers[section.name])
            bodies[section.name] = bodies[section.name].replace(TERMS_PLACE, entries)
    known = {**site, "figures": figures, "guide": guide_stops(env, sections, numbers, bodies)}
    page = env.get_template("page.html").render(
        sections=sections, parts=_parts(sections), bodies=bodies, files=files, site=known
    )
    return untranslated(page).encode()


def _parts(sections: Sequence[Section]) -> list[tuple[str, list[Section]]]:
    """Sections by the part they belong to. Errors: BuildError if their order mixes the parts."""
    parts = [(part, list(members)) for part, members in groupby(sections, key=lambda section: section.part)]
    places = [PARTS.index(part) for part, _ in parts]
    if places != sorted(set(places)):
        raise BuildError(f"the order of the sections mixes the parts {', '.join(PARTS)}: mend `order` or `part`")
    return parts


def _body(
    env: jinja2.Environment, dispatcher: Dispatcher, section: Section, terms: Terms, numbers: Mapping[str, str]
) -> Markup:
    prose = section.folder / "prose.html"
    template = env.from_string(prose.read_text(encoding="utf-8"))
    shown = {"numbers": numbers, "data": dispatcher.prose_data(section.name), "section": section}
    text = template.render(**shown, code_lines=code_lines, term=terms.linker(section, prose))
    placed = PLACE.findall(text)
    if sorted(placed) != sorted(section.figures):
        raise BuildError(
            f"{prose}: places the figures {sorted(placed)}, but section.toml declares {sorted(section.figures)}; "
            "each must stand in the prose exactly once"
        )
    made = {name: _figure_html(env, dispatcher, figure) for name, figure in section.figures.items()}
    return Markup(PLACE.sub(lambda match: made[match[1]], link_headings(section.name, text)))


def _figure_html(env: jinja2.Environment, dispatcher: Dispatcher, figure: Figure) -> str:
    drawn = {width: dispatcher.draw(figure, {}, width) for width in figure.widths}
    drawings = [_drawing(state.scene, f"{figure.id}-{width}", _place(width)) for width, state in drawn.items()]
    macro = env.get_template("figure.html").make_module().figure_html  # type: ignore[attr-defined]
    stills = _stills(dispatcher, figure)
    return str(macro(figure, drawn[figure.widths[1]], drawings, head_profiles(dispatcher.models), stills))


def _stills(dispatcher: Dispatcher, figure: Figure) -> list[dict[str, Any]]:
    """Draw the states of a film that stand beside each other where nothing moves."""
    film = figure.film
    drawn = {value: dispatcher.draw(figure, {film.name: value}, NARROW) for value in film.stills} if film else {}
    return [
        {
            "value": value,
            "drawing": _drawing(state.scene, f"{figure.id}-still-{value}"),
            "notice": state.notice,
        }
        for value, state in drawn.items()
    ]


def _drawing(scene: Scene, prefix: str, place: str = "") -> dict[str, str]:
    ratio = f"{scene.width:g}/{scene.height:g}"
    return {"svg": to_svg(scene, prefix=prefix), "ratio": ratio, "place": place}


def _place(width: int) -> str:
    return {NARROW: "narrow", WIDE: "wide"}.get(width, "column")


def _figure_spec(figure: Figure) -> dict[str, Any]:
    """Tell what the page's script must know of a figure: its controls, what a row of its table sets, files it needs."""
    controls = {name: _control_spec(control) for name, control in figure.controls.items()}
    look = {"widths": figure.widths, "tableSets": figure.table_sets}
    return {"controls": controls, **look, "needs": figure.needs, "files": figure.files}


def _control_spec(control) -> dict[str, Any]:
    spec = {name: getattr(control, name) for name in ("type", "default", "min", "max", "unit", "shared")}
    spec |= {"options": [value for value, _ in control.options], "maxLength": control.max_length}
    spec |= {"also": dict(control.also), "files": dict(control.files)}
    return {name: value for name, value in spec.items() if name == "default" or _says_something(value)}


def _says_something(value: Any) -> bool:
    return value is not None and value is not False and value not in ("", [], {})  # 0 does: it is a limit
