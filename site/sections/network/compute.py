"""What the figures read."""

from sections.network.counting import read_weights
from sections.network.following import read_flow
from sections.network.stepping import read_step

__all__ = ["read_flow", "read_step", "read_weights"]
