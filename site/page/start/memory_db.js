// PyScript opens an IndexedDB database while it starts, on the page and in its worker, and stops where the browser
// forbids storage (an iframe with third-party storage blocked). This stand-in keeps the entries in memory instead.

const PROBE = "storage-probe";
const PATIENCE = 2000; // ms; a browser that neither opens nor refuses counts as refusing

/**
 * Put the stand-in at `scope.indexedDB` if the real one cannot be opened. Resolves to whether it did.
 * @param {{ indexedDB?: unknown }} scope
 */
export async function standInWhereStorageIsBlocked(scope = globalThis) {
  if (await opens(scope)) return false;
  Object.defineProperty(scope, "indexedDB", { value: new MemoryDB(), configurable: true });
  return true;
}

function opens(scope) {
  return new Promise((resolve) => {
    setTimeout(resolve, PATIENCE, false);
    try {
      const request = scope.indexedDB.open(PROBE);
      request.onsuccess = () => {
        request.result.close();
        scope.indexedDB.deleteDatabase(PROBE);
        resolve(true);
      };
      request.onerror = (event) => {
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
  #databases = new Map();

  open(name) {
    if (!this.#databases.has(name)) this.#databases.set(name, new Map());
    return answered(() => new Database(name, this.#databases.get(name)));
  }

  deleteDatabase(name) {
    return answered(() => void this.#databases.delete(name));
  }
}

class Database {
  objectStoreNames = Object.assign(["entries"], { contains: () => true });

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
  constructor(entries) {
    this.entries = entries;
  }

  get = (key) => answered(() => this.entries.get(key));
  getKey = (key) => answered(() => (this.entries.has(key) ? key : undefined));
  getAllKeys = () => answered(() => [...this.entries.keys()]);
  count = () => answered(() => this.entries.size);
  put = (value, key) => answered(() => void this.entries.set(key, structuredClone(value)));
  delete = (key) => answered(() => void this.entries.delete(key));
  clear = () => answered(() => void this.entries.clear());
}

// A request answers after the caller has had the time to set its handlers.
function answered(run) {
  const request = {};
  queueMicrotask(() => {
    request.result = run();
    request.onsuccess?.({ target: request });
  });
  return request;
}
