// Requests to Python: one at a time, and for each figure only the newest.

/**
 * `send(request)` returns a promise of the reply. `deliver(figure, reply, error, request, how)` gets what is still wanted.
 * A reply is dropped when the figure has asked anew since, except where the older request said `between: true`
 * (a drag shows what lies on its way). A failure is always delivered while its sender is in use: it may be lost.
 * What a figure asks `aside`, under a name, such as its next state, stands in nobody's way but that of the same name.
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
  ask(figure, request, how = {}) {
    const rev = ++this.#rev;
    const name = nameOf(figure, how.aside);
    this.#pending.delete(name);
    this.#pending.set(name, { rev, figure, request, how });
    this.#newest.set(name, rev);
    this.#next();
    return rev;
  }

  /** Nothing that this figure has asked, or asked aside under this name, is wanted any more. */
  forget(figure, aside) {
    this.#pending.delete(nameOf(figure, aside));
    this.#newest.delete(nameOf(figure, aside));
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

  // Every figure asks a new worker anew, but not for what it had asked aside.
  #again(name, job) {
    if (!job.how.aside || this.#newest.get(name) !== job.rev || this.#pending.has(name)) return;
    this.#pending.set(name, job);
    this.#next();
  }

  async #next() {
    if (this.#busy || !this.send || !this.#pending.size) return;
    const [name, job] = [...this.#pending].find(([, { how }]) => how.first ?? true) ?? [...this.#pending][0];
    this.#pending.delete(name);
    this.#busy = true;
    const send = this.send;
    let reply = null;
    let failure = null;
    try {
      reply = await send({ ...job.request, rev: job.rev });
    } catch (error) {
      failure = error;
    }
    if (send !== this.send) return this.#again(name, job); // another worker has taken over
    const wanted = this.#newest.has(name) && (job.how.between || this.#newest.get(name) === job.rev);
    if (failure || wanted) this.deliver(job.figure, reply, failure, job.request, job.how);
    if (send !== this.send) return; // a failure may have ended it
    this.#busy = false;
    this.#next();
  }
}

function nameOf(figure, aside) {
  return aside ? `${figure} ${aside}` : figure;
}
