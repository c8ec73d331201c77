// When the next state of a film is due. Knows neither the page nor Python: `film` does what it says.
/** @import { Playable, Timers } from "../types.d.ts" */

export const HOLD = 1200; // ms that a state is held where Python says nothing else

/** @type {Timers} */
const BROWSER = { later: (act, ms) => setTimeout(act, ms), cancel: (timer) => clearTimeout(timer) };

export class Player {
  playing = false;
  speed = 1;
  /** @type {any} */ #timer = null;
  #due = false;

  /** `clock` is for tests. @param {{ min: number, max: number }} ends @param {Playable} film */
  constructor({ min, max }, film, clock = BROWSER) {
    this.min = min;
    this.max = max;
    this.film = film;
    this.clock = clock;
  }

  toggle() {
    if (this.playing) this.pause();
    else this.play();
  }

  /** Go on at once; from the last state start again. */
  play() {
    this.#turn(true);
    if (this.film.get() >= this.max) return this.film.go(this.min);
    this.film.prepare(this.film.get() + 1);
    this.#next();
  }

  pause() {
    this.clock.cancel(this.#timer);
    this.#due = false;
    this.#turn(false);
  }

  step(/** @type {number} */ by) {
    this.pause();
    const to = Math.min(this.max, Math.max(this.min, this.film.get() + by));
    if (to !== this.film.get()) this.film.go(to);
  }

  /** A state has come on the screen: hold it, and meanwhile ask for the one after it. */
  shown(hold = HOLD) {
    if (!this.playing) return;
    this.clock.cancel(this.#timer);
    this.#due = false;
    if (this.film.get() >= this.max) return this.pause();
    this.film.prepare(this.film.get() + 1);
    this.#timer = this.clock.later(() => this.#next(), this.span(hold));
  }

  /** What was asked ahead has come. */
  prepared() {
    if (this.#due) this.#next();
  }

  /** How long a state is held at this speed, in ms. */
  span(hold = HOLD) {
    return hold / this.speed;
  }

  // A state that is not there yet is waited for, so that the one before it stays.
  #next() {
    const next = this.film.get() + 1;
    this.#due = !this.film.isReady(next);
    if (!this.#due) this.film.go(next);
  }

  #turn(/** @type {boolean} */ on) {
    if (this.playing === on) return;
    this.playing = on;
    this.film.changed();
  }
}
