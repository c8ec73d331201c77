"""Tokens and places as they are quoted in lists."""

from lookback.models import Models
from lookback.tokenizer import BOUNDARY_ID, Tokenizer
from lookback.writing import written
from scene.spoken import named

N_CONTEXT = 7  # tokens before a place that show where it is


def token_said(models: Models, token: int) -> str:
    """Name a token of the vocabulary: "Lily", "period", “and”, "…ra" for a piece, "the end" for the boundary."""
    return "the end" if token == BOUNDARY_ID else named(written(models, token))


def text_before(tokenizer: Tokenizer, text: str, position: int) -> str:
    """Quote the words that stand before a token of a text, or before its end."""
    encoding = tokenizer.encode(text)
    spans, words = encoding.spans, encoding.words
    end = spans[position][0] if position < len(spans) else len(text)
    first = max(0, position - N_CONTEXT)
    while first and words[first] == words[first - 1]:
        first -= 1
    return _quoted(text, spans[first][0], end)


def _quoted(text: str, start: int, end: int) -> str:
    """Quote part of a text on one line, the space at its end kept."""
    part = " ".join(text[start:end].split()) + (" " if text[start:end][-1:].isspace() else "")
    return ("…" if start else "") + part
