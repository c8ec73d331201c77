"""What is said of one training step of each network."""

from scene import Table
from scene.formats import count
from sections.network.stepping import StepData
from worker.contract import Words

CALL = "lookback.training.batches.STORIES_A_STEP, lookback.training.batches.WINDOWS_A_STEP"
TITLE = "{} network: {} guesses"
STORY = "story {} in a step of the {} network: {} of {} tokens guessed"
LEGEND = {
    "query": "guessed, with all that is read before it",
    "window": "only read, as one of a window’s {} tokens",
    "line": "left out of this step",
}


def say_step(data: StepData) -> Words:
    """Say how much a step learns from."""
    n, picked = len(data.guesses), len(data.picked)
    rows = tuple((story + 1, n_guesses, len(data.picked_in(story))) for story, n_guesses in enumerate(data.guesses))
    columns = ("Story", "Guesses of the attention network", "Guesses of the window network")
    return Words(
        notice=(
            f"Of {n} test stories, the attention network would guess {count(data.n_guesses)} tokens in one step: every "
            f"one, with all before it in sight. The window network would guess {picked} of them, picked at random, "
            f"from the {data.n_window} tokens before each."
        ),
        call=CALL,
        alt=(
            f"{n} stories as rows of squares, one for each token. In the attention network’s step all "
            f"{count(data.n_guesses)} are guesses; in the window network’s, {picked} scattered ones."
        ),
        table=Table(columns, rows, "What one training step guesses, story by story"),
    )
