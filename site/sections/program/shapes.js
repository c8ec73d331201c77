// What each line of the program makes of the story on the page: its shape beside it, some of its numbers on request.
import { make } from "./elements.js";
/** @import { SectionPage } from "../../page/types.d.ts" */
/** @import { Story, Texts, Values } from "./types.d.ts" */

const LIMIT = 30_000; // ms: every line is watched

export class Shapes {
  /** @type {Record<string, Record<string, Values>> | null} */
  #lines = null; // part -> line -> name -> value, of the story `#known` and the program that runs
  #known = /** @type {string | null} */ (null);
  #asking = false;
  #seen = false;
  #programs = 0; // how many have run: an answer about an earlier one is of no more interest
  /** @type {Texts} */
  #changed = {}; // the parts that run as the reader wrote them: what their lines made stands at no line of the page

  /** @param {HTMLElement} section @param {SectionPage} page @param {() => Story} story */
  constructor(section, page, story) {
    this.page = page;
    this.story = story;
    this.buttons = [...section.querySelectorAll("button.made")];
    for (const code of section.querySelectorAll(".program-code")) oneTabStop([...code.querySelectorAll("button.made")]);
    for (const button of this.buttons) button.addEventListener("click", () => this.#toggle(button));
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#seen = isIntersecting;
      this.refresh();
    }).observe(section);
    document.addEventListener("choice", () => this.refresh());
    document.addEventListener("python", () => this.refresh());
    this.refresh();
  }

  /**
   * Another program runs, the parts in `changed` as the reader wrote them: what the lines made is no longer true.
   * @param {Texts} changed
   */
  forget(changed) {
    this.#changed = changed;
    this.#known = null;
    this.#programs += 1;
    this.refresh();
  }

  /** Ask Python what the lines make now, if that is not known and somebody looks. */
  async refresh() {
    for (const button of this.buttons) button.disabled = !this.page.ready && !this.#lines;
    const story = this.story();
    const asked = JSON.stringify(story);
    if (!this.page.ready || !this.#seen || asked === this.#known || this.#asking) return;
    const program = this.#programs;
    this.#asking = true;
    const answer = await this.page.ask("lines", story, LIMIT).catch((error) => console.warn(error));
    this.#asking = false;
    if (program !== this.#programs) return void this.refresh();
    this.#known = asked;
    if (!answer) return;
    this.#lines = answer.lines;
    this.#show();
    this.refresh(); // the story may have changed meanwhile
  }

  #show() {
    for (const button of this.buttons) {
      const values = this.#values(button);
      const made = values ? label(values) : "nothing now";
      button.textContent = values ? label(values) : "–";
      button.setAttribute("aria-label", `Line ${lineOf(button).dataset.line} makes ${made}`);
      const panel = lineOf(button).querySelector(".values");
      if (panel) panel.replaceWith(this.#panel(values));
    }
  }

  /** @param {HTMLButtonElement} button @returns {Values | undefined} */
  #values(button) {
    const part = button.closest("[data-part]")?.dataset.part ?? "";
    return Object.hasOwn(this.#changed, part) ? undefined : this.#lines?.[part]?.[lineOf(button).dataset.line];
  }

  #toggle(/** @type {HTMLButtonElement} */ button) {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", !open);
    const panel = lineOf(button).querySelector(".values");
    if (open) panel?.remove();
    else button.after(this.#panel(this.#values(button)));
  }

  #panel(/** @type {Values | undefined} */ values) {
    const panel = make("dl", { className: "values" });
    if (!values) panel.textContent = this.#lines ? "This line did not run." : "Python is working it out.";
    for (const [name, { shape, kind, facts, times }] of Object.entries(values ?? {})) {
      const made = times > 1 ? [`made ${times} times, the last time shown`] : [];
      const words = [kind === "number" ? shape : `${shape}, ${kind}`, ...facts, ...made].join("; ");
      panel.append(make("dt", {}, name === "return" ? "what it returns" : name), make("dd", {}, words));
    }
    return panel;
  }
}

// Tab comes to the first of them; from there arrow keys lead from line to line.
function oneTabStop(/** @type {HTMLButtonElement[]} */ buttons) {
  for (const [index, button] of buttons.entries()) {
    button.tabIndex = index ? -1 : 0;
    button.addEventListener("keydown", (event) => {
      /** @type {Record<string, number>} */
      const places = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 };
      const to = buttons[places[event.key]];
      if (!to) return;
      button.tabIndex = -1;
      to.tabIndex = 0;
      to.focus();
      event.preventDefault();
    });
  }
}

/** The few words beside a line; `label` in values.py says the same when the page is built. @param {Values} values */
export function label(values) {
  const shapes = new Set(Object.values(values).map(({ shape }) => shape));
  return shapes.size === 1 ? [...shapes][0] : `${Object.keys(values).length} values`;
}

/** @param {HTMLButtonElement} button @returns {HTMLElement} */
function lineOf(button) {
  return button.closest("[data-line]") ?? button;
}
