// One figure of the page. The way from a touch to pixels begins here, and ends here:
//
//   set            controls, picture, table or film say what the reader changed, and how: its cause
//   ../state.js    sets it for all figures that share it, and tells them, first the one that was touched
//   ask            gives the queue a request, and what shall become of its reply
//   ../start/queue.js       sends one at a time, of each figure only the newest
//   ../start/python.js      hands it to the worker as JSON and waits, but not for ever
//   worker/dispatch.py      reads, says and draws: the reply is a scene with its words
//   #show          gives the scene to the picture, and words and numbers to their places
//   motion.js      leads from the scene on the screen to this one, frame by frame
//   ../paint/paint.js       puts each on the canvas
import { alone } from "./alone.js";
import { Controls } from "./controls.js";
import { Film } from "./film.js";
import { LateFiles } from "./late_files.js";
import { MeasureRow } from "./measure_row.js";
import { MOVE } from "./motion.js";
import { Picture } from "./picture.js";
import { Stills } from "./stills.js";
import { MissingFile, TooLong } from "../start/errors.js";
import { Numbers } from "./table.js";
import { isSame } from "./values.js";
import { Words } from "./words.js";
/** @import { State } from "../state.js" */
/** @import { Supervisor } from "../start/supervisor.js" */
/** @import { Cause, Change, Choice, FigureRequest, FigureSpec, Move, SetChoice } from "../types.d.ts" */
/** @import { Refused, Reply, Taken, Tell } from "../types.d.ts" */

const PRINTED = 3; // pixels per CSS px on paper
const SOON = 150; // ms before waiting is shown
// To what else comes, by a drag, typing or an address, the picture jumps.
/** @type {Set<Cause | null>} */ const MOVING = new Set(["press", "guide", "playing"]);

export class FigureView {
  /** @type {any} */ #waiting; // until it shows that it waits
  #fatal = /** @type {{ choice: Choice, sentence: string } | null} */ (null); // what Python did not survive

