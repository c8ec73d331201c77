import assert from "node:assert/strict";
import { test } from "node:test";
import { Queue } from "../../site/page/start/queue.js";

const BARS = { section: "demo", figure: "bars", choice: {}, width: 620 };

// A worker that answers when the test lets it.
function worker() {
  /** @type {any[]} */ const asked = [];
  const send = (request) => new Promise((resolve, reject) => asked.push({ request, resolve, reject }));
  return { asked, send };
}

// A queue and what it has told of each request, as [name, reply or the failure's message].
function queueThatTells(failed = () => {}) {
  const queue = new Queue(failed);
  /** @type {any[]} */ const told = [];
  /** @param {string} name @param {any} request @param {object} [options] */
  const ask = (name, request, options) => {
    queue.ask(name, request, (reply, failure) => told.push([name, failure?.message ?? reply]), options);
  };
  return { queue, told, ask };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("only one request is under way, however many figures ask", async () => {
  const { asked, send } = worker();
  const { queue, ask } = queueThatTells();
  queue.open(send);
  ask("a", { n: 1 });
  ask("b", { n: 2 });
  assert.equal(asked.length, 1);
  asked[0].resolve("first");
  await settled();
  assert.deepEqual(asked.map(({ request }) => request), [{ n: 1 }, { n: 2 }]);
});

test("of many requests of one figure only the first and the newest are sent, and only the newest is told", async () => {
  const { asked, send } = worker();
  const { queue, told, ask } = queueThatTells();
  queue.open(send);
  for (let n = 1; n <= 9; n += 1) ask("a", { n });
  asked[0].resolve("stale");
  await settled();
  assert.deepEqual(asked.map(({ request }) => request.n), [1, 9]);
  asked[1].resolve("fresh");
  await settled();
  assert.deepEqual(told, [["a", "fresh"]]);
});

test("each request's own callback hears of it", async () => {
  const { asked, send } = worker();
  const queue = new Queue(() => {});
  const heard = [];
  queue.open(send);
  queue.ask("a", BARS, (reply) => heard.push(["first", reply]), { between: true });
  queue.ask("a", BARS, (reply) => heard.push(["second", reply]));
  asked[0].resolve(1);
  await settled();
  asked[1].resolve(2);
  await settled();
  assert.deepEqual(heard, [["first", 1], ["second", 2]]);
});

test("what lies on the way of a drag is told even when the drag has gone on", async () => {
  const { asked, send } = worker();
  const { queue, told, ask } = queueThatTells();
  queue.open(send);
  ask("a", { n: 1 }, { between: true });
  ask("a", { n: 2 }, { between: true });
  asked[0].resolve("on the way");
  await settled();
  asked[1].resolve("arrived");
  await settled();
  assert.deepEqual(told, [["a", "on the way"], ["a", "arrived"]]);
});

test("what a figure had asked aside is asked of the next worker too, but not what it asks anew itself", async () => {
  const [first, second] = [worker(), worker()];
  const { queue, told, ask } = queueThatTells();
  queue.open(first.send);
  ask("a svg", { as: "svg" }, { again: true });
  queue.close();
  queue.open(second.send);
  first.asked[0].resolve("lost");
  await settled();
  assert.deepEqual(second.asked.map(({ request }) => request.as), ["svg"]);
  second.asked[0].resolve("svg");
  await settled();
  assert.deepEqual(told, [["a svg", "svg"]]);
  ask("b", { n: 1 });
  queue.open(first.send);
  second.asked[1].resolve("lost");
  await settled();
  assert.equal(first.asked.length, 1);
});

test("what was asked aside and forgotten, or asked anew, is not asked of the next worker again", async () => {
  const [first, second] = [worker(), worker()];
  const { queue, told, ask } = queueThatTells();
  queue.open(first.send);
  ask("a ahead", { n: 1 }, { again: true });
  queue.forget("a ahead");
  queue.open(second.send);
  first.asked[0].resolve("lost");
  await settled();
  assert.equal(second.asked.length, 0);
  ask("a ahead", { n: 2 }, { again: true });
  ask("a ahead", { n: 3 }, { again: true });
  queue.open(first.send);
  second.asked[0].resolve("lost");
  await settled();
  assert.deepEqual(first.asked.map(({ request }) => request.n), [1, 3]);
  assert.deepEqual(told, []);
});

test("what the reader touches goes before what only follows", async () => {
  const { asked, send } = worker();
  const { queue, ask } = queueThatTells();
  queue.open(send);
  ask("under way", {});
  ask("follower", { n: 1 }, { last: true });
  ask("touched", { n: 2 });
  asked[0].resolve();
  await settled();
  assert.equal(asked[1].request.n, 2);
});

test("requests wait while nobody answers and go out when somebody does", async () => {
  const { asked, send } = worker();
  const { queue, ask } = queueThatTells();
  ask("a", { n: 1 });
  assert.equal(asked.length, 0);
  queue.open(send);
  assert.equal(asked.length, 1);
});

test("a request that fails is told to its figure, then to the whole, and the next one is sent", async () => {
  const { asked, send } = worker();
  const { queue, told, ask } = queueThatTells(() => void told.push("failed"));
  queue.open(send);
  ask("a", {});
  ask("b", {});
  asked[0].reject(new Error("late"));
  await settled();
  assert.deepEqual(told, [["a", "late"], "failed"]);
  assert.equal(asked.length, 2);
});

test("a failure is told even when the figure has asked anew since, and what it asked anew waits for the next sender", async () => {
  const { asked, send } = worker();
  const { queue, told, ask } = queueThatTells(() => queue.close());
  queue.open(send);
  ask("a", { n: 1 });
  ask("a", { n: 2 });
  asked[0].reject(new Error("late"));
  await settled();
  assert.deepEqual(told, [["a", "late"]]);
  assert.equal(asked.length, 1);
  queue.open(send);
  assert.equal(asked[1].request.n, 2);
});

test("a failure of a sender that another has replaced is nobody's: it would end the new one", async () => {
  const { asked, send } = worker();
  const { queue, told, ask } = queueThatTells(() => void told.push("failed"));
  queue.open(send);
  ask("a", { n: 1 });
  queue.close();
  queue.open((request) => send(request));
  ask("a", { n: 2 });
  asked[0].reject(new Error("late"));
  await settled();
  assert.deepEqual(told, []);
  asked[1].resolve("fresh");
  await settled();
  assert.deepEqual(told, [["a", "fresh"]]);
});

test("what is forgotten is not sent, and not told when it was under way", async () => {
  const { asked, send } = worker();
  const { queue, told, ask } = queueThatTells();
  queue.open(send);
  ask("a", { n: 1 }, { between: true });
  ask("a", { n: 2 });
  ask("b", { n: 3 });
  queue.forget("a");
  asked[0].resolve("stale");
  await settled();
  asked[1].resolve("fresh");
  await settled();
  assert.deepEqual(asked.map(({ request }) => request.n), [1, 3]);
  assert.deepEqual(told, [["b", "fresh"]]);
});
