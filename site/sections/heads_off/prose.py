"""The numbers of the prose."""

from lookback.measures import measured
from lookback.measures.pairs import Pairs
from lookback.measures.switched_off import SwitchedOff
from lookback.models import Models
from scene.formats import count
from scene.sentences import name_heads
from sections.heads_off.compute import read_pairs
from sections.heads_off.words_groups import USEFUL, on_names
from sections.heads_off.words_pairs import last_word


def numbers(models: Models) -> dict[str, str]:
    """Sizes, and what the measures found over the test stories."""
    found: SwitchedOff = measured(models, "switched_off")
    n_head = models.config.n_head
    return {
        "d_value": str(models.config.d_value),
        "n_pairs": str(n_head * (n_head - 1) // 2),
        "n_stories": str(found.n_stories),
        "n_names": count(found.positions["name"]),
        "telling": on_names(max(found.heads, key=lambda head: head.change["name"])),
        "covering": _covering(models),
        "better": _better([head.head for head in found.heads if head.change["name"] <= -USEFUL]),
    }


def _covering(models: Models) -> str:
    found: Pairs = measured(models, "pairs")
    return last_word([read_pairs(models, {"group": group}) for group in found.change])


def _better(heads: list[int]) -> str:
    if not heads:
        return "there is no head without which the name is guessed better"
    return f"the name is guessed better without {name_heads(heads)}"
