"""What to notice, said by rule from the numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from scene.formats import number, probability, signed
from scene.sentences import Run, spelled

if TYPE_CHECKING:
    from sections.network.following import FlowReading, Neuron



def on_flow(reading: FlowReading) -> tuple[Run, ...]:
    """Say what is guessed, and what the chosen neuron has to do with it."""
    best, neuron = reading.guesses[0], reading.neuron
    given = spelled(probability(best.probability))
    start = (
        "After ", (f"“{reading.last}”", "query"), f", the likeliest next token is “{best.word}”, with "
        f"{given}. Neuron {neuron.index} stands at {number(neuron.value)}, and that adds "
        f"{signed(reading.adds[0])} to its logit, where a token gets {signed(reading.adds_on_average)} on average. ",
    )  # fmt: skip
    return (*start, *_driven(neuron))


def _driven(neuron: Neuron) -> tuple[Run, ...]:
    first, second = neuron.drivers[:2]
    return (
        f"What drives the neuron most is {part_name(neuron, first)} ({signed(float(neuron.parts[first]))}), then "
        f"{part_name(neuron, second)} ({signed(float(neuron.parts[second]))}). Choose another to see its tokens.",
    )


def part_name(neuron: Neuron, part: int) -> str:
    """Name a part of a neuron's sum: "the token’s own row", "head 3", "its bias"."""
    if part == 0:
        return "the token’s own row"
    return "its bias" if part == len(neuron.parts) - 1 else f"head {part - 1}"
