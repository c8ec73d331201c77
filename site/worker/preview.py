"""Write one figure as SVG, without a build.

Run: python -m worker.preview SECTION FIGURE [WIDTH] [name=value ...] > out.svg
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from lookback.models import load_models
from worker.dispatch import Dispatcher

WEIGHTS = Path(__file__).parent.parent.parent / "weights"


def main(arguments: list[str]) -> int:
    """Print the SVG, or 1 and why it cannot be drawn: a sentence, a fault's trace. Values are JSON, else texts."""
    section, figure, *rest = arguments
    choice = dict(item.split("=", 1) for item in rest if "=" in item)
    width = next((float(item) for item in rest if "=" not in item), 680.0)
    request = {"section": section, "figure": figure, "width": width, "as": "svg"}
    dispatcher = Dispatcher(load_models(WEIGHTS)).settled()
    reply, _ = dispatcher.answer({**request, "choice": {name: _value(text) for name, text in choice.items()}})
    if reply["ok"]:
        print(reply["svg"])
        return 0
    print(reply["error"]["trace"] or reply["error"]["message"], file=sys.stderr)
    return 1


def _value(text: str):
    try:
        return json.loads(text)
    except ValueError:
        return text


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
