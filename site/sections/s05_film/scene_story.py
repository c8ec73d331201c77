"""The story in the film: bars for scores under the words that are met, shading once they are weights."""

from dataclasses import dataclass

from scene import Frame, Hit, Mark, line, rect, text
from scene.arrows import arc
from scene.flow import Box, Flow, flow
from scene.formats import number
from scene.formats import weight as written
from scene.legend import weight_legend
from scene.sentences import far_back
from scene.story import Look, box_around, draw_story
from sections.s05_film.captions import best_of_new
from sections.s05_film.moments import Moment
from sections.s05_film.view import View

EDGE = 6.0  # px around the text, for what is drawn around its words
TOP = 46.0  # px above the text, for the legend and for letters over its first line
UNDER = 0.64  # font sizes from a word's baseline to the bars below it
TALL = 13.0  # px of the bars
LEAST = 0.005  # a smaller weight has no bar


@dataclass(frozen=True)
class Story:
    """The laid-out story; places in it are px of the scene."""

    flow: Flow

    @property
    def bottom(self) -> float:
        """Where it ends."""
        return TOP + self.flow.height + 6

    def box(self, position: int) -> Box:
        """The first box of a token."""
        box = self.flow.of(position)
        return Box(box.piece, box.part, box.text, box.x + EDGE, box.y + TOP, box.w, box.row, box.joined)

    def around(self, position: int) -> tuple[float, float, float, float]:
        """x, y, width, height of the area behind a token."""
        return box_around(self.box(position), self.flow)

    def under(self, position: int) -> tuple[float, float, float, float]:
        """x, y, width, height of the area below a token, where its bars stand."""
        box = self.box(position)
        return box.x, box.y + UNDER * self.flow.size, max(box.w, 3.0), TALL


def lay_story(view: View, frame: Frame) -> Story:
    """Lay the story out in the frame's width."""
    size = 16 if frame.narrow else 18
    return Story(flow(view.pieces, frame.width - 2 * EDGE, size=size, row=2.4))


def draw_film_story(view: View, now: Moment, story: Story) -> tuple[list[Mark], list[Hit]]:
    """Draw the words, what is known of each by now, and the key that the query is at."""
    shaded = now.reached("weights")
    weights = [float(w) for w in view.look.weights] if shaded else []
    look = Look(weights, view.reader, range(view.n_keys, len(view.pieces)), view.names)
    marks, hits = draw_story(story.flow, look, x=EDGE, y=TOP, param="token", label=lambda j: _label(view, now, j))
    x, y, w, _ = story.around(view.reader)
    marks.append(_letter("q", x + w / 2, y, "query"))
    return [*marks, *_bars(view, now, story), *_meeting(view, now, story), *_legend(now)], hits


def _bars(view: View, now: Moment, story: Story) -> list[Mark]:
    """Bars under the words: scores up and down from zero, then weights up from the bottom, then values that wait."""
    marks: list[Mark] = []
    if now.kind in ("meet", "scored"):
        most = max(float(abs(view.look.scores).max()), 1e-6)
        for j in range(view.n_keys - now.met, view.n_keys):
            marks += _score(f"s{j}", float(view.look.scores[j]) / most, story.under(j))
    elif now.kind == "weights":
        for j in (j for j in range(view.n_keys) if view.look.weights[j] >= LEAST):
            x, y, w, h = story.under(j)
            tall = float(view.look.weights[j]) * h
            marks.append(rect(f"s{j}", x, y + h - tall, w, tall, fill="weight"))
    elif now.kind == "offer":
        for j in (j for j in range(view.n_keys) if j not in view.apart):
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
