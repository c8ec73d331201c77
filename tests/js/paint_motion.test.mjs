import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import test from "node:test";
import { interpolate } from "../../site/page/paint/motion.js";

// Worked by hand: marks with the same key move, what is new or gone fades.
const cases = JSON.parse(readFileSync(new URL("./film_cases.json", import.meta.url), "utf8"));
/** @returns {any} */
const scene = (marks, width = 100) => ({ width, height: 50, marks, hits: [], buffers: [] });

for (const { name, before, after, share, expected } of cases) {
  test(name, () => assert.deepEqual(interpolate(scene(before), scene(after), share).marks, expected));
}

test("the ends are the scenes themselves", () => {
  const [a, b] = [scene([]), scene([])];
  assert.equal(interpolate(a, b, 0), a);
  assert.equal(interpolate(a, b, 1), b);
});

test("the frame grows with its scene and the areas are the new ones", () => {
  const after = { ...scene([], 301), hits: [{ key: "h", label: "Lily", x: 0, y: 0, w: 9, h: 9 }] };
  const between = interpolate(scene([], 100), after, 0.5);
  assert.equal(between.width, 201); // 200.5, in whole px
  assert.deepEqual(between.hits, after.hits);
});
