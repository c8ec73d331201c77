"""What is said of what q.k follows, head by head."""

from scene import Table
from scene.formats import count, number, percent
from sections.lookup.likeness import STRONG, WEAK, HeadLikeness, LikenessData
from worker.contract import Words

HEAD = "head {}"
TITLES = (
    ("q·k with the", "cosine of rows"),
    ("closest key is", "not the largest"),
    ("lengths of", "most keys"),
    ("part that changes", "its sign"),
)
SHORT_TITLES = (("cosine", "of rows"), ("closest not", "largest"), ("lengths", "of keys"), ("part that", "changes"))
COLUMNS = (
    "Head", "q·k with cosine of rows", "Closest is not largest", "A tenth of keys below", "Half below",
    "Nine tenths below", "Rank", "Changes its sign",
)  # fmt: skip
CALL = (
    'lookback.measures.measure(models, "directions")\n'
    "prepared = lookback.measures.prepared.prepare(models, models.stories)\n"
    "ids = numpy.concatenate([story.ids for story in prepared])\n"
    "lookback.explain.comparison.key_length_quantiles(models.attention, ids)\n"
    "lookback.explain.comparison.one_way_shares(models.attention)"
)


def say_likeness(data: LikenessData) -> Words:
    """Say of the chosen head how much q.k has to do with likeness and with direction, and what its table is like."""
    chosen = data.heads[data.head]
    short, _, long = (number(length, 1) for length in chosen.lengths)
    notice = (
        f"Head {chosen.head}: over {count(data.pairs)} pairs, its q·k {follows(chosen.correlation)} the cosine of "
        f"the rows (correlation {number(chosen.correlation)}). In {percent(chosen.not_closest)} of all positions "
        "the key closest in direction to the query is not the one with the largest q·k: a tenth of the ",
        ("keys", "key"),
        f" are shorter than {short}, and a tenth longer than {long}.",
    )
    details = (
        f"The last column: {percent(chosen.one_way)} of its table changes its sign when reader and read change "
        f"places; the table’s rank is {chosen.rank}. The green bars leave out the shortest and the longest tenth "
        "of the keys; the line across them stands where half are shorter."
    )
    labels = "; ".join(map(head_label, data.heads))
    alt = f"What q·k follows, for {len(data.heads)} heads over {data.n_stories} stories. {labels}."
    rows = [(h.head, h.correlation, h.not_closest, *h.lengths, h.rank, h.one_way) for h in data.heads]
    caption = f"Each head over all pairs of {data.n_stories} test stories: choose a row to choose the head"
    return Words(notice=notice, details=(details,), call=CALL, alt=alt, table=Table(COLUMNS, tuple(rows), caption))


def follows(correlation: float) -> str:
    """Say how a head's q.k goes with the cosine: "hardly follows", "loosely follows", "closely runs against"."""
    if abs(correlation) < WEAK:
        return "hardly follows"
    how = "closely" if abs(correlation) > STRONG else "loosely"
    return f"{how} {'follows' if correlation > 0 else 'runs against'}"


def head_label(head: HeadLikeness) -> str:
    """Say a head's numbers in one line."""
    return (
        f"head {head.head}: correlation {number(head.correlation)}, closest not largest {percent(head.not_closest)}, "
        f"keys from {span(head)}, {percent(head.one_way)} changes its sign"
    )


def span(head: HeadLikeness) -> str:
    """Say how long its keys are."""
    return f"{number(head.lengths[0], 1)} to {number(head.lengths[2], 1)}"


def scale_ends(longest: float) -> tuple[tuple[str, str, str], ...]:
    """Say where each column's bars begin, what their middle means, and where they end."""
    return ("−1", "0", "1"), ("0", "", "100%"), ("0", "", number(longest, 1)), ("0", "half", "all")
