// Scripts that sections bring along (`section.js` in the section's folder): each is loaded when its section comes near,
// or when the address holds something for it: a text for one of its parts, the elements with a data-part.
/** @import { Supervisor } from "./start/supervisor.js" */
/** @import { State } from "./state.js" */
/** @import { SectionPage, Site } from "./types.d.ts" */

const MISSED =
  "A file of this section could not be fetched: it can be read, but not changed. Load the page again to try once more.";
const NEAR = "100%"; // of the window's height

/** What an address calls the parts of a section: `section.part`. */
function partsOf(/** @type {string} */ section) {
  const parts = document.getElementById(section).querySelectorAll("[data-part]");
  return [...parts].map(({ dataset }) => `${section}.${dataset.part}`);
}

export class SectionScripts {
  /** @type {Map<string, string>} */ #kept = new Map(); // what sections keep in the address: `section.part` -> text
  /** @type {Map<string, Promise<void>>} */ #loading = new Map(); // section -> its script, on the way or started

  /**
   * `redraw` has every figure ask anew.
   * @param {Pick<Site, "scripts" | "sizes">} site
   * @param {{ state: State, python: Supervisor, redraw: () => void, addressChanged: (at: string) => void }} page
   */
  constructor(site, page) {
    this.site = site;
    this.page = page;
    const observer = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) if (isIntersecting) this.load(target.id);
    }, { rootMargin: NEAR });
    for (const section of Object.keys(site.scripts)) observer.observe(document.getElementById(section));
  }

  /** Load and start the script of one section, once. */
  load(/** @type {string} */ section) {
    if (this.#loading.has(section)) return;
    const script = import(new URL(this.site.scripts[section], document.baseURI).href);
    const element = document.getElementById(section);
    const started = script.then(({ start }) => start(element, this.#pageFor(section)), () => this.#missed(element));
    this.#loading.set(section, started);
  }

  // The network may come back: the next time that the section comes near, it is tried again.
  #missed(/** @type {HTMLElement} */ element) {
    this.#loading.delete(element.id);
    if (element.querySelector(":scope > .script-missing")) return;
    const words = document.createElement("p");
    words.className = "note script-missing";
    words.setAttribute("role", "status");
    words.textContent = MISSED;
    element.querySelector("h2").after(words);
  }

  /**
   * Take what an address holds for sections' scripts, of its pairs; what it does not name stays as it is.
   * @param {string[][]} pairs
   */
  read(pairs) {
    for (const [name, text] of pairs) {
      const section = this.#sectionOf(name);
      if (!section) continue;
      this.#kept.set(name, text);
      this.load(section);
    }
    document.dispatchEvent(new Event("address"));
  }

  /** Whether a name in an address is that of a part. */
  knows(/** @type {string} */ name) {
    return this.#sectionOf(name) !== undefined;
  }

  #sectionOf(/** @type {string} */ name) {
    return Object.keys(this.site.scripts).find((each) => partsOf(each).includes(name));
  }

  /** What the address has to hold for them. @returns {[string, string][]} */
  pairs() {
    return [...this.#kept];
  }

  /**
   * What a section's script may use. On the document it hears "python" (detail: loading, ready, failed), "choice" when
   * that of a figure has changed, and "address" when the address has.
   * @param {string} section @returns {SectionPage}
   */
  #pageFor(section) {
    const { state, python, redraw, addressChanged } = this.page;
    return {
      files: Object.keys(this.site.sizes),
      get ready() {
        return document.documentElement.dataset.python === "ready";
      },
      /**
       * What answer_<question> of the section's answers.py says; rejects with its message (Refused), or after `limit`
       * ms.
       */
      ask: async (question, asked, limit) => {
        const reply = await python.ask({ section, ask: question, asked }, limit);
        if (!reply.ok) throw Object.assign(new Error(reply.error.message), { name: "Refused" });
        return reply.answer;
      },
      /** The value of a control that figures share. */
      shared(name) {
        const [figure] = state.find(name) ?? [];
        return figure === undefined ? undefined : state.of(figure)[name];
      },
      kept: (part) => this.#kept.get(`${section}.${part}`) ?? null,
      /** Keep a text for a part in the address, or nothing for null. */
      keep: (part, text) => {
        if (text === null) this.#kept.delete(`${section}.${part}`);
        else this.#kept.set(`${section}.${part}`, text);
        addressChanged(section);
      },
      restart: () => python.start(),
      redraw,
      /** Say whose fault it is when a figure cannot be worked out: a sentence, or null for the page's. */
      blame: (sentence) => python.blame(sentence),
    };
  }
}
