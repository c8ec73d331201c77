// What the reader is told while Python starts, and when it cannot.
import { firstBroken } from "./diagnose.js";
import { NotAllowed } from "./errors.js";
/** @import { Site } from "../types.d.ts" */

const HEARD = 4; // times that a screen reader is told how far it has come
const corner = document.querySelector(".loading");
const spoken = document.querySelector(".spoken");

/** Say whether Python is "loading", "ready" or "failed": to the style, and to whoever listens for `python`. */
export function setPython(/** @type {"loading" | "ready" | "failed"} */ state) {
  document.documentElement.dataset.python = state;
  document.dispatchEvent(new CustomEvent("python", { detail: state }));
  corner.hidden = state !== "loading";
  if (state !== "failed") speak(state === "ready" ? "Python has started" : "Starting Python"); // a banner speaks itself
}

/** Show how many bytes of `total` have arrived. @param {number} bytes @param {number} total */
export function showBytes(bytes, total) {
  const megabytes = (/** @type {number} */ count) => (count / 1e6).toFixed(1);
  const words = bytes < total ? `${megabytes(bytes)} of ${megabytes(total)} MB` : "almost there";
  corner.querySelector("p").textContent = `Starting Python: ${words}`;
  corner.querySelector("progress").value = Math.min(bytes, total);
  const quarter = Math.floor((HEARD * bytes) / total);
  if (quarter > 0 && quarter < HEARD) speak(`Starting Python: ${(100 / HEARD) * quarter}%`);
}

// What is written changes many times a second: a screen reader hears the start, each quarter, and the end.
function speak(/** @type {string} */ words) {
  if (spoken.textContent !== words) spoken.textContent = words;
}

/** Say quietly what runs here. */
export function showAbout(/** @type {string} */ sentence) {
  document.querySelector(".about").textContent = sentence;
}

/**
 * Say in one line what is missing and offer to try again; the text and the pictures stay.
 * @param {any} error @param {Site} site
 */
export async function showFailure(error, site) {
  setPython("failed");
  console.warn(error);
  const broken = await brokenFile(error, site);
  const reason = broken ? `the file ${nameOf(broken.path)} ${broken.why}` : lastLine(error.message);
  const line = `Python could not start: ${reason}. The text and the pictures stay as they are.`;
  showBanner(line, async () => {
    if (broken) await fetch(broken.path, { cache: "reload" }).catch(() => {});
    location.reload(); // what is on the screen is kept in the address
  });
}

/** @param {any} error @param {Site} site */
async function brokenFile(error, site) {
  if (error instanceof NotAllowed) return null;
  const found = await firstBroken(site.sizes, fetch, error.file);
  return found ?? (error.file && { path: error.file, why: "could not be fetched" });
}

// Browsers' own sentences end in a full stop, or not.
function lastLine(/** @type {string} */ message) {
  return String(message.trim().split("\n").at(-1)).replace(/[.\s]+$/, "");
}

function nameOf(/** @type {string} */ path) {
  return new URL(path, document.baseURI).pathname.split("/").slice(-2).join("/");
}

/** @param {string} line @param {() => void} again */
function showBanner(line, again) {
  const banner = document.querySelector(".banner");
  banner.querySelector("p").textContent = line;
  banner.querySelector("button").onclick = again;
  banner.hidden = false;
}
