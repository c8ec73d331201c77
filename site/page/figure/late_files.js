// Files that only some figures read: fetched when one of them comes near or is touched, not at the start.

const NEAR = "100%"; // of the window's height

export class LateFiles {
  #missing;

  /** `names`: the files that the figure in `element` reads; `python.need(names)` fetches them. */
  constructor(element, names = [], python) {
    Object.assign(this, { element, names, python });
    this.forget();
  }

  /** Whether nothing has to be fetched any more. */
  get are() {
    return !this.#missing;
  }

  /** Fetch them; `now`: without waiting until the figure is near. Rejects with a MissingFile. */
  async fetch(now) {
    if (!now) await near(this.element);
    await this.python.need(this.names);
    this.#missing = false;
  }

  /** A new Python has none of them. */
  forget() {
    this.#missing = this.names.length > 0;
  }
}

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
