import assert from "node:assert/strict";
import { test } from "node:test";
import { Film } from "../../site/page/figure/film.js";
import { Queue } from "../../site/page/start/queue.js";

const silent = () => {};
const settled = () => new Promise((resolve) => setTimeout(resolve));

// A film of which the first state shows, over a queue whose requests the test answers.
function film() {
  Object.assign(globalThis, { IntersectionObserver: class { observe() {} } });
  const part = { addEventListener: silent };
  /** @type {any} */ const element = { dataset: { film: "step" }, querySelectorAll: () => [], querySelector: () => part, toggleAttribute: silent };
  const queue = new Queue(silent);
  /** @type {any[]} */ const sent = [];
  queue.open((request) => new Promise((resolve) => sent.push({ request, resolve })));
  /** @type {any} */
  const view = { id: "reel-box", element, spec: { controls: { step: { min: 1, max: 4 } } }, choice: { step: 1 }, python: { queue } };
  view.request = ({ choice = view.choice }) => ({ choice });
  view.askAside = (name, more, show) => queue.ask(`reel-box ${name}`, view.request(more), (reply) => show(reply, view.request(more)));
  return { film: new Film(element, view), view, queue, sent };
}

test("a state that was asked ahead is taken once, for just what was asked", async () => {
  const { film: reel, view, sent } = film();
  reel.prepare(2);
  assert.deepEqual(sent.map(({ request }) => request.choice), [{ step: 2 }]);
  assert.equal(reel.isReady(2), false);
  sent[0].resolve("two");
  await settled();
  assert.deepEqual([reel.isReady(2), reel.isReady(3)], [true, false]);
  assert.equal(reel.take(view.request({ choice: { step: 2 } })), "two");
  assert.equal(reel.take(view.request({ choice: { step: 2 } })), null);
  reel.prepare(3);
  sent[1].resolve("three");
  await settled();
  assert.equal(reel.take(view.request({ choice: { step: 4 } })), null);
});

test("what the figure had asked before does not come back over a state that lay ready", async () => {
  const { film: reel, view, queue, sent } = film();
  /** @type {any[]} */ const told = [];
  reel.prepare(2);
  sent[0].resolve("two");
  await settled();
  queue.ask("reel-box", view.request({}), (reply) => told.push(reply));
  assert.equal(reel.take(view.request({ choice: { step: 2 } })), "two");
  sent[1].resolve("one");
  await settled();
  assert.deepEqual(told, []);
});
