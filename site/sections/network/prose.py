"""The sizes that the section's text names."""

from lookback.models import Models
from lookback.params import count
from lookback.training.batches import STORIES_A_STEP, WINDOWS_A_STEP
from lookback.training.corpus import STORIES_A_BLOCK
from scene.formats import count as written
from sections.network.counting import LOOKUP


def numbers(models: Models) -> dict[str, str]:
    """Compute the sizes that the text names."""
    config, attention, window = models.config, models.attention, models.window
    made, window_made = models.record["networks"]["attention"], models.record["networks"]["window"]
    per_step = made["positions"] / made["steps"]
    results = config.n_head * config.d_value
    return {
        "d_model": str(config.d_model), "n_head": str(config.n_head), "d_value": str(config.d_value),
        "n_input": str(config.d_model + results), "d_hidden": str(config.d_hidden),
        "n_vocab": written(config.n_vocab), "n_ctx": str(config.n_ctx), "n_window": str(models.n_window),
        "window_input": str(len(window["W_hidden"])),
        "W_hidden": written(attention["W_hidden"].size), "window_W_hidden": written(window["W_hidden"].size),
        "lookup": written(sum(attention[name].size for name in LOOKUP)),
        "attention": written(count(attention)), "window": written(count(window)),
        "stories": str(STORIES_A_STEP), "windows": str(WINDOWS_A_STEP), "portion": str(STORIES_A_BLOCK),
        "story_guesses": written(per_step), "times": str(round(per_step / WINDOWS_A_STEP)),
        "positions": written(made["positions"]), "steps": written(made["steps"]),
        "window_positions": written(window_made["positions"]), "window_steps": written(window_made["steps"]),
    }  # fmt: skip
