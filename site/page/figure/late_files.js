// Files that only some figures read, or read at some choices: fetched when one is near or touched, not at the start.
/** @import { Supervisor } from "../start/supervisor.js" */
/** @import { Choice, FigureSpec } from "../types.d.ts" */

const NEAR = "100%"; // of the window's height

export class LateFiles {
  /** @type {Set<string>} */ #here = new Set(); // names of those that Python has

  /** @param {Element} element the figure @param {FigureSpec} spec @param {Supervisor} python */
  constructor(element, spec, python) {
    this.element = element;
    this.spec = spec;
    this.python = python;
  }

  /** Whether nothing has to be fetched for this choice. */
  areHere(/** @type {Choice} */ choice) {
    return this.#of(choice).every((name) => this.#here.has(name));
  }

  /**
   * Fetch what a choice needs; `now`: without waiting until the figure is near. Rejects with a MissingFile.
   * @param {Choice} choice @param {boolean} now
   */
  async fetch(choice, now) {
    if (!now) await near(this.element);
    const names = this.#of(choice);
    await this.python.need(names);
    for (const name of names) this.#here.add(name);
  }

  /** A new Python has none of them. */
  forget() {
    this.#here.clear();
  }

  #of(/** @type {Choice} */ choice) {
    const { files, controls } = this.spec;
    return [...files, ...Object.entries(controls).flatMap(([name, { files }]) => files?.[String(choice[name])] ?? [])];
  }
}

/** @param {Element} element @returns {Promise<void>} */
function near(element) {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return;
      observer.disconnect();
      resolve();
    }, { rootMargin: NEAR });
    observer.observe(element);
  });
}
