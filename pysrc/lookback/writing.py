"""How a token of the vocabulary, which knows no capitals, is written where tokens are listed."""

from collections.abc import Mapping
from functools import lru_cache

from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID, PREFIX, UNK_ID

NO_WORDS: Mapping[int, str] = {BOUNDARY_ID: "(the end)", UNK_ID: "(unknown)"}


def written(models: Models, token: int) -> str:
    """Write a token as it is in the vocabulary, a known name with its capital: "the", "##ra", "Lily"."""
    return _names(models).get(token, models.tokenizer.tokens[token])


def listed(token: int, word: str) -> str:
    """Write a token, whose word is as `written` gives it, for a list: "the", "…ra", "(the end)"."""
    return NO_WORDS.get(token) or (f"…{word.removeprefix(PREFIX)}" if word.startswith(PREFIX) else word)


@lru_cache(maxsize=2)
def _names(models: Models) -> Mapping[int, str]:
    """Tokens that are a known name."""
    ids = models.tokenizer.ids
    return {ids[known.name.lower()]: known.name for known in models.names if known.name.lower() in ids}
