// What each line of the program makes of the story on the page: its shape beside it, some of its numbers on request.

const LIMIT = 30_000; // ms: every line is watched

export class Shapes {
  #lines = null; // part -> line -> name -> {shape, kind, facts, times}, of the story `#story` and the program that runs
  #story = null;
  #asking = null;
  #seen = false;
  #programs = 0; // how many have run: an answer about an earlier one is of no more interest
  #changed = {}; // the parts that run as the reader wrote them: what their lines made stands at no line of the page

  /** `story()` gives {source, story, own_text}, as Python asks for it. */
  constructor(section, page, story) {
    this.section = section;
    this.page = page;
    this.story = story;
    for (const code of section.querySelectorAll(".program-code")) oneTabStop([...code.querySelectorAll(".made")]);
    for (const button of section.querySelectorAll(".made")) button.addEventListener("click", () => this.#toggle(button));
    new IntersectionObserver(([{ isIntersecting }]) => {
      this.#seen = isIntersecting;
      this.refresh();
    }).observe(section);
    document.addEventListener("choice", () => this.refresh());
    document.addEventListener("python", () => this.refresh());
    this.refresh();
  }

  /** Another program runs, the parts in `changed` as the reader wrote them: what the lines made is no longer true. */
  forget(changed) {
    this.#changed = changed;
    this.#story = null;
    this.#programs += 1;
    this.refresh();
  }

  /** Ask Python what the lines make now, if that is not known and somebody looks. */
  async refresh() {
    for (const button of this.section.querySelectorAll(".made")) button.disabled = !this.page.ready && !this.#lines;
    const story = JSON.stringify(this.story());
    if (!this.page.ready || !this.#seen || story === this.#story || this.#asking) return;
    const program = this.#programs;
    this.#asking = this.page.ask("lines", JSON.parse(story), LIMIT).catch((error) => console.warn(error));
    const answer = await this.#asking;
    this.#asking = null;
    if (program !== this.#programs) return this.refresh();
    this.#story = story;
    if (!answer) return;
    this.#lines = answer.lines;
    this.#show();
    this.refresh(); // the story may have changed meanwhile
  }

  #show() {
    for (const button of this.section.querySelectorAll(".made")) {
      const values = this.#values(button);
      button.textContent = values ? label(values) : "–";
      button.setAttribute("aria-label", `Line ${button.parentElement.dataset.line} makes ${values ? label(values) : "nothing now"}`);
      const panel = button.parentElement.querySelector(".values");
      if (panel) panel.replaceWith(this.#panel(values));
    }
  }

  #values(button) {
    const { part } = button.closest("[data-part]").dataset;
    return Object.hasOwn(this.#changed, part) ? undefined : this.#lines?.[part]?.[button.parentElement.dataset.line];
  }

  #toggle(button) {
    const open = button.getAttribute("aria-expanded") === "true";
    button.setAttribute("aria-expanded", !open);
    const panel = button.parentElement.querySelector(".values");
    if (open) panel?.remove();
    else button.after(this.#panel(this.#values(button)));
  }

  #panel(values) {
    const panel = document.createElement("dl");
    panel.className = "values";
    if (!values) {
      panel.textContent = this.#lines ? "This line did not run." : "Python is working it out.";
      return panel;
    }
    for (const [name, { shape, kind, facts, times }] of Object.entries(values)) {
      panel.append(element("dt", name === "return" ? "what it returns" : name));
      const made = times > 1 ? [`made ${times} times, the last time shown`] : [];
      panel.append(element("dd", [kind === "number" ? shape : `${shape}, ${kind}`, ...facts, ...made].join("; ")));
    }
    return panel;
  }
}

// Tab comes to the first of them; from there arrow keys lead from line to line.
function oneTabStop(buttons) {
  for (const [index, button] of buttons.entries()) {
    button.tabIndex = index ? -1 : 0;
    button.addEventListener("keydown", (event) => {
      const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (to === undefined || !buttons[to]) return;
      button.tabIndex = -1;
      buttons[to].tabIndex = 0;
      buttons[to].focus();
      event.preventDefault();
    });
  }
}

function element(tag, text) {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** The few words beside a line; `label` in values.py says the same when the page is built. */
export function label(values) {
  const shapes = new Set(Object.values(values).map(({ shape }) => shape));
  return shapes.size === 1 ? [...shapes][0] : `${Object.keys(values).length} values`;
}
