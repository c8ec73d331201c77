"""The story in the film: bars for scores under the words that are met, shading once they are weights."""

from dataclasses import dataclass, replace
from functools import cached_property, partial

from scene import Frame, Hit, Mark, line, rect, text
from scene.arrows import arc
from scene.flow import Box, Flow, flow
from scene.legend import weight_legend
from scene.metrics import text_width
from scene.story import Look, box_around, draw_story
from sections.film.compute import LookBackData
from sections.film.folding import Fold, fold
from sections.film.moments import Moment, key_at
from sections.film.words import LEGEND, fold_label, fold_weight, fold_words, token_label

EDGE = 6.0  # px around the text, for what is drawn around its words
TOP = 46.0  # px above the text, for the legend and for letters over its first line
UNDER = 0.64  # font sizes from a word's baseline to the bars below it
AROUND = 1.57  # font sizes from there to the area behind the word below, less a row
FOLD_SIZE, FOLD_WIDE = 12.0, 160.0  # px of the words of a fold, and of what a finger hits there
TALL = 13.0  # px of the bars, where there is room
N_LINES, N_NEAR = 9, 3  # lines that a phone shows, the last of them those that lead up to the reader
HEAVY = 0.05  # the line of a key with so much weight is always shown
LEAST = 0.005  # a smaller weight has no bar


@dataclass(frozen=True)
class Story:
    """The laid-out story, on a phone without the lines in its folds; places in it are px of the scene."""

    flow: Flow
    folds: tuple[Fold, ...] = ()

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return TOP + self.flow.height + 6

    @cached_property
    def _drawn(self) -> frozenset[int]:
        return frozenset(box.piece for box in self.flow.boxes)

    def shows(self, position: int) -> bool:
        """Whether a token is drawn, not folded away."""
        return position in self._drawn

    def box(self, position: int) -> Box:
        """The first box of a token, or that of the fold that it is in."""
        if not self.shows(position):
            return next(self.fold_box(fold) for fold in self.folds if position in fold)
        box = self.flow.of(position)
        return replace(box, x=box.x + EDGE, y=box.y + TOP)

    def fold_box(self, fold: Fold) -> Box:
        """Where the words of a fold stand."""
        words = fold_words(fold.lines)
        wide = text_width(words, FOLD_SIZE)
        return Box(fold.pieces[0], 0, words, EDGE, fold.y + TOP + FOLD_SIZE * 0.36, wide, -1)

    def around(self, position: int) -> tuple[float, float, float, float]:
        """x, y, width, height of the area behind a token."""
        return box_around(self.box(position), self.flow)

    def under(self, position: int) -> tuple[float, float, float, float]:
        """x, y, width, height of the area below a token, where its bars stand."""
        box, flow = self.box(position), self.flow
        return box.x, box.y + UNDER * flow.size, max(box.w, 3.0), min(TALL, flow.row_height - AROUND * flow.size)


def lay_story(data: LookBackData, frame: Frame) -> Story:
    """Lay the story out in the frame's width; a phone shows the lines before the reader and of the largest weights."""
    width = frame.width - 2 * EDGE
    if not frame.narrow:
        return Story(flow(data.pieces, width, size=18, row=2.4))
    laid = flow(data.pieces, width, size=15.5, row=2.1)
    return Story(*fold(laid, _worth_seeing(data, laid)))


def _worth_seeing(data: LookBackData, laid: Flow) -> set[int]:
    """The lines that a phone shows: those that matter, and more by weight while there are few."""
    rows = {box.piece: box.row for box in reversed(laid.boxes)}
    here = rows[data.reader]
    found = set(range(max(0, here - N_NEAR + 1), rows.get(data.reader + 1, here) + 1))
    ranked = data.look.by_weight()
    found |= {rows[j] for j in data.apart} | {rows[j] for j in ranked if data.look.weights[j] >= HEAVY}
    more = (rows[j] for j in ranked if rows[j] not in found)
    return found | set(list(dict.fromkeys(more))[: max(0, N_LINES - len(found))])


