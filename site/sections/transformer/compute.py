"""What the three figures read: stages, kinds of attention, sizes; and the numbers of the prose."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from lookback.models import Models
from lookback.params import count
from scene.sentences import Run
from sections.transformer.counts import all_weights, attention_weights, block_weights, by_rule, mlp_weights
from sections.transformer.kinds import KINDS, Kind
from sections.transformer.models import GPT_2_SMALL, PUBLISHED, Published
from sections.transformer.stages import STAGES, Sizes, caption, sizes_of

YEAR, HERE = 2026, "this page"
HOLD = 5200.0  # ms of each stage: its words are long


@dataclass(frozen=True)
class StagesReading:
    """One stage on the way, counted from 1."""

    stage: int
    sizes: Sizes
    hold: float = HOLD

    @property
    def notice(self) -> tuple[Run, ...]:
        """What is new in it."""
        return caption(self.stage, self.sizes)

    @property
    def call(self) -> str:
        """The package call behind the sizes."""
        if STAGES[self.stage - 1] in ("window", "alone"):
            return "{name: array.shape for name, array in models.window.items()}"
        return "{name: array.shape for name, array in models.attention.items()}"


@dataclass(frozen=True)
class TranslatorReading:
    """One kind of attention of the translator."""

    kind: Kind
    call: str = "attention.forward(models.attention, ids).weights[0, head]  # a causal one: later keys have 0"

    @property
    def notice(self) -> tuple[Run, ...]:
        """Who asks and who answers."""
        return self.kind.notice


@dataclass(frozen=True)
class Row:
    """One network among the sizes. counted: its weights by formula or from its arrays, None where not all is known."""

    model: Published
    counted: int | None
    own: str | None = None


@dataclass(frozen=True)
class SizesReading:
    """All networks, the oldest first and those of this page at the end."""

    rows: tuple[Row, ...]
    notice: tuple[Run, ...]
    call: str = "params.count(models.attention), params.count(models.window)"


def numbers(models: Models) -> dict[str, str]:
    """The counts that the text names."""
    shape = GPT_2_SMALL.shape
    assert shape is not None
    s = sizes_of(models)
    return {
        "n_head": str(s.n_head),
        "apart": f"{100 * largest_difference():.1f}%",
        "d_model": str(s.d_model),
        "gpt_width": str(shape.d_model),
        "gpt_attention": f"{attention_weights(shape):,}",
        "gpt_mlp": f"{mlp_weights(shape):,}",
        "gpt_neurons": f"{shape.d_ff:,}",
        "gpt_block": f"{block_weights(shape):,}",
        "gpt_rule": f"{by_rule(1, shape.d_model):,}",
        "gpt_layers": str(shape.n_layer),
        "gpt_all": f"{all_weights(shape):,}",
        "attention_network": f"{count(models.attention):,}",
    }


def read_stages(models: Models, choice: Mapping[str, Any]) -> StagesReading:
    """Read one stage."""
    return StagesReading(choice["stage"], sizes_of(models))


def read_translator(models: Models, choice: Mapping[str, Any]) -> TranslatorReading:
    """Read one kind of attention."""
    return TranslatorReading(KINDS[choice["kind"]])


def all_rows(models: Models) -> tuple[Row, ...]:
    """List the published networks and the two of this page, whose weights are counted from their arrays."""
    s = sizes_of(models)
    n_attention, n_window = count(models.attention), count(models.window)
    window = Published("Window network", "no attention", YEAR, 0, s.d_model, 0, s.n_window, n_window, HERE)
    attention = Published("Attention network", "heads alone", YEAR, 1, s.d_model, s.n_head, s.n_ctx, n_attention, HERE)
    ours = (Row(window, n_window, "window"), Row(attention, n_attention, "query"))
    published = [Row(model, all_weights(model.shape) if model.shape else None) for model in PUBLISHED]
    return (*published, *ours)


def largest_difference() -> float:
    """How far a count by formula is from the published number at most, as a share of that."""
    return max(abs(all_weights(m.shape) / m.n_weights - 1) for m in PUBLISHED if m.shape)


def read_sizes(models: Models, choice: Mapping[str, Any]) -> SizesReading:
    """Read every network's sizes, and compare the largest with the attention network of this page."""
    rows = all_rows(models)
    largest = max((row.model for row in rows), key=lambda model: model.n_weights)
    own = next(row.model for row in rows if row.own == "query")
    times = largest.n_weights / own.n_weights
    notice = (
        f"{largest.name} has {_rounded(times)} times as many weights as the ",
        ("attention network of this page", "query"),
        ". Between two lines of the picture lies a factor of 10.",
    )
    return SizesReading(rows, notice)


def _rounded(value: float) -> str:
    """Write a large number in words, to two digits: "1.1 million"."""
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if value >= size:
            return f"{value / size:.2g} {word}"
    return f"{value:.2g}"
