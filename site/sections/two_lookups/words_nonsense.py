"""What is known of nonsense the second time, in words."""

import numpy as np
from scene import Table
from scene.formats import probability, weight
from scene.sentences import counted, spelled
from scene.spoken import unknown_signs
from sections.two_lookups.nonsense import NonsenseData
from sections.two_lookups.words_circuit import TITLES
from worker.contract import Words

AXIS = "probability of the right token, second time"
LEGEND = {"attention": "one layer", "two_layers": "two layers"}


def say_nonsense(data: NonsenseData) -> Words:
    """Say what each network knows the second time, of this draw and of many."""
    rows = tuple(
        (
            n + 1,
            token,
            float(data.looked[n]),
            *(float(p[time, n]) for p in data.probability.values() for time in (0, 1)),
        )
        for n, token in enumerate(data.tokens)
    )
    heads = [f"{TITLES[network]}, {time}" for network in data.probability for time in ("first time", "second time")]
    table = Table(("Place", "Token", "Looked", *heads), rows, "Probability of each token said twice")
    notice = f"{_here(data)} {_over_many(data)}".strip()
    call = (
        f"said = {data.said.tolist()}\n"
        "ids = numpy.array([1, *said, *said], numpy.int32)\n"
        "lookback.guesses.probabilities_at(models.two_layers, ids[:-1], numpy.arange(2 * len(said)))"
    )
    alt = f"{counted(len(data.tokens), 'token')}, said twice, with two bars for each the second time. {notice}"
    return Words(notice=notice, details=unknown_signs(data.unknown), call=call, alt=alt, table=table)


def place_label(data: NonsenseData, place: int) -> str:
    """Say both networks' probability at one place."""
    said = ", ".join(f"{LEGEND[network]} {probability(float(p[1, place]))}" for network, p in data.probability.items())
    return f"{data.tokens[place]}: looked {weight(float(data.looked[place]))}, {said}"


def _here(data: NonsenseData) -> str:
    one, two = (data.probability[network][1] for network in ("attention", "two_layers"))
    ahead, before = int((two > one).sum()), data.probability["two_layers"][0]
    return (
        f"Of {counted(len(two), 'token')} said again, two layers give {ahead} a higher probability than one layer "
        f"does. {_medians(*(spelled(probability(float(np.median(p)))) for p in (two, one, before)))}"
    )


def _medians(two: str, one: str, before: str) -> str:
    """Compare the medians as they are written: equal ones are not set against each other."""
    if two == one == before:
        return f"But the median is {two} in both, as it was the first time."
    return f"The median is {two} against {one}, and was {before} the first time."


def _over_many(data: NonsenseData) -> str:
    if data.kind == "own":
        return ""
    found, kind = data.found, data.kind
    mean = {network: spelled(probability(float(p[1].mean()))) for network, p in found.probability[kind].items()}
    median = {network: spelled(probability(p)) for network, p in found.median[kind].items()}
    return (
        f"Over {found.n_stories} such draws the mean is {mean['two_layers']} with two layers and {mean['attention']} "
        f"with one, the median {median['two_layers']} and {median['attention']}. The looking head puts "
        f"{spelled(weight(found.looked[kind]))} of its weight on the right place, the mean over all places said again."
    )
