"""The numbers of the prose."""

from lookback.models import Models
from scene.formats import count
from sections.one_layer.compute import read_circuit, read_pieces
from sections.one_layer.looking import invented_names
from sections.one_layer.words_pieces import verdict


def numbers(models: Models) -> dict[str, str]:
    """The name that serves as an example, and what the measures found."""
    data, example = read_pieces(models, {}), read_circuit(models, {"layers": "one"})
    first, second, third, *_ = example.pieces
    return {
        "name": example.name,
        "first": first,
        "second": second,
        "third": third,
        "n_names": str(len(invented_names(models))),
        "pieces": "\u00a0·\u00a0".join(example.pieces),
        "verdict": verdict(data),
        "places": count(data.second.places),
        "pair_places": count(data.second.pair_places),
    }
