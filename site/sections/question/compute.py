"""Both networks' guesses after a story that the reader can change."""

from collections.abc import Mapping
from dataclasses import dataclass

from lookback import ops
from lookback.folding import folded_name
from lookback.models import Models
from lookback.reader import ReadText, read_text, trace_of, window_trace_of
from lookback.stories import PRONOUNS, Story, mention_tokens, mentions, name_tokens, rename
from lookback.tokenizer import UNK
from sections.question.edits import Settled, settle
from sections.question.guessing import NetworkGuesses, Wording, list_guesses
from worker.contract import Choice, Data


@dataclass(frozen=True)
class GuessesData(Data):
    """The story as both networks read it, and what each expects next.

    `typed` is what stood in the name's field. `names` are the tokens of the hero's name, `pieces` what one name falls
    into; `back` is how many tokens back it last stood, 0 for never. `elsewhere` is another name, and the probability
    that the attention network gives the hero's in the same story about that one.
    """

    settled: Settled
    typed: str
    text: ReadText
    names: frozenset[int]
    pieces: tuple[str, ...]
    back: int
    n_window: int
    networks: tuple[NetworkGuesses, NetworkGuesses]
    elsewhere: tuple[str, float] | None

    @property
    def name(self) -> str:
        """The hero's name."""
        return self.settled.name

    @property
    def tokens(self) -> tuple[str, ...]:
        """The tokens; what is not in the vocabulary stands as it was typed."""
        typed, encoding = self.text.text, self.text.encoding
        both = zip(encoding.tokens, encoding.spans, strict=True)
        return tuple(typed[start:end] if token == UNK else token for token, (start, end) in both)


def read_guesses(models: Models, choice: Choice) -> GuessesData:
    """Settle what the reader changed, read the text with both networks, and list what they expect next."""
    settled = settle(choice["text"], choice["name"], choice["hero"], {name.name for name in models.names})
    text = read_text(models, settled.text)
    spelled = models.tokenizer.encode(settled.name)
    pieces = tuple(settled.name[start:end] for start, end in spelled.spans)
    first = spelled.ids[0] if pieces else None
    words = Wording(models, settled.text, first, pieces)
    n_tokens, n_read, n_window = len(text.encoding), len(text.ids) - 1, models.n_window
    p_attention = ops.softmax(trace_of(models, text.ids).logits[0])
    p_window = ops.softmax(window_trace_of(models, text.ids).logits[0])
    networks = (
        list_guesses("attention", n_read, n_tokens, p_attention, words),
        list_guesses("window", min(n_read, n_window), n_tokens, p_window, words),
    )
    found = mention_tokens(text.encoding, settled.text, settled.name)
    names = name_tokens(text.encoding, settled.text, settled.name)
    back = n_tokens - found[-1].first if found else 0
    elsewhere = _elsewhere(models, settled, first, networks[0].pronouns) if first is not None and found else None
    return GuessesData(
        settled, choice["name"].strip(), text, names, pieces, back, n_window, networks, elsewhere, sets=settled.sets
    )


def _elsewhere(models: Models, settled: Settled, first: int, pronouns: Mapping[str, float]) -> tuple[str, float] | None:
    """The hero's name in the same story about somebody else: the most often seen name of the likelier pronoun."""
    known = next((name.pronoun for name in models.names if folded_name(name.name) == folded_name(settled.name)), None)
    pronoun = known or max(PRONOUNS, key=pronouns.__getitem__)
    for other in sorted(models.names, key=lambda name: -name.seen):
        starts_alike = models.tokenizer.encode(other.name).ids[0] == first
        if other.pronoun == pronoun and not starts_alike and not mentions(settled.text, other.name):
            story = rename(Story("", settled.name, pronoun, None, settled.text), {settled.name: other.name})
            logits = trace_of(models, read_text(models, story.text).ids).logits[0]
            return other.name, float(ops.softmax(logits)[first])
    return None
