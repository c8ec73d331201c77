"""The section's three pictures."""

from sections.transformer.picture_sizes import draw_sizes
from sections.transformer.picture_stages import draw_stages
from sections.transformer.picture_translator import draw_translator

__all__ = ["draw_sizes", "draw_stages", "draw_translator"]
