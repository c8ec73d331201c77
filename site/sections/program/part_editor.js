// A part of the program, which the reader may change: an editor in the place of its lines, what to try, what came of it.
import { openEditor } from "./editor.js";
import { button, make } from "./elements.js";
import { pack, unpack } from "./packing.js";
import { BACK } from "./version.js";
/** @import { SectionPage } from "../../page/types.d.ts" */
/** @import { Version } from "./version.js" */
/** @import { Editor } from "./types.d.ts" */

const LINKED =
  "This text came with the link. It is only text until you press Use my version. Read it first: it is a program, and " +
  "may do what this page may do.";
const GONE = "The line that this would change is not in your text any more: take the page’s text again first.";
const SETTLED = 500; // ms without a key before the address holds the text

export class PartEditor {
  #editor = /** @type {Editor | null} */ (null);
  #opening = /** @type {Promise<Editor> | null} */ (null);
  #packed = /** @type {string | null} */ (null); // what the address holds of this part's text
  /** @type {any} */ #writing;
  isFromLink = false; // until it is chosen here: only text
  note = make("p", { className: "note" }, LINKED);
  host = make("div", { className: "program-host", translate: false, lang: "en" });
  status = make("p", { className: "program-status" });
  runButton = button("Use my version", () => this.run(), "button button-primary");
  stopButton = button("Stop", () => this.version.stop());
  backButton = button(BACK, () => this.version.goBack());
  resetButton = button("Take the page’s text again", () => this.#editor?.show(this.original));

  /** @param {HTMLElement} element @param {SectionPage} page @param {Version} version */
  constructor(element, page, version) {
    this.element = element;
    this.page = page;
    this.version = version;
    this.name = element.dataset.part;
    const code = element.querySelector('[data-language="numpy"]');
    this.original = [...code.querySelectorAll("code")].map((line) => line.textContent).join("");
    this.text = this.original;
    const heading = document.getElementById(`program-${this.name}`);
    this.title = (heading.firstChild?.textContent ?? "").split(":")[0];
    this.button = element.querySelector("button.program-change");
    this.button.disabled = false;
    this.button.addEventListener("click", () => this.open(!this.isOpen));
    const template = element.querySelector("template.program-suggestions");
    const suggested = [...(template?.content.querySelectorAll("button") ?? [])];
    this.suggestions = suggested.map((each) => document.importNode(each, true));
    code.after(this.#build());
    this.enable(page.ready);
  }

  get isChanged() {
    return this.text !== this.original;
  }

  get isOpen() {
    return this.element.classList.contains("is-open");
  }

  /**
   * Show the editor in the place of the part's lines, or the lines again; the reader's text is kept.
   * @param {boolean} wanted
   */
  async open(wanted) {
    this.element.classList.toggle("is-open", wanted);
    this.button.textContent = wanted ? "Show the page’s text" : this.isChanged ? "Show your text" : "Change this part";
    this.button.setAttribute("aria-expanded", wanted);
    if (!wanted) return;
    this.#opening ??= openEditor(this.host, this.text, this.page.files, {
      label: `${this.title}: the text of this part, which you can change`,
      changed: (text) => this.#changed(text),
      run: () => this.run(),
    });
    this.#editor = await this.#opening;
    if (this.#editor.text !== this.text) this.#editor.show(this.text);
  }

  /** Let it be run, or not while Python is away. */
  enable(/** @type {boolean} */ on) {
    this.runButton.disabled = !on;
  }

  /** Say something below the editor. */
  say(/** @type {string} */ words) {
    this.status.textContent = words;
    this.status.hidden = !words;
  }

  /** Python's word on a line, which is marked. @param {string} words @param {number | null} [line] */
  complain(words, line) {
    this.say(line ? `Line ${line}: ${words}` : words);
    this.#editor?.mark(line ?? null);
  }

  /** Let the whole page run what the editors hold. */
  async run() {
    if (this.runButton.disabled) return;
    this.isFromLink = false;
    this.#show();
    this.enable(false);
    this.stopButton.hidden = false;
    this.say("Python is trying it.");
    const { ok, words, part, line } = await this.version.run();
    this.stopButton.hidden = true;
    this.enable(this.page.ready);
    const other = part === this.name ? undefined : this.version.parts.find(({ name }) => name === part);
    const tried = this.suggestions.filter((each) => each.getAttribute("aria-pressed") === "true");
    const look = tried.map(({ dataset }) => dataset.look);
    if (!other) return this.complain([words, ...(ok ? look : [])].join("\n"), line);
    await other.open(true);
    other.complain(words, line);
    this.say(`It broke off in your text of “${other.title}”${line ? `, line ${line}` : ""}. ${words}`);
  }

  /** Show whether the page runs this part as the reader wrote it. */
  showRunning() {
    const running = this.version.runs(this.name);
    this.element.classList.toggle("is-running", running !== null);
    this.backButton.hidden = running === null;
    if (running === null) this.say("");
  }

  /** Take a text that the address holds: as text only, which the reader may read and run. */
  async readAddress() {
    const packed = this.page.kept(this.name);
    if (packed === null || packed === this.#packed) return;
    const text = await unpack(packed);
    if (text === null || text === this.text) return;
    this.#packed = packed;
    this.text = text;
    this.isFromLink = this.isChanged;
    this.#editor?.show(text); // before anything can be pressed: nobody runs a text that is not shown
    this.#show();
    await this.open(true);
  }

  #changed(/** @type {string} */ text) {
    if (text === this.text) return;
    this.text = text;
    if (!this.isChanged) this.isFromLink = false;
    this.#editor?.mark(null);
    this.#show();
    clearTimeout(this.#writing);
    this.#writing = setTimeout(() => this.#keep(), SETTLED);
  }

  // What stands around the text: where it came from, which suggestions it holds, whether there is a way back.
  #show() {
    this.note.hidden = !this.isFromLink;
    for (const button of this.suggestions) button.setAttribute("aria-pressed", this.text.includes(button.dataset.new));
    this.resetButton.disabled = !this.isChanged;
  }

  async #keep() {
    this.#packed = this.isChanged ? await pack(this.text) : null;
    this.page.keep(this.name, this.#packed);
  }

  #suggest(/** @type {HTMLElement} */ { dataset }) {
    const { old, look } = dataset;
    const [from, to] = this.text.includes(dataset.new) ? [dataset.new, old] : [old, dataset.new];
    if (!this.text.includes(from)) return this.say(GONE);
    this.#editor?.show(this.text.replace(from, () => to));
    this.say(to === old ? "" : look);
  }

  #build() {
    this.runButton.title = "Ctrl+Enter";
    this.resetButton.disabled = true;
    this.status.setAttribute("role", "status");
    for (const each of [this.note, this.stopButton, this.backButton, this.status]) each.hidden = true;
    for (const each of this.suggestions) {
      each.setAttribute("aria-pressed", "false");
      each.addEventListener("click", () => this.#suggest(each));
    }
    const worthTrying = this.suggestions.length ? [actions(make("p", {}, "Worth trying:"), ...this.suggestions)] : [];
    const buttons = actions(this.runButton, this.stopButton, this.backButton, this.resetButton);
    return make("div", { className: "program-editor" }, this.note, ...worthTrying, this.host, buttons, this.status);
  }
}

function actions(/** @type {HTMLElement[]} */ ...members) {
  return make("div", { className: "program-actions" }, ...members);
}
