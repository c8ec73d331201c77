"""The story with switches above it, each word shaded by how much harder or easier it has become to guess."""

from scene import Frame, Hit, Mark, Scene, path, polyline, rect, text
from scene.flow import Flow, flow
from scene.formats import signed
from scene.metrics import text_width
from scene.picker import profile_points
from scene.story import Look, box_around
from scene.story import draw_story as draw_words
from sections.heads_off.compute import VISIBLE, StoryData
from sections.heads_off.picture_changes import arrow, depth, role_of
from sections.heads_off.picture_groups import draw_groups
from sections.heads_off.picture_guesses import draw_guesses
from sections.heads_off.picture_pairs import draw_pairs
from sections.heads_off.words import HEAD, LEGEND, OFF, ON, sample, switch_label, token_label

__all__ = ["draw_groups", "draw_pairs", "draw_story"]

EDGE = 6  # px around the text
SWITCH, GAP = 62, 6  # px of a head's switch and between two
PROFILE, INSET = 14, 6  # px of the profile in it, and around that
LARGEST = 5.0  # nats: changes from here on are shaded alike, so that one story can be compared with another
SAMPLES = (-2.0, -VISIBLE, VISIBLE, 2.0, LARGEST)


def draw_story(data: StoryData, frame: Frame) -> Scene:
    """Draw the switches, a legend and the text."""
    marks, hits = _switches(data, frame)
    legend, top = _legend(frame, SWITCH + 14)
    laid = flow(data.pieces, frame.width - 2 * EDGE, size=17 if frame.narrow else 18, row=1.95)
    words, touched = draw_words(
        laid,
        Look(underlined=dict.fromkeys(sorted(data.names), "name")),
        x=EDGE,
        y=top,
        control="spot",
        label=lambda token: token_label(data, token),
    )
    marks += [*legend, *_shading(data, laid, top), *words, *_outline(data, laid, top)]
    marks += _numbers(data, laid, frame, top)
    lists, more, bottom = draw_guesses(data, frame, top + laid.height + 10)
    hits = [*hits, *touched, *more]
    return Scene(frame.width, bottom + 4, [*marks, *lists], hits)


def _switches(data: StoryData, frame: Frame) -> tuple[list[Mark], list[Hit]]:
    """One switch a head, with the profile of its distances; choosing it turns it over."""
    wide = min(72.0, (frame.width - GAP * (data.n_head - 1)) / data.n_head)
    mask = sum(1 << head for head in data.off)
    profiles = profile_points(data.distance_scores, wide - 2 - 2 * INSET, PROFILE)
    marks: list[Mark] = []
    hits: list[Hit] = []
    for head in range(data.n_head):
        x, key, off = head * (wide + GAP) + 1, f"switch{head}", head in data.off
        look = {"dash": (4, 3), "stroke": "worse"} if off else {"stroke": "query"}
        marks.append(rect(key, x, 1, wide - 2, SWITCH - 2, r=6, line_width=1.5, **look))
        profile = polyline((profiles[head] + (x + INSET, 1 + INSET)).tolist())
        marks.append(path(f"{key}.profile", profile, stroke="muted" if off else "query", line_width=1.25))
        name, middle = str(head) if frame.narrow else HEAD.format(head), x + wide / 2 - 1
        marks.append(text(f"{key}.name", middle, 36, name, size=13.5, bold=True, anchor="middle"))
        state = {"size": 12.5, "anchor": "middle", "fill": "worse" if off else "query", "bold": off}
        marks.append(text(f"{key}.state", middle, 53, OFF if off else ON, **state))
        hits.append(Hit(key, x - 1, 0, wide, SWITCH, switch_label(head, off=off), {"mask": mask ^ 1 << head}))
    return marks, hits


def _legend(frame: Frame, y: float) -> tuple[list[Mark], float]:
    """Say what shading and arrows mean; returns the marks and where the text begins."""
    marks = [text("legend", EDGE, y + 14, LEGEND, size=12.5, fill="muted")]
    x, y = (EDGE + 6, y + 30) if frame.narrow else (EDGE + text_width(LEGEND, 12.5) * 1.1 + 14, y)
    for index, change in enumerate(SAMPLES):
        key, written = f"sample{index}", sample(change, largest=change == LARGEST)
        wide = text_width(written, 12.5) + 14
        marks.append(rect(key, x, y, wide, 18, r=3, fill=role_of(change), opacity=depth(change, LARGEST)))
        marks.append(text(f"{key}.words", x + 7, y + 13.5, written, size=12.5, width=wide - 14))
        marks.append(arrow(f"{key}.arrow", x + wide / 2, y - 5, change))
        x += wide + 10
    return marks, y + 34


def _shading(data: StoryData, laid: Flow, top: float) -> list[Mark]:
    """Shade each word by its change, with an arrow above it: never color alone."""
    marks: list[Mark] = []
    for box in laid.boxes:
        change = float(data.change[box.piece])
        if abs(change) < VISIBLE:
            continue
        x, y, w, h = box_around(box, laid)
        x, y, key = x + EDGE, y + top, f"change{box.key}"
        marks.append(rect(key, x, y, w, h, r=3, fill=role_of(change), opacity=depth(change, LARGEST)))
        if box.part == 0:
            marks.append(arrow(f"{key}.arrow", x + w / 2, y - 5, change))
    return marks


def _outline(data: StoryData, laid: Flow, top: float) -> list[Mark]:
    """Outline the place whose guesses stand below; the story's end has no word to outline."""
    boxes = [box for box in laid.boxes if box.piece == data.spot.token]
    around = [(f"spot{box.key}", *box_around(box, laid)) for box in boxes]
    return [rect(key, x + EDGE, y + top, w, h, r=3, stroke="text", line_width=2) for key, x, y, w, h in around]


def _numbers(data: StoryData, laid: Flow, frame: Frame, top: float) -> list[Mark]:
    """The change of the word that is pointed at, above it."""
    marks: list[Mark] = []
    for box in laid.boxes:
        if box.part:
            continue
        words = signed(float(data.change[box.piece]))
        x, y, w, _ = box_around(box, laid)
        half = text_width(words, 12.5, bold=True) / 2
        middle = min(max(x + EDGE + w / 2, half), frame.width - half)
        look = {"size": 12.5, "bold": True, "anchor": "middle", "halo": True, "when": f"t{box.key}"}
        marks.append(text(f"number{box.key}", middle, y + top - 1, words, **look))
    return marks
