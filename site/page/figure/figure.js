// One figure of the page: asks for its scene when something changes, shows what comes back.
import { Controls } from "./controls.js";
import { MeasureRow } from "./measure_row.js";
import { MOVE } from "./motion.js";
import { Picture } from "./picture.js";
import { PlayControl } from "./play.js";
import { Stills } from "./stills.js";
import { TooLong } from "../start/python.js";
import { TableView } from "./table.js";
import { showRuns } from "./words.js";

const PRINTED = 3; // pixels per CSS px on paper
const SOON = 150; // ms before waiting is shown
const AHEAD = "ahead"; // the name under which a film's next state is asked

export class FigureView {
  #waiting;
  #failed = null; // the choice, as JSON, that Python did not survive: {choice, sentence}
  #ahead = null; // a reply that came before it was wanted: {request as JSON, reply}
  /** @type {Reply | null} the last one that is shown */
  reply = null;

  /**
   * `page`: {state, queue, fault, changed(figure, touched, how), need(files), measure(request), restart(), guide}: all share it.
   * @param {HTMLElement} element
   * @param {FigureSpec} spec
   */
  constructor(element, spec, page) {
    this.element = element;
    this.spec = spec;
    this.page = page;
    this.id = element.id;
    const { section, figure } = element.dataset;
    const part = (selector) => element.querySelector(selector);
    const set = (changes, how) => this.set(changes, how);
    this.parts = { label: part(".picture-label"), notice: part(".notice"), details: part(".details"), call: part(".package-call code") };
    this.picture = new Picture(part(".picture"), spec.widths, { set, say: (text) => (this.parts.label.textContent = text) });
    this.controls = new Controls(part(".controls"), spec.controls, { set, get: () => page.state.of(this.id) });
    this.table = null;
    part("[data-numbers]")?.addEventListener("toggle", () => this.#showTable());
    this.#showTable();
    this.play = part("[data-film]") && this.#film(part("[data-film]"));
    this.measuring = part(".measure") && new MeasureRow(part(".measure"), { section, figure, needs: spec.needs }, page);
    this.stills = part(".stills") && this.#stills(part(".stills"));
    this.width = this.picture.width;
    new ResizeObserver(() => this.#resized()).observe(this.picture.element);
  }

  /**
   * Change parameters of this figure, and of every other that shares them. The pictures move to their new state,
   * but not while something is dragged or typed: that shows at once.
   */
  set(changes, how = {}) {
    const touched = this.page.state.set(this.id, changes);
    this.page.guide?.keep(this.id);
    if (touched.size) this.page.changed(this.id, touched, { move: !how.between && !how.typed, ...how });
  }

  /** Ask Python for the scene of the present state. */
  ask(how = {}) {
    this.controls.show(this.page.state.of(this.id));
    clearTimeout(this.#waiting);
    const request = this.request();
    const ahead = this.#takeAhead(request);
    if (ahead) return this.deliver(ahead, null, request, how);
    if (JSON.stringify(request.choice) === this.#failed?.choice) return this.#stay();
    this.page.queue.ask(this.id, request, how);
    if (this.page.queue.send) this.#waiting = setTimeout(() => this.picture.wait(true), SOON);
  }

  /** Ask again for what is shown: Python may answer otherwise now, and survive what it did not. */
  askAnew() {
    this.#failed = null;
    this.#takeAhead(null);
    this.ask({ first: false });
  }

  /** What is shown now in a form to take away: a promise of Python's reply. */
  take(form) {
    return new Promise((resolve, reject) => {
      this.page.queue.ask(this.id, this.request(form), { aside: form.as, taken: { resolve, reject } });
    });
  }

  request(more = {}) {
    const { section, figure } = this.element.dataset;
    return { section, figure, choice: this.page.state.of(this.id), width: this.picture.width, ...more };
  }

  /** Show a reply, or the sentence that stands for it; keep one that was asked ahead. */
  deliver(reply, failure, request, how) {
    if (how.taken) return failure ? how.taken.reject(new Error(`${whatHappened(failure)} Python is starting again.`)) : how.taken.resolve(reply);
    if (how.aside === AHEAD && !failure) return this.#keep(reply, request);
    if (how.still && !failure) return this.stills.show(how.still, reply);
    clearTimeout(this.#waiting);
    if (failure) return this.#fail(failure, request);
    if (!reply.ok) return this.#refuse(reply.error);
    this.reply = reply;
    this.picture.show(reply.scene, this.#movement(reply.hold, how));
    this.play?.hush(reply.hold);
    showRuns(this.parts.notice, reply.notice);
    this.parts.details.replaceChildren(...reply.details.map(paragraph));
    this.parts.details.hidden = !reply.details.length;
    this.parts.call.textContent = reply.call;
    this.#showTable();
    this.element.dataset.state = this.#isFirst(request.choice) ? "first" : "changed";
    this.#live(true);
    // What was passed on the way of a drag corrects nothing: the reader has moved on.
    if (JSON.stringify(request.choice) === JSON.stringify(this.page.state.of(this.id))) this.#correct(reply.sets);
    this.play?.player.shown(reply.hold);
    this.stills?.follow(this.page.state.of(this.id));
  }

  /** Draw again, in the colors of another theme. */
  repaint() {
    const inPrint = matchMedia("print").matches && this.element.dataset.state === "changed";
    this.picture.repaint({ theme: true, least: inPrint ? PRINTED : 0 });
    this.stills?.repaint();
  }

  /** Let it be used, or not while Python is away. */
  enable(on) {
    this.controls.enable(on);
    this.measuring?.enable(on);
    if (on) return;
    this.play?.player.pause();
    this.#live(false);
  }

  // Nothing is made of numbers in a closed box: they come packed, see page/figure/drawings.js.
  #showTable() {
    const element = this.element.querySelector("table.numbers");
    if (!element || element.closest("[data-numbers]")?.open === false) return;
    const { tableSets } = this.spec;
    this.table ??= new TableView(element, tableSets ? (row) => this.set({ [tableSets]: row }) : null);
    if (this.reply) this.table.show(this.reply.scene.table, this.reply.cells, tableSets && this.page.state.of(this.id)[tableSets]);
  }

  #film(element) {
    const name = element.dataset.film;
    const at = (value) => this.request({ choice: { ...this.page.state.of(this.id), [name]: value } });
    return new PlayControl(element, this.spec.controls[name], {
      get: () => this.page.state.of(this.id)[name],
      set: (value, how) => this.set({ [name]: value }, how),
      isReady: (value) => this.#ahead?.request === JSON.stringify(at(value)),
      prepare: (value) => this.#ahead?.request === JSON.stringify(at(value)) || this.page.queue.ask(this.id, at(value), { aside: AHEAD, first: false }),
    }, this.parts.notice);
  }

  #stills(element) {
    const ask = (choice, still) => {
      const how = { aside: `still ${still.dataset.still}`, still, first: false };
      this.page.queue.ask(this.id, this.request({ choice, width: this.spec.widths[0] }), how);
    };
    return new Stills(element, this.element.querySelector("[data-film]").dataset.film, this.page.state.of(this.id), ask);
  }

  #keep(reply, request) {
    this.#ahead = { request: JSON.stringify(request), reply };
    this.play.player.prepared();
  }

  // An answer that lies ready is used once: what is asked anew may be answered anew.
  #takeAhead(request) {
    const ahead = this.#ahead;
    this.#ahead = null;
    this.page.queue.forget(this.id, AHEAD);
    if (ahead?.request !== JSON.stringify(request)) return null;
    this.page.queue.forget(this.id);
    return ahead.reply;
  }

  #movement(hold, how) {
    if (this.play && (how.move || how.playing)) return this.play.move(hold, how);
    return how.move ? { ms: MOVE } : {};
  }

