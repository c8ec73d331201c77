// The page: its figures, the state they share, and Python behind them. Sections are known only by what is found here.
import { fromHash, toHash } from "./address.js";
import { followContents } from "./contents.js";
import { FigureView } from "./figure/figure.js";
import { Guide } from "./guide.js";
import { startPython } from "./start/python.js";
import { Queue } from "./start/queue.js";
import { SectionScripts } from "./section_scripts.js";
import { shareFigure } from "./figure/share.js";
import { State } from "./state.js";
import { setPython, showAbout, showBytes, showFailure } from "./start/status.js";
import { TermCards } from "./terms.js";
import { setUpTheme } from "./theme.js";

const SETTLED = 300; // ms without a change before the address follows

const site = JSON.parse(document.getElementById("site").textContent);
const state = new State(site.figures);
const views = new Map();
const queue = new Queue((id, reply, failure, request, how) => {
  views.get(id).deliver(reply, failure, request, how);
  if (failure) begin(); // the worker is busy for ever, or broken: a new one takes its place
});
let python = null;
let starts = 0; // a start that another has overtaken ends its own worker
let place = null;
let writing;

const FAULT = "This figure met a fault of the page";

const page = {
  state,
  queue,
  fault: FAULT, // whose fault it is when a figure cannot be worked out
  need: (files) => python.need(files),
  measure: (request) => python.measure(request),
  restart: () => begin(),
  kept: () => scripts.pairs(),
  changed(figure, touched, how) {
    place = figure;
    for (const id of touched) views.get(id).ask({ ...how, first: id === figure });
    writeSoon();
    document.dispatchEvent(new Event("choice"));
  },
};

const scripts = new SectionScripts(site, {
  state,
  ask: (request, limit) => (python ? python.ask(request, limit) : Promise.reject(new Error("Python is not running"))),
  restart: begin,
  redraw() {
    for (const view of inSightFirst([...views.values()])) view.askAnew();
  },
  blame: (sentence) => (page.fault = sentence ?? FAULT),
  addressChanged(section) {
    place = section;
    writeSoon();
  },
});

function writeSoon() {
  clearTimeout(writing);
  writing = setTimeout(writeAddress, SETTLED);
}

// What has no room in the address is kept beside it: a reload and the way back find it there.
function writeAddress() {
  const pairs = page.guide.isOn ? page.guide.pairs : state.changed();
  const { hash, left } = toHash(place ?? "", [...pairs, ...scripts.pairs()]);
  if (hash === (location.hash || "#") && JSON.stringify(left) === JSON.stringify(history.state?.left)) return;
  history.replaceState({ left }, "", hash === "#" ? location.href.replace(/#.*/s, "") : hash);
}

function readAddress() {
  const { hash } = location;
  const left = history.state?.left; // where the page has been before: the browser knows how far it was scrolled
  for (const view of views.values()) view.controls.forgetTyping();
  const asked = fromHash(hash, state, left);
  const stop = asked.pairs.find(([name]) => name === "guide")?.[1];
  if (stop) page.guide.leave();
  const touched = new Set();
  for (const { figure, name, value } of asked.changes) {
    for (const id of state.set(figure, { [name]: value }, { follow: false })) touched.add(id);
  }
  place = document.getElementById(asked.place) ? asked.place : null;
  if (place && hash.includes("?") && !left) document.getElementById(place).scrollIntoView();
  for (const id of touched) views.get(id).ask();
  if (touched.size) document.dispatchEvent(new Event("choice"));
  scripts.read(asked.pairs);
  if (stop) page.guide.startAt(stop);
  writeAddress();
}

async function begin() {
  const start = ++starts;
  queue.close();
  python?.stop();
  python = null;
  for (const view of views.values()) view.enable(false);
  setPython("loading");
  showBytes(0, site.bytes);
  let started;
  try {
    started = await startPython(site, (bytes) => start === starts && showBytes(bytes, site.bytes));
  } catch (error) {
    if (start === starts) await showFailure(error, site);
    return;
  }
  if (start !== starts) {
    started.stop();
    return;
  }
  python = started;
  setPython("ready");
  showAbout(python.about);
  for (const view of views.values()) view.enable(true);
  for (const view of inSightFirst([...views.values()])) view.ask({ first: false });
  queue.open((request) => python.ask(request));
}

function inSightFirst(list) {
  const away = ({ element }) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(0, top - innerHeight, -bottom);
  };
  return list.sort((a, b) => away(a) - away(b));
}

function repaint() {
  for (const view of views.values()) view.repaint();
}

// Zoom or another screen may leave each figure its size in CSS px, so that nothing else tells.
function whenPixelsChange(changed) {
  const again = () => {
    changed();
    whenPixelsChange(changed);
  };
  matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener("change", again, { once: true });
}

function embedOnly(id) {
  const figure = document.getElementById(id);
  if (!figure?.matches("figure[data-figure]")) return;
  document.documentElement.dataset.embed = id;
  for (let element = figure; element; element = element.parentElement) element.classList.add("embedded");
}

for (const element of document.querySelectorAll("figure[data-figure]")) {
  const view = new FigureView(element, site.figures[element.id], page);
  views.set(element.id, view);
  shareFigure(view);
}
embedOnly(new URLSearchParams(location.search).get("embed"));
setUpTheme(document.querySelector(".theme-switch"), repaint);
whenPixelsChange(repaint);
followContents(document.querySelector(".contents"));
new TermCards();
page.guide = new Guide(document.querySelector(".guide"), site.guide, page);
readAddress();
addEventListener("popstate", () => clearTimeout(writing)); // it was meant for the entry of the history that is left
addEventListener("hashchange", readAddress);
begin();
