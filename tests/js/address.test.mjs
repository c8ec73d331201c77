import assert from "node:assert/strict";
import { test } from "node:test";
import { fromHash, LONGEST, toHash } from "../../site/page/address.js";
import { State } from "../../site/page/state.js";

/** @type {any} */
const HEAD = { type: "int", default: 3, min: 1, max: 8, shared: true };
/** @type {Record<string, any>} */
const SPECS = {
  "one-map": {
    controls: {
      head: HEAD,
      text: { type: "text", default: "Lily", maxLength: 40 },
      order: { type: "option", default: "up", options: ["up", "down"] },
    },
  },
  "two-bars": { controls: { head: HEAD, scale: { type: "float", default: 0.5, min: -1, max: 1 }, grid: { type: "bool", default: false } } },
};
const state = () => new State(SPECS);

test("a shared parameter moves every figure that declares it, another only its own", () => {
  const now = state();
  assert.deepEqual([...now.set("one-map", { head: 7 })], ["one-map", "two-bars"]);
  assert.deepEqual([...now.set("two-bars", { scale: -0.25 })], ["two-bars"]);
  assert.equal(now.of("two-bars").head, 7);
  assert.deepEqual(now.of("one-map"), { head: 7, text: "Lily", order: "up" });
});

test("setting what holds already touches nothing", () => {
  assert.equal(state().set("one-map", { head: 3 }).size, 0);
});

test("the state is the same after a trip through the address", () => {
  const now = state();
  now.set("one-map", { head: 5, text: 'Zoë & "Tom" = 100% #1?', order: "down" });
  now.set("two-bars", { grid: true, scale: 0.125 });
  const { place, changes } = fromHash(toHash("two-bars", now.changed()).hash, state());
  const later = state();
  for (const { figure, name, value } of changes) later.set(figure, { [name]: value });
  assert.equal(place, "two-bars");
  assert.deepEqual(later.of("one-map"), now.of("one-map"));
  assert.deepEqual(later.of("two-bars"), now.of("two-bars"));
});

test("an address without changes is a plain anchor", () => {
  assert.deepEqual(toHash("one", state().changed()), { hash: "#one", left: [] });
  assert.deepEqual(fromHash("#one", state()), { place: "one", pairs: [], changes: [], refused: [] });
});

test("hostile addresses change nothing", () => {
  const hostile = [
    "#one?head=99", "#one?head=1e9", "#one?head=NaN", "#one?head=", "#one?head=2.5", "#one?head=0x5", "#one?head=__proto__",
    "#one?one-map.head=5", "#one?text=own", "#one?one-map.order=sideways", "#one?__proto__.head=5", "#one?constructor=1",
    "#one?two-bars.grid=yes", "#one?one-map.toString=1", `#one?one-map.text=${"x".repeat(41)}`, "#?&&==&", "#%E0%A4%A",
  ];
  for (const hash of hostile) assert.deepEqual(fromHash(hash, state()).changes, [], hash);
});

test("a link ends in a letter or a digit, whatever its last text ends in", () => {
  for (const text of ["The end.", "snake_", "a*", "a-", "two words ", "Why?", "(so)", "Zoë", "…", "50%", "a~", "tab\t", "."]) {
    const now = state();
    now.set("one-map", { text });
    const { hash } = toHash("one", now.changed());
    assert.match(hash, /[0-9A-Za-z]$/, text);
    assert.deepEqual(fromHash(hash, state()).changes.map(({ value }) => value), [text]);
  }
});

test("what is refused is named with what the control takes", () => {
  const { refused } = fromHash(`#one?head=99&nobody=1&one-map.text=${"x".repeat(41)}&one-map.order=up`, state());
  assert.deepEqual(refused.map(([name, , spec]) => [name, spec?.type]), [["head", "int"], ["nobody", undefined], ["one-map.text", "text"]]);
});

test("text in an address stays text", () => {
  const { changes } = fromHash("#one?one-map.text=%3Cimg%20src=x%20onerror=alert(1)%3E", state());
  assert.deepEqual(changes, [{ figure: "one-map", name: "text", value: "<img src=x onerror=alert(1)>" }]);
});

test("of what is too long for a link only the long text is left out, and named", () => {
  const long = "x".repeat(LONGEST);
  const { hash, left } = toHash("one", [["head", 4], ["text", long], ["grid", true]]);
  assert.equal(hash, "#one?head=4&grid=true");
  assert.deepEqual(left, [["text", long]]);
});

test("what had no room in the address comes back from beside it, if it is allowed", () => {
  const { changes } = fromHash("#one?head=4", state(), [["one-map.text", "y".repeat(40)], ["two-bars.grid", "maybe"]]);
  assert.deepEqual(changes.map(({ name, value }) => [name, value]), [["head", 4], ["text", "y".repeat(40)]]);
});

test("a parameter may set others with it, in every figure that shares it, unless they are named too", () => {
  const story = { type: "int", default: 0, min: 0, max: 9, shared: true };
  const token = { type: "int", default: -1, min: -1, max: 9 };
  /** @type {Record<string, any>} */
  const specs = {
    "one-map": { controls: { story: { ...story, also: { token: -1 } }, token } },
    "two-bars": { controls: { story } },
  };
  const now = new State(specs);
  now.set("one-map", { token: 4 });
  assert.deepEqual([...now.set("two-bars", { story: 2 })], ["one-map", "two-bars"]);
  assert.deepEqual(now.of("one-map"), { story: 2, token: -1 });
  now.set("one-map", { token: 7, story: 3 }); // whichever is said first
  assert.deepEqual(now.of("one-map"), { story: 3, token: 7 });
  now.set("one-map", { story: 3 });
  assert.equal(now.of("one-map").token, 7, "what holds already sets nothing");
  now.set("one-map", { story: 5 }, { follow: false });
  assert.equal(now.of("one-map").token, 7, "a link says all that it means");
});

test("figures hear of what touches them, first the one that the reader touched, and others hear of everything", () => {
  const now = state();
  const heard = [];
  for (const figure of Object.keys(SPECS)) now.watch(figure, ({ cause }) => heard.push([figure, cause]));
  now.listen(({ from, touched }) => heard.push([from, touched.size]));
  now.tell({ from: "two-bars", touched: now.set("two-bars", { head: 7 }), cause: "press" });
  now.tell({ from: "two-bars", touched: now.set("two-bars", { scale: 1 }), cause: "drag" });
  now.tell({ from: "two-bars", touched: now.set("two-bars", { scale: 1 }), cause: "press" });
  assert.deepEqual(heard, [
    ["two-bars", "press"], ["one-map", "press"], ["two-bars", 2], ["two-bars", "drag"], ["two-bars", 1], ["two-bars", 0],
  ]);
});

test("a state can be kept and brought back, and says what it changes", () => {
  const now = state();
  now.set("one-map", { head: 7, text: "Mia" });
  const before = now.copy();
  now.set("one-map", { head: 2 });
  now.set("two-bars", { grid: true });
  assert.deepEqual(now.defaults("one-map"), { head: 3, text: "Lily", order: "up" });
  assert.deepEqual([...now.restore(before)], ["one-map", "two-bars"]);
  assert.deepEqual(now.changed(), [["head", 7], ["one-map.text", "Mia"]]);
});
