"""A film: scenes in a row. Marks with the same key move; what is new or gone fades.

The painter's `interpolate` (site/page/paint/motion.js) follows the same rules.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from scene.marks import Mark
from scene.scene import Scene

_NUMBER = re.compile(r"-?[\d.]+")


@dataclass(frozen=True)
class Film:
    """Scenes and how long each is held before the next (ms), the last one's time included.

    Raises ValueError when the two differ in length or a time is not above zero.
    """

    scenes: Sequence[Scene]
    times: Sequence[float]
    captions: Sequence[str] = ()

    def __post_init__(self) -> None:
        if len(self.scenes) != len(self.times) or not self.scenes:
            raise ValueError(f"a film needs a time for each scene: {len(self.scenes)} scenes, {len(self.times)} times")
        if min(self.times) <= 0:
            raise ValueError(f"a scene's time must be above 0 ms, got {min(self.times)}")

    @property
    def duration(self) -> float:
        """The whole film's length in ms."""
        return float(sum(self.times))

    def at(self, time: float, move: float = 250) -> Scene:
        """Return the picture at a time in ms: each scene holds, and moves into the next in its last `move` ms."""
        ends = list(accumulate(self.times))
        index = next((number for number, end in enumerate(ends) if time < end), len(ends) - 1)
        if index == len(ends) - 1:
            return self.scenes[index]
        share = 1 - (ends[index] - time) / min(move, self.times[index])
        return interpolate(self.scenes[index], self.scenes[index + 1], share)

    def to_wire(self) -> dict[str, Any]:
        """As a JSON-able dict; buffers stay with their scenes."""
        scenes = [scene.to_wire() for scene in self.scenes]
        return {"scenes": scenes, "times": [float(time) for time in self.times], "captions": list(self.captions)}


def interpolate(before: Scene, after: Scene, share: float) -> Scene:
    """Return the scene at `share` (0 to 1) of the way: numbers move, what is new or gone fades."""
    if share <= 0:
        return before
    if share >= 1:
        return after
    old = {mark["key"]: mark for mark in before.marks}
    keys = {mark["key"] for mark in after.marks}
    gone = [mark for mark in before.marks if mark["key"] not in keys and mark["kind"] != "image"]  # its buffer goes too
    leaving = [_faded(mark, 1 - share) for mark in gone]
    arriving = [_arriving(old.get(mark["key"]), mark, share) for mark in after.marks]
    size = (_mixed(before.width, after.width, share), _mixed(before.height, after.height, share))
    return replace(after, width=size[0], height=size[1], marks=[*leaving, *arriving])


def _arriving(start: Mark | None, end: Mark, share: float) -> Mark:
    if start is None or start["kind"] != end["kind"]:
        return _faded(end, share)
    return _between(start, end, share)


def _between(a: Mark, b: Mark, share: float) -> Mark:
    mark = dict(a if share < 0.5 else b)
    for name, value in b.items():
        if isinstance(value, int | float) and isinstance(a.get(name), int | float):
            mark[name] = _mixed(a[name], value, share)
    opacity = _mixed(a.get("opacity", 1), b.get("opacity", 1), share)
    mark.pop("opacity", None)
    if opacity != 1:
        mark["opacity"] = opacity
    if "d" in b:
        mark["d"] = _mixed_path(a["d"], b["d"], share)
    if "buffer" in b:
        mark["buffer"] = b["buffer"]
    return mark


def _faded(mark: Mark, share: float) -> Mark:
    return {**mark, "opacity": mark.get("opacity", 1) * share}


def _mixed_path(a: str, b: str, share: float) -> str:
    if _NUMBER.sub("#", a) != _NUMBER.sub("#", b):
        return a if share < 0.5 else b
    starts = map(float, _NUMBER.findall(a))
    return _NUMBER.sub(lambda end: f"{round(_mixed(next(starts), float(end.group()), share), 2):g}", b)


def _mixed(a: float, b: float, share: float) -> float:
    return a + (b - a) * share
