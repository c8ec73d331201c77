// The live picture of a figure: a canvas in the place of the drawing that the page came with, and how it is touched.
import { ARROWS, Handles } from "./handles.js";
import { Motion } from "./motion.js";
import { hitAt, hitByKey, nextHit } from "../paint/hits.js";
import { paint } from "../paint/paint.js";
import { readTheme } from "../paint/theme.js";
/** @import { Hit, Move, Scene, SetChoice, Theme } from "../types.d.ts" */

const FINGER = 8; // px around an area that still count, for fingers
const FAR = 0.5; // pixels per scene px where nobody looks: all figures sharp are more than a browser should hold
const KEYS = new Set(["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "Home", "End"]);
const HINT = "Arrow keys look around, Enter chooses.";
const DRAG_HINT = "Tab leads on to what arrow keys can move.";

// The same limits as styles/page.css: which of the drawn widths a place of this width shows.
/** @param {number} room @param {number[]} widths */
export function drawnWidth(room, widths) {
  const [narrow, column, wide] = widths;
  if (room < 520) return narrow;
  return room >= 860 && wide ? wide : column;
}

export class Picture {
  #lit = /** @type {string | null} */ (null); // key of the hit that is pointed at or focused
  #theme = /** @type {Theme | null} */ (null);
  #near = true;
  #byKey = false; // whether the reader looks around with keys: only then is each label spoken
  #motion = new Motion(() => this.repaint());

  /** @type {Scene} */ scene; // the last that came

  /**
   * `set` when something is chosen or dragged; `say` for labels of what is pointed at or
   * focused, and whether to speak them.
   * @param {HTMLElement} element @param {number[]} widths @param {SetChoice} set @param {(text: string, aloud: boolean) => void} say
   */
  constructor(element, widths, set, say) {
    this.element = element;
    this.widths = widths;
    this.set = set;
    this.say = say;
    this.canvas = element.querySelector("canvas");
    this.message = element.querySelector(".picture-message");
    this.handles = new Handles(element, (event) => this.#at(event), (key) => this.#light(key), set);
    new IntersectionObserver(() => this.#come(), { rootMargin: "100%" }).observe(element);
    element.addEventListener("pointermove", () => (this.#byKey = false), { capture: true });
    element.addEventListener("keydown", () => (this.#byKey = true), { capture: true });
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

  /**
   * Show a scene, moving there from the last one where `move` says how: see Motion.
   * @param {Scene} scene @param {Move} move
   */
  show(scene, move = {}) {
    this.scene = scene;
    this.wait(false);
    this.message.hidden = true;
    this.canvas.hidden = false;
    if (!this.element.classList.contains("is-live")) this.#goLive();
    this.canvas.setAttribute("role", scene.hits.length ? "application" : "img");
    const hints = [scene.hits.length && HINT, scene.hits.some((hit) => hit.drag) && DRAG_HINT];
    this.canvas.setAttribute("aria-label", [scene.alt, ...hints].filter(Boolean).join(" "));
    this.canvas.tabIndex = scene.hits.length ? 0 : -1;
    this.handles.place(scene);
    const lit = this.#lit && hitByKey(scene, this.#lit);
    if (lit) this.say(lit.label, this.#byKey); // what it says may have changed
    else this.#light(null);
    this.#motion.to(scene, this.#inSight() ? move : {});
  }

  /** Put a sentence in the picture's place; what was drawn last comes back with the next scene. */
  complain(/** @type {string} */ sentence) {
    this.wait(false);
    this.message.textContent = sentence;
    this.message.hidden = false;
    this.canvas.hidden = this.element.classList.contains("is-live");
    this.handles.place(null);
  }

  wait(/** @type {boolean} */ on) {
    this.element.toggleAttribute("aria-busy", false);
    if (on) this.element.setAttribute("aria-busy", "true");
  }

  /** Paint again, for another theme or another pixel ratio too; `least`: pixels per scene px, where more are wanted. */
  repaint({ theme = false, least = 0 } = {}) {
    if (!this.#motion.drawn) return;
    if (theme || !this.#theme) this.#theme = readTheme(this.element);
    const scale = this.element.clientWidth / this.scene.width || 1;
    const ratio = Math.max(least, this.#near ? (globalThis.devicePixelRatio || 1) * scale : FAR);
    paint(this.canvas, this.#motion.drawn, { theme: this.#theme, highlight: this.#lit, ratio });
    this.canvas.style.width = "100%"; // as wide as its place, like the drawing it stands for
  }

  // The observer only says when to look: while a screen is captured Chromium takes what is in sight to be far away.
  // What an embed does not show has no width.
  #come() {
    const { top, bottom, width } = this.element.getBoundingClientRect();
    const near = width > 0 && top < 2 * innerHeight && bottom > -innerHeight;
    if (near === this.#near) return;
    this.#near = near;
    this.repaint();
  }

  // Of the drawings that it came with, paper still shows the column's.
  #goLive() {
    this.element.classList.add("is-live");
    for (const other of this.element.querySelectorAll(".drawing:not(.at-column)")) other.remove();
  }

  #inSight() {
    const { top, bottom } = this.element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  }

  // Where nothing is pointed at, what has the focus stays lit.
  #light(/** @type {string | null} */ pointed) {
    const key = pointed ?? this.handles.focused;
    if (key === this.#lit) return;
    this.#lit = key;
    this.say((key && hitByKey(this.scene, key)?.label) || "", this.#byKey);
    this.repaint();
  }

  /** @param {MouseEvent} event @returns {[number, number]} */
  #at(event) {
    const box = this.canvas.getBoundingClientRect();
    const scale = this.scene.width / box.width;
    return [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
  }

  #under(/** @type {PointerEvent} */ event) {
    return hitAt(this.scene, ...this.#at(event), event.pointerType === "touch" ? FINGER : 0);
  }

  #point(/** @type {PointerEvent} */ event) {
    if (event.pointerType === "touch") return;
    const hit = this.#under(event);
    this.canvas.style.cursor = hit?.choice ? "pointer" : "";
    this.#light(hit?.key ?? null);
  }

  #choose(/** @type {Hit | undefined} */ hit) {
    if (!hit) return this.#light(null);
    this.#light(hit.key);
    if (hit.choice) this.set(hit.choice);
  }

  // Arrow keys look around here, so that moving what can be dragged takes Shift: see handles.js.
  #key(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !this.scene.hits.length) return;
    const hit = this.#lit === null ? undefined : hitByKey(this.scene, this.#lit);
    if (event.key === "Escape") return this.#light(null);
    if (hit && (event.key === "Enter" || event.key === " ")) this.#choose(hit);
    else if (hit?.drag && event.shiftKey && event.key in ARROWS) this.handles.nudge(hit, ...ARROWS[event.key]);
    else if (KEYS.has(event.key)) this.#light(nextHit(this.scene, this.#lit, event.key)?.key ?? null);
    else return;
    event.preventDefault();
  }
}
