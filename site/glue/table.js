// A figure's numbers as a table that can be sorted, and whose rows can choose.

/** Keeps one table in step with its figure. `choose(row index)` is called when a row is picked; null: rows are not. */
export class TableView {
  #sort = null; // {column, down}

  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    element.tHead?.addEventListener("click", (event) => this.#sortBy(event.target.closest("th")));
    if (!choose) return;
    element.addEventListener("click", (event) => this.#pick(event.target.closest("tbody tr")));
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter") this.#pick(event.target.closest("tbody tr"));
    });
  }

  /** Show a scene's table; `cells` holds each cell as text, `chosen` the index of the chosen row, if any. */
  show({ columns, rows, caption }, cells, chosen = null) {
    Object.assign(this, { columns, rows, cells, chosen });
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
    this.element.tBodies[0].replaceChildren(...order.map((index) => this.#row(index)));
  }

  #row(index) {
    const row = document.createElement("tr");
    row.dataset.index = index;
    if (this.choose) {
      row.tabIndex = 0;
      row.setAttribute("aria-selected", index === this.chosen);
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
