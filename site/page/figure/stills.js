// The stills of a film: a few of its states below each other, for readers who prefer no motion and for print.
import { paint } from "../paint/paint.js";
import { readTheme } from "../paint/theme.js";
import { showRuns } from "./words.js";
/** @import { FigureView } from "./figure.js" */
/** @import { Reply, Scene } from "../types.d.ts" */

export class Stills {
  #noMotion = matchMedia("(prefers-reduced-motion: reduce)");
  /** @type {Map<HTMLElement, Scene>} */ #drawn = new Map(); // what was drawn since the page came
  #story; // what the stills show, as JSON: the figure's choice without the film's own control

  /**
   * @param {HTMLElement} element holds them @param {FigureView} view the figure @param {string} film its film's control
   */
  constructor(element, view, film) {
    this.element = element;
    this.view = view;
    this.film = film;
    this.#story = this.#without();
    this.#noMotion.addEventListener("change", () => this.follow());
  }

  /** Show the stills of another story, or let them be missing from print if nobody looks at them. */
  follow() {
    const story = this.#without();
    this.element.toggleAttribute("data-stale", story !== this.#story);
    if (story === this.#story || !this.#noMotion.matches) return;
    this.#story = story;
    const { choice, spec } = this.view;
    for (const still of this.element.querySelectorAll(".still")) {
      const asked = { choice: { ...choice, [this.film]: Number(still.dataset.still) }, width: spec.widths[0] };
      this.view.askAside(`still ${still.dataset.still}`, asked, (reply) => this.#show(still, reply));
    }
  }

  #show(/** @type {HTMLElement} */ still, /** @type {Reply} */ reply) {
    if (!reply.ok) return;
    this.element.removeAttribute("data-stale");
    this.#drawn.set(still, reply.scene);
    showRuns(still.querySelector("p"), reply.notice);
    this.#paint(still, reply.scene);
  }

  repaint() {
    for (const [still, scene] of this.#drawn) this.#paint(still, scene);
  }

  #paint(/** @type {HTMLElement} */ still, /** @type {Scene} */ scene) {
    const canvas = still.querySelector("canvas") ?? document.createElement("canvas");
    still.querySelector(".drawing")?.replaceWith(canvas);
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", scene.alt);
    paint(canvas, scene, { theme: readTheme(still), ratio: 2 });
    canvas.style.width = "100%";
  }

  #without() {
    return JSON.stringify({ ...this.view.choice, [this.film]: null });
  }
}
