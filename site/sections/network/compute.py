"""What the figures read, and the numbers in the text around them."""

from collections.abc import Mapping
from typing import Any

from lookback.config import AttentionConfig, WindowConfig
from lookback.models import Models
from lookback.params import count, window_config
from lookback.training.batches import STORIES_A_STEP, WINDOWS_A_STEP
from lookback.training.corpus import STORIES_A_BLOCK
from scene.formats import count as written
from sections.network.counting import LOOKUP, WeightsReading, count_weights
from sections.network.following import FlowReading, follow
from sections.network.stepping import StepReading, one_step


def numbers(models: Models) -> dict[str, str]:
    """Compute the sizes that the text names."""
    config, window = models.config, window_config(models.window)
    assert isinstance(config, AttentionConfig)
    assert isinstance(window, WindowConfig)
    made, window_made = models.record["networks"]["attention"], models.record["networks"]["window"]
    per_step = made["positions"] / made["steps"]
    results = config.n_head * config.d_value
    return {
        "d_model": str(config.d_model), "n_head": str(config.n_head), "d_value": str(config.d_value),
        "results": str(results), "n_input": str(config.d_model + results), "d_hidden": str(config.d_hidden),
        "n_vocab": written(config.n_vocab), "n_ctx": str(config.n_ctx), "n_window": str(window.n_window),
        "window_input": str(window.n_window * window.d_model),
        "W_hidden": written(models.attention["W_hidden"].size),
        "window_W_hidden": written(models.window["W_hidden"].size),
        "lookup": written(sum(models.attention[name].size for name in LOOKUP)),
        "attention": written(count(models.attention)), "window": written(count(models.window)),
        "stories": str(STORIES_A_STEP), "windows": str(WINDOWS_A_STEP), "portion": str(STORIES_A_BLOCK),
        "story_guesses": written(per_step), "times": str(round(per_step / WINDOWS_A_STEP)),
        "positions": written(made["positions"]), "steps": written(made["steps"]),
        "window_positions": written(window_made["positions"]), "window_steps": written(window_made["steps"]),
    }  # fmt: skip


def read_flow(models: Models, choice: Mapping[str, Any]) -> FlowReading:
    """Follow a phrase's last token through the network. UnreadableText where it has no tokens."""
    return follow(models, choice["phrase"], choice["neuron"])


def read_weights(models: Models, choice: Mapping[str, Any]) -> WeightsReading:
    """Count the weights of both networks, array by array."""
    return count_weights(models)


def read_step(models: Models, choice: Mapping[str, Any]) -> StepReading:
    """Set a training step of one network beside one of the other."""
    return one_step(models)
