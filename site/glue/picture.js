// The live picture of a figure: a canvas in the place of the drawing that the page came with, and how it is touched.
import { Motion } from "./motion.js";
import { dragParams, hitAt, hitByKey, nextHit, paint, readTheme } from "./paint.js";

const FINGER = 8; // px around an area that still count, for fingers
const STEPS = 20; // key presses from one end of a drag to the other
const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
const HINT = "Arrow keys look around, Enter chooses.";

// The same limits as styles/page.css: which of the drawn widths a place of this width shows.
export function drawnWidth(room, widths) {
  const [narrow, column, wide] = widths;
  if (room < 520) return narrow;
  return room >= 860 && wide ? wide : column;
}

export class Picture {
  #lit = null; // key of the hit that is pointed at or focused
  #theme = null;
  #motion = new Motion(() => this.repaint());

  /** `set(params, how)` when something is chosen or dragged; `say(text)` for labels of what is under the pointer. */
  constructor(element, widths, { set, say }) {
    Object.assign(this, { element, widths, set, say, scene: null });
    this.canvas = element.querySelector("canvas");
    this.message = element.querySelector(".picture-message");
    this.canvas.addEventListener("pointermove", (event) => this.#point(event));
    this.canvas.addEventListener("pointerleave", () => this.#light(null));
    this.canvas.addEventListener("click", (event) => this.#choose(this.#under(event)));
    this.canvas.addEventListener("keydown", (event) => this.#key(event));
    this.canvas.addEventListener("blur", () => this.#light(null));
  }

  /** The width in CSS px at which Python should draw now. */
  get width() {
    return drawnWidth(this.element.clientWidth, this.widths);
  }

  /** Show a scene, moving there from the last one where `move` says how: see Motion. */
  show(scene, move = {}) {
    this.scene = scene;
    this.wait(false);
    this.message.hidden = true;
    this.canvas.hidden = false;
    this.element.classList.add("is-live");
    this.canvas.setAttribute("role", scene.hits.length ? "application" : "img");
    this.canvas.setAttribute("aria-label", scene.hits.length ? `${scene.alt} ${HINT}` : scene.alt);
    this.canvas.tabIndex = scene.hits.length ? 0 : -1;
    if (this.#lit && !hitByKey(scene, this.#lit)) this.#light(null);
    this.#placeHandles();
    this.#motion.to(scene, this.#inSight() ? move : {});
  }

  /** Put a sentence in the picture's place; what was drawn last comes back with the next scene. */
  complain(sentence) {
    this.wait(false);
    this.message.textContent = sentence;
    this.message.hidden = false;
    this.canvas.hidden = this.element.classList.contains("is-live");
    this.#placeHandles([]);
  }

  wait(on) {
    this.element.toggleAttribute("aria-busy", false);
    if (on) this.element.setAttribute("aria-busy", "true");
  }

  /** Paint again, for another theme or another pixel ratio too. */
  repaint({ theme = false } = {}) {
    if (!this.#motion.drawn) return;
    if (theme || !this.#theme) this.#theme = readTheme(this.element);
    const scale = this.element.clientWidth / this.scene.width || 1;
    const ratio = (globalThis.devicePixelRatio || 1) * scale;
    paint(this.canvas, this.#motion.drawn, { theme: this.#theme, highlight: this.#lit, ratio });
    this.canvas.style.width = "100%"; // as wide as its place, like the drawing it stands for
  }

  #inSight() {
    const { top, bottom } = this.element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  #light(key) {
    if (key === this.#lit) return;
    this.#lit = key;
    this.say(key ? hitByKey(this.scene, key).label : "");
    this.repaint();
  }

  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.scene.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  #under(event) {
    return hitAt(this.scene, ...this.#at(event), event.pointerType === "touch" ? FINGER : 0);
  }

  #point(event) {
    if (event.pointerType === "touch") return;
    const hit = this.#under(event);
    this.canvas.style.cursor = hit?.params ? "pointer" : "";
    this.#light(hit?.key ?? null);
  }

  #choose(hit) {
    if (!hit) return this.#light(null);
    this.#light(hit.key);
    if (hit.params) this.set(hit.params);
  }

  #key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.scene.hits.length) return;
    const hit = this.#lit && hitByKey(this.scene, this.#lit);
    if (event.key === "Escape") return this.#light(null);
    if (hit && (event.key === "Enter" || event.key === " ")) this.#choose(hit);
    else if (hit?.drag && event.shiftKey && KEYS.has(event.key)) this.#nudge(hit, event.key);
    else if (KEYS.has(event.key)) this.#light(nextHit(this.scene, this.#lit, event.key)?.key ?? null);
    else return;
    event.preventDefault();
  }

  // Shift and an arrow key move what can be dragged.
  #nudge(hit, key) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key] ?? [0, 0];
    const step = (axis) => (hit.drag[axis] ? Math.abs(hit.drag[axis].px[1] - hit.drag[axis].px[0]) / STEPS : 0);
    this.set(dragParams(hit, hit.x + hit.w / 2 + dx * step("x"), hit.y + hit.h / 2 + dy * step("y")));
  }

  // Over each area that can be dragged lies an element of its own, so that a finger anywhere else scrolls the page.
  #placeHandles(hits = this.scene.hits.filter((hit) => hit.drag)) {
    const handles = new Map([...this.element.querySelectorAll(".drag-handle")].map((handle) => [handle.dataset.key, handle]));
    for (const hit of hits) {
      const handle = handles.get(hit.key) ?? this.#newHandle(hit.key);
      handles.delete(hit.key);
      const share = (value, whole) => `${(100 * value) / whole}%`;
      handle.style.left = share(hit.x, this.scene.width);
      handle.style.width = share(hit.w, this.scene.width);
      handle.style.top = share(hit.y, this.scene.height);
      handle.style.height = share(hit.h, this.scene.height);
    }
    for (const handle of handles.values()) handle.remove();
  }

  #newHandle(key) {
    const handle = document.createElement("div");
    handle.className = "drag-handle";
    handle.dataset.key = key;
    handle.addEventListener("pointerdown", (event) => {
      handle.setPointerCapture(event.pointerId);
      this.#light(key);
      event.preventDefault();
      this.canvas.focus({ preventScroll: true });
    });
    handle.addEventListener("pointermove", (event) => this.#drag(event, handle, { between: true }));
    handle.addEventListener("pointerup", (event) => this.#drag(event, handle));
    handle.addEventListener("pointerenter", () => this.#light(key));
    handle.addEventListener("pointerleave", () => this.#light(null));
    this.element.append(handle);
    return handle;
  }

  #drag(event, handle, how) {
    const hit = hitByKey(this.scene, handle.dataset.key);
    if (!hit || !handle.hasPointerCapture(event.pointerId)) return;
    this.set(dragParams(hit, ...this.#at(event)), how);
  }
}
