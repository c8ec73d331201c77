import assert from "node:assert/strict";
import { test } from "node:test";
import { Version } from "../../site/sections/program/version.js";

// What the reader is told about a version of one part where Python says `answer`.
async function toldOf(answer) {
  globalThis.document = /** @type {any} */ ({ addEventListener() {} });
  /** @type {any} */
  const page = { ready: true, restarts: 0, ask: (question) => (question === "run" ? answer() : {}), restart: () => (page.restarts += 1) };
  const version = new Version(page, () => ({ source: "story", story: 0, own_text: "" }));
  /** @type {any} */ const part = { name: "loss", text: "new", isChanged: true, isFromLink: false };
  version.follow([part], /** @type {any} */ (null));
  return { ...(await version.run()), restarts: page.restarts };
}

const failing = (name) => () => Promise.reject(Object.assign(new Error("told elsewhere"), { name }));

test("a version without an end, and one that ends Python, are not said to be the same; Python starts again", async () => {
  const cases = { TooLong: /^It came to no end within 15 seconds/, PythonError: /^It broke Python itself\./ };
  for (const [name, words] of Object.entries(cases)) {
    const { ok, words: said, restarts } = await toldOf(failing(name));
    assert.equal(ok, false);
    assert.match(said, words);
    assert.equal(restarts, 1);
  }
});

test("what a version printed stands below what became of it", async () => {
  const problem = { message: "NameError: no such name", part: "loss", line: 3 };
  const { words, line } = await toldOf(async () => ({ problem, printed: "(2, 3)\n(2, 4)" }));
  assert.match(words, /^NameError: no such name\. The page goes on.*\nIt printed:\n\(2, 3\)\n\(2, 4\)$/);
  assert.equal(line, 3);
});

test("a refusal is told in Python's words, and Python goes on", async () => {
  const { words, restarts } = await toldOf(failing("Refused"));
  assert.match(words, /^told elsewhere\. The page goes on/);
  assert.equal(restarts, 0);
});
