"""What is said of one token's way through the network."""

from collections.abc import Sequence

from scene import Table
from scene.formats import count, number, probability, signed
from scene.sentences import Run, spelled
from scene.spoken import spoken, unknown_signs
from sections.network.following import FlowData, Guess, Neuron
from sections.network.words_counts import say_weights
from sections.network.words_step import say_step
from worker.contract import Words

__all__ = ["say_flow", "say_step", "say_weights"]

ROW = "row of “{}”"
PHRASE_CUT = "the last {} of {} tokens"
GUESS_HEADS = ("probability", "neuron {} adds")


def say_flow(data: FlowData) -> Words:
    """Say what is guessed, and what the chosen neuron has to do with it."""
    columns = ("Neuron", "Value", "What tanh gets", "Raises most", "by", "Lowers most", "by this")
    rows = tuple((n.index, n.value, float(n.total), *n.up[0], *n.down[0]) for n in data.neurons)
    return Words(
        notice=_notice(data),
        details=unknown_signs(data.unknown),
        call=_call(data),
        alt=_alt(data),
        table=Table(columns, rows, "Every hidden neuron: choose a row to look at it"),
    )


def _call(data: FlowData) -> str:
    return (
        "ids = lookback.reader.read_text(models, text).ids\n"
        f'trace = lookback.reader.trace_of(models, ids, "{data.network}")\n'
        "trace.x[0, -1], [layer.z[0, :, -1] for layer in trace.layers], trace.hidden[0, -1], trace.logits[0]\n"
        f"lookback.explain.neurons.parts_of(models.{data.network}, trace.inputs[0, -1])[:, {data.chosen}]\n"
        f"lookback.explain.neurons.pushes(models.{data.network}, trace.hidden[0, -1])[{data.chosen}]"
    )


def _notice(data: FlowData) -> tuple[Run, ...]:
    best, neuron = data.guesses[0], data.neuron
    given = spelled(probability(best.probability))
    first, second = neuron.drivers[:2]
    return (
        "After ", (f"“{data.last}”", "query"), f", the likeliest next token is “{best.word}”, with "
        f"{given}. Neuron {neuron.index} stands at {number(neuron.value)}, and that adds "
        f"{signed(data.adds[0])} to its logit, where a token gets {signed(data.adds_on_average)} on average. ",
        f"What drives the neuron most is {part_name(data, first)} ({signed(float(neuron.parts[first]))}), then "
        f"{part_name(data, second)} ({signed(float(neuron.parts[second]))}). Choose another to see its tokens.",
    )  # fmt: skip


def part_name(data: FlowData, part: int) -> str:
    """Name a part of a neuron's sum: "the token’s own row", "head 3", "its bias"."""
    if part == 0:
        return "the token’s own row"
    return "its bias" if part == len(data.heads) + 1 else data.heads[part - 1]


def _alt(data: FlowData) -> str:
    guesses = ", ".join(f"{guess.word} {number(guess.probability)}" for guess in data.guesses[:5])
    neuron = data.neuron
    up, down = (", ".join(word for word, _ in side) for side in (neuron.up, neuron.down))
    return (
        f"The last token of a phrase, {data.last}, followed through the network. The guesses are {guesses}. Neuron "
        f"{neuron.index} stands at {number(neuron.value)}; it raises the logits of {up} and lowers those of {down}."
    )


def titles(data: FlowData) -> dict[str, tuple[str, str]]:
    """Name each part of the way, and say in a few words what it is."""
    n_logits = count(len(data.logits))
    return {
        "inputs": (
            f"{data.n_inputs} numbers go in",
            f"the row of “{data.last}” beside what {len(data.z)} heads bring back{_by_layer(data)}",
        ),
        "neurons": (f"{len(data.hidden)} hidden neurons", "each between −1 and 1; point at one, or choose it"),
        "logits": (f"{n_logits} logits", "one for every token; framed: the guesses below"),
        "guesses": ("The guesses", "softmax makes probabilities of all the logits"),
    }  # fmt: skip


def _by_layer(data: FlowData) -> str:
    """Say whose results stand where, with more than one layer."""
    if len(data.by_layer) == 1:
        return ""
    return ": " + ", then ".join(f"{n_head} of layer {layer}" for layer, n_head in enumerate(data.by_layer, start=1))


def tables(data: FlowData) -> dict[str, str]:
    """Count the weights of the two tables on the way."""
    n_hidden, n_logits = len(data.hidden), len(data.logits)
    return {
        "hidden": f"{data.n_inputs} × {n_hidden} = {count(data.n_inputs * n_hidden)} weights, then tanh",
        "logits": f"{n_hidden} × {count(n_logits)} = {count(n_hidden * n_logits)} weights",
    }


def neuron_label(neuron: Neuron) -> str:
    """Name a neuron to choose, with what it does."""
    up, down = (", ".join(spoken(word) for word, _ in side[:3]) for side in (neuron.up, neuron.down))
    return f"neuron {neuron.index}: {number(neuron.value)}, raises {up}; lowers {down}"


def neuron_lines(data: FlowData, neuron: Neuron, n_drivers: int, n_tokens: int) -> dict[str, str]:
    """Say what a neuron does and what drives it, a line each."""
    drivers = ", ".join(f"{part_name(data, i)} {signed(float(neuron.parts[i]))}" for i in neuron.drivers[:n_drivers])
    return {
        "value": f"Neuron {neuron.index} stands at {number(neuron.value)}",
        "up": f"raises {_listed(neuron.up[:n_tokens])}",
        "down": f"lowers {_listed(neuron.down[:n_tokens])}",
        "by": f"driven by {drivers}",
    }


def _listed(pushed: Sequence[tuple[str, float]]) -> str:
    return ", ".join(f"{word} {signed(value, 1)}" for word, value in pushed)


def guess_label(rank: int, guess: Guess, neuron: int, adds: float) -> str:
    """Say a guess, and what the chosen neuron adds to its logit."""
    words = f"guess {rank}: {spoken(guess.word)}, {probability(guess.probability)}, logit {number(guess.logit)}"
    return f"{words}; neuron {neuron} adds {signed(adds)}"
