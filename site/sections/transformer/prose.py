"""The counts that the section's text names."""

from lookback.models import Models
from lookback.networks import TWO_LAYERS
from lookback.params import count
from sections.transformer.counts import all_weights, attention_weights, block_weights, by_rule, mlp_weights
from sections.transformer.models import GPT_2_SMALL, PUBLISHED


def numbers(models: Models) -> dict[str, str]:
    """Count the weights of GPT-2 small part by part."""
    shape = GPT_2_SMALL
    return {
        "n_head": str(models.config.n_head),
        "second_inputs": str(inputs_of(2)),
        "twelfth_inputs": str(inputs_of(12)),
        "apart": f"{100 * largest_difference():.1f}%",
        "gpt_width": str(shape.d_model),
        "gpt_attention": f"{attention_weights(shape):,}",
        "gpt_mlp": f"{mlp_weights(shape):,}",
        "gpt_neurons": f"{shape.d_ff:,}",
        "gpt_block": f"{block_weights(shape):,}",
        "gpt_rule": f"{by_rule(1, shape.d_model):,}",
        "gpt_layers": str(shape.n_layer),
        "gpt_all": f"{all_weights(shape):,}",
        "attention_network": f"{count(models.attention):,}",
    }


def inputs_of(layer: int) -> int:
    """How many numbers a row of the network with two layers has for its layer of this number, were there so many."""
    return TWO_LAYERS.d_model + (layer - 1) * TWO_LAYERS.n_head * TWO_LAYERS.d_value


def largest_difference() -> float:
    """How far a count by formula is from the published number at most, as a share of that."""
    return max(abs(all_weights(m.shape) / m.n_weights - 1) for m in PUBLISHED if m.shape)
