"""One bar a head: what is left of the own second piece when it is switched off."""

from scene import Frame, Hit, Mark, Scene, line, rect, text
from scene.formats import probability
from sections.two_lookups.compute import ApartData
from sections.two_lookups.words_apart import ALL_ON, BREAKS, OTHER, pair_name, row_label, row_name

EDGE, ROW = 6.0, 27.0


def draw_apart(data: ApartData, frame: Frame) -> Scene:
    """Draw all heads on, each head off, layer by layer, and the other name's piece for comparison."""
    found = data.found
    label = 160.0
    room = frame.width - 2 * EDGE - label - 56
    rows = [("all", ALL_ON, found.all_on)]
    rows += [
        (f"{layer}.{head}", row_name(layer, head), float(p))
        for layer, of in enumerate(found.off)
        for head, p in enumerate(of)
    ]
    rows.append(("pair", pair_name(*found.pair), found.pair_off))
    rows.append(("other", OTHER, found.other))
    marks: list[Mark] = []
    hits: list[Hit] = []
    y = 4.0
    for key, name, p in rows:
        if key in ("0.0", "1.0", "pair", "other"):
            marks.append(line(f"{key}.rule", EDGE, y + 4, frame.width - EDGE, y + 4))
            y += 9
        breaks = key not in ("all", "other") and p < BREAKS * found.all_on
        style = {"fill": "muted", "opacity": 0.5}
        if breaks or key == "all":
            style = {"fill": "worse" if breaks else "name-fill"}
        long = max(1.5, room * p)
        marks += [
            text(f"{key}.name", EDGE, y + 17, name, size=13.5, bold=breaks or key == "all"),
            rect(f"{key}.bar", EDGE + label, y + 6, long, ROW - 12, r=2, **style),
            text(f"{key}.p", EDGE + label + long + 7, y + 17.5, probability(p), size=13.5, bold=breaks),
        ]
        hits.append(Hit(key, EDGE, y, frame.width - 2 * EDGE, ROW, row_label(name, p)))
        y += ROW
    return Scene(frame.width, y + 6, marks, hits)
