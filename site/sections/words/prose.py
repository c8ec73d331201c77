"""The numbers in the entries."""

import math

from lookback.models import Models
from scene.formats import count, number


def numbers(models: Models) -> dict[str, str]:
    """Compute what the entries name."""
    config = models.config
    sizes = {name: str(getattr(config, name)) for name in ("d_model", "n_head", "d_head", "d_value")}
    losses = {"loss_of_half": number(math.log(2)), "loss_of_chance": number(math.log(config.n_vocab))}
    return {"n_vocab": count(config.n_vocab), **sizes, **losses}
