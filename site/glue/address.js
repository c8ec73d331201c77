// The address always holds a link to what is on the screen: #place?name=value&name=value.
import { fromText } from "./values.js";

export const LONGEST = 6000; // characters; longer links get cut by the programs they pass through

/** The hash for `place` (a section or figure) and what has changed; null if it would be too long for a link. */
export function toHash(place, changed) {
  const query = new URLSearchParams(changed.map(([name, value]) => [name, String(value)])).toString();
  const hash = `#${place}${query && `?${query}`}`;
  return hash.length > LONGEST ? null : hash;
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
