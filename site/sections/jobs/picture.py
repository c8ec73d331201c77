"""The loss through training, and below it a row for each head: bars by distance, what it does, what it reads most."""

from dataclasses import dataclass
from functools import cached_property

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.formats import number
from scene.paragraph import break_lines, draw_lines
from sections.jobs.compute import HeadFacts, HeadsData
from sections.jobs.picture_curve import draw_curve
from sections.jobs.words import BANDS_HEAD, HEAD, LEGEND, bands, job_in_words, most_read

NAME = 66  # px for the head's name before its bars
TALL = 46  # px of the longest bar
NUMBER = 17  # px below it for its number
SIZE, SMALL = 13.5, 12.5
ROW = 1.35  # height of a line of text in font sizes
GAP = 18  # px between two heads


@dataclass(frozen=True)
class Layout:
    """Where the parts of a head's row stand, in px; `most` is the share that the longest bar stands for."""

    frame: Frame
    data: HeadsData

    @property
    def beside(self) -> bool:
        """Whether the words stand beside the bars, not below them."""
        return not self.frame.narrow

    @property
    def column(self) -> float:
        """Width of one band's column."""
        wide = 44 if self.frame.width > 800 else 34
        return wide if self.beside else (self.frame.width - NAME) / len(bands())

    @property
    def words_x(self) -> float:
        """Where a row's words begin."""
        return NAME + len(bands()) * self.column + 22 if self.beside else NAME

    @property
    def words_width(self) -> float:
        """Their width."""
        return self.frame.width - self.words_x

    @cached_property
    def most(self) -> float:
        """The longest bar of all moments, so that the bars of one can be compared with those of another."""
        return max(head.by_distance.max() for heads in self.data.history for head in heads)

    @cached_property
    def words_height(self) -> tuple[float, ...]:
        """Room for each head's words, enough for its longest sentence, so that a film does not jump."""
        return tuple(max(map(self._height, moments)) for moments in zip(*self.data.history, strict=True))

    def row_height(self, head: int) -> float:
        """Height of a head's row, the gap below it included."""
        bars, words = TALL + NUMBER, self.words_height[head]
        return (max(bars, words) if self.beside else bars + words) + GAP

    def job(self, head: HeadFacts) -> tuple[str, ...]:
        """What a head does, in lines."""
        return break_lines(job_in_words(head), SIZE, self.words_width)

    def most_read(self, head: HeadFacts) -> tuple[str, ...]:
        """What it reads most, in lines."""
        return break_lines(most_read(head), SMALL, self.words_width)

    def _height(self, head: HeadFacts) -> float:
        return (len(self.job(head)) * SIZE + len(self.most_read(head)) * SMALL) * ROW + 6


def draw_heads(data: HeadsData, frame: Frame) -> Scene:
    """Draw one moment of training; choosing a point of the curve or a head shows another."""
    layout = Layout(frame, data)
    marks, hits, top = draw_curve(data, frame)
    marks += _band_names("bands", layout, top + (32 if layout.beside else 48))
    marks += _legend(layout, top + 12)
    y = top + (44 if layout.beside else 60)
    for head in range(len(data.heads)):
        row, hit = _row(layout, head, y)
        marks += row
        hits.append(hit)
        y += layout.row_height(head)
    return Scene(frame.width, y, marks, hits)


def _legend(layout: Layout, y: float) -> list[Mark]:
    return draw_lines("legend", break_lines(LEGEND, SMALL, layout.frame.width), 0, y, size=SMALL, fill="muted")


def _band_names(key: str, layout: Layout, y: float) -> list[Mark]:
    look = {"size": 12, "fill": "muted", "anchor": "middle"}
    marks = [text(f"{key}.{i}", _middle(layout, i), y, name, **look) for i, name in enumerate(bands())]
    return [text(key, 0, y, BANDS_HEAD, size=12, fill="muted"), *marks]


def _middle(layout: Layout, band: int) -> float:
    return NAME + (band + 0.5) * layout.column


def _row(layout: Layout, head: int, y: float) -> tuple[list[Mark], Hit]:
    facts, key, name = layout.data.heads[head], f"head{head}", HEAD.format(head)
    chosen = head == layout.data.chosen
    base = y + TALL
    marks = [text(key, 8, base, name, size=SIZE, bold=chosen)]
    if chosen:
        marks.append(line("chosen", 0, y, 0, base + NUMBER, stroke="query", line_width=3))
    marks += _bars(layout, key, facts, base)
    words_y = y + SIZE if layout.beside else base + NUMBER + SIZE + 6
    job = layout.job(facts)
    marks += draw_lines(f"{key}.does", job, layout.words_x, words_y, size=SIZE)
    below = words_y + len(job) * SIZE * ROW + 4
    marks += draw_lines(f"{key}.reads", layout.most_read(facts), layout.words_x, below, size=SMALL, fill="muted")
    height = layout.row_height(head)
    return marks, Hit(key, 0, y, layout.frame.width, height, f"{name}: {job_in_words(facts)}", {"head": head})


def _bars(layout: Layout, key: str, head: HeadFacts, base: float) -> list[Mark]:
    """Draw a bar for each band with its percent below, and a dash at an even reader's height."""
    marks, wide = [line(f"{key}.zero", NAME, base, NAME + len(bands()) * layout.column, base, stroke="muted")], 0.62
    shares = zip(head.by_distance.tolist(), head.even_by_distance.tolist(), strict=True)
    for band, (share, expected) in enumerate(shares):
        middle, half = _middle(layout, band), layout.column * wide / 2
        tall, dash = (TALL * value / layout.most for value in (share, expected))
        marks.append(rect(f"{key}.bar{band}", middle - half, base - tall, 2 * half, tall, fill="weight"))
        level = base - dash
        ends = (middle - layout.column * 0.44, level, middle + layout.column * 0.44, level)
        marks.append(line(f"{key}.even{band}", *ends, stroke="text", line_width=1.5, dash=(3, 2)))
        marks.append(text(f"{key}.share{band}", middle, base + 14, _whole(share), size=12, anchor="middle"))
    return marks


def _whole(share: float) -> str:
    return "<1" if 0 < share < 0.005 else number(100 * share, 0)
