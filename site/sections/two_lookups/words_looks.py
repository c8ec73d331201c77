"""Looking and saying, in words."""

from lookback.measures.looks_and_says import Found
from scene import Table
from scene.formats import probability, weight
from scene.sentences import counted
from sections.two_lookups.compute import LooksData
from worker.contract import Words

LOOKED, SAID = "weight of the looking head on the right piece", "probability of that piece"
NAMED = ("Zarko", "Zimve", "Glathic", "Quibo", "Vakro", "Thovey")  # so many have room for their names
MOST = 0.5


def say_looks(data: LooksData) -> Words:
    """Say for how many names the network looks right, and for how many of those it says so."""
    rows = tuple((n.name, "yes" if n.known else "no", n.places, n.looked, n.said) for n in data.found.names)
    heads = ("Name", "Built as in training", "Places", "Looked", "Said")
    table = Table(heads, rows, "Weight on the right piece, and its probability, name by name")
    notice = " ".join(_of(data, known=known) for known in (True, False))
    alt = f"A dot for each of {len(rows)} names: weight on the right piece, and its probability. {notice}"
    call = 'lookback.measures.measure(models, "looks_and_says")'
    return Words(notice=notice, call=call, alt=alt, table=table)


def dot_label(name: Found) -> str:
    """Say one dot."""
    return f"{name.name}: looked {weight(name.looked)}, said {probability(name.said)}, {counted(name.places, 'place')}"


def kind_words(known: bool) -> str:
    """Say what kind of name a dot is."""
    return "built like names of training" if known else "first pieces that are strange for names"


def _of(data: LooksData, *, known: bool) -> str:
    names = [name for name in data.found.names if name.known == known]
    looked = [name for name in names if name.looked > MOST]
    said = [name for name in looked if name.said > MOST]
    silent = min(looked, key=lambda name: name.said, default=None)
    kind = "names built as in training" if known else "others"
    start = (
        f"Of {len(names)} {kind}, the looking head puts more than half of its weight on the right piece for "
        f"{len(looked)}, and for {len(said)} of these the network says it with more than half."
    )
    if silent is None or silent.said > MOST:
        return start
    return f"{start} {silent.name} it finds with {weight(silent.looked)} and says with {probability(silent.said)}."
