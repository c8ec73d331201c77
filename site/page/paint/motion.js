// Scenes between two scenes: marks with the same key move.
/** @import { Mark, Scene } from "../types.d.ts" */

/**
 * The scene at `t` (0 to 1) on the way from `before` to `after`: numbers move, what is new or gone fades.
 * @param {Scene} before @param {Scene} after @param {number} t @returns {Scene}
 */
export function interpolate(before, after, t) {
  if (t <= 0) return before;
  if (t >= 1) return after;
  const old = new Map(before.marks.map((mark) => [mark.key, mark]));
  const keys = new Set(after.marks.map(({ key }) => key));
  const gone = before.marks.filter(({ kind, key }) => !keys.has(key) && kind !== "image"); // its buffer is gone too
  const leaving = gone.map((mark) => faded(mark, 1 - t));
  const arriving = after.marks.map((mark) => {
    const start = old.get(mark.key);
    return start?.kind === mark.kind ? between(start, mark, t) : faded(mark, t);
  });
  return {
    ...after,
    width: Math.ceil(mixed(before.width, after.width, t)),
    height: Math.ceil(mixed(before.height, after.height, t)),
    marks: [...leaving, ...arriving],
    buffers: after.buffers,
  };
}

/** Two marks of one kind. @param {any} a @param {any} b @param {number} t @returns {Mark} */
function between(a, b, t) {
  const mark = t < 0.5 ? { ...a } : { ...b };
  for (const name of Object.keys(b)) {
    if (typeof a[name] === "number" && typeof b[name] === "number") mark[name] = mixed(a[name], b[name], t);
  }
  const opacity = mixed(a.opacity ?? 1, b.opacity ?? 1, t);
  if (opacity === 1) delete mark.opacity;
  else mark.opacity = opacity;
  if (b.d !== undefined) mark.d = mixedPath(a.d, b.d, t);
  if (b.buffer !== undefined) mark.buffer = b.buffer;
  return mark;
}

/** @param {Mark} mark @param {number} share */
function faded(mark, share) {
  return { ...mark, opacity: (mark.opacity ?? 1) * share };
}

/** @param {string} a @param {string} b @param {number} t */
function mixedPath(a, b, t) {
  const shape = (/** @type {string} */ d) => d.replace(/-?[\d.]+/g, "#");
  if (shape(a) !== shape(b)) return t < 0.5 ? a : b;
  const from = a.match(/-?[\d.]+/g) ?? [];
  let index = 0;
  return b.replace(/-?[\d.]+/g, (to) => String(Math.round(mixed(Number(from[index++]), Number(to), t) * 100) / 100));
}

/** @param {number} a @param {number} b @param {number} t */
function mixed(a, b, t) {
  return a + (b - a) * t;
}
