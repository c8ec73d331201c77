// Files that only some figures read: fetched when one of them comes near or is touched, not at the start.
/** @import { Supervisor } from "../start/supervisor.js" */

const NEAR = "100%"; // of the window's height

export class LateFiles {
  areHere = false; // whether nothing has to be fetched any more

  /** @param {Element} element the figure @param {string[]} names of the files that it reads @param {Supervisor} python */
  constructor(element, names, python) {
    this.element = element;
    this.names = names;
    this.python = python;
    this.forget();
  }

  /** Fetch them; `now`: without waiting until the figure is near. Rejects with a MissingFile. */
  async fetch(/** @type {boolean} */ now) {
    if (!now) await near(this.element);
    await this.python.need(this.names);
    this.areHere = true;
  }

  /** A new Python has none of them. */
  forget() {
    this.areHere = !this.names.length;
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
