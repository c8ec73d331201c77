import assert from "node:assert/strict";
import { test } from "node:test";
import { afterAwake } from "../../site/page/start/awake.js";

// A clock of ours: `sleep` passes without a timer, `run` fires what is due on its way.
function clock(t) {
  let now = 0;
  /** @type {Map<number, { at: number, act: () => void }>} */ const timers = new Map();
  let last = 0;
  t.mock.method(performance, "now", () => now);
  t.mock.method(globalThis, "setTimeout", (/** @type {() => void} */ act, ms = 0) => {
    timers.set(++last, { at: now + ms, act });
    return last;
  });
  t.mock.method(globalThis, "clearTimeout", (/** @type {number} */ id) => timers.delete(id));
  return {
    sleep(/** @type {number} */ ms) {
      now += ms;
    },
    run(/** @type {number} */ ms) {
      for (const end = now + ms; now < end; now++) {
        for (const [id, { at, act }] of [...timers]) if (at <= now && timers.delete(id)) act();
      }
    },
  };
}

test("time asleep does not count, time awake does", (t) => {
  const time = clock(t);
  let ended = 0;
  afterAwake(5000, () => ended++);
  time.run(3000);
  time.sleep(70_000);
  time.run(900); // 3,000 and at most one second of the sleep
  assert.equal(ended, 0);
  time.run(1200);
  assert.equal(ended, 1);
  time.run(20_000);
  assert.equal(ended, 1);
});

test("a wait begins anew, or is called off", (t) => {
  const time = clock(t);
  const ended = [];
  const one = afterAwake(1000, () => ended.push("one"));
  const two = afterAwake(1000, () => ended.push("two"));
  time.run(900);
  one.again(1000);
  two.stop();
  time.run(900);
  assert.deepEqual(ended, []);
  time.run(200);
  assert.deepEqual(ended, ["one"]);
});
