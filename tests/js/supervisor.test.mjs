import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { document: { querySelector: () => null } }); // where it would tell how the start goes on
const { Supervisor } = await import("../../site/page/start/supervisor.js");

test("before Python runs it says so, and what is asked of it is refused", async () => {
  /** @type {any} */ const site = {};
  const python = new Supervisor(site);
  assert.equal(python.isRunning, false);
  for (const asked of [python.ask({ section: "demo", ask: "twice", asked: 1 }, 100), python.need(["a"]), python.measure({})]) {
    await assert.rejects(asked, /Python is not running/);
  }
});
