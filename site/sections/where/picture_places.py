"""Two grids of readers and read tokens: what position alone adds, by distance and by places."""

import numpy as np
from numpy.typing import NDArray
from scene import Frame, Mark, Scene, image, path, polyline, rect, text
from scene.metrics import text_width
from sections.where.compute import PlacesData
from sections.where.words import READ_TOKENS, READERS, grid_titles, span

GAP = 36.0
TITLE, FOOT = 44.0, 46.0  # px above and below a grid
SMALL = 12.5


def draw_places(data: PlacesData, frame: Frame) -> Scene:
    """Draw the two grids, side by side also on a phone: it is their difference that counts."""
    gap = 14.0 if frame.narrow else GAP
    size = min(270.0, (frame.width - gap - 4) / 2)
    left = 2.0 if frame.narrow else (frame.width - 2 * size - gap) / 2
    marks: list[Mark] = []
    values = (data.by_distance, data.by_place)
    buffers: list[NDArray[np.uint8]] = []
    for index, (titles, grid) in enumerate(zip(grid_titles(data), values, strict=True)):
        x = left + index * (size + gap)
        marks += _grid(f"grid{index}", titles, grid, x, size, index)
        buffers.append(depth(grid))
    height = TITLE + size + FOOT
    return Scene(frame.width, height, marks, buffers=buffers)


def depth(grid: NDArray[np.floating]) -> NDArray[np.uint8]:
    """One byte a cell: from faint for the smallest score to full for the largest; nothing for later tokens."""
    low, high = float(np.nanmin(grid)), float(np.nanmax(grid))
    share = (grid - low) / (high - low or 1.0)
    return np.where(np.isnan(grid), 0, 12 + 243 * np.nan_to_num(share)).astype(np.uint8)


def _grid(
    key: str, titles: tuple[str, str], grid: NDArray[np.floating], x: float, size: float, buffer: int
) -> list[Mark]:
    y, last = TITLE, len(grid) - 1
    corner = polyline([(x, y), (x + size, y + size), (x, y + size)], closed=True)
    words, look = span(float(np.nanmin(grid)), float(np.nanmax(grid))), {"size": SMALL, "fill": "muted"}
    wide, swatch = text_width(words, SMALL), y + size + 26
    return [
        text(f"{key}.title", x, 15, titles[0], size=13.5, bold=True),
        text(f"{key}.what", x, 32, titles[1], **look, max_width=size),
        image(f"{key}.scores", x, y, size, size, buffer, role="query"),
        path(f"{key}.edge", corner, stroke="line", line_width=1),
        text(f"{key}.query", x + size, y + size / 4, READERS.format(last), anchor="end", **look, max_width=size / 1.4),
        text(f"{key}.key", x, y + size + 16, READ_TOKENS.format(last), **look, max_width=size),
        rect(f"{key}.low", x, swatch, 12, 12, fill="query", opacity=0.05, stroke="line"),
        text(f"{key}.range", x + 19, swatch + 10.5, words, **look, width=wide),
        rect(f"{key}.high", x + 26 + wide, swatch, 12, 12, fill="query"),
    ]
