"""Pictures as data: marks, scales, colors by role, and how to write them as SVG. Knows no network."""

from scene.marks import Mark, image, line, path, polyline, rect, text
from scene.scene import Frame, Hit, Scene, Table
from scene.svg import to_svg

__all__ = [
    "Frame", "Hit", "Mark", "Scene", "Table", "image", "line", "path", "polyline", "rect", "text", "to_svg",
]  # fmt: skip
