// A figure's numbers as a table that can be sorted, and whose rows can choose.

const SHOWN = 12; // rows at first; a button shows the rest

/** Keeps one table in step with its figure. `choose(row index)` is called when a row is picked; null: rows are not. */
export class TableView {
  #sort = null; // {column, down}
  #whole = false;

  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.more = element.parentElement.parentElement.querySelector(".table-more");
    this.more?.addEventListener("click", () => {
      this.#whole = !this.#whole;
      this.#shorten();
    });
    element.tHead?.addEventListener("click", (event) => this.#sortBy(event.target.closest("th")));
    if (!choose) return;
    element.setAttribute("role", "grid"); // rows can be selected, with one tab stop and arrow keys
    element.addEventListener("click", (event) => this.#pick(event.target.closest("tbody tr")));
    element.addEventListener("keydown", (event) => this.#key(event, event.target.closest("tbody tr")));
  }

  /** Show a scene's table; `cells` holds each cell as text, `chosen` the index of the chosen row, if any. */
  show({ columns, rows, caption }, cells, chosen = null) {
    this.columns = columns;
    this.rows = rows;
    this.cells = cells;
    this.chosen = chosen;
    if (this.#sort && this.#sort.column >= columns.length) this.#sort = null;
    if (this.element.caption) this.element.caption.textContent = caption;
    this.element.tHead.rows[0].replaceChildren(...columns.map((name, column) => this.#header(name, column)));
    this.#fill();
  }

  #header(name, column) {
    const cell = document.createElement("th");
    cell.scope = "col";
    if (this.rows.some((row) => typeof row[column] === "number")) cell.className = "number";
    if (this.#sort?.column === column) cell.setAttribute("aria-sort", this.#sort.down ? "descending" : "ascending");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    cell.append(button);
    return cell;
  }

  #fill() {
    const order = sortedRows(this.rows, this.#sort);
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

  #row(index) {
    const row = document.createElement("tr");
    row.dataset.index = index;
    if (this.choose) {
      row.tabIndex = index === this.chosen ? 0 : -1;
      row.setAttribute("aria-selected", String(index === this.chosen));
    }
    for (const [column, text] of this.cells[index].entries()) {
      const cell = row.insertCell();
      cell.textContent = text;
      if (typeof this.rows[index][column] === "number") cell.className = "number";
    }
    return row;
  }

  #sortBy(header) {
    if (!header || !this.rows) return;
    const column = header.cellIndex;
    // The first click shows what is largest, the next turns it round, the third restores the order of the figure.
    if (this.#sort?.column !== column) this.#sort = { column, down: true };
    else this.#sort = this.#sort.down ? { column, down: false } : null;
    this.show({ columns: this.columns, rows: this.rows, caption: this.element.caption?.textContent }, this.cells, this.chosen);
    this.element.tHead.rows[0].cells[column].querySelector("button").focus();
  }

  #key(event, row) {
    if (!row) return;
    const rows = [...row.parentElement.rows].filter((other) => other.checkVisibility());
    const at = rows.indexOf(row);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (event.key === "Enter" || event.key === " ") this.#pick(row);
    else if (rows[to]) rows[to].focus();
    else if (to === undefined) return;
    event.preventDefault();
  }

  #pick(row) {
    if (row?.dataset.index !== undefined) this.choose(Number(row.dataset.index));
  }
}

/** Indexes of the rows in the order that `sort` ({column, down} or null) wants; equal rows keep theirs. */
export function sortedRows(rows, sort) {
  const order = rows.map((_, index) => index);
  if (!sort) return order;
  const { column, down } = sort;
  const sign = down ? -1 : 1;
  return order.sort((a, b) => sign * compare(rows[a][column], rows[b][column]));
}

function compare(a, b) {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a ?? "").localeCompare(String(b ?? ""));
}
