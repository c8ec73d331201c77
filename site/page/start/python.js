// Python in a worker: starting it, asking it, giving up on it. Nothing else on the page knows PyScript.
import { afterAwake } from "./awake.js";
import { sandboxed } from "./diagnose.js";
import { MissingFile, NotAllowed, PythonError, TooLong } from "./errors.js";
import { standInWhereStorageIsBlocked } from "./memory_db.js";
import { watched } from "./starting.js";
/** @import { Site } from "../types.d.ts" */

export const TOO_LONG = 20_000; // ms awake for one answer
export const LONG_SLICE = 60_000; // ms awake for one slice of measuring, a story or more, behind the answers to other figures

const absolute = (/** @type {string} */ path) => new URL(path, document.baseURI).href;

/**
 * Start Python. `onBytes(bytes)` is told how much has arrived. Rejects with a PythonError.
 * @param {Site} site @param {(bytes: number) => void} onBytes @returns {Promise<Python>}
 */
export async function startPython(site, onBytes = () => {}) {
  const why = sandboxed();
  if (why) throw new NotAllowed(why);
  return watched(site.bytes, onBytes, () => start(site));
}

async function start(/** @type {Site} */ site) {
  await standInWhereStorageIsBlocked(); // PyScript looks for storage as soon as it is imported
  const pyscript = import(absolute(site.pyscript)).catch((error) => {
    throw new PythonError(error.message);
  });
  // PyScript would wait for a missing worker for ever.
  const [{ PyWorker, hooks }] = await Promise.all([pyscript, arrives(absolute(site.worker))]);
  for (const hooked of /** @type {any[]} */ (Object.values(hooks.worker))) hooked.clear(); // they would need eval
  const files = Object.fromEntries(Object.entries(site.files).map(([from, to]) => [absolute(from), to]));
  const told = new URLSearchParams(site.soon.map((path) => ["soon", `${site.sizes[path]} ${absolute(path)}`]));
  const version = `${absolute(site.start)}#${told}`;
  const worker = PyWorker(absolute(site.worker), { version, config: { files, packages_cache: "passthrough" } });
  return ready(await worker, site.later);
}

async function arrives(/** @type {string} */ address) {
  const reply = await fetch(address).catch(() => null);
  if (!reply?.ok) throw new PythonError("a file is missing", address);
}

// A worker whose Python raised while it was imported resolves all the same: only an answer shows that it lives.
/** @param {any} worker @param {Record<string, string>} later */
async function ready(worker, later) {
  const said = JSON.parse(await worker.sync.ping());
  if (!said.ok) throw new PythonError(said.message);
  return new Python(worker, said.about, later);
}

export class Python {
  /** @type {Promise<unknown>} */
  #before = Promise.resolve(); // settles with the last answer that was asked for, or given up
  /** @type {Map<string, Promise<void>>} */
  #had = new Map(); // name of a file that came later, or is on its way -> a promise

  /**
   * `about`: a sentence on what runs. `later`: files that are fetched when they are needed, name -> address.
   * @param {any} worker PyScript's @param {string} about @param {Record<string, string>} later
   */
  constructor(worker, about, later) {
    this.worker = worker;
    this.about = about;
    this.later = later;
  }

  /**
   * The reply to one request. Rejects with TooLong after `limit` ms.
   * @param {object} request @returns {Promise<any>}
   */
  async ask(request, limit = TOO_LONG) {
    const { json, buffers } = await this.#inTurn(limit, this.worker.sync.ask(JSON.stringify(request)));
    return withBuffers(JSON.parse(json), buffers);
  }

  /**
   * Fetch these of the files that come later, each once, and hand them to Python. Rejects with a MissingFile.
   * @param {string[]} names
   */
  async need(names) {
    for (const name of names) if (!this.#had.has(name)) this.#had.set(name, this.#handOver(name));
    await Promise.all(names.map((name) => this.#had.get(name)));
  }

  async #handOver(/** @type {string} */ name) {
    try {
      const bytes = await bytesOf(name, this.later[name]);
      await within(TOO_LONG, this.worker.sync.keep(name, bytes));
    } catch (error) {
      this.#had.delete(name); // to be tried again
      throw error;
    }
  }

  /**
   * One slice of a measuring, as worker/measuring.py answers it. Rejects with TooLong after `limit` ms.
   * @param {object} request
   */
  async measure(request, limit = LONG_SLICE) {
    return JSON.parse(await this.#inTurn(limit, this.worker.sync.measure(JSON.stringify(request))));
  }

  // The worker answers one after the other: no answer is late because those asked before it took long.
  /** @template T @param {number} limit @param {Promise<T>} answer @returns {Promise<T>} */
  #inTurn(limit, answer) {
    answer.catch(() => {}); // heard below, maybe later
    const given = this.#before.then(() => within(limit, answer));
    this.#before = given.catch(() => {});
    return given;
  }

  /** End the worker, also in the middle of a computation; what was asked is never answered. */
  stop() {
    this.worker.terminate();
  }
}

/** @param {string} name @param {string} path */
async function bytesOf(name, path) {
  try {
    const reply = await fetch(absolute(path));
    if (reply.ok) return new Uint8Array(await reply.arrayBuffer());
  } catch {
    // told below, as what a server refuses
  }
  throw new MissingFile(name, absolute(path), await isReplaced(path));
}

// The page of a build that was put over this one names no file of this one.
async function isReplaced(/** @type {string} */ path) {
  try {
    const reply = await fetch(location.pathname, { cache: "no-store" });
    return reply.ok && !(await reply.text()).includes(path);
  } catch {
    return false;
  }
}

/** @template T @param {number} limit @param {Promise<T>} answer @returns {Promise<T>} */
async function within(limit, answer) {
  /** @type {any} */ let patience;
  /** @type {Promise<never>} */
  const late = new Promise((_, reject) => {
    patience = afterAwake(limit, () => reject(new TooLong("no answer in time")));
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    patience.stop();
  }
}

/** @param {any} reply @param {Uint8Array[]} buffers the pixels of the scene, of which it has only the shapes */
function withBuffers(reply, buffers) {
  const shapes = /** @type {number[][]} */ (reply.scene?.buffers ?? []);
  if (reply.scene) reply.scene.buffers = shapes.map((shape, index) => ({ shape, bytes: buffers[index] }));
  return reply;
}
