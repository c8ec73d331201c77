import assert from "node:assert/strict";
import { test } from "node:test";
import { TooLong } from "../../site/page/start/errors.js";
import { Python } from "../../site/page/start/python.js";

// A worker that answers one after the other, each after so many ms; null: never.
function workerOf(...times) {
  let before = Promise.resolve();
  const answer = (reply) => () => {
    const ms = times.shift();
    before = before.then(() => new Promise((resolve) => ms === null || setTimeout(resolve, ms)));
    return before.then(() => reply);
  };
  return { sync: { ask: answer({ json: '{"ok": true}', buffers: [] }), measure: answer('{"ok": true}') } };
}

test("the time of an answer begins when those asked before it have come", async () => {
  const python = new Python(workerOf(300, 20), "", {});
  const [slow, quick] = [python.measure({}, 2000), python.ask({}, 200)];
  assert.deepEqual(await quick, { ok: true });
  assert.deepEqual(await slow, { ok: true });
});

test("an answer that never comes is late, and so is what waits behind it", async () => {
  const python = new Python(workerOf(null, 1), "", {});
  const outcomes = await Promise.allSettled([python.ask({}, 60), python.ask({}, 60)]);
  for (const outcome of outcomes) assert.ok(outcome.status === "rejected" && outcome.reason instanceof TooLong);
});
