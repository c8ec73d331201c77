// The address always holds a link to what is on the screen: #place?name=value&name=value.
import { fromText } from "./values.js";

export const LONGEST = 6000; // characters; longer links get cut by the programs they pass through

/** The hash for `place` (a section or figure) and what has changed; long texts that do not fit are left out. */
export function toHash(place, changed) {
  const pairs = changed.map(([name, value]) => [name, String(value)]);
  for (;;) {
    const query = new URLSearchParams(pairs).toString();
    const hash = `#${place}${query && `?${query}`}`;
    if (hash.length <= LONGEST || !pairs.length) return hash;
    const longest = pairs.reduce((at, [, value], index) => (value.length > pairs[at][1].length ? index : at), 0);
    pairs.splice(longest, 1);
  }
}

/** The place and the changes that a hash asks for; what the state does not know or allow is dropped. */
export function fromHash(hash, state) {
  const [place, query = ""] = hash.replace(/^#/, "").split(/\?(.*)/s);
  const changes = [];
  for (const [address, text] of new URLSearchParams(query)) {
    const found = state.find(address);
    const value = found && fromText(found[2], text);
    if (value !== undefined) changes.push({ figure: found[0], name: found[1], value });
  }
  return { place, changes };
}
