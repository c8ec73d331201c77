"""A scene as SVG: the page's first state, printing, downloads."""

import base64
import struct
import zlib
from html import escape
from itertools import groupby
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from scene.color import LIGHT, PALETTES
from scene.marks import DEFAULTS, REST, Mark, printable
from scene.metrics import text_width
from scene.scene import Scene

Colors = Literal["roles", "light", "dark"]
FONTS = {
    "sans": "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif",
    "serif": "Charter, 'Bitstream Charter', 'Sitka Text', Cambria, Georgia, serif",
    "mono": "ui-monospace, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace",
}


def to_svg(scene: Scene, *, prefix: str = "scene", colors: Colors = "roles") -> str:
    """Write the scene as one <svg> element.

    prefix: begins every id, so that many pictures share a page. colors: "roles" leaves them to the page's custom
    properties, with the light ones to fall back on; "light" and "dark" fix them and lay paper behind (downloads).
    Marks shown only while something is pointed at (`when`) are left out.
    """
    writer = _Writer(scene, prefix, colors)
    title, _, rest = scene.alt.partition(". ")
    size = f'width="{_n(scene.width)}" height="{_n(scene.height)}" viewBox="0 0 {_n(scene.width)} {_n(scene.height)}"'
    names = f'role="img" aria-labelledby="{prefix}-title{f" {prefix}-desc" if rest else ""}"'
    desc = f'<desc id="{prefix}-desc">{_xml(rest)}</desc>' if rest else ""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {names}>'
    title = f'<title id="{prefix}-title">{_xml(title)}</title>'
    return f"{head}{title}{desc}{writer.paper()}{writer.marks()}</svg>"


class _Writer:
    def __init__(self, scene: Scene, prefix: str, colors: Colors) -> None:
        self.scene, self.prefix = scene, prefix
        self.colors: Colors = colors
        self.masks = 0

    def paper(self) -> str:
        if self.colors == "roles":
            return ""
        return f'<rect width="{_n(self.scene.width)}" height="{_n(self.scene.height)}"{self.color("fill", "paper")}/>'

    def marks(self) -> str:
        shown = [mark for mark in self.scene.marks if mark.get("when", REST) == REST]
        runs = groupby(shown, key=lambda mark: mark.get("font", "sans") if mark["kind"] == "text" else None)
        return "".join(self.run(font, list(run)) for font, run in runs)

    def run(self, font: str | None, marks: list[Mark]) -> str:
        body = "".join(getattr(self, "_" + mark["kind"])({**DEFAULTS[mark["kind"]], **mark}) for mark in marks)
        return f'<g font-family="{FONTS[font]}">{body}</g>' if font else body

    def color(self, attribute: str, role: str | None) -> str:
        if role is None:
            return f' {attribute}="none"' if attribute == "fill" else ""
        if self.colors == "roles":
            return f' {attribute}="var(--{role},{LIGHT[role]})"'
        value = PALETTES[self.colors][role]
        return f' {attribute}="{value}"'

    def strokes(self, mark: Mark) -> str:
        if mark["stroke"] is None:
            return ""
        width = f' stroke-width="{_n(mark["line_width"])}"' if mark["line_width"] != 1 else ""
        dash = f' stroke-dasharray="{" ".join(map(_n, mark["dash"]))}"' if mark["dash"] else ""
        return self.color("stroke", mark["stroke"]) + width + dash

    def _rect(self, mark: Mark) -> str:
        corner = f' rx="{_n(mark["r"])}"' if mark["r"] else ' shape-rendering="crispEdges"'
        look = self.color("fill", mark["fill"]) + self.strokes(mark) + _opacity(mark)
        return f"<rect{_at(mark, w='width', h='height')}{corner}{look}/>"

    def _line(self, mark: Mark) -> str:
        straight = mark["x1"] == mark["x2"] or mark["y1"] == mark["y2"]
        crisp = ' shape-rendering="crispEdges"' if straight else ""
        ends = "".join(f' {name}="{_n(mark[name])}"' for name in ("x1", "y1", "x2", "y2"))
        return f"<line{ends}{crisp}{self.strokes(mark)}{_opacity(mark)}/>"

    def _path(self, mark: Mark) -> str:
        joins = ' stroke-linejoin="round" stroke-linecap="round"' if mark["stroke"] else ""
        return f'<path d="{mark["d"]}"{self.color("fill", mark["fill"])}{self.strokes(mark)}{joins}{_opacity(mark)}/>'

    def _text(self, mark: Mark) -> str:
        anchor = f' text-anchor="{mark["anchor"]}"' if mark["anchor"] != "start" else ""
        style = (' font-weight="600"' if mark["bold"] else "") + (' font-style="italic"' if mark["italic"] else "")
        halo = self.color("stroke", "paper") + ' stroke-width="3" stroke-linejoin="round" paint-order="stroke"'
        around = halo if mark["halo"] else ""
        turn = f' transform="rotate({_n(mark["rotate"])} {_n(mark["x"])} {_n(mark["y"])})"' if mark["rotate"] else ""
        return (
            f'<text x="{_n(mark["x"])}" y="{_n(mark["y"])}" font-size="{_n(mark["size"])}"{anchor}{style}{_fit(mark)}'
            f"{self.color('fill', mark['fill'])}{around}{turn}{_opacity(mark)}>{_xml(mark['text'])}</text>"
        )

    def _image(self, mark: Mark) -> str:
        buffer = self.scene.buffers[mark["buffer"]]
        place = _at(mark, w="width", h="height")
        href = f'href="data:image/png;base64,{base64.b64encode(png(buffer)).decode("ascii")}"'
        pixels = f'<image{place} preserveAspectRatio="none" image-rendering="pixelated" {href}'
        if mark["role"] is None:
            return f"{pixels}{_opacity(mark)}/>"
        self.masks += 1
        name = f"{self.prefix}-depth-{self.masks}"
        return (
            f'<mask id="{name}">{pixels}/></mask>'
            f'<rect{place}{self.color("fill", mark["role"])} mask="url(#{name})"{_opacity(mark)}/>'
        )


def png(pixels: NDArray[np.uint8]) -> bytes:
    """Pixels (rows, cols) gray or (rows, cols, 4) RGBA as a PNG file (W3C PNG, third edition)."""
    rows, cols = pixels.shape[:2]
    kind = 0 if pixels.ndim == 2 else 6
    lines = np.hstack([np.zeros((rows, 1), np.uint8), pixels.reshape(rows, -1)])
    header = struct.pack(">IIBBBBB", cols, rows, 8, kind, 0, 0, 0)
    chunks = ((b"IHDR", header), (b"IDAT", zlib.compress(lines.tobytes(), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, body) for name, body in chunks)


def _chunk(name: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))


def _fit(mark: Mark) -> str:
    room = mark["width"]
    if room is None and mark["max_width"] is not None:
        wide = text_width(mark["text"], mark["size"], mark["font"], bold=mark["bold"]) > mark["max_width"]
        room = mark["max_width"] if wide else None
    return f' textLength="{_n(room)}" lengthAdjust="spacingAndGlyphs"' if room else ""


def _at(mark: Mark, **names: str) -> str:
    return "".join(f' {names.get(name, name)}="{_n(mark[name])}"' for name in ("x", "y", "w", "h"))


def _opacity(mark: Mark) -> str:
    return f' opacity="{_n(mark["opacity"])}"' if mark["opacity"] != 1 else ""


def _n(value: Any) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _xml(string: str) -> str:
    return escape(printable(string), quote=True)
