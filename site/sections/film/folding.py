"""On a phone, of the story only the lines that matter: each run of other lines is folded into a thin one."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from scene.flow import BASELINE, Box, Flow

FOLD = 27.0  # px of a folded run
MIDDLE = 17.0  # px from its top to the middle of its words: above them hang bars of the line above
FEWEST = 2  # lines that are worth folding


@dataclass(frozen=True)
class Fold:
    """A run of lines that is not drawn. y: the middle of its words in the flow, px; pieces: its first and its last."""

    y: float
    lines: int
    pieces: tuple[int, int]

    def __contains__(self, piece: int) -> bool:
        """Whether a piece stands in it."""
        return self.pieces[0] <= piece <= self.pieces[1]


def fold(flow: Flow, kept: Collection[int]) -> tuple[Flow, tuple[Fold, ...]]:
    """Keep some lines, and single ones between them; the flow is less tall by the others."""
    boxes: list[Box] = []
    folds: list[Fold] = []
    y = 0.0
    for run in _runs(flow, kept):
        if run[0] in kept or len(run) < FEWEST:
            for row in run:
                boxes += [replace(box, y=y + BASELINE * flow.row_height) for box in flow.boxes if box.row == row]
                y += flow.row_height
        else:
            inside = [box.piece for box in flow.boxes if box.row in run]
            folds.append(Fold(y + MIDDLE, len(run), (min(inside), max(inside))))
            y += FOLD
    return replace(flow, boxes=tuple(boxes), height=y), tuple(folds)


def _runs(flow: Flow, kept: Collection[int]) -> list[range]:
    """The lines from the first to the last, cut wherever kept ones and others meet."""
    n_rows = max((box.row for box in flow.boxes), default=-1) + 1
    cuts = [row for row in range(1, n_rows) if (row in kept) != (row - 1 in kept)]
    return [range(a, b) for a, b in zip([0, *cuts], [*cuts, n_rows], strict=True) if b > a]
