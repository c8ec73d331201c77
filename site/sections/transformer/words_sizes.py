"""What is said of the sizes of real transformers."""

from scene import Table
from scene.sentences import counted, plain
from sections.transformer.compute import HERE, Row, SizesData
from worker.contract import Words

NAMED = {1e6: "1 million", 1e9: "1 billion", 1e12: "1 trillion"}
OWN_NAMES = {"window": "Window network", "attention": "Attention network", "two_layers": "Two layers"}
KINDS = {"both": "encoder +\N{NO-BREAK SPACE}decoder", "none": "no attention", "alone": "heads alone"}
COLUMNS = (
    "Network", "Year", "Layers", "Width", "Heads", "Tokens read", "Weights, published", "Weights, counted",
    "Kind", "Source",
)  # fmt: skip


def say_sizes(data: SizesData) -> Words:
    """Compare the largest network with the attention network of this page."""
    largest, own = max((row.model for row in data.rows), key=lambda model: model.n_weights), data.attention
    notice = (
        f"{largest.name} has {_rounded(largest.n_weights / own.n_weights)} times as many weights as the ",
        ("attention network of this page", "query"),
        ". Between two lines of the picture lies a factor of 10.",
    )
    return Words(
        notice=notice,
        call="lookback.params.count(models.attention), lookback.params.count(models.window)",
        alt=f"A dot for each of {len(data.rows)} networks by how many weights it has. {plain(notice)}",
        table=Table(
            COLUMNS, tuple(map(_cells, data.rows)), "Sizes of real transformers, and of the networks of this page"
        ),
    )


def _cells(row: Row) -> tuple[str | float | None, ...]:
    m = row.model
    reads = None if m.n_ctx is None else float(m.n_ctx)
    counted = None if row.counted is None else float(row.counted)
    sizes = (m.year, m.n_layer or None, float(m.d_model), m.n_head or None, reads, float(m.n_weights), counted)
    return (network_name(row), *sizes, KINDS.get(m.kind, m.kind), "this page" if m.source == HERE else m.source)


def network_name(row: Row) -> str:
    """Name a network."""
    return OWN_NAMES[row.model.name] if row.is_own else row.model.name


def network_label(row: Row) -> str:
    """Say a network's sizes in one line."""
    m = row.model
    layers = "no layer of heads" if not m.n_head else f"{counted(m.n_layer, 'layer')}, {m.n_head} heads"
    return f"{network_name(row)}, {m.year}: {m.n_weights:,.0f} weights, width {m.d_model}, {layers}"


def _rounded(value: float) -> str:
    """Write a large number in words, to two digits: "1.1 million"."""
    for size, word in ((1e9, "billion"), (1e6, "million"), (1e3, "thousand")):
        if value >= size:
            return f"{value / size:.2g} {word}"
    return f"{value:.2g}"
