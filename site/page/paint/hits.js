// Which area is under the pointer, which comes next on an arrow key, what dragging it means.

const STEPS = 20; // key presses from one end of a drag without a step to the other

/**
 * The topmost hit at (x, y) in the scene's px, or undefined. `slack` widens small areas for fingers.
 * @param {Pick<Scene, "hits">} scene
 */
export function hitAt(scene, x, y, slack = 0) {
  const inside = (hit, more) =>
    x >= hit.x - more && x < hit.x + hit.w + more && y >= hit.y - more && y < hit.y + hit.h + more;
  return scene.hits.findLast((hit) => inside(hit, 0)) ?? scene.hits.findLast((hit) => inside(hit, slack));
}

/** @param {Pick<Scene, "hits">} scene @param {string} key */
export function hitByKey(scene, key) {
  return scene.hits.find((hit) => hit.key === key);
}

/**
 * The hit that a key ("ArrowLeft", ..., "Home", "End") leads to from the hit named `from`; the first from nowhere.
 * @param {Pick<Scene, "hits">} scene
 */
export function nextHit(scene, from, key) {
  const { hits } = scene;
  const at = hits.findIndex((hit) => hit.key === from);
  if (at < 0) return hits[0];
  return hits[at].row === undefined ? inOrder(hits, at, key) : inGrid(hits, hits[at], key);
}

/**
 * What can be dragged and has its middle nearest to (x, y); undefined where nothing can be.
 * @param {Pick<Scene, "hits">} scene
 */
export function nearestDrag(scene, x, y) {
  const away = (hit) => Math.hypot(hit.x + hit.w / 2 - x, hit.y + hit.h / 2 - y);
  return scene.hits.filter((hit) => hit.drag).reduce((near, hit) => (near && away(near) < away(hit) ? near : hit), undefined);
}

/**
 * How far one press of a key moves `hit` along an axis (px): its `step`, else a twentieth of the way.
 * @param {Pick<Hit, "drag">} hit
 * @param {"x" | "y"} axis
 */
export function dragStep(hit, axis) {
  const drag = hit.drag?.[axis];
  if (!drag) return 0;
  const [long, range] = [Math.abs(drag.px[1] - drag.px[0]), Math.abs(drag.value[1] - drag.value[0])];
  return drag.step ? (long * drag.step) / range : long / STEPS;
}

/**
 * The parameters that dragging `hit` to (x, y) sets, kept inside the drag's range and, where it has a `step`, on
 * multiples of that; {} when it cannot be dragged.
 * @param {Pick<Hit, "drag">} hit
 * @returns {Record<string, number>}
 */
export function dragChoice(hit, x, y) {
  /** @type {Record<string, number>} */
  const choice = {};
  for (const [axis, place] of [["x", x], ["y", y]]) {
    const drag = hit.drag?.[axis];
    if (!drag) continue;
    const [[a, b], [u, v]] = [drag.px, drag.value];
    const share = Math.min(1, Math.max(0, (place - a) / (b - a)));
    const value = u + (v - u) * share;
    choice[drag.control] = drag.step ? Number((Math.round(value / drag.step) * drag.step).toFixed(9)) : value;
  }
  return choice;
}

function inOrder(hits, at, key) {
  const steps = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1, Home: -hits.length, End: hits.length };
  return hits[Math.min(hits.length - 1, Math.max(0, at + (steps[key] ?? 0)))];
}

/** @param {Hit[]} hits @param {Hit} from @param {string} key */
function inGrid(hits, { row, col }, key) {
  const cols = hits.filter((hit) => hit.row === row).map((hit) => hit.col);
  const target = {
    ArrowRight: [row, col + 1], ArrowLeft: [row, col - 1], ArrowDown: [row + 1, col], ArrowUp: [row - 1, col],
    Home: [row, Math.min(...cols)], End: [row, Math.max(...cols)],
  }[key] ?? [row, col];
  const at = (place) => hits.find((hit) => hit.row === place[0] && hit.col === place[1]);
  return at(target) ?? at([row, col]);
}
