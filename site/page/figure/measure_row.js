// "Measure again on this computer": the row under a figure that runs its measures in Python, a slice after the other.
import { MissingFile, TooLong } from "../start/errors.js";
/** @import { Supervisor } from "../start/supervisor.js" */
/** @import { Progress, Refused } from "../types.d.ts" */

const SLICE = 0.025; // seconds of Python at a time; a story is never cut, so a slice may take longer
const HEARD = 4; // times that a screen reader is told how far it has come
const READING = "reading the stories";
const START = "Measure again on this computer";
const STOP = "Stop measuring";
const AGAIN = "Measure once more";

/**
 * How far a measuring has come, in words: "12 of 100 stories, measure 2 of 2"; nothing before its first story.
 * @param {Progress} at
 */
export function counted({ done, total, measure, measures }) {
  if (!done) return "";
  return `${done} of ${total} stories${measures > 1 ? `, measure ${measure} of ${measures}` : ""}`;
}

/** The same for a bar: each measure goes through every story. @param {Progress} at */
export function steps({ done, total, measure, measures }) {
  return { done: (measure - 1) * total + done, all: measures * total };
}

export class MeasureRow {
  #run = 0; // counts starts and stops: what an earlier run still answers is of no more interest
  #running = false;
  /** @type {Progress} */ progress;

  /**
   * `needs`: names of files that Python has to fetch first.
   * @param {HTMLElement} element @param {Record<string, string>} names its section's and its figure's
   * @param {string[]} needs @param {Supervisor} python
   */
  constructor(element, { section, figure }, needs, python) {
    this.section = section;
    this.figure = figure;
    this.needs = needs;
    this.python = python;
    this.button = element.querySelector("button");
    this.bar = element.querySelector("progress");
    this.count = element.querySelector(".measure-count");
    this.words = element.querySelector(".measure-words");
    this.heard = document.createElement("p");
    this.heard.className = "visually-hidden";
    this.heard.setAttribute("role", "status");
    element.append(this.heard);
    this.button.addEventListener("click", () => (this.#running ? this.stop() : this.start()));
  }

  /** Let it be used, or not while Python is away; a run that was under way has ended with Python. */
  enable(/** @type {boolean} */ on) {
    this.button.disabled = !on;
    if (!on && this.#running) this.#end("Python has started again, and the measuring ended with it.");
  }

  async start() {
    const run = ++this.#run;
    this.#running = true;
    this.button.textContent = STOP;
    this.words.textContent = "";
    this.#show({ done: 0, total: 1, measure: 1, measures: 1 }, this.needs.length ? "fetching what it needs" : READING);
    try {
      await this.#measure(run);
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  stop() {
    const sofar = counted(this.progress);
    const when = sofar ? `after ${sofar}` : "before the first story";
    this.#end(`Stopped ${when}. What the figure shows is what the build measured.`);
  }

  async #measure(/** @type {number} */ run) {
    await this.python.need(this.needs);
    if (run !== this.#run) return;
    let reply = await this.python.measure({ do: "start", section: this.section, figure: this.figure });
    while (run === this.#run && reply.ok) {
      this.#show(reply);
      if (reply.result) return this.#end(reply.result, AGAIN);
      reply = await this.python.measure({ do: "step", measuring: reply.measuring, budget: SLICE });
    }
    if (run !== this.#run) {
      if (reply.ok && !reply.result) await this.python.measure({ do: "stop", measuring: reply.measuring });
    } else if (!reply.ok) this.#refuse(reply.error);
  }

  #refuse(/** @type {Refused["error"]} */ { kind, message, trace }) {
    if (trace) console.error(trace);
    this.#end(kind === "bug" ? `The measuring met a fault of the page: ${message}` : message);
  }

  #fail(/** @type {unknown} */ error) {
    if (error instanceof MissingFile) {
      return this.#end(error.advice("Nothing was measured. Press the button to try again."));
    }
    const late = error instanceof TooLong;
    if (!late) console.error(error);
    this.#end(late ? "One story took too long, and Python is starting again." : "Python broke off while measuring.");
    this.python.start();
  }

  #show(/** @type {Progress} */ progress, instead = READING) {
    this.progress = progress;
    const { done, all } = steps(progress);
    this.bar.hidden = false;
    this.bar.max = all;
    this.bar.value = done;
    this.count.textContent = counted(progress) || instead;
    const quarter = Math.floor((HEARD * done) / all);
    if (quarter > 0 && quarter < HEARD) this.heard.textContent = `${(100 / HEARD) * quarter}% measured`;
  }

  #end(/** @type {string} */ sentence, label = START) {
    this.#run += 1;
    this.#running = false;
    this.button.textContent = label;
    this.bar.hidden = true;
    this.count.textContent = "";
    this.heard.textContent = "";
    this.words.textContent = sentence;
  }
}
