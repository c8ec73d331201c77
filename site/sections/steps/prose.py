"""The sizes that the text names, of the toy and of the network on this page."""

from lookback.models import Models
from sections.steps.settings import TOKENS, VALUES


def numbers(models: Models) -> dict[str, str]:
    """Sizes; the toy has queries and keys of two numbers, so that they can be drawn."""
    sizes = {name: str(getattr(models.config, name)) for name in ("n_head", "d_head", "d_value", "n_ctx", "d_model")}
    return {**sizes, "n_tokens": str(len(TOKENS)), "toy_head": "2", "toy_value": str(len(VALUES[0]))}
