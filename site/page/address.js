// The address always holds a link to what is on the screen: #place?name=value&name=value.
import { fromText } from "./figure/values.js";
/** @import { State } from "./state.js" */
/** @import { Value } from "./types.d.ts" */

export const LONGEST = 6000; // characters; longer links get cut by the programs they pass through

/**
 * The hash for `place` (a section or figure) and what has changed, and what is `left`: long texts that do not fit.
 * @param {string} place @param {[string, Value][]} changed
 */
export function toHash(place, changed) {
  const pairs = changed.map(([name, value]) => [name, String(value)]);
  /** @type {string[][]} */ const left = [];
  for (;;) {
    const query = new URLSearchParams(pairs).toString();
    const hash = `#${place}${query && `?${query}`}`;
    if (hash.length <= LONGEST || !pairs.length) return { hash, left };
    const longest = pairs.reduce((at, [, value], index) => (value.length > pairs[at][1].length ? index : at), 0);
    left.push(...pairs.splice(longest, 1));
  }
}

/**
 * The place that a hash names, its pairs [name, text] with those `left` that had no room in it, and the changes that
 * they ask for; what the state does not know or allow is none.
 * @param {string} hash @param {State} state @param {string[][]} left
 */
export function fromHash(hash, state, left = []) {
  const [place, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query), ...left];
  const changes = [];
  for (const [address, text] of pairs) {
    const found = state.find(address);
    const value = found && fromText(found[2], text);
    if (found && value !== undefined) changes.push({ figure: found[0], name: found[1], value });
  }
  return { place, pairs, changes };
}
