// Requests to Python: one at a time, and under each name only the newest.
/** @import { Asked, FigureRequest, Tell } from "../types.d.ts" */

export class Queue {
  /** @type {Map<string, Asked>} */ #waiting = new Map(); // name -> what is asked and not yet sent
  /** @type {Map<string, Asked>} */ #newest = new Map(); // name -> what was asked last: its answer alone is wanted
  #busy = false;

  /** `failed()` is called after a failure was told: whoever answers may be lost. @param {() => void} failed */
  constructor(failed) {
    this.failed = failed;
    this.send = /** @type {((request: FigureRequest) => Promise<any>) | null} */ (null);
  }

  /**
   * Ask under a name, a figure's or that of what it asks aside; what was asked under it and not yet sent is forgotten.
   * `tell` gets the reply if nothing newer was asked, and a failure always. `between`: the reply even then, as what
   * lies on the way of a drag. `last`: after what is not. `again`: also of the next worker, where this one is given
   * up; figures ask that one anew themselves.
   * @param {string} name @param {FigureRequest} request @param {Tell} tell
   */
  ask(name, request, tell, { between = false, last = false, again = false } = {}) {
    const asked = { name, request, tell, between, last, again };
    this.#waiting.delete(name);
    this.#waiting.set(name, asked);
    this.#newest.set(name, asked);
    this.#next();
  }

  /** Nothing that was asked under this name is wanted any more. */
  forget(/** @type {string} */ name) {
    this.#waiting.delete(name);
    this.#newest.delete(name);
  }

  /**
   * Begin, or begin again, to send: `send` is a promise of the reply.
   * @param {(request: FigureRequest) => Promise<any>} send
   */
  open(send) {
    this.send = send;
    this.#busy = false;
    this.#next();
  }

  close() {
    this.send = null;
  }

  async #next() {
    if (this.#busy || !this.send || !this.#waiting.size) return;
    const waiting = [...this.#waiting.values()];
    const asked = waiting.find(({ last }) => !last) ?? waiting[0];
    this.#waiting.delete(asked.name);
    this.#busy = true;
    const send = this.send;
    const [reply, failure] = await send(asked.request).then((reply) => [reply, null], (failure) => [null, failure]);
    if (send !== this.send) return this.#askAgain(asked); // another worker has taken over
    const newest = this.#newest.get(asked.name);
    if (failure || newest === asked || (newest && asked.between)) asked.tell(reply, failure);
    if (failure) this.failed();
    if (send !== this.send) return;
    this.#busy = false;
    this.#next();
  }

  #askAgain(/** @type {Asked} */ asked) {
    if (!asked.again || this.#newest.get(asked.name) !== asked || this.#waiting.has(asked.name)) return;
    this.#waiting.set(asked.name, asked);
    this.#next();
  }
}
