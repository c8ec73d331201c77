// The guide: a bar that leads from place to place, mostly figures, sets each to a state and says what to notice.
// What the reader had set comes back when the guide moves on; what the reader sets on the way stays.
import { isSame } from "./figure/values.js";
import { showRuns } from "./figure/words.js";
/** @import { State } from "./state.js" */
/** @import { Cause, Change, Stop, Value } from "./types.d.ts" */

/** @type {Set<Cause>} */
const READERS = new Set(["press", "drag", "typing", "playing"]); // the causes of changes that a reader makes

export class Guide {
  #own = /** @type {State | null} */ (null); // the reader's own state while the guide is on
  #at = 0;
  #way = /** @type {AbortController | null} */ (null); // ends what waits for the end of a scroll

  /** @param {HTMLElement} bar @param {Stop[]} stops in the order of the page @param {State} state */
  constructor(bar, stops, state) {
    this.bar = bar;
    this.stops = stops;
    this.state = state;
    state.listen((change) => this.#keep(change));
    /** @type {Record<string, () => void>} */
    const actions = {
      start: () => this.start(),
      back: () => this.go(this.#at - 1),
      on: () => this.#onward(),
      leave: () => this.leave(),
    };
    for (const button of document.querySelectorAll("button[data-guide]")) {
      button.addEventListener("click", actions[button.dataset.guide]);
    }
    bar.addEventListener("keydown", (event) => this.#key(event));
    this.#part("figure").addEventListener("click", (event) => this.#toFigure(event));
    // What else stands at the bottom of the window stands on the bar: styles/guide.css, film.css.
    const measure = () => document.documentElement.style.setProperty("--guide", `${bar.offsetHeight}px`);
    new ResizeObserver(measure).observe(bar);
  }

  get isOn() {
    return this.#own !== null;
  }

  /** Begin, or go on where it was left. */
  start() {
    this.#own ??= this.state.copy();
    this.bar.hidden = false;
    document.documentElement.toggleAttribute("data-guided", true);
    this.go(this.#at);
    this.#button("on").focus({ preventScroll: true });
  }

  /** Begin at the stop that an address names, counted from 1; nothing where there is none. */
  startAt(/** @type {string} */ text) {
    const index = this.stops.findIndex((_, at) => String(at + 1) === text);
    if (index < 0) return;
    this.#at = index;
    this.start();
  }

  /**
   * What the address has to hold while it is on: the stop, and what the reader had set.
   * @returns {[string, Value][]}
   */
  get pairs() {
    return [["guide", this.#at + 1], ...(this.#own?.changed() ?? [])];
  }

  go(/** @type {number} */ index) {
    if (!this.#own || !this.stops[index]) return;
    this.#at = index;
    const stop = this.stops[index];
    const touched = new Set([...this.state.restore(this.#own), ...this.#set(stop)]);
    this.#mark(figureOf(stop));
    this.#say(stop);
    this.state.tell({ from: whereIs(stop), touched, cause: "guide" });
    this.#scroll(stop);
  }

  /** End it: everything is as the reader had it. */
  leave() {
    if (!this.#own) return;
    const place = whereIs(this.stops[this.#at]);
    const touched = this.state.restore(this.#own);
    this.#own = null;
    this.bar.hidden = true;
    document.documentElement.toggleAttribute("data-guided", false);
    this.#mark(null);
    this.state.tell({ from: place, touched, cause: "guide" });
    focusOn(document.getElementById(place));
  }

  // What the reader changes in a figure while the guide is on stays as they see it.
  #keep(/** @type {Change} */ { from, cause }) {
    if (from && READERS.has(cause)) this.#own?.set(from, this.state.of(from), { follow: false });
  }

  #onward() {
    if (this.#at < this.stops.length - 1) return this.go(this.#at + 1);
    this.leave();
    this.#at = 0;
  }

  // Defaults wherever the stop names nothing, so that its sentence holds whatever the reader had set.
  #set(/** @type {Stop} */ stop) {
    if (!("figure" in stop)) return [];
    const { figure, choice } = stop;
    const { state } = this;
    return [...state.set(figure, state.defaults(figure), { follow: false }), ...state.set(figure, choice)];
  }

  #say(/** @type {Stop} */ stop) {
    const figure = figureOf(stop);
    this.#part("wait").hidden = !figure || isSame(this.state.of(figure), this.state.defaults(figure));
    const last = this.#at === this.stops.length - 1;
    this.#part("count").textContent = `${this.#at + 1} of ${this.stops.length}`;
    const link = this.bar.querySelector("a.guide-figure");
    const title = document.getElementById(figure ? `${figure}--title` : whereIs(stop));
    link.textContent = title.firstChild?.textContent ?? "";
    link.href = `#${whereIs(stop)}`;
    showRuns(this.#part("says"), [stop.says]);
    this.#button("back").disabled = this.#at === 0;
    this.#button("on").textContent = last ? "Finish" : "Next";
  }

  #mark(/** @type {string | null} */ figure) {
    document.querySelector(".figure.is-guided")?.classList.remove("is-guided");
    if (figure) document.getElementById(figure).classList.add("is-guided");
  }

  // Pictures on the way may change their height while the page scrolls: then it scrolls again, unless the reader does.
  #scroll(/** @type {Stop} */ stop) {
    const behavior = matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth";
    const scroll = () => document.getElementById(whereIs(stop)).scrollIntoView({ behavior, block: "start" });
    this.#way?.abort();
    const way = new AbortController();
    const { signal } = way;
    this.#way = way;
    for (const event of ["wheel", "touchmove"]) addEventListener(event, () => way.abort(), { signal, passive: true });
    addEventListener("scrollend", scroll, { signal, once: true });
    scroll();
  }

  // The link in the bar leads to the figure and lets the keyboard go on there; the address says it already.
  #toFigure(/** @type {MouseEvent} */ event) {
    event.preventDefault();
    const stop = this.stops[this.#at];
    this.#scroll(stop);
    focusOn(document.getElementById(whereIs(stop)));
  }

  #key(/** @type {KeyboardEvent} */ event) {
    /** @type {Record<string, () => void>} */
    const actions = {
      ArrowLeft: () => this.go(this.#at - 1),
      ArrowRight: () => this.#onward(),
      Escape: () => this.leave(),
    };
    if (!actions[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  #part(/** @type {string} */ name) {
    return this.bar.querySelector(`.guide-${name}`);
  }

  #button(/** @type {string} */ name) {
    return this.bar.querySelector(`button[data-guide="${name}"]`);
  }
}

function figureOf(/** @type {Stop} */ stop) {
  return "figure" in stop ? stop.figure : null;
}

function whereIs(/** @type {Stop} */ stop) {
  return "figure" in stop ? stop.figure : stop.place;
}

function focusOn(/** @type {HTMLElement} */ element) {
  const canvas = element.querySelector("canvas[tabindex='0']:not([hidden])");
  if (!canvas) element.tabIndex = -1;
  (canvas ?? element).focus({ preventScroll: true });
}
