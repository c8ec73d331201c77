// The stills of a film: a few of its states below each other, for readers who prefer no motion and for print.
import { paint, readTheme } from "../paint/paint.js";
import { showRuns } from "./words.js";

export class Stills {
  #noMotion = matchMedia("(prefers-reduced-motion: reduce)");
  #drawn = new Map(); // what was drawn since the page came: the still's element -> its scene
  #state; // what the stills show, as JSON: the figure's parameters without the film's own
  #wanted; // the parameters that the figure shows now

  /** `film`: the film's parameter; `first`: all parameters as the page came; `ask(choice, still)` asks for one. */
  constructor(element, film, first, ask) {
    this.element = element;
    this.film = film;
    this.ask = ask;
    this.#state = this.#without(first, film);
    this.#wanted = first;
    this.#noMotion.addEventListener("change", () => this.follow(this.#wanted));
  }

  /** Show the stills of another story, or let them be missing from print if nobody looks at them. */
  follow(choice) {
    this.#wanted = choice;
    const state = this.#without(choice, this.film);
    this.element.toggleAttribute("data-stale", state !== this.#state);
    if (state === this.#state || !this.#noMotion.matches) return;
    this.#state = state;
    for (const still of this.element.children) this.ask({ ...choice, [this.film]: Number(still.dataset.still) }, still);
  }

  show(still, reply) {
    if (!reply.ok) return;
    this.element.removeAttribute("data-stale");
    this.#drawn.set(still, reply.scene);
    showRuns(still.querySelector("p"), reply.notice);
    this.#paint(still, reply.scene);
  }

  repaint() {
    for (const [still, scene] of this.#drawn) this.#paint(still, scene);
  }

  #paint(still, scene) {
    const canvas = still.querySelector("canvas") ?? document.createElement("canvas");
    still.querySelector(".drawing")?.replaceWith(canvas);
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", scene.alt);
    paint(canvas, scene, { theme: readTheme(still), ratio: 2 });
    canvas.style.width = "100%";
  }

  #without(choice, film) {
    return JSON.stringify({ ...choice, [film]: null });
  }
}
