import assert from "node:assert/strict";
import { test } from "node:test";
import { HOLD, Player } from "../../site/page/figure/player.js";

// A film of which `ready` states have come from Python; time passes when the test says so.
function film({ at = 1, min = 1, max = 4, ready = [1, 2, 3, 4] } = {}) {
  /** @type {any} */
  const world = { at, ready: new Set(ready), went: [], prepared: [], time: 0, timers: [], turns: [] };
  const clock = {
    later: (act, ms) => world.timers.push({ act, due: world.time + ms }),
    cancel: (timer) => (world.timers = world.timers.map((item, index) => (index + 1 === timer ? null : item))),
  };
  const player = new Player({ min, max }, {
    get: () => world.at,
    go(value) {
      world.went.push(value);
      world.at = value;
    },
    prepare: (value) => world.prepared.push(value),
    isReady: (value) => world.ready.has(value),
    changed: () => world.turns.push(player.playing),
  }, clock);
  const pass = (ms) => {
    world.time += ms;
    for (const [index, timer] of world.timers.entries()) {
      if (!timer || timer.due > world.time) continue;
      world.timers[index] = null;
      timer.act();
    }
  };
  return { world, player, pass };
}

test("play goes on at once, holds each state, and ends with the last", () => {
  const { world, player, pass } = film();
  player.play();
  assert.deepEqual(world.went, [2]);
  player.shown(500);
  pass(499);
  assert.deepEqual(world.went, [2]);
  pass(1);
  assert.deepEqual(world.went, [2, 3]);
  player.shown();
  pass(HOLD);
  assert.deepEqual(world.went, [2, 3, 4]);
  player.shown();
  assert.equal(player.playing, false);
  pass(10 * HOLD);
  assert.deepEqual(world.went, [2, 3, 4]);
  assert.deepEqual(world.turns, [true, false]);
});

test("from the last state it plays from the first", () => {
  const { world, player } = film({ at: 4 });
  player.play();
  assert.deepEqual(world.went, [1]);
  assert.equal(player.playing, true);
});

test("each state asks for the one after it, and waits for it without leaving", () => {
  const { world, player, pass } = film({ ready: [1, 2] });
  player.play();
  player.shown(100);
  assert.deepEqual(world.prepared, [2, 3]);
  pass(5000);
  assert.deepEqual(world.went, [2]);
  world.ready.add(3);
  player.prepared();
  assert.deepEqual(world.went, [2, 3]);
});

test("an answer that comes before its time waits until then", () => {
  const { world, player, pass } = film({ ready: [1, 2] });
  player.play();
  player.shown(100);
  world.ready.add(3);
  player.prepared();
  assert.deepEqual(world.went, [2]);
  pass(100);
  assert.deepEqual(world.went, [2, 3]);
});

test("twice the speed holds half as long", () => {
  const { world, player, pass } = film();
  player.speed = 2;
  player.play();
  player.shown(1000);
  pass(500);
  assert.deepEqual(world.went, [2, 3]);
});

test("a pause stops it, also while it waits for an answer", () => {
  const { world, player, pass } = film({ ready: [1, 2] });
  player.play();
  player.shown(100);
  pass(100);
  player.pause();
  world.ready.add(3);
  player.prepared();
  pass(1000);
  assert.deepEqual(world.went, [2]);
});

test("a step pauses and stays between the ends", () => {
  const { world, player } = film({ at: 3 });
  player.play();
  player.step(1);
  player.step(-1);
  assert.deepEqual(world.went, [4, 3]);
  assert.equal(player.playing, false);
  world.at = 1;
  player.step(-1);
  assert.deepEqual(world.went, [4, 3]);
});

test("a state that comes because something else was changed is held anew", () => {
  const { world, player, pass } = film();
  player.play();
  player.shown(1000);
  pass(900);
  player.shown(1000); // another story, at the same state
  pass(900);
  assert.deepEqual(world.went, [2]);
  pass(100);
  assert.deepEqual(world.went, [2, 3]);
});
