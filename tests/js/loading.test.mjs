import assert from "node:assert/strict";
import { test } from "node:test";
import { countBytes } from "../../site/glue/count_bytes.js";
import { firstBroken } from "../../site/glue/diagnose.js";

const reply = (bytes, status = 200, headers = {}) => new Response(status === 204 ? null : new Uint8Array(bytes), { status, headers });

test("bytes are counted while they pass, and arrive unchanged", async () => {
  const reports = [];
  const scope = { fetch: async () => reply(1000) };
  countBytes(scope, (report) => reports.push(report));
  assert.equal((await (await scope.fetch("https://here.example/a.zip")).arrayBuffer()).byteLength, 1000);
  assert.deepEqual(reports.at(-1), { bytes: 1000 });
});

test("wasm gets the type that streaming compilation needs, whatever the server says", async () => {
  const scope = { fetch: async () => reply(8, 200, { "content-type": "application/octet-stream" }) };
  countBytes(scope, () => {});
  const got = await scope.fetch("https://here.example/x.wasm?1");
  assert.equal(got.headers.get("content-type"), "application/wasm");
});

test("a file that is missing, blocked or breaks off is reported by its address", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError("connection lost")) });
  const answers = { missing: async () => reply(3, 404), blocked: async () => { throw new TypeError("blocked"); }, cut: async () => new Response(broken) };
  for (const [name, fetch] of Object.entries(answers)) {
    const reports = [];
    const scope = { fetch };
    countBytes(scope, (report) => reports.push(report));
    await scope.fetch(`https://here.example/${name}`).then((got) => got.arrayBuffer()).catch(() => {});
    assert.deepEqual(reports.filter(({ failed }) => failed), [{ failed: `https://here.example/${name}` }]);
  }
});

test("the first broken file is named with what is wrong with it", async () => {
  const sizes = { "./a": 3, "./b": 5 };
  const server = (files) => async (path, { method }) => {
    if (!(path in files)) return reply(0, 404);
    if (files[path] === null) throw new TypeError("blocked");
    return reply(method === "HEAD" ? 0 : files[path]);
  };
  assert.equal(await firstBroken(sizes, server({ "./a": 3, "./b": 5 })), null);
  assert.deepEqual(await firstBroken(sizes, server({ "./a": 3 })), { path: "./b", why: "is missing" });
  assert.deepEqual(await firstBroken(sizes, server({ "./a": null, "./b": 5 })), { path: "./a", why: "could not be fetched" });
  assert.deepEqual(await firstBroken(sizes, server({ "./a": 3, "./b": 4 })), { path: "./b", why: "has 4 of its 5 bytes" });
});
