"""The numbers in the entries: sizes of the networks, and losses that follow from the definition."""

import math

from lookback.models import Models
from scene.formats import count, number


def numbers(models: Models) -> dict[str, str]:
    """Compute what the entries name."""
    n_vocab, d_model = models.attention["W_E"].shape
    n_head, _, d_head = models.attention["W_Q"].shape
    return {
        "n_vocab": count(n_vocab),
        "d_model": str(d_model),
        "n_head": str(n_head),
        "d_head": str(d_head),
        "d_value": str(models.attention["W_V"].shape[2]),
        "loss_of_half": number(math.log(2)),
        "loss_of_chance": number(math.log(n_vocab)),
    }