def draw_film_story(data: LookBackData, story: Story) -> tuple[list[Mark], list[Hit]]:
    """Draw the words, what is known of each by now, and the key that the query is at."""
    weights = data.look.weights.tolist() if data.moment.reached("weights") else []
    look = Look(weights, data.reader, range(data.look.n_keys, len(data.pieces)), data.names)
    marks, hits = draw_story(story.flow, look, x=EDGE, y=TOP, control="token", label=partial(token_label, data))
    x, y, w, _ = story.around(data.reader)
    marks.append(_letter("q", x + w / 2, y, "query"))
    folds, more = _folds(data, story)
    return [*marks, *folds, *_bars(data, story), *_meeting(data, story), *_legend(data.moment)], [*hits, *more]


def _folds(data: LookBackData, story: Story) -> tuple[list[Mark], list[Hit]]:
    """Say how many lines a fold hides and, once it is known, what they weigh; choosing it looks back from its end."""
    marks: list[Mark] = []
    hits: list[Hit] = []
    for folded in story.folds:
        box, (first, last) = story.fold_box(folded), folded.pieces
        key, words = f"fold{first}", box.text + fold_weight(data, first, last)
        marks.append(text(key, box.x, box.y, words, size=FOLD_SIZE, fill="muted"))
        hits.append(Hit(key, box.x, box.y - FOLD_SIZE - 6, FOLD_WIDE, 24, fold_label(folded.lines), {"token": last}))
    return marks, hits


def _bars(data: LookBackData, story: Story) -> list[Mark]:
    """Bars under the words: scores up and down from zero, then weights up from the bottom, then values that wait."""
    look, now = data.look, data.moment
    marks: list[Mark] = []
    if now.kind in ("meet", "scored"):
        most = max(float(abs(look.scores).max()), 1e-6)
        for j in filter(story.shows, range(look.n_keys - now.met, look.n_keys)):
            marks += _score(f"s{j}", float(look.scores[j]) / most, story.under(j))
    elif now.kind == "weights":
        for j in (j for j in range(look.n_keys) if look.weights[j] >= LEAST and story.shows(j)):
            x, y, w, h = story.under(j)
            tall = float(look.weights[j]) * h
            marks.append(rect(f"s{j}", x, y + h - tall, w, tall, fill="weight"))
    elif now.kind == "offer":
        for j in (j for j in range(look.n_keys) if j not in data.apart and story.shows(j)):
            x, y, w, h = story.under(j)
            marks.append(rect(f"o{j}", x, y + h / 2 - 1, w, 2, fill="value", opacity=0.45))
    return marks


def _score(key: str, share: float, area: tuple[float, float, float, float]) -> list[Mark]:
    x, y, w, h = area
    zero, tall = y + h / 2, abs(share) * h / 2
    bar = rect(key, x, zero - tall if share > 0 else zero, w, tall, fill="key", opacity=1 if share > 0 else 0.5)
    return [bar, line(f"{key}.zero", x, zero, x + w, zero, stroke="muted")]


def _meeting(data: LookBackData, story: Story) -> list[Mark]:
    """Outline the key that the query is at, and lead there from the reader."""
    if data.moment.kind not in ("meet", "scored"):
        return []
    at = key_at(data.look, data.moment)
    x, y, w, h = story.around(at)
    here = story.around(data.reader)
    if at == data.reader:
        return [rect("meet", x - 2, y - 2, w + 4, h + 4, r=4, stroke="key", line_width=2)]
    curve = arc("meet.curve", (here[0] + here[2] / 2, here[1]), (x + w / 2, y), rise=10, line_width=1.25, opacity=0.7)
    return [curve, rect("meet", x, y, w, h, r=3, stroke="key", line_width=2), _letter("k", x + w / 2, y, "key")]


def _letter(letter: str, x: float, y: float, role: str) -> Mark:
    look = {"size": 12, "bold": True, "fill": role, "anchor": "middle", "halo": True}
    return text(f"letter.{letter}", x, y - 3, letter, **look)


def _legend(now: Moment) -> list[Mark]:
    if now.reached("weights"):
        return weight_legend("legend", EDGE, 2)[0]
    return [text("legend.words", EDGE, 14, LEGEND, size=12.5, fill="muted")] if now.kind in ("meet", "scored") else []
