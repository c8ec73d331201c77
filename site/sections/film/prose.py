"""The numbers in the section's text: how many look backs one story takes, that with which the page opens."""

from lookback.models import Models
from lookback.opening import opening_look
from lookback.reader import read_text


def numbers(models: Models) -> dict[str, str]:
    """Count heads, tokens and look backs."""
    n_head = models.config.n_head
    n_tokens = len(read_text(models, models.stories[opening_look(models).story].text).ids)
    return {"n_head": str(n_head), "n_tokens": str(n_tokens), "n_looks": f"{n_head * n_tokens:,}"}
