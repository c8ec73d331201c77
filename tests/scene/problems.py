"""What is wrong with a scene, in words: for the test that runs every figure with extreme parameters."""

import json
from collections.abc import Iterator

from scene import Scene, image, line, path, rect, text
from scene.marks import REST, Mark
from scene.metrics import text_width

MAX_BYTES = 400_000  # of a scene as JSON, with its buffers
MAKERS = {"rect": rect, "line": line, "path": path, "text": text, "image": image}
SLACK = 2.0  # px a mark may reach over the frame: half a thick line


def problems(scene: Scene) -> list[str]:
    """List everything that breaks a figure: marks outside the frame, areas without a label, too many bytes."""
    return [*_of_marks(scene), *_of_hits(scene), *_of_whole(scene)]


def _of_marks(scene: Scene) -> Iterator[str]:
    for mark in scene.marks:
        try:
            MAKERS[mark["kind"]](
                **{"string" if name == "text" else name: mark[name] for name in mark if name != "kind"}
            )
        except (ValueError, TypeError, KeyError) as error:
            yield f"mark {mark['key']!r} is none that could have been made: {error}"
            continue
        left, top, right, bottom = _extent(mark)
        if left < -SLACK or top < -SLACK or right > scene.width + SLACK or bottom > scene.height + SLACK:
            box = f"({left:.0f}, {top:.0f}) to ({right:.0f}, {bottom:.0f})"
            yield f"mark {mark['key']!r} reaches {box}, outside of {scene.width:.0f} x {scene.height:.0f}"
        if mark["kind"] == "image" and mark["buffer"] >= len(scene.buffers):
            yield f"mark {mark['key']!r} draws buffer {mark['buffer']}, but there are {len(scene.buffers)}"


def _of_hits(scene: Scene) -> Iterator[str]:
    for hit in scene.hits:
        if not hit.label.strip():
            yield f"hit {hit.key!r} has no label for a screen reader"
        if hit.x + hit.w < 0 or hit.y + hit.h < 0 or hit.x > scene.width or hit.y > scene.height:
            yield f"hit {hit.key!r} lies outside of the frame"
    keys = {hit.key for hit in scene.hits}
    for mark in scene.marks:
        if mark.get("when", REST) not in {REST, *keys}:
            yield f"mark {mark['key']!r} waits for hit {mark['when']!r}, which isn't there"


def _of_whole(scene: Scene) -> Iterator[str]:
    try:
        size = len(json.dumps(scene.to_wire(), allow_nan=False)) + sum(buffer.nbytes for buffer in scene.buffers)
    except (TypeError, ValueError) as error:
        yield f"the scene isn't JSON: {error}"
    else:
        if size > MAX_BYTES:
            yield f"the scene takes {size:,} bytes as JSON, more than {MAX_BYTES:,}"


def _extent(mark: Mark) -> tuple[float, float, float, float]:
    if mark["kind"] in ("rect", "image"):
        return mark["x"], mark["y"], mark["x"] + mark["w"], mark["y"] + mark["h"]
    if mark["kind"] == "text":
        return _text_extent(mark)
    if mark["kind"] == "line":
        xs, ys = (mark["x1"], mark["x2"]), (mark["y1"], mark["y2"])
    else:
        numbers = [float(part) for part in "".join(c if c not in "MLQCZ" else " " for c in mark["d"]).split()]
        xs, ys = numbers[::2] or [0], numbers[1::2] or [0]
    return min(xs), min(ys), max(xs), max(ys)


def _text_extent(mark: Mark) -> tuple[float, float, float, float]:
    size = mark.get("size", 14)
    natural = text_width(mark["text"], size, mark.get("font", "sans"), bold=mark.get("bold", False))
    wide = mark.get("width", min(natural, mark.get("max_width", natural)))
    start = mark["x"] - wide * {"start": 0, "middle": 0.5, "end": 1}[mark.get("anchor", "start")]
    if mark.get("rotate", 0):  # turned text is only checked for where it starts
        return mark["x"], mark["y"], mark["x"], mark["y"]
    return start, mark["y"] - size * 0.75, start + wide, mark["y"] + size * 0.22
