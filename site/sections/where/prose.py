"""The numbers in the section's text, and the sentences that follow from them."""

from collections.abc import Sequence

import numpy as np
from lookback.explain.positions import alibi_slopes, t5_buckets
from lookback.models import Models
from scene.sentences import name_heads
from sections.where.compute import GPT2_CTX, GPT2_MODEL, shapes
from sections.where.shapes import heads_of


def numbers(models: Models) -> dict[str, str]:
    """Compute every number that the text names, as text."""
    n_head, n_ctx, heads = models.config.n_head, models.n_ctx, shapes(models)
    return {
        "n_head": str(n_head),
        "d_head": str(models.config.d_head),
        "n_scores": f"{n_head * n_ctx:,}",
        "n_read": str(heads[0].n_read),
        "n_near": str(heads[0].n_near),
        "near": _are(heads_of(heads, "near")),
        "even": _are(heads_of(heads, "even")),
        "gpt2_ctx": f"{GPT2_CTX:,}",
        "gpt2_model": str(GPT2_MODEL),
        "gpt2_rows": f"{GPT2_CTX * GPT2_MODEL:,}",
        "n_groups": str(t5_buckets(n_ctx).max() + 1),
        "last_group": str(int(np.argmax(t5_buckets(n_ctx)))),
        "steepest": _fraction(alibi_slopes(n_head)[0]),
        "flattest": _fraction(alibi_slopes(n_head)[-1]),
    }


def _are(heads: Sequence[int]) -> str:
    """Say which heads are something: "no head is", "head 3 is", "heads 0, 1 and 2 are"."""
    return f"{name_heads(heads)} {'are' if len(heads) > 1 else 'is'}"


def _fraction(slope: float) -> str:
    """Write a slope as the share that it is: "1/256"."""
    return f"1/{1 / slope:g}"
