"""What the section's text shows: the parts of the program in three languages, and what each line makes of a story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from lookback.models import Models
from lookback.opening import opening_look
from lookback.params import count
from lookback.reader import read_text
from sections.program.folded import folded
from sections.program.parts import parts
from sections.program.plain_parts import plain_parts
from sections.program.suggestions import SUGGESTIONS
from sections.program.tracing import made_by_lines
from sections.program.values import label

ROLES = {
    **dict.fromkeys(("q", "W_Q", "d_q", "dQ"), "query"),
    **dict.fromkeys(("k", "W_K", "d_k", "dK"), "key"),
    **dict.fromkeys(("v", "z", "W_V", "d_v", "d_z", "dV", "dZ"), "value"),
}


def numbers(models: Models) -> dict[str, str]:
    """The sizes that the text names."""
    story, shown = opening_look(models).story, [part.text for part in parts().values()]
    return {
        "n_weights": f"{count(models.attention):,}",
        "n_tables": str(len(models.attention)),
        "n_positions": str(len(read_text(models, models.stories[story].text).ids) - 1),
        "n_head": str(models.config.n_head),
        "d_value": str(models.config.d_value),
        "decays": "yes" if models.record["networks"]["attention"].get("weight_decay") else "",
        "n_steps": f"{models.record['networks']['attention']['steps']:,}",
        "n_lines": str(sum(len(text.splitlines()) for text in (*shown, *folded().values()))),
    }


def data(models: Models) -> Mapping[str, Any]:
    """The five parts: their text in each language, and beside the lines of NumPy what they make of the first story."""
    ids = read_text(models, models.stories[opening_look(models).story].text).ids
    made = made_by_lines(models, ids, {})
    python, javascript = plain_parts("attention.py"), plain_parts("attention.js")
    return {
        "parts": {
            name: {
                "numpy": part.text,
                "folded": folded()[name],
                "python": python[name],
                "javascript": javascript[name],
                "made": {line: label(values) for line, values in made[name].items()},
                "suggestions": [suggestion for suggestion in SUGGESTIONS if suggestion.part == name],
            }
            for name, part in parts().items()
        },
        "roles": ROLES,
    }
