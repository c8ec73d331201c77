import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { allowed, fromText } from "../../site/page/figure/values.js";

// The cases that tests/worker/test_controls.py asks of Python, which checks the same values again.
const CASES = JSON.parse(readFileSync(new URL("../worker/control_cases.json", import.meta.url), "utf8"));

for (const { control, allowed: good, refused, written } of CASES) {
  const spec = { ...control, maxLength: control.max_length };

  test(`the page lets pass of type ${spec.type} what Python lets pass`, () => {
    for (const value of good) assert.equal(allowed(spec, value), value);
    for (const value of [...refused, undefined, NaN, Infinity]) assert.equal(allowed(spec, value), undefined);
  });

  test(`a link writes values of type ${spec.type} in one way`, () => {
    for (const [text, value] of Object.entries(written)) assert.equal(fromText(spec, text), value ?? undefined, text);
  });
}
