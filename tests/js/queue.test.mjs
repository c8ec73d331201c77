import assert from "node:assert/strict";
import { test } from "node:test";
import { Queue } from "../../site/page/start/queue.js";

// A worker that answers when the test lets it.
function worker() {
  const asked = [];
  const send = (request) => new Promise((resolve, reject) => asked.push({ request, resolve, reject }));
  return { asked, send };
}

const settled = () => new Promise((resolve) => setTimeout(resolve));

test("only one request is under way, however many figures ask", async () => {
  const { asked, send } = worker();
  const queue = new Queue(() => {});
  queue.open(send);
  queue.ask("a", { n: 1 });
  queue.ask("b", { n: 2 });
  assert.equal(asked.length, 1);
  asked[0].resolve("first");
  await settled();
  assert.deepEqual(asked.map(({ request }) => request.n), [1, 2]);
});

test("of many requests of one figure only the first and the newest are sent, and only the newest is shown", async () => {
  const { asked, send } = worker();
  const shown = [];
  const queue = new Queue((figure, reply) => shown.push([figure, reply]));
  queue.open(send);
  for (let n = 1; n <= 9; n += 1) queue.ask("a", { n });
  asked[0].resolve("stale");
  await settled();
  assert.deepEqual(asked.map(({ request }) => request.n), [1, 9]);
  asked[1].resolve("fresh");
  await settled();
  assert.deepEqual(shown, [["a", "fresh"]]);
});

test("what lies on the way of a drag is shown even when the drag has gone on", async () => {
  const { asked, send } = worker();
  const shown = [];
  const queue = new Queue((figure, reply) => shown.push(reply));
  queue.open(send);
  queue.ask("a", { n: 1 }, { between: true });
  queue.ask("a", { n: 2 }, { between: true });
  asked[0].resolve("on the way");
  await settled();
  asked[1].resolve("arrived");
  await settled();
  assert.deepEqual(shown, ["on the way", "arrived"]);
});

test("what a figure had asked aside is asked of the next worker too, but not what it asks anew itself", async () => {
  const [first, second] = [worker(), worker()];
  const given = [];
  const queue = new Queue((figure, reply) => given.push(reply));
  queue.open(first.send);
  queue.ask("a", { as: "svg" }, { aside: "svg" });
  queue.close();
  queue.open(second.send);
  first.asked[0].resolve("lost");
  await settled();
  assert.deepEqual(second.asked.map(({ request }) => request.as), ["svg"]);
  second.asked[0].resolve("svg");
  await settled();
  assert.deepEqual(given, ["svg"]);
  queue.ask("b", { n: 1 });
  queue.open(first.send);
  second.asked[1].resolve("lost");
  await settled();
  assert.equal(first.asked.length, 1);
});

test("what the reader touches goes before what only follows", async () => {
  const { asked, send } = worker();
  const queue = new Queue(() => {});
  queue.open(send);
  queue.ask("under way", {});
  queue.ask("follower", { n: 1 }, { first: false });
  queue.ask("touched", { n: 2 });
  asked[0].resolve();
  await settled();
  assert.equal(asked[1].request.n, 2);
});

test("requests wait while nobody answers and go out when somebody does", async () => {
  const { asked, send } = worker();
  const queue = new Queue(() => {});
  queue.ask("a", { n: 1 });
  assert.equal(asked.length, 0);
  queue.open(send);
  assert.equal(asked.length, 1);
});

test("a request that fails is told to its figure and the next one is sent", async () => {
  const { asked, send } = worker();
  const told = [];
  const queue = new Queue((figure, reply, failure) => told.push([figure, reply, failure?.message]));
  queue.open(send);
  queue.ask("a", {});
  queue.ask("b", {});
  asked[0].reject(new Error("late"));
  await settled();
  assert.deepEqual(told, [["a", null, "late"]]);
  assert.equal(asked.length, 2);
});

test("a failure is told even when the figure has asked anew since, and what it asked anew waits for the next sender", async () => {
  const { asked, send } = worker();
  const told = [];
  const queue = new Queue((figure, reply, failure) => {
    told.push(failure.message);
    queue.close();
  });
  queue.open(send);
  queue.ask("a", { n: 1 });
  queue.ask("a", { n: 2 });
  asked[0].reject(new Error("late"));
  await settled();
  assert.deepEqual(told, ["late"]);
  assert.equal(asked.length, 1);
  queue.open(send);
  assert.equal(asked[1].request.n, 2);
});

test("a failure of a sender that another has replaced is nobody's: it would end the new one", async () => {
  const { asked, send } = worker();
  const told = [];
  const queue = new Queue((figure, reply, failure) => told.push(failure?.message ?? reply));
  queue.open(send);
  queue.ask("a", { n: 1 });
  queue.close();
  queue.open((request) => send(request));
  queue.ask("a", { n: 2 });
  asked[0].reject(new Error("late"));
  await settled();
  assert.deepEqual(told, []);
  asked[1].resolve("fresh");
  await settled();
  assert.deepEqual(told, ["fresh"]);
});

test("what is forgotten is not sent, and not shown when it was under way", async () => {
  const { asked, send } = worker();
  const shown = [];
  const queue = new Queue((figure, reply, failure, request) => shown.push([reply, request.n]));
  queue.open(send);
  queue.ask("a", { n: 1 }, { between: true });
  queue.ask("a", { n: 2 });
  queue.ask("b", { n: 3 });
  queue.forget("a");
  asked[0].resolve("stale");
  await settled();
  asked[1].resolve("fresh");
  await settled();
  assert.deepEqual(shown, [["fresh", 3]]);
});

test("every request carries a number higher than all before", async () => {
  const { asked, send } = worker();
  const queue = new Queue(() => {});
  queue.open(send);
  const revs = [queue.ask("a", {}), queue.ask("b", {})];
  asked[0].resolve();
  await settled();
  assert.ok(revs[1] > revs[0]);
  assert.deepEqual(asked.map(({ request }) => request.rev), revs);
});
