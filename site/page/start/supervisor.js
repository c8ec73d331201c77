// Python that is always there: started with the page, and started anew where it was ended, hangs or broke.
import { startPython } from "./python.js";
import { Queue } from "./queue.js";
import { setPython, showAbout, showBytes, showFailure } from "./status.js";
/** @import { Python } from "./python.js" */
/** @import { Measured, SectionRequest, Site } from "../types.d.ts" */

const FAULT = "This figure met a fault of the page";

export class Supervisor {
  queue = new Queue(() => this.start());
  fault = FAULT; // whose fault it is when a figure cannot be worked out
  #python = /** @type {Python | null} */ (null);
  #starts = 0; // a start that another has overtaken ends its own worker

  constructor(/** @type {Site} */ site) {
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
      python = await startPython(this.site, (arrived) => void (start === this.#starts && showBytes(arrived, bytes)));
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

  /**
   * The reply to a request that waits for no figure's; rejects after `limit` ms.
   * @param {SectionRequest} request @param {number} limit
   */
  async ask(request, limit) {
    return this.#running.ask(request, limit);
  }

  get isRunning() {
    return this.#python !== null;
  }

  /** Have it get these of the files that come later. */
  async need(/** @type {string[]} */ names) {
    await this.#running.need(names);
  }

  /**
   * Have it begin, go on with or end measuring: worker/measuring.py.
   * @param {object} request @returns {Promise<Measured>}
   */
  async measure(request) {
    return this.#running.measure(request);
  }

  /** Say whose fault it is from now on, in place of the page's. @param {string | null} sentence */
  blame(sentence) {
    this.fault = sentence ?? FAULT;
  }

  get #running() {
    if (!this.#python) throw new Error("Python is not running");
    return this.#python;
  }
}
