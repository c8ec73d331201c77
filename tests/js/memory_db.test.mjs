import assert from "node:assert/strict";
import { test } from "node:test";
import { MemoryDB, standInWhereStorageIsBlocked } from "../../site/page/start/memory_db.js";

const result = (request) => new Promise((resolve) => (request.onsuccess = ({ target }) => resolve(target.result)));

async function store(db, name) {
  return (await result(db.open(name))).transaction("entries", "readwrite").objectStore("entries");
}

test("what is put is got again, by key, until it is deleted", async () => {
  const entries = await store(new MemoryDB(), "a");
  await result(entries.put({ n: [1, 2] }, "key"));
  assert.deepEqual(await result(entries.get("key")), { n: [1, 2] });
  assert.deepEqual(await result(entries.getAllKeys()), ["key"]);
  assert.equal(await result(entries.getKey("other")), undefined);
  await result(entries.delete("key"));
  assert.equal(await result(entries.count()), 0);
});

test("a value is kept as it was when it was put", async () => {
  const entries = await store(new MemoryDB(), "a");
  const value = { n: 1 };
  await result(entries.put(value, "key"));
  value.n = 2;
  assert.deepEqual(await result(entries.get("key")), { n: 1 });
});

test("databases are apart, last while the page does, and can be deleted", async () => {
  const db = new MemoryDB();
  await result((await store(db, "a")).put(1, "key"));
  assert.equal(await result((await store(db, "b")).get("key")), undefined);
  assert.equal(await result((await store(db, "a")).get("key")), 1);
  await result(db.deleteDatabase("a"));
  assert.equal(await result((await store(db, "a")).get("key")), undefined);
});

test("the stand-in takes the place of storage that throws or refuses", async () => {
  const throws = { get indexedDB() { throw new Error("SecurityError"); } };
  const refuses = { indexedDB: { open: () => { const request = {}; queueMicrotask(() => request.onerror({ preventDefault() {} })); return request; } } };
  const property = { ...Object.getOwnPropertyDescriptor(throws, "indexedDB"), configurable: true };
  /** @type {{ indexedDB?: unknown }[]} */
  const scopes = [Object.defineProperty({}, "indexedDB", property), refuses];
  for (const scope of scopes) {
    assert.equal(await standInWhereStorageIsBlocked(scope), true);
    assert.ok(scope.indexedDB instanceof MemoryDB);
  }
});

test("storage that works is left alone", async () => {
  const scope = { indexedDB: new MemoryDB() };
  const real = scope.indexedDB;
  assert.equal(await standInWhereStorageIsBlocked(scope), false);
  assert.equal(scope.indexedDB, real);
});
