// The page: its figures, the state they share, and Python behind them. Sections are known only by what is found here.
import { fromHash, toHash } from "./address.js";
import { followContents } from "./contents.js";
import { alone } from "./figure/alone.js";
import { FigureView } from "./figure/figure.js";
import { shareFigure } from "./figure/share.js";
import { isSame } from "./figure/values.js";
import { Guide } from "./guide.js";
import { noteRefused } from "./link_note.js";
import { SectionScripts } from "./section_scripts.js";
import { standInForInline } from "./start/refused_inline.js";
import { Supervisor } from "./start/supervisor.js";
import { State } from "./state.js";
import { TermCards } from "./terms.js";
import { setUpTheme } from "./theme.js";
/** @import { Site } from "./types.d.ts" */

const SETTLED = 300; // ms without a change before the address follows

await standInForInline();
/** @type {Site} */
const site = JSON.parse(document.getElementById("site").textContent);
const state = new State(site.figures);
const python = new Supervisor(site);
const elements = [...document.querySelectorAll("figure[data-figure]")];
const views = elements.flatMap((element) => {
  const view = alone(element, () => new FigureView(element, site.figures[element.id], state, python));
  return view ?? [];
});
const scripts = new SectionScripts(site, { state, python, redraw, addressChanged });
const guide = new Guide(document.querySelector(".guide"), site.guide, state);
/** @type {string | null} */ let place = null; // what the address names: a figure or a section
/** @type {any} */ let writing;

/** @param {(view: FigureView) => void} act */
function each(act, of = views) {
  for (const view of of) alone(view.element, () => act(view));
}

function addressChanged(/** @type {string | null} */ at) {
  place = at;
  clearTimeout(writing);
  writing = setTimeout(writeAddress, SETTLED);
}

// What has no room in the address is kept beside it: a reload and the way back find it there.
function writeAddress() {
  const { hash, left } = toHash(place ?? "", [...(guide.isOn ? guide.pairs : state.changed()), ...scripts.pairs()]);
  if (hash === (location.hash || "#") && isSame(left, history.state?.left)) return;
  history.replaceState({ left }, "", hash === "#" ? location.href.replace(/#.*/s, "") : hash);
}

function readAddress() {
  const { hash } = location;
  const left = history.state?.left; // where the page has been before: the browser knows how far it was scrolled
  each((view) => view.controls.forgetTyping());
  const asked = fromHash(hash, state, left);
  const stop = asked.pairs.find(([name]) => name === "guide")?.[1];
  if (stop) guide.leave();
  const touched = new Set();
  for (const { figure, name, value } of asked.changes) {
    for (const id of state.set(figure, { [name]: value }, { follow: false })) touched.add(id);
  }
  place = document.getElementById(asked.place) ? asked.place : null;
  if (place && hash.includes("?") && !left) document.getElementById(place).scrollIntoView();
  state.tell({ from: place, touched, cause: "link" });
  scripts.read(asked.pairs);
  noteRefused(asked.refused.filter(([name]) => name !== "guide" && !scripts.knows(name)));
  if (stop) guide.startAt(stop);
  writeAddress();
}

function inSightFirst() {
  const away = (/** @type {FigureView} */ { element }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(0, top - innerHeight, -bottom);
  };
  return [...views].sort((a, b) => away(a) - away(b));
}

function redraw() {
  each((view) => view.askAnew(), inSightFirst());
}

function repaint() {
  each((view) => view.repaint());
}

// Zoom or another screen may leave each figure its size in CSS px, so that nothing else tells.
function whenPixelsChange(/** @type {() => void} */ changed) {
  const again = () => {
    changed();
    whenPixelsChange(changed);
  };
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", again, { once: true });
}

function embedOnly(/** @type {string | null} */ id) {
  const figure = document.getElementById(id ?? "");
  if (!figure?.matches("figure[data-figure]")) return;
  document.documentElement.dataset.embed = figure.id;
  for (let element = figure; element; element = element.parentElement) element.classList.add("embedded");
}

state.listen(({ from, touched, cause }) => {
  if (touched.size) document.dispatchEvent(new Event("choice"));
  if (cause === "guide" || (cause !== "link" && touched.size)) addressChanged(from);
});
document.addEventListener("python", ({ detail }) => {
  each((view) => view.enable(detail === "ready"));
  if (detail === "ready") each((view) => view.ask(), inSightFirst());
});
each((view) => shareFigure(view, () => [...state.changed(), ...scripts.pairs()]));
embedOnly(new URLSearchParams(location.search).get("embed"));
setUpTheme(document.querySelector("button.theme-switch"), repaint);
whenPixelsChange(repaint);
followContents(document.querySelector(".contents"));
new TermCards();
readAddress();
addEventListener("popstate", () => clearTimeout(writing)); // it was meant for the entry of the history that is left
addEventListener("hashchange", readAddress);
python.start();
