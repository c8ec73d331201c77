"""The numbers of the prose."""

from lookback.measures import measured
from lookback.measures.whose_name import WhoseName
from lookback.models import Models
from lookback.params import attention_config, count
from scene.formats import count as counted
from scene.formats import probability
from sections.two_lookups.training import read_knee
from sections.two_lookups.words_knee import knee


def numbers(models: Models) -> dict[str, str]:
    """Sizes of the network, and what was measured."""
    config = attention_config(models.two_layers)
    course = read_knee(models, {"moment": 1})
    return {
        "n_weights": counted(count(models.two_layers)),
        "n_head": str(config.n_head),
        "n_inputs": str(config.d_model + config.n_head * config.d_value),
        "d_model": str(config.d_model),
        "knee": counted(knee(course)),
        "n_steps": counted(int(course.course[-1].step)),
        "whose": whose(measured(models, "whose_name")),
    }


def whose(found: WhoseName) -> str:
    """What limits the hero's name, with and without a friend."""
    parts = []
    for network, name in (("attention", "one layer"), ("two_layers", "two layers")):
        shares = {}
        for friend in (False, True):
            rows = [row for row in found.rows if row.friend == friend and row.places]
            places = sum(row.places for row in rows)
            shares[friend] = sum(row.share[network] * row.places for row in rows) / max(1, places)
            shares["any"] = sum(row.any_name[network] * row.places for row in found.rows if row.places) / max(
                1, sum(row.places for row in found.rows)
            )
        parts.append(
            f"with {name}, all names together get {probability(shares['any'])} there, and of that the hero’s has "
            f"{probability(shares[False])} in stories without a friend and {probability(shares[True])} with one"
        )
    return "; ".join(parts)
