"""What the three figures read: the way from the window network to a GPT, kinds of attention, sizes."""

import math
from dataclasses import dataclass

from lookback.config import AttentionConfig
from lookback.models import Models
from lookback.networks import TWO_LAYERS
from lookback.params import attention_shapes, count
from sections.transformer.counts import all_weights
from sections.transformer.kinds import KINDS, Kind
from sections.transformer.models import PUBLISHED, Published
from worker.contract import Choice, Data

WORDS = ("Lily", "lost", "a", "hat", ".", "It", "was", "cold", ",", "so")
STAGES = ("window", "alone", "this", "added", "mlp", "block", "stack", "gpt")
YEAR, HERE = 2026, "here"
HOLD = 5200.0  # ms of each stage: its words are long


@dataclass(frozen=True)
class StagesData(Data):
    """One of the STAGES, and the sizes that the stages name: those of the networks at hand."""

    stage: str
    config: AttentionConfig
    n_window: int

    @property
    def n_results(self) -> int:
        """Numbers that all heads together bring back."""
        return self.config.n_head * self.config.d_value

    @property
    def n_inputs(self) -> int:
        """Numbers that the hidden layer of the attention network reads."""
        return self.config.d_model + self.n_results


@dataclass(frozen=True)
class TranslatorData(Data):
    """One kind of attention of the translator."""

    kind: Kind


@dataclass(frozen=True)
class Row:
    """One network among the sizes. counted: its weights by formula or from its arrays, None where not all is known."""

    model: Published
    counted: int | None

    @property
    def is_own(self) -> bool:
        """Whether it is a network of this page."""
        return self.model.source == HERE


@dataclass(frozen=True)
class SizesData(Data):
    """All networks, the oldest first and at the end those of this page."""

    rows: tuple[Row, ...]

    @property
    def attention(self) -> Published:
        """The attention network of this page."""
        return next(row.model for row in self.rows if row.model.name == "attention")


def read_stages(models: Models, choice: Choice) -> StagesData:
    """Read one stage, counted from 1."""
    return StagesData(STAGES[choice["stage"] - 1], models.config, models.n_window, hold=HOLD)


def read_translator(models: Models, choice: Choice) -> TranslatorData:
    """Read one kind of attention."""
    return TranslatorData(KINDS[choice["kind"]])


def read_sizes(models: Models, choice: Choice) -> SizesData:
    """List the published networks and those of this page, whose weights are counted from their arrays."""
    n_window = count(models.window)
    window = Published("window", "none", YEAR, 0, models.config.d_model, 0, models.n_window, n_window, HERE)
    published = [Row(model, all_weights(model.shape) if model.shape else None) for model in PUBLISHED]
    alone = (_heads_alone("attention", models.config), _heads_alone("two_layers", TWO_LAYERS))
    return SizesData((*published, Row(window, n_window), *alone))


def _heads_alone(name: str, c: AttentionConfig) -> Row:
    n_weights = sum(map(math.prod, attention_shapes(c).values()))
    return Row(Published(name, "alone", YEAR, c.n_layer, c.d_model, c.n_head, c.n_ctx, n_weights, HERE), n_weights)
