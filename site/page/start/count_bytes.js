// Everything that Python fetches while it starts passes through here: asked for at once, counted; failures are named.

const OFTEN = 80; // ms between two reports

/**
 * Replace `scope.fetch`. `report` gets `{bytes}` (all so far) now and then, and `{failed: address}` at once, also where
 * a file ends before its size. What Python will ask for one after the other, `soon` ({address: bytes}), is fetched now.
 * @param {any} scope @param {(report: { bytes?: number, failed?: string }) => void} report
 * @param {Record<string, number>} soon
 */
export function countBytes(scope, report, soon = {}) {
  const real = scope.fetch.bind(scope);
  let bytes = 0;
  let last = 0;
  const count = (/** @type {number} */ more, now = false) => {
    bytes += more;
    if (!now && performance.now() - last < OFTEN) return;
    last = performance.now();
    report({ bytes });
  };
  const get = async (/** @type {any[]} */ ...request) => {
    const address = addressOf(request);
    /** @type {Response} */
    const reply = await real(...request).catch((/** @type {unknown} */ error) => {
      report({ failed: address });
      throw error;
    });
    if (!reply.ok) report({ failed: address });
    if (!reply.body) return reply;
    const ended = (/** @type {number} */ size) => size === (soon[address] ?? size) || report({ failed: address });
    if (!isWasm(reply)) return counted(reply, address, count, ended, report);
    // Compiled while it arrives, and kept compiled for later visits, but only if it is the reply that the browser gave.
    counted(reply.clone(), address, count, ended, report).body?.pipeTo(new WritableStream()).catch(() => {});
    return reply;
  };
  const begun = new Map(Object.keys(soon).map((address) => [address, whole(get(address))]));
  scope.fetch = async (/** @type {any[]} */ ...request) => {
    const address = addressOf(request);
    const early = begun.get(address);
    begun.delete(address);
    return early ?? get(...request);
  };
}

const addressOf = (/** @type {any[]} */ [asked]) => String(asked?.url ?? asked);
const isWasm = (/** @type {Response} */ reply) => reply.headers.get("content-type") === "application/wasm";

// Read at once: a body that nobody reads yet stops arriving, and holds up a connection. Its failure waits for who asks.
function whole(/** @type {Promise<Response>} */ arriving) {
  const all = arriving.then(async (reply) => {
    if (isWasm(reply)) return reply;
    return new Response(await reply.arrayBuffer(), { status: reply.status, headers: reply.headers });
  });
  all.catch(() => {});
  return all;
}

/**
 * The reply, its bytes counted as they are read.
 * @param {Response} reply @param {string} address @param {(bytes: number, now: boolean) => void} count
 * @param {(bytes: number) => void} ended gets all its bytes @param {(report: { failed: string }) => void} report
 */
function counted(reply, address, count, ended, report) {
  let size = 0;
  const reader = /** @type {ReadableStream<Uint8Array>} */ (reply.body).getReader();
  const body = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        size += value?.byteLength ?? 0;
        count(value?.byteLength ?? 0, done);
        if (done) ended(size);
        if (done) return controller.close();
        controller.enqueue(value);
      } catch (error) {
        report({ failed: address });
        controller.error(error);
      }
    },
    cancel: (reason) => reader.cancel(reason),
  });
  const headers = new Headers(reply.headers);
  // With any other type Pyodide waits for ever, and not every server knows this one.
  if (new URL(address, import.meta.url).pathname.endsWith(".wasm")) headers.set("content-type", "application/wasm");
  return new Response(body, { status: reply.status, statusText: reply.statusText, headers });
}
