// Which of the site's files is missing, blocked or cut short.

/**
 * The first of `sizes` ({path: bytes}) that cannot be had whole, as `{path, why}`; null if all can.
 * Copies in the browser's cache are passed over, so that a damaged one is mended on the way.
 * @param {Record<string, number>} sizes @param {(path: string, options: RequestInit) => Promise<Response>} get
 */
export async function firstBroken(sizes, get = fetch) {
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

/**
 * @param {string} path @param {RequestInit} options
 * @param {(path: string, options: RequestInit) => Promise<Response>} get @param {number} [size]
 */
async function fault(path, options, get, size) {
  try {
    const reply = await get(path, options);
    if (reply.status === 404) return "is missing";
    if (!reply.ok) return `was refused (${reply.status})`;
    if (size === undefined) return null;
    const got = (await reply.arrayBuffer()).byteLength;
    return got === size ? null : `has ${got} of its ${size} bytes`;
  } catch {
    return "could not be fetched";
  }
}
