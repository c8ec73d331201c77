"""A block of the worksheet: where its rows and columns stand, and how a cell is written."""

from dataclasses import dataclass

from scene import Hit, Mark, line, rect, text

ROW = 23  # px
HEAD = 60  # px of a block above its rows
SIZE = 13.0  # font size in a narrow block, px
WIDE = 480  # px from which a block has room for every intermediate number


@dataclass(frozen=True)
class Block:
    """One step: its name in keys, its upper left corner and its width (px). Columns count from its left edge."""

    key: str
    x: float
    y: float
    width: float

    @property
    def wide(self) -> bool:
        """Whether every intermediate number has room."""
        return self.width >= WIDE

    @property
    def size(self) -> float:
        """Font size of a cell, px."""
        return 14.0 if self.wide else SIZE

    def row(self, index: int) -> float:
        """Give the upper edge of a row."""
        return self.y + HEAD + index * ROW

    def head(self, title: str, words: str) -> list[Mark]:
        """Write what the step is called and what is done in it."""
        return [
            text(f"{self.key}.title", self.x, self.y + 15, title, size=15, bold=True),
            text(f"{self.key}.how", self.x, self.y + 34, words, size=12.5, fill="muted", max_width=self.width),
        ]

    def over(self, column: float, words: str, role: str) -> Mark:
        """Write the name of a column above it."""
        key, y = f"{self.key}.over{column:g}", self.y + HEAD - 5
        return text(key, self.x + column, y, words, size=12, bold=True, fill=role, anchor="end")

    def write(self, column: float, row: int, words: str, **style: object) -> Mark:
        """Write one cell that ends at its column."""
        key, y = f"{self.key}{row}.{column:g}", self.row(row) + 16
        return text(key, self.x + column, y, words, **{"size": self.size, "anchor": "end", **style})

    def sign(self, column: float, row: int, words: str) -> Mark:
        """Write a sign between two columns."""
        return self.write(column, row, words, anchor="middle", fill="muted")

    def raised(self, column: float, row: int, words: str) -> Mark:
        """Write an exponent."""
        key, y = f"{self.key}{row}.exponent", self.row(row) + 10.5
        return text(key, self.x + column, y, words, size=self.size * 0.8)

    def total(self, column: float, row: int, words: str, **style: object) -> Mark:
        """Write one cell of the sums, below their rule."""
        key, y = f"{self.key}.total{column:g}", self.row(row) + 20
        return text(key, self.x + column, y, words, **{"size": self.size, "anchor": "end", "bold": True, **style})

    def rule(self, row: int, start: float, end: float) -> list[Mark]:
        """Draw the line under which a sum stands."""
        y = self.row(row) + 2.5
        return [line(f"{self.key}.rule{start:g}", self.x + start, y, self.x + end, y, stroke="muted")]

    def hit(self, row: int, label: str) -> Hit:
        """Make a row something to point at."""
        return Hit(f"{self.key}{row}", self.x, self.row(row), self.width, ROW, label)


def height(n_rows: int, *, total: bool) -> float:
    """Give the height of a block, px."""
    return HEAD + n_rows * ROW + (ROW + 6 if total else 0)


def bar_from_middle(block: Block, column: float, row: int, share: float) -> list[Mark]:
    """Draw a share, -1 to 1, as a bar in the room from `column` on, from the middle to the right for a positive one."""
    start = block.x + column
    room, y = block.x + block.width - start, block.row(row)
    zero, long, key = start + room / 2, share * room / 2, f"{block.key}{row}"
    return [
        rect(f"{key}.bar", min(zero, zero + long), y + 6, abs(long), ROW - 12, fill="muted", opacity=0.7),
        line(f"{key}.zero", zero, y, zero, y + ROW, stroke="muted"),
    ]
