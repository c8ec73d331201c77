// What can be dragged. Over each such area lies an element of its own, so that a finger anywhere else scrolls the page;
// the Tab key stops at each, and arrow keys move it.
import { dragChoice, dragStep, hitByKey, nearestDrag } from "../paint/hits.js";
/** @import { Cause, Hit, Scene, SetChoice } from "../types.d.ts" */

/** @type {Record<string, [number, number]>} */
export const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
// Steps at once with Shift. Arrow keys alone move a handle; on the canvas, where they look around, moving takes Shift.
const FAST = 5;

export class Handles {
  /** @type {Map<string, HTMLElement>} */ #elements = new Map();
  /** @type {{ key: string, dx: number, dy: number } | null} */
  #held = null; // what a pointer holds, and how far from its middle

  /** @type {Scene} */ scene; // the last that came

  /**
   * `at`: a place in the scene's px; `light`: what is pointed at or focused.
   * @param {HTMLElement} parent @param {(event: MouseEvent) => [number, number]} at
   * @param {(key: string | null) => void} light @param {SetChoice} set
   */
  constructor(parent, at, light, set) {
    this.parent = parent;
    this.at = at;
    this.light = light;
    this.set = set;
  }

  /**
   * Lay one over each area of the scene that can be dragged; without a scene there are none.
   * @param {Scene | null} scene
   */
  place(scene) {
    if (scene) this.scene = scene;
    const hits = scene ? scene.hits.filter((hit) => hit.drag) : [];
    const keys = new Set(hits.map((hit) => hit.key));
    for (const [key, element] of this.#elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    if (this.#held && !keys.has(this.#held.key)) this.#held = null;
    for (const hit of hits) this.#over(hit, this.#elements.get(hit.key) ?? this.#make(hit.key));
  }

  /**
   * Move `hit` by (dx, dy) steps. Its area moves at once, so that quick presses add up; the drawing follows.
   * @param {Hit} hit @param {number} dx @param {number} dy
   */
  nudge(hit, dx, dy) {
    const [x, y] = [hit.x + hit.w / 2 + dx * dragStep(hit, "x"), hit.y + hit.h / 2 + dy * dragStep(hit, "y")];
    this.set(dragChoice(hit, x, y));
    if (hit.drag?.x) hit.x = inside(x, hit.drag.x.px) - hit.w / 2;
    if (hit.drag?.y) hit.y = inside(y, hit.drag.y.px) - hit.h / 2;
  }

  #over(/** @type {Hit} */ hit, /** @type {HTMLElement} */ element) {
    const { width, height } = this.scene;
    element.style.left = `${(100 * hit.x) / width}%`;
    element.style.width = `${(100 * hit.w) / width}%`;
    element.style.top = `${(100 * hit.y) / height}%`;
    element.style.height = `${(100 * hit.h) / height}%`;
    const [name, value] = hit.label.split(": ");
    element.setAttribute("aria-label", name);
    element.setAttribute("aria-valuetext", value ?? hit.label);
    const [control, number] = Object.entries(dragChoice(hit, hit.x + hit.w / 2, hit.y + hit.h / 2))[0];
    const ends = Object.values(hit.drag ?? {}).find((drag) => drag.control === control)?.value ?? [];
    element.setAttribute("aria-valuemin", Math.min(...ends));
    element.setAttribute("aria-valuemax", Math.max(...ends));
    element.setAttribute("aria-valuenow", number);
  }

  /** The key of the one that has the focus, or null. */
  get focused() {
    return [...this.#elements].find(([, element]) => element === document.activeElement)?.[0] ?? null;
  }

  #make(/** @type {string} */ key) {
    const element = document.createElement("div");
    element.className = "drag-handle";
    element.dataset.key = key;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.addEventListener("pointerdown", (event) => this.#hold(event, element));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#drop(event));
    element.addEventListener("pointercancel", () => (this.#held = null));
    // It may move under a pointer that rests.
    element.addEventListener("pointerenter", (event) => this.#held ?? this.#hover(event));
    element.addEventListener("pointerleave", () => this.#held ?? this.light(null));
    element.addEventListener("focus", () => this.light(key));
    element.addEventListener("blur", () => this.light(null));
    element.addEventListener("keydown", (event) => this.#key(event, key));
    this.#elements.set(key, element);
    this.parent.append(element);
    return element;
  }

  // Where areas overlap, the one whose middle is nearest is meant.
  #hold(/** @type {PointerEvent} */ event, /** @type {HTMLElement} */ element) {
    if (event.button) return;
    const [x, y] = this.at(event);
    const hit = nearestDrag(this.scene, x, y);
    if (!hit) return;
    this.#held = { key: hit.key, dx: hit.x + hit.w / 2 - x, dy: hit.y + hit.h / 2 - y };
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.#elements.get(hit.key)?.focus({ preventScroll: true });
    this.light(hit.key);
  }

  #move(/** @type {PointerEvent} */ event) {
    if (!event.buttons) this.#held = null; // let go of where nobody heard it
    if (this.#held) this.#drag(event, "drag");
    else this.#hover(event);
  }

  #hover(/** @type {PointerEvent} */ event) {
    if (event.pointerType !== "touch") this.light(nearestDrag(this.scene, ...this.at(event))?.key ?? null);
  }

  #drop(/** @type {PointerEvent} */ event) {
    this.#drag(event, "press");
    this.#held = null;
  }

  #drag(/** @type {PointerEvent} */ event, /** @type {Cause} */ cause) {
    const held = this.#held;
    const hit = held && hitByKey(this.scene, held.key);
    const [x, y] = this.at(event);
    if (hit) this.set(dragChoice(hit, x + held.dx, y + held.dy), cause);
  }

  #key(/** @type {KeyboardEvent} */ event, /** @type {string} */ key) {
    const move = ARROWS[event.key];
    const hit = hitByKey(this.scene, key);
    if (!move || !hit || event.altKey || event.ctrlKey || event.metaKey) return;
    const times = event.shiftKey ? FAST : 1;
    this.nudge(hit, move[0] * times, move[1] * times);
    event.preventDefault();
  }
}

/** @param {number} place @param {number[]} ends */
function inside(place, ends) {
  return Math.min(Math.max(...ends), Math.max(Math.min(...ends), place));
}
