// A film: a control that plays through its states, a step back or on, the bar, the speed, the same by keys. While one
// state is shown the next is asked for.
import { MOVE } from "./motion.js";
import { HOLD, Player } from "./player.js";
import { isSame } from "./values.js";
/** @import { FigureView } from "./figure.js" */
/** @import { FigureRequest, NumberSpec, Reply } from "../types.d.ts" */

const STEADY = 400; // ms: states held for less follow each other without a rest
const SAYABLE = 900; // ms: states held for less are too quick to be said aloud
/** @type {Record<string, number>} */ const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };
const AHEAD = "ahead"; // the name under which the next state is asked

export class Film {
  /** @type {{ request: FigureRequest, reply: Reply } | null} */
  #ahead = null; // a reply that came before it was wanted

  /**
   * `element` holds the control's parts, `view` is the figure.
   * @param {HTMLElement} element @param {FigureView} view
   */
  constructor(element, view) {
    this.element = element;
    this.view = view;
    this.name = element.dataset.film;
    this.player = new Player(/** @type {NumberSpec} */ (view.spec.controls[this.name]), this);
    this.#listen();
    new IntersectionObserver(([entry]) => entry.isIntersecting || this.player.pause()).observe(view.element);
  }

  // What the player needs: the state's number, going to another, asking for it ahead, whether that has come.

  get() {
    return Number(this.view.choice[this.name]);
  }

  go(/** @type {number} */ value) {
    this.view.set({ [this.name]: value }, this.player.playing ? "playing" : "press");
  }

  prepare(/** @type {number} */ value) {
    if (this.isReady(value)) return;
    this.view.askAside(AHEAD, { choice: this.#at(value) }, (reply, request) => {
      this.#ahead = { request, reply };
      this.player.prepared();
    });
  }

  isReady(/** @type {number} */ value) {
    return isSame(this.#ahead?.request, this.view.request({ choice: this.#at(value) }));
  }

  changed() {
    const { playing } = this.player;
    this.element.toggleAttribute("data-playing", playing);
    this.element.querySelector("[data-play=toggle] span").textContent = playing ? "Pause" : "Play";
  }

  /**
   * The reply that lies ready for this request, once: what is asked anew may be answered anew.
   * @param {FigureRequest | null} request
   */
  take(request) {
    const ahead = this.#ahead;
    this.#ahead = null;
    const { id, python } = this.view;
    python.queue.forget(`${id} ${AHEAD}`);
    if (!ahead || !isSame(ahead.request, request)) return null;
    python.queue.forget(id); // what was asked before is older
    return ahead.reply;
  }

  /**
   * How the picture moves into a state that Python wants held for `hold` ms; undefined: as usual.
   * @param {number} [hold]
   */
  move(hold) {
    const span = this.player.span(hold);
    return span <= STEADY ? { ms: span, steady: true } : { ms: MOVE * 1.25 };
  }

  /** Before the words of a state are shown: whether a screen reader says them. */
  hush(hold = HOLD) {
    const isQuick = this.player.playing && this.player.span(hold) < SAYABLE;
    this.view.words.notice.setAttribute("aria-live", isQuick ? "off" : "polite");
  }

  #at(/** @type {number} */ value) {
    return { ...this.view.choice, [this.name]: value };
  }

  #listen() {
    const { player } = this;
    /** @type {Record<string, () => void>} */
    const press = { back: () => player.step(-1), toggle: () => player.toggle(), forward: () => player.step(1) };
    for (const button of this.element.querySelectorAll("button")) {
      button.addEventListener("click", press[button.dataset.play]);
    }
    const speed = this.element.querySelector("select");
    speed.addEventListener("change", () => (player.speed = Number(speed.value)));
    const bar = this.element.querySelector("input");
    bar.addEventListener("input", () => player.pause());
    bar.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(/** @type {KeyboardEvent} */ event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === " ") this.#space();
    else if (event.key in ARROWS) this.player.step(ARROWS[event.key]);
    else return;
    event.preventDefault();
  }

  // Where the reader prefers no motion there is no button to play: a step on instead.
  #space() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) this.player.step(1);
    else this.player.toggle();
  }
}
