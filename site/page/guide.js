// The guide: a bar that leads from place to place, mostly figures, sets each to a telling state and says what to notice.
// What the reader had set comes back when the guide moves on; what the reader sets on the way stays.

export class Guide {
  #own = null; // the reader's own state while the guide is on
  #at = 0;
  #way = null; // ends what waits for the end of a scroll

  /**
   * `stops` in the order of the page. `page`: {state, changed(place, touched, how)}.
   * @param {HTMLElement} bar
   * @param {Stop[]} stops
   */
  constructor(bar, stops, page) {
    this.bar = bar;
    this.stops = stops;
    this.page = page;
    const actions = { start: () => this.start(), back: () => this.go(this.#at - 1), on: () => this.#onward(), leave: () => this.leave() };
    for (const button of document.querySelectorAll("button[data-guide]")) {
      button.addEventListener("click", actions[button.dataset.guide]);
    }
    bar.addEventListener("keydown", (event) => this.#key(event));
    this.#part("figure").addEventListener("click", (event) => this.#toFigure(event));
    // What else stands at the bottom of the window stands on the bar: styles/guide.css, film.css.
    const measure = () => document.documentElement.style.setProperty("--guide", `${bar.offsetHeight}px`);
    new ResizeObserver(measure).observe(bar);
  }

  get isOn() {
    return this.#own !== null;
  }

  /** Begin, or go on where it was left. */
  start() {
    this.#own ??= this.page.state.copy();
    this.bar.hidden = false;
    document.documentElement.toggleAttribute("data-guided", true);
    this.go(this.#at);
    this.#button("on").focus({ preventScroll: true });
  }

  /** Begin at the stop that an address names, counted from 1; nothing where there is none. */
  startAt(text) {
    const index = this.stops.findIndex((_, at) => String(at + 1) === text);
    if (index < 0) return;
    this.#at = index;
    this.start();
  }

  /** What the address has to hold while it is on: the stop, and what the reader had set. */
  get pairs() {
    return [["guide", this.#at + 1], ...this.#own.changed()];
  }

  go(index) {
    if (!this.isOn || !this.stops[index]) return;
    this.#at = index;
    const stop = this.stops[index];
    const touched = this.page.state.restore(this.#own);
    for (const id of this.#set(stop)) touched.add(id);
    this.#mark(stop.figure);
    this.#say(stop);
    this.page.changed(whereIs(stop), touched, { move: true });
    this.#scroll(stop);
  }

  /** What the reader changes in a figure while the guide is on stays as they see it. */
  keep(figure) {
    this.#own?.set(figure, this.page.state.of(figure), { follow: false });
  }

  /** End it: everything is as the reader had it. */
  leave() {
    if (!this.isOn) return;
    const place = whereIs(this.stops[this.#at]);
    const touched = this.page.state.restore(this.#own);
    this.#own = null;
    this.bar.hidden = true;
    document.documentElement.toggleAttribute("data-guided", false);
    this.#mark(null);
    this.page.changed(place, touched, { move: true });
    focusOn(document.getElementById(place));
  }

  #onward() {
    if (this.#at < this.stops.length - 1) return this.go(this.#at + 1);
    this.leave();
    this.#at = 0;
  }

  // Defaults wherever the stop names nothing, so that its sentence holds whatever the reader had set.
  /** @param {Stop} stop */
  #set({ figure, choice }) {
    if (!figure) return [];
    const { state } = this.page;
    const defaults = Object.entries(state.specs[figure].controls).map(([name, spec]) => [name, spec.default]);
    const touched = state.set(figure, Object.fromEntries(defaults), { follow: false });
    for (const id of state.set(figure, choice)) touched.add(id);
    return touched;
  }

  #say(stop) {
    this.#part("wait").hidden = !stop.figure || this.#isAtRest(stop.figure);
    const last = this.#at === this.stops.length - 1;
    this.#part("count").textContent = `${this.#at + 1} of ${this.stops.length}`;
    const link = this.#part("figure");
    const title = document.getElementById(stop.figure ? `${stop.figure}--title` : stop.place);
    link.textContent = title.firstChild.textContent;
    link.href = `#${whereIs(stop)}`;
    this.#part("says").textContent = stop.says;
    this.#button("back").disabled = this.#at === 0;
    this.#button("on").textContent = last ? "Finish" : "Next";
  }

  // Whether a figure shows what the page came with.
  #isAtRest(figure) {
    const now = this.page.state.of(figure);
    return Object.entries(this.page.state.specs[figure].controls).every(([name, spec]) => now[name] === spec.default);
  }

  #mark(figure) {
    document.querySelector(".figure.is-guided")?.classList.remove("is-guided");
    if (figure) document.getElementById(figure).classList.add("is-guided");
  }

  // Pictures on the way may change their height while the page scrolls: then it scrolls once more, unless the reader does.
  #scroll(stop) {
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    const scroll = () => document.getElementById(whereIs(stop)).scrollIntoView({ behavior: still ? "instant" : "smooth", block: "start" });
    this.#way?.abort();
    this.#way = new AbortController();
    const { signal } = this.#way;
    for (const event of ["wheel", "touchmove"]) addEventListener(event, () => this.#way.abort(), { signal, passive: true });
    addEventListener("scrollend", scroll, { signal, once: true });
    scroll();
  }

  // The link in the bar leads to the figure and lets the keyboard go on there; the address says it already.
  #toFigure(event) {
    event.preventDefault();
    const stop = this.stops[this.#at];
    this.#scroll(stop);
    focusOn(document.getElementById(whereIs(stop)));
  }

  #key(event) {
    const actions = { ArrowLeft: () => this.go(this.#at - 1), ArrowRight: () => this.#onward(), Escape: () => this.leave() };
    if (!actions[event.key] || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    actions[event.key]();
  }

  #part(name) {
    return this.bar.querySelector(`.guide-${name}`);
  }

  #button(name) {
    return this.bar.querySelector(`[data-guide="${name}"]`);
  }
}

/** @param {Stop} stop */
function whereIs({ figure, place }) {
  return figure ?? place;
}

function focusOn(element) {
  const canvas = element.querySelector("canvas[tabindex='0']:not([hidden])");
  if (!canvas) element.tabIndex = -1;
  (canvas ?? element).focus({ preventScroll: true });
}
