"""What is said of the words out of reach: of the chosen one, and of how much is out of reach."""

from collections.abc import Mapping

from scene import Table
from scene.sentences import Run
from sections.problem.compute import Place, ReachData
from worker.contract import Words


def say_reach(data: ReachData) -> Words:
    """Say where the chosen word last stood, and how much is out of reach, here and over all stories."""
    call = (
        f"story = models.stories[{data.number}]\n"
        "prepared, = lookback.measures.prepared.prepare(models, [story])\n"
        "prepared.out_of_reach.nonzero()"
    )
    alt = f"The story of {data.story.name}, {len(data.places)} words of it marked as out of reach."
    return Words(notice=_notice(data), details=(_shares(data),), call=call, alt=alt, table=_table(data))


def legend_words(data: ReachData) -> tuple[str, str, str]:
    """Say what the line under a word means, the one under a name, and the dashed frame."""
    sees = f"the {data.n_window} tokens that the window network sees"
    return "said before, out of reach", f"{data.story.name}, the hero’s name", sees


def back_words(place: Place) -> str:
    """Say how far back a word last stood."""
    return f"{place.back} tokens back"


def label_words(data: ReachData, place: Place) -> str:
    """Say what a marked word is."""
    return f"{data.word(place)}, last said {back_words(place)}"


def _notice(data: ReachData) -> tuple[Run, ...]:
    if data.chosen is None:
        return ("Every word of this story is new, or still within the window’s reach.",)
    word = (data.word(data.chosen), "name" if data.chosen.is_name else "text")
    dashed = f"When it comes, the window network sees the {data.n_window} dashed tokens and nothing else."
    return (word, f" last stood {back_words(data.chosen)}. {dashed}")


def _shares(data: ReachData) -> tuple[Run, ...]:
    here, every = data.here.positions, data.everywhere.positions
    hero = (f", {here['name']} of them the name ", (data.story.name, "name")) if here["name"] else ()
    start = f"In this story {here['out_of_reach']} of {here['all']} tokens are out of reach ({_percent(here)})"
    rest = (
        f". Over all {data.everywhere.n_stories} test stories it is {every['out_of_reach']:,} of "
        f"{every['all']:,} ({_percent(every)}), {every['name']:,} of them a hero’s name."
    )
    return (start, *hero, rest)


def _percent(positions: Mapping[str, int]) -> str:
    return f"{100 * positions['out_of_reach'] / positions['all']:.0f}%"


def _table(data: ReachData) -> Table:
    rows = tuple((place.token + 1, data.word(place), place.seen + 1, place.back) for place in data.places)
    columns = ("Token", "Word", "Last stood at token", "Tokens back")
    return Table(columns, rows, "Every word out of reach, in reading order")
