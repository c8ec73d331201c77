"""Where the parts of the stages stand (px of the scene), shared by all stages so that what stays does not move."""

from dataclasses import dataclass

from scene import Frame
from sections.transformer.compute import WORDS, StagesData
from sections.transformer.drawing import Area

HEIGHT = 506.0
GUESS = (14.0, 30.0)  # top and height of what is guessed
WORD = 486.0  # baseline of the words
ABOVE_WORDS = 466.0
BAR = (244.0, 26.0)  # what the hidden layer reads
HIDDEN = (146.0, 40.0)
HEADS = (338.0, 50.0)


@dataclass(frozen=True)
class Places:
    """The width that the diagram fills, and the share of it that a row takes beside the heads' results."""

    left: float
    width: float
    data: StagesData

    def word(self, index: int) -> float:
        """The middle of a word."""
        return self.left + (index + 0.5) * self.width / len(WORDS)

    @property
    def last(self) -> float:
        """The middle of the word that reads."""
        return self.word(len(WORDS) - 1)

    @property
    def unit(self) -> float:
        """Width of one number in the bar that the hidden layer of the attention network reads."""
        return self.width / self.data.n_inputs

    @property
    def row(self) -> Area:
        """The row of the word that reads, at the left end of the bar."""
        return (self.left, BAR[0], self.data.config.d_model * self.unit - 3, BAR[1])

    @property
    def stream(self) -> float:
        """Where the row flows upward once it is added to: the middle of the row."""
        return self.row[0] + self.row[2] / 2

    def result(self, head: int) -> Area:
        """The result of one head, beside the row."""
        step = self.data.config.d_value * self.unit
        return (self.left + self.data.config.d_model * self.unit + head * step, BAR[0], step - 3, BAR[1])

    @property
    def side(self) -> tuple[float, float]:
        """Left edge and width of what stands beside the stream: heads, and later the MLP."""
        start = self.result(0)[0]
        return start, self.left + self.width - start - 3

    @property
    def branch(self) -> float:
        """The middle of what stands beside the stream."""
        return self.side[0] + self.side[1] / 2


def places(frame: Frame, data: StagesData) -> Places:
    """Lay the diagram out in a frame."""
    room = min(frame.width - 16, 560.0)
    return Places((frame.width - room) / 2, room, data)
