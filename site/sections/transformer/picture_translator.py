"""The translator of 2017: encoder and decoder, and below them who may look where in the chosen kind of attention."""

import itertools

from scene import Frame, Hit, Mark, Scene, rect, text
from sections.transformer import words
from sections.transformer.compute import TranslatorData
from sections.transformer.drawing import Area, box, corner
from sections.transformer.kinds import KINDS, SOURCE, TARGET, Kind

N_BLOCKS = 6  # Vaswani et al. 2017, section 3.1
TALL = 356.0  # px of the diagram
PART = 34.0  # px of one part of a block
GRID = 30.0  # px above the grid's cells, for the words of the keys
CELL = 26.0
WORDS = TALL - 12  # baseline of the words
FOOT = TALL - 34  # where the lines leave the words
LEVELS = {"self": 262.0, "cross": 198.0, "mlp": 134.0, "top": 96.0, "name": 100.0}  # upper edges; the name's baseline


def draw_translator(data: TranslatorData, frame: Frame) -> Scene:
    """Draw the diagram with the chosen kind of attention marked, and its grid."""
    width = min(frame.width - 12, 620.0)
    left = (frame.width - width) / 2
    side = width * 0.42
    encoder, decoder = (left, side), (left + width - side, side)
    chosen = data.kind.name
    marks = [*_encoder(encoder, chosen), *_decoder(decoder, chosen), *_across(encoder, decoder, chosen)]
    grid, height = _grid(data.kind, left, TALL + 20, width)
    return Scene(frame.width, TALL + 20 + height, [*marks, *grid], _hits(encoder, decoder))


def _encoder(place: tuple[float, float], chosen: str) -> list[Mark]:
    """From below: words, self-attention, MLP; the block six times."""
    x, w = place
    middle = x + w / 2
    return [
        *_words("source", SOURCE, place),
        *_frame("encoder", place, LEVELS["mlp"] - 10, LEVELS["self"] + PART + 10),
        corner("encoder.in", [(middle, FOOT), (middle, LEVELS["self"] + PART)]),
        corner("encoder.up", [(middle, LEVELS["self"]), (middle, LEVELS["mlp"] + PART)]),
        *_attention("encoder.self", (x + 8, LEVELS["self"], w - 16, PART), words.SELF, marked=chosen == "encoder"),
        *box("encoder.mlp", (x + 8, LEVELS["mlp"], w - 16, PART), words.MLP, fill="panel", line_width=1),
    ]


def _decoder(place: tuple[float, float], chosen: str) -> list[Mark]:
    """From below: what is written so far, causal self-attention, cross-attention, MLP, and the next word."""
    x, w = place
    middle = x + w / 2
    levels = (FOOT, LEVELS["self"], LEVELS["cross"], LEVELS["mlp"])
    marks = [
        *_words("target", TARGET, place),
        corner("decoder.out", [(middle, LEVELS["mlp"]), (middle, LEVELS["name"] + 6)]),
        corner("decoder.next", [(middle, LEVELS["name"] - 15), (middle, 46)]),
        *_frame("decoder", place, LEVELS["mlp"] - 10, LEVELS["self"] + PART + 10),
    ]
    for index, (start, end) in enumerate(itertools.pairwise(levels)):
        asks = index == 1 and chosen == "cross"
        look = {"stroke": "query", "line_width": 2.5} if asks else {}
        marks.append(corner(f"decoder.up{index}", [(middle, start), (middle, end + PART)], **look))
    return [
        *marks,
        *_attention("decoder.self", (x + 8, LEVELS["self"], w - 16, PART), words.CAUSAL, marked=chosen == "decoder"),
        *_attention("decoder.cross", (x + 8, LEVELS["cross"], w - 16, PART), words.CROSS, marked=chosen == "cross"),
        *box("decoder.mlp", (x + 8, LEVELS["mlp"], w - 16, PART), words.MLP, fill="panel", line_width=1),
        *box("next", (x + 8, 16, w - 16, 30), words.NEXT_WORD, fill="panel", line_width=1),
    ]


