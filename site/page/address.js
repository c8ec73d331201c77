// The address always holds a link to what is on the screen: #place?name=value&name=value.
import { fromText } from "./figure/values.js";
/** @import { State } from "./state.js" */
/** @import { ControlSpec, Value } from "./types.d.ts" */

export const LONGEST = 6000; // characters; longer links get cut by the programs they pass through

// Programs that make links out of text leave out a last full stop, dash, line or star, and a space.
function hex(/** @type {string} */ sign) {
  return sign === "+" ? "%20" : `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/**
 * The hash for `place` (a section or figure) and what has changed, and what is `left`: long texts that do not fit.
 * @param {string} place @param {[string, Value][]} changed
 */
export function toHash(place, changed) {
  const pairs = changed.map(([name, value]) => [name, String(value)]);
  /** @type {string[][]} */ const left = [];
  for (;;) {
    const query = new URLSearchParams(pairs).toString().replace(/[^\w%]$|_$/, hex);
    const hash = `#${place}${query && `?${query}`}`;
    if (hash.length <= LONGEST || !pairs.length) return { hash, left };
    const longest = pairs.reduce((at, [, value], index) => (value.length > pairs[at][1].length ? index : at), 0);
    left.push(...pairs.splice(longest, 1));
  }
}

/**
 * The place that a hash names, its pairs [name, text] with those `left` that had no room in it, the changes that they
 * ask for, and those `refused`: what the state does not know or allow, with what the control takes.
 * @param {string} hash @param {State} state @param {string[][]} left
 */
export function fromHash(hash, state, left = []) {
  const [place, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const pairs = [...new URLSearchParams(query), ...left];
  const changes = [];
  /** @type {[string, string, ControlSpec | undefined][]} */ const refused = [];
  for (const [address, text] of pairs) {
    const found = state.find(address);
    const value = found && fromText(found[2], text);
    if (found && value !== undefined) changes.push({ figure: found[0], name: found[1], value });
    else refused.push([address, text, found?.[2]]);
  }
  return { place, pairs, changes, refused };
}
