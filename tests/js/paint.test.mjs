import assert from "node:assert/strict";
import test from "node:test";
import { paint } from "../../site/page/paint/paint.js";
import { rgba } from "../../site/page/paint/marks.js";

// A canvas context that only writes down what it is told.
function fakeCanvas(letter = 7) {
  /** @type {any[]} */ const calls = [];
  const own = { measureText: (text) => ({ width: text.length * letter }) };
  const context = new Proxy(own, {
    get: (target, name) => target[name] ?? ((...values) => void calls.push([name, ...values])),
    set: (_, name, value) => Boolean(calls.push([name, value])),
  });
  return /** @type {any} */ ({ calls, width: 0, height: 0, style: {}, getContext: () => context });
}

const colors = new Proxy({}, { get: (_, role) => `the ${String(role)}` });
/** @type {any} */
const theme = { colors, fonts: { sans: "Sans", serif: "Serif", mono: "Mono" } };

/** @param {any[]} marks @param {any} look */
function painted(marks, { letter = 7, ratio = 1, ...more } = {}) {
  const canvas = fakeCanvas(letter);
  paint(canvas, { width: 100, height: 40, marks, hits: more.hits ?? [] }, { theme, ratio, highlight: more.highlight ?? null });
  return canvas;
}

const calls = (canvas, ...names) => canvas.calls.filter(([name]) => names.includes(name));

for (const ratio of [1, 1.5, 2, 3]) {
  test(`the canvas has a pixel for every device pixel at ${ratio}`, () => {
    const canvas = painted([], { ratio });
    assert.deepEqual([canvas.width, canvas.height], [100 * ratio, 40 * ratio]);
    assert.equal(canvas.style.width, "100px");
    assert.deepEqual(calls(canvas, "setTransform"), [["setTransform", ratio, 0, 0, ratio, 0, 0]]);
  });

  test(`edges and hairlines fall on whole device pixels at ${ratio}`, () => {
    const canvas = painted([
      { kind: "rect", key: "a", x: 1.3, y: 2.2, w: 10.4, h: 5.1, fill: "key" },
      { kind: "line", key: "b", x1: 3.3, y1: 0, x2: 3.3, y2: 40 },
    ], { ratio });
    for (const edge of calls(canvas, "rect")[0].slice(1)) assert.ok(Math.abs(edge * ratio - Math.round(edge * ratio)) < 1e-9);
    const half = Math.max(1, Math.round(ratio)) / 2;
    const left = calls(canvas, "moveTo")[0][1] * ratio - half;
    assert.ok(Math.abs(left - Math.round(left)) < 1e-9);
  });
}

test("a rect is filled and stroked in its roles", () => {
  const canvas = painted([{ kind: "rect", key: "a", x: 1, y: 2, w: 3, h: 4, fill: "query", stroke: "text", dash: [4, 3], r: 1 }]);
  assert.deepEqual(calls(canvas, "roundRect"), [["roundRect", 1, 2, 3, 4, 1]]);
  assert.deepEqual(calls(canvas, "fillStyle"), [["fillStyle", "the query"]]);
  assert.deepEqual(calls(canvas, "strokeStyle"), [["strokeStyle", "the text"]]);
  assert.deepEqual(calls(canvas, "setLineDash"), [["setLineDash", [4, 3]], ["setLineDash", []]]);
});

test("a mark without fill or stroke leaves no color", () => {
  assert.deepEqual(calls(painted([{ kind: "rect", key: "a", x: 0, y: 0, w: 9, h: 9 }]), "fill", "stroke"), []);
});

test("a slanted line keeps its ends and a line is drawn in the role line", () => {
  const canvas = painted([{ kind: "line", key: "a", x1: 0.3, y1: 1, x2: 9.7, y2: 5 }]);
  assert.deepEqual(calls(canvas, "moveTo", "lineTo"), [["moveTo", 0.3, 1], ["lineTo", 9.7, 5]]);
  assert.deepEqual(calls(canvas, "strokeStyle", "lineWidth"), [["strokeStyle", "the line"], ["lineWidth", 1]]);
});

