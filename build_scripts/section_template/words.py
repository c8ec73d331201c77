"""What the guesses say."""

from scene import Table
from scene.formats import probability
from sections.template.compute import TEXT, GuessesData
from worker.contract import Words


def say_guesses(data: GuessesData) -> Words:
    """Say how much the first guesses hold together."""
    together = probability(sum(p for _, p in data.guesses))
    call = (
        f"ids = lookback.reader.read_text(models, {TEXT!r}).ids\n"
        f"lookback.guesses.top_guesses(lookback.guesses.next_logits(models.attention, ids), {len(data.guesses)})"
    )
    return Words(
        notice=f"Of all that could follow “{TEXT}”, what is shown here has a probability of {together}.",
        call=call,
        alt=f"A row for each guess, its bar as long as its probability; the first is “{data.guesses[0][0]}”.",
        table=Table(("guess", "probability"), data.guesses),
    )
