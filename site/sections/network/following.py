"""One token followed through the network: its row and the heads' results, the hidden layer, the logits, the guesses."""

from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

import numpy as np
from lookback.explain.neurons import parts_of, pushes
from lookback.explain.rounding import rounded_together
from lookback.guesses import top_guesses
from lookback.models import Models
from lookback.ops import Array
from lookback.reader import UnreadableText, params_of, read_text, trace_of
from lookback.writing import listed, written
from scene.flow import Piece, pieces_from_spans
from scene.spoken import head_name
from worker.contract import Choice, Data

N_GUESSES = 8
N_PUSHED = 5  # tokens named in each direction
EMPTY = "There is nothing to follow yet: write a few words, and the last one is followed."
SHOWN = 60  # tokens of a long phrase that are drawn: its last ones


@dataclass(frozen=True)
class Guess:
    """One guess: its token, how it is written, its logit and its probability."""

    token: int
    word: str
    logit: float
    probability: float


@dataclass(frozen=True)
class Neuron:
    """One hidden neuron at this token.

    parts: what the row, each head and the bias add to the sum that tanh gets, as they add up to `total` when written.
    up, down: the tokens whose logit it raises and lowers most here, and by how much.
    """

    index: int
    value: float
    parts: tuple[Decimal, ...]
    up: tuple[tuple[str, float], ...]
    down: tuple[tuple[str, float], ...]

    @property
    def total(self) -> Decimal:
        """What tanh gets."""
        return sum(self.parts, Decimal(0))

    @property
    def drivers(self) -> list[int]:
        """The parts from the strongest to the weakest."""
        return sorted(range(len(self.parts)), key=lambda i: -abs(self.parts[i]))


@dataclass(frozen=True, eq=False)
class FlowData(Data):
    """Every number on the way of one token.

    pieces: the phrase as typed (the last tokens of a long one). unknown: the signs in it that the network does not
    know. network: its name. by_layer: how many heads each layer has. row (D,), z (H, V), hidden (d_hidden,), logits
    (n_vocab,): the network's own. neuron: the chosen one; adds: what it adds to each guess's logit, adds_on_average: to
    all tokens' logits.
    """

    pieces: tuple[Piece, ...]
    unknown: tuple[str, ...]
    n_tokens: int
    network: str
    by_layer: tuple[int, ...]
    row: Array
    z: Array
    hidden: Array
    logits: Array
    guesses: tuple[Guess, ...]
    neurons: tuple[Neuron, ...]
    chosen: int
    adds: tuple[float, ...]
    adds_on_average: float

    @property
    def n_inputs(self) -> int:
        """How many numbers go into the hidden layer."""
        return self.row.size + self.z.size

    @cached_property
    def heads(self) -> tuple[str, ...]:
        """The heads of all layers by name; those of a single layer without it."""
        places = [(head, layer) for layer, n_head in enumerate(self.by_layer) for head in range(n_head)]
        return tuple(head_name(head, layer if len(self.by_layer) > 1 else None) for head, layer in places)

    @property
    def last(self) -> str:
        """The token that is followed, as typed."""
        return self.pieces[-1].text

    @property
    def neuron(self) -> Neuron:
        """The neuron that is looked at."""
        return self.neurons[self.chosen]


def read_flow(models: Models, choice: Choice) -> FlowData:
    """Follow the phrase's last token through the network. UnreadableText where there is none."""
    phrase, neuron = choice["phrase"], choice["neuron"]
    reading = read_text(models, phrase)
    if len(reading.ids) < 2:
        raise UnreadableText(EMPTY)
    network = choice["network"]
    params = params_of(models, network)
    trace = trace_of(models, reading.ids, network)
    hidden, logits = trace.hidden[0, -1], trace.logits[0]
    pushed = pushes(params, hidden)
    guesses = tuple(
        Guess(token, word(models, token), float(logits[token]), p) for token, p in top_guesses(logits, N_GUESSES)
    )
    # Softmax only feels how far a logit stands from the others, so a neuron helps a guess by what it adds beyond that.
    helps = pushed[:, guesses[0].token] - pushed.mean(axis=1)
    chosen = neuron if 0 <= neuron < len(hidden) else int(helps.argmax())
    parts = parts_of(params, trace.inputs[0, -1])
    z = [layer.z[0, :, -1] for layer in trace.layers]
    neurons = tuple(_neuron(models, i, float(hidden[i]), parts[:, i], pushed[i]) for i in range(len(hidden)))
    adds = tuple(float(pushed[chosen, guess.token]) for guess in guesses)
    shown = reading.encoding.since(max(0, len(reading.encoding) - SHOWN))
    pieces = pieces_from_spans(phrase, shown.spans, shown.words, shown.tokens)
    return FlowData(
        pieces, reading.unknown_signs, len(reading.encoding), network, tuple(map(len, z)), trace.x[0, -1],
        np.concatenate(z), hidden, logits, guesses, neurons, chosen, adds, float(pushed[chosen].mean()),
    )  # fmt: skip


def word(models: Models, token: int) -> str:
    """Write a token for a list: a piece that goes on with a word behind "…", a name with its capital."""
    return listed(token, written(models, token))


def _neuron(models: Models, index: int, value: float, parts: Array, pushed: Array) -> Neuron:
    order = np.argpartition(pushed, (N_PUSHED, len(pushed) - N_PUSHED))
    low, high = order[:N_PUSHED], order[-N_PUSHED:]
    up = tuple((word(models, int(i)), float(pushed[i])) for i in high[np.argsort(-pushed[high])])
    down = tuple((word(models, int(i)), float(pushed[i])) for i in low[np.argsort(pushed[low])])
    return Neuron(index, value, rounded_together(parts.tolist(), 2), up, down)