test("a path is drawn command by command", () => {
  const canvas = painted([{ kind: "path", key: "p", d: "M1 -2.5L3 4Q5 6 7 8C1 2 3 4 5 6Z", fill: "value" }]);
  assert.deepEqual(calls(canvas, "moveTo", "lineTo", "quadraticCurveTo", "bezierCurveTo", "closePath"), [
    ["moveTo", 1, -2.5], ["lineTo", 3, 4], ["quadraticCurveTo", 5, 6, 7, 8], ["bezierCurveTo", 1, 2, 3, 4, 5, 6], ["closePath"],
  ]);
});

test("text is drawn as text at its baseline in its font", () => {
  const canvas = painted([{ kind: "text", key: "t", x: 5, y: 9, text: "<b>Lily</b>", font: "serif", size: 18, anchor: "end", bold: true, italic: true }]);
  assert.deepEqual(calls(canvas, "font"), [["font", "italic 600 18px Serif"]]);
  assert.deepEqual(calls(canvas, "textAlign", "textBaseline"), [["textAlign", "right"], ["textBaseline", "alphabetic"]]);
  assert.deepEqual(calls(canvas, "translate"), [["translate", 5, 9]]);
  assert.deepEqual(calls(canvas, "fillText"), [["fillText", "<b>Lily</b>", 0, 0]]);
});

test("text is stretched or squeezed to its width, and to its most width only squeezed", () => {
  const scale = (mark) => calls(painted([{ kind: "text", key: "t", x: 0, y: 0, text: "Lily", ...mark }]), "scale")[0];
  assert.deepEqual(scale({ width: 42 }), ["scale", 1.5, 1]); // four letters of 7 px are 28 px wide
  assert.deepEqual(scale({ width: 14 }), ["scale", 0.5, 1]);
  assert.deepEqual(scale({ max_width: 14 }), ["scale", 0.5, 1]);
  assert.deepEqual(scale({ max_width: 99 }), ["scale", 1, 1]);
  assert.deepEqual(scale({ width: 42, text: "" }), ["scale", 1, 1]);
});

test("turned text turns about its own place", () => {
  const canvas = painted([{ kind: "text", key: "t", x: 5, y: 9, text: "Lily", rotate: -90 }]);
  assert.deepEqual(calls(canvas, "translate", "rotate"), [["translate", 5, 9], ["rotate", -Math.PI / 2]]);
});

test("opacity covers one mark and is taken back", () => {
  const canvas = painted([{ kind: "rect", key: "a", x: 0, y: 0, w: 1, h: 1, fill: "weight", opacity: 0.25 }]);
  assert.deepEqual(calls(canvas, "globalAlpha"), [["globalAlpha", 0.25], ["globalAlpha", 1]]);
});

test("marks that wait for a hit show only while it is lit, and the hit gets a ring", () => {
  const marks = [{ kind: "text", key: "v", x: 0, y: 0, text: "0.42", when: "h" }];
  const hits = [{ key: "h", x: 10, y: 10, w: 20, h: 10, label: "Lily" }];
  const dark = painted(marks, { hits });
  assert.deepEqual(calls(dark, "fillText", "roundRect"), []);
  const lit = painted(marks, { hits, highlight: "h" });
  assert.deepEqual(calls(lit, "fillText"), [["fillText", "0.42", 0, 0]]);
  assert.deepEqual(calls(lit, "roundRect"), [["roundRect", 9, 9, 22, 12, 4]]);
});

test("marks that show at rest give way to what is pointed at", () => {
  const marks = [{ kind: "text", key: "v", x: 0, y: 0, text: "0.42", when: "rest" }];
  const hits = [{ key: "h", x: 10, y: 10, w: 20, h: 10, label: "Lily" }];
  assert.equal(calls(painted(marks, { hits }), "fillText").length, 1);
  assert.equal(calls(painted(marks, { hits, highlight: "h" }), "fillText").length, 0);
});

test("painting again on a canvas of the same size does not clear it by resizing", () => {
  const canvas = fakeCanvas();
  let resized = 0;
  Object.defineProperty(canvas, "width", { get: () => 200, set: () => (resized += 1) });
  paint(canvas, { width: 100, height: 40, marks: [], hits: [] }, { theme, ratio: 2 });
  assert.equal(resized, 0);
});

test("one byte a pixel becomes opacity and four are colors", () => {
  assert.deepEqual([...rgba([1, 2], Uint8Array.of(7, 255))], [0, 0, 0, 7, 0, 0, 0, 255]);
  assert.deepEqual([...rgba([1, 1, 4], Uint8Array.of(1, 2, 3, 4))], [1, 2, 3, 4]);
});
