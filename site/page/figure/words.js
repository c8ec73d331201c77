// Text in runs, each plain, or with the role that colors it, or a link to a term's entry (a role that begins with #).
// Only ever text: nothing in it becomes markup.
/** @import { Drawn, Run } from "../types.d.ts" */

// Words of stories stand in quotation marks: build_scripts/site/untranslated.py.
const QUOTED = /(?<=“)([^”<]+)(?=”)/;

/** Where a figure says what to notice, and which package call gives the same. */
export class Words {
  #said = /** @type {string | null} */ (null); // the runs of the notice; the page comes with its first

  constructor(/** @type {HTMLElement} */ figure) {
    this.notice = figure.querySelector(".notice");
    this.details = figure.querySelector(".details");
    this.call = figure.querySelector(".package-call code");
  }

  show(/** @type {Pick<Drawn, "notice" | "details" | "call">} */ { notice, details, call }) {
    // Said again, the same would be spoken again.
    const said = JSON.stringify(notice);
    const isThere = this.#said === null ? textOf(notice) === this.notice.textContent : said === this.#said;
    if (!isThere) showRuns(this.notice, notice);
    this.#said = said;
    this.details.replaceChildren(...details.map(paragraph));
    this.details.hidden = !details.length;
    this.call.textContent = call;
  }
}

/** Replace what `element` holds by the runs. @param {HTMLElement} element @param {Run[]} runs */
export function showRuns(element, runs) {
  element.replaceChildren(...runs.flatMap(nodesOf));
}

const textOf = (/** @type {Run[]} */ runs) => runs.map((run) => (typeof run === "string" ? run : run[0])).join("");

function nodesOf(/** @type {Run} */ run) {
  if (typeof run === "string") return run.split(QUOTED).map((part, index) => (index % 2 ? asItIs(part) : part));
  return run[1].startsWith("#") ? linked(run) : colored(run);
}

/** A text that a browser which translates the page leaves alone. */
function asItIs(/** @type {string} */ text) {
  const span = document.createElement("span");
  span.translate = false;
  span.lang = "en";
  span.textContent = text;
  return span;
}

function paragraph(/** @type {Run[]} */ runs) {
  const element = document.createElement("p");
  showRuns(element, runs);
  return element;
}

function colored(/** @type {[string, string]} */ [text, role]) {
  const span = role === "name" ? asItIs(text) : document.createElement("span");
  span.className = `role-${role}`;
  span.textContent = text;
  return span;
}

function linked(/** @type {[string, string]} */ [text, hash]) {
  const link = document.createElement("a");
  link.className = "term";
  link.href = hash;
  link.textContent = text;
  return link;
}
