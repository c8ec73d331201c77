"""The guide: every stop that the sections declare, in the order of the page, as data for the page's script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jinja2
from worker.catalog import Figure, Section
from worker.controls import Control, check_value
from worker.guide import Stop, is_template

from build_scripts.errors import BuildError


def guide_stops(
    env: jinja2.Environment,
    sections: Sequence[Section],
    numbers: Mapping[str, Mapping[str, str]],
    bodies: Mapping[str, str],
) -> list[dict[str, Any]]:
    """Every stop: where it is, what is set there, what to notice; a section's places come after its figures.

    numbers, bodies: of each section's prose, by the section's name. Errors: BuildError naming section and figure.
    """
    plain = env.overlay(autoescape=False)  # the script writes it as text
    stops = []
    for section in sections:
        known = numbers[section.name]
        stops += [_stop(plain, figure, stop, known) for figure in section.figures.values() for stop in figure.guide]
        stops += [_place(plain, section, stop, known, bodies[section.name]) for stop in section.guide]
    return stops


def _stop(env: jinja2.Environment, figure: Figure, stop: Stop, numbers: Mapping[str, str]) -> dict[str, Any]:
    try:
        choice = {
            name: _value(figure.controls[name], _written(env, value, numbers)) if is_template(value) else value
            for name, value in stop.choice.items()
        }
        return {"figure": figure.id, "choice": choice, "says": _written(env, stop.says, numbers)}
    except (jinja2.TemplateError, ValueError) as error:
        raise BuildError(f"section.toml of {figure.section!r}, guide of figure {figure.name!r}: {error}") from error


def _place(env: jinja2.Environment, section: Section, stop: Stop, numbers: Mapping[str, str], body: str):
    where = f"section.toml of {section.name!r}, guide"
    if f'id="{stop.at}"' not in body:
        raise BuildError(f"{where}: nothing in the prose has the id {stop.at!r}")
    try:
        return {"place": stop.at, "says": _written(env, stop.says, numbers)}
    except jinja2.TemplateError as error:
        raise BuildError(f"{where}: {error}") from error


def _written(env: jinja2.Environment, text: str, numbers: Mapping[str, str]) -> str:
    return env.from_string(text).render(numbers=numbers).strip()


def _value(control: Control, text: str) -> Any:
    """Read what a template has made as the control's type."""
    kinds = {"int": int, "float": float, "bool": lambda word: word == "True"}
    return check_value(control, kinds.get(control.type, str)(text))
