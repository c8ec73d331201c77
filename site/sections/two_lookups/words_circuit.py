"""What each moment of the circuit's film shows, in words."""

from scene import Table
from scene.formats import probability, weight
from scene.sentences import Run, counted, spelled
from scene.spoken import unknown_signs
from sections.two_lookups.circuit import CircuitData, Match
from sections.two_lookups.telling import Telling
from worker.contract import Words

TITLES = {"attention": "One layer", "two_layers": "Two layers"}
NO_CIRCUIT = "The last token stands here for the first time, so there is nothing to find."
BESIDE = "{own} · after {other}"
PRODUCT = "q·k = {dot}; with the distance score, {weight} of the weight"


def arc_words(match: Match) -> str:
    """Name an arc by its layer and head, with its weight."""
    return f"layer {match.layer + 1}, head {match.head}: {weight(match.weight)}"


def query_title(telling: Telling, match: Match) -> str:
    """Say whose query this is."""
    return f"q of “{telling.piece(match.at)}”, layer {match.layer + 1}"


def key_title(telling: Telling, match: Match) -> str:
    """Say whose key this is."""
    return f"k of “{telling.piece(match.to)}”, layer {match.layer + 1}"


def say_circuit(data: CircuitData) -> Words:
    """Say what happens at this moment."""
    telling, found, before = data.telling, data.found, data.before
    details = unknown_signs(telling.unknown) if telling else ()
    if telling is None or found is None or before is None:
        return Words(notice=NO_CIRCUIT, details=details, call="models.two_layers", alt=NO_CIRCUIT, table=Table())
    call = (
        f"ids = numpy.array([{telling.ids.tolist()}], numpy.int32)\n"
        "trace = lookback.attention.forward(models.two_layers, ids)\n"
        f"trace.layers[0].weights[0, {before.head}, {before.at}], trace.layers[1].weights[0, {found.head}, {found.at}]"
    )
    rows = tuple(
        (f"{match.layer + 1}", match.head, telling.piece(match.at), telling.piece(match.to), match.weight)
        for match in (before, found)
    )
    table = Table(("Layer", "Head", "Reads at", "Reads", "Weight"), rows, "The two looks of the circuit")
    notice = _notice(data, telling, before, found)
    told = "".join(run if isinstance(run, str) else run[0] for run in notice)
    return Words(
        notice=notice, details=details, call=call, alt=f"A text with two looks back drawn into it. {told}", table=table
    )


def _notice(data: CircuitData, telling: Telling, before: Match, found: Match) -> tuple[Run, ...]:
    first, second = (telling.piece(before.to), "name"), (telling.piece(found.to), "name")
    share = {match.layer: spelled(weight(match.weight)) for match in (before, found)}
    match data.kind:
        case "read":
            back = counted(found.at - before.to, "token")
            return ("“", first, f"” has been read once more; it stood {back} back, and “", second, "” came after it.")
        case "before":
            return (
                "First layer. While “", second, f"” was read, head {before.head} looked at the token before, “", first,
                f"”, with {share[0]} of its weight.",
            )  # fmt: skip
        case "beside":
            return (
                "What it brought back lies beside the token’s own row. This place says two things now: I am “",
                second, "”, and “", first, "” stands before me.",
            )  # fmt: skip
        case "ask":
            return (
                "Second layer. The new “",
                first,
                f"” asks, in head {found.head}: who stands behind a “",
                first,
                "”?",
            )
        case "find":
            return ("The key of “", second, f"” answers, and gets {share[1]} of the head’s weight.", _elsewhere(found))
        case _:
            one, two = (spelled(probability(data.p[network])) for network in ("attention", "two_layers"))
            return (
                "So “",
                second,
                f"” is handed on, and gets a probability of {two}. The network with one layer gives it {one}.",
            )


def _elsewhere(found: Match) -> str:
    """Say so where the head puts more on another place."""
    top = int(found.weights.argmax())
    return "" if top == found.to else f" Another place gets more, {spelled(weight(float(found.weights[top])))}."
