"""The numbers of the prose: the window's weights, what a longer one would cost, and how rarely stretches repeat."""

from lookback.explain.repeats import repeated_share
from lookback.models import Models
from lookback.params import count, window_config

STRETCHES = (2, 4, 8)  # tokens in a row


def numbers(models: Models) -> dict[str, str]:
    """Count for the networks that are loaded."""
    window = window_config(models.window)
    slot = window.d_model * window.d_hidden
    repeats = {f"repeats_{n}": f"{100 * repeated_share(models.story_ids, n):.2g}%" for n in STRETCHES}
    return {
        "n_window": str(window.n_window),
        "d_model": str(window.d_model),
        "d_hidden": str(window.d_hidden),
        "n_ctx": str(models.n_ctx),
        "slot": f"{slot:,}",
        "slots": f"{slot * window.n_window:,}",
        "all_slots": f"{slot * models.n_ctx:,}",
        "window_network": f"{count(models.window):,}",
        "n_stories": str(len(models.stories)),
        **repeats,
    }
