import assert from "node:assert/strict";
import { test } from "node:test";
import { sortedRows } from "../../site/page/figure/table.js";
import { wanted } from "../../site/page/figure/controls.js";

const ROWS = [["she", 0.2], ["Lily", 0.5], ["a", 0.2], ["the", -1]];

test("numbers sort as numbers and words as words, both ways", () => {
  assert.deepEqual(sortedRows(ROWS, { column: 1, down: true }), [1, 0, 2, 3]);
  assert.deepEqual(sortedRows(ROWS, { column: 1, down: false }), [3, 0, 2, 1]);
  assert.deepEqual(sortedRows(ROWS, { column: 0, down: false }), [2, 1, 0, 3]);
});

test("without a sort the rows stay as they came", () => {
  assert.deepEqual(sortedRows(ROWS, null), [0, 1, 2, 3]);
});

test("a control says what it would take", () => {
  assert.equal(wanted({ type: "int", default: 1, min: 1, max: 8 }, "9"), "A whole number from 1 to 8.");
  assert.equal(wanted({ type: "float", default: 1, min: 0, max: 2, unit: "nats" }, "x"), "A number from 0 to 2 nats.");
  assert.equal(wanted({ type: "text", default: "", maxLength: 1000 }, "x".repeat(1234)), "The text has 1,234 characters; at most 1,000 are read.");
});
