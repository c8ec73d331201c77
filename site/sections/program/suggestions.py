"""Changes worth trying: each a few words of a part put in the place of others, and what to look for afterwards."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Suggestion:
    """Put `new` in the place of `old`, which stands once in the text of `part`; `look` says what to look for."""

    name: str
    part: str
    title: str
    old: str
    new: str
    look: str


SUGGESTIONS = (
    Suggestion(
        "no_division",
        "attention",
        "Leave out the division by √d_head",
        "return (q * (1 / math.sqrt(q.shape[-1]))) @ k.swapaxes(-1, -2)",
        "return q @ k.swapaxes(-1, -2)",
        "Every product of a query and a key counts √d_head times as much as the network has learned to expect. "
        "Look at the lookup by content: do the weights gather on fewer tokens?",
    ),
    Suggestion(
        "no_distance",
        "attention",
        "Drop the distance score",
        "padded = np.concatenate([b_distance[:, :n_tokens][:, ::-1], later], axis=1)",
        "padded = np.concatenate([0 * b_distance[:, :n_tokens][:, ::-1], later], axis=1)",
        "No head knows any more how far back a token stands: nothing but the content draws its weight. Look at what "
        "each head reads, one after the other: which of them leave the tokens that they went to before?",
    ),
    Suggestion(
        "read_the_future",
        "attention",
        "Allow reading the future",
        "later = np.full((n_head, n_tokens - 1), -np.inf, b_distance.dtype)",
        "later = np.zeros((n_head, n_tokens - 1), b_distance.dtype)",
        "Every token now reads those after it too, the very one that it is asked to guess among them. The network "
        "was never trained for that. Look at the loss, and at tokens early in a story: how much of their weight is "
        "left for what came before?",
    ),
)
