"""Choosing the next token at random, by the network's scores."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Logits = NDArray[np.floating]


def at_temperature(logits: Logits, temperature: float) -> NDArray[np.float64]:
    """Probabilities (n,) of scores (n,) divided by the temperature: 1 leaves them as they are, 0 takes the largest.

    ValueError unless the temperature is a finite number, 0 or more. (Ackley, Hinton and Sejnowski 1985, eq. 4.)
    """
    if not (np.isfinite(temperature) and temperature >= 0):
        raise ValueError(f"temperature {temperature}: give a number from 0 up; 1 is the network's own choice")
    below = (logits - logits.max()).astype(np.float64)
    with np.errstate(over="ignore"):  # a tiny temperature makes them -inf, which is what is meant
        powers = np.exp(np.where(below < 0, below / temperature if temperature else -np.inf, 0.0))
    return powers / powers.sum()


def sample(logits: Logits, temperature: float, rng: np.random.Generator, never: Sequence[int] = ()) -> int:
    """Draw one token id; those in ``never`` are left out."""
    logits = logits.copy()
    logits[list(never)] = -np.inf
    return int(rng.choice(len(logits), p=at_temperature(logits, temperature)))


def write(
    next_logits: Callable[[Sequence[int]], Logits],
    tokens: Sequence[int],
    temperature: float,
    rng: np.random.Generator,
    *,
    never: Sequence[int] = (),
    end: int | None = None,
) -> Iterator[int]:
    """Yield token after token, each drawn by ``next_logits`` of all tokens so far, until ``end`` is drawn.

    Without ``end`` it never stops by itself: ask for as many as wanted.
    """
    written = list(tokens)
    while True:
        token = sample(next_logits(written), temperature, rng, never)
        if token == end:
            return
        written.append(token)
        yield token
