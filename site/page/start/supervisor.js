// Python that is always there: started with the page, and started anew where it was ended, hangs or broke.
import { startPython } from "./python.js";
import { Queue } from "./queue.js";
import { setPython, showAbout, showBytes, showFailure } from "./status.js";

const FAULT = "This figure met a fault of the page";

export class Supervisor {
  queue = new Queue(() => this.start());
  fault = FAULT; // whose fault it is when a figure cannot be worked out
  #python = null;
  #starts = 0; // a start that another has overtaken ends its own worker

  constructor(site) {
    this.site = site;
  }

  /** Start it, or end it and start it anew, which the document hears as "python": see status.js. */
  async start() {
    const start = ++this.#starts;
    this.queue.close();
    this.#python?.stop();
    this.#python = null;
    const { bytes } = this.site;
    setPython("loading");
    showBytes(0, bytes);
    let python;
    try {
      python = await startPython(this.site, (arrived) => start === this.#starts && showBytes(arrived, bytes));
    } catch (error) {
      if (start === this.#starts) await showFailure(error, this.site);
      return;
    }
    if (start !== this.#starts) return python.stop();
    this.#python = python;
    showAbout(python.about);
    setPython("ready");
    this.queue.open((request) => python.ask(request));
  }

  get isRunning() {
    return this.#python !== null;
  }

  /** The reply to a request that waits for no figure's; rejects after `limit` ms. */
  async ask(request, limit) {
    if (!this.#python) throw new Error("Python is not running");
    return this.#python.ask(request, limit);
  }

  /** Have it get these files. */
  async need(names) {
    await this.#python.need(names);
  }

  /** Have it measure a slice. */
  async measure(request) {
    return this.#python.measure(request);
  }

  /** Say whose fault it is from now on, in place of the page's. */
  blame(sentence) {
    this.fault = sentence ?? FAULT;
  }
}
