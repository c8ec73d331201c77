"""One weight worked out: eight products, their sum, and the steps from there to the weight."""

from collections.abc import Sequence

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.color import shade
from scene.metrics import shorten, text_width
from sections.lookup import words_scores as words
from sections.lookup.compute import LookBackData
from sections.lookup.words_scores import Step, written

ROW = 24  # px a row
HEAD = 52  # px of a block above its rows
GAP = 40  # px between the two blocks
SIZE = 13.5
# Right edges of the columns within the products' block, px.
Q, K, PRODUCT = 84, 172, 256
ROOMY = 1.1  # readers’ fonts may be wider than the estimate
TIMES = 14  # px on either side of a sign for times


def draw_scores(data: LookBackData, frame: Frame) -> Scene:
    """Draw the products and the steps, beside each other where there is room."""
    width = frame.width if frame.narrow else (frame.width - GAP) / 2
    marks, hits, height = _products(data, width)
    steps_x, steps_y = (0, height + GAP / 2) if frame.narrow else (width + GAP, 0)
    more, more_hits, more_height = _draw_steps(words.steps(data), steps_x, steps_y, width)
    height = steps_y + more_height if frame.narrow else max(height, more_height)
    return Scene(frame.width, height, [*marks, *more], [*hits, *more_hits])


def _products(data: LookBackData, width: float) -> tuple[list[Mark], list[Hit], float]:
    worked = data.worked
    marks = [*_title(data, width), *_columns("heads", 42, words.PRODUCT_HEADS, fill="muted")]
    hits: list[Hit] = []
    lowest, highest = (pick(0.0, *map(float, worked.products)) for pick in (min, max))
    for index, (q, k, product) in enumerate(zip(worked.q, worked.k, worked.products, strict=True)):
        top = HEAD + index * ROW
        key, numbers = f"product{index}", tuple(map(written, (q, k, product)))
        marks += _product_row(key, index, top, numbers)
        marks.append(_bar(f"{key}.bar", float(product), (lowest, highest), (PRODUCT + 12, width), top))
        hits.append(Hit(key, 0, top, width, ROW, words.product_label(index, numbers)))
    end = HEAD + len(worked.products) * ROW
    marks += [
        line("sum.rule", 0, end + 2.5, width, end + 2.5, stroke="muted"),
        text("sum.words", 0, end + 22, words.SUM, size=SIZE),
        text("sum", PRODUCT, end + 22, written(worked.dot), size=SIZE, bold=True, anchor="end"),
    ]
    return marks, hits, end + 34


def _title(data: LookBackData, width: float) -> list[Mark]:
    """Name both vectors: "q of When × k of Sara"."""
    room = (width / 2 - TIMES) / ROOMY
    asks, offers = (shorten(title, SIZE, room, bold=True) for title in words.products_title(data))
    end = ROOMY * text_width(asks, SIZE, bold=True)
    return [
        text("asks", 0, 16, asks, size=SIZE, bold=True, fill="query"),
        text("times", end + TIMES, 16, "×", size=SIZE, fill="muted", anchor="middle"),
        text("offers", end + 2 * TIMES, 16, offers, size=SIZE, bold=True, fill="key"),
    ]


def _product_row(key: str, index: int, top: float, numbers: Sequence[str]) -> list[Mark]:
    y = top + 16
    return [
        text(f"{key}.index", 0, y, str(index + 1), size=12, fill="muted"),
        text(f"{key}.q", Q, y, numbers[0], size=SIZE, fill="query", anchor="end"),
        text(f"{key}.times", Q + TIMES, y, "×", size=SIZE, fill="muted", anchor="middle"),
        text(f"{key}.k", K, y, numbers[1], size=SIZE, fill="key", anchor="end"),
        text(f"{key}.is", (K + PRODUCT) / 2 - 26, y, "=", size=SIZE, fill="muted", anchor="middle"),
        text(f"{key}.product", PRODUCT, y, numbers[2], size=SIZE, anchor="end"),
    ]


def _columns(key: str, y: float, words: Sequence[str], *, fill: str) -> list[Mark]:
    places = zip((Q, K, PRODUCT), words, strict=True)
    return [text(f"{key}{i}", x, y, word, size=12, fill=fill, anchor="end") for i, (x, word) in enumerate(places)]


def _bar(key: str, product: float, ends: tuple[float, float], place: tuple[float, float], top: float) -> Mark:
    """Draw a product as a bar from 0, where 0 and all products lie between `ends`, drawn at `place` (px)."""
    (lowest, highest), (left, right) = ends, place
    scale = (right - left) / max(highest - lowest, 1e-6)
    start = left + (min(0.0, product) - lowest) * scale
    return rect(key, start, top + 6, abs(product) * scale, ROW - 12, fill="muted")


def _draw_steps(steps: Sequence[Step], x: float, y: float, width: float) -> tuple[list[Mark], list[Hit], float]:
    marks: list[Mark] = [text("steps", x, y + 16, words.STEPS_TITLE, size=SIZE, bold=True)]
    hits: list[Hit] = []
    top = y + 28
    for index, step in enumerate(steps):
        key, shown_value = f"step{index}", written(step.value)
        if step.result:
            marks.append(line(f"{key}.rule", x, top + 2.5, x + width, top + 2.5, stroke="muted"))
            top += 4
        if index == len(steps) - 1:
            weight = min(1.0, float(step.value))
            marks.append(
                rect(f"{key}.shade", x + width - 74, top + 3, 74, ROW, r=3, fill="weight", opacity=shade(weight))
            )
        marks.append(text(f"{key}.words", x, top + 20, step.words, size=SIZE, max_width=width - 84, bold=step.result))
        place = (x + width - 6, top + 20)
        marks.append(text(key, *place, shown_value, size=SIZE, anchor="end", bold=step.result))
        hits.append(Hit(key, x, top + 3, width, ROW, f"{step.words}: {shown_value}"))
        top += ROW
    return marks, hits, top + 12 - y
