"""What is said of one lookup and of two, over the pieces of an invented name."""

from collections.abc import Sequence

from scene import Table
from scene.sentences import Run, listed
from sections.one_layer.compute import CircuitData
from worker.contract import Words

READ, OFFERED = "What has been read, and what comes next?", "What each piece offers: its own row"
FIRST_LAYER = "First layer: a head reads the token just before"
RESULT = "next: {}"
SECOND_LAYER = "Second layer: it is found, and handed over"


def say_circuit(data: CircuitData) -> Words:
    """Say what the last piece can find out."""
    layers, steps = "one layer" if data.layers == "one" else "two layers", _steps(data)
    return Words(
        notice=on_circuit(data.layers, *data.pieces[:2]),
        call=f"models.tokenizer.encode({data.name!r}).tokens",
        alt=f"What the last piece of a name can find out with {layers}. {' '.join(steps)}",
        table=Table(("Step",), tuple((words,) for words in steps), "What happens, step by step"),
    )


def on_circuit(layers: str, first: str, second: str) -> tuple[Run, ...]:
    """Say what the last piece can find out."""
    if layers == "one":
        return (
            f"With one lookup, each key speaks of one token. “{first}” can find “{first}”, which leads nowhere, or any "
            f"piece that might go on; that “{second}” comes after a “{first}” is written in no key.",
        )
    return (
        f"With two, the first lookup lets “{second}” learn that it comes after “{first}”. In the second, the last "
        f"“{first}” asks who comes after a “{first}”, and “{second}” answers.",
    )


def offers(piece: str) -> tuple[str]:
    """Say what a piece offers by itself."""
    return (f"I am {piece}",)


def offers_after(piece: str, before: str = "…") -> tuple[str, str]:
    """Say what a piece offers that knows what stands before it."""
    return f"I am {piece}", f"after {before}"


def asks(first: str) -> tuple[str, str]:
    """Say what the last piece asks in the second layer."""
    return "Who comes", f"after a {first}?"


def found_by_one(first: str, later: Sequence[str]) -> tuple[str, str, str]:
    """Say what one lookup can find, and what it cannot."""
    return (
        f"“Who is a {first}?” finds {first}, and gets {first}.",
        f"“Who goes on?” finds {listed(later)} alike.",
        f"“Who comes after a {first}?” No key says it.",
    )


def _steps(data: CircuitData) -> tuple[str, str, str]:
    first, second = data.pieces[:2]
    if data.layers == "one":
        return (
            f"The key of each piece is made from its own row: {', '.join(data.pieces)}.",
            f"The last {first} can find the earlier {first}, or any piece that goes on with a name.",
            f"No key says that its token comes after {first}.",
        )
    return (
        f"In the first layer, {second} reads the token just before it, {first}, and keeps both.",
        f"In the second layer, the last {first} asks who comes after a {first}.",
        f"{second} is found and handed over.",
    )
