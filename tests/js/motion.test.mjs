import assert from "node:assert/strict";
import { test } from "node:test";
import { Motion, sameThings } from "../../site/page/figure/motion.js";

const box = (x, key = "a") => ({ kind: "rect", key, x, y: 0, w: 1, h: 1 });
/** @returns {any} */
const scene = (marks, width = 100) => ({ width, height: 50, marks, hits: [], buffers: [] });

// Frames come when the test says so, 100 ms apart.
function screen({ still = false } = {}) {
  /** @type {any[]} */ const painted = [];
  let time = 0;
  /** @type {any} */ let waiting = null;
  const clock = {
    now: () => time,
    frame(draw) {
      waiting = draw;
    },
    cancel() {
      waiting = null;
    },
    still: () => still,
  };
  const frame = () => {
    const draw = waiting;
    waiting = null;
    time += 100;
    draw?.();
    return Boolean(draw);
  };
  return { motion: new Motion((/** @type {any} */ drawn) => painted.push(drawn.marks[0].x), clock), painted, frame };
}

test("a mark moves evenly where the way goes on, and arrives", () => {
  const { motion, painted, frame } = screen();
  motion.to(scene([box(0)]));
  motion.to(scene([box(8)]), { ms: 400, steady: true });
  while (frame());
  assert.deepEqual(painted, [0, 2, 4, 6, 8]);
});

test("a move that stands alone starts and ends gently", () => {
  const { motion, painted, frame } = screen();
  motion.to(scene([box(0)]));
  motion.to(scene([box(32)]), { ms: 400 });
  while (frame());
  assert.deepEqual(painted, [0, 5, 16, 27, 32]); // 32 (3 s² − 2 s³) at s = 1/4, 1/2, 3/4, 1
});

test("a move that is interrupted goes on from where it is", () => {
  const { motion, painted, frame } = screen();
  motion.to(scene([box(0)]));
  motion.to(scene([box(8)]), { ms: 400, steady: true });
  frame();
  motion.to(scene([box(2)]), { ms: 200, steady: true });
  while (frame());
  assert.deepEqual(painted, [0, 2, 2, 2]);
});

test("without time, or for readers who prefer no motion, the new scene is there at once", () => {
  for (const { still, ms } of [{ still: false, ms: 0 }, { still: true, ms: 200 }]) {
    const { motion, painted, frame } = screen({ still });
    motion.to(scene([box(0)]));
    motion.to(scene([box(8)]), { ms });
    assert.deepEqual(painted, [0, 8]);
    assert.equal(frame(), false);
  }
});

test("words of another story do not fly to the places of the first", () => {
  const story = (words, width) => scene(words.map((text, index) => ({ kind: "text", key: `t${index}`, x: 0, y: 0, text })), width);
  const words = [..."abcdefghijkl"];
  const some = (count) => words.map((word, index) => (index < count ? "other" : word));
  assert.equal(sameThings(story(words), story(words)), true);
  assert.equal(sameThings(story(words), story(some(6))), true);
  assert.equal(sameThings(story(words), story(some(7))), false);
  assert.equal(sameThings(story(words.slice(0, 11)), story(some(11).slice(0, 11))), true); // labels of a chart
  assert.equal(sameThings(story(words), story(words, 620)), false);
});