  // Print shows the drawing that the page came with wherever it still holds: styles/print.css.
  #isFirst(choice) {
    return Object.entries(this.spec.controls).every(([name, spec]) => choice[name] === spec.default);
  }

  // Before its first scene there is nothing to take away.
  #live(on) {
    this.element.dataset.live = on ? "yes" : "no";
    for (const button of this.element.querySelectorAll("[data-share]")) button.disabled = !on;
  }

  // What Python made of the parameters is already drawn here; only other figures that share them have to ask.
  #correct(sets) {
    const touched = this.page.state.set(this.id, sets, { follow: false });
    if (!touched.delete(this.id)) return;
    this.controls.show(this.page.state.of(this.id));
    this.page.changed(this.id, touched, {});
  }

  #fail(failure, { choice }) {
    if (!(failure instanceof TooLong)) console.error(failure);
    const sentence = whatHappened(failure);
    this.#failed = { choice: JSON.stringify(choice), sentence };
    this.picture.complain(`${sentence} Python is starting again.`);
  }

  // Asked again, it would end Python again, and so on for ever.
  #stay() {
    this.page.queue.forget(this.id);
    this.picture.complain(`${this.#failed.sentence} Change something to go on.`);
  }

  #refuse({ kind, field, message, trace }) {
    this.play?.player.pause();
    if (kind === "bug") console.error(trace);
    const sentence = kind === "bug" ? `${this.page.fault}: ${message}` : message;
    if (field) this.controls.complainAbout(field, sentence);
    this.picture.complain(sentence);
  }

  #resized() {
    const width = this.picture.width;
    if (width !== this.width && this.page.queue.send) this.ask({ first: false });
    this.width = width;
    this.picture.repaint();
  }
}

function whatHappened(failure) {
  return failure instanceof TooLong ? "This took too long and was stopped." : "Python broke off at this.";
}

function paragraph(runs) {
  const element = document.createElement("p");
  showRuns(element, runs);
  return element;
}
