import assert from "node:assert/strict";
import { test } from "node:test";
import { countBytes } from "../../site/page/start/count_bytes.js";
import { firstBroken } from "../../site/page/start/diagnose.js";

const reply = (bytes, status = 200, headers = {}) => new Response(status === 204 ? null : new Uint8Array(bytes), { status, headers });

test("bytes are counted while they pass, and arrive unchanged", async () => {
  const reports = [];
  /** @type {any} */ const scope = { fetch: async () => reply(1000) };
  countBytes(scope, (report) => reports.push(report));
  assert.equal((await (await scope.fetch("https://here.example/a.zip")).arrayBuffer()).byteLength, 1000);
  assert.deepEqual(reports.at(-1), { bytes: 1000 });
});

test("wasm gets the type that streaming compilation needs, whatever the server says", async () => {
  /** @type {any} */ const scope = { fetch: async () => reply(8, 200, { "content-type": "application/octet-stream" }) };
  countBytes(scope, () => {});
  const got = await scope.fetch("https://here.example/x.wasm?1");
  assert.equal(got.headers.get("content-type"), "application/wasm");
});

test("a file that is missing, blocked or breaks off is reported by its address", async () => {
  const broken = new ReadableStream({ pull: (controller) => controller.error(new TypeError("connection lost")) });
  const answers = { missing: async () => reply(3, 404), blocked: async () => { throw new TypeError("blocked"); }, cut: async () => new Response(broken) };
  for (const [name, fetch] of Object.entries(answers)) {
    const reports = [];
    /** @type {any} */ const scope = { fetch };
    countBytes(scope, (report) => reports.push(report));
    await scope.fetch(`https://here.example/${name}`).then((got) => got.arrayBuffer()).catch(() => {});
    assert.deepEqual(reports.filter(({ failed }) => failed), [{ failed: `https://here.example/${name}` }]);
  }
});

test("what is asked for soon is fetched once, at once, and read to its end before anybody asks", async () => {
  const asked = [];
  const sizes = { "https://here.example/a.zip": 700, "https://here.example/b.json": 30 };
  const reports = [];
  /** @type {any} */ const scope = { fetch: async (address) => asked.push(address) && reply(sizes[address]) };
  countBytes(scope, (report) => reports.push(report), sizes);
  assert.deepEqual(asked, Object.keys(sizes));
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(reports.at(-1).bytes, 730);
  for (const [address, size] of Object.entries(sizes)) assert.equal((await (await scope.fetch(address)).arrayBuffer()).byteLength, size);
  assert.equal(asked.length, 2);
  await scope.fetch("https://here.example/b.json");
  assert.equal(asked.length, 3); // what was given out is fetched again if it is asked for again
});

test("what could not be fetched soon is named at once and fails when it is asked for", async () => {
  const reports = [];
  /** @type {any} */ const scope = { fetch: async () => { throw new TypeError("blocked"); } };
  countBytes(scope, (report) => reports.push(report), { "https://here.example/a.zip": 9 });
  await new Promise((done) => setTimeout(done, 5));
  assert.deepEqual(reports, [{ failed: "https://here.example/a.zip" }]);
  await assert.rejects(scope.fetch("https://here.example/a.zip"), /blocked/);
});

test("a wasm reply with the right type is given out as the browser made it, and counted", async () => {
  const made = reply(900, 200, { "content-type": "application/wasm" });
  const reports = [];
  /** @type {any} */ const scope = { fetch: async () => made };
  countBytes(scope, (report) => reports.push(report), { "https://here.example/x.wasm": 900 });
  assert.equal(await scope.fetch("https://here.example/x.wasm"), made);
  assert.equal((await made.arrayBuffer()).byteLength, 900);
  await new Promise((done) => setTimeout(done, 20));
  assert.equal(reports.at(-1).bytes, 900);
});

test("the first broken file is named with what is wrong with it", async () => {
  const sizes = { "./a": 3, "./b": 5 };
  const server = (files) => async (/** @type {any} */ path, /** @type {any} */ { method }) => {
    if (!(path in files)) return reply(0, 404);
    if (files[path] === null) throw new TypeError("blocked");
    return reply(method === "HEAD" ? 0 : files[path]);
  };
  assert.equal(await firstBroken(sizes, server({ "./a": 3, "./b": 5 })), null);
  assert.deepEqual(await firstBroken(sizes, server({ "./a": 3 })), { path: "./b", why: "is missing" });
  assert.deepEqual(await firstBroken(sizes, server({ "./a": null, "./b": 5 })), { path: "./a", why: "could not be fetched" });
  assert.deepEqual(await firstBroken(sizes, server({ "./a": 3, "./b": 4 })), { path: "./b", why: "was cut short: 4 of its 5 bytes came" });
});

test("a file that ends before its size is reported, though the server said that it was whole", async () => {
  for (const type of ["application/wasm", "application/zip"]) {
    const reports = [];
    /** @type {any} */ const scope = { fetch: async () => reply(600, 200, { "content-type": type }) };
    countBytes(scope, (report) => reports.push(report), { "https://here.example/x": 900 });
    await new Promise((done) => setTimeout(done, 20));
    assert.deepEqual(reports.filter(({ failed }) => failed), [{ failed: "https://here.example/x" }]);
  }
});

test("what is wrong with a file is told by its type, its first bytes and its size", async () => {
  const text = (/** @type {string} */ body, type = "text/javascript") => new Response(body, { headers: { "content-type": type } });
  const cases = [
    ["./a.mjs", 8, () => text("export 1", "text/plain"), /^comes as text\/plain, and browsers run it as text\/javascript only/],
    ["./a.js", 8, () => new Response(new Uint8Array(8)), /^comes as no type at all/],
    ["./a.js", 8, () => text("export 1", "application/javascript; charset=utf-8"), null],
    ["./a.zip", 99, () => text("\n<!DOCTYPE html><title>Home", "text/html"), /^is not there: a web page came in its place$/],
    ["./a.zip", 1_000, () => text("abc", "application/zip"), /^was cut short: 3 of its 1,000 bytes came$/],
    ["./a.zip", 2, () => text("abc", "application/zip"), /^is another than this page was built with: 3 bytes, not 2$/],
    ["./a.zip", 2, () => new Response("", { status: 503 }), /^was refused \(503\)$/],
  ];
  for (const [path, size, answer, said] of /** @type {any[]} */ (cases)) {
    const found = await firstBroken({ [path]: size }, async () => answer());
    if (said) assert.match(found?.why ?? "", said);
    else assert.equal(found, null);
  }
});

test("the file that is suspected is looked at first", async () => {
  /** @type {any} */ (globalThis).document = { baseURI: "https://here.example/site/" };
  const asked = [];
  const get = async (/** @type {string} */ path) => {
    asked.push(path);
    return reply(3);
  };
  const found = await firstBroken({ "./a": 3, "./b": 5 }, get, "https://here.example/site/b");
  assert.deepEqual([found?.path, asked], ["./b", ["./b"]]);
});
