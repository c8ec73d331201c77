// The version of the program that the page runs: tried by Python with a time limit, stopped where it has no end.
import { button, make } from "./elements.js";
/** @import { SectionPage } from "../../page/types.d.ts" */
/** @import { PartEditor } from "./part_editor.js" */
/** @import { Shapes } from "./shapes.js" */
/** @import { Problem, Report, Story, Texts, Trial } from "./types.d.ts" */

const LIMIT = 15_000; // ms for a version to show that it runs
const WAIT = 60_000; // ms for Python to finish what it is at before
/** @type {Record<string, string>} */
const WHY = { Stopped: "It was stopped", TooLong: `It came to no end within ${LIMIT / 1000} seconds and was stopped` };
const TOLERANCE = 0.001; // share by which a measured slope may differ from what the gradients promise
const LOST = "Python had to be started again, and the page runs its own program. Your text is kept.";
export const BACK = "Back to the page’s own program";
const BLAME = "Your version of the program broke off at this figure";

export class Version {
  #running = /** @type {Texts | null} */ (null); // while the page runs the reader's version
  /** @type {((why: Error) => void) | null} */
  #trying = null; // ends the wait for the version that Python tries at present
  #lost = false; // whether a version ended with the Python that ran it
  /** @type {HTMLElement | undefined} */ #banner;
  /** @type {PartEditor[]} */ parts = [];
  /** @type {Shapes} */ shapes;

  /** `story` is what a version is tried on. @param {SectionPage} page @param {() => Story} story */
  constructor(page, story) {
    this.page = page;
    this.story = story;
    document.addEventListener("python", ({ detail }) => this.#pythonIs(detail));
  }

  /**
   * `parts` are the editors, `shapes` what each line makes: both follow what runs.
   * @param {PartEditor[]} parts @param {Shapes} shapes
   */
  follow(parts, shapes) {
    this.parts = parts;
    this.shapes = shapes;
  }

  /** The text of a part that the page runs, or null while it runs its own. */
  runs(/** @type {string} */ part) {
    return this.#running?.[part] ?? null;
  }

  /**
   * Let the whole page run what the editors hold, but no text that came with a link and was not chosen at its own
   * part.
   * @returns {Promise<Report>}
   */
  async run() {
    if (this.#trying) return { ok: false, words: "Another part is being tried: wait for it, or stop it there." };
    const chosen = this.parts.filter((part) => part.isChanged && !part.isFromLink);
    const texts = Object.fromEntries(chosen.map((part) => [part.name, part.text]));
    if (!chosen.length) return { ok: false, words: "This is the page’s own program: change something first." };
    /** @type {Promise<never>} */ const stopped = new Promise((_, reject) => (this.#trying = reject));
    try {
      await Promise.race([this.page.ask("ready", {}, WAIT), stopped]);
      /** @type {Trial} */
      const answer = await Promise.race([this.page.ask("run", { texts, ...this.story() }, LIMIT), stopped]);
      if (answer.problem) return this.#refused(answer.problem, answer.printed);
      this.#now(texts);
      this.shapes.forget(texts);
      return { ok: true, words: said(answer) + outOf(answer.printed) };
    } catch (raised) {
      const error = /** @type {Error} */ (raised);
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
  #pythonIs(/** @type {string} */ state) {
    if (state === "ready") {
      for (const part of this.parts) part.enable(true);
      if (this.#lost) this.page.redraw(); // also what Python did not survive, which was the version's fault
      this.#lost = false;
    } else {
      for (const part of this.parts) part.enable(false);
      this.stop();
      if (!this.#running) return;
      this.#lost = true;
      this.#now(null);
      this.shapes.forget({});
      for (const part of this.parts) part.say(LOST);
    }
  }

  #now(/** @type {Texts | null} */ texts) {
    this.#running = texts;
    this.page.blame(texts ? BLAME : null);
    this.#showBanner();
    for (const part of this.parts) part.showRunning();
    if (texts) this.page.redraw();
  }

  #refused(/** @type {Problem} */ { message, part, line }, printed = "") {
    const stays = this.#running ? "your version from before" : "its own program";
    const words = `${message.replace(/[.:]*$/, ".")} The page goes on with ${stays}.${outOf(printed)}`;
    return { ok: false, words, part, line };
  }

  #showBanner() {
    this.#banner?.remove();
    if (!this.#running) return;
    const words = make("p", {}, "This page runs your version of ", ...this.#links(), ".");
    const banner = make("div", { className: "banner changed" }, words, button(BACK, () => this.goBack()));
    banner.setAttribute("role", "status");
    document.body.append(banner);
    this.#banner = banner;
  }

  #links() {
    const running = this.parts.filter(({ name }) => this.runs(name) !== null);
    const links = running.map(({ name, title }) => make("a", { href: `#program-${name}` }, title));
    return links.flatMap((link, index) => (index ? [" and ", link] : [link]));
  }
}

const outOf = (/** @type {string} */ printed) => (printed ? `\nIt printed:\n${printed}` : "");

/** @param {{ loss: number[], slope: number[] }} answer */
function said({ loss: [before, after], slope: [measured, claimed] }) {
  const digits = (/** @type {number} */ number) => number.toFixed(3).replace("-", "−");
  const loss = `Loss on this story: ${digits(before)} before, ${digits(after)} now, in nats a token.`;
  const runs = `The whole page runs your version. ${loss}`;
  if (Math.abs(measured - claimed) <= TOLERANCE * Math.max(Math.abs(measured), Math.abs(claimed))) return runs;
  const misfit = `changes the loss at a rate of ${digits(measured)}, where they promise ${digits(claimed)}`;
  return `${runs}\nIts gradients no longer fit: a small step along them ${misfit}. To train it, change the backward pass too.`;
}
