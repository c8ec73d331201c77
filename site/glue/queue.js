// Requests to Python: one at a time, and for each figure only the newest.

/**
 * `send(request)` returns a promise of the reply. `deliver(figure, reply, error, request)` gets what is still wanted.
 * A reply is dropped when the figure has asked anew since, except where the older request said `between: true`
 * (a drag shows what lies on its way). A failure is always delivered: the sender may be lost with it.
 */
export class Queue {
  #pending = new Map();
  #newest = new Map();
  #busy = false;
  #rev = 0;

  constructor(deliver) {
    this.deliver = deliver;
    this.send = null;
  }

  /** Ask for one figure; what it asked before and is not yet under way is forgotten. Returns the request's rev. */
  ask(figure, request, { between = false, first = true } = {}) {
    const rev = ++this.#rev;
    this.#pending.delete(figure);
    this.#pending.set(figure, { rev, request, between, first });
    this.#newest.set(figure, rev);
    this.#next();
    return rev;
  }

  /** Nothing that this figure has asked is wanted any more. */
  forget(figure) {
    this.#pending.delete(figure);
    this.#newest.delete(figure);
  }

  /** Begin, or begin again, to send. */
  open(send) {
    this.send = send;
    this.#busy = false;
    this.#next();
  }

  close() {
    this.send = null;
  }

  async #next() {
    if (this.#busy || !this.send || !this.#pending.size) return;
    const [figure, job] = [...this.#pending].find(([, { first }]) => first) ?? [...this.#pending][0];
    this.#pending.delete(figure);
    this.#busy = true;
    const send = this.send;
    let reply = null;
    let failure = null;
    try {
      reply = await send({ ...job.request, rev: job.rev });
    } catch (error) {
      failure = error;
    }
    const wanted = this.#newest.has(figure) && (job.between || this.#newest.get(figure) === job.rev);
    if (failure || wanted) this.deliver(figure, reply, failure, job.request);
    if (send !== this.send) return;
    this.#busy = false;
    this.#next();
  }
}
