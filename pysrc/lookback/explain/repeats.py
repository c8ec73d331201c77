"""How often a stretch of tokens comes back in another story: what a network could learn by counting alone."""

from collections import Counter
from collections.abc import Sequence

from lookback.ops import Ids


def repeated_share(stories: Sequence[Ids], length: int) -> float:
    """Share of all stretches of ``length`` tokens in a row that stand in another of the stories (T,) too.

    Repeats within one story do not count. Nan where no story is that long.
    """
    stretches = [[story[i : i + length].tobytes() for i in range(len(story) - length + 1)] for story in stories]
    n_stories = Counter(stretch for story in stretches for stretch in set(story))
    repeated = [n_stories[stretch] > 1 for story in stretches for stretch in story]
    return sum(repeated) / len(repeated) if repeated else float("nan")
