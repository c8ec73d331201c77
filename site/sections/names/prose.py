"""The numbers of the prose."""

from lookback.models import Models
from scene.formats import count
from sections.names.known import known_of
from sections.names.words_known import beginnings


def numbers(models: Models) -> dict[str, str]:
    """What the text says about all names."""
    known = known_of(models)
    return {
        "n_stories": str(known.n_stories),
        "places": count(known.kinds["common"].probability.places),
        "n_vocab": count(len(models.tokenizer)),
        "beginnings": beginnings(known),
    }
