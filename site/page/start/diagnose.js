// Which of the site's files does not arrive as it should, and what the server or something on the way does with it.

const SANDBOX =
  "this frame is sandboxed without allow-same-origin, and there a browser starts no program from the site’s files";
const SCRIPT = /\.m?js$/;
const SCRIPT_TYPES = /^(text|application)\/(x-)?(java|ecma)script\b/i;
const PAGE = /^\s*<(!doctype|html|head|body)\b/i;

/** Why nothing can start in such a frame, or null. */
export function sandboxed() {
  return globalThis.origin === "null" && location.protocol !== "file:" ? SANDBOX : null;
}

/**
 * The first of `sizes` ({path: bytes}) that cannot be had whole, as `{path, why}`; null if all can. Begins with
 * `suspect`, an address of one of them. Copies in the browser's cache are passed over, so that a damaged one is mended.
 * @param {Record<string, number>} sizes @param {(path: string, options: RequestInit) => Promise<Response>} get
 * @param {string | null} suspect
 */
export async function firstBroken(sizes, get = fetch, suspect = null) {
  const ofSuspect = Object.keys(sizes).find((path) => suspect && address(path) === suspect) ?? suspect;
  if (ofSuspect) {
    const why = await fault(ofSuspect, { cache: "reload" }, get, sizes[ofSuspect]);
    if (why) return { path: ofSuspect, why };
  }
  for (const path of Object.keys(sizes)) {
    const why = await fault(path, { method: "HEAD" }, get);
    if (why) return { path, why };
  }
  for (const [path, size] of Object.entries(sizes)) {
    const why = await fault(path, { cache: "reload" }, get, size);
    if (why) return { path, why };
  }
  return null;
}

const address = (/** @type {string} */ path) => new URL(path, document.baseURI).href;

/**
 * @param {string} path @param {RequestInit} options
 * @param {(path: string, options: RequestInit) => Promise<Response>} get @param {number} [size]
 */
async function fault(path, options, get, size) {
  try {
    const reply = await get(path, options);
    if (reply.status === 404) return "is missing";
    if (!reply.ok) return `was refused (${reply.status})`;
    const type = reply.headers.get("content-type")?.split(";")[0].trim() ?? "";
    if (size === undefined) return SCRIPT.test(path) ? wrongType(type) : null;
    return wrongBytes(new Uint8Array(await reply.arrayBuffer()), size) ?? (SCRIPT.test(path) ? wrongType(type) : null);
  } catch {
    const offline = globalThis.navigator?.onLine === false;
    return offline ? "could not be fetched: this computer is offline" : "could not be fetched";
  }
}

// Browsers run no module of another type.
function wrongType(/** @type {string} */ type) {
  if (SCRIPT_TYPES.test(type)) return null;
  return `comes as ${type || "no type at all"}, and browsers run it as text/javascript only: the server has to say so`;
}

/** @param {Uint8Array} bytes @param {number} size */
function wrongBytes(bytes, size) {
  if (bytes.byteLength === size) return null;
  if (PAGE.test(new TextDecoder().decode(bytes.subarray(0, 200)))) return "is not there: a web page came in its place";
  const [got, all] = [bytes.byteLength, size].map((count) => count.toLocaleString("en-US"));
  if (bytes.byteLength < size) return `was cut short: ${got} of its ${all} bytes came`;
  return `is another than this page was built with: ${got} bytes, not ${all}`;
}
