"""The section's three pictures."""

from sections.s10_transformer.scene_sizes import draw_sizes
from sections.s10_transformer.scene_stages import draw_stages
from sections.s10_transformer.scene_translator import draw_translator

__all__ = ["draw_sizes", "draw_stages", "draw_translator"]
