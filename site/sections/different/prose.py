"""The numbers of the prose: sizes, and how much of what is learned needs no looking back."""

import math

from lookback.measures import measured
from lookback.measures.loss import Losses
from lookback.models import Models
from lookback.params import count
from scene.formats import percent


def numbers(models: Models) -> dict[str, str]:
    """The counts and shares that the prose names."""
    tables = sum(models.attention[name].size for name in ("W_Q", "W_K", "W_V"))
    return {
        "n_head": str(models.config.n_head), "n_ctx": str(models.n_ctx), "tables": f"{tables:,}",
        "attention": f"{count(models.attention):,}", "window": f"{count(models.window):,}",
        "n_stories": str(len(models.stories)),
        **_shares(measured(models, "loss"), len(models.tokenizer.tokens)),
    }  # fmt: skip


def _shares(losses: Losses, n_vocab: int) -> dict[str, str]:
    """How much of what is learned needs no looking back, and how many tokens need it."""
    gained = {network: math.log(n_vocab) - loss["all"] for network, loss in losses.loss.items()}
    share = {name: losses.positions[name] / losses.positions["all"] for name in ("out_of_reach", "name")}
    return {
        "most_of_it": percent(gained["window"] / gained["attention"]),
        "share_out_of_reach": percent(share["out_of_reach"]),
        "share_name": percent(share["name"]),
    }
