"""Finds a section's functions as worker/contract.py asks for them, and refuses what is not as it asks."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from scene import Scene
from worker.contract import Data, Words


@dataclass(frozen=True)
class Part:
    """One function of the contract: the file it stands in, its name, what it takes and gives."""

    file: str
    function: str
    takes: tuple[str, ...]
    gives: type

    def called(self, name: str) -> str:
        """The function as it is called for the figure or question `name`."""
        return f"{self.function.format(name)}({', '.join(self.takes)})"


READ = Part("compute.py", "read_{}", ("models", "choice"), Data)
SAY = Part("words.py", "say_{}", ("data",), Words)
DRAW = Part("picture.py", "draw_{}", ("data", "frame"), Scene)
NUMBERS = Part("prose.py", "numbers", ("models",), Mapping)
SHOWN = Part("prose.py", "data", ("models",), Mapping)
ANSWER = Part("answers.py", "answer_{}", ("models", "asked"), object)


class BrokenContract(ValueError):
    """A section's code is not as worker/contract.py asks; the message names file and function."""


def find(package: str, section: str, part: Part, name: str = "") -> Callable[..., Any] | None:
    """Find a function that a section may have; None if it has none. Errors: BrokenContract, also when it is called."""
    module = _module(package, section, part, name)
    function = getattr(module, part.function.format(name), None)
    return function and _checked(function, f"sections/{section}/{part.file}", part, name)


def need(package: str, section: str, part: Part, name: str) -> Callable[..., Any]:
    """Find a function that the section's figure `name` needs. Errors: BrokenContract, also when it is called."""
    found = find(package, section, part, name)
    if found is None:
        there = _module(package, section, part, name) is not None
        lack = f"has no {part.called(name)}" if there else f"is missing, and {part.called(name)} with it"
        raise BrokenContract(f"sections/{section}/{part.file} {lack}: the figure {name!r} in section.toml needs it")
    return found


def _module(package: str, section: str, part: Part, name: str) -> ModuleType | None:
    module = f"{package}.{section}.{Path(part.file).stem}"
    if importlib.util.find_spec(module) is None:
        return None
    try:
        return importlib.import_module(module)
    except Exception as error:  # a dataclass that is not frozen, too, fails here
        what = f"sections/{section}/{part.file} cannot be imported for {part.called(name)}"
        raise BrokenContract(f"{what}: {type(error).__name__}: {error}") from error


def _checked(function: Callable[..., Any], file: str, part: Part, name: str) -> Callable[..., Any]:
    try:
        inspect.signature(function).bind(*part.takes)
    except TypeError as error:
        raise BrokenContract(f"{file}: {part.called(name)} must be callable as written here: {error}") from error

    def checked(*arguments: Any) -> Any:
        given = function(*arguments)
        if not isinstance(given, part.gives):
            wanted = f"{part.called(name)} must return {part.gives.__name__}"
            raise BrokenContract(f"{file}: {wanted}, not {type(given).__name__}; see worker/contract.py")
        return given

    return checked
