"""What a version prints while it is tried: its first lines, however much it prints."""

import io

MOST = 600  # characters


class Printed(io.TextIOBase):
    """A standard output that keeps the beginning of what is written to it."""

    def __init__(self) -> None:
        self.kept = ""

    def write(self, text: str, /) -> int:
        """Keep as much of the text as there is room for."""
        self.kept += text[: MOST - len(self.kept)]
        return len(text)

    @property
    def text(self) -> str:
        """What was kept; where more may have been printed, whole lines and a sign of it."""
        if len(self.kept) < MOST:
            return self.kept.strip()
        return f"{self.kept.rpartition(chr(10))[0].strip() or self.kept.strip()}\n…"
