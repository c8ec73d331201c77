// PyScript opens an IndexedDB database while it starts, on the page and in its worker, and stops where the browser
// forbids storage (an iframe with third-party storage blocked). This stand-in keeps the entries in memory instead.
import { afterAwake } from "./awake.js";

const PROBE = "storage-probe";
const PATIENCE = 2000; // ms awake; a browser that neither opens nor refuses counts as refusing

/** Put the stand-in at `scope.indexedDB` if the real one cannot be opened. Resolves to whether it did. */
export async function standInWhereStorageIsBlocked(/** @type {any} */ scope = globalThis) {
  if (await opens(scope)) return false;
  Object.defineProperty(scope, "indexedDB", { value: new MemoryDB(), configurable: true });
  return true;
}

/** @returns {Promise<boolean>} */
function opens(/** @type {any} */ scope) {
  return new Promise((resolve) => {
    afterAwake(PATIENCE, () => resolve(false));
    try {
      const request = scope.indexedDB.open(PROBE);
      request.onsuccess = () => {
        request.result.close();
        scope.indexedDB.deleteDatabase(PROBE);
        resolve(true);
      };
      request.onerror = (/** @type {Event} */ event) => {
        event.preventDefault();
        resolve(false);
      };
    } catch {
      resolve(false);
    }
  });
}

/** The part of IndexedDB that PyScript's maps use: one store a database, single requests, no versions. */
export class MemoryDB {
  /** @type {Map<string, Map<any, any>>} */ #databases = new Map();

  open(/** @type {string} */ name) {
    const entries = this.#databases.get(name) ?? new Map();
    this.#databases.set(name, entries);
    return answered(() => new Database(name, entries));
  }

  deleteDatabase(/** @type {string} */ name) {
    return answered(() => void this.#databases.delete(name));
  }
}

class Database {
  objectStoreNames = Object.assign(["entries"], { contains: () => true });

  /** @param {string} name @param {Map<any, any>} entries */
  constructor(name, entries) {
    this.name = name;
    this.store = new Store(entries);
  }

  transaction() {
    return { objectStore: () => this.store, commit() {} };
  }

  createObjectStore() {
    return this.store;
  }

  close() {}
}

class Store {
  constructor(/** @type {Map<any, any>} */ entries) {
    this.entries = entries;
  }

  /** @param {any} key */
  get = (key) => answered(() => this.entries.get(key));
  /** @param {any} key */
  getKey = (key) => answered(() => (this.entries.has(key) ? key : undefined));
  getAllKeys = () => answered(() => [...this.entries.keys()]);
  count = () => answered(() => this.entries.size);
  /** @param {any} value @param {any} key */
  put = (value, key) => answered(() => void this.entries.set(key, structuredClone(value)));
  /** @param {any} key */
  delete = (key) => answered(() => void this.entries.delete(key));
  clear = () => answered(() => void this.entries.clear());
}

// A request answers after the caller has had the time to set its handlers.
function answered(/** @type {() => any} */ run) {
  /** @type {any} */ const request = {};
  queueMicrotask(() => {
    request.result = run();
    request.onsuccess?.({ target: request });
  });
  return request;
}
