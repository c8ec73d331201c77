"""The story in the film: bars for scores under the words that are met, shading once they are weights."""

from dataclasses import dataclass, replace
from functools import cached_property

from scene import Frame, Hit, Mark, line, rect, text
from scene.arrows import arc
from scene.flow import Box, Flow, flow
from scene.formats import number
from scene.formats import weight as written
from scene.legend import weight_legend
from scene.metrics import text_width
from scene.sentences import counted, far_back
from scene.story import Look, box_around, draw_story
from sections.film.folding import Fold, fold
from sections.film.moments import Moment
from sections.film.view import View
from sections.film.words import best_of_new

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
        words = f"⋯ {counted(fold.lines, 'line')}"
        wide = text_width(words, FOLD_SIZE)
        return Box(fold.pieces[0], 0, words, EDGE, fold.y + TOP + FOLD_SIZE * 0.36, wide, -1)

    def around(self, position: int) -> tuple[float, float, float, float]:
        """x, y, width, height of the area behind a token."""
        return box_around(self.box(position), self.flow)

    def under(self, position: int) -> tuple[float, float, float, float]:
        """x, y, width, height of the area below a token, where its bars stand."""
        box, flow = self.box(position), self.flow
        return box.x, box.y + UNDER * flow.size, max(box.w, 3.0), min(TALL, flow.row_height - AROUND * flow.size)


def lay_story(view: View, frame: Frame) -> Story:
    """Lay the story out in the frame's width; a phone shows the lines before the reader and of the largest weights."""
    width = frame.width - 2 * EDGE
    if not frame.narrow:
        return Story(flow(view.pieces, width, size=18, row=2.4))
    laid = flow(view.pieces, width, size=15.5, row=2.1)
    return Story(*fold(laid, _worth_seeing(view, laid)))


def _worth_seeing(view: View, laid: Flow) -> set[int]:
    """The lines that a phone shows: those that matter, and more by weight while there are few."""
    rows = {box.piece: box.row for box in reversed(laid.boxes)}
    here = rows[view.reader]
    found = set(range(max(0, here - N_NEAR + 1), rows.get(view.reader + 1, here) + 1))
    found |= {rows[j] for j in view.apart} | {rows[j] for j in view.ranked if view.look.weights[j] >= HEAVY}
    more = (rows[j] for j in view.ranked if rows[j] not in found)
    return found | set(list(dict.fromkeys(more))[: max(0, N_LINES - len(found))])


def draw_film_story(view: View, now: Moment, story: Story) -> tuple[list[Mark], list[Hit]]:
    """Draw the words, what is known of each by now, and the key that the query is at."""
    shaded = now.reached("weights")
    weights = [float(w) for w in view.look.weights] if shaded else []
    look = Look(weights, view.reader, range(view.n_keys, len(view.pieces)), view.names)
    marks, hits = draw_story(story.flow, look, x=EDGE, y=TOP, control="token", label=lambda j: _label(view, now, j))
    x, y, w, _ = story.around(view.reader)
    marks.append(_letter("q", x + w / 2, y, "query"))
    folds, more = _folds(view, now, story)
    return [*marks, *folds, *_bars(view, now, story), *_meeting(view, now, story), *_legend(now)], [*hits, *more]


def _folds(view: View, now: Moment, story: Story) -> tuple[list[Mark], list[Hit]]:
    """Say how many lines a fold hides and, once it is known, what they weigh; choosing it looks back from its end."""
    marks: list[Mark] = []
    hits: list[Hit] = []
    for folded in story.folds:
        box, (first, last) = story.fold_box(folded), folded.pieces
        key, words = f"fold{first}", box.text
        if first >= view.n_keys:
            words += ", still to come"
        elif now.reached("weights"):
            words += f", weight {written(float(view.look.weights[first : last + 1].sum()))} in all"
        marks.append(text(key, box.x, box.y, words, size=FOLD_SIZE, fill="muted"))
        label = f"{counted(folded.lines, 'line')} folded away: choose to look back from the last word of them"
        hits.append(Hit(key, box.x, box.y - FOLD_SIZE - 6, FOLD_WIDE, 24, label, {"token": last}))
    return marks, hits


def _bars(view: View, now: Moment, story: Story) -> list[Mark]:
    """Bars under the words: scores up and down from zero, then weights up from the bottom, then values that wait."""
    marks: list[Mark] = []
    if now.kind in ("meet", "scored"):
        most = max(float(abs(view.look.scores).max()), 1e-6)
        for j in filter(story.shows, range(view.n_keys - now.met, view.n_keys)):
            marks += _score(f"s{j}", float(view.look.scores[j]) / most, story.under(j))
    elif now.kind == "weights":
        for j in (j for j in range(view.n_keys) if view.look.weights[j] >= LEAST and story.shows(j)):
            x, y, w, h = story.under(j)
            tall = float(view.look.weights[j]) * h
            marks.append(rect(f"s{j}", x, y + h - tall, w, tall, fill="weight"))
    elif now.kind == "offer":
        for j in (j for j in range(view.n_keys) if j not in view.apart and story.shows(j)):
            x, y, w, h = story.under(j)
            marks.append(rect(f"o{j}", x, y + h / 2 - 1, w, 2, fill="value", opacity=0.45))
    return marks


def _score(key: str, share: float, area: tuple[float, float, float, float]) -> list[Mark]:
    x, y, w, h = area
    zero, tall = y + h / 2, abs(share) * h / 2
    bar = rect(key, x, zero - tall if share > 0 else zero, w, tall, fill="key", opacity=1 if share > 0 else 0.5)
    return [bar, line(f"{key}.zero", x, zero, x + w, zero, stroke="muted")]


def _meeting(view: View, now: Moment, story: Story) -> list[Mark]:
    """Outline the key that the query is at, and lead there from the reader."""
    if now.kind == "meet":
        at = best_of_new(view, now)
    elif now.kind == "scored":
        at = int(view.look.scores.argmax())
    else:
        return []
    x, y, w, h = story.around(at)
    here = story.around(view.reader)
    if at == view.reader:
        return [rect("meet", x - 2, y - 2, w + 4, h + 4, r=4, stroke="key", line_width=2)]
    curve = arc("meet.curve", (here[0] + here[2] / 2, here[1]), (x + w / 2, y), rise=10, line_width=1.25, opacity=0.7)
    return [curve, rect("meet", x, y, w, h, r=3, stroke="key", line_width=2), _letter("k", x + w / 2, y, "key")]


def _letter(letter: str, x: float, y: float, role: str) -> Mark:
    look = {"size": 12, "bold": True, "fill": role, "anchor": "middle", "halo": True}
    return text(f"letter.{letter}", x, y - 3, letter, **look)


def _legend(now: Moment) -> list[Mark]:
    if now.reached("weights"):
        return weight_legend("legend", EDGE, 2)[0]
    words = {"meet": "the bar under a word: its score, up or down from 0"}.get(
        now.kind if now.kind != "scored" else "meet"
    )
    return [text("legend.words", EDGE, 14, words, size=12.5, fill="muted")] if words else []


def _label(view: View, now: Moment, position: int) -> str:
    name = view.said(position)
    if position >= view.n_keys:
        return f"{name}, which is still to come: choose it to look back from there"
    where = far_back(view.reader - position)
    if now.reached("weights"):
        return f"{name}, {where}, weight {written(float(view.look.weights[position]))}"
    if position >= view.n_keys - now.met:
        return f"{name}, {where}, score {number(float(view.look.scores[position]))}"
    return f"{name}, {where}"
