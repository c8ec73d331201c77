import re
import struct
import xml.etree.ElementTree as ET
import zlib

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from scene import Hit, Scene, image, line, path, polyline, rect, text, to_svg
from scene.svg import png

from tests.scene.problems import problems

SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = "<img src=x onerror=alert(1)>"


def drawn(*marks, **parts):
    return ET.fromstring(to_svg(Scene(100, 60, marks, **{"alt": "A picture.", **parts}), prefix="p"))


def test_each_kind_of_mark_becomes_its_element():
    root = drawn(
        rect("a", 1, 2, 3, 4, fill="query", stroke="text", r=2, dash=(4, 3)),
        line("b", 0, 5, 9, 5, stroke="muted", line_width=2),
        path("c", polyline([(0, 0), (1, 2)]), stroke="key"),
        text("d", 7, 8, "Lily", anchor="end", bold=True, rotate=-90),
    )
    box = root.find(f"{SVG}rect").attrib
    assert {name: box[name] for name in ("x", "y", "width", "height", "rx", "stroke-dasharray")} == {
        "x": "1", "y": "2", "width": "3", "height": "4", "rx": "2", "stroke-dasharray": "4 3",
    }  # fmt: skip
    assert box["fill"] == "var(--query,#0072b2)"
    rule = root.find(f"{SVG}line").attrib
    assert (rule["x2"], rule["stroke-width"], rule["shape-rendering"]) == ("9", "2", "crispEdges")
    assert root.find(f"{SVG}path").attrib["d"] == "M0 0L1 2"
    word = root.find(f".//{SVG}text")
    assert word.text == "Lily"
    assert (word.attrib["text-anchor"], word.attrib["font-weight"]) == ("end", "600")
    assert word.attrib["transform"] == "rotate(-90 7 8)"


def test_a_download_holds_fixed_colors_and_paper():
    scene = Scene(10, 10, [rect("a", 0, 0, 5, 5, fill="name")], alt="x")
    for theme, paper, name in (("light", "#fffefb", "#b25e00"), ("dark", "#15171b", "#f5b942")):
        svg = to_svg(scene, colors=theme)
        assert "var(" not in svg
        assert re.findall(r'fill="(#\w+)"', svg) == [paper, name]


def test_hostile_text_is_shown_as_text():
    root = drawn(text("a", 0, 9, HOSTILE), alt=f"{HOSTILE}. More {HOSTILE}")
    assert root.find(f".//{SVG}text").text == HOSTILE
    assert root.find(f"{SVG}title").text == HOSTILE
    assert {element.tag for element in root.iter()} == {SVG + tag for tag in ("svg", "title", "desc", "g", "text")}


def test_the_alternative_text_names_the_picture():
    root = drawn(rect("a", 0, 0, 1, 1), alt="Head 3 reads Lily. Its weight is 0.41.")
    assert root.attrib["role"] == "img"
    assert root.attrib["aria-labelledby"] == "p-title p-desc"
    assert root.find(f"{SVG}title").text == "Head 3 reads Lily"
    assert root.find(f"{SVG}desc").text == "Its weight is 0.41."


def test_ids_begin_with_the_prefix_and_never_repeat():
    buffers = [np.zeros((2, 3), np.uint8)]
    marks = [image("i", 0, 0, 9, 9, 0, role="weight"), image("j", 9, 9, 9, 9, 0, role="weight")]
    root = drawn(*marks, buffers=buffers, alt="One. Two.")
    ids = [element.attrib["id"] for element in root.iter() if "id" in element.attrib]
    assert len(ids) == len(set(ids)) == 4
    assert all(name.startswith("p-") for name in ids)


def test_marks_for_hovering_stay_out_of_the_first_state():
    root = drawn(rect("a", 0, 0, 1, 1), text("a.value", 0, 9, "0.42", when="a"))
    assert root.find(f".//{SVG}text") is None


def test_marks_that_show_at_rest_are_in_the_first_state():
    scene = Scene(90, 40, [rect("a", 0, 0, 1, 1, when="rest")], [Hit("h", 0, 0, 9, 9, "here")], alt="A box.")
    assert ET.fromstring(to_svg(scene)).find(f"{SVG}rect") is not None
    assert problems(scene) == []


def test_text_is_fitted_to_its_width_and_squeezed_only_when_wider():
    fitted = drawn(text("a", 0, 9, "Lily", width=40)).find(f".//{SVG}text").attrib
    assert (fitted["textLength"], fitted["lengthAdjust"]) == ("40", "spacingAndGlyphs")
    assert "textLength" not in drawn(text("a", 0, 9, "Lily", max_width=90)).find(f".//{SVG}text").attrib
    assert drawn(text("a", 0, 9, "Lily" * 9, max_width=90)).find(f".//{SVG}text").attrib["textLength"] == "90"


def test_a_png_holds_exactly_the_pixels():
    for pixels in (np.arange(6, dtype=np.uint8).reshape(2, 3), np.arange(40, dtype=np.uint8).reshape(5, 2, 4)):
        raw = png(pixels)
        assert raw[:8] == b"\x89PNG\r\n\x1a\n"
        cols, rows, depth, kind = struct.unpack(">IIBB", raw[16:26])
        assert (rows, cols, depth) == (*pixels.shape[:2], 8)
        assert kind == (0 if pixels.ndim == 2 else 6)
        length = struct.unpack(">I", raw[33:37])[0]
        lines = zlib.decompress(raw[41 : 41 + length])
        expected = b"".join(b"\x00" + pixels[row].tobytes() for row in range(rows))
        assert lines == expected
        assert struct.unpack(">I", raw[41 + length : 45 + length])[0] == zlib.crc32(raw[37 : 41 + length])


@given(st.text(max_size=30), st.text(max_size=30))
def test_any_text_makes_well_formed_xml(string, alt):
    ET.fromstring(to_svg(Scene(10, 10, [text("a", 0, 9, string)], alt=alt)))
