"""The numbers of the prose."""

from lookback.models import Models


def numbers(models: Models) -> dict[str, str]:
    """The sizes that the prose names."""
    return {"n_window": str(models.n_window), "n_ctx": str(models.n_ctx), "n_read": str(models.n_ctx - 1)}