def _attention(key: str, area: Area, label: str, *, marked: bool) -> list[Mark]:
    if marked:
        return box(key, area, label, role="query", fill="paper", line_width=3)
    return box(key, area, label, fill="paper", line_width=1)


def _across(encoder: tuple[float, float], decoder: tuple[float, float], chosen: str) -> list[Mark]:
    """What the encoder made of the sentence goes to every cross-attention, as keys and values."""
    middle = encoder[0] + encoder[1] / 2
    y, turn = LEVELS["cross"] + PART / 2, (encoder[0] + encoder[1] + decoder[0]) / 2
    wide = 2.5 if chosen == "cross" else 1.5
    marks: list[Mark] = []
    for key, role, shift in (("keys", "key", -4.0), ("values", "value", 4.0)):
        top = LEVELS["top"] + shift
        way = [
            (middle + shift, LEVELS["mlp"]),
            (middle + shift, top),
            (turn - shift, top),
            (turn - shift, y + shift),
            (decoder[0] + 8, y + shift),
        ]
        marks.append(corner(key, way, stroke=role, line_width=wide))
    look = {"size": 13, "bold": True, "anchor": "end"}
    marks.append(text("keys.letter", turn - 10, LEVELS["top"] - 10, "k", fill="key", **look))
    marks.append(text("values.letter", turn - 10, LEVELS["top"] + 22, "v", fill="value", **look))
    return marks


def _words(key: str, typed: tuple[str, ...], place: tuple[float, float]) -> list[Mark]:
    x, w = place
    return [text(key, x + w / 2, WORDS, " ".join(typed), size=15, font="serif", anchor="middle", max_width=w)]


def _frame(key: str, place: tuple[float, float], top: float, bottom: float) -> list[Mark]:
    """Outline and name a side: the encoder above what leaves it, the decoder in a gap of the line that leaves it."""
    x, w = place
    at = (x, top - 46, "start") if key == "encoder" else (x + w / 2, LEVELS["name"], "middle")
    name = words.SIDES[key].format(N_BLOCKS)
    return [
        rect(key, x, top, w, bottom - top, r=8, stroke="muted", line_width=1.5, dash=(6, 4)),
        text(f"{key}.name", at[0], at[1], name, size=13, bold=True, anchor=at[2]),
    ]


def _grid(kind: Kind, left: float, top: float, width: float) -> tuple[list[Mark], float]:
    """Who may look where: a row for each word that asks, a column for each that answers."""
    names, step = 84.0, min(70.0, (width - 84) / len(kind.answers))
    x, y = left + (width - names - step * len(kind.answers)) / 2 + names, top + 22 + GRID
    title = words.KIND_TITLES[kind.name]
    marks = [text("grid.title", left + width / 2, top + 12, title, size=13.5, bold=True, anchor="middle")]
    for col, word in enumerate(kind.answers):
        look = {"size": 13, "fill": "key", "anchor": "middle", "max_width": step - 4}
        marks.append(text(f"grid.key{col}", x + (col + 0.5) * step, y - 8, word, **look))
    for row, word in enumerate(kind.asks):
        look = {"size": 13, "fill": "query", "anchor": "end", "max_width": names - 12}
        marks.append(text(f"grid.query{row}", x - 10, y + row * CELL + 18, word, **look))
        for col in range(len(kind.answers)):
            cell = (x + col * step + 1, y + row * CELL + 1, step - 2, CELL - 2)
            may = kind.may_look(row, col)
            look = {"fill": "weight", "opacity": 0.55} if may else {"stroke": "line", "dash": (3, 3)}
            marks.append(rect(f"grid.{row}.{col}", *cell, r=3, **look))
    return marks, 22 + GRID + CELL * max(len(other.asks) for other in KINDS.values()) + 8


def _hits(encoder: tuple[float, float], decoder: tuple[float, float]) -> list[Hit]:
    places = {"encoder": (encoder, "self"), "decoder": (decoder, "self"), "cross": (decoder, "cross")}
    return [
        Hit(name, x + 8, LEVELS[level], w - 16, PART, words.KIND_TITLES[name], {"kind": name})
        for name, ((x, w), level) in places.items()
    ]
