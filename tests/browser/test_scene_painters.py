"""The SVG that the page starts with and the canvas that takes its place look the same, at every pixel ratio."""

import base64
import json
from pathlib import Path

import numpy as np
import pytest
from scene import Scene, image, rect, text, to_svg
from scene.arrows import arrow
from scene.flow import Piece, flow
from scene.story import Look, draw_story
from scene.vector import draw_vector

SITE = Path(__file__).parent.parent.parent / "site"
HOME = "http://painters.test/"
WORDS = ["Zarko", "said:", "“Don’t", "go!”", "Then", "café", "שלום", "<b>Lily</b>", "ran", "home", "and", "slept."]
PAGE = """<!doctype html><meta charset="utf-8">
<style>STYLE .picture > svg { display: block !important; }</style>
<body style="margin: 0"><div class="picture" style="width: 480px">SVG</div>
<canvas style="position: absolute; top: 440px; left: 0"></canvas><script type="module">
import { paint } from "./page/paint/paint.js";
import { readTheme } from "./page/paint/theme.js";
const { scene, bytes } = WIRE;
const unpack = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
scene.buffers = scene.buffers.map((shape, index) => ({ shape, bytes: unpack(bytes[index]) }));
paint(document.querySelector("canvas"), scene, { theme: readTheme(document.body) });
document.body.dataset.done = "yes";
</script>"""
# How far apart two screenshots are: the share of pixels in which a channel differs by more than 64 of 255.
DIFFERENCE = """async (shots) => {
  const [a, b] = await Promise.all(shots.map(async (shot) => {
    const picture = new Image();
    picture.src = `data:image/png;base64,${shot}`;
    await picture.decode();
    const sheet = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    sheet.drawImage(picture, 0, 0);
    return sheet.getImageData(0, 0, picture.width, picture.height);
  }));
  if (a.width !== b.width || a.height !== b.height) return `${a.width}x${a.height} and ${b.width}x${b.height}`;
  let far = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    far += [0, 1, 2].some((channel) => Math.abs(a.data[at + channel] - b.data[at + channel]) > 64);
  }
  return far / (a.width * a.height);
}"""


def story_scene():
    laid = flow([Piece(word, " " if index else "", index // 2) for index, word in enumerate(WORDS)], 472, size=18)
    weights = [0.3, 0, 0.05, 0.6, 0, 0, 0.01, 0, 0.02, 0.02]
    look = Look(weights=weights, reader=9, faded=range(10, 13), names={0}, window=(2, 9))
    marks, hits = draw_story(laid, look, x=4, y=4)
    return Scene(480, laid.height + 8, marks, hits, alt="A story.")


def shapes_scene():
    bars, hits = draw_vector("q", [0.5, -1.25, 2.0, 0.0], (8, 4, 200, 90), role="query", most=2)
    turned = text("turned", 260, 90, "turned by −30", rotate=-30, fill="key", size=13)
    halo = text("halo", 330, 40, "halo", halo=True, bold=True, italic=True, size=22, anchor="middle")
    squeezed = text("squeezed", 300, 96, "squeezed into a small room", max_width=80, font="serif")
    box = rect("box", 400.4, 8.3, 70.7, 60.2, r=8, stroke="value", fill="panel", line_width=2, dash=(4, 3))
    marks = [*bars, turned, box, *arrow("arrow", (230, 20), (300, 60), role="query"), halo, squeezed]
    return Scene(480, 112, marks, hits, alt="Shapes.")


def cells_scene():
    side, marks = 296 / 9, []
    for row, col in np.argwhere(np.tri(7, 9, 2)).tolist():
        x, y, share = 84 + col * side, 84 + row * side, (row * 9 + col) / 62
        marks.append(rect(f"{row}.{col}", x, y, side - 1, side - 1, fill="weight", opacity=share))
        value = {"size": 12, "anchor": "middle", "max_width": side - 4}
        marks.append(text(f"{row}.{col}.value", x + side / 2, y + side / 2 + 4, f"{share:.2f}", **value))
    turned = {"size": 13, "rotate": -90, "fill": "key"}
    marks += [
        text(f"key{col}", 84 + (col + 0.5) * side + 4, 78, letter, **turned) for col, letter in enumerate("abcdefghi")
    ]
    depth = np.linspace(0, 255, 24).astype(np.uint8).reshape(4, 6)
    colors = np.linspace(0, 255, 60).astype(np.uint8).reshape(5, 3, 4)
    colors[..., 3] = 255
    marks += [image("depth", 390, 10, 60, 40, 0, role="weight"), image("colors", 390, 60, 30, 50, 1, opacity=0.5)]
    return Scene(480, 84 + 7 * side, marks, alt="Cells.", buffers=[depth, colors])


def page_of(scene):
    style = "".join(path.read_text("utf-8") for path in (SITE / "style.css", *sorted((SITE / "styles").glob("*.css"))))
    packed = [base64.b64encode(raw).decode() for raw in scene.buffer_bytes()]
    wire = json.dumps({"scene": scene.to_wire(), "bytes": packed}).replace("<", "\\u003c")
    return PAGE.replace("STYLE", style).replace("SVG", to_svg(scene)).replace("WIRE", wire)


# At 1.5 the two snap edges to different halves of a pixel; elsewhere a single misplaced word would be too much.
@pytest.mark.parametrize(
    ("ratio", "scheme", "most"), [(1, "light", 5e-4), (1.5, "light", 6e-3), (2, "dark", 5e-4), (3, "light", 5e-4)]
)
@pytest.mark.parametrize("make", [story_scene, shapes_scene, cells_scene])
def test_canvas_and_svg_look_the_same(browser, make, ratio, scheme, most):
    scene = make()
    context = browser.new_context(
        viewport={"width": 480, "height": 900}, device_scale_factor=ratio, color_scheme=scheme
    )
    page = context.new_page()
    page.route(HOME, lambda route: route.fulfill(body=page_of(scene), content_type="text/html"))
    page.route(f"{HOME}page/**", lambda route: route.fulfill(path=SITE / route.request.url.removeprefix(HOME)))
    page.goto(HOME)
    page.wait_for_selector("[data-done]", timeout=20_000)
    shots = [
        base64.b64encode(page.screenshot(clip={"x": 0, "y": top, "width": 480, "height": 440})).decode()
        for top in (0, 440)
    ]
    different = page.evaluate(DIFFERENCE, shots)
    context.close()
    assert different < most
