"""The stages from the window network to a GPT: what is new in each, in words."""

from dataclasses import dataclass

from lookback.models import Models
from scene.sentences import Run
from sections.transformer.counts import all_weights, block_weights
from sections.transformer.models import GPT_2_SMALL

WORDS = ("Lily", "lost", "a", "hat", ".", "It", "was", "cold", ",", "so")
STAGES = ("window", "alone", "this", "added", "mlp", "block", "stack", "gpt")


@dataclass(frozen=True)
class Sizes:
    """The sizes that the stages name, those of the networks of this page and of GPT-2."""

    n_window: int
    d_model: int
    n_head: int
    d_value: int
    d_hidden: int
    n_vocab: int
    n_ctx: int

    @property
    def n_results(self) -> int:
        """Numbers that all heads together bring back."""
        return self.n_head * self.d_value

    @property
    def n_inputs(self) -> int:
        """Numbers that the hidden layer of the attention network reads."""
        return self.d_model + self.n_results


def sizes_of(models: Models) -> Sizes:
    """Read them from the arrays, so that they are those of the weights at hand."""
    n_head, d_model, d_value = models.attention["W_V"].shape
    n_vocab = len(models.attention["b_out"])
    n_window = len(models.window["W_hidden"]) // models.window["W_E"].shape[1]
    n_ctx = models.attention["b_distance"].shape[1]
    return Sizes(n_window, d_model, n_head, d_value, len(models.attention["b_hidden"]), n_vocab, n_ctx)


def caption(stage: int, sizes: Sizes) -> tuple[Run, ...]:
    """Say what is new in a stage, counted from 1."""
    s, gpt = sizes, GPT_2_SMALL
    assert gpt.shape is not None
    captions: dict[str, tuple[Run, ...]] = {
        "window": (
            "The window network. The rows of the last ", (f"{s.n_window} tokens", "window"),
            " are laid end to end, and one hidden layer guesses from them. Whatever stands before the window is lost.",
        ),
        "alone": (
            "Take the window away. One row is left, that of the last token, and it knows nothing of what came before.",
        ),
        "this": (
            f"Let {s.n_head} heads look back over all tokens, and lay their results beside the row: ",
            f"{s.d_model} + {s.n_head} × {s.d_value} = {s.n_inputs} numbers. This is the network of this page.",
        ),
        "added": (
            "Now on to the transformer. A further table mixes the heads’ results into as many numbers as a row has, ",
            "and they are added to the row, not laid beside it: a residual connection.",
        ),
        "mlp": (
            "The hidden layer does the same. The table behind it makes as many numbers of it as a row has, and they ",
            "are added to the row. The layer and its table are called an MLP.",
        ),
        "block": (
            "Before each of the two, a layer norm brings the numbers of the row to one scale. This is a transformer "
            "block: a row goes in, and a richer row of the same width comes out.",
        ),
        "stack": (
            "What comes out of a block can go into another. In the second, the heads look back over rows that already "
            "know what stands around them.",
        ),
        "gpt": (
            "A GPT: the row of the token plus a row for its place, a stack of causal blocks, of which the lowest is "
            f"drawn open, and a logit for every token. GPT-2 small has {gpt.n_layer} blocks of width {gpt.d_model}: "
            f"{all_weights(gpt.shape):,} weights, "
            f"{block_weights(gpt.shape):,} in each block.",
        ),
    }  # fmt: skip
    return captions[STAGES[stage - 1]]
