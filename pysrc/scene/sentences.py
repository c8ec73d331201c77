"""What sentences are made of: runs of words, and numbers as a sentence says them."""

from scene.formats import count


def times(n: int) -> str:
    """Say how often: "once", "twice", "62 times"."""
    return {1: "once", 2: "twice"}.get(n, f"{count(n)} times")
