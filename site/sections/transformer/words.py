"""What is said of the way to a GPT, and of the translator's three kinds of attention."""

from scene import Table
from scene.sentences import Run, plain
from sections.transformer.compute import StagesData, TranslatorData
from sections.transformer.counts import all_weights, block_weights
from sections.transformer.models import GPT_2_SMALL
from sections.transformer.words_sizes import say_sizes
from worker.contract import Words

__all__ = ["say_sizes", "say_stages", "say_translator"]

NEXT_TOKEN, NEXT_WORD = "the next token?", "the next word?"
ROW, NORM, HEADS_LABEL, MLP = "row", "layer norm", "heads", "MLP"
LOOK_BACK = "{} heads look back"
MIXED = "mixed: {} numbers become {}"
HIDDEN_LABEL = "hidden layer: {} neurons"
MLP_SIZES = "MLP: {0} → {1} neurons → {0}"
BLOCK, A_BLOCK = "block {}", "a transformer block"
EMBED = "row of the token + row of its place"
LOGITS = "{:,} logits, one for each token"
SIDES = {"encoder": "encoder: {} blocks", "decoder": "decoder: {} blocks"}
SELF, CAUSAL, CROSS = "self-attention", "causal self-attention", "cross-attention"
KIND_TITLES = {
    "encoder": "Self-attention in the encoder",
    "decoder": "Causal self-attention in the decoder",
    "cross": "Cross-attention from decoder to encoder",
}
KIND_NOTICES: dict[str, tuple[Run, ...]] = {
    "encoder": (
        "In the encoder every word of the sentence looks at every other, before and after it: ",
        ("queries", "query"), ", ", ("keys", "key"), " and ", ("values", "value"), " all come from the same words.",
    ),
    "decoder": (
        "In the decoder a word looks at itself and at what is written before it, never at what is still to come. "
        "This is the kind that the network of this page and every GPT have.",
    ),
    "cross": (
        "Cross-attention: the ", ("queries", "query"), " come from the translation so far, the ", ("keys", "key"),
        " and ", ("values", "value"), " from the sentence to be translated. So the decoder looks back over it "
        "anew for each word that it writes.",
    ),
}  # fmt: skip


def say_stages(data: StagesData) -> Words:
    """Say what is new in the stage."""
    notices = _notices(data)
    network = "window" if data.stage in ("window", "alone") else "attention"
    rows = tuple((number, plain(notice)) for number, notice in enumerate(notices.values(), 1))
    return Words(
        notice=notices[data.stage],
        call=f"{{name: array.shape for name, array in models.{network}.items()}}",
        alt=f"A diagram, read from below. {plain(notices[data.stage])}",
        table=Table(("Stage", "What is new"), rows, "All stages in words"),
    )


def _notices(data: StagesData) -> dict[str, tuple[Run, ...]]:
    """Say of every stage, in their order, what is new in it."""
    c, gpt = data.config, GPT_2_SMALL
    return {
        "window": (
            "The window network. The rows of the last ", (f"{data.n_window} tokens", "window"),
            " are laid end to end, and one hidden layer guesses from them. Whatever stands before the window is lost.",
        ),
        "alone": (
            "Take the window away. One row is left, that of the last token, and it knows nothing of what came before.",
        ),
        "this": (
            f"Let {c.n_head} heads look back over all tokens, and lay their results beside the row: ",
            f"{c.d_model} + {c.n_head} × {c.d_value} = {data.n_inputs} numbers. This is the network of this page.",
        ),
        "added": (
            "Now on to the transformer. A further table mixes the heads’ results into as many numbers as a row has, ",
            "and they are added to the row, not laid beside it: a residual connection.",
        ),
        "mlp": (
            "The hidden layer does the same. The table behind it makes as many numbers of it as a row has, and they ",
            "are added to the row. The layer and its table are called an MLP.",
        ),
        "block": (
            "Before each of the two, a layer norm brings the numbers of the row to one scale. This is a transformer "
            "block: a row goes in, and a richer row of the same width comes out.",
        ),
        "stack": (
            "What comes out of a block can go into another. In the second, the heads look back over rows that already "
            "know what stands around them.",
        ),
        "gpt": (
            "A GPT: the row of the token plus a row for its place, a stack of causal blocks, of which the lowest is "
            f"drawn open, and a logit for every token. GPT-2 small has {gpt.n_layer} blocks of width {gpt.d_model}: "
            f"{all_weights(gpt):,} weights, {block_weights(gpt):,} in each block.",
        ),
    }  # fmt: skip


def say_translator(data: TranslatorData) -> Words:
    """Say who asks and who answers."""
    kind, notice, title = data.kind, KIND_NOTICES[data.kind.name], KIND_TITLES[data.kind.name]
    rows = tuple(
        (asks, *("looks" if kind.may_look(row, col) else "does not" for col in range(len(kind.answers))))
        for row, asks in enumerate(kind.asks)
    )
    call = (
        "ids = lookback.reader.read_text(models, text).ids\n"
        "(layer,) = lookback.attention.forward(models.attention, ids[None]).layers\n"
        "layer.weights[0, 0]  # a causal one: later keys have 0"
    )
    return Words(
        notice=notice,
        call=call,
        alt=f"Encoder and decoder side by side, read from below. Marked: {title}. {plain(notice)}",
        table=Table(("Reading from", *(f"to {word}" for word in kind.answers)), rows, title),
    )
