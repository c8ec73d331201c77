import assert from "node:assert/strict";
import { test } from "node:test";
import { counted, steps } from "../../site/page/figure/measure_row.js";

test("stories are counted for one measure at a time, and never more than there are", () => {
  assert.equal(counted({ done: 12, total: 100, measure: 1, measures: 1 }), "12 of 100 stories");
  assert.equal(counted({ done: 12, total: 100, measure: 2, measures: 2 }), "12 of 100 stories, measure 2 of 2");
  assert.equal(counted({ done: 0, total: 100, measure: 1, measures: 2 }), "");
});

test("the bar goes on from one measure to the next without falling back", () => {
  assert.deepEqual(steps({ done: 100, total: 100, measure: 1, measures: 2 }), { done: 100, all: 200 });
  assert.deepEqual(steps({ done: 1, total: 100, measure: 2, measures: 2 }), { done: 101, all: 200 });
});
