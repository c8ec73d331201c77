"""The guide: every stop that the sections declare, in the order of the page, as data for the page's script."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jinja2
from glue.catalog import Figure, Section
from glue.guide import Stop, is_template
from glue.params import Param, check_value

from build_scripts.site_python import BuildError


def guide_stops(
    env: jinja2.Environment, sections: Sequence[Section], numbers: Mapping[str, Mapping[str, str]]
) -> list[dict[str, Any]]:
    """Every stop: its figure, what is set there, what to notice. Errors: BuildError naming section and figure.

    numbers: of each section's prose, by the section's name.
    """
    plain = env.overlay(autoescape=False)  # the script writes it as text
    return [
        _stop(plain, figure, stop, numbers[section.name])
        for section in sections
        for figure in section.figures.values()
        for stop in figure.guide
    ]


def _stop(env: jinja2.Environment, figure: Figure, stop: Stop, numbers: Mapping[str, str]) -> dict[str, Any]:
    def written(text: str) -> str:
        return env.from_string(text).render(numbers=numbers).strip()

    try:
        params = {
            name: _value(figure.params[name], written(value)) if is_template(value) else value
            for name, value in stop.params.items()
        }
        return {"figure": figure.id, "params": params, "says": written(stop.says)}
    except (jinja2.TemplateError, ValueError) as error:
        raise BuildError(f"section.toml of {figure.section!r}, guide of figure {figure.name!r}: {error}") from error


def _value(param: Param, text: str) -> Any:
    """Read what a template has made as the param's type."""
    kinds = {"int": int, "float": float, "bool": lambda word: word == "True"}
    return check_value(param, kinds.get(param.type, str)(text))
