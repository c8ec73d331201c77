"""The five parts of the program: functions of the package by name, read from its own source."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from types import ModuleType

SHOWN = {
    "weights": (
        "config.AttentionConfig",
        "params.attention_shapes",
        "params.layer_prefix",
        "params.init",
        "params.first_values",
    ),
    "attention": (
        "attention.look_back",
        "attention.dot_products",
        "ops.causal_softmax",
        "ops.distance_scores",
    ),
    "forward": ("attention.forward", "params.layers", "ops.side_by_side", "ops.flat", "ops.tanh_layer", "ops.linear"),
    "loss": (
        "attention.loss_and_grads",
        "ops.cross_entropy",
        "attention.backward",
        "attention.look_back_backward",
        "attention.dot_products_backward",
        "ops.linear_backward",
        "ops.tanh_layer_backward",
        "ops.side_by_side_backward",
        "ops.causal_softmax_backward",
        "ops.distance_scores_backward",
        "ops.rows_backward",
    ),
    "step": ("training.steps.steps", "adam.AdamState", "adam.adam_init", "adam.adam_step"),
}


@dataclass(frozen=True)
class Part:
    """One part of the program: its `text` as the page shows it, and the modules that its functions live in."""

    name: str
    text: str
    homes: Mapping[str, str]

    @property
    def modules(self) -> tuple[ModuleType, ...]:
        """Every module of the package that a function of this part lives in."""
        return tuple(import_module(name) for name in dict.fromkeys(self.homes.values()))


@lru_cache(maxsize=1)
def parts() -> Mapping[str, Part]:
    """Read the five parts, in order. Errors: LookupError where the package has lost a function."""
    return {name: _part(name, shown) for name, shown in SHOWN.items()}


def _part(name: str, shown: Sequence[str]) -> Part:
    homes, blocks, last = {}, [], None
    for path in shown:
        module, definition = path.rsplit(".", 1)
        heading = "" if module == last else "# lookback/{}.py\n\n\n".format(module.replace(".", "/"))
        blocks.append(heading + _sources(f"lookback.{module}")[definition])
        homes[definition], last = f"lookback.{module}", module
    return Part(name, "\n\n".join(blocks), homes)


@lru_cache(maxsize=16)
def _sources(module: str) -> Mapping[str, str]:
    """The source of every function and class at the top of a module, its decorators with it."""
    source = inspect.getsource(import_module(module))
    lines = source.splitlines(keepends=True)
    found = {}
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            first = min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)])
            found[node.name] = "".join(lines[first - 1 : node.end_lineno])
    return found
