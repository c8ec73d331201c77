// The stills of a film: a few of its states below each other, for readers who prefer no motion and for print.
import { paint, readTheme } from "../paint/paint.js";
import { showRuns } from "./words.js";

export class Stills {
  #noMotion = matchMedia("(prefers-reduced-motion: reduce)");
  #drawn = new Map(); // what was drawn since the page came: the still's element -> its scene
  #story; // what the stills show, as JSON: the figure's choice without the film's own control

  /** `element` holds the stills, `view` is the figure whose film they are of. */
  constructor(element, view) {
    Object.assign(this, { element, view, film: view.film.name });
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
    for (const still of this.element.children) {
      const asked = { choice: { ...choice, [this.film]: Number(still.dataset.still) }, width: spec.widths[0] };
      this.view.askAside(`still ${still.dataset.still}`, asked, (reply) => this.#show(still, reply));
    }
  }

  #show(still, reply) {
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

  #without() {
    return JSON.stringify({ ...this.view.choice, [this.film]: null });
  }
}
