// Text in runs, each plain, or with the role that colors it, or a link to a term's entry (a role that begins with #).
// Only ever text: nothing in it becomes markup.

/** Where a figure says what to notice, and which package call gives the same. */
export class Words {
  constructor(figure) {
    const [notice, details, call] = [".notice", ".details", ".package-call code"].map((part) => figure.querySelector(part));
    Object.assign(this, { notice, details, call });
  }

  show({ notice, details, call }) {
    showRuns(this.notice, notice);
    this.details.replaceChildren(...details.map(paragraph));
    this.details.hidden = !details.length;
    this.call.textContent = call;
  }
}

/** Replace what `element` holds by the runs: a string, [string, role], or [string, "#section-term"]. */
export function showRuns(element, runs) {
  element.replaceChildren(...runs.map((run) => (typeof run === "string" ? run : colored(run))));
}

function paragraph(runs) {
  const element = document.createElement("p");
  showRuns(element, runs);
  return element;
}

function colored([text, role]) {
  if (role.startsWith("#")) return linked(text, role);
  const span = document.createElement("span");
  span.className = `role-${role}`;
  span.textContent = text;
  return span;
}

function linked(text, hash) {
  const link = document.createElement("a");
  link.className = "term";
  link.href = hash;
  link.textContent = text;
  return link;
}
