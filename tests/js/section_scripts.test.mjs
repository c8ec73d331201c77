import assert from "node:assert/strict";
import { test } from "node:test";
import { SectionScripts } from "../../site/page/section_scripts.js";

/** A page with one section that brings a script and has the parts named, and what it then holds for an address. */
function heldFor(hash, parts) {
  const section = { id: "program", querySelectorAll: () => parts.map((part) => ({ dataset: { part } })) };
  globalThis.IntersectionObserver = /** @type {any} */ (class { observe() {} });
  globalThis.document = /** @type {any} */ ({
    baseURI: "https://here.example/",
    getElementById: (id) => (id === "program" ? section : null),
    dispatchEvent() {},
  });
  const scripts = new SectionScripts({ scripts: { program: "program.js" }, sizes: {} }, /** @type {any} */ ({}));
  const asked = [];
  scripts.load = (name) => asked.push(name);
  scripts.read([...new URLSearchParams(hash.split("?")[1])]);
  return { pairs: scripts.pairs(), asked };
}

test("an address holds texts for the parts that a section has", () => {
  const { pairs, asked } = heldFor("#program?head=3&program.attention=abc&program.step=d%20e", ["attention", "step"]);
  assert.deepEqual(pairs, [["program.attention", "abc"], ["program.step", "d e"]]);
  assert.deepEqual(asked, ["program", "program"]);
});

test("what names no part of any section is dropped, and loads no script", () => {
  const hostile = [
    "#program?program.x=1", "#program?program.=1", "#program?program=1", "#program?.attention=1", "#?other.attention=1",
    "#?program.attention.more=1", "#?program.toString=1", "#?__proto__.attention=1", "#?constructor.name=1", "#program", "",
  ];
  for (const hash of hostile) assert.deepEqual(heldFor(hash, ["attention"]), { pairs: [], asked: [] }, hash);
});
