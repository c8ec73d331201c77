import assert from "node:assert/strict";
import test from "node:test";
import { dragChoice, dragStep, hitAt, hitByKey, nearestDrag, nextHit } from "../../site/page/paint/hits.js";

/** @type {any} */
const row = { hits: [
  { key: "a", x: 0, y: 0, w: 10, h: 10 },
  { key: "b", x: 20, y: 0, w: 10, h: 10 },
  { key: "c", x: 22, y: 2, w: 4, h: 4 },
] };
// Three queries down, two keys across; the first query reads the first key only.
/** @type {any} */
const grid = { hits: [[0, 0], [1, 0], [1, 1], [2, 0], [2, 1]].map(([r, c]) => ({ key: `${r}.${c}`, row: r, col: c })) };

test("the topmost area under the pointer is hit, edges on the left and top included", () => {
  assert.equal(hitAt(row, 0, 0)?.key, "a");
  assert.equal(hitAt(row, 10, 5), undefined);
  assert.equal(hitAt(row, 23, 3)?.key, "c");
  assert.equal(hitAt(row, 29, 9)?.key, "b");
});

test("slack widens areas for fingers but never beats what is really under them", () => {
  assert.equal(hitAt(row, 12, 5, 4)?.key, "a");
  assert.equal(hitAt(row, 28, 3, 4)?.key, "b");
});

test("arrow keys walk areas in order and stop at the ends", () => {
  const walk = (from, key) => nextHit(row, from, key)?.key;
  assert.equal(walk(null, "ArrowRight"), "a");
  assert.equal(walk("a", "ArrowRight"), "b");
  assert.equal(walk("a", "ArrowLeft"), "a");
  assert.equal(walk("c", "ArrowDown"), "c");
  assert.equal(walk("c", "Home"), "a");
  assert.equal(walk("a", "End"), "c");
});

test("arrow keys move by row and column in a grid and stay where there is no cell", () => {
  const walk = (from, key) => nextHit(grid, from, key)?.key;
  assert.equal(walk("1.0", "ArrowRight"), "1.1");
  assert.equal(walk("1.1", "ArrowUp"), "1.1");
  assert.equal(walk("0.0", "ArrowDown"), "1.0");
  assert.equal(walk("2.1", "ArrowLeft"), "2.0");
  assert.equal(walk("2.0", "End"), "2.1");
  assert.equal(walk("2.1", "Home"), "2.0");
  assert.equal(walk("0.0", "ArrowRight"), "0.0");
});

test("a scene without areas has no next one", () => {
  assert.equal(nextHit({ hits: [] }, null, "ArrowRight"), undefined);
  assert.equal(hitByKey(row, "nowhere"), undefined);
});

test("dragging turns places into parameters inside their range", () => {
  /** @type {any} */
  const hit = { drag: { x: { control: "q1", px: [0, 100], value: [-2, 2] }, y: { control: "q2", px: [100, 0], value: [-2, 2] } } };
  assert.deepEqual(dragChoice(hit, 75, 75), { q1: 1, q2: -1 });
  assert.deepEqual(dragChoice(hit, -50, 500), { q1: -2, q2: -2 });
  assert.deepEqual(dragChoice({}, 1, 1), {});
});

test("a drag with a step lands on its multiples, and a key moves it by one of them", () => {
  /** @type {any} */
  const x = { control: "k0x", px: [20, 320], value: [-15, 15], step: 1 };
  assert.deepEqual(dragChoice({ drag: { x } }, 184, 0), { k0x: 1 });
  assert.deepEqual(dragChoice({ drag: { x } }, 186, 0), { k0x: 2 });
  assert.deepEqual(dragChoice({ drag: { x: { ...x, value: [-1.5, 1.5], step: 0.1 } } }, 200, 0), { k0x: 0.3 });
  assert.equal(dragStep({ drag: { x } }, "x"), 10);
  assert.equal(dragStep({ drag: { x: { ...x, step: undefined } } }, "x"), 15);
  assert.equal(dragStep({ drag: { x } }, "y"), 0);
});

test("of what can be dragged, the nearest middle is meant", () => {
  const drag = { x: {} };
  /** @type {any} */
  const scene = { hits: [
    { key: "a", x: 0, y: 0, w: 20, h: 20, drag },
    { key: "b", x: 12, y: 0, w: 20, h: 20, drag },
    { key: "row", x: 13, y: 8, w: 4, h: 4 },
  ] };
  assert.equal(nearestDrag(scene, 14, 10)?.key, "a");
  assert.equal(nearestDrag(scene, 17, 10)?.key, "b");
  assert.equal(nearestDrag({ hits: [] }, 1, 1), undefined);
});
