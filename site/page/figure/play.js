// The control of a film: play and pause, a step back or on, the bar, the speed, the same by keys.
import { MOVE } from "./motion.js";
import { HOLD, Player } from "./player.js";

const STEADY = 400; // ms: states held for less follow each other without a rest
const SAYABLE = 900; // ms: states held for less are too quick to be said aloud
const ARROWS = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 };

export class PlayControl {
  /** `spec`: the parameter's; `figure`: {get, set, prepare, isReady} of values of this parameter; `notice` says each state. */
  constructor(element, spec, figure, notice) {
    this.element = element;
    this.notice = notice;
    this.player = new Player(spec, {
      get: figure.get,
      go: (value) => figure.set(value, { playing: this.player.playing }),
      prepare: figure.prepare,
      isReady: figure.isReady,
      changed: () => this.#showPlaying(),
    });
    this.bar = element.querySelector("input");
    this.#listen();
    new IntersectionObserver(([entry]) => entry.isIntersecting || this.player.pause()).observe(element.closest("figure"));
  }

  /** How the picture moves into a state that Python wants held for `hold` ms; undefined hold: the usual. */
  move(hold, { playing }) {
    if (!playing) return { ms: MOVE };
    const span = this.player.span(hold);
    return span <= STEADY ? { ms: span, steady: true } : { ms: MOVE * 1.25 };
  }

  /** Before the words of a state are shown: whether a screen reader says them. */
  hush(hold = HOLD) {
    this.notice.setAttribute("aria-live", this.player.playing && this.player.span(hold) < SAYABLE ? "off" : "polite");
  }

  #listen() {
    const press = { back: () => this.player.step(-1), toggle: () => this.player.toggle(), forward: () => this.player.step(1) };
    for (const button of this.element.querySelectorAll("button")) {
      button.addEventListener("click", press[button.dataset.play]);
    }
    const speed = this.element.querySelector("select");
    speed.addEventListener("change", () => (this.player.speed = Number(speed.value)));
    this.bar.addEventListener("input", () => this.player.pause());
    this.bar.addEventListener("keydown", (event) => this.#key(event));
  }

  #key(event) {
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

  #showPlaying() {
    const { playing } = this.player;
    this.element.toggleAttribute("data-playing", playing);
    this.element.querySelector("[data-play=toggle] span").textContent = playing ? "Pause" : "Play";
  }
}
