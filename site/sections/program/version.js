// The version of the program that the page runs: tried by Python with a time limit, stopped where it has no end.

/** @import { PartEditor } from "./part_editor.js" */
/** @import { Shapes } from "./shapes.js" */

const LIMIT = 15_000; // ms for a version to show that it runs
const WAIT = 60_000; // ms for Python to finish what it is at before
const WHY = { Stopped: "It was stopped", TooLong: `It came to no end within ${LIMIT / 1000} seconds and was stopped` };
const TOLERANCE = 0.001; // share by which a measured slope may differ from what the gradients promise
const BLAME = "Your version of the program broke off at this figure";

export class Version {
  #running = null; // part -> text, while the page runs the reader's version
  #trying = null; // ends the wait for the version that Python tries at present
  #banner = null;
  /** @type {PartEditor[]} */
  parts = [];
  /** @type {Shapes | null} */
  shapes = null;
  lost = false; // whether Python was lost with the reader's version, until it is back

  /** `story()` gives {source, story, own_text}: what a version is tried on. */
  constructor(page, story) {
    this.page = page;
    this.story = story;
    document.addEventListener("python", ({ detail }) => this.#pythonIs(detail));
  }

  /** `parts` are the editors, `shapes` what each line makes: both follow what runs. */
  follow(parts, shapes) {
    this.parts = parts;
    this.shapes = shapes;
  }

  /** The text of a part that the page runs, or null while it runs its own. */
  runs(part) {
    return this.#running?.[part] ?? null;
  }

  /**
   * Let the whole page run what the editors hold, but no text that came with a link and was not chosen at its own
   * part.
   * @returns {Promise<{ ok: boolean, words: string, part?: string, line?: number }>}
   */
  async run() {
    if (this.#trying) return { ok: false, words: "Another part is being tried: wait for it, or stop it there." };
    const chosen = this.parts.filter((part) => part.isChanged && !part.isFromLink);
    const texts = Object.fromEntries(chosen.map((part) => [part.name, part.text]));
    if (!Object.keys(texts).length) return { ok: false, words: "This is the page’s own program: change something first." };
    const stopped = new Promise((_, reject) => (this.#trying = reject));
    try {
      await Promise.race([this.page.ask("ready", {}, WAIT), stopped]);
      const answer = await Promise.race([this.page.ask("run", { texts, ...this.story() }, LIMIT), stopped]);
      if (answer.problem) return this.#refused(answer.problem, answer.printed);
      this.#now(texts);
      this.shapes.forget(texts);
      return { ok: true, words: said(answer) + outOf(answer.printed) };
    } catch (error) {
      if (error.name === "Refused") return this.#refused({ message: error.message });
      if (this.page.ready) this.page.restart(); // it never came to an end, or broke Python itself
      const why = WHY[error.name] ?? "It broke Python itself";
      return { ok: false, words: `${why}. Python starts again with the page’s own program; your text is kept.` };
    } finally {
      this.#trying = null;
    }
  }

  /** Give up the version that Python tries at present. */
  stop() {
    this.#trying?.(Object.assign(new Error("stopped"), { name: "Stopped" }));
  }

  /** Let the whole page run its own program again. */
  async goBack() {
    this.#now(null);
    try {
      if ((await this.page.ask("back", {}, LIMIT)).same) {
        this.shapes.forget({});
        return this.page.redraw();
      }
    } catch (error) {
      console.warn(error);
    }
    this.page.restart(); // the version has changed more of Python than its own functions
  }

  // A Python that has just started knows nothing of the reader's version.
  #pythonIs(state) {
    if (state === "ready") {
      for (const part of this.parts) part.enable(true);
      if (this.lost) this.page.redraw(); // also what Python did not survive, which was the version's fault
      this.lost = false;
    } else {
      for (const part of this.parts) part.enable(false);
      this.stop();
      if (!this.#running) return;
      this.lost = true;
      this.#now(null);
      this.shapes.forget({});
      for (const part of this.parts) part.say("Python had to be started again, and the page runs its own program. Your text is kept.");
    }
  }

  #now(texts) {
    this.#running = texts;
    this.page.blame(texts ? BLAME : null);
    this.#showBanner();
    for (const part of this.parts) part.showRunning();
    if (texts) this.page.redraw();
  }

  /** @param {{ message: string, part?: string, line?: number }} problem @param {string} [printed] */
  #refused({ message, part, line }, printed) {
    const stays = this.#running ? "The page goes on with your version from before." : "The page goes on with its own program.";
    return { ok: false, words: `${message.replace(/[.:]*$/, ".")} ${stays}${outOf(printed)}`, part, line };
  }

  #showBanner() {
    this.#banner?.remove();
    this.#banner = null;
    if (!this.#running) return;
    const banner = document.createElement("div");
    banner.className = "banner changed";
    banner.setAttribute("role", "status");
    const words = document.createElement("p");
    words.append("This page runs your version of ", ...this.#links(), ".");
    const back = document.createElement("button");
    Object.assign(back, { type: "button", className: "button", textContent: "Back to the page’s own program" });
    back.addEventListener("click", () => this.goBack());
    banner.append(words, back);
    document.body.append(banner);
    this.#banner = banner;
  }

  #links() {
    const links = this.parts.filter(({ name }) => this.runs(name) !== null).map(({ name, title }) => {
      const link = document.createElement("a");
      link.href = `#program-${name}`;
      link.textContent = title;
      return link;
    });
    return links.flatMap((link, index) => (index ? [" and ", link] : [link]));
  }
}

const outOf = (printed) => (printed ? `\nIt printed:\n${printed}` : "");

function said({ loss: [before, after], slope: [measured, claimed] }) {
  const digits = (number) => number.toFixed(3).replace("-", "−");
  const runs = `The whole page runs your version. Loss on this story: ${digits(before)} before, ${digits(after)} now, in nats a token.`;
  if (Math.abs(measured - claimed) <= TOLERANCE * Math.max(Math.abs(measured), Math.abs(claimed))) return runs;
  return `${runs}\nIts gradients no longer fit: a small step along them changes the loss at a rate of ${digits(measured)}, where they promise ${digits(claimed)}. To train it, change the backward pass too.`;
}
