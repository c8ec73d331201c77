"""Settings that change during a training: a number from each of some blocks on, such as ``0:0.4,1440:0.6``."""

from collections.abc import Iterator

ByBlock = tuple[tuple[int, float], ...]


def constant(value: float) -> ByBlock:
    """The same number in every block."""
    return ((0, value),)


def parse(text: str) -> ByBlock:
    """Read ``BLOCK:NUMBER,...``, or one number for all blocks. ValueError where blocks do not rise from 0."""
    if ":" not in text:
        return constant(float(text))
    pairs = tuple((int(block), float(value)) for block, value in (pair.split(":") for pair in text.split(",")))
    blocks = [block for block, _ in pairs]
    if blocks[0] != 0 or blocks != sorted(set(blocks)):
        raise ValueError(f"{text}: give numbers from block 0 on, as in 0:0.4,1440:0.6")
    return pairs


def to_text(values: ByBlock) -> str:
    """Write what `parse` reads."""
    return ",".join(f"{block}:{value}" for block, value in values)


def value_at(values: ByBlock, number: int) -> float:
    """The number that holds in block ``number``."""
    return next(value for block, value in reversed(values) if block <= number)


def spans(values: ByBlock, n_blocks: int) -> Iterator[tuple[int, int, float]]:
    """First block, block after the last, and number, of each stretch of the first ``n_blocks`` blocks."""
    ends = [block for block, _ in values[1:]] + [n_blocks]
    for (first, value), end in zip(values, ends, strict=True):
        if first < n_blocks:
            yield first, min(end, n_blocks), value
