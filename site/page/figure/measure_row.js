// "Measure again on this computer": the row under a figure that runs its measures in Python, a slice after the other.
import { MissingFile, TooLong } from "../start/python.js";

const SLICE = 0.025; // seconds of Python at a time; a story is never cut, so a slice may take longer
const HEARD = 4; // times that a screen reader is told how far it has come
const READING = "reading the stories";
const START = "Measure again on this computer";
const STOP = "Stop measuring";
const AGAIN = "Measure once more";

/** How far a job has come, in words: "12 of 100 stories, measure 2 of 2"; nothing before its first story. */
export function counted({ done, total, measure, measures }) {
  if (!done) return "";
  return `${done} of ${total} stories${measures > 1 ? `, measure ${measure} of ${measures}` : ""}`;
}

/** The same for a bar: each measure goes through every story. */
export function steps({ done, total, measure, measures }) {
  return { done: (measure - 1) * total + done, all: measures * total };
}

export class MeasureRow {
  #run = 0; // counts starts and stops: what an earlier run still answers is of no more interest
  #running = false;

  /**
   * `figure`: {section, figure, needs}. `page`: need(files) has Python get them; measure(request) asks it; restart() ends
   * it and starts another.
   */
  constructor(element, { section, figure, needs }, page) {
    this.section = section;
    this.figure = figure;
    this.needs = needs;
    this.page = page;
    const part = (selector) => element.querySelector(selector);
    this.parts = { button: part("button"), bar: part("progress"), count: part(".measure-count"), words: part(".measure-words") };
    this.heard = document.createElement("p");
    this.heard.className = "visually-hidden";
    this.heard.setAttribute("role", "status");
    element.append(this.heard);
    this.parts.button.addEventListener("click", () => (this.#running ? this.stop() : this.start()));
  }

  /** Let it be used, or not while Python is away; a run that was under way has ended with Python. */
  enable(on) {
    this.parts.button.disabled = !on;
    if (!on && this.#running) this.#end("Python has started again, and the measuring ended with it.");
  }

  async start() {
    const run = ++this.#run;
    this.#running = true;
    this.parts.button.textContent = STOP;
    this.parts.words.textContent = "";
    this.#show({ done: 0, total: 1, measure: 1, measures: 1 }, this.needs.length ? "fetching what it needs" : READING);
    try {
      await this.#measure(run);
    } catch (error) {
      if (run === this.#run) this.#fail(error);
    }
  }

  stop() {
    const sofar = counted(this.progress);
    this.#end(`Stopped ${sofar ? `after ${sofar}` : "before the first story"}. What the figure shows is what the build measured.`);
  }

  async #measure(run) {
    await this.page.need(this.needs);
    if (run !== this.#run) return;
    let reply = await this.page.measure({ do: "start", section: this.section, figure: this.figure });
    while (run === this.#run && reply.ok) {
      this.#show(reply);
      if (reply.result) return this.#end(reply.result, AGAIN);
      reply = await this.page.measure({ do: "step", job: reply.job, budget: SLICE });
    }
    if (run !== this.#run) {
      if (reply.job && !reply.result) await this.page.measure({ do: "stop", job: reply.job });
      return;
    }
    if (reply.error.trace) console.error(reply.error.trace);
    const fault = reply.error.kind === "bug";
    this.#end(fault ? `The measuring met a fault of the page: ${reply.error.message}` : reply.error.message);
  }

  #fail(error) {
    if (error instanceof MissingFile) return this.#end(`${error.message}, so nothing was measured. Press the button to try again.`);
    const late = error instanceof TooLong;
    if (!late) console.error(error);
    this.#end(late ? "One story took too long, and Python is starting again." : "Python broke off while measuring.");
    this.page.restart();
  }

  #show(progress, instead = READING) {
    this.progress = progress;
    const { bar, count } = this.parts;
    const { done, all } = steps(progress);
    bar.hidden = false;
    bar.max = all;
    bar.value = done;
    count.textContent = counted(progress) || instead;
    const quarter = Math.floor((HEARD * done) / all);
    if (quarter > 0 && quarter < HEARD) this.heard.textContent = `${(100 / HEARD) * quarter}% measured`;
  }

  #end(sentence, label = START) {
    this.#run += 1;
    this.#running = false;
    const { button, bar, count, words } = this.parts;
    button.textContent = label;
    bar.hidden = true;
    count.textContent = "";
    this.heard.textContent = "";
    words.textContent = sentence;
  }
}
