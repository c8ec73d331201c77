// A figure's numbers as a table that can be sorted, and whose rows can choose.
/** @import { Cell, Sort, Table } from "../types.d.ts" */

const SHOWN = 12; // rows at first; a button shows the rest
/** @type {Table} */ const NOTHING = { columns: [], rows: [], caption: "" };

/** Keeps a figure's table in step with it. `choose(row index)` is called when a row is picked; null: rows are not. */
export class Numbers {
  /** @type {HTMLTableElement} */ element; // once its box has been open
  /** @type {HTMLTableSectionElement} */ head;
  #shown = { ...NOTHING, cells: /** @type {string[][]} */ ([]), chosen: /** @type {unknown} */ (null) };
  #sort = /** @type {Sort | null} */ (null);
  #whole = false; // whether the rows after the first are shown too

  /** @param {HTMLElement} figure @param {((row: number) => void) | null} choose */
  constructor(figure, choose) {
    this.figure = figure;
    this.choose = choose;
    figure.querySelector("[data-numbers]")?.addEventListener("toggle", () => this.#fill());
    this.#fill();
  }

  /**
   * Show a scene's table; `cells` holds each cell as text, `chosen` the index of the chosen row, if any.
   * @param {Table} table @param {string[][]} cells @param {unknown} chosen
   */
  show(table, cells, chosen) {
    this.#shown = { ...table, cells, chosen };
    if (this.#sort && this.#sort.column >= table.columns.length) this.#sort = null;
    this.#fill();
  }

  // Nothing is made of numbers in a closed box: they come packed, see drawings.js.
  #fill() {
    const element = this.figure.querySelector("table.numbers");
    if (!element || element.closest("[data-numbers]:not([open])")) return;
    if (!this.element) this.#listen(element);
    if (!this.#shown.columns.length) return;
    const { columns, caption } = this.#shown;
    if (element.caption) element.caption.textContent = caption;
    this.head.rows[0].replaceChildren(...columns.map((name, column) => this.#header(name, column)));
    this.#fillRows();
  }

  #listen(/** @type {HTMLTableElement} */ element) {
    this.element = element;
    this.head = element.querySelector("thead");
    this.more = this.figure.querySelector(".table-more");
    this.more?.addEventListener("click", () => {
      this.#whole = !this.#whole;
      this.#shorten();
    });
    this.head.addEventListener("click", (event) => this.#sortBy(event.target.closest("th")));
    if (!this.choose) return;
    element.setAttribute("role", "grid"); // rows can be selected, with one tab stop and arrow keys
    element.addEventListener("click", (event) => this.#pick(event.target.closest("tbody tr")));
    element.addEventListener("keydown", (event) => this.#key(event, event.target.closest("tbody tr")));
  }

  #header(/** @type {string} */ name, /** @type {number} */ column) {
    const cell = document.createElement("th");
    cell.scope = "col";
    if (this.#shown.rows.some((row) => typeof row[column] === "number")) cell.className = "number";
    if (this.#sort?.column === column) cell.setAttribute("aria-sort", this.#sort.down ? "descending" : "ascending");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    cell.append(button);
    return cell;
  }

  #fillRows() {
    const order = sortedRows(this.#shown.rows, this.#sort);
    const body = this.element.tBodies[0];
    const focused = body.contains(document.activeElement);
    body.replaceChildren(...order.map((index) => this.#row(index)));
    this.#shorten();
    if (!this.choose || !body.rows.length) return;
    const stop = body.querySelector("[tabindex='0']") ?? body.rows[0];
    stop.tabIndex = 0;
    if (focused) stop.focus({ preventScroll: true });
  }

  // A chosen row always shows.
  #shorten() {
    const rows = [...this.element.tBodies[0].rows];
    const far = rows.findIndex((row) => row.getAttribute("aria-selected") === "true") >= SHOWN;
    this.element.classList.toggle("is-whole", this.#whole || far);
    if (!this.more) return;
    this.more.hidden = far || rows.length <= SHOWN;
    this.more.textContent = this.#whole ? `Show the first ${SHOWN} rows` : `Show all ${rows.length} rows`;
    this.more.setAttribute("aria-expanded", this.#whole);
  }

  #row(/** @type {number} */ index) {
    const { rows, cells, chosen } = this.#shown;
    const row = document.createElement("tr");
    row.dataset.index = String(index);
    if (this.choose) {
      row.tabIndex = index === chosen ? 0 : -1;
      row.setAttribute("aria-selected", index === chosen);
    }
    for (const [column, text] of cells[index].entries()) {
      const cell = row.insertCell();
      cell.textContent = text;
      if (typeof rows[index][column] === "number") cell.className = "number";
    }
    return row;
  }

  #sortBy(/** @type {HTMLTableCellElement | null} */ header) {
    if (!header || !this.#shown.columns.length) return;
    const column = header.cellIndex;
    // The first click shows what is largest, the next turns it round, the third restores the order of the figure.
    if (this.#sort?.column !== column) this.#sort = { column, down: true };
    else this.#sort = this.#sort.down ? { column, down: false } : null;
    this.#fill();
    this.head.rows[0].cells[column].querySelector("button").focus();
  }

  #key(/** @type {KeyboardEvent} */ event, /** @type {HTMLTableRowElement | null} */ row) {
    if (!row) return;
    const rows = [...this.element.tBodies[0].rows].filter((other) => other.checkVisibility());
    const at = rows.indexOf(row);
    /** @type {Record<string, number>} */
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 };
    if (event.key === "Enter" || event.key === " ") this.#pick(row);
    else if (event.key in to) rows[to[event.key]]?.focus();
    else return;
    event.preventDefault();
  }

  #pick(/** @type {HTMLTableRowElement | null} */ row) {
    if (row?.dataset.index !== undefined) this.choose?.(Number(row.dataset.index));
  }
}

/**
 * Indexes of the rows in the order that `sort` wants; equal rows keep theirs.
 * @param {Cell[][]} rows @param {Sort | null} sort
 */
export function sortedRows(rows, sort) {
  const order = rows.map((_, index) => index);
  if (!sort) return order;
  const { column, down } = sort;
  const sign = down ? -1 : 1;
  return order.sort((a, b) => sign * compare(rows[a][column], rows[b][column]));
}

/** @param {Cell} a @param {Cell} b */
function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a ?? "").localeCompare(String(b ?? ""));
}
