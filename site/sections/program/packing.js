// A program's text short enough for an address: deflated, in letters that addresses may hold.

const LONGEST = 20_000; // characters of an unpacked text: what a link holds may be made to fill the memory

export async function pack(/** @type {string} */ text) {
  const bytes = await through(new CompressionStream("deflate-raw"), new TextEncoder().encode(text));
  const letters = btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ""));
  return letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The text, or null where these letters hold none. @param {string} letters */
export async function unpack(letters) {
  try {
    const packed = atob(letters.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(packed, (letter) => letter.charCodeAt(0));
    const unpacked = await through(new DecompressionStream("deflate-raw"), bytes);
    const text = new TextDecoder("utf-8", { fatal: true }).decode(unpacked);
    return text.length <= LONGEST ? text : null;
  } catch {
    return null;
  }
}

/** @param {GenericTransformStream} stream @param {Uint8Array<ArrayBuffer>} bytes */
async function through(stream, bytes) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
    if (size > 4 * LONGEST) throw new RangeError("too long"); // 4 bytes a character at most
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
