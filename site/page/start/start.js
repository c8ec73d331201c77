// PyScript imports this in its worker in place of pyodide.mjs: the same module, with our lock, from our own server.
import { countBytes } from "./count_bytes.js";
import { standInWhereStorageIsBlocked } from "./memory_db.js";
import { hearPolicy } from "./refusals.js";

// PyScript's own package, where it comes along, warns that a worker cannot reach the document; ours never tries.
const { warn } = console;
console.warn = (...words) => String(words[0]).includes("SharedArrayBuffer") || warn(...words);

// In the fragment, so that the browser may keep this file.
const told = new URLSearchParams(new URL(import.meta.url).hash.slice(1));
const tell = (/** @type {object} */ report) => globalThis.postMessage({ lookback: report });
const brokeAt = (/** @type {any} */ error) => {
  tell({ broke: error.message });
  throw error;
};
hearPolicy(globalThis, (refused) => tell({ refused }));

// Before all other files, which would keep the connections busy. The first asks for the second only later.
// @ts-expect-error: they lie there once the site is built
const scripts = [import("../../runtime/pyodide.mjs"), import("../../runtime/pyodide.asm.mjs")];
const sizes = Object.fromEntries(told.getAll("soon").map((each) => each.split(" ")).map(([size, at]) => [at, Number(size)]));
countBytes(globalThis, tell, sizes);
const [pyodide] = await Promise.all([...scripts, standInWhereStorageIsBlocked(globalThis)]).catch(brokeAt);

export const { version } = pyodide;

/** `options.indexURL` is the folder of this module. @param {{ indexURL: string }} options */
export async function loadPyodide(options) {
  const here = `${options.indexURL.replace(/\/$/, "")}/`;
  const loading = pyodide.loadPyodide({
    ...options,
    indexURL: new URL("../../runtime/", here).href,
    lockFileURL: new URL("../lock.json", here).href,
    packages: ["lookback"], // and NumPy, which it depends on
  });
  return loading.catch(brokeAt);
}
