// Moves a picture from one scene to the next: marks with the same key move, what is new or gone fades.
import { interpolate } from "../paint/motion.js";
/** @import { Frames, Move, Scene } from "../types.d.ts" */

export const MOVE = 200; // ms of a move that answers a touch
const TEXT = 12; // words from which on a picture is read rather than looked at
/** @type {Frames} */ const BROWSER = {
  now: () => performance.now(),
  frame: (draw) => requestAnimationFrame(draw),
  cancel: (frame) => cancelAnimationFrame(frame),
  still: () => matchMedia("(prefers-reduced-motion: reduce)").matches,
};

export class Motion {
  /** @type {any} */ #frame = null;

  /**
   * `paint(scene)` draws one; it is called once a frame while something moves. `clock` is for tests.
   * @param {(scene: Scene) => void} paint
   */
  constructor(paint, clock = BROWSER) {
    this.paint = paint;
    this.clock = clock;
    this.drawn = /** @type {Scene | null} */ (null); // on the screen, maybe between two
  }

  /**
   * Go to `scene` in `ms`, from what is on the screen now. `steady`: at an even pace, as part of a longer way.
   * At once where the reader prefers no motion, or where nothing keeps its identity on the way.
   * @param {Scene} scene @param {Move} move
   */
  to(scene, { ms = 0, steady = false } = {}) {
    this.clock.cancel(this.#frame);
    const from = this.drawn;
    if (!ms || !from || this.clock.still() || !sameThings(from, scene)) return this.#draw(scene);
    const start = this.clock.now();
    const step = () => {
      const share = Math.min(1, (this.clock.now() - start) / ms);
      this.#draw(interpolate(from, scene, steady ? share : eased(share)));
      if (share < 1) this.#frame = this.clock.frame(step);
    };
    this.#frame = this.clock.frame(step);
  }

  #draw(/** @type {Scene} */ scene) {
    this.drawn = scene;
    this.paint(scene);
  }
}

/**
 * Whether two scenes show the same things: another story under the same keys, or another width, does not.
 * @param {Scene} before @param {Scene} after
 */
export function sameThings(before, after) {
  if (before.width !== after.width) return false;
  const old = new Map(words(before));
  const shared = words(after).filter(([key]) => old.has(key));
  const kept = shared.filter(([key, text]) => old.get(key) === text);
  return shared.length < TEXT || kept.length * 2 >= shared.length;
}

/** @param {Scene} scene @returns {[string, string][]} */
function words({ marks }) {
  return marks.flatMap((mark) => (mark.kind === "text" && mark.when === undefined ? [[mark.key, mark.text]] : []));
}

function eased(/** @type {number} */ share) {
  return share * share * (3 - 2 * share);
}
