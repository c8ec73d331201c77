// Which area is under the pointer, which comes next on an arrow key, what dragging it means.
/** @import { Hit, Hits } from "../types.d.ts" */

const STEPS = 20; // key presses from one end of a drag without a step to the other

/**
 * The topmost hit at (x, y) in the scene's px, or undefined. `slack` widens small areas for fingers.
 * @param {Hits} scene @param {number} x @param {number} y
 */
export function hitAt(scene, x, y, slack = 0) {
  const inside = (/** @type {Hit} */ hit, /** @type {number} */ more) =>
    x >= hit.x - more && x < hit.x + hit.w + more && y >= hit.y - more && y < hit.y + hit.h + more;
  return scene.hits.findLast((hit) => inside(hit, 0)) ?? scene.hits.findLast((hit) => inside(hit, slack));
}

/** @param {Hits} scene @param {string} key */
export function hitByKey(scene, key) {
  return scene.hits.find((hit) => hit.key === key);
}

/**
 * The hit that a key ("ArrowLeft", ..., "Home", "End") leads to from the hit named `from`; the first from nowhere.
 * @param {Hits} scene @param {string | null} from @param {string} key @returns {Hit | undefined}
 */
export function nextHit(scene, from, key) {
  const { hits } = scene;
  const at = hits.findIndex((hit) => hit.key === from);
  if (at < 0) return hits[0];
  return hits[at].row === undefined ? inOrder(hits, at, key) : inGrid(hits, hits[at], key);
}

/**
 * What can be dragged and has its middle nearest to (x, y); undefined where nothing can be.
 * @param {Hits} scene @param {number} x @param {number} y @returns {Hit | undefined}
 */
export function nearestDrag(scene, x, y) {
  const away = (/** @type {Hit} */ hit) => Math.hypot(hit.x + hit.w / 2 - x, hit.y + hit.h / 2 - y);
  const all = scene.hits.filter((hit) => hit.drag);
  return all.length ? all.reduce((near, hit) => (away(near) < away(hit) ? near : hit)) : undefined;
}

/**
 * How far one press of a key moves `hit` along an axis (px): its `step`, else a twentieth of the way.
 * @param {Pick<Hit, "drag">} hit @param {"x" | "y"} axis
 */
export function dragStep(hit, axis) {
  const drag = hit.drag?.[axis];
  if (!drag) return 0;
  const [long, range] = [Math.abs(drag.px[1] - drag.px[0]), Math.abs(drag.value[1] - drag.value[0])];
  return drag.step ? (long * drag.step) / range : long / STEPS;
}

/**
 * The controls that dragging `hit` to (x, y) sets, kept inside the drag's range and, where it has a `step`, on
 * multiples of that; {} when it cannot be dragged.
 * @param {Pick<Hit, "drag">} hit @param {number} x @param {number} y
 */
export function dragChoice(hit, x, y) {
  /** @type {Record<string, number>} */ const choice = {};
  for (const { drag, place } of [{ drag: hit.drag?.x, place: x }, { drag: hit.drag?.y, place: y }]) {
    if (!drag) continue;
    const [[a, b], [u, v]] = [drag.px, drag.value];
    const share = Math.min(1, Math.max(0, (place - a) / (b - a)));
    const value = u + (v - u) * share;
    choice[drag.control] = drag.step ? Number((Math.round(value / drag.step) * drag.step).toFixed(9)) : value;
  }
  return choice;
}

/** @param {Hit[]} hits @param {number} at @param {string} key */
function inOrder(hits, at, key) {
  /** @type {Record<string, number>} */
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -hits.length, End: hits.length };
  return hits[Math.min(hits.length - 1, Math.max(0, at + (steps[key] ?? 0)))];
}

/** @param {Hit[]} hits @param {Hit} from @param {string} key */
function inGrid(hits, from, key) {
  const [row, col] = [Number(from.row), Number(from.col)];
  const cols = hits.filter((hit) => hit.row === row).map((hit) => Number(hit.col));
  /** @type {Record<string, [number, number]>} */
  const targets = {
    ArrowRight: [row, col + 1], ArrowLeft: [row, col - 1], ArrowDown: [row + 1, col], ArrowUp: [row - 1, col],
    Home: [row, Math.min(...cols)], End: [row, Math.max(...cols)],
  };
  const [toRow, toCol] = targets[key] ?? [row, col];
  return hits.find((hit) => hit.row === toRow && hit.col === toCol) ?? from;
}