  /** @param {HTMLElement} element @param {FigureSpec} spec @param {State} state @param {Supervisor} python */
  constructor(element, spec, state, python) {
    this.element = element;
    this.spec = spec;
    this.state = state;
    this.python = python;
    this.id = element.id;
    const { tableSets } = spec;
    const part = (/** @type {string} */ selector) => element.querySelector(selector);
    /** @type {SetChoice} */ const set = (changes, cause) => this.set(changes, cause);
    const label = part(".picture-label");
    this.picture = new Picture(part(".picture"), spec.widths, set, (text, aloud) => {
      label.setAttribute("aria-live", aloud ? "polite" : "off");
      label.textContent = text;
    });
    this.controls = new Controls(part(".controls"), spec.controls, set, () => this.choice);
    this.words = new Words(element);
    this.numbers = new Numbers(element, tableSets ? (row) => this.set({ [tableSets]: row }) : null);
    this.film = part("[data-film]") && new Film(part("[data-film]"), this);
    this.stills = part(".stills") && new Stills(part(".stills"), this, this.film.name);
    this.measuring = part(".measure") && new MeasureRow(part(".measure"), element.dataset, spec.needs, python);
    this.files = new LateFiles(element, spec, python);
    this.width = this.picture.width;
    new ResizeObserver(() => this.#resized()).observe(this.picture.element);
    state.watch(this.id, (change) => alone(element, () => this.#changed(change)));
  }

  /** What its controls are set to. */
  get choice() {
    return this.state.of(this.id);
  }

  /**
   * Change controls of this figure, and of every other that shares them.
   * @param {Choice} changes @param {Cause} cause
   */
  set(changes, cause = "press") {
    this.state.tell({ from: this.id, touched: this.state.set(this.id, changes), cause });
  }

  /** Ask Python for the scene of the present choice; `first`: before what only follows. @param {Cause | null} cause */
  ask(cause = null, first = false) {
    this.controls.show(this.choice);
    clearTimeout(this.#waiting);
    if (!this.files.areHere(this.choice)) return this.#fetchFirst(cause, first);
    const request = this.request();
    const { queue } = this.python;
    const ahead = this.film?.take(request);
    if (ahead) return this.#show(ahead, request.choice, cause);
    if (isSame(request.choice, this.#fatal?.choice)) return this.#stay();
    const show = (/** @type {Reply} */ reply) => this.#show(reply, request.choice, cause);
    queue.ask(this.id, request, this.#orFail(show, request), { between: cause === "drag", last: !first });
    if (queue.send) this.#waiting = setTimeout(() => this.picture.wait(true), SOON);
  }

  /** Ask again for what is shown: Python may answer otherwise now, and survive what it did not. */
  askAnew() {
    this.#fatal = null;
    this.film?.take(null);
    this.ask();
  }

  /**
   * Ask for another choice besides, in nobody's way but that of the same name; `show` gets what comes.
   * @param {string} name @param {Partial<FigureRequest>} more
   * @param {(reply: Reply, request: FigureRequest) => void} show
   */
  askAside(name, more, show) {
    const request = this.request(more);
    this.python.queue.ask(`${this.id} ${name}`, request, this.#orFail(show, request), { last: true, again: true });
  }

  /**
   * What is shown now in a form to take away: a promise of Python's reply.
   * @param {Pick<FigureRequest, "as" | "theme">} form @returns {Promise<Taken>}
   */
  take(form) {
    return new Promise((resolve, reject) => {
      /** @type {Tell} */
      const answered = (reply, failure) => (failure ? reject(new Error(startingAgain(failure))) : resolve(reply));
      this.python.queue.ask(`${this.id} ${form.as}`, this.request(form), answered, { again: true });
    });
  }

  /**
   * @param {(reply: Reply, request: FigureRequest) => void} show @param {FigureRequest} request
   * @returns {Tell<Reply>}
   */
  #orFail(show, request) {
    const told = (/** @type {Reply} */ reply, /** @type {Error | null} */ failure) =>
      failure ? this.#fail(failure, request.choice) : show(reply, request);
    return (reply, failure) => alone(this.element, () => told(reply, failure));
  }

  /** @param {Partial<FigureRequest>} more @returns {FigureRequest} */
  request(more = {}) {
    const { section, figure } = this.element.dataset;
    return { section, figure, choice: this.choice, width: this.picture.width, ...more };
  }

  /** Draw again, in the colors of another theme. */
  repaint() {
    const inPrint = matchMedia("print").matches && this.element.dataset.state === "changed";
    this.picture.repaint({ theme: true, least: inPrint ? PRINTED : 0 });
    this.stills?.repaint();
  }

  /** Let it be used, or not while Python is away. */
  enable(/** @type {boolean} */ on) {
    this.controls.enable(on);
    this.measuring?.enable(on);
    if (on) return;
    this.files.forget();
    this.film?.player.pause();
    this.#live(false);
  }

  // Until they are here, the drawing that the page came with stands for the first state.
  async #fetchFirst(/** @type {Cause | null} */ cause, /** @type {boolean} */ first) {
    if (!this.python.isRunning) return; // it asks again when it runs
    this.#live(true);
    if (cause) this.#waiting = setTimeout(() => this.picture.wait(true), SOON);
    try {
      await this.files.fetch(this.choice, cause !== null);
      this.ask(cause, first);
    } catch (error) {
      clearTimeout(this.#waiting);
      this.picture.complain(adviceOf(error));
    }
  }

  // What Python itself corrected is drawn already.
  #changed(/** @type {Change} */ { from, cause }) {
    const isOwn = from === this.id;
    if (isOwn && cause === "answer") this.controls.show(this.choice);
    else this.ask(cause, isOwn || cause === "link");
  }

  /** @param {Reply} reply @param {Choice} choice @param {Cause | null} cause */
  #show(reply, choice, cause) {
    clearTimeout(this.#waiting);
    if (!reply.ok) return this.#refuse(reply.error);
    this.picture.show(reply.scene, this.#move(reply.hold, cause));
    this.film?.hush(reply.hold);
    this.words.show(reply);
    this.numbers.show(reply.scene.table, reply.cells, this.spec.tableSets && this.choice[this.spec.tableSets]);
    // What was passed on the way of a drag corrects nothing: the reader has moved on.
    const isPresent = isSame(choice, this.choice);
    if (isPresent) this.#correct(reply.sets);
    // Print shows the drawing that the page came with wherever it still holds: styles/print.css.
    const shown = isPresent ? this.choice : choice; // with what was corrected
    this.element.dataset.state = isSame(shown, this.state.defaults(this.id)) ? "first" : "changed";
    this.#live(true);
    this.film?.player.shown(reply.hold);
    this.stills?.follow();
  }

  /** @param {number | undefined} hold @param {Cause | null} cause @returns {Move} */
  #move(hold, cause) {
    if (this.film && cause === "playing") return this.film.move(hold);
    return MOVING.has(cause) ? { ms: MOVE } : {};
  }

  // Before its first scene there is nothing to take away.
  #live(/** @type {boolean} */ on) {
    this.element.dataset.live = on ? "yes" : "no";
    for (const button of this.element.querySelectorAll("button[data-share]")) button.disabled = !on;
  }

  #correct(/** @type {Choice} */ sets) {
    this.state.tell({ from: this.id, touched: this.state.set(this.id, sets, { follow: false }), cause: "answer" });
  }

  /** @param {Error} failure @param {Choice} choice */
  #fail(failure, choice) {
    clearTimeout(this.#waiting);
    if (!(failure instanceof TooLong)) console.error(failure);
    this.#fatal = { choice, sentence: whatHappened(failure) };
    this.picture.complain(startingAgain(failure));
  }

  // Asked again, it would end Python again, and so on for ever.
  #stay() {
    this.python.queue.forget(this.id);
    this.picture.complain(`${this.#fatal?.sentence} Change something to go on.`);
  }

  #refuse(/** @type {Refused["error"]} */ { kind, field, message, trace }) {
    this.film?.player.pause();
    if (kind === "bug") console.error(trace);
    const sentence = kind === "bug" ? `${this.python.fault}: ${message}` : message;
    if (field) this.controls.complainAbout(field, sentence);
    this.picture.complain(sentence);
  }

  #resized() {
    const { width } = this.picture;
    if (width !== this.width && this.python.queue.send) this.ask();
    this.width = width;
    this.picture.repaint();
  }
}

function adviceOf(/** @type {unknown} */ error) {
  const again = "Change something to try again.";
  return error instanceof MissingFile ? error.advice(again) : `${/** @type {Error} */ (error).message}. ${again}`;
}

function startingAgain(/** @type {Error} */ failure) {
  return `${whatHappened(failure)} Python is starting again.`;
}

function whatHappened(/** @type {Error} */ failure) {
  return failure instanceof TooLong ? "This took too long and was stopped." : "Python broke off at this.";
}
