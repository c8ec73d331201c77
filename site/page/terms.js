// A card with a word's entry wherever the word is used: on hover, on focus, on a tap or a long press.
const SOON = 200; // ms that a pointer must rest on a word
const LATER = 250; // ms for the way from the word to its card
const GAP = 8; // px between the word and its card
const EDGE = 12; // px kept free at the window's edges

export class TermCards {
  #link = /** @type {HTMLAnchorElement | null} */ (null); // the word whose card shows
  /** @type {any} */ #timer;
  #pointer = "mouse"; // kind of the last press
  #wasOpen = false; // whether the card showed when that press began

  constructor(root = document) {
    this.card = makeCard();
    document.body.append(this.card);
    root.addEventListener("pointerover", (event) => this.#over(event));
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("click", (event) => this.#click(event));
    root.addEventListener("contextmenu", (event) => this.#hold(event));
    root.addEventListener("focusin", ({ target }) => this.#focus(target));
    root.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
    addEventListener("resize", () => this.hide());
  }

  hide() {
    clearTimeout(this.#timer);
    this.card.hidden = true;
    this.#link?.removeAttribute("aria-describedby");
    this.#link = null;
  }

  #over(/** @type {PointerEvent} */ { target, pointerType, clientX, clientY }) {
    if (pointerType === "touch") return;
    const link = termAt(target);
    clearTimeout(this.#timer);
    if (link === this.#link || this.card.contains(target)) return;
    if (link) this.#timer = setTimeout(() => this.#show(link, { x: clientX, y: clientY }), SOON);
    else if (this.#link && this.#link !== document.activeElement) this.#timer = setTimeout(() => this.hide(), LATER);
  }

  #down(/** @type {PointerEvent} */ { target, pointerType }) {
    this.#pointer = pointerType;
    this.#wasOpen = termAt(target) === this.#link;
    if (!termAt(target) && !this.card.contains(target)) this.hide();
  }

  // The first tap shows the card, the second follows the link; so does a tap on the link in the card.
  #click(/** @type {MouseEvent} */ event) {
    const link = termAt(event.target);
    if (link && this.#pointer === "touch" && !this.#wasOpen) {
      event.preventDefault();
      this.#show(link, { x: event.clientX, y: event.clientY });
    } else if (link || event.target.closest("a")) this.hide();
  }

  #hold(/** @type {MouseEvent} */ event) {
    const link = this.#pointer === "touch" && termAt(event.target);
    if (!link) return;
    event.preventDefault();
    this.#show(link, { x: event.clientX, y: event.clientY });
  }

  #focus(/** @type {HTMLElement} */ target) {
    const link = termAt(target);
    if (link?.matches(":focus-visible")) this.#show(link);
    else if (!link && !this.card.contains(target)) this.hide();
  }

  /** @param {HTMLAnchorElement} link @param {{ x: number, y: number }} [point] */
  #show(link, point) {
    const entry = entryOf(link);
    if (!entry) return;
    this.hide();
    this.#link = link;
    fill(this.card, entry, link);
    this.card.classList.toggle("by-touch", this.#pointer === "touch");
    link.setAttribute("aria-describedby", "term-card-text");
    this.card.hidden = false;
    place(this.card, lineUnder(link, point));
  }
}

/** @param {Element} target @returns {HTMLAnchorElement | null} */
const termAt = (target) => target.closest?.("a.term") ?? null;

// The card says what the entry says; nothing is written twice.
function entryOf(/** @type {HTMLAnchorElement} */ link) {
  const name = document.getElementById(link.hash.slice(1));
  const text = name?.nextElementSibling?.querySelector(".term-text");
  return text && { name: name.firstChild?.textContent ?? "", text };
}

function makeCard() {
  const card = document.createElement("div");
  card.className = "term-card";
  card.setAttribute("role", "tooltip");
  card.hidden = true;
  card.innerHTML =
    '<p class="term-card-name"></p><p class="term-card-text" id="term-card-text"></p><a class="term-card-more"></a>';
  return card;
}

/** @param {HTMLElement} card @param {{ name: string, text: HTMLElement }} entry @param {HTMLAnchorElement} link */
function fill(card, { name, text }, link) {
  const words = card.querySelector(".term-card-text");
  const more = card.querySelector("a.term-card-more");
  card.querySelector(".term-card-name").textContent = name;
  words.replaceChildren(...text.cloneNode(true).childNodes);
  for (const inner of words.querySelectorAll("a")) inner.replaceWith(...inner.childNodes);
  more.textContent = "To its entry, and all places that use it";
  more.href = link.hash;
}

// A word may be broken over two lines: the card belongs to the one that is pointed at.
/** @param {HTMLElement} link @param {{ x: number, y: number }} [point] */
function lineUnder(link, point) {
  const lines = [...link.getClientRects()];
  return lines.find(({ top, bottom }) => point && point.y >= top - 2 && point.y <= bottom + 2) ?? lines[0];
}

// Below the word, or above where there is more room; never over it.
/** @param {HTMLElement} card @param {DOMRect} line */
function place(card, line) {
  const room = document.documentElement.clientWidth;
  const left = Math.max(EDGE, Math.min(line.left - EDGE, room - card.offsetWidth - EDGE));
  const below = innerHeight - covered() - line.bottom - GAP;
  const above = line.top - GAP;
  const fits = card.offsetHeight <= below || below >= above;
  const top = fits ? line.bottom + GAP : line.top - GAP - card.offsetHeight;
  card.style.left = `${left + scrollX}px`;
  card.style.top = `${top + scrollY}px`;
}

// px at the bottom of the window that something fixed takes.
function covered() {
  const bar = document.querySelector(".guide:not([hidden])");
  return bar ? bar.offsetHeight : 0;
}
