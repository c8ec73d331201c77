"""How many weights a transformer has, by formula."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Shape:
    """Sizes of a stack of causal transformer blocks, and what kind they are.

    n_layer blocks; d_model numbers a row; n_head heads of queries, n_kv of keys and values; d_ff neurons in the MLP.
    gated: an MLP with a third table, norms without a shift, no biases and no table of positions, as in LLaMA; else all
    of these as in GPT. tied: the table of rows makes the logits too. last_norm: a layer norm after the last block.
    """

    n_layer: int
    d_model: int
    n_head: int
    d_ff: int
    n_vocab: int
    n_ctx: int
    n_kv: int | None = None
    gated: bool = False
    tied: bool = True
    last_norm: bool = True

    @property
    def d_head(self) -> int:
        """Numbers in one query, key or value."""
        return self.d_model // self.n_head


def attention_weights(shape: Shape) -> int:
    """Count the tables W_Q, W_K, W_V and W_O of one block, and their biases."""
    n_kv = shape.n_head if shape.n_kv is None else shape.n_kv
    queries, keys = shape.n_head * shape.d_head, n_kv * shape.d_head
    tables = shape.d_model * (queries + 2 * keys) + queries * shape.d_model
    return tables if shape.gated else tables + queries + 2 * keys + shape.d_model


def mlp_weights(shape: Shape) -> int:
    """Count the tables of one block's MLP, and their biases."""
    if shape.gated:
        return 3 * shape.d_model * shape.d_ff
    return 2 * shape.d_model * shape.d_ff + shape.d_ff + shape.d_model


def norm_weights(shape: Shape) -> int:
    """Count one layer norm: a factor for each number of the row, and a shift."""
    return shape.d_model if shape.gated else 2 * shape.d_model


def block_weights(shape: Shape) -> int:
    """Count one transformer block: attention, MLP, and a norm before each."""
    return attention_weights(shape) + mlp_weights(shape) + 2 * norm_weights(shape)


def all_weights(shape: Shape) -> int:
    """Count the whole network: the table of rows, positions, blocks, the last norm, and what makes the logits."""
    rows = shape.n_vocab * shape.d_model
    positions = 0 if shape.gated else shape.n_ctx * shape.d_model
    last = norm_weights(shape) if shape.last_norm else 0
    logits = 0 if shape.tied else rows
    return rows + positions + shape.n_layer * block_weights(shape) + last + logits


def by_rule(n_layer: int, d_model: int) -> int:
    """Estimate all blocks: 4 d² weights for attention, 8 d² for an MLP of 4 d neurons (Kaplan et al. 2020, eq. 2.1)."""
    return 12 * n_layer * d_model**2
