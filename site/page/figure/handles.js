// What can be dragged. Over each such area lies an element of its own, so that a finger anywhere else scrolls the page;
// the Tab key stops at each, and arrow keys move it.
import { dragChoice, dragStep, hitByKey, nearestDrag } from "../paint/paint.js";

const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const FAST = 5; // steps at once while Shift is held

export class Handles {
  /** @type {Map<string, HTMLElement>} */
  #elements = new Map();
  /** @type {{ key: string, dx: number, dy: number } | null} what a pointer holds, and how far from its middle */
  #held = null;
  /** @type {Scene | null} */
  scene = null;

  /**
   * `at(event)`: a place in the scene's px; `light(key)`: what is pointed at or focused; `set(choice, how)`.
   * @param {HTMLElement} parent
   * @param {{ at: (event: PointerEvent) => [number, number], light: (key: string | null) => void, set: Function }} calls
   */
  constructor(parent, { at, light, set }) {
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
    this.scene = scene;
    const hits = scene ? scene.hits.filter((hit) => hit.drag) : [];
    const keys = new Set(hits.map((hit) => hit.key));
    for (const [key, element] of this.#elements) {
      if (keys.has(key)) continue;
      element.remove();
      this.#elements.delete(key);
    }
    if (!keys.has(this.#held?.key)) this.#held = null;
    for (const hit of hits) this.#over(hit, this.#elements.get(hit.key) ?? this.#make(hit.key));
  }

  /**
   * Move `hit` by (dx, dy) steps. Its area moves at once, so that quick presses add up; the drawing follows.
   * @param {Hit} hit
   */
  nudge(hit, dx, dy) {
    const [x, y] = [hit.x + hit.w / 2 + dx * dragStep(hit, "x"), hit.y + hit.h / 2 + dy * dragStep(hit, "y")];
    this.set(dragChoice(hit, x, y));
    if (hit.drag.x) hit.x = inside(x, hit.drag.x.px) - hit.w / 2;
    if (hit.drag.y) hit.y = inside(y, hit.drag.y.px) - hit.h / 2;
  }

  /** @param {Hit} hit @param {HTMLElement} element */
  #over(hit, element) {
    const share = (value, whole) => `${(100 * value) / whole}%`;
    element.style.left = share(hit.x, this.scene.width);
    element.style.width = share(hit.w, this.scene.width);
    element.style.top = share(hit.y, this.scene.height);
    element.style.height = share(hit.h, this.scene.height);
    const [name, value] = hit.label.split(": ");
    element.setAttribute("aria-label", name);
    element.setAttribute("aria-valuetext", value ?? hit.label);
    const [param, number] = Object.entries(dragChoice(hit, hit.x + hit.w / 2, hit.y + hit.h / 2))[0];
    const { value: ends } = Object.values(hit.drag).find((drag) => drag.control === param);
    element.setAttribute("aria-valuemin", String(Math.min(...ends)));
    element.setAttribute("aria-valuemax", String(Math.max(...ends)));
    element.setAttribute("aria-valuenow", String(number));
  }

  /** The key of the one that has the focus, or null. */
  get focused() {
    return [...this.#elements].find(([, element]) => element === document.activeElement)?.[0] ?? null;
  }

  #make(key) {
    const element = document.createElement("div");
    element.className = "drag-handle";
    element.dataset.key = key;
    element.tabIndex = 0;
    element.setAttribute("role", "slider");
    element.addEventListener("pointerdown", (event) => this.#hold(event, element));
    element.addEventListener("pointermove", (event) => this.#move(event));
    element.addEventListener("pointerup", (event) => this.#drop(event));
    element.addEventListener("pointercancel", () => (this.#held = null));
    element.addEventListener("pointerenter", (event) => this.#held ?? this.#hover(event)); // it may move under a pointer that rests
    element.addEventListener("pointerleave", () => this.#held ?? this.light(null));
    element.addEventListener("focus", () => this.light(key));
    element.addEventListener("blur", () => this.light(null));
    element.addEventListener("keydown", (event) => this.#key(event, key));
    this.#elements.set(key, element);
    this.parent.append(element);
    return element;
  }

  // Where areas overlap, the one whose middle is nearest is meant.
  #hold(event, element) {
    if (event.button) return;
    const [x, y] = this.at(event);
    const hit = nearestDrag(this.scene, x, y);
    this.#held = { key: hit.key, dx: hit.x + hit.w / 2 - x, dy: hit.y + hit.h / 2 - y };
    element.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.#elements.get(hit.key).focus({ preventScroll: true });
    this.light(hit.key);
  }

  #move(event) {
    if (!event.buttons) this.#held = null; // let go of where nobody heard it
    if (this.#held) this.#drag(event, { between: true });
    else this.#hover(event);
  }

  #hover(event) {
    if (event.pointerType !== "touch") this.light(nearestDrag(this.scene, ...this.at(event)).key);
  }

  #drop(event) {
    if (this.#held) this.#drag(event);
    this.#held = null;
  }

  #drag(event, how) {
    const hit = hitByKey(this.scene, this.#held.key);
    const [x, y] = this.at(event);
    if (hit) this.set(dragChoice(hit, x + this.#held.dx, y + this.#held.dy), how);
  }

  #key(event, key) {
    const move = MOVES[event.key];
    if (!move || event.altKey || event.ctrlKey || event.metaKey) return;
    const times = event.shiftKey ? FAST : 1;
    this.nudge(hitByKey(this.scene, key), move[0] * times, move[1] * times);
    event.preventDefault();
  }
}

function inside(place, ends) {
  return Math.min(Math.max(...ends), Math.max(Math.min(...ends), place));
}
