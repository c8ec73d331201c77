import assert from "node:assert/strict";
import { test } from "node:test";
import { init, shapes } from "../../site/sections/program/plain/attention.js";

const SIZES = { nVocab: 300, dModel: 32, nHead: 8, dHead: 8, dValue: 16, nCtx: 256, dHidden: 128, nLayer: 1 };

// Park and Miller's generator: the same numbers in every run.
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 48271) % 2147483647;
    return state / 2147483647;
  };
}

test("first values are 0 for biases and spread by the table's inputs for all others", () => {
  const p = init(SIZES, numbers(7));
  const wanted = { W_E: 0.1, W_Q: 2 / Math.sqrt(32), W_K: 2 / Math.sqrt(32), W_V: 1 / Math.sqrt(32), W_hidden: 1 / Math.sqrt(160), W_out: 1 / Math.sqrt(128) };
  assert.deepEqual(Object.keys(p), Object.keys(shapes(SIZES)));
  for (const name of Object.keys(wanted)) assert.ok(p[name], name);
  for (const [name, table] of Object.entries(p)) {
    const mean = table.reduce((sum, x) => sum + x, 0) / table.length;
    const deviation = Math.sqrt(table.reduce((sum, x) => sum + (x - mean) ** 2, 0) / table.length);
    if (name.startsWith("b_")) assert.ok(table.every((x) => x === 0), name);
    else assert.ok(Math.abs(deviation / wanted[name] - 1) < 0.05, `${name}: ${deviation}`);
    assert.ok(Math.abs(mean) <= 0.1 * deviation, name);
  }
});
