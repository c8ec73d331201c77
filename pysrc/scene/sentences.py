"""What sentences are made of: runs of words, and numbers and lists as a sentence says them."""

from collections.abc import Iterable, Sequence

from scene.formats import count

Run = str | tuple[str, str]  # words, or words with the role that colors them or the address that they link to


def plain(runs: str | Iterable[Run]) -> str:
    """Runs without their roles."""
    return "".join(run if isinstance(run, str) else run[0] for run in runs)


def capitalized(runs: Iterable[Run]) -> tuple[Run, ...]:
    """Begin a sentence: with a capital, where the first run has no role."""
    first, *more = runs
    return (first[:1].upper() + first[1:] if isinstance(first, str) else first, *more)


def spelled(written: str) -> str:
    """Say a number that is written short: "<0.01" is "less than 0.01"."""
    return written.replace("<", "less than ")


def times(n: int) -> str:
    """Say how often: "once", "twice", "62 times"."""
    return {1: "once", 2: "twice"}.get(n, f"{count(n)} times")


def counted(n: int, what: str) -> str:
    """Say how many: "1 token", "1,240 tokens"."""
    return f"{count(n)} {what}{'' if n == 1 else 's'}"


def all_of(n: int, what: str) -> str:
    """Say that none is left out: "the one key", "both keys", "all 17 keys"."""
    return f"the one {what}" if n == 1 else f"{'both' if n == 2 else f'all {count(n)}'} {what}s"


def far_back(n: int) -> str:
    """Say how far back a token stands: "itself", "3 tokens back"; "3 tokens later" for -3."""
    return f"{counted(abs(n), 'token')} {'back' if n > 0 else 'later'}" if n else "itself"


def listed(items: Iterable[object]) -> str:
    """List things: "0, 2 and 3"; nothing for none."""
    return plain(listed_runs(map(str, items)))


def listed_runs(runs: Iterable[Run]) -> list[Run]:
    """List runs with commas and a last "and"."""
    found = list(runs)
    joined = [part for run in found for part in (", ", run)][1:]
    return [*joined[:-2], " and ", joined[-1]] if len(found) > 1 else joined


def name_heads(numbers: Sequence[int]) -> str:
    """Name heads: "head 3", "heads 0, 2 and 3"; "no head" for none."""
    if not numbers:
        return "no head"
    return f"head{'' if len(numbers) == 1 else 's'} {listed(numbers)}"
