// What a link asked for and did not get is told once, until it is closed or another link comes.
import { wanted } from "./figure/controls.js";
/** @import { ControlSpec } from "./types.d.ts" */

const SHOWN = 30; // characters of a value
const MOST = 3; // values that are told one by one

/**
 * Tell of values that the page refused: [name, text, what the control takes, or undefined where there is none].
 * @param {[string, string, ControlSpec | undefined][]} refused
 */
export function noteRefused(refused) {
  const note = document.querySelector(".link-note");
  note.hidden = !refused.length;
  if (!refused.length) return;
  note.querySelector("p").textContent = `The link asks for what this page cannot show: ${asked(refused)}. That stays as it was.`;
  note.querySelector("button").onclick = () => {
    note.hidden = true;
  };
}

/** @param {[string, string, ControlSpec | undefined][]} refused */
function asked(refused) {
  const told = refused.slice(0, MOST).map(([name, text, spec]) => {
    return `${short(name)}=${short(text)} (${spec ? inside(wanted(spec, text)) : "unknown here"})`;
  });
  const more = refused.length - told.length;
  return [...told, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
}

const inside = (/** @type {string} */ sentence) => `${sentence[0].toLowerCase()}${sentence.slice(1).replace(/\.$/, "")}`;

function short(/** @type {string} */ text) {
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text;
}
