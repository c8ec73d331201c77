// Everything that Python fetches while it starts passes through here: the bytes are counted, failures are named.

const OFTEN = 80; // ms between two reports

/** Replace `scope.fetch`. `report` gets `{bytes}` (all so far) now and then, and `{failed: address}` at once. */
export function countBytes(scope, report) {
  const real = scope.fetch.bind(scope);
  let bytes = 0;
  let last = 0;
  const count = (more, now = false) => {
    bytes += more;
    if (!now && performance.now() - last < OFTEN) return;
    last = performance.now();
    report({ bytes });
  };
  scope.fetch = async (...request) => {
    const address = String(request[0]?.url ?? request[0]);
    const reply = await real(...request).catch((error) => {
      report({ failed: address });
      throw error;
    });
    if (!reply.ok) report({ failed: address });
    return reply.body ? counted(reply, address, count, report) : reply;
  };
}

function counted(reply, address, count, report) {
  const reader = reply.body.getReader();
  const body = new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        count(value?.byteLength ?? 0, done);
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
