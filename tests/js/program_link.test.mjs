import assert from "node:assert/strict";
import { test } from "node:test";
import { codeMirrorAmong } from "../../site/sections/program/editor.js";
import { pack, unpack } from "../../site/sections/program/packing.js";

test("a packed text comes back, in letters that an address holds", async () => {
  for (const text of ["", "z = weights @ v\n", "größer “Kantō” 🙂\n".repeat(200)]) {
    const packed = await pack(text);
    assert.match(packed, /^[A-Za-z0-9_-]*$/);
    assert.equal(await unpack(packed), text);
  }
});

test("what is no packed text gives nothing", async () => {
  for (const letters of ["", "x", "%%%", "AAAA", "<script>", "not packed at all"]) assert.equal(await unpack(letters), null);
  const half = (await pack("def f(): pass\n".repeat(50))).slice(0, 20);
  assert.equal(await unpack(half), null);
});

test("a text that unpacks to more than a program may hold gives nothing", async () => {
  assert.equal(await unpack(await pack("x".repeat(20_001))), null);
  assert.equal(await unpack(await pack("x".repeat(50_000_000))), null);
  assert.equal((await unpack(await pack("x".repeat(20_000))))?.length, 20_000);
});

test("the editor's modules are found among the site's files by their names", () => {
  const files = ["codemirror-BDx3jn9j", "codemirror_state-DxSVIxgn", "codemirror_lang-python-r-dBg-Wd", "core-abcdefgh"].map((name) => `./pyscript-1/dist/${name}.js`);
  assert.deepEqual(codeMirrorAmong(files), { core: files[0], state: files[1], "lang-python": files[2] });
});
