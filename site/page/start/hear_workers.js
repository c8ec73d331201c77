// Workers heard from their first moment: PyScript hands its own over only once it has started, and tells of no failure.

const REAL = globalThis.Worker;
/** @type {((report: any) => void) | null} */ let hear = null;

/**
 * From now on `report` gets what a new worker's scripts post as `{ lookback: ... }`, and `{ uncaught: message }` of what
 * it did not catch, which may be its end.
 * @param {(report: any) => void} report
 */
export function hearWorkers(report) {
  const isHeard = hear !== null;
  hear = report;
  if (isHeard) return;
  const isForbidden = standInForChannel();
  const inWorker = `(${standInForChannel})();`;
  globalThis.Worker = class extends REAL {
    constructor(/** @type {string | URL} */ address, /** @type {WorkerOptions | undefined} */ options) {
      super(isForbidden ? after(inWorker, address) : address, isForbidden ? { ...options, type: "module" } : options);
      const report = /** @type {(report: any) => void} */ (hear); // of the start that made it: what an ended worker still says is nobody else's
      this.addEventListener("message", (event) => {
        if (!event.data?.lookback) return;
        event.stopImmediatePropagation(); // PyScript takes every message for its own
        report(event.data.lookback);
      });
      this.addEventListener("error", ({ message }) => report({ uncaught: message || "its worker could not be started" }));
    }
  };
}

// PyScript opens a channel in the page and in its workers, for browsers that share memory; storage settings may forbid
// it. Whether they do; this text runs in workers too, and so names nothing of this module.
function standInForChannel() {
  try {
    new BroadcastChannel("probe").close();
    return false;
  } catch {
    class Silent extends EventTarget {
      postMessage() {}
      close() {}
    }
    Object.defineProperty(globalThis, "BroadcastChannel", { value: Silent, configurable: true });
    return true;
  }
}

/** A script that runs `first` and then what is at `address`. @param {string} first @param {string | URL} address */
function after(first, address) {
  const blob = (/** @type {string} */ code) => URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  return blob(`import ${JSON.stringify(blob(first))};\nimport ${JSON.stringify(String(address))};`);
}
